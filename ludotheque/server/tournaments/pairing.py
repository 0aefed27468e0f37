"""The next pairings, kind by kind. Each function is pure: the same entrants and results give the same pairings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludotheque.server.tournaments.matching import first_pairing
from ludotheque.server.tournaments.model import Entrant, Pairing, Plan, of_player, scores

BYE = ""  # stands for nobody while people are paired
REPLAYS = 2  # times that a drawn match of a knock-out is played again
PAIRED_AT_ONCE = 4  # players: so few in an arena don't wait for a new opponent


def swiss(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Plan]:
    """The next round: nobody meets anybody twice while that can be, equal scores meet, upper half against lower half.

    Of an odd number the last who has had no bye gets one. Where no pairing without repetition is left, people meet
    again as seldom as can be.
    """
    points = scores(entrants, pairings)
    field = sorted((one for one in entrants if one.active), key=lambda one: (-points[one.id], one.seed))
    order = [one.id for one in field]
    if not order:
        return []
    met = Counter(frozenset(pairing.players) for pairing in pairings if len(pairing.players) == 2)
    byes = Counter(pairing.players[0] for pairing in pairings if pairing.kind == "bye")
    wishes = {name: _fold(name, order, points) for name in order}
    if len(order) % 2:
        order = [BYE, *order]  # it chooses first, from below
        wishes = {name: [*wish, BYE] for name, wish in wishes.items()} | {BYE: list(reversed(order[1:]))}
    repeats = 0
    while True:

        def allowed(one: str, other: str, most: int = repeats) -> bool:
            if BYE in (one, other):
                return byes[one or other] <= most
            return met[frozenset((one, other))] <= most

        preferences = {name: [other for other in wish if allowed(name, other)] for name, wish in wishes.items()}
        if (found := first_pairing(order, preferences)) is not None:
            break
        repeats += 1
    plans = [_seated(one, other, pairings) for one, other in found if BYE not in (one, other)]
    return plans + [bye(one or other) for one, other in found if BYE in (one, other)]


def _fold(name: str, order: Sequence[str], points: dict[str, float]) -> list[str]:
    """Return a player's best opponents first: half a score group below, then the nearest scores."""
    group = [other for other in order if points[other] == points[name]]
    place, half = group.index(name), len(group) // 2
    ideal = place + half if place < half else place - half

    def distance(other: str) -> tuple[float, int]:
        if points[other] != points[name]:
            return abs(points[other] - points[name]), order.index(other)
        return 0.0, abs(group.index(other) - ideal)

    return sorted((other for other in order if other != name), key=distance)


def _seated(one: str, other: str, pairings: Sequence[Pairing]) -> Plan:
    """Order two players: first the one who sat first less often, then the one who did not the last time."""

    def began(player: str) -> tuple[int, int]:
        seats = [p.players.index(player) for p in of_player(pairings, player) if len(p.players) == 2]
        return seats.count(0) - seats.count(1), seats[-1] == 0 if seats else 0

    return Plan((other, one) if began(other) < began(one) else (one, other))


def bye(player: str) -> Plan:
    """A round without an opponent counts as won."""
    return Plan((player,), (1.0,), "bye")


# Everybody against everybody --------------------------------------------------------------------------------------


