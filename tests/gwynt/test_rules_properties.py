"""Properties of any board and match: strength against a second implementation, invariants over many matches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.components import CARD_BY_ID, CARDS, FACTIONS, LEADERS
from ludotheque.games.gwynt.decks import Deck, format_deck, random_deck
from ludotheque.games.gwynt.declaration import Action
from ludotheque.play.seeds import key_words
from tests.sizes import size

ROWS = ("close", "ranged", "siege")
COVERS = {
    "biting_frost": ("close",),
    "impenetrable_fog": ("ranged",),
    "torrential_rain": ("siege",),
    "skellige_storm": ("ranged", "siege"),
}
Board = dict[tuple[int, str], list[str]]


# GWY-15, written down a second time, straight from the catalogue


def strength(cards: list[str], at: int, weather: bool, bran: bool, treacherous: bool, horn: bool, spares: bool) -> int:
    """The strength of the card at place `at` of a row; `spares`: a unit with a horn does not double itself."""
    card = CARD_BY_ID[cards[at]]
    others = [CARD_BY_ID[name] for i, name in enumerate(cards) if i != at]
    if card.kind == "hero":
        return card.strength
    if card.ability == "decoy":
        return 0
    w = card.strength
    if weather:
        w = -(-card.strength // 2) if bran else min(card.strength, 1)
    s = 2 * w if treacherous and card.ability == "spy" else w
    n = 1
    if card.ability == "tight_bond":
        n += sum(other.ability == "tight_bond" and other.group == card.group for other in others)
    m = s * n + sum(other.ability == "morale" for other in others)
    sources = others if spares else [*others, card]
    return 2 * m if horn or any(source.ability == "horn" for source in sources) else m


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, dict[tuple[int, str], list[int]]]:
    """A position text full of cards, and what each card should count."""
    chance = Random(draw(st.integers(0, 2**32)))
    leaders = [draw(st.sampled_from(LEADERS)) for _ in range(2)]
    off = [draw(st.booleans()) and chance.random() < 0.3 for _ in range(2)]
    weather = draw(st.sets(st.sampled_from(sorted(COVERS)), max_size=3))
    horns = draw(st.sets(st.sampled_from(list(product(range(2), ROWS))), max_size=3))
    spares = draw(st.booleans())
    lines = ["option expansions: true", "option skellige: true", f"weather: {' '.join(sorted(weather))}"]
    lines.append(f"option horn_unit_spares_itself: {str(spares).lower()}")
    for p in range(2):
        lines.append(f"seat {p}: {leaders[p].faction} {leaders[p].id}{' off' if off[p] else ''}")
        lines.append(f"horn {p}: {' '.join(row for row in ROWS if (p, row) in horns)}")
    expected: dict[tuple[int, str], list[int]] = {}
    treacherous = any(leaders[p].id == "eredin_the_treacherous" and not off[p] for p in range(2))
    factions = {leader.faction for leader in leaders} | {"neutral"}
    left = {card.id: max(card.copies, 1) for card in CARDS if card.faction in factions}
    if "skellige" in factions:  # some berserkers are there turned over
        left |= {"transformed_vildkaarl": 0, "transformed_young_vildkaarl": 3, "young_berserker": 0}
    for p, row in product(range(2), ROWS):
        fits = [
            c
            for c in CARDS
            if left.get(c.id) and (c.row == row or (c.row == "agile" and row != "siege") or c.id == "decoy")
        ]
        cards: list[str] = []
        for _ in range(chance.randrange(8) if fits else 0):
            favoured = [c for c in fits if c.ability in ("tight_bond", "morale", "horn", "spy")]
            card = chance.choice(favoured if favoured and chance.random() < 0.6 else fits)
            if left[card.id]:
                left[card.id] -= 1
                cards.append(card.id)
        lines.append(f"{row} {p}: {' '.join(cards)}")
        struck = any(row in COVERS[name] for name in weather)
        bran = leaders[p].id == "king_bran" and not off[p]
        under = (struck, bran, treacherous, (p, row) in horns, spares)
        expected[p, row] = [strength(cards, i, *under) for i in range(len(cards))]
    return "\n".join(lines), expected


@pytest.mark.rule("GWY-15", "GWY-16", "GWY-17", "GWY-22", "GWY-23", "GWY-25")
@settings(max_examples=150, deadline=None)
@given(boards())
def test_strength_on_random_boards_is_that_of_the_catalogue(board):
    text, expected = board
    pos = lt.game("gwynt", "plain").position(text)
    seats = pos.view(lt.SPECTATOR)["table"]["seats"]
    for (p, row), strengths in expected.items():
        shown = seats[p]["rows"][ROWS.index(row)]
        assert [card["strength"] for card in shown["cards"]] == strengths
        assert shown["total"] == sum(strengths)
    assert pos.scores(lt.SPECTATOR) == [sum(sum(expected[p, row]) for row in ROWS) for p in range(2)]


@pytest.mark.rule("GWY-15", "GWY-10")
@settings(max_examples=100, deadline=None)
@given(boards())
def test_compiled_rounds_are_scored_by_the_same_strength(board):
    text, expected = board
    pos = lt.game("gwynt", "compiled").position("hand 0: scorch\nhand 1: scorch\n" + text)
    pos.play("pass")
    pos.play("pass")
    ends = next(event["params"] for event in pos.events(lt.SPECTATOR) if event["event"] == "round_ends")
    assert [ends["total0"], ends["total1"]] == [sum(sum(expected[p, row]) for row in ROWS) for p in range(2)]


# Many matches


# What came with rules version 2 is turned on and off in turn: all of it together would be 512 sets.
OPTIONS: list[dict[str, Any]] = [
    {"expansions": e, "skellige": s, "redraw": r, "muster_from": m, "discard_owner": d}
    | {"horn_unit_spares_itself": n & 1 > 0, "medic_may_decline": n & 2 > 0, "monsters_spare_heroes": n & 4 > 0}
    | {"fetch_lowest": n % 3 == 0}
    for n, (e, s, r, m, d) in enumerate(
        product((False, True), (False, True), ("return", "discard"), ("deck", "deck_and_hand"), (False, True))
    )
]
# For each of 32 sets of options: pairs of random decks, matches of each pair. bench/soak.py plays a million.
DECKS, MATCHES = 16, size(2, 10)


def started(program: Any, states: Any, chance: Random) -> Iterator[tuple[dict[str, Any], list[Deck]]]:
    """Yield pairs of random decks for every set of options, set up in `states[0]`."""
    game = lt.game("gwynt", "compiled")
    for options in OPTIONS:
        factions = FACTIONS if options["skellige"] else FACTIONS[:4]
        for _ in range(DECKS):
            seeds = [chance.randrange(1 << 30) for _ in range(2)]
            decks = [random_deck(chance.choice(factions), n, options["expansions"], options["skellige"]) for n in seeds]
            program.put(states, 0, game.before_setup(2, options, [{"deck": format_deck(deck)} for deck in decks])[0])
            yield options, decks


@pytest.mark.parametrize(("passing", "longest"), [(1.0, 10), (0.1, 40)], ids=["at random", "rarely passing"])
def test_random_matches_break_no_invariant(passing, longest):
    """After each decision every card is there, every zone sane (see rules.sound); every match ends.

    Where players rarely pass decks run out and boards fill up.
    """
    game = lt.game("gwynt", "compiled")
    program = game.program()
    work, out, states = program.workspaces(1), program.actions(game.declaration.action_count), program.states(2)
    entry_points, chance, leaders = program.entry_points, Random(7), set()
    lengths: list[int] = []
    for options, decks in started(program, states, Random(5000)):
        leaders |= {deck.leader for deck in decks}
        for _ in range(MATCHES):
            states[1] = states[0]
            entry_points.rekey(states, 1, *key_words(len(lengths)))
            entry_points.setup(states, 1, work, 0)
            decisions = 0
            while mask := entry_points.actors(states, 1):
                seat = int(mask & -mask).bit_length() - 1
                count = entry_points.legal(states, 1, work, 0, seat, out)
                action = int(out[chance.randrange(count)])
                if action == Action.PASS and chance.random() > passing:
                    action = int(out[count - 1])
                assert entry_points.turn(states, 1, work, 0, seat, action) >= 0, "a listed move is refused"
                decisions += 1
                broken = entry_points.sound(states, 1, work, 0)
                assert broken == 0, f"invariant {broken}: {options}, {decks}, match {len(lengths)}"
            lengths.append(decisions)
    assert len(lengths) == len(OPTIONS) * DECKS * MATCHES
    assert len(leaders) == len(LEADERS)
    assert longest < max(lengths) < game.declaration.longest


def test_sound_sees_what_is_broken():
    """The invariants bite: a card lost, doubled, of another row, unknown to its owner, a gem too many."""
    game = lt.game("gwynt", "plain")

    def broken(change) -> int:
        pos = game.position(
            "hand 0: ves ballista\ndeck 0: thaler\nclose 1: siegfried_of_denesle\nhand 1: ves\nhorn 0: close"
        )
        assert pos._program.entry_points.sound(pos._states, 0, pos._work, 0) == 0
        s = pos._states[0]
        change(s)
        return int(pos._program.entry_points.sound(pos._states, 0, pos._work, 0))

    base = state.PILES.base

    def lose(s):
        s.count[state.DECK] -= 1
        s.card[base[state.DECK]] = 0

    def wrong_row(s):
        s.card[base[state.ROW + 3]] = CARD_BY_ID["ballista"].number

    def untidy(s):
        s.count[state.DECK] -= 1

    def forgotten(s):
        s.known[base[state.HAND]] = 0

    def peeped(s):
        s.known[base[state.DECK]] = 2

    def rich(s):
        s.gems[0] = 3

    def horn_gone(s):
        s.horn[0] = 0

    def ghost(s):
        s.seen[CARD_BY_ID["dethmold"].number] = 8

    assert [broken(f) for f in (lose, wrong_row, untidy, forgotten, peeped, rich, horn_gone, ghost)] == [
        6,
        1,
        8,
        7,
        7,
        3,
        6,
        9,
    ]
