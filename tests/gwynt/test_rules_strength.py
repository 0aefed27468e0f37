"""Strength on the board: GWY-15 to GWY-17, GWY-22, GWY-23, GWY-25 and the printed score card, GWY-40."""

from __future__ import annotations

import pytest

import ludotheque as lt

NR = "northern_realms foltest_siegemaster"
MONSTERS = "monsters eredin_bringer_of_death"


# The numeric checks of the rulings


@pytest.mark.rule("GWY-15", "GWY-22")
def test_three_blue_stripes_count_12_each(room):
    table = room.at("close 0: blue_stripes_commando*3")
    assert table.strengths(0, "close") == [12, 12, 12]
    assert table.total(0) == 36


@pytest.mark.rule("GWY-15", "GWY-22")
def test_three_blue_stripes_under_frost_count_3_each(room):
    table = room.at("close 0: blue_stripes_commando*3\nweather: biting_frost")
    assert table.strengths(0, "close") == [3, 3, 3]
    assert table.total(0) == 9


@pytest.mark.rule("GWY-15", "GWY-27")
def test_three_blue_stripes_with_a_horn_count_24_each(room):
    table = room.at("close 0: blue_stripes_commando*3\nhorn 0: close")
    assert table.strengths(0, "close") == [24, 24, 24]
    assert table.total(0) == 72


@pytest.mark.rule("GWY-15", "GWY-23")
def test_two_catapults_a_siege_expert_and_a_horn_count_70(room):
    table = room.at("siege 0: catapult kaedweni_siege_expert catapult\nhorn 0: siege")
    assert table.strengths(0, "siege") == [34, 2, 34]
    assert table.total(0) == 70


@pytest.mark.rule("GWY-15")
def test_milva_alone_with_a_horn_counts_20(room):
    table = room.at("seat 0: scoiatael francesca_the_beautiful\nranged 0: milva\nhorn 0: ranged")
    assert table.strengths(0, "ranged") == [20]


@pytest.mark.rule("GWY-15", "GWY-16")
def test_saesenthessis_stays_10_beside_milva_and_a_horn(room):
    table = room.at("seat 0: scoiatael francesca_the_beautiful\nranged 0: milva saesenthessis\nhorn 0: ranged")
    assert table.strengths(0, "ranged") == [20, 10]
    assert table.total(0) == 30


@pytest.mark.rule("GWY-15", "GWY-16", "GWY-23")
def test_kayran_gives_morale_and_never_gets_any(room):
    table = room.at(f"seat 0: {MONSTERS}\noption expansions: true\nclose 0: kayran olgierd_von_everec fiend")
    assert table.strengths(0, "close") == [8, 7, 8]


@pytest.mark.rule("GWY-40")
def test_the_printed_score_card_21_against_123(room):
    table = room.at(
        """
        close 0: vernon_roche ves
        siege 0: trebuchet
        close 1: blue_stripes_commando*3
        horn 1: close
        ranged 1: philippa_eilhart keira_metz sheldon_skaggs
        siege 1: catapult*2
        hand 0: vesemir
        hand 1: vesemir
        """
    )
    assert table.pos.scores(lt.SPECTATOR) == [21, 123]
    assert [table.seat(p, lt.SPECTATOR)["total"] for p in range(2)] == [21, 123]
    table.play("pass", "pass")
    assert table.happened("round_ends") == [{"number": 1, "total0": 21, "total1": 123, "hand0": 1, "hand1": 1}]
    assert table.gems == (1, 2)


# The steps one by one


@pytest.mark.rule("GWY-15", "GWY-16")
def test_a_hero_has_what_is_printed_whatever_happens(room):
    table = room.at(
        f"""
        seat 0: {NR}
        close 0: geralt_of_rivia dandelion
        ranged 0: philippa_eilhart
        horn 0: close ranged
        weather: biting_frost impenetrable_fog
        """
    )
    assert table.strengths(0, "close") == [15, 2]
    assert table.strengths(0, "ranged") == [10]


@pytest.mark.rule("GWY-15")
def test_a_decoy_counts_0_whatever_happens(room):
    table = room.at("siege 0: decoy kaedweni_siege_expert*2\nhorn 0: siege")
    assert table.strengths(0, "siege") == [0, 4, 4]


@pytest.mark.rule("GWY-15", "GWY-30")
@pytest.mark.parametrize(
    ("weather", "covered"),
    [
        ("biting_frost", ["close"]),
        ("impenetrable_fog", ["ranged"]),
        ("torrential_rain", ["siege"]),
        ("skellige_storm", ["ranged", "siege"]),
    ],
)
def test_weather_strikes_its_rows_on_both_sides(room, weather, covered):
    table = room.at(
        f"""
        close 0: ves
        ranged 0: dethmold
        siege 0: ballista
        close 1: siegfried_of_denesle
        ranged 1: keira_metz
        siege 1: trebuchet
        weather: {weather}
        """,
        expansions=True,
    )
    printed = {"close": (5, 5), "ranged": (6, 5), "siege": (6, 6)}
    for row, (mine, yours) in printed.items():
        expected = ([1], [1]) if row in covered else ([mine], [yours])
        assert (table.strengths(0, row), table.strengths(1, row)) == expected


