"""Special cards: GWY-27 to GWY-31."""

from __future__ import annotations

import pytest

HOLD = "hand 1: dethmold ballista\n"


# GWY-27: commander's horn


@pytest.mark.rule("GWY-27")
@pytest.mark.parametrize("row", ["close", "ranged", "siege"])
def test_a_horn_goes_on_a_row_of_ones_own_side(room, row):
    table = room.at(
        HOLD + "hand 0: commanders_horn\nclose 0: ves\nranged 0: keira_metz\nsiege 0: trebuchet\nclose 1: ves"
    )
    table.play("commanders_horn")
    assert table.moves() == ["close", "ranged", "siege"]
    table.play(row)
    doubled = {"close": 10, "ranged": 10, "siege": 12}
    printed = {"close": 5, "ranged": 5, "siege": 6}
    assert {r: table.strengths(0, r)[0] for r in printed} == {**printed, row: doubled[row]}
    assert table.total(1) == 5
    assert table.happened("horn_sounded") == [{"seat": 0, "row": row, "by_leader": 0}]
    assert table.pile(0) == []  # it stays until the round ends


@pytest.mark.rule("GWY-27")
def test_a_horn_may_go_on_an_empty_row_and_acts_on_later_arrivals(room):
    table = room.at(HOLD + "hand 0: commanders_horn ves").play("commanders_horn", "close", "pass", "ves")
    assert table.strengths(0, "close") == [10]


@pytest.mark.rule("GWY-27")
@pytest.mark.parametrize("horn", ["close", "close/leader"])
def test_one_horn_a_row_a_leaders_horn_included(room, horn):
    table = room.at(HOLD + f"hand 0: commanders_horn\nhorn 0: {horn}").play("commanders_horn")
    assert table.refusal("close") == ("GWY-27", "horn_taken")
    assert table.moves() == ["ranged", "siege"]


@pytest.mark.rule("GWY-27")
def test_a_horn_unit_does_not_take_the_place(room):
    table = room.at(HOLD + "hand 0: commanders_horn\nclose 0: dandelion ves").play("commanders_horn", "close")
    assert table.strengths(0, "close") == [4, 10]


@pytest.mark.rule("GWY-27")
def test_with_horns_on_all_rows_another_cannot_be_played(room):
    table = room.at(HOLD + "hand 0: commanders_horn ves\nhorn 0: close ranged siege/leader")
    assert table.refusal("commanders_horn") == ("GWY-27", "horns_everywhere")
    assert room.at(HOLD + "hand 0: commanders_horn ves\nhorn 1: close ranged siege").refusal("commanders_horn") is None


@pytest.mark.rule("GWY-27")
@pytest.mark.parametrize("free", ["close", "ranged", "siege"])
def test_one_free_row_is_enough(room, free):
    taken = " ".join(row for row in ("close", "ranged", "siege") if row != free)
    table = room.at(HOLD + f"hand 0: commanders_horn ves\nhorn 0: {taken}").play("commanders_horn")
    assert table.moves() == [free]


# GWY-28: scorch


@pytest.mark.rule("GWY-28")
def test_scorch_kills_the_strongest_on_the_whole_board(room):
    table = room.at(HOLD + "hand 0: scorch ves\nclose 0: vesemir\nsiege 1: catapult trebuchet").play("scorch")
    assert table.row(1, "siege") == ["trebuchet"]
    assert table.row(0, "close") == ["vesemir"]
    assert table.pile(0) == ["scorch"]
    assert table.pile(1) == ["catapult"]
    assert table.happened("scorched") == [{"seat": 0, "number": 8}]


@pytest.mark.rule("GWY-28")
def test_all_that_tie_die_on_both_sides(room):
    table = room.at(
        HOLD + "hand 0: scorch ves\nclose 0: vesemir yarpen_zigrin\nranged 0: dethmold\nsiege 1: trebuchet siege_tower"
    )
    table.play("scorch")
    assert table.board(0) == ["yarpen_zigrin"]
    assert table.board(1) == []


@pytest.mark.rule("GWY-28")
def test_current_strength_counts_not_what_is_printed(room):
    table = room.at(HOLD + "hand 0: scorch\nclose 0: blue_stripes_commando*2\nsiege 1: catapult").play("scorch")
    assert table.board(0) == table.board(1) == []  # 8 each
    table = room.at(HOLD + "hand 0: scorch\nclose 0: blue_stripes_commando*3\nsiege 1: catapult").play("scorch")
    assert table.board(1) == ["catapult"]
    frost = room.at(HOLD + "hand 0: scorch\nclose 0: vesemir\nclose 1: poor_infantry*2\nweather: biting_frost").play(
        "scorch"
    )
    assert frost.board(0) == ["vesemir"]  # 1 against 2
    assert frost.board(1) == []


