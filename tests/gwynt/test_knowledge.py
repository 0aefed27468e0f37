"""Hidden information: GWY-39, GWY-38, GWY-06, GWY-01; redeals respect all of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.compliance.walk import key
from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.components import CARD_BY_ID, FACTIONS, LEADERS
from ludotheque.games.gwynt.decks import Deck, faults, format_deck, random_deck, ready_made
from ludotheque.games.gwynt.tables import CARD_NAMES, KINDS, VANISHES
from ludotheque.games.gwynt.view import ZONES
from ludotheque.kernel.declare import SPECTATOR
from tests.gwynt.conftest import REDRAW


def events_text(table: Any, viewer: Any) -> str:
    """All events of a viewer, as JSON."""
    pos = table.pos
    answers = [pos.view(viewer), pos.events(viewer), pos.log(viewer), pos.prompt(viewer), pos.scores(viewer)]
    return json.dumps([*answers, pos.game.record(pos, viewer)])


def zone(pos: lt.Position, z: int) -> list[str]:
    return [CARD_NAMES[pos.state.card[at] & 255] for at in ZONES.slots(pos.state, z)]


# The redraw (GWY-06)


@pytest.mark.rule("GWY-06", "GWY-39")
@pytest.mark.parametrize("option", ["return", "discard"])
def test_nobody_can_tell_how_often_the_other_has_swapped_while_the_redraw_goes_on(room, option):
    for viewer in (1, lt.SPECTATOR):
        none, one, other = (room.at(REDRAW, redraw=option) for _ in range(3))
        one.play("swap ves")
        other.play("swap thaler")
        assert events_text(none, viewer) == events_text(one, viewer) == events_text(other, viewer)
        for n in range(10):
            assert key(one.pos.redeal(viewer, n)) == key(none.pos.redeal(viewer, n)) == key(other.pos.redeal(viewer, n))
        stopped, two = one.play("keep"), other.play("swap dethmold")
        assert events_text(stopped, viewer) == events_text(two, viewer)
        for n in range(10):
            assert key(stopped.pos.redeal(viewer, n)) == key(two.pos.redeal(viewer, n))


@pytest.mark.rule("GWY-06", "GWY-39")
def test_the_swapper_sees_it_and_all_see_the_numbers_when_both_are_done(room):
    table = room.at(REDRAW).play("swap ves")
    assert table.happened("swapped", 0) == [{"seat": 0, "card": "ves", "card2": "dethmold"}]
    assert table.happened("swapped", 1) == table.happened("swapped", lt.SPECTATOR) == []
    assert table.seat(0, 0)["swaps"] == 1
    assert table.seat(0, 1)["swaps"] is None
    assert table.pos.game.record(table.pos, 0)["moves"] == [[0, "swap ves"]]
    assert table.pos.game.record(table.pos, 1)["moves"] == []
    table.play("keep", "swap thaler", "swap ballista")
    for viewer in (0, 1, lt.SPECTATOR):
        assert table.happened("redrew", viewer) == [{"seat": 0, "number": 1}, {"seat": 1, "number": 2}]
        assert [table.seat(p, viewer)["swaps"] for p in range(2)] == [1, 2]
    assert "ves" not in json.dumps(table.pos.view(1)["table"]["seats"][0])
    assert table.seat(0, 1)["pile"] == []


@pytest.mark.rule("GWY-06", "GWY-39")
def test_discarded_cards_show_when_both_are_done(room):
    table = room.at(REDRAW, redraw="discard").play("swap ves", "swap dethmold")
    assert table.seat(0, 1)["pile"] == []
    table.play("keep")
    assert sorted(table.seat(0, 1)["pile"]) == ["dethmold", "ves"]
    assert sorted(d["card"] for d in table.happened("discarded", lt.SPECTATOR)) == ["dethmold", "ves"]


@pytest.mark.rule("GWY-39")
def test_cards_under_the_own_deck_are_known_to_the_owner_alone_until_a_shuffle(room):
    table = room.at(REDRAW).play("swap ves", "swap dethmold", "keep")
    assert table.seat(0, 0)["under_deck"] == ["dethmold", "ves"]
    assert table.seat(0, 1)["under_deck"] is None
    assert table.seat(0, lt.SPECTATOR)["under_deck"] is None
    for n in range(20):
        assert zone(table.pos.redeal(0, n), state.DECK)[:2] == ["dethmold", "ves"]
    shuffled = room.at(
        "option skellige: true\nseat 0: skellige crach_an_craite\ndeck 0: svanrige@0 olaf\npile 0: udalryk\n"
        "hand 0: kambi\nhand 1: ves"
    )
    assert shuffled.seat(0, 0)["under_deck"] == ["svanrige"]
    assert shuffled.play("leader").seat(0, 0)["under_deck"] == []


# Hands, decks, views (GWY-39)


@pytest.mark.rule("GWY-39")
def test_what_each_viewer_sees_of_a_seat(room):
    table = room.at(
        "hand 0: ves ballista\ndeck 0: thaler dethmold trebuchet\nhand 1: keira_metz\ndeck 1: siege_tower\n"
        "pile 0: scorch"
    )
    mine, yours, watched = (table.seat(0, viewer) for viewer in (0, 1, lt.SPECTATOR))
    assert mine["known"] == ["ballista", "ves"]
    assert mine["deck_cards"] == ["dethmold", "thaler", "trebuchet"]  # sorted: not its order
    assert yours["known"] == watched["known"] == []
    assert yours["deck_cards"] is watched["deck_cards"] is None
    for seen in (mine, yours, watched):
        assert (seen["hand"], seen["deck"], seen["pile"], seen["gems"]) == (2, 3, ["scorch"], 2)
        assert seen["leader"]["card"] == "foltest_siegemaster"


@pytest.mark.rule("GWY-39")
def test_events_do_not_depend_on_the_other_hand_or_any_order(room):
    one = room.at(
        "hand 0: ves ballista\ndeck 0: thaler dethmold trebuchet\nhand 1: keira_metz\ndeck 1: siege_tower ballista"
    )
    two = room.at(
        "hand 0: ves ballista\ndeck 0: trebuchet thaler dethmold\nhand 1: ballista\ndeck 1: keira_metz siege_tower"
    )
    assert events_text(one, 0) == events_text(two, 0)
    three = room.at(
        "hand 0: thaler dethmold\ndeck 0: ves ballista trebuchet\nhand 1: ballista\ndeck 1: keira_metz siege_tower"
    )
    assert events_text(one, lt.SPECTATOR) == events_text(three, lt.SPECTATOR)
    for n in range(10):
        assert key(one.pos.redeal(0, n)) == key(two.pos.redeal(0, n))
        assert key(one.pos.redeal(lt.SPECTATOR, n)) == key(three.pos.redeal(lt.SPECTATOR, n))


@pytest.mark.rule("GWY-39")
def test_a_decoyed_card_is_known_to_all_while_it_is_in_the_hand(room):
    table = room.at("hand 0: decoy ves\nclose 0: vesemir siegfried_of_denesle\nhand 1: ballista trebuchet\n")
    table.play("decoy", "decoy close vesemir")
    for viewer in (1, lt.SPECTATOR):
        assert table.seat(0, viewer)["known"] == ["vesemir"]
        for n in range(20):
            assert "vesemir" in zone(table.pos.redeal(viewer, n), state.HAND)
    table.play("ballista", "vesemir")
    assert table.seat(0, 1)["known"] == []


@pytest.mark.rule("GWY-39")
def test_copies_are_counted_by_kind(room):
    """One of two ballistas in hand was seen to return; once one is played, nobody knows of the other."""
    table = room.at("hand 0: decoy ballista ves\nsiege 0: ballista\nhand 1: ballista trebuchet\n")
    table.play("decoy", "decoy siege ballista", "trebuchet")
    assert table.seat(0, 1)["known"] == ["ballista"]
    table.play("ballista")
    assert table.hand(0) == ["ballista", "ves"]
    assert table.seat(0, 1)["known"] == []


@pytest.mark.rule("GWY-39", "GWY-36")
def test_a_card_taken_from_a_pile_is_known_to_all(room):
    for text, owner in (
        ("seat 0: nilfgaard emhyr_relentless\npile 1: ves\n", 0),
        ("seat 0: monsters eredin_bringer_of_death\npile 0: fiend\n", 0),
    ):
        table = room.at(text + "hand 0: vesemir\nhand 1: ballista")
        table.play("leader")
        table.play(table.moves()[0])
        assert len(table.seat(owner, 1)["known"]) == len(table.seat(owner, lt.SPECTATOR)["known"]) == 1


@pytest.mark.rule("GWY-39", "GWY-36")
def test_the_card_that_the_destroyer_fetches_is_unseen(room):
    text = "seat 0: monsters eredin_destroyer_of_worlds\nhand 0: fiend griffin\ndeck 0: draug harpy\nhand 1: ves"
    one = room.at(text).play("leader", "discard fiend", "discard griffin", "fetch draug")
    two = room.at(text).play("leader", "discard fiend", "discard griffin", "fetch harpy")
    assert one.happened("fetched", 0) == [{"seat": 0, "card": "draug"}]
    assert one.happened("fetched", 1) == [{"seat": 0, "card": None}]
    for viewer in (1, lt.SPECTATOR):
        assert events_text(one, viewer) == events_text(two, viewer)
        assert all(key(one.pos.redeal(viewer, n)) == key(two.pos.redeal(viewer, n)) for n in range(5))
        assert [0, "fetch draug"] not in one.pos.game.record(one.pos, viewer)["moves"]
        assert [0, "discard fiend"] in one.pos.game.record(one.pos, viewer)["moves"]


@pytest.mark.rule("GWY-39")
def test_drawn_cards_are_seen_by_who_draws_them(room):
    table = room.at("hand 0: thaler\ndeck 0: ves dethmold\nhand 1: ballista").play("thaler")
    assert [d["card"] for d in table.happened("drew", 0)] == ["dethmold", "ves"]
    for viewer in (1, lt.SPECTATOR):
        assert [d["card"] for d in table.happened("drew", viewer)] == [None, None]
        assert "dethmold" not in events_text(table, viewer)


# The Emperor's peek (GWY-38)

PEEK = "seat 0: nilfgaard emhyr_emperor_of_nilfgaard\nhand 0: cynthia albrich vanhemar\n"


@pytest.mark.rule("GWY-38")
def test_peeked_cards_are_known_to_that_player_alone(room):
    table = room.at(PEEK + "hand 1: ves ballista\ndeck 1: dethmold").play("leader")
    assert table.seat(1, 0)["known"] == ["ballista", "ves"]
    assert table.seat(1, lt.SPECTATOR)["known"] == []
    assert table.seat(1, 1)["known"] == ["ballista", "ves"]
    assert "_hidden" in table.pos.events(1)[-1]["key"]
    for n in range(10):
        assert sorted(zone(table.pos.redeal(0, n), state.HAND + 1)) == ["ballista", "ves"]


@pytest.mark.rule("GWY-38")
def test_while_they_are_in_that_hand_counted_by_kind(room):
    """Three of four cards are seen, one ballista at least: once a ballista is played, one less is known."""
    table = room.at(PEEK + "hand 1: ballista*2 trebuchet\ndeck 1: ves thaler").play("leader")
    assert table.seat(1, 0)["known"] == ["ballista", "ballista", "trebuchet"]
    table.play("ballista")
    assert table.seat(1, 0)["known"] == ["ballista", "trebuchet"]
    table.play("cynthia", "trebuchet")
    assert table.seat(1, 0)["known"] == ["ballista"]


@pytest.mark.rule("GWY-38")
def test_a_copy_drawn_later_does_not_hide_the_one_that_was_seen(room):
    table = room.at(PEEK + "hand 1: ballista thaler\ndeck 1: ves ballista").play("leader", "thaler", "pass")
    assert table.hand(1) == ["ballista", "ballista", "ves"]
    assert table.seat(1, 0)["known"] == ["ballista"]
    table.play("ballista")  # whichever it was: one ballista less is known
    assert table.seat(1, 0)["known"] == []


@pytest.mark.rule("GWY-38", "GWY-39")
def test_peeked_cards_count_as_seen_in_a_redeal(room):
    table = room.at(PEEK + "hand 1: vernon_roche ves thaler\ndeck 1: ballista*2 dethmold trebuchet").play("leader")
    for n in range(20):
        cards = Counter(zone(table.pos.redeal(0, n), state.HAND + 1) + zone(table.pos.redeal(0, n), state.DECK + 1))
        assert all(cards[card] == 1 for card in ("vernon_roche", "ves", "thaler"))


# Redeals and what play has shown


@pytest.mark.rule("GWY-39", "GWY-18")
def test_a_muster_shows_that_the_family_has_left_the_deck(room):
    table = room.at(
        "seat 0: monsters eredin_bringer_of_death\nhand 0: ghoul fiend griffin harpy\n"
        "deck 0: forktail werewolf botchling foglet wyvern\n"
        "hand 1: ves"
    ).play("ghoul")
    held = 0
    for n in range(600):  # a weak card, seldom taken into a deck
        world = table.pos.redeal(1, n)
        assert "ghoul" not in zone(world, state.DECK)
        held += "ghoul" in zone(world, state.HAND)
    assert held > 0  # they may still be in the hand: a muster from the deck leaves those


@pytest.mark.rule("GWY-39", "GWY-18")
def test_a_muster_from_deck_and_hand_shows_that_both_hold_none(room):
    table = room.at(
        "seat 0: monsters eredin_bringer_of_death\nhand 0: ghoul fiend griffin harpy\n"
        "deck 0: forktail werewolf botchling\nhand 1: ves",
        muster_from="deck_and_hand",
    ).play("ghoul")
    for n in range(60):
        world = table.pos.redeal(1, n)
        assert "ghoul" not in zone(world, state.DECK) + zone(world, state.HAND)


@pytest.mark.rule("GWY-39", "GWY-18")
def test_gaunter_shows_the_darkness_and_cerys_the_maidens(room):
    table = room.at(
        "option expansions: true\nhand 0: gaunter_odimm ves\ndeck 0: thaler dethmold trebuchet\nhand 1: ves"
    )
    table.play("gaunter_odimm")
    assert all("gaunter_odimm_darkness" not in zone(table.pos.redeal(1, n), state.DECK) for n in range(60))
    table = room.at(
        "option skellige: true\nseat 0: skellige king_bran\nhand 0: cerys kambi\ndeck 0: olaf udalryk svanrige\n"
        "hand 1: ves"
    ).play("cerys")
    assert all("clan_drummond_shield_maiden" not in zone(table.pos.redeal(1, n), state.DECK) for n in range(60))


@pytest.mark.rule("GWY-39", "GWY-02")
def test_copies_that_were_seen_limit_what_a_redealt_opponent_holds(room):
    table = room.at(
        "hand 0: ves keira_metz dethmold\ndeck 0: ballista siege_tower\npile 0: vernon_roche blue_stripes_commando*2\n"
        "close 0: john_natalis\nhand 1: ves"
    )
    commandos = 0
    for n in range(120):
        world = table.pos.redeal(1, n)
        hidden = Counter(zone(world, state.HAND) + zone(world, state.DECK))
        assert hidden["vernon_roche"] == hidden["john_natalis"] == 0
        assert hidden["blue_stripes_commando"] <= 1
        commandos += hidden["blue_stripes_commando"]
    assert commandos > 0


@pytest.mark.rule("GWY-36", "GWY-39")
def test_cards_shuffled_back_by_crach_are_known_to_be_hidden(room):
    table = room.at(
        "option skellige: true\nseat 0: skellige crach_an_craite\nhand 0: kambi\ndeck 0: olaf\n"
        "pile 0: udalryk hjalmar\n"
        "hand 1: ves thaler\ndeck 1: ballista trebuchet\npile 1: vernon_roche keira_metz"
    ).play("leader")
    for n in range(40):
        world = table.pos.redeal(0, n)
        assert {"vernon_roche", "keira_metz"} <= set(zone(world, state.HAND + 1) + zone(world, state.DECK + 1))
        assert world.state.count[state.HAND + 1] == 2
        # nothing was drawn since: they are in the deck, not in the hand
        assert {"vernon_roche", "keira_metz"} <= set(zone(world, state.DECK + 1))
    table.play("thaler")  # draws two: now they may be in the hand
    places = {"vernon_roche" in zone(table.pos.redeal(0, n), state.DECK + 1) for n in range(40)}
    assert places == {True, False}


@pytest.mark.rule("GWY-36", "GWY-39")
def test_a_copy_played_from_an_old_hand_is_not_the_one_that_went_back(room):
    table = room.at(
        "option skellige: true\nseat 0: skellige crach_an_craite\nhand 0: kambi\ndeck 0: olaf\n"
        "hand 1: ballista thaler\ndeck 1: ves dethmold\npile 1: ballista"
    ).play("leader", "ballista")
    for n in range(20):
        assert "ballista" in zone(table.pos.redeal(0, n), state.DECK + 1)


@pytest.mark.rule("GWY-39", "GWY-18")
def test_cards_drawn_after_a_muster_are_not_of_its_family(room):
    table = room.at(
        "option expansions: true\nseat 1: monsters eredin_bringer_of_death\nhand 0: ves\nturn: 1\n"
        "hand 1: nekker mysterious_elf\ndeck 1: fiend griffin werewolf"
    ).play("nekker", "pass", "mysterious_elf")
    holds = Counter[int]()
    for n in range(150):
        hand = zone(table.pos.redeal(0, n), state.HAND + 1)
        holds[hand.count("nekker")] += 1
    assert set(holds) == {0, 1}  # of the cards that it had then, one may be left


@pytest.mark.rule("GWY-36", "GWY-38", "GWY-39")
def test_a_returned_card_that_is_peeked_at_is_not_counted_twice(room):
    """Crach shuffled two units of a deck of 22 back; the Emperor sees one of them drawn: still 22 units."""
    deck = (
        "hjalmar cerys ermion draig_bon_dhu holger_blackhand madman_lugos donar_an_hindar blueboy_lugos svanrige olaf "
        "clan_an_craite_warrior*3 light_longship*3 war_longship*3"
    )
    peeked = room.at(
        f"""
        option skellige: true
        seat 0: nilfgaard emhyr_emperor_of_nilfgaard
        seat 1: skellige crach_an_craite used
        hand 0: cynthia albrich
        hand 1: udalryk birna_bran
        deck 1: geralt_of_rivia {deck}
        seen 1: udalryk geralt_of_rivia
        back 1: udalryk geralt_of_rivia
        drawn 1: 1
        """
    ).play("leader")
    assert peeked.seat(1, 0)["known"] == ["birna_bran", "udalryk"]
    for n in range(30):
        world = peeked.pos.redeal(0, n)
        assert legal(world, 1) == []
        assert "geralt_of_rivia" in zone(world, state.DECK + 1)


@pytest.mark.rule("GWY-36")
def test_while_the_wild_hunt_chooses_weather_every_redealt_deck_holds_some(room):
    table = room.at(
        "seat 0: monsters eredin_king_of_the_wild_hunt\nhand 0: fiend\ndeck 0: harpy griffin torrential_rain\n"
        "hand 1: ves"
    ).play("leader")
    assert table.pos.decision == "fetch"
    for viewer in (1, lt.SPECTATOR):
        for n in range(60):
            assert table.pos.redeal(viewer, n).moves(0)


@pytest.mark.rule("GWY-01", "GWY-39")
def test_a_redealt_opponent_has_no_ready_made_deck(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies")
    for viewer, others in ((0, [1]), (1, [0]), (lt.SPECTATOR, [0, 1])):
        world = table.pos.redeal(viewer, 1)
        assert all(world.state.deck_name[p] == 0 for p in others)
        assert world.state.deck_name[0] == table.pos.state.deck_name[0] or 0 in others
        assert all("deck" not in world.origin.seats[p] for p in others)


def on_rows(pos: lt.Position, seat: int) -> list[int]:
    return [pos.state.card[at] for row in range(3) for at in ZONES.slots(pos.state, state.ROW + 3 * seat + row)]


def hidden_of(pos: lt.Position, seat: int) -> Counter[str]:
    return Counter(zone(pos, state.HAND + seat) + zone(pos, state.DECK + seat))


@pytest.mark.rule("GWY-39", "GWY-01")
def test_a_redealt_opponent_mostly_holds_the_ready_made_deck_of_the_leader(room):
    table = room.with_decks("monsters_swarm", "nilfgaard_spies")
    deck = Counter(dict(ready_made()["nilfgaard_spies"].cards))
    assert hidden_of(table.pos, 1) == deck
    fitting = sum(hidden_of(table.pos.redeal(0, n), 1) == deck for n in range(80))
    assert 55 <= fitting < 80  # seven of eight; some bring decks of their own
    hands = {tuple(sorted(zone(table.pos.redeal(0, n), state.HAND + 1))) for n in range(20)}
    assert len(hands) == 20


@pytest.mark.rule("GWY-39", "GWY-01")
def test_a_ready_made_deck_is_suspected_only_as_long_as_it_fits_what_was_seen(room):
    usual = ready_made()["nilfgaard_spies"]
    cards = Counter(dict(usual.cards))
    other = "rotten_mangonel"
    assert other not in cards
    own = cards - Counter(["vattier_de_rideaux"]) + Counter([other])
    table = room.with_decks("monsters_swarm", replace(usual, cards=tuple(own.items())))
    assert sum(hidden_of(table.pos.redeal(0, n), 1) == cards for n in range(40)) > 25  # nothing was seen of it yet
    for seed in range(40):
        pos = room.with_decks("monsters_swarm", replace(usual, cards=tuple(own.items())), seed=seed).pos
        if other in zone(pos, state.HAND + 1):
            break
    while not any(code & 255 == CARD_BY_ID[other].number for code in on_rows(pos, 1)):
        moves = {move.text: move for move in pos.moves(pos.actor)}
        pos.play(moves.get(other) or moves.get("pass") or moves.get("keep") or pos.moves(pos.actor)[0], pos.actor)
    assert not any(hidden_of(pos.redeal(0, n), 1) <= cards for n in range(40))


@pytest.mark.rule("GWY-39", "GWY-01")
def test_a_deck_of_another_size_is_not_taken_for_the_ready_made_one(room):
    usual = ready_made()["nilfgaard_spies"]
    cards = Counter(dict(usual.cards))
    larger = cards + Counter(["rotten_mangonel"])
    table = room.with_decks("monsters_swarm", replace(usual, cards=tuple(larger.items())))
    assert not any(cards <= hidden_of(table.pos.redeal(0, n), 1) for n in range(40))


def listed(cards: Counter[str]) -> str:
    return " ".join(cards.elements())


@pytest.mark.rule("GWY-39", "GWY-18")
def test_a_ready_made_deck_is_not_suspected_where_a_muster_called_too_few(room):
    """Two nekkers came; the ready-made deck has three, and the third can be nowhere."""
    own = Counter(dict(ready_made()["monsters_swarm"].cards)) - Counter(["nekker"]) + Counter(["griffin"])
    table = room.at(
        "seat 0: monsters eredin_commander_of_the_red_riders\nhand 0: nekker leshen\n"
        f"deck 0: {listed(own - Counter(['nekker', 'leshen']))}\nhand 1: ves",
        muster_from="deck_and_hand",
    ).play("nekker")
    for n in range(20):
        world = table.pos.redeal(1, n)
        assert "nekker" not in zone(world, state.DECK) + zone(world, state.HAND)


@pytest.mark.rule("GWY-39", "GWY-36")
def test_a_ready_made_deck_is_not_suspected_where_it_holds_no_weather_to_choose(room):
    own = Counter(dict(ready_made()["monsters_giants"].cards)) - Counter(["griffin"]) + Counter(["torrential_rain"])
    gone = Counter({card: own[card] for card in ("biting_frost", "impenetrable_fog")})
    table = room.at(
        "seat 0: monsters eredin_king_of_the_wild_hunt\nhand 0: imlerith\n"
        f"deck 0: {listed(own - gone - Counter(['imlerith']))}\npile 0: {listed(gone)}\nhand 1: ves"
    ).play("leader")
    assert table.pos.decision == "fetch"
    for n in range(20):
        assert table.pos.redeal(1, n).moves(0)


def test_no_two_ready_made_decks_have_one_leader():
    leaders = [deck.leader for deck in ready_made().values()]
    assert len(set(leaders)) == len(leaders)


# Over many random matches


def random_match(game: lt.Game, n: int) -> lt.Position:
    """A match with random options and random legal decks of any faction and leader in play."""
    chance = Random(f"knowledge {n}")
    options = {option.name: chance.choice(option.values) for option in game.declaration.options}
    decks = []
    for _ in range(2):
        factions = FACTIONS if options["skellige"] else FACTIONS[:4]
        deck = random_deck(chance.choice(factions), chance.randrange(10**6), options["expansions"], options["skellige"])
        decks.append({"deck": format_deck(deck)})
    return game.start(seed=n, options=options, seats=decks)


def decklist(pos: lt.Position, seat: int) -> Counter[str]:
    """The deck of a seat, reconstructed from the cards seen and hidden, without those shuffled back twice."""
    s = pos.state
    cards: Counter[str] = Counter()
    for card in range(KINDS):
        seen = s.seen[seat * KINDS + card]
        cards[CARD_NAMES[card]] += seen % 8 - seen // 8
    for z in (state.HAND + seat, state.DECK + seat):
        for at in ZONES.slots(s, z):
            if not s.known[at] & 1 << SPECTATOR and not VANISHES[s.card[at]]:
                cards[CARD_NAMES[s.card[at]]] += 1
    return +cards if min(cards.values()) >= 0 else cards


def legal(pos: lt.Position, seat: int) -> list[Any]:
    """The faults of the deck of a seat."""
    options = pos.origin.options
    leader = LEADERS[pos.state.leader[seat]]
    deck = Deck(leader.faction, leader.id, tuple(decklist(pos, seat).items()))
    return faults(deck, options["expansions"], options["skellige"])


@pytest.mark.rule("GWY-39", "GWY-02")
@pytest.mark.parametrize("part", range(3))
def test_redeals_of_random_matches(room, part):
    """The bookkeeping gives the true deck everywhere; redeals are legal, canonical, and keep knowledge."""
    for n in range(8 * part, 8 * part + 8):
        pos = random_match(room.game, n)
        chance = Random(n)
        brought = [decklist(pos, p) for p in range(2)]
        steps = 0
        while not pos.over:
            if pos.decision == "turn" and chance.random() < 0.75:  # rarely pass: longer matches show more
                moves = [m for m in pos.moves() if m.text != "pass"] or pos.moves()
            else:
                moves = pos.moves()
            pos.play(chance.choice(moves), pos.actor)
            steps += 1
            assert [decklist(pos, p) for p in range(2)] == brought, pos.text()
            if steps % 8 == 0 and not pos.over:
                _check_redeals(pos, steps)


def _check_redeals(pos: lt.Position, seed: int) -> None:
    for viewer in (0, 1, lt.SPECTATOR):
        one, two = pos.redeal(viewer, ("a", seed)), pos.redeal(viewer, ("b", seed))
        assert key(one.redeal(viewer, ("b", seed))) == key(two)
        assert told_by(one, viewer) == told_by(pos, viewer)
        for world in (one, two):
            assert world._program.entry_points.sound(world._states, 0, world._work, 0) == 0
            assert world.moves() != []
            for seat in range(2):
                assert legal(world, seat) == [], (viewer, seat, pos.text())
        if viewer != SPECTATOR:
            assert Counter(zone(one, state.DECK + viewer)) == Counter(zone(pos, state.DECK + viewer))
            assert zone(one, state.HAND + viewer) == zone(pos, state.HAND + viewer)


def told_by(pos: lt.Position, viewer: Any) -> str:
    return json.dumps([pos.view(viewer), pos.events(viewer), pos.log(viewer), pos.prompt(viewer)])


@pytest.mark.rule("GWY-39")
def test_ones_own_deck_keeps_its_content_and_not_its_order(room):
    pos = random_match(room.game, 1)
    while pos.decision != "turn":
        pos.play(pos.moves()[0], pos.actor)
    decks = [zone(pos.redeal(0, n), state.DECK) for n in range(8)]
    assert all(Counter(deck) == Counter(zone(pos, state.DECK)) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 8


@pytest.mark.rule("GWY-39")
def test_a_redealt_opponent_varies_over_the_collection(room):
    pos = random_match(room.game, 3)
    seen: Counter[str] = Counter()
    for n in range(40):
        world = pos.redeal(0, n)
        seen.update(set(zone(world, state.HAND + 1) + zone(world, state.DECK + 1)))
    pool = {card.id for card in CARD_BY_ID.values() if card.copies and card.faction == FACTIONS[pos.state.faction[1]]}
    assert len(pool & set(seen)) > 15
    assert len(seen) > 30
