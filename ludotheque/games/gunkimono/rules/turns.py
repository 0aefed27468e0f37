"""A turn from the tile to the draw, step by step, and the end of the match. Kernel land."""

from ludotheque.games.gunkimono.declaration import Cause, Decision, Event
from ludotheque.games.gunkimono.rules.field import (
    claim_all,
    controlled,
    field_cell,
    formation,
    has_fortress,
    owners_found,
)
from ludotheque.games.gunkimono.rules.placing import cell_of, steps, unit_a, unit_b
from ludotheque.games.gunkimono.state import (
    ANNOUNCED,
    DISPLAY,
    END_PILE,
    GONE,
    HAND,
    HONOUR_CHOSEN,
    NOT_YET,
    PILE,
    STACK,
    TAKEN,
    TRIGGERED,
    VICTORY_CHOSEN,
)
from ludotheque.games.gunkimono.tables import (
    BANNER,
    BANNER_ROW,
    END_TILE,
    FIELD,
    FIRST_ROW,
    KINDS,
    SECOND_ROW,
    SMALL_SYMBOLS,
    SQUARE,
    SYMBOLS_A,
    SYMBOLS_B,
    UNIT_COUNT,
)
from ludotheque.kernel import decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE

symbols_a = table(SYMBOLS_A)
symbols_b = table(SYMBOLS_B)
small_symbols = table(SMALL_SYMBOLS)
square_of = table(SQUARE)
banner_row = table(BANNER_ROW)
first_row = table(FIRST_ROW)
second_row = table(SECOND_ROW)


# Step 1: place ----------------------------------------------------------------------------------------------------


@kernel
def pick_large(s, w, seat, kind):
    """Pick a large tile from the hand."""
    piles.take(s, HAND + seat, kind)
    s.laying = 1 + kind
    events.emit(w, Event.PICKED, seat, kind, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.PLACE, seat, 0, 0)


@kernel
def pick_small(s, w, seat, unit):
    """Pick a small tile from the reserve."""
    s.small[seat] &= ~(1 << unit)
    s.laying = 1 + KINDS + unit
    events.emit(w, Event.PICKED, seat, KINDS + unit, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.PLACE, seat, 0, 0)


@kernel
def lay_large(s, w, seat, place):
    """Place the current large tile, with a support under its lower half if `place` says so."""
    kind = s.laying - 1
    here = cell_of[place >> 3]
    there = here + steps[place >> 1 & 3]
    level = 1 + max(s.level[here], s.level[there])
    s.level[here] = level
    s.level[there] = level
    s.unit[here] = unit_a[kind]
    s.unit[there] = unit_b[kind]
    s.half[0] = here
    s.half[1] = there
    s.laid[kind] += 1
    s.passes = 0
    events.emit(w, Event.PLACED, seat, kind, square_of[here], square_of[there], level, place & 1, EVERYONE)
    emit_formations(s, w, seat)
    if place & 1 == 1:
        left = s.small[seat]
        if left & (left - 1) != 0:
            decisions.ask(s, Decision.SUPPORT, seat, 0, 0)
            return
        for unit in range(UNIT_COUNT):  # there is only one, as everybody can see
            if left == 1 << unit:
                support(s, w, seat, unit)
    ask_points(s, w, seat, 0)


@kernel
def lay_small(s, w, seat, square):
    """Place the current small tile."""
    here = cell_of[square]
    s.level[here] += 1
    s.unit[here] = s.laying - 1 - KINDS
    s.half[0] = here
    s.passes = 0
    events.emit(w, Event.PLACED_SMALL, seat, s.unit[here], square, s.level[here], 0, 0, EVERYONE)
    emit_formations(s, w, seat)
    ask_points(s, w, seat, 0)


@kernel
def support(s, w, seat, unit):
    """Take the named small tile as the support, face down under the large one (GUN-10)."""
    s.small[seat] &= ~(1 << unit)
    events.emit(w, Event.SUPPORTED, seat, unit, 0, 0, 0, 0, EVERYONE)


@kernel
def pass_by(s, w, seat):
    """Pass, because no tile can be placed. The hand is revealed as proof (GUN-14)."""
    s.passes += 1
    events.emit(w, Event.PASSED, seat, 0, 0, 0, 0, 0, EVERYONE)
    for i in range(s.count[HAND + seat]):
        events.emit(w, Event.SHOWED, seat, piles.get(s, HAND + seat, i), 0, 0, 0, 0, EVERYONE)
    piles.show(s, HAND + seat, EVERYONE)
    build(s, w, seat)


