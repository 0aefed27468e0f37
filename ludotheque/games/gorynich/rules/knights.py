"""The knights: marching, stepping back, burning, and the end of the match.

Kernel land.
"""

from ludotheque.games.gorynich.boards import CASTLE, HOME, RIVER, SIZE, SQUARES, START, STEP
from ludotheque.games.gorynich.declaration import Cause, Event, Stream
from ludotheque.games.gorynich.state import KNIGHTS, PASSES, PRINCESS
from ludotheque.kernel import chacha, events, kernel, table
from ludotheque.kernel.declare import EVERYONE

step_of = table(STEP)
castle_square = table(CASTLE)

EVERY_KNIGHT = 1023
WET, PROTECTED = 0, 1  # reasons why a knight does not burn


# The way --------------------------------------------------------------------------------------------------------------


@kernel
def after(s, square):
    """The next square of a knight on `square`."""
    return square + step_of[(s.lane[square] & 7) - 1]


@kernel
def before(s, k):
    """The square that knight `k` came from. Lanes join, so this depends on the knight's start."""
    square = s.start[k]
    while after(s, square) != s.knight[k]:
        square = after(s, square)
    return square


@kernel
def is_castle(square):
    """Whether a square of the table is one of the castle's four."""
    row = square // SIZE
    column = square % SIZE
    return (row == 4 or row == 5) and (column == 4 or column == 5)


@kernel
def left(s):
    """The number of knights on the table."""
    n = 0
    for k in range(s.knights):
        n += s.knight[k] >= 0
    return n


# Fire -----------------------------------------------------------------------------------------------------------------


@kernel
def spared(s, k):
    """-1 if fire burns knight `k` where it stands, else the reason why not."""
    if s.lane[s.knight[k]] & RIVER != 0:
        return WET  # GOR-19
    if s.turned >> PRINCESS & 1 == 1:
        return PROTECTED  # GOR-18
    return -1


@kernel
def burn(s, w, k):
    """Remove knight `k` from the table."""
    events.emit(w, Event.BURNT, k + 1, s.knight[k], 0, 0, 0, 0, EVERYONE)
    s.knight[k] = -1
    s.start[k] = -1


@kernel
def blaze(s, w, square):
    """Burn a square: knights there burn unless wet or protected (GOR-14, GOR-18, GOR-19)."""
    for k in range(s.knights):
        if s.knight[k] == square:
            why = spared(s, k)
            if why < 0:
                burn(s, w, k)
            else:
                events.emit(w, Event.UNHARMED, k + 1, why, 0, 0, 0, 0, EVERYONE)


# Moving ---------------------------------------------------------------------------------------------------------------


@kernel
def can_move(s, k, back):
    """Whether knight `k` can take one more step: not past the castle, nor back past its start."""
    if s.knight[k] < 0:
        return False
    if back == 1:
        return s.knight[k] != s.start[k]
    return s.lane[s.knight[k]] != HOME


@kernel
def move(s, w, mask, steps, back):
    """Move the knights of `mask` by `steps` squares, on or back, one at a time: the flame token may be on the way."""
    kind = Event.STEPPED_BACK if back == 1 else Event.MARCHED
    moved = 0
    for k in range(s.knights):
        w.square[k] = s.knight[k]
    for _ in range(steps):
        caught = 0
        for k in range(s.knights):
            if mask >> k & 1 == 1 and can_move(s, k, back):
                s.knight[k] = before(s, k) if back == 1 else after(s, s.knight[k])
                moved |= 1 << k
                if s.knight[k] == s.flame:
                    why = spared(s, k)
                    if why < 0:
                        caught |= 1 << k
                    else:
                        events.emit(w, Event.UNHARMED, k + 1, why, 0, 0, 0, 0, EVERYONE)
        if caught != 0:  # GOR-19: all knights that enter at the earliest step burn, then the token is removed
            events.emit(w, Event.FLAME_OUT, s.flame, 0, 0, 0, 0, 0, EVERYONE)
            s.flame = -1
            for k in range(s.knights):
                if caught >> k & 1 == 1:
                    events.emit(w, kind, k + 1, w.square[k], s.knight[k], 0, 0, 0, EVERYONE)
                    burn(s, w, k)
    for k in range(s.knights):
        if moved >> k & 1 == 1 and s.knight[k] >= 0:
            events.emit(w, kind, k + 1, w.square[k], s.knight[k], 0, 0, 0, EVERYONE)


@kernel
def nearest(s):
    """The mask of the knights with the fewest steps left."""
    fewest = SQUARES
    mask = 0
    for k in range(s.knights):
        if s.knight[k] >= 0:
            steps = s.far[s.knight[k]]
            if steps < fewest:
                fewest = steps
                mask = 0
            if steps == fewest:
                mask |= 1 << k
    return mask


@kernel
def stands_on(s, square):
    """Whether a knight stands on a square."""
    for k in range(s.knights):
        if s.knight[k] == square:
            return True
    return False


@kernel
def reinforce(s, w):
    """Return one burnt knight to a random free start, if a knight has burnt."""
    burnt = -1
    for k in range(s.knights - 1, -1, -1):
        if s.knight[k] < 0:
            burnt = k
    if burnt < 0:
        return
    free = 0
    for square in range(SQUARES):
        if s.lane[square] & START != 0 and not stands_on(s, square):
            w.square[free] = square
            free += 1
    square = w.square[chacha.below(s, Stream.FATE, free)]
    s.knight[burnt] = square
    s.start[burnt] = square
    events.emit(w, Event.REINFORCED, burnt + 1, square, 0, 0, 0, 0, EVERYONE)


# The table at the time of the choice ----------------------------------------------------------------------------------


@kernel
def note_choosing(s):
    """Store the table as it is when all choose."""
    s.was_at = s.at
    s.was_flame = s.flame
    for k in range(KNIGHTS):
        s.was_knight[k] = s.knight[k]
        s.was_start[k] = s.start[k]
    for p in range(s.players):
        s.was_hand[p] = s.hand[p]


@kernel
def forget_choosing(s):
    """Clear the stored table at the end of the round."""
    s.was_at = 0
    s.was_flame = 0
    for k in range(KNIGHTS):
        s.was_knight[k] = 0
        s.was_start[k] = 0
    for p in range(s.players):
        s.was_hand[p] = 0


# The end --------------------------------------------------------------------------------------------------------------


@kernel
def end(s, w, cause):
    """End the match and reveal the cards still face down."""
    s.over = cause
    forget_choosing(s)
    if cause == Cause.ALL_BURNT:
        events.emit(w, Event.WON, s.round, 0, 0, 0, 0, 0, EVERYONE)
    else:
        events.emit(w, Event.LOST, cause - 1, 0, 0, 0, 0, 0, EVERYONE)
    for p in range(s.players):
        if 0 < s.choice[p] <= PASSES:
            events.emit(w, Event.HAD_CHOSEN, p, s.choice[p] - 1, 0, 0, 0, 0, EVERYONE)


@kernel
def judge(s, w):
    """Check for a loss, then for a win, after an effect is complete (GOR-20)."""
    alive = 0
    for k in range(s.knights):
        if s.knight[k] >= 0:
            alive += 1
            if s.lane[s.knight[k]] == HOME:
                end(s, w, Cause.CASTLE_REACHED)
                return
    if alive == 0:
        end(s, w, Cause.ALL_BURNT)
