"""The rules of Gunkimono: the functions that every game must have. The turn is in turns.py. Kernel land.

The ids in comments (GUN-07) are those of the rulebook; `forbidden` returns the number of a refusal.
"""

from ludotheque.games.gunkimono.declaration import Action, Decision, Event, Refusal, Stream
from ludotheque.games.gunkimono.rules.accounts import account, open_accounts
from ludotheque.games.gunkimono.rules.field import claim_all, field_cell, formation, has_fortress, owners_found, several
from ludotheque.games.gunkimono.rules.knowledge import redeal
from ludotheque.games.gunkimono.rules.placing import (
    cell_of,
    fits_large,
    fits_small,
    list_large,
    list_small,
    on_field,
    refusal_of_large,
    refusal_of_small,
    survey,
)
from ludotheque.games.gunkimono.rules.turns import (
    ask_points,
    build_on,
    draw_blind,
    end_turn,
    lay_large,
    lay_small,
    may_build,
    pass_by,
    pick_large,
    pick_small,
    points_of,
    support,
    take,
    turn_up,
    wins,
)
from ludotheque.games.gunkimono.state import (
    ALL_SMALL,
    DISPLAY,
    DISPLAY_SIZE,
    END_PILE,
    GONE,
    HAND,
    HAND_SIZE,
    HONOUR_CHOSEN,
    NOT_YET,
    PILE,
    REMOVED,
    STACK,
    TAKEN,
    TRIGGERED,
    VICTORY_CHOSEN,
)
from ludotheque.games.gunkimono.tables import (
    BANNER,
    BANNER_ROW,
    BANNER_VALUES,
    CELLS,
    COPIES,
    END_TILE,
    END_TILES,
    FIELD,
    KINDS,
    LOTUS,
    OFF,
    PRINTED_LEVEL,
    PRINTED_UNIT,
    TILES_USED,
    UNIT_COUNT,
)
from ludotheque.kernel import chacha, decisions, events, kernel, piles, table
from ludotheque.kernel.declare import EVERYONE, SHARE

copies_of = table(COPIES)
printed_unit = table(PRINTED_UNIT)
printed_level = table(PRINTED_LEVEL)
tiles_used = table(TILES_USED)
has_lotus = table(LOTUS)
banner_row = table(BANNER_ROW)
banner_values = table(BANNER_VALUES)

__all__ = ["account", "forbidden", "legal", "open_accounts", "play", "redeal", "score", "setup", "share", "sound"]


# Set-up -----------------------------------------------------------------------------------------------------------


@kernel
def setup(s, w):
    """Set up the field, stack the banners, deal the tiles, draw the first player."""
    for cell in range(CELLS):
        s.unit[cell] = printed_unit[cell]  # GUN-02
        s.level[cell] = printed_level[cell]
    stack_banners(s, w)
    for kind in range(KINDS):
        for _ in range(copies_of[kind]):
            piles.push(s, PILE, kind, 0)
    piles.shuffle(s, PILE, Stream.DEAL)
    while s.count[PILE] > tiles_used[s.players]:  # GUN-05
        piles.push(s, REMOVED, piles.pop(s, PILE), 0)
    for _ in range(END_TILES):
        piles.push(s, END_PILE, piles.pop(s, PILE), 0)
    piles.push(s, END_PILE, END_TILE, 0)
    piles.shuffle(s, END_PILE, Stream.DEAL)
    for _ in range(DISPLAY_SIZE):
        turn_up(s, w, piles.pop(s, PILE))
    for p in range(s.players):
        s.small[p] = ALL_SMALL
        for _ in range(HAND_SIZE):
            piles.push(s, HAND + p, piles.pop(s, PILE), 1 << p)
        events.emit(w, Event.DEALT, p, HAND_SIZE, 0, 0, 0, 0, EVERYONE)
    s.first = chacha.below(s, Stream.DEAL, s.players)  # GUN-06
    s.turn = s.first
    events.emit(w, Event.STARTS, s.first, 0, 0, 0, 0, 0, EVERYONE)
    decisions.ask(s, Decision.TILE, s.turn, 0, 0)


@kernel
def stack_banners(s, w):
    """Put a stack on each column: lotus (not with two players), crane, dragon, each kind shuffled (GUN-03)."""
    for kind in range(3):
        if kind == 0 and has_lotus[s.players] == 0:
            continue
        piles.pool_clear(w)
        for unit in range(UNIT_COUNT):
            piles.pool_add(w, BANNER + banner_values[kind, unit])
        piles.pool_mix(s, w, Stream.DEAL)
        for unit in range(UNIT_COUNT):
            piles.push(s, STACK + unit, w.pool[unit], 0)
    piles.pool_clear(w)


# Legality ---------------------------------------------------------------------------------------------------------


