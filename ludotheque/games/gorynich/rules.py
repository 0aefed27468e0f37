"""The rules of Gorynich: what is forbidden, what follows from an action, how a match is counted.

Kernel land. The ids behind the lines (GOR-12) are those of the rulebook. How the table is laid is in `laying.py`, the
round in `rounds.py`, what knights suffer in `knights.py`, what Gorynich does in `manoeuvres.py`.
"""

from ludotheque.games.gorynich.knights import is_castle, left
from ludotheque.games.gorynich.knowledge import redeal
from ludotheque.games.gorynich.laying import setup
from ludotheque.games.gorynich.manoeuvres import (
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
from ludotheque.games.gorynich.rounds import advance, choose, drop, point, speak
from ludotheque.games.gorynich.soundness import sound
from ludotheque.games.gorynich.state import (
    ACTIONS,
    AIM,
    ALL_BURNT,
    ALONG,
    AT,
    BLOW,
    BLOW_AWAY,
    BREATHE,
    CARD_CHOSEN,
    CARD_PLAYED,
    CHOOSE,
    DIAGONAL,
    DIVE,
    DROP,
    ENOUGH,
    FLAME_OFF_TABLE,
    FLAME_ON_CASTLE,
    FLIGHT,
    FLY,
    GROUND,
    KNIGHT_TOO_FAR,
    LAY_DOWN,
    LEAVES_TABLE,
    LIGHT,
    NO_SQUARE_THERE,
    NO_SUCH_KNIGHT,
    NO_WAY_THERE,
    NOT_IN_HAND,
    PASS,
    PERCH,
    PLAY,
    POINT,
    POINTED_ALREADY,
    SPEAK,
    STEER,
    SWOOP_OFF_TABLE,
    TALK,
    TILE,
    TILE_NOT_HERE,
    TILE_TURNED,
    TO_CASTLE,
    TO_KNIGHT,
    TOO_FAR,
    TOWARDS,
    USE,
    WRONG_DECISION,
)
from ludotheque.kernel import decisions, kernel, table
from ludotheque.kernel.declare import SHARE

# The actions of each decision are a range; decisions are numbered from 1.
FIRST_ACTION = (
    0,
    TO_CASTLE,
    TALK,
    TO_KNIGHT,
    PLAY,
    FLIGHT + 1,
    USE,
    AT,
    ALONG,
    TOWARDS,
    DIAGONAL,
    GROUND,
    BLOW_AWAY,
    LAY_DOWN,
)
first_action = table((*FIRST_ACTION, ACTIONS))

__all__ = ["cause", "forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Legality -------------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`; else why not. Looks only at what `seat` may know."""
    kind = decisions.kind(s)
    first = first_action[kind]
    if action < first or action >= first_action[kind + 1]:
        return WRONG_DECISION
    n = action - first
    if kind == POINT:
        if action == ENOUGH:
            return 0
        if s.knight[n] < 0:
            return NO_SUCH_KNIGHT
        return POINTED_ALREADY if s.pointed >> n & 1 == 1 else 0  # GOR-09
    if kind == CHOOSE:
        return 0 if action == PASS or s.hand[seat] >> n & 1 == 1 else CARD_PLAYED  # GOR-10
    if kind == FLY:
        if n + 1 > decisions.b(s):
            return TOO_FAR
        return LEAVES_TABLE if n + 1 > room(s.at, decisions.a(s)) else 0  # GOR-13
    if kind == TILE:
        if n != s.tile[0] and n != s.tile[1] and n != s.tile[2]:
            return TILE_NOT_HERE
        return TILE_TURNED if s.turned >> n & 1 == 1 else 0  # GOR-15
    if kind == AIM:
        return NO_SQUARE_THERE if room(s.at, n) == 0 else 0  # GOR-16
    if kind == STEER:
        return NO_WAY_THERE if room(s.at, n) == 0 else 0  # GOR-17
    if kind == BREATHE:
        return FLAME_OFF_TABLE if room(s.at, n) == 0 else 0  # GOR-19
    if kind == DIVE:
        return SWOOP_OFF_TABLE if room(s.at, n + 4) == 0 else 0  # GOR-19
    if kind == LIGHT:
        if n > 0 and room(s.at, n - 1) == 0:
            return FLAME_OFF_TABLE
        return FLAME_ON_CASTLE if is_castle(lit_square(s, n)) else 0  # GOR-19
    if kind == BLOW:
        if s.knight[n] < 0:
            return NO_SUCH_KNIGHT
        return 0 if in_gust(s, n) else KNIGHT_TOO_FAR  # GOR-19
    if kind == DROP:
        if s.hand[seat] >> n & 1 == 0:
            return NOT_IN_HAND
        return CARD_CHOSEN if spare_cards(s, seat) >> n & 1 == 0 else 0  # GOR-17
    return 0


@kernel
def lit_square(s, n):
    """The square that choice `n` of Burning ground means: Gorynich's own, or the next one in a direction."""
    return s.at if n == 0 else s.at + way_step[n - 1]


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows, looking only at the actions of the decision that is asked."""
    kind = decisions.kind(s)
    n = 0
    for action in range(first_action[kind], first_action[kind + 1]):
        out[n] = action
        n += forbidden(s, w, seat, action) == 0  # no branch: twice as fast
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
    """Carry out a legal action and no more: nobody else's card is revealed."""
    kind = decisions.kind(s)
    n = action - first_action[kind]
    if kind == CHOOSE:
        choose(s, w, seat, n)
    elif kind == DROP:
        drop(s, w, seat, n)
    else:
        a = decisions.a(s)
        decisions.answered(s)
        if kind == POINT:
            point(s, w, seat, n)
        elif kind == FLY:
            fly(s, w, seat, a, n + 1)
        elif kind == SPEAK:
            speak(s, w, seat, action)
        elif kind == PERCH:
            perch(s, w, seat, n)
            if s.round > 0:
                finish(s, w)
        elif kind == TILE:
            use(s, w, seat, n)
        elif kind == AIM:
            breathe(s, w, seat, s.at + way_step[n], -1)
        elif kind == BREATHE:
            long_flame(s, w, seat, n)
        elif kind == STEER:
            take_off(s, w, seat, n, a)
        elif kind == DIVE:
            take_off(s, w, seat, n + 4, abs(s.flight))
        elif kind == LIGHT:
            light(s, w, seat, lit_square(s, n))
        else:
            blow_away(s, w, n)


# Counting: all win, or nobody does ------------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """How many knights are burnt: the same for every seat."""
    return s.knights - left(s)


@kernel
def share(s, seat):
    """A whole win for each seat, or for none (GOR-20)."""
    return SHARE if s.over == ALL_BURNT else 0


@kernel
def cause(s):
    """Why the match ended, as a number of FACTS.causes; 0 while it lasts."""
    return s.over
