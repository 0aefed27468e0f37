"""Factions: GWY-32 Monsters, GWY-34 Nilfgaard, GWY-35 Northern Realms, GWY-36 Skellige (GWY-33: set-up)."""

from __future__ import annotations

from collections import Counter

import pytest

TWO_MONSTERS = """
    seat 0: monsters eredin_bringer_of_death used
    seat 1: monsters eredin_bringer_of_death used
    hand 0: harpy
    hand 1: harpy
"""
ELVES = "seat 1: scoiatael francesca_the_beautiful used\nhand 1: toruviel\n"


# GWY-32: Monsters


@pytest.mark.rule("GWY-32")
def test_monsters_keep_one_random_unit_on_its_row(room):
    text = (
        "seat 0: monsters eredin_bringer_of_death\nhand 0: harpy\nclose 0: fiend\nranged 0: wyvern\n"
        "siege 0: ice_giant\n"
    )
    kept: Counter[str] = Counter()
    for seed in range(120):
        table = room.at(text + ELVES, seed).play("pass", "pass")
        (card,) = table.board(0)
        kept[card] += 1
        assert table.row(0, {"fiend": "close", "wyvern": "ranged", "ice_giant": "siege"}[card]) == [card]
        assert sorted([card, *table.pile(0)]) == ["fiend", "ice_giant", "wyvern"]
        assert table.happened("kept")[0]["card"] == card
    assert set(kept) == {"fiend", "wyvern", "ice_giant"}
    assert min(kept.values()) > 20


@pytest.mark.rule("GWY-32", "GWY-16")
def test_by_option_no_hero_is_kept_and_never_a_decoy(room):
    text = (
        "seat 0: monsters eredin_bringer_of_death\nhand 0: harpy\nclose 0: draug decoy geralt_of_rivia\n"
        "ranged 0: leshen\n"
    )
    table = room.at(text + ELVES, monsters_spare_heroes=True).play("pass", "pass")
    assert table.board(0) == []
    assert table.happened("kept") == []
    text += "siege 0: ice_giant\n" + ELVES
    for seed in range(10):
        assert room.at(text, seed, monsters_spare_heroes=True).play("pass", "pass").board(0) == ["ice_giant"]


@pytest.mark.rule("GWY-32")
def test_by_the_letter_a_hero_may_be_kept(room):
    text = "seat 0: monsters eredin_bringer_of_death\nhand 0: harpy\nclose 0: draug decoy fiend\nranged 0: leshen\n"
    kept = Counter(room.at(text + ELVES, seed).play("pass", "pass").board(0)[0] for seed in range(90))
    assert set(kept) == {"draug", "fiend", "leshen"}
    assert min(kept.values()) > 15


@pytest.mark.rule("GWY-32")
def test_only_of_their_own_side_an_enemy_spy_there_included(room):
    text = (
        "seat 0: monsters eredin_bringer_of_death\nseat 1: nilfgaard emhyr_relentless used\nhand 0: harpy\n"
        "hand 1: cynthia\n"
    )
    table = room.at(text + "close 0: stefan_skellen\nranged 1: vanhemar").play("pass", "pass")
    assert table.row(0, "close") == ["stefan_skellen"]
    assert table.board(1) == []


@pytest.mark.rule("GWY-32")
def test_winning_or_losing_does_not_matter(room):
    for close in ("close 0: fiend\nclose 1: dennis_cranmer geralt_of_rivia\n", "close 0: fiend\n"):
        text = "seat 0: monsters eredin_bringer_of_death\nhand 0: harpy\n" + close
        assert room.at(text + ELVES).play("pass", "pass").row(0, "close") == ["fiend"]


@pytest.mark.rule("GWY-32")
def test_both_monsters_keep_one_each(room):
    table = room.at(TWO_MONSTERS + "close 0: fiend\nsiege 1: ice_giant fire_elemental").play("pass", "pass")
    assert table.board(0) == ["fiend"]
    assert len(table.board(1)) == 1


@pytest.mark.rule("GWY-32")
def test_the_others_keep_nothing(room):
    table = room.at("close 0: ves\nhand 0: ballista\nhand 1: ballista").play("pass", "pass")
    assert table.board(0) == []


@pytest.mark.rule("GWY-32")
def test_not_after_the_last_round(room):
    table = room.at(TWO_MONSTERS + "gems: 1 2\nround: 2\nclose 1: fiend griffin").play("pass", "pass")
    assert table.pos.over
    assert table.happened("kept") == []