@kernel
def forbidden(s, w, seat, action):
    """0 if `seat`, who owes a decision, may take `action`, else the refusal. Uses only what `seat` may know."""
    decision = decisions.kind(s)
    if action < Action.LAY:
        return refusal_of_tile(s, w, seat, action) if decision == Decision.TILE else Refusal.WRONG_DECISION
    if action < Action.SUPPORT:
        return refusal_of_place(s, w, seat, action) if decision == Decision.PLACE else Refusal.WRONG_DECISION
    if action < Action.VICTORY:
        if decision != Decision.SUPPORT:
            return Refusal.WRONG_DECISION
        return 0 if s.small[seat] & (1 << (action - Action.SUPPORT)) else Refusal.SMALL_TILE_GONE  # GUN-10
    if action < Action.BUILD:
        return 0 if decision == Decision.POINTS else Refusal.WRONG_DECISION  # GUN-16
    if action < Action.TAKE:
        return (
            refusal_of_site(s, w, seat, action - Action.BUILD) if decision == Decision.SITE else Refusal.WRONG_DECISION
        )
    if decision != Decision.DRAW:
        return Refusal.WRONG_DECISION
    if action == Action.BLIND:
        return 0 if s.count[PILE] > 0 else Refusal.PILES_EMPTY  # GUN-25
    return 0 if piles.find(s, DISPLAY, action - Action.TAKE) >= 0 else Refusal.NOT_ON_DISPLAY  # GUN-25


@kernel
def refusal_of_tile(s, w, seat, action):
    """The refusal to pick a tile, or to pass; 0 if it is legal."""
    if action == Action.PASS:
        return Refusal.MUST_PLACE if fits_any(s, w, seat) else 0  # GUN-07, GUN-14
    if action < Action.SMALL:
        if piles.find(s, HAND + seat, action - Action.LARGE) < 0:
            return Refusal.NOT_IN_HAND  # GUN-07
        return 0 if fits_large(s, w, seat, action - Action.LARGE, survey(s, w)) else Refusal.FITS_NOWHERE
    if s.small[seat] & (1 << (action - Action.SMALL)) == 0:
        return Refusal.SMALL_TILE_GONE  # GUN-25
    return 0 if fits_small(s, w, action - Action.SMALL, survey(s, w)) else Refusal.FITS_NOWHERE


@kernel
def fits_any(s, w, seat):
    """Whether `seat` can place any tile."""
    contested = survey(s, w)
    for unit in range(UNIT_COUNT):
        if s.small[seat] & (1 << unit) != 0 and fits_small(s, w, unit, contested):
            return True
    for i in range(s.count[HAND + seat]):
        if fits_large(s, w, seat, piles.get(s, HAND + seat, i), contested):
            return True
    return False


@kernel
def refusal_of_place(s, w, seat, action):
    """The refusal to place the current tile there, or 0."""
    if s.laying > KINDS:
        return (
            refusal_of_small(s, w, s.laying - 1 - KINDS, action - Action.SET)
            if action >= Action.SET
            else Refusal.ONE_SQUARE
        )
    return (
        refusal_of_large(s, w, seat, s.laying - 1, action - Action.LAY) if action < Action.SET else Refusal.TWO_SQUARES
    )


@kernel
def refusal_of_site(s, w, seat, square):
    """The refusal to build a fortress on a square, or 0 (GUN-21)."""
    cell = cell_of[square]
    if s.unit[cell] == OFF:
        return Refusal.OFF_THE_FIELD
    if has_fortress(s, cell):
        return Refusal.FORTRESS_THERE
    owners = owners_found(s, w, formation(s, w, cell))
    if owners & ~(1 << seat) != 0:
        return Refusal.CONTROLLED
    if owners != 0 and s.free_only == 1:
        return Refusal.OWN_FORMATION
    return 0


@kernel
def legal(s, w, seat, out):
    """List what `forbidden` allows, in ascending order."""
    decision = decisions.kind(s)
    if decision == Decision.PLACE:
        if s.laying > KINDS:
            return list_small(s, w, s.laying - 1 - KINDS, out)
        return list_large(s, w, seat, s.laying - 1, out)
    if decision == Decision.TILE:
        return list_tiles(s, w, seat, out)
    if decision == Decision.POINTS:
        out[0] = Action.VICTORY
        out[1] = Action.HONOUR
        return 2
    if decision == Decision.DRAW:
        n = list_kinds(s, DISPLAY, Action.TAKE, out)
        out[n] = Action.BLIND
        return n + (s.count[PILE] > 0)
    n = 0
    if decision == Decision.SUPPORT:
        for unit in range(UNIT_COUNT):
            out[n] = Action.SUPPORT + unit
            n += s.small[seat] >> unit & 1
        return n
    claim_all(s, w)
    for k in range(FIELD):
        out[n] = Action.BUILD + on_field[k]
        n += may_build(s, w, seat, field_cell[k])
    return n


@kernel
def list_kinds(s, z, first, out):
    """Write the different tiles of a hand or of the display into `out`, ascending, as actions from `first` on."""
    n = 0
    for i in range(s.count[z]):
        action = first + piles.get(s, z, i)
        j = n
        while j > 0 and out[j - 1] > action:
            j -= 1
        if j == 0 or out[j - 1] != action:
            for k in range(n, j, -1):
                out[k] = out[k - 1]
            out[j] = action
            n += 1
    return n


