"""Decks and set-up: GWY-01 to GWY-07, and what powers do before the first turn (GWY-33, GWY-37)."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.gwynt.components import CARDS, FACTIONS
from ludotheque.games.gwynt.decks import Deck, card_pool, format_deck, ready_made
from tests.gwynt.conftest import REDRAW

BASE = ("monsters", "nilfgaard", "northern_realms", "scoiatael")


def deck_of(faction: str, leader: str, expansions: int = False, skellige: int = False, **changes: int) -> Deck:
    """A plain legal deck: units of the pool until there are 22, with some counts changed."""
    counts: dict[str, int] = {}
    for card in card_pool(faction, bool(expansions), bool(skellige)):
        if card.is_unit and sum(counts.values()) < 22:
            counts[card.id] = min(card.copies, 22 - sum(counts.values()))
    counts |= changes
    return Deck(faction, leader, tuple((card, n) for card, n in counts.items() if n))


def problems(caught: pytest.ExceptionInfo[lt.BadInput]) -> str:
    return " | ".join(str(fault) for fault in caught.value.faults)


# GWY-01


@pytest.mark.rule("GWY-01")
def test_a_match_is_for_two(room):
    with pytest.raises(lt.BadInput, match="for 2 players"):
        room.game.start(players=3)
    assert room.start().pos.players == 2


@pytest.mark.rule("GWY-01")
def test_a_deck_needs_22_units_and_heroes_count(room):
    room.with_decks(deck_of("monsters", "eredin_the_treacherous", expansions=True), expansions=True)
    fewer = deck_of("monsters", "eredin_bringer_of_death", draug=0)
    with pytest.raises(lt.BadInput) as caught:
        room.with_decks(fewer)
    assert "21" in problems(caught)
    assert "22" in problems(caught)


@pytest.mark.rule("GWY-01")
def test_weather_and_decoys_count_among_the_10_specials(room):
    ten = {"decoy": 2, "commanders_horn": 3, "biting_frost": 3, "clear_weather": 2}
    room.with_decks(deck_of("monsters", "eredin_bringer_of_death", **ten))
    for card in ("decoy", "clear_weather", "scorch"):
        eleven = {**ten, card: ten.get(card, 0) + 1}
        with pytest.raises(lt.BadInput, match="11"):
            room.with_decks(deck_of("monsters", "eredin_bringer_of_death", **eleven))


@pytest.mark.rule("GWY-01")
def test_factions_and_leaders_are_shown_together_and_the_deck_is_not(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies")
    decks = ready_made()
    shown = {
        "faction0": "monsters",
        "leader0": decks["monsters_swarm"].leader,
        "faction1": "nilfgaard",
        "leader1": decks["nilfgaard_spies"].leader,
    }
    for viewer in (0, 1, lt.SPECTATOR):
        assert table.happened("leaders_shown", viewer) == [shown]
        for seat in range(2):
            mine = viewer == seat
            assert table.seat(seat, viewer)["deck_name"] == (
                ("monsters_swarm", "nilfgaard_spies")[seat] if mine else None
            )
            assert (table.seat(seat, viewer)["deck_cards"] is not None) == mine
            assert table.pos.seats_for(viewer)[seat] == (
                {"deck": ("monsters_swarm", "nilfgaard_spies")[seat]} if mine else {}
            )


@pytest.mark.rule("GWY-01")
def test_the_deck_is_shown_when_the_match_is_over(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies", seed=1).play("keep", "keep")
    while not table.pos.over:
        assert table.seat(1, 0)["deck_name"] is None
        table.play("pass")
    assert table.seat(1, 0)["deck_name"] == "nilfgaard_spies"
    assert table.seat(0, lt.SPECTATOR)["deck_name"] == "monsters_swarm"
    assert table.pos.seats_for(0)[1] == {"deck": "nilfgaard_spies"}


# GWY-02


@pytest.mark.rule("GWY-02")
def test_every_broken_limit_is_named_at_once(room):
    bad = Deck(
        "monsters",
        "foltest_siegemaster",  # of another faction
        (
            ("nekker", 4),  # more than the collection has
            ("ballista", 1),  # of another faction
            ("bovine_defense_force", 1),  # created in play
            ("toad", 1),  # of an expansion
            ("decoy", 3),
            ("scorch", 3),
            ("biting_frost", 3),
            ("torrential_rain", 2),  # 11 specials
        ),  # and 7 units
    )
    with pytest.raises(lt.BadInput) as caught:
        room.with_decks(bad)
    fields = {fault.field for fault in caught.value.faults}
    assert fields >= {"leader", "nekker", "ballista", "bovine_defense_force", "toad", "cards"}
    text = problems(caught)
    assert "11" in text
    assert "7" in text


@pytest.mark.rule("GWY-02")
@pytest.mark.parametrize("card", [card.id for card in CARDS if card.copies == 0])
def test_created_cards_are_never_in_a_deck(room, card):
    own = next(c for c in CARDS if c.id == card).faction
    faction = own if own in FACTIONS else "monsters"
    leader = {"skellige": "king_bran", "monsters": "eredin_bringer_of_death"}[faction]
    with pytest.raises(lt.BadInput) as caught:
        room.with_decks(deck_of(faction, leader, True, True, **{card: 1}), expansions=True, skellige=True)
    assert card in {fault.field for fault in caught.value.faults}


@pytest.mark.rule("GWY-02")
def test_the_largest_deck_has_67_cards_and_can_be_played(room):
    units = {card.id: card.copies for card in card_pool("monsters", True, False) if card.is_unit}
    specials = {"decoy": 3, "commanders_horn": 3, "scorch": 3, "clear_weather": 1}
    deck = Deck("monsters", "eredin_bringer_of_death", tuple((units | specials).items()))
    assert deck.size == 67
    table = room.with_decks(deck, deck, expansions=True)
    assert len(table.hand(0)) + len(table.deck(0)) == 67
    table.play("keep", "keep")
    while not table.pos.over:  # the leader, else the last card of the hand
        table.play(table.moves()[-1])
    assert table.pos.outcome() is not None


# GWY-03


@pytest.mark.rule("GWY-03")
def test_two_ready_made_decks_a_faction(room):
    factions = [deck.faction for deck in ready_made().values()]
    assert {faction: factions.count(faction) for faction in FACTIONS} == dict.fromkeys(FACTIONS, 2)
    for name, deck in ready_made().items():
        table = room.with_decks(name, name, skellige=deck.faction == "skellige")
        assert table.seat(0)["faction"] == deck.faction


@pytest.mark.rule("GWY-03")
def test_a_deck_of_ones_own_as_text(room):
    deck = deck_of("scoiatael", "francesca_the_beautiful")
    table = room.with_decks(format_deck(deck), "monsters_swarm")
    assert sorted(table.hand(0) + table.deck(0)) == sorted(card for card, n in deck.cards for _ in range(n))


@pytest.mark.rule("GWY-03")
def test_a_seat_without_a_deck_gets_a_ready_made_one_of_the_base_factions(room):
    dealt = {room.start(seed=seed).seat(0)["faction"] for seed in range(40)}
    assert dealt == set(BASE)
    dealt = {room.start(seed=seed, skellige=True).seat(0)["faction"] for seed in range(60)}
    assert dealt == set(FACTIONS)


@pytest.mark.rule("GWY-03")
@pytest.mark.parametrize(
    ("card", "options"),
    [("toad", {"expansions": True}), ("skellige_storm", {"expansions": True}), ("cow", {"expansions": True})],
)
def test_expansion_cards_need_the_option(room, card, options):
    deck = deck_of("monsters", "eredin_bringer_of_death", **{card: 1})
    room.with_decks(deck, **options)
    for without in ({}, {"skellige": True}):
        with pytest.raises(lt.BadInput) as caught:
            room.with_decks(deck, **without)
        assert [fault.field for fault in caught.value.faults] == [card]


@pytest.mark.rule("GWY-03")
def test_the_fifth_leader_needs_the_option(room):
    deck = deck_of("monsters", "eredin_the_treacherous")
    room.with_decks(deck, expansions=True)
    with pytest.raises(lt.BadInput) as caught:
        room.with_decks(deck, skellige=True)
    assert [fault.field for fault in caught.value.faults] == ["leader"]


@pytest.mark.rule("GWY-03")
def test_skellige_needs_the_option(room):
    room.with_decks("skellige_longships", "skellige_berserkers", skellige=True)
    with pytest.raises(lt.BadInput) as caught:
        room.with_decks("skellige_longships", expansions=True)
    assert [fault.field for fault in caught.value.faults] == ["faction"]


# GWY-04, GWY-05


@pytest.mark.rule("GWY-04")
def test_two_gems_each(room):
    table = room.start()
    assert table.gems == (2, 2)
    assert [table.seat(p, lt.SPECTATOR)["gems"] for p in range(2)] == [2, 2]


@pytest.mark.rule("GWY-05")
def test_a_coin_decides_who_starts(room):
    starts = []
    for seed in range(60):
        table = room.with_decks("monsters_swarm", "nilfgaard_spies", seed=seed)
        starts.append(table.happened("starts")[0]["seat"])
        assert table.play("keep", "keep").pos.actor == starts[-1]
        assert table.happened("round_begins") == [{"number": 1, "seat": starts[-1]}]
    assert 15 <= sum(starts) <= 45
    again = [
        room.with_decks("monsters_swarm", "nilfgaard_spies", seed=s).happened("starts")[0]["seat"] for s in range(60)
    ]
    assert again == starts


@pytest.mark.rule("GWY-05", "GWY-33")
@pytest.mark.parametrize("elves", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_scoiatael_decides_who_starts_before_the_draw(room, elves, first):
    decks = ["scoiatael_muster", "monsters_swarm"]
    table = room.with_decks(*(decks if elves == 0 else decks[::-1]), seed=3)
    assert table.story() == ["leaders_shown"]  # the leaders are known …
    assert (table.hand(0), table.hand(1)) == ([], [])  # … and nothing is drawn yet
    assert table.pos.actors == (elves,)
    assert table.moves() == ["first 0", "first 1"]
    table.play(f"first {first}")
    assert table.happened("starts") == [{"seat": first}]
    assert len(table.hand(0)) == 10
    assert table.play("keep", "keep").pos.actor == first


@pytest.mark.rule("GWY-33")
def test_two_scoiatael_toss_a_coin(room):
    starts = []
    for seed in range(40):
        table = room.with_decks("scoiatael_muster", "scoiatael_archers", seed=seed)
        assert table.pos.decision == "redraw"
        starts.append(table.happened("starts")[0]["seat"])
    assert {0, 1} == set(starts)


@pytest.mark.rule("GWY-33", "GWY-37")
def test_white_flame_does_not_stop_a_factions_power(room):
    flame = deck_of("nilfgaard", "emhyr_white_flame")
    table = room.with_decks(flame, "scoiatael_muster")
    assert table.pos.actors == (1,)
    assert table.pos.decision == "first"


# GWY-06, GWY-07


@pytest.mark.rule("GWY-06")
def test_ten_cards_each(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies")
    assert [len(table.hand(p)) for p in range(2)] == [10, 10]
    assert table.happened("dealt", lt.SPECTATOR) == [{"seat": 0, "number": 10}, {"seat": 1, "number": 10}]
    assert table.pos.actors == (0, 1)


@pytest.mark.rule("GWY-06")
def test_eleven_with_daisy_of_the_valley(room):
    table = room.with_decks(deck_of("scoiatael", "francesca_daisy_of_the_valley"), "monsters_swarm").play("first 0")
    assert [len(table.hand(p)) for p in range(2)] == [11, 10]


@pytest.mark.rule("GWY-06", "GWY-37")
def test_ten_with_daisy_under_a_white_flame(room):
    daisy = deck_of("scoiatael", "francesca_daisy_of_the_valley")
    table = room.with_decks(daisy, deck_of("nilfgaard", "emhyr_white_flame")).play("first 0")
    assert [len(table.hand(p)) for p in range(2)] == [10, 10]


@pytest.mark.rule("GWY-06")
def test_a_rejected_card_goes_under_the_deck_and_the_new_one_comes_from_the_top(room):
    table = room.at(REDRAW).play("swap ves")
    assert table.hand(0) == ["ballista", "dethmold", "thaler"]
    assert table.deck(0) == ["ves", "trebuchet", "siege_tower"]


@pytest.mark.rule("GWY-06")
def test_the_second_swap_may_be_the_card_just_drawn_and_is_the_last(room):
    table = room.at(REDRAW).play("swap ves", "swap dethmold")
    assert table.hand(0) == ["ballista", "siege_tower", "thaler"]
    assert table.deck(0) == ["dethmold", "ves", "trebuchet"]
    assert table.pos.actors == (1,)
    with pytest.raises(lt.NotYourTurn):
        table.pos.play("swap ballista", 0)


@pytest.mark.rule("GWY-06")
@pytest.mark.parametrize("moves", [["keep"], ["swap ves", "keep"]])
def test_one_may_stop_early_and_then_it_is_over(room, moves):
    table = room.at(REDRAW).play(*moves)
    assert table.pos.actors == (1,)
    table.play("keep")
    assert table.pos.decision == "turn"
    assert table.happened("redrew") == [{"seat": 0, "number": len(moves) - 1}, {"seat": 1, "number": 0}]
    assert table.refusal("keep") == ("GWY-08", "wrong_decision")


@pytest.mark.rule("GWY-06")
def test_only_a_card_of_the_hand_can_be_swapped(room):
    table = room.at(REDRAW)
    assert table.refusal("swap dethmold") == ("GWY-08", "not_in_hand")
    assert table.refusal("pass") == ("GWY-08", "wrong_decision")


@pytest.mark.rule("GWY-06")
def test_option_redraw_discard_puts_them_on_the_pile_when_both_are_done(room):
    table = room.at(REDRAW, redraw="discard").play("swap ves", "swap dethmold")
    assert table.pile(0) == []  # not before: the other would see it
    table.play("swap thaler", "keep")
    assert table.pile(0) == ["dethmold", "ves"]
    assert table.deck(0) == ["trebuchet"]
    assert table.pile(1) == ["thaler"]
    assert table.deck(1) == ["trebuchet", "siege_tower"]
    assert table.hand(0) == ["ballista", "siege_tower", "thaler"]


@pytest.mark.rule("GWY-06", "GWY-21")
def test_a_medic_reaches_a_card_discarded_in_the_redraw(room):
    text = REDRAW.replace("hand 0: ves ballista thaler", "hand 0: ves ballista dun_banner_medic")
    table = room.at(text, redraw="discard").play("swap ves", "keep", "keep", "dun_banner_medic")
    assert table.moves() == ["revive ves"]
    returned = room.at(text).play("swap ves", "keep", "keep", "dun_banner_medic")
    assert returned.pos.actor == 1  # nothing to revive


@pytest.mark.rule("GWY-06")
@pytest.mark.parametrize("option", ["return", "discard"])
def test_both_redraw_in_any_order_with_the_same_result(room, option):
    orders = (
        [(0, "swap ves"), (0, "swap dethmold"), (1, "swap thaler"), (1, "keep")],
        [(1, "swap thaler"), (0, "swap ves"), (1, "keep"), (0, "swap dethmold")],
        [(0, "swap ves"), (1, "swap thaler"), (0, "swap dethmold"), (1, "keep")],
    )
    ends = []
    for order in orders:
        table = room.at(REDRAW, redraw=option)
        for seat, move in order:
            table.pos.play(move, seat)
        ends.append((table.pos.text(), table.pos.events(lt.SPECTATOR)))
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.rule("GWY-07")
def test_nothing_is_drawn_by_playing_passing_or_a_new_round(room):
    table = room.at(
        """
        seat 0: monsters eredin_bringer_of_death
        seat 1: monsters eredin_bringer_of_death
        hand 0: fiend griffin
        deck 0: werewolf harpy
        hand 1: fiend griffin
        deck 1: werewolf harpy
        """
    ).play("fiend", "pass", "pass")
    assert table.round == 2
    assert table.hand(0) == ["griffin"]
    assert table.hand(1) == ["fiend", "griffin"]
    assert (table.deck(0), table.deck(1)) == (["werewolf", "harpy"],) * 2


@pytest.mark.rule("GWY-07")
def test_a_hand_has_no_limit(room):
    table = room.at(
        """
        seat 0: nilfgaard emhyr_relentless
        hand 0: stefan_skellen albrich sweers cynthia vreemde puttkammer vanhemar cahir morteisen rainfarn vesemir
        deck 0: zoltan_chivay siege_engineer young_emissary
        hand 1: ves
        """
    ).play("stefan_skellen")
    assert len(table.hand(0)) == 12
    assert table.deck(0) == ["zoltan_chivay"]