@pytest.mark.rule("GWY-32")
def test_what_it_did_when_played_does_not_happen_again(room):
    """A kept nekker calls nobody, but a kept giver of morale goes on giving."""
    table = room.at(TWO_MONSTERS + "close 0: nekker\ndeck 0: nekker*2").play("pass", "pass")
    assert table.row(0, "close") == ["nekker"]
    assert table.deck(0) == ["nekker"] * 2
    table = room.at(
        TWO_MONSTERS.replace("hand 0: harpy", "hand 0: harpy fiend") + "close 0: olgierd_von_everec", expansions=True
    )
    table.play("pass", "pass", "fiend")
    assert table.strengths(0, "close") == [6, 7]


@pytest.mark.rule("GWY-32")
def test_the_kept_card_survives_among_many_of_its_row(room):
    for seed in range(25):
        table = room.at(TWO_MONSTERS + "close 0: fiend griffin nekker forktail botchling nekker", seed).play(
            "pass", "pass"
        )
        assert table.row(0, "close") == [table.happened("kept")[0]["card"]]
        assert len(table.pile(0)) == 5


# GWY-34: Nilfgaard


@pytest.mark.rule("GWY-34")
@pytest.mark.parametrize("nilfgaard", [0, 1])
def test_nilfgaard_wins_a_tied_round_and_starts_the_next(room, nilfgaard):
    table = room.at(
        f"seat {nilfgaard}: nilfgaard emhyr_relentless\nclose 0: zoltan_chivay\nclose 1: zoltan_chivay\n"
        "hand 0: vesemir\nhand 1: vesemir"
    ).play("pass", "pass")
    assert table.gems == ((2, 1) if nilfgaard == 0 else (1, 2))
    assert table.pos.actor == nilfgaard


@pytest.mark.rule("GWY-34")
def test_nilfgaard_wins_an_empty_round_too_and_the_match_by_ties(room):
    table = room.at("seat 1: nilfgaard emhyr_relentless\nhand 0: vesemir\nhand 1: vesemir").play(
        "pass", "pass", "pass", "pass"
    )
    assert table.pos.outcome()["ranking"] == [[1], [0]]


@pytest.mark.rule("GWY-34")
def test_a_round_that_is_no_tie_is_not_nilfgaards(room):
    table = room.at(
        "seat 1: nilfgaard emhyr_relentless\nclose 0: vesemir\nclose 1: zoltan_chivay\nhand 0: ves\nhand 1: cynthia"
    )
    assert table.play("pass", "pass").gems == (2, 1)


@pytest.mark.rule("GWY-34")
def test_both_nilfgaard_is_a_plain_draw(room):
    table = room.at(
        "seat 0: nilfgaard emhyr_relentless\nseat 1: nilfgaard emhyr_relentless\nhand 0: vesemir\nhand 1: vesemir"
    ).play("pass", "pass")
    assert table.gems == (1, 1)
    assert table.pos.actor == 1  # the last to pass


# GWY-35: Northern Realms


@pytest.mark.rule("GWY-35")
@pytest.mark.parametrize("seat", [0, 1])
def test_northern_realms_draw_one_after_a_round_they_won(room, seat):
    table = room.at(
        f"seat {1 - seat}: scoiatael francesca_the_beautiful\nclose {seat}: ves\nhand {seat}: ballista\n"
        f"deck {seat}: dethmold trebuchet\nhand {1 - seat}: toruviel\ndeck {1 - seat}: milva"
    ).play("pass", "pass")
    assert table.hand(seat) == ["ballista", "trebuchet"]
    assert table.hand(1 - seat) == ["toruviel"]
    assert table.happened("drew", seat) == [{"seat": seat, "card": "trebuchet"}]
    assert table.happened("drew", 1 - seat) == [{"seat": seat, "card": None}]


@pytest.mark.rule("GWY-35")
@pytest.mark.parametrize("board", ["", "close 1: dennis_cranmer\n"])
def test_not_after_a_draw_or_a_defeat(room, board):
    table = room.at(ELVES + board + "hand 0: ballista\ndeck 0: dethmold").play("pass", "pass")
    assert table.hand(0) == ["ballista"]


@pytest.mark.rule("GWY-35")
def test_both_northern_realms_the_winner_draws(room):
    table = room.at("close 1: ves\nhand 0: ballista\nhand 1: ballista\ndeck 0: dethmold\ndeck 1: dethmold").play(
        "pass", "pass"
    )
    assert table.hand(0) == ["ballista"]
    assert table.hand(1) == ["ballista", "dethmold"]