# Step 2: score ----------------------------------------------------------------------------------------------------


@kernel
def unit_of(s, half):
    """The unit on a half of the tile just placed."""
    return s.unit[s.half[half]]


@kernel
def symbols_of(s, half):
    """The symbols on a half of the tile just placed (GUN-18)."""
    if s.laying > KINDS:
        return small_symbols[s.laying - 1 - KINDS]
    return symbols_a[s.laying - 1] if half == 0 else symbols_b[s.laying - 1]


@kernel
def halves(s):
    """The number of units of the tile just placed."""
    return 1 if s.laying > KINDS else 2


@kernel
def victory_points(s, w, half):
    """The victory points of a half (GUN-17): 0 in a formation with a fortress (GUN-19)."""
    n = formation(s, w, s.half[half])
    return 0 if owners_found(s, w, n) != 0 else n


@kernel
def steps_up(s, seat, half):
    """The steps that honour for a half moves its marker: surplus steps are lost, a removed one stays (GUN-20)."""
    at = s.honour[5 * seat + unit_of(s, half)]
    return 0 if at == GONE else min(symbols_of(s, half), banner_row[s.players] - at)


@kernel
def emit_formations(s, w, seat):
    """Emit the points of the tile just placed, and whether honour for all of it would bring a fortress."""
    for half in range(halves(s)):
        n = formation(s, w, s.half[half])
        points = 0 if owners_found(s, w, n) != 0 else n
        events.emit(w, Event.FORMED, seat, unit_of(s, half), n, points, steps_up(s, seat, half), 0, EVERYONE)
    if honour_builds(s, w, seat):
        events.emit(w, Event.WITHIN_REACH, seat, 1, 0, 0, 0, 0, EVERYONE)


@kernel
def honour_builds(s, w, seat):
    """Whether honour for the whole tile brings a fortress this turn that would not come anyway (GUN-22)."""
    if s.built[seat] == 2 or due(s, seat) > 0:
        return False
    least = GONE
    for unit in range(UNIT_COUNT):
        steps = s.honour[5 * seat + unit]
        for half in range(halves(s)):
            if unit_of(s, half) == unit:
                steps += symbols_of(s, half)
        least = min(least, steps)
    return rows_reached(s, least) > s.built[seat] and any_site(s, w, seat)


@kernel
def ask_points(s, w, seat, half):
    """Ask for victory or honour, half by half; a unit without a marker can only take victory (GUN-20)."""
    while half < halves(s):
        if s.honour[5 * seat + unit_of(s, half)] != GONE:
            decisions.ask(s, Decision.POINTS, seat, half, 0)
            return
        s.chosen[half] = VICTORY_CHOSEN
        half += 1
    score_tile(s, w, seat)


@kernel
def score_tile(s, w, seat):
    """Score the victory points of both halves, then honour and banners, then a fortress (GUN-16)."""
    for half in range(halves(s)):
        if s.chosen[half] == VICTORY_CHOSEN:
            points = victory_points(s, w, half)
            s.formations[seat] += points
            events.emit(w, Event.SCORED, seat, unit_of(s, half), points, 0, 0, 0, EVERYONE)
    for half in range(halves(s)):
        if s.chosen[half] == HONOUR_CHOSEN:
            honour(s, w, seat, unit_of(s, half), symbols_of(s, half))
    build(s, w, seat)