@pytest.mark.rule("GWY-28")
def test_deaths_are_at_once(room):
    """Three bonded commandos at 12 each: none becomes weaker while the others burn."""
    table = room.at(HOLD + "hand 0: scorch\nclose 1: blue_stripes_commando*3\nhorn 1: close").play("scorch")
    assert table.board(1) == []
    assert len(table.happened("fell")) == 3
    morale = room.at(HOLD + "hand 0: scorch\nsiege 1: kaedweni_siege_expert*3").play("scorch")
    assert morale.board(1) == []


@pytest.mark.rule("GWY-28", "GWY-16")
def test_heroes_and_decoys_do_not_burn(room):
    table = room.at(HOLD + "hand 0: scorch\nclose 0: geralt_of_rivia decoy ves").play("scorch")
    assert table.row(0, "close") == ["geralt_of_rivia", "decoy"]


@pytest.mark.rule("GWY-28")
@pytest.mark.parametrize("board", ["", "close 0: geralt_of_rivia decoy\n"])
def test_scorch_may_be_played_with_no_target(room, board):
    table = room.at(HOLD + board + "hand 0: scorch ves").play("scorch")
    assert table.happened("scorched") == []
    assert table.pile(0) == ["scorch"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-28")
def test_if_all_stand_at_0_all_die(room):
    table = room.at(
        """
        seat 0: scoiatael francesca_the_beautiful
        seat 1: nilfgaard emhyr_relentless
        hand 0: scorch toruviel
        hand 1: cynthia
        ranged 0: havekar_healer*2 iorveth
        siege 1: siege_technician decoy
        """
    ).play("scorch")
    assert table.board(0) == ["iorveth"]
    assert table.board(1) == ["decoy"]
    assert table.happened("scorched") == [{"seat": 0, "number": 0}]


@pytest.mark.rule("GWY-28")
def test_a_0_survives_where_somebody_is_stronger(room):
    table = room.at(
        "seat 0: scoiatael francesca_the_beautiful\nhand 0: scorch toruviel\nranged 0: havekar_healer\n"
        + HOLD
        + "close 1: ves"
    ).play("scorch")
    assert table.board(0) == ["havekar_healer"]
    assert table.board(1) == []


# GWY-29: decoy


@pytest.mark.rule("GWY-29")
def test_a_decoy_takes_the_place_of_a_unit_which_comes_to_the_hand(room):
    table = room.at(HOLD + "hand 0: decoy\nclose 0: ves vesemir yarpen_zigrin").play("decoy")
    assert table.pos.decision == "target"
    targets = [{"row": "close", "card": card} for card in ("ves", "vesemir", "yarpen_zigrin")]
    playing = table.pos.view(1)["table"]["playing"]
    assert sorted(playing.pop("targets"), key=str) == sorted(targets, key=str)
    assert playing == {"seat": 0, "card": "decoy", "rows": []}
    table.play("decoy close vesemir")
    assert table.row(0, "close") == ["ves", "decoy", "yarpen_zigrin"]  # where the unit stood
    assert table.strengths(0, "close") == [5, 0, 2]
    assert table.hand(0) == ["vesemir"]
    assert table.pos.actor == 1
    assert table.happened("returned") == [{"seat": 0, "card": "vesemir", "row": "close", "place": 1}]


@pytest.mark.rule("GWY-29")
def test_which_copies_row_is_meant(room):
    table = room.at(
        "seat 0: scoiatael francesca_the_beautiful\n" + HOLD + "hand 0: decoy\nclose 0: dol_blathanna_scout\n"
        "ranged 0: toruviel dol_blathanna_scout"
    ).play("decoy")
    assert table.moves() == [
        "decoy close dol_blathanna_scout",
        "decoy ranged toruviel",
        "decoy ranged dol_blathanna_scout",
    ]
    table.play("decoy ranged dol_blathanna_scout")
    assert table.row(0, "close") == ["dol_blathanna_scout"]
    assert table.row(0, "ranged") == ["toruviel", "decoy"]


@pytest.mark.rule("GWY-29", "GWY-16")
def test_no_hero_no_decoy_nobody_of_the_other_side(room):
    table = room.at(HOLD + "hand 0: decoy\nclose 0: ves vernon_roche decoy\nclose 1: siegfried_of_denesle").play(
        "decoy"
    )
    assert table.moves() == ["decoy close ves"]
    assert table.refusal("decoy close vernon_roche") == ("GWY-16", "hero")
    assert table.refusal("decoy close decoy") == ("GWY-29", "decoy_on_decoy")
    assert table.refusal("decoy close siegfried_of_denesle") == ("GWY-29", "not_on_row")
    assert table.refusal("decoy ranged ves") == ("GWY-29", "not_on_row")


@pytest.mark.rule("GWY-29")
@pytest.mark.parametrize("board", ["", "close 0: vernon_roche decoy\n", "close 1: ves\n"])
def test_with_no_target_a_decoy_cannot_be_played(room, board):
    table = room.at(HOLD + board + "hand 0: decoy ballista")
    assert table.refusal("decoy") == ("GWY-29", "decoy_without_target")


@pytest.mark.rule("GWY-29", "GWY-19")
def test_an_enemy_spy_comes_to_the_hand_and_can_be_sent_back(room):
    table = room.at(
        "seat 1: nilfgaard emhyr_relentless\nhand 0: decoy\ndeck 0: ves ballista\nhand 1: cynthia\n"
        "close 0: stefan_skellen"
    ).play("decoy", "decoy close stefan_skellen")
    assert table.hand(0) == ["stefan_skellen"]
    table.play("pass", "stefan_skellen")
    assert table.row(1, "close") == ["stefan_skellen"]
    assert table.hand(0) == ["ballista", "ves"]


@pytest.mark.rule("GWY-29", "GWY-16")
def test_a_hero_spy_cannot_be_decoyed(room):
    table = room.at(HOLD + "hand 0: decoy ves\nclose 0: mysterious_elf")
    assert table.refusal("decoy") == ("GWY-29", "decoy_without_target")


@pytest.mark.rule("GWY-29", "GWY-21")
def test_a_decoyed_units_ability_works_again(room):
    table = room.at(HOLD + "hand 0: decoy\nsiege 0: dun_banner_medic\npile 0: ves").play(
        "decoy", "decoy siege dun_banner_medic", "pass", "dun_banner_medic", "revive ves"
    )
    assert table.row(0, "close") == ["ves"]


@pytest.mark.rule("GWY-29", "GWY-15")
def test_a_decoy_changes_what_it_leaves(room):
    table = room.at(HOLD + "hand 0: decoy\nclose 0: blue_stripes_commando*3").play(
        "decoy", "decoy close blue_stripes_commando"
    )
    assert table.row(0, "close") == ["decoy", "blue_stripes_commando", "blue_stripes_commando"]
    assert table.strengths(0, "close") == [0, 8, 8]


# GWY-30, GWY-31: weather


@pytest.mark.rule("GWY-30")
@pytest.mark.parametrize(("card", "row"), [("biting_frost", 0), ("impenetrable_fog", 1), ("torrential_rain", 2)])
def test_each_weather_lies_over_its_row(room, card, row):
    table = room.at(HOLD + f"hand 0: {card} ves").play(card)
    assert table.weather() == [card]
    for seat in range(2):
        assert [r["weather"] for r in table.seat(seat)["rows"]] == [n == row for n in range(3)]
    assert table.pile(0) == []


@pytest.mark.rule("GWY-30")
def test_units_that_come_later_are_struck_too(room):
    table = room.at(HOLD + "hand 0: biting_frost ves\n").play("biting_frost", "pass", "ves")
    assert table.strengths(0, "close") == [1]


@pytest.mark.rule("GWY-30")
def test_the_same_weather_again_adds_nothing_and_is_discarded_at_once(room):
    table = room.at(HOLD + "hand 0: biting_frost ves\nweather: biting_frost^1\nclose 1: ves").play("biting_frost")
    assert table.weather() == ["biting_frost"]
    assert table.pile(0) == ["biting_frost"]
    assert table.happened("weather_wasted") == [{"seat": 0, "card": "biting_frost"}]
    assert table.total(1) == 1


@pytest.mark.rule("GWY-30")
def test_weather_ends_with_the_round(room):
    table = room.at(HOLD + "hand 0: ves\nweather: biting_frost^1 torrential_rain").play("pass", "pass")
    assert table.round == 2
    assert table.weather() == []
    assert "torrential_rain" in table.pile(0)
    assert "biting_frost" in table.pile(1)


@pytest.mark.rule("GWY-31")
def test_clear_weather_discards_all_weather_and_itself(room):
    table = room.at(
        HOLD
        + "hand 0: clear_weather ves\nweather: biting_frost^1 torrential_rain^0\nclose 0: vesemir\nsiege 1: trebuchet"
    ).play("clear_weather")
    assert table.weather() == []
    assert table.pile(0) == ["clear_weather", "torrential_rain"]
    assert table.pile(1) == ["biting_frost"]
    assert (table.total(0), table.total(1)) == (6, 6)
    assert table.happened("weather_cleared") == [{"seat": 0, "number0": 1, "number1": 1}]


@pytest.mark.rule("GWY-31")
def test_clear_weather_may_be_played_under_a_blue_sky(room):
    table = room.at(HOLD + "hand 0: clear_weather ves").play("clear_weather")
    assert table.pile(0) == ["clear_weather"]
    assert table.pos.actor == 1