def berger(count: int) -> list[list[tuple[int, int]]]:
    """The rounds in which `count` meet each other once, as in the tables of Berger; places from 0 on.

    The first of a pair sits first. Of an odd number the one who would meet the last place, which is nobody's, is free.
    """
    even = count + count % 2
    if even < 2:
        return []
    last, ring = even - 1, list(range(even - 1))
    rounds = []
    for n in range(last):
        top = ring[(n * (even // 2)) % last]
        first = (top, last) if n % 2 == 0 else (last, top)
        at = ring.index(top)
        rest = [(ring[(at + k) % last], ring[(at - k) % last]) for k in range(1, even // 2)]
        rounds.append([pair for pair in [first, *rest] if max(pair) < count])
    return rounds


def round_robin(entrants: Sequence[Entrant], round_number: int) -> list[Plan]:
    """Return the pairs of a round, counted from 1. Players who left lose without playing."""
    order = sorted(entrants, key=lambda one: one.seed)
    plans = []
    for first, second in berger(len(order))[round_number - 1]:
        one, other = order[first], order[second]
        if one.active or other.active:
            plans.append(_met_or_won(one, other))
    return plans


def _met_or_won(one: Entrant, other: Entrant, slot: int = 0) -> Plan:
    if one.active and other.active:
        return Plan((one.id, other.id), slot=slot)
    return Plan((one.id, other.id), (float(one.active), float(other.active)), "forfeit", slot)


# Knock-out --------------------------------------------------------------------------------------------------------


def bracket(count: int) -> list[int | None]:
    """The seeds of a knock-out in the order of the bracket, so that the strongest meet last; None where nobody is."""
    places = [0]
    while len(places) < count:
        full = 2 * len(places)
        places = [seed for place in places for seed in (place, full - 1 - place)]
    return [seed if seed < count else None for seed in places]


def knockout(entrants: Sequence[Entrant], pairings: Sequence[Pairing], round_number: int) -> list[Plan]:
    """Return the pairs of a round at the moment, with drawn matches again; nothing once all is decided."""
    by_seed = sorted(entrants, key=lambda one: one.seed)
    by_id = {one.id: one for one in entrants}
    if round_number == 1:
        field = [None if seed is None else by_seed[seed].id for seed in bracket(len(by_seed))]
    else:
        slots = len(bracket(len(by_seed))) >> (round_number - 1)
        field = [winner(entrants, pairings, round_number - 1, slot) for slot in range(slots)]
    plans = []
    for slot in range(len(field) // 2):
        pair = [name for name in field[2 * slot : 2 * slot + 2] if name is not None]
        played = _at(pairings, round_number, slot)
        if not pair or any(pairing.points is None for pairing in played):
            continue
        if len(pair) == 1:
            plans += [] if played else [Plan((pair[0],), (1.0,), "bye", slot)]
        elif not played:
            plans.append(_met_or_won(by_id[pair[0]], by_id[pair[1]], slot))
        elif winner(entrants, pairings, round_number, slot) is None:
            again = played[-1].players[::-1]  # the other one begins
            plans.append(_met_or_won(by_id[again[0]], by_id[again[1]], slot))
    return plans


def _at(pairings: Sequence[Pairing], round_number: int, slot: int) -> list[Pairing]:
    return [pairing for pairing in pairings if pairing.round == round_number and pairing.slot == slot]


def winner(entrants: Sequence[Entrant], pairings: Sequence[Pairing], round_number: int, slot: int) -> str | None:
    """Return who wins a place of the bracket; after `REPLAYS` draws the higher seed. None: nobody (yet)."""
    played = _at(pairings, round_number, slot)
    if not played or played[-1].points is None:
        return None
    last = played[-1]
    points = last.points or ()
    if max(points) != min(points) or len(points) == 1:
        return last.players[points.index(max(points))] if max(points) > 0 else None
    if last.kind == "forfeit":
        return None  # both had left
    seeds = {one.id: one.seed for one in entrants}
    return min(last.players, key=lambda name: seeds[name]) if len(played) > REPLAYS else None


# Arena ------------------------------------------------------------------------------------------------------------


def arena(free: Sequence[Entrant], pairings: Sequence[Pairing], ranking: Sequence[str], patient: bool) -> list[Plan]:
    """Those who are free, neighbours in the standings together; who has just met does not meet again at once.

    Of an odd number whoever came free last waits; so do those who have just met, while everybody is `patient`.
    """
    last = {player: pairing for pairing in pairings for player in pairing.players}
    waiting = sorted(free, key=lambda one: (_free_since(one, last), one.seed))
    if len(waiting) % 2:
        waiting = waiting[:-1]
    place = {name: n for n, name in enumerate(ranking)}
    order = [one.id for one in sorted(waiting, key=lambda one: place[one.id])]

    def just_met(one: str, other: str) -> bool:
        return any(name in last and {one, other} <= set(last[name].players) for name in (one, other))

    def near(name: str) -> list[str]:
        return sorted((other for other in order if other != name), key=lambda other: abs(place[other] - place[name]))

    wishes = {name: near(name) for name in order}
    fresh = {name: [other for other in wish if not just_met(name, other)] for name, wish in wishes.items()}
    found = first_pairing(order, fresh)
    if found is None and (not patient or len(ranking) < PAIRED_AT_ONCE):
        found = first_pairing(order, wishes)
    return [_seated(one, other, pairings) for one, other in found or []]


def free_since(entrant: Entrant, pairings: Sequence[Pairing]) -> float:
    """Return when the player's last match ended, or when they entered."""
    return _free_since(entrant, {player: pairing for pairing in pairings for player in pairing.players})


def _free_since(entrant: Entrant, last: dict[str, Pairing]) -> float:
    return max(entrant.entered, last[entrant.id].ended if entrant.id in last else 0.0)


# Points over rounds, for more than two ------------------------------------------------------------------------------


def table_sizes(count: int, wanted: int, least: int, most: int) -> list[int] | None:
    """Return the sizes of the tables, as wanted or nearly so; None if it can't be done."""
    fitting = [
        [count // tables + (n < count % tables) for n in range(tables)]
        for tables in range(1, count + 1)
        if least * tables <= count <= most * tables
    ]
    return min(fitting, key=lambda sizes: max(abs(size - wanted) for size in sizes), default=None)


def tables(entrants: Sequence[Entrant], pairings: Sequence[Pairing], wanted: int, least: int, most: int) -> list[Plan]:
    """A round of points: neighbours in the standings at one table, those first who have met least often.

    Where nobody can be seated with the last ones they have a bye, in turn: who has had fewest.
    """
    points = scores(entrants, pairings)
    order = [o.id for o in sorted((o for o in entrants if o.active), key=lambda o: (-points[o.id], o.seed))]
    byes = Counter(pairing.players[0] for pairing in pairings if pairing.kind == "bye")
    free: list[str] = []
    while (sizes := table_sizes(len(order), wanted, least, most)) is None and order:
        out = min(reversed(order), key=lambda name: byes[name])
        order.remove(out)
        free.append(out)
    met = Counter(
        frozenset((one, other)) for pairing in pairings for one in pairing.players for other in pairing.others(one)
    )
    plans = []
    for size in sizes or []:
        seated = [order.pop(0)]
        while len(seated) < size:
            best = min(order, key=lambda name: sum(met[frozenset((name, other))] for other in seated))
            order.remove(best)
            seated.append(best)
        turn = len(pairings) % size  # who begins differs from round to round
        plans.append(Plan((*seated[turn:], *seated[:turn])))
    return plans + [Plan((name,), (float(wanted - 1),), "bye") for name in free]
