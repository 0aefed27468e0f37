"""The rules of Gorynich: legality, the effects of actions, the result of a match.

Kernel land. The ids in comments (GOR-12) are those of the rulebook. Setting up is in `laying.py`, the round in
`rounds.py`, knights in `knights.py`, Gorynich's moves in `manoeuvres.py`.
"""

from ludotheque.games.gorynich.declaration import Action, Cause, Decision, Refusal
from ludotheque.games.gorynich.rules.knights import is_castle, left
from ludotheque.games.gorynich.rules.knowledge import redeal
from ludotheque.games.gorynich.rules.laying import setup
from ludotheque.games.gorynich.rules.manoeuvres import (
    blow_away,
    breathe,
    finish,
    fly,
    in_gust,
    light,
    long_flame,
    perch,
    room,
    spare_cards,
    take_off,
    use,
    way_step,
)
from ludotheque.games.gorynich.rules.rounds import advance, choose, drop, point, speak
from ludotheque.games.gorynich.rules.soundness import sound
from ludotheque.games.gorynich.state import TALKING
from ludotheque.kernel import decisions, kernel, table
from ludotheque.kernel.declare import SHARE

# The actions of each decision are a range; decisions are numbered from 1.
FIRST_ACTION = (
    0,
    Action.PERCH,
    Action.SPEAK,
    Action.POINT,
    Action.PLAY,
    Action.FLY,
    Action.USE,
    Action.BURN,
    Action.FLAME,
    Action.STEER,
    Action.SWOOP,
    Action.LIGHT_HERE,
    Action.BLOW,
    Action.DISCARD,
)
first_action = table((*FIRST_ACTION, Action.COUNT))

__all__ = ["cause", "forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Legality -------------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`, else the refusal. Uses only what `seat` may know."""
    decision = decisions.kind(s)
    first = first_action[decision]
    if action < first or action >= first_action[decision + 1]:
        return Refusal.WRONG_DECISION
    n = action - first
    if decision == Decision.SPEAK:
        return Refusal.TALK_IS_OPEN if action == Action.SPEAK and decisions.a(s) == TALKING else 0  # GOR-08
    if decision == Decision.POINT:
        if action == Action.ENOUGH:
            return 0
        if s.knight[n] < 0:
            return Refusal.NO_SUCH_KNIGHT
        return Refusal.POINTED_ALREADY if s.pointed >> n & 1 == 1 else 0  # GOR-09
    if decision == Decision.CHOOSE:
        return 0 if action == Action.PASS or s.hand[seat] >> n & 1 == 1 else Refusal.CARD_PLAYED  # GOR-10
    if decision == Decision.FLY:
        if n + 1 > decisions.b(s):
            return Refusal.TOO_FAR
        return Refusal.LEAVES_TABLE if n + 1 > room(s.at, decisions.a(s)) else 0  # GOR-13
    if decision == Decision.TILE:
        if n != s.tile[0] and n != s.tile[1] and n != s.tile[2]:
            return Refusal.TILE_NOT_HERE
        return Refusal.TILE_TURNED if s.turned >> n & 1 == 1 else 0  # GOR-15
    if decision == Decision.AIM:
        return Refusal.NO_SQUARE_THERE if room(s.at, n) == 0 else 0  # GOR-16
    if decision == Decision.STEER:
        return Refusal.NO_WAY_THERE if room(s.at, n) == 0 else 0  # GOR-17
    if decision == Decision.BREATHE:
        return Refusal.FLAME_OFF_TABLE if room(s.at, n) == 0 else 0  # GOR-19
    if decision == Decision.DIVE:
        return Refusal.SWOOP_OFF_TABLE if room(s.at, n + 4) == 0 else 0  # GOR-19
    if decision == Decision.LIGHT:
        if action >= Action.LIGHT and room(s.at, action - Action.LIGHT) == 0:
            return Refusal.FLAME_OFF_TABLE
        return Refusal.FLAME_ON_CASTLE if is_castle(lit_square(s, n)) else 0  # GOR-19
    if decision == Decision.BLOW:
        if s.knight[n] < 0:
            return Refusal.NO_SUCH_KNIGHT
        return 0 if in_gust(s, n) else Refusal.KNIGHT_TOO_FAR  # GOR-19
    if decision == Decision.DROP:
        if s.hand[seat] >> n & 1 == 0:
            return Refusal.NOT_IN_HAND
        return Refusal.CARD_CHOSEN if spare_cards(s, seat) >> n & 1 == 0 else 0  # GOR-17
    return 0


@kernel
def lit_square(s, n):
    """The square of choice `n` of Burning ground: Gorynich's own, or the next one in a direction."""
    return s.at if n == 0 else s.at + way_step[n - 1]


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows among the actions of the pending decision."""
    decision = decisions.kind(s)
    n = 0
    for action in range(first_action[decision], first_action[decision + 1]):
        out[n] = action
        n += forbidden(s, w, seat, action) == 0  # without a branch: twice as fast
    return n


# Playing --------------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    answer(s, w, seat, action)
    while s.depth == 0 and s.over == 0:
        advance(s, w)


@kernel
def answer(s, w, seat, action):
    """Carry out a legal action and nothing else: no other card is revealed."""
    decision = decisions.kind(s)
    n = action - first_action[decision]
    if decision == Decision.CHOOSE:
        choose(s, w, seat, n)
    elif decision == Decision.DROP:
        drop(s, w, seat, n)
    else:
        a = decisions.a(s)
        decisions.answered(s)
        if decision == Decision.POINT:
            point(s, w, seat, n)
        elif decision == Decision.FLY:
            fly(s, w, seat, a, n + 1)
        elif decision == Decision.SPEAK:
            speak(s, w, seat, action)
        elif decision == Decision.PERCH:
            perch(s, w, seat, n)
            if s.round > 0:
                finish(s, w)
        elif decision == Decision.TILE:
            use(s, w, seat, n)
        elif decision == Decision.AIM:
            breathe(s, w, seat, s.at + way_step[n], -1)
        elif decision == Decision.BREATHE:
            long_flame(s, w, seat, n)
        elif decision == Decision.STEER:
            take_off(s, w, seat, n, a)
        elif decision == Decision.DIVE:
            take_off(s, w, seat, n + 4, abs(s.flight))
        elif decision == Decision.LIGHT:
            light(s, w, seat, lit_square(s, n))
        else:
            blow_away(s, w, n)


# Results: all win, or nobody does -------------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """The number of knights burnt: the same for every seat."""
    return s.knights - left(s)


@kernel
def share(s, seat):
    """A whole win for each seat, or for none (GOR-20)."""
    return SHARE if s.over == Cause.ALL_BURNT else 0


@kernel
def cause(s):
    """The cause of the end, numbered from 1 as declared; 0 while the match lasts."""
    return s.over