@pytest.mark.rule("GWY-35")
def test_not_after_the_last_round_either(room):
    table = room.at("gems: 2 1\nround: 2\nclose 0: ves\nhand 0: ballista\nhand 1: ballista\ndeck 0: dethmold").play(
        "pass", "pass"
    )
    assert table.pos.over
    assert table.hand(0) == ["ballista"]


@pytest.mark.rule("GWY-35")
def test_none_if_the_deck_is_empty(room):
    table = room.at(ELVES + "close 0: ves\nhand 0: ballista").play("pass", "pass")
    assert table.round == 2
    assert table.hand(0) == ["ballista"]


@pytest.mark.rule("GWY-35", "GWY-34")
def test_nilfgaards_tie_is_no_round_won_for_the_north(room):
    table = room.at("seat 1: nilfgaard emhyr_relentless\nhand 0: ballista\ndeck 0: dethmold\nhand 1: cynthia").play(
        "pass", "pass"
    )
    assert table.hand(0) == ["ballista"]


# GWY-36: Skellige's return

ISLES = "option skellige: true\nseat 0: skellige crach_an_craite used\n"
THIRD = "round: 2\ngems: 1 2\nclose 0: geralt_of_rivia\n"  # seat 0 wins round 2


@pytest.mark.rule("GWY-36")
def test_two_random_units_return_at_the_start_of_round_3(room):
    came: Counter[str] = Counter()
    for seed in range(60):
        table = room.at(
            ISLES
            + THIRD
            + ELVES
            + "hand 0: kambi\npile 0: udalryk clan_brokvar_archer holger_blackhand hjalmar mardroeme",
            seed,
        ).play("pass", "pass")
        assert table.round == 3
        back = [event["card"] for event in table.happened("came_back")]
        assert len(back) == 2
        assert sorted(table.board(0)) == sorted(back)
        came.update(back)
        assert sorted(back + table.pile(0)) == sorted(
            ["udalryk", "clan_brokvar_archer", "holger_blackhand", "hjalmar", "mardroeme", "geralt_of_rivia"]
        )
    assert set(came) == {"udalryk", "clan_brokvar_archer", "holger_blackhand"}
    assert min(came.values()) > 25


@pytest.mark.rule("GWY-36")
def test_each_on_its_row_agile_to_close_and_no_on_play_ability(room):
    table = room.at(
        ISLES + THIRD + ELVES + "hand 0: kambi\npile 0: olaf light_longship\ndeck 0: light_longship*2"
    ).play("pass", "pass")
    assert table.row(0, "close") == ["olaf"]
    assert table.row(0, "ranged") == ["light_longship"]
    assert table.deck(0) == ["light_longship"] * 2
    medic = room.at(ISLES + THIRD + ELVES + "hand 0: kambi\npile 0: birna_bran clan_dimun_pirate hjalmar").play(
        "pass", "pass"
    )
    assert medic.pos.decision == "turn"
    assert sorted(medic.board(0)) == ["birna_bran", "clan_dimun_pirate"]


@pytest.mark.rule("GWY-36")
@pytest.mark.parametrize(("pile", "back"), [("udalryk hjalmar", ["udalryk"]), ("hjalmar decoy", [])])
def test_fewer_if_there_are_fewer(room, pile, back):
    table = room.at(ISLES + THIRD + ELVES + f"hand 0: kambi\npile 0: {pile}").play("pass", "pass")
    assert table.board(0) == back


@pytest.mark.rule("GWY-36", "GWY-11")
def test_units_of_the_round_just_ended_may_return(room):
    table = room.at(ISLES + THIRD + ELVES + "hand 0: kambi\nsiege 0: holger_blackhand war_longship")
    table.play("pass", "pass")
    assert sorted(table.row(0, "siege")) == ["holger_blackhand", "war_longship"]


@pytest.mark.rule("GWY-36")
def test_not_in_round_2_and_not_for_others(room):
    table = room.at(ISLES + ELVES + "hand 0: kambi\npile 0: udalryk svanrige\npile 1: milva").play("pass", "pass")
    assert table.round == 2
    assert table.board(0) == []
    assert table.board(1) == []
    third = room.at(ISLES + THIRD + ELVES + "hand 0: kambi\npile 1: milva").play("pass", "pass")
    assert third.round == 3
    assert third.board(1) == []


@pytest.mark.rule("GWY-36")
def test_both_skellige_get_two_each(room):
    table = room.at(
        ISLES + THIRD + "seat 1: skellige crach_an_craite used\nhand 0: kambi\nhand 1: kambi\n"
        "pile 0: udalryk svanrige\npile 1: madman_lugos donar_an_hindar"
    ).play("pass", "pass")
    assert [event["seat"] for event in table.happened("came_back")] == [0, 0, 1, 1]