@pytest.mark.rule("GWY-15", "GWY-30")
def test_weather_comes_before_bond_morale_and_horn(room):
    table = room.at("siege 0: catapult*2 kaedweni_siege_expert\nhorn 0: siege\nweather: torrential_rain")
    assert table.strengths(0, "siege") == [6, 6, 2]  # (1 × 2 + 1) × 2


@pytest.mark.rule("GWY-17")
@pytest.mark.parametrize(
    "text",
    [
        "seat 0: scoiatael francesca_the_beautiful\nranged 0: havekar_healer\nweather: impenetrable_fog",
        "seat 0: nilfgaard emhyr_relentless\nsiege 0: siege_technician\nweather: torrential_rain",
        "option expansions: true\nranged 0: cow\nweather: skellige_storm",
    ],
)
def test_weather_leaves_0_at_0(room, text):
    assert room.at(text).total(0) == 0


@pytest.mark.rule("GWY-15", "GWY-17")
def test_weather_leaves_1_at_1(room):
    assert room.at("close 0: redanian_foot_soldier\nweather: biting_frost").total(0) == 1


@pytest.mark.rule("GWY-22")
def test_bonds_multiply_by_their_number(room):
    for n, each in ((1, 1), (2, 2), (3, 3), (4, 4)):
        assert room.at(f"close 0: poor_infantry*{n}").strengths(0, "close") == [each] * n


@pytest.mark.rule("GWY-22")
def test_bonds_need_not_be_neighbours(room):
    table = room.at("close 0: blue_stripes_commando ves blue_stripes_commando poor_infantry")
    assert table.strengths(0, "close") == [8, 5, 8, 1]


@pytest.mark.rule("GWY-22")
def test_bonds_do_not_cross_the_table(room):
    table = room.at("close 0: blue_stripes_commando\nclose 1: blue_stripes_commando*2")
    assert table.strengths(0, "close") == [4]
    assert table.strengths(1, "close") == [8, 8]


@pytest.mark.rule("GWY-15", "GWY-22")
def test_only_cards_with_the_ability_bond(room):
    """Cerys is of the Shield Maidens' group, but musters: neither gives nor gets."""
    table = room.at(
        "seat 0: skellige king_bran\nclose 0: cerys clan_drummond_shield_maiden*2 clan_an_craite_warrior", skellige=True
    )
    assert table.strengths(0, "close") == [10, 8, 8, 6]


@pytest.mark.rule("GWY-22", "GWY-26")
def test_turned_young_berserkers_bond_and_others_do_not(room):
    table = room.at(
        "seat 0: skellige king_bran\nranged 0: transformed_young_vildkaarl*2 young_berserker", skellige=True
    )
    assert table.strengths(0, "ranged") == [16, 16, 2]


@pytest.mark.rule("GWY-23")
def test_morale_givers_raise_each_other_and_not_themselves(room):
    table = room.at("siege 0: kaedweni_siege_expert*3 ballista\nsiege 1: trebuchet")
    assert table.strengths(0, "siege") == [3, 3, 3, 9]
    assert table.strengths(1, "siege") == [6]


@pytest.mark.rule("GWY-16", "GWY-23")
def test_a_hero_gives_morale(room):
    table = room.at(
        "seat 0: scoiatael francesca_the_beautiful\nclose 0: isengrim_faoiltiarna dennis_cranmer geralt_of_rivia"
    )
    assert table.strengths(0, "close") == [10, 7, 15]


@pytest.mark.rule("GWY-23")
def test_morale_lifts_a_0_and_a_unit_under_weather(room):
    table = room.at(
        "seat 0: scoiatael francesca_the_beautiful\nranged 0: milva havekar_healer iorveth toruviel\n"
        "weather: impenetrable_fog"
    )
    assert table.strengths(0, "ranged") == [1, 1, 10, 2]


@pytest.mark.rule("GWY-25")
def test_a_horn_unit_doubles_its_row_and_by_option_not_itself(room):
    text = "close 0: dandelion ves vernon_roche yarpen_zigrin"
    assert room.at(text).strengths(0, "close") == [4, 10, 10, 4]
    assert room.at(text, horn_unit_spares_itself=True).strengths(0, "close") == [2, 10, 10, 4]


@pytest.mark.rule("GWY-25", "GWY-27")
@pytest.mark.parametrize("spares", [False, True])
def test_a_horn_card_doubles_a_horn_unit_and_nobody_more_than_twice(room, spares):
    table = room.at("close 0: dandelion ves\nhorn 0: close", horn_unit_spares_itself=spares)
    assert table.strengths(0, "close") == [4, 10]


@pytest.mark.rule("GWY-25", "GWY-27")
@pytest.mark.parametrize("spares", [False, True])
def test_a_leaders_horn_doubles_as_a_card_does(room, spares):
    table = room.at("close 0: dandelion ves\nhorn 0: close/leader", horn_unit_spares_itself=spares)
    assert table.strengths(0, "close") == [4, 10]


