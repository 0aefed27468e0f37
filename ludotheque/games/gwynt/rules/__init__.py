"""The rules of Gwynt: what each move does and the result of a match; the rest is in the modules of this folder."""

from ludotheque.games.gwynt.declaration import Action, Cause, Decision
from ludotheque.games.gwynt.rules.effects import place, play_from_hand, random_target_in_pile, revive
from ludotheque.games.gwynt.rules.knowledge import redeal
from ludotheque.games.gwynt.rules.leaders import discard, fetch, take_from_pile, use_leader
from ludotheque.games.gwynt.rules.legality import forbidden, legal
from ludotheque.games.gwynt.rules.opening import begin_with, redraw_done, setup, swap
from ludotheque.games.gwynt.rules.rounds import advance, match_winner, pass_round, turn_done
from ludotheque.games.gwynt.rules.soundness import sound
from ludotheque.games.gwynt.rules.specials import decoy, put_in_slot
from ludotheque.games.gwynt.rules.strength import is_unit
from ludotheque.games.gwynt.tables import KINDS
from ludotheque.kernel import decisions, kernel
from ludotheque.kernel.declare import SHARE

# The functions that every game must have; some of them are imported from the modules of this folder.
__all__ = ["cause", "forbidden", "legal", "play", "redeal", "score", "setup", "share", "sound"]


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    kind = decisions.kind(s)
    if kind == Decision.REDRAW:
        if action == Action.KEEP:
            redraw_done(s, w, seat)
        else:
            swap(s, w, seat, action - Action.SWAP)
        if s.round == 1:
            advance(s, w)
        return
    a = decisions.a(s)
    decisions.answered(s)
    if kind == Decision.FIRST:
        begin_with(s, w, action - Action.FIRST)
        return
    if kind == Decision.TURN:
        take_turn(s, w, seat, action)
    elif kind == Decision.ROW:
        row = action - Action.ROW
        if is_unit[a] == 1:
            place(s, w, seat, a, row)
        else:
            put_in_slot(s, w, seat, a, row)
    elif kind == Decision.TARGET:
        decoy(s, w, seat, (action - Action.DECOY) // KINDS, (action - Action.DECOY) % KINDS)
    elif kind == Decision.REVIVE:
        if action == Action.RANDOM:
            revive(s, w, seat, random_target_in_pile(s, seat))
        elif action != Action.DECLINE:
            revive(s, w, seat, action - Action.REVIVE)
    elif kind == Decision.DISCARD:
        discard(s, w, seat, action - Action.DISCARD, a - 1)
    elif kind == Decision.FETCH:
        fetch(s, w, seat, action - Action.FETCH, a)
    else:
        take_from_pile(s, w, seat, a, action - Action.TAKE)
    if s.depth == 0:
        if action != Action.PASS or kind != Decision.TURN:
            turn_done(s)
        advance(s, w)


@kernel
def take_turn(s, w, seat, action):
    """Play one card, use the leader, or pass (GWY-08)."""
    if action == Action.PASS:
        pass_round(s, w, seat, 0)
    elif action == Action.LEADER:
        use_leader(s, w, seat)
    else:
        play_from_hand(s, w, seat, action - Action.PLAY)


# Results ----------------------------------------------------------------------------------------------------------


@kernel
def share(s, seat):
    """The share of `seat` in the win: all, nothing, or half of a draw (GWY-13)."""
    winner = match_winner(s)
    if winner < 0:
        return SHARE // 2
    return SHARE if winner == seat else 0


@kernel
def cause(s):
    """Why a finished match has ended: one player has lost all gems, or both have."""
    return Cause.ALL_GEMS_LOST if match_winner(s) < 0 else Cause.GEMS_LOST


@kernel
def score(s, seat):
    """The rounds won so far: the gems that the other player has lost."""
    return 2 - s.gems[1 - seat]