@kernel
def honour(s, w, seat, unit, symbols):
    """Move a marker up; one that reaches the banners takes the top one and is removed (GUN-18, GUN-20)."""
    at = 5 * seat + unit
    top = banner_row[s.players]
    up = min(symbols, top - s.honour[at])  # GUN-20: surplus steps are lost
    s.honour[at] += up
    events.emit(w, Event.HONOURED, seat, unit, up, s.honour[at], 0, 0, EVERYONE)
    if s.honour[at] < top:
        return
    s.honour[at] = GONE
    if s.count[STACK + unit] == 0:
        events.emit(w, Event.NO_BANNER, seat, unit, 0, 0, 0, 0, EVERYONE)
        return
    banner = piles.pop(s, STACK + unit)
    piles.push(s, TAKEN + seat, banner, 1 << seat)
    worth = banner - BANNER
    events.emit(w, Event.BANNER_TAKEN, seat, unit, (worth - 1) // 5, worth, 0, 0, 1 << seat)


# Fortresses -------------------------------------------------------------------------------------------------------


@kernel
def rows_reached(s, least):
    """The number of fortress rows at or below a number of steps (GUN-21)."""
    return (least >= first_row[s.players]) + (least >= second_row[s.players])


@kernel
def due(s, seat):
    """The number of fortresses that `seat` has earned and not built; a removed marker is past both rows (GUN-21)."""
    least = GONE
    for unit in range(UNIT_COUNT):
        least = min(least, s.honour[5 * seat + unit])
    return rows_reached(s, least) - s.built[seat]


@kernel
def may_build(s, w, seat, cell):
    """Whether `seat` may build a fortress on a cell; `w.claim` comes from `claim_all` (GUN-21)."""
    claim = w.claim[cell]
    return claim == 0 or (claim == 1 << seat and s.free_only == 0 and not has_fortress(s, cell))


@kernel
def any_site(s, w, seat):
    """Whether there is a square for a fortress of `seat`."""
    claim_all(s, w)
    for k in range(FIELD):
        cell = field_cell[k]
        if may_build(s, w, seat, cell):
            return True
    return False


@kernel
def build(s, w, seat):
    """Ask for the square of a fortress that is due; without a legal square it waits (GUN-21, GUN-22)."""
    if due(s, seat) > 0:
        if any_site(s, w, seat):
            decisions.ask(s, Decision.SITE, seat, 0, 0)
            return
        events.emit(w, Event.NO_SITE, seat, 0, 0, 0, 0, 0, EVERYONE)
    score_fortresses(s, w, seat)


@kernel
def build_on(s, w, seat, square):
    """Build a fortress; a second one that is due waits for the next turn (GUN-22)."""
    cell = cell_of[square]
    s.site[2 * seat + s.built[seat]] = cell
    s.built[seat] += 1
    if s.built[seat] == 2 and s.site[2 * seat] > cell:  # keep them in the order of their cells
        s.site[2 * seat + 1] = s.site[2 * seat]
        s.site[2 * seat] = cell
    events.emit(w, Event.BUILT, seat, square, s.unit[cell], formation(s, w, cell), 0, 0, EVERYONE)
    if due(s, seat) > 0:
        events.emit(w, Event.WAITS, seat, 0, 0, 0, 0, 0, EVERYONE)
    score_fortresses(s, w, seat)


@kernel
def score_fortresses(s, w, seat):
    """Step 3: score the formation of each own fortress (GUN-24)."""
    for k in range(s.built[seat]):
        cell = s.site[2 * seat + k]
        n = formation(s, w, cell)
        s.fortresses[seat] += n
        events.emit(w, Event.FORTRESS_SCORED, seat, square_of[cell], s.unit[cell], n, 0, 0, EVERYONE)
    refill(s, w, seat)


# Step 4: refill ---------------------------------------------------------------------------------------------------


@kernel
def refill(s, w, seat):
    """Let a player who placed a large tile draw one, if any is left (GUN-25)."""
    if s.laying > 0 and s.laying <= KINDS:
        if s.count[DISPLAY] + s.count[PILE] > 0:
            decisions.ask(s, Decision.DRAW, seat, 0, 0)
            return
        events.emit(w, Event.DREW_NOTHING, seat, 0, 0, 0, 0, 0, EVERYONE)
    end_turn(s, w, seat)


@kernel
def next_tile(s, w, seat, end_event):
    """Take the top tile of the piles, -1 if there is none; an end tile on the way triggers the end (GUN-27)."""
    if s.count[PILE] == 0:
        return -1
    tile = piles.pop(s, PILE)
    if tile == END_TILE:
        s.end = TRIGGERED
        events.emit(w, end_event, seat, last_seat(s), 0, 0, 0, 0, EVERYONE)
        if seat != last_seat(s):  # otherwise the match ends with this turn (GUN-27)
            events.emit(w, Event.LAST_TURNS, last_seat(s), 0, 0, 0, 0, 0, EVERYONE)
        tile = piles.pop(s, PILE) if s.count[PILE] > 0 else -1
    if s.count[PILE] == 0 and s.end == NOT_YET:
        open_end_pile(s, w)
    return tile


@kernel
def open_end_pile(s, w):
    """Continue with the end pile when the piles are empty (GUN-26)."""
    number = s.count[END_PILE]
    for i in range(number):
        piles.push(s, PILE, piles.get(s, END_PILE, i), 0)
    for _ in range(number):
        piles.pop(s, END_PILE)
    s.end = ANNOUNCED
    events.emit(w, Event.END_ANNOUNCED, number, 0, 0, 0, 0, 0, EVERYONE)


@kernel
def take(s, w, seat, kind):
    """Take a tile of the display, openly; another one replaces it at once."""
    piles.take(s, DISPLAY, kind)
    piles.push(s, HAND + seat, kind, EVERYONE)
    events.emit(w, Event.TOOK, seat, kind, 0, 0, 0, 0, EVERYONE)
    tile = next_tile(s, w, seat, Event.END_TURNED_UP)
    if tile >= 0:
        turn_up(s, w, tile)


@kernel
def turn_up(s, w, tile):
    """Put a tile on the display."""
    piles.push(s, DISPLAY, tile, EVERYONE)
    events.emit(w, Event.TURNED_UP, tile, 0, 0, 0, 0, 0, EVERYONE)


@kernel
def draw_blind(s, w, seat):
    """Draw from the piles, unseen by the others."""
    tile = next_tile(s, w, seat, Event.END_DRAWN)
    if tile < 0:
        events.emit(w, Event.DREW_NOTHING, seat, 0, 0, 0, 0, 0, EVERYONE)
        return
    piles.push(s, HAND + seat, tile, 1 << seat)
    events.emit(w, Event.DREW, seat, tile, 0, 0, 0, 0, 1 << seat)


# The end ----------------------------------------------------------------------------------------------------------


@kernel
def last_seat(s):
    """The player to the right of the first player, who has the last turn of a round."""
    return (s.first + s.players - 1) % s.players


@kernel
def end_turn(s, w, seat):
    """Continue with the next player, or end the match."""
    s.laying = 0
    for half in range(2):
        s.half[half] = 0
        s.chosen[half] = 0
    if s.end == TRIGGERED and seat == last_seat(s):  # GUN-27
        finish(s, w, Cause.END_TILE)
    elif s.passes == s.players:  # GUN-14
        events.emit(w, Event.STUCK, 0, 0, 0, 0, 0, 0, EVERYONE)
        finish(s, w, Cause.NOBODY_CAN_PLACE)
    else:
        s.turn = (seat + 1) % s.players
        decisions.ask(s, Decision.TILE, s.turn, 0, 0)


@kernel
def finish(s, w, cause):
    """Reveal the banners, count, find the winner (GUN-28)."""
    s.over = cause
    for p in range(s.players):
        piles.show(s, TAKEN + p, EVERYONE)
        for i in range(s.count[TAKEN + p]):
            worth = piles.get(s, TAKEN + p, i) - BANNER
            events.emit(w, Event.BANNER_SHOWN, p, (worth - 1) // 5, worth, 0, 0, 0, EVERYONE)
    for p in range(s.players):
        s.controlled[p] = controlled(s, w, p)
        events.emit(w, Event.TOTAL, p, points_of(s, p), 0, 0, 0, 0, EVERYONE)
    best = most_points(s)
    tied = 0
    for p in range(s.players):
        tied += points_of(s, p) == best
    winners = 0
    for p in range(s.players):
        if tied > 1 and points_of(s, p) == best:
            events.emit(w, Event.TIE_BROKEN, p, s.controlled[p], 0, 0, 0, 0, EVERYONE)
        winners += wins(s, p)
    for p in range(s.players):
        if wins(s, p):
            events.emit(w, Event.WON if winners == 1 else Event.SHARED, p, 0, 0, 0, 0, 0, EVERYONE)


@kernel
def banners_of(s, seat):
    """The total value of the banners of `seat`."""
    worth = 0
    for i in range(s.count[TAKEN + seat]):
        worth += piles.get(s, TAKEN + seat, i) - BANNER
    return worth


@kernel
def points_of(s, seat):
    """All points of `seat`, banners included."""
    return s.formations[seat] + s.fortresses[seat] + banners_of(s, seat)


@kernel
def most_points(s):
    """The highest number of points of any seat."""
    best = 0
    for p in range(s.players):
        best = max(best, points_of(s, p))
    return best


@kernel
def wins(s, seat):
    """Whether `seat` has the most points and, if several do, the most units in its formations (GUN-28)."""
    best = most_points(s)
    units = 0
    for p in range(s.players):
        if points_of(s, p) == best:
            units = max(units, s.controlled[p])
    return points_of(s, seat) == best and s.controlled[seat] == units