@pytest.mark.rule("GWY-25")
def test_two_horn_units_double_each_other(room):
    """Only a position written by hand has two in a row, but the formula says what they count."""
    table = room.at("close 0: dandelion*2 ves", horn_unit_spares_itself=True)
    assert table.strengths(0, "close") == [4, 4, 10]


@pytest.mark.rule("GWY-27")
def test_a_horn_acts_on_one_row_of_one_side(room):
    table = room.at("close 0: ves\nranged 0: dethmold\nclose 1: ves\nhorn 0: close")
    assert (table.strengths(0, "close"), table.strengths(0, "ranged"), table.strengths(1, "close")) == ([10], [6], [5])


# Leaders in the formula


@pytest.mark.rule("GWY-15", "GWY-36")
@pytest.mark.parametrize("side", [0, 1])
def test_the_treacherous_doubles_spies_of_both_players(room, side):
    table = room.at(
        f"seat {side}: monsters eredin_the_treacherous\nseat {1 - side}: nilfgaard emhyr_relentless\n"
        "close 0: stefan_skellen^1 vattier_de_rideaux^1 mysterious_elf\n"
        "close 1: shilard_fitz_oesterlen^0 zoltan_chivay",
        expansions=True,
    )
    assert table.strengths(0, "close") == [18, 8, 0]
    assert table.strengths(1, "close") == [14, 5]


@pytest.mark.rule("GWY-15", "GWY-36")
def test_two_treacherous_leaders_double_once(room):
    table = room.at(
        "seat 0: monsters eredin_the_treacherous\nseat 1: monsters eredin_the_treacherous\n"
        "close 0: mysterious_elf fiend",
        expansions=True,
    )
    assert table.strengths(0, "close") == [0, 6]
    spies = room.at(
        "seat 0: monsters eredin_the_treacherous\nsiege 0: thaler\nclose 0: prince_stennis", expansions=True
    )
    assert spies.total(0) == 12


@pytest.mark.rule("GWY-15", "GWY-36")
def test_treachery_comes_after_weather_and_before_morale_and_horn(room):
    table = room.at(
        "seat 1: monsters eredin_the_treacherous\nsiege 0: thaler kaedweni_siege_expert\nhorn 0: siege\n"
        "weather: torrential_rain",
        expansions=True,
    )
    assert table.strengths(0, "siege") == [6, 2]  # ((1 × 2) + 1) × 2
    frost = room.at(
        "seat 1: monsters eredin_the_treacherous\nclose 0: prince_stennis\nweather: biting_frost", expansions=True
    )
    assert frost.strengths(0, "close") == [2]


@pytest.mark.rule("GWY-36", "GWY-37")
def test_a_treacherous_leader_that_is_off_doubles_nothing(room):
    table = room.at("seat 1: monsters eredin_the_treacherous off\nclose 0: prince_stennis", expansions=True)
    assert table.strengths(0, "close") == [5]


@pytest.mark.rule("GWY-36")
def test_king_bran_keeps_half_rounded_up_on_the_own_side_only(room):
    table = room.at(
        """
        seat 0: skellige king_bran
        close 0: madman_lugos donar_an_hindar birna_bran kambi berserker hemdall
        ranged 0: hjalmar clan_brokvar_archer
        close 1: ves
        weather: biting_frost
        """,
        skellige=True,
    )
    assert table.strengths(0, "close") == [3, 2, 1, 0, 2, 11]
    assert table.strengths(0, "ranged") == [10, 6]
    assert table.strengths(1, "close") == [1]
    odd = room.at(
        "seat 0: skellige king_bran\nclose 0: emiel_regis villentretenmerth\nweather: biting_frost", skellige=True
    )
    assert odd.strengths(0, "close") == [3, 4]
    one = room.at("seat 0: skellige king_bran\nsiege 0: thaler\nweather: torrential_rain", skellige=True)
    assert one.strengths(0, "siege") == [1]


@pytest.mark.rule("GWY-36")
def test_king_brans_half_comes_before_bond_and_horn(room):
    table = room.at(
        "seat 0: skellige king_bran\nclose 0: clan_an_craite_warrior*3\nhorn 0: close\nweather: biting_frost",
        skellige=True,
    )
    assert table.strengths(0, "close") == [18, 18, 18]  # 3 × 3 × 2


@pytest.mark.rule("GWY-36", "GWY-37")
def test_king_bran_that_is_off_protects_nobody(room):
    table = room.at("seat 0: skellige king_bran off\nclose 0: madman_lugos\nweather: biting_frost", skellige=True)
    assert table.strengths(0, "close") == [1]


@pytest.mark.rule("GWY-36")
def test_king_bran_guards_an_enemy_spy_on_the_own_side(room):
    table = room.at("seat 0: skellige king_bran\nclose 0: prince_stennis\nweather: biting_frost", skellige=True)
    assert table.strengths(0, "close") == [3]


@pytest.mark.rule("GWY-26")
def test_turned_berserker_gives_morale(room):
    table = room.at("seat 0: skellige king_bran\nclose 0: transformed_vildkaarl donar_an_hindar hemdall", skellige=True)
    assert table.strengths(0, "close") == [14, 5, 11]