@kernel
def list_tiles(s, w, seat, out):
    """List the tiles that can be placed somewhere; if there are none, passing."""
    contested = survey(s, w)
    held = list_kinds(s, HAND + seat, Action.LARGE, out)
    n = 0
    for i in range(held):
        out[n] = out[i]
        n += fits_large(s, w, seat, out[i] - Action.LARGE, contested)
    for unit in range(UNIT_COUNT):
        out[n] = Action.SMALL + unit
        if s.small[seat] >> unit & 1 == 1:
            n += fits_small(s, w, unit, contested)
    if n == 0:
        out[0] = Action.PASS
        return 1
    return n


# Playing ----------------------------------------------------------------------------------------------------------


@kernel
def play(s, w, seat, action):
    """Carry out a legal action, then everything that follows without a decision."""
    half = decisions.a(s)
    decisions.answered(s)
    if action == Action.PASS:
        pass_by(s, w, seat)
    elif action < Action.SMALL:
        pick_large(s, w, seat, action - Action.LARGE)
    elif action < Action.LAY:
        pick_small(s, w, seat, action - Action.SMALL)
    elif action < Action.SET:
        lay_large(s, w, seat, action - Action.LAY)
    elif action < Action.SUPPORT:
        lay_small(s, w, seat, action - Action.SET)
    elif action < Action.VICTORY:
        support(s, w, seat, action - Action.SUPPORT)
        ask_points(s, w, seat, 0)
    elif action < Action.BUILD:
        s.chosen[half] = HONOUR_CHOSEN if action == Action.HONOUR else VICTORY_CHOSEN
        ask_points(s, w, seat, half + 1)
    elif action < Action.TAKE:
        build_on(s, w, seat, action - Action.BUILD)
    else:
        if action == Action.BLIND:
            draw_blind(s, w, seat)
        else:
            take(s, w, seat, action - Action.TAKE)
        end_turn(s, w, seat)


# Counting ---------------------------------------------------------------------------------------------------------


@kernel
def score(s, seat):
    """The points of `seat`; banners count once they are revealed."""
    if s.over != 0:
        return points_of(s, seat)
    return s.formations[seat] + s.fortresses[seat]


@kernel
def share(s, seat):
    """The share of `seat` in the win; players still equal after the tie-break divide it (GUN-28)."""
    if not wins(s, seat):
        return 0
    winners = 0
    for p in range(s.players):
        winners += wins(s, p)
    return SHARE // winners


@kernel
def sound(s, w):
    """0, or the number of a broken invariant.

    1 tiles lost or made · 2 the end tile not where it should be · 3 banners lost or made · 4 levels that don't match
    the tiles · 5 a formation of two players · 6 a marker or fortress too many · 7 a lost event · 8 scratch not cleared
    """
    for kind in range(KINDS + 1):
        w.tally[kind] = s.laid[kind] if kind < KINDS else 0
    tiles = STACK
    for z in range(tiles):
        for i in range(s.count[z]):
            w.tally[piles.get(s, z, i)] += 1
    if decisions.kind(s) == Decision.PLACE and s.laying <= KINDS:
        w.tally[s.laying - 1] += 1
    for kind in range(KINDS):
        if w.tally[kind] != copies_of[kind]:
            return 1
    if w.tally[END_TILE] != (s.end != TRIGGERED) or (s.end == NOT_YET and piles.find(s, END_PILE, END_TILE) < 0):
        return 2
    banners = 0
    for z in range(STACK, TAKEN + s.players):
        for i in range(s.count[z]):
            banners |= 1 << (piles.get(s, z, i) - BANNER)
    for kind in range(3):
        for i in range(UNIT_COUNT):
            expected = kind > 0 or has_lotus[s.players] == 1
            if (banners >> banner_values[kind, i] & 1 == 1) != expected:
                return 3
    return sound_field(s, w)


@kernel
def sound_field(s, w):
    """The invariants of the field, of markers and of the workspace."""
    levels = 0
    for k in range(FIELD):
        levels += s.level[field_cell[k]]
    tiles = s.given
    for kind in range(KINDS):
        tiles += 2 * s.laid[kind]
    for p in range(s.players):
        for unit in range(UNIT_COUNT):
            tiles += s.small[p] >> unit & 1 == 0
            if s.honour[5 * p + unit] >= banner_row[s.players] and s.honour[5 * p + unit] != GONE:
                return 6
        if s.built[p] > 2 or s.count[HAND + p] > HAND_SIZE:
            return 6
    if decisions.kind(s) == Decision.PLACE and s.laying > KINDS:
        tiles -= 1
    if decisions.kind(s) == Decision.SUPPORT:
        tiles += 1
    if levels != tiles:
        return 4
    for p in range(s.players):
        for k in range(s.built[p]):
            if several(owners_found(s, w, formation(s, w, s.site[2 * p + k]))):
                return 5
    if w.events_lost > 0:
        return 7
    for cell in range(CELLS):
        if w.mark[cell] != 0:
            return 8
    return 0
