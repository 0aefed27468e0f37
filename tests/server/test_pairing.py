"""Pairing, scoring and tie-breaks of tournaments: against brute force, and against what others have published."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from ludotheque.server.tournaments import pairing, scoring
from ludotheque.server.tournaments.matching import first_pairing
from ludotheque.server.tournaments.model import Entrant, Kind, Pairing, scores
from ludotheque.server.tournaments.steps import Stored, next_step, rounds_for


def by_trying_all(order: list[str], preferences: dict[str, list[str]]) -> list[tuple[str, str]] | None:
    """The same, for few."""
    if not order:
        return []
    one, *rest = order
    for other in preferences[one]:
        if other in rest:
            found = by_trying_all([name for name in rest if name != other], preferences)
            if found is not None:
                return [(one, other), *found]
    return None


@pytest.mark.parametrize("seed", range(40))
def test_the_first_complete_pairing_is_found(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        order = [str(n) for n in range(random.choice((2, 4, 6, 8, 10)))]
        edges = {pair for pair in combinations(order, 2) if random.random() < random.choice((0.25, 0.4, 0.7))}
        near = {name: [other for other in order if tuple(sorted((name, other))) in edges] for name in order}
        for wish in near.values():
            random.shuffle(wish)
        assert first_pairing(order, near) == by_trying_all(order, near)


def test_the_tables_of_berger() -> None:
    # FIDE handbook, C.05 annex 1: three to six players.
    published = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    assert [" ".join(f"{a + 1}-{b + 1}" for a, b in pairs) for pairs in pairing.berger(6)] == published
    for count in range(2, 12):
        met = Counter(frozenset(pair) for pairs in pairing.berger(count) for pair in pairs)
        assert met == Counter(map(frozenset, combinations(range(count), 2)))


def test_a_bracket_lets_the_strongest_meet_last() -> None:
    assert pairing.bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert pairing.bracket(5) == [0, None, 3, 4, 1, None, 2, None]


# A Swiss tournament of seven rounds as PlayStrategy has published it (playstrategy.org/swiss/EY1k6otN): winner-loser, a
# name alone for a bye; in the first round the last did not come. A win counts as 2 there.
ROUNDS = (
    "der-matt aya-man rap-meg iri-ber fun-ego",
    "der-aya rap-iri meg-man matt-fun ber",
    "der-rap aya-meg iri-fun ber-matt man",
    "der-ber aya-rap iri-matt man-fun meg",
    "der-iri aya-ber rap-man meg-fun matt",
    "der-meg aya-iri rap-matt ber-man fun",
    "der-fun rap-ber iri-meg matt-man aya",
)
PUBLISHED = {
    "der": (14, 52, 52),
    "aya": (12, 34, 58),
    "rap": (10, 30, 56),
    "iri": (8, 22, 58),
    "ber": (6, 10, 59),
    "meg": (6, 8, 57),
    "matt": (6, 8, 50),
    "man": (4, 4, 48),
    "fun": (4, 0, 41),
    "ego": (0, 0, 0),
}


def test_tie_breaks_are_those_that_were_published() -> None:
    played = []
    for round_number, line in enumerate(ROUNDS, 1):
        for number, pair in enumerate(line.split()):
            players = tuple(pair.split("-"))
            kind = "bye" if len(players) == 1 else "forfeit" if "ego" in players else "match"
            played.append(Pairing(round_number, number, players, (1.0, 0.0)[: len(players)], kind))  # type: ignore[arg-type]
    entrants = [Entrant(name, seed) for seed, name in enumerate(PUBLISHED)]
    points = scores(entrants, played)
    told = {
        name: (
            2 * points[name],
            2 * scoring.sonneborn_berger(name, played, points),
            2 * scoring.buchholz(name, played, points, 7),
        )
        for name in PUBLISHED
    }
    assert told == PUBLISHED
    standings = scoring.standings("swiss", entrants, played, 7)
    assert [one.player for one in standings] == list(PUBLISHED), "Buchholz parts those with six points"


def test_sonneborn_berger_of_a_round_robin() -> None:
    # Sensei's Library, "Sonneborn-Berger": everybody meets everybody twice.
    won = ["A-B", "A-C", "A-D", "B-C", "B-D", "C-D", "B-A", "A-C", "D-A", "C-B", "B-D", "C-D"]
    played = [Pairing(1, n, tuple(pair.split("-")), (1.0, 0.0)) for n, pair in enumerate(won)]
    entrants = [Entrant(name, seed) for seed, name in enumerate("DCBA")]
    points = scores(entrants, played)
    found = {name: (points[name], scoring.sonneborn_berger(name, played, points)) for name in "ABCD"}
    assert found == {"A": (4, 11), "B": (4, 9), "C": (3, 6), "D": (1, 4)}
    assert [one.player for one in scoring.standings("round_robin", entrants, played, 6)] == list("ABCD")


def test_arenas_and_tables_of_several_count_as_said() -> None:
    assert scoring.arena_points([1, 1, 0.5]) == 6.0, "the example of lichess: two wins, then a draw"
    assert scoring.arena_points([1, 1, 1, 0, 1, 0.5]) == 2 + 2 + 4 + 0 + 2 + 1
    assert scoring.table_points([[2], [0, 3], [1]], 4, 4) == (1.5, 0.0, 3.0, 1.5)
    assert scoring.table_points([[1], [0], [2]], 3, 4) == (1.5, 3.0, 0.0), "three at a table for four"
    assert pairing.table_sizes(11, 4, 2, 5) == [4, 4, 3]
    assert pairing.table_sizes(5, 4, 3, 4) is None


KINDS: list[Kind] = ["swiss", "round_robin", "knockout", "points", "arena"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_a_tournament_ends_although_players_leave(kind: Kind, seed: int) -> None:
    random = Random(seed)
    count = random.randrange(2, 20)
    names = [f"p{n}" for n in range(count)]
    active = dict.fromkeys(names, True)
    played: list[Pairing] = []
    round_number, now = 0, 0.0
    rounds = rounds_for(kind, count)
    for _ in range(2000):
        entrants = [Entrant(name, n, active[name]) for n, name in enumerate(names)]
        stored = Stored(kind, rounds, round_number, entrants, played, 300.0, 5.0, 3, (2, 4))
        step = next_step(stored, now)
        assert step == next_step(stored, now), "who asks twice is told the same"
        if step.over:
            break
        round_number = step.round
        for plan in step.plans:
            assert len(set(plan.players)) == len(plan.players)
            number = sum(p.round == round_number for p in played)
            played.append(Pairing(round_number, number, plan.players, plan.points, plan.kind, plan.slot, now))
        waiting = [p for p in played if p.points is None]
        for pair in random.sample(waiting, random.randrange(len(waiting) + 1)):
            points = random.choice(((1.0, 0.0), (0.0, 1.0), (0.5, 0.5)))
            if kind == "points":
                points = scoring.table_points([[seat] for seat in range(len(pair.players))], len(pair.players), 3)  # type: ignore[assignment]
            ended = Pairing(round_number, pair.number, pair.players, points, "match", pair.slot, now)
            played[played.index(pair)] = ended
        if random.random() < 0.05:
            active[random.choice(names)] = False
        now = now + 1.0
    assert step.over, "it never ends"
    met = Counter(frozenset(p.players) for p in played if len(p.players) == 2)
    if kind == "round_robin" or (kind == "swiss" and count > 2 * rounds + 1 and all(active.values())):
        assert max(met.values(), default=0) <= 1, "nobody meets anybody twice"
    found = scoring.standings(kind, entrants, played, rounds)
    assert sorted(one.player for one in found) == sorted(names)
    if kind == "knockout":
        assert found[0].points == rounds or not all(active.values())


def test_swiss_byes_go_once_to_the_last() -> None:
    entrants = [Entrant(f"p{n}", n) for n in range(7)]
    played: list[Pairing] = []
    for round_number in range(1, 5):
        for number, plan in enumerate(pairing.swiss(entrants, played)):
            points = plan.points or (1.0, 0.0)
            played.append(Pairing(round_number, number, plan.players, points, plan.kind))
    byes = [p.players[0] for p in played if p.kind == "bye"]
    assert byes[0] == "p6"
    assert len(set(byes)) == 4
    assert max(Counter(frozenset(p.players) for p in played if p.kind == "match").values()) == 1
    first = [p.players for p in played if p.round == 1]
    assert first == [("p0", "p3"), ("p1", "p4"), ("p2", "p5"), ("p6",)], "the upper half meets the lower half"
