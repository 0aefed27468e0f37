"""Cases where several rules meet, and what we decided of the expansions: one test each, by rule."""

from __future__ import annotations

import pytest

EXPANSIONS = "option expansions: true\noption skellige: true\n"
BRAN = EXPANSIONS + "seat 0: skellige king_bran\n"
HOLD = "hand 1: dethmold ballista\n"  # the other seat has something to do


@pytest.mark.rule("GWY-26", "GWY-27")
def test_a_pirate_alone_strongest_under_a_horn_burns_itself_alone(room):
    table = room.at(BRAN + HOLD + "hand 0: clan_dimun_pirate\nranged 0: light_longship\nhorn 0: ranged\nclose 1: ves")
    table.play("clan_dimun_pirate")
    assert table.happened("scorched") == [{"seat": 0, "number": 12}]
    assert [fallen["card"] for fallen in table.happened("fell")] == ["clan_dimun_pirate"]
    assert table.row(1, "close") == ["ves"]


@pytest.mark.rule("GWY-26", "GWY-36")
def test_a_pirate_in_fog_beside_king_bran_burns_at_half_its_strength(room):
    text = BRAN + HOLD + "hand 0: clan_dimun_pirate\nweather: impenetrable_fog\n"
    table = room.at(text + "close 1: yarpen_zigrin").play("clan_dimun_pirate")
    assert table.happened("scorched") == [{"seat": 0, "number": 3}]
    assert table.board(0) == []
    assert table.row(1, "close") == ["yarpen_zigrin"], "2 is less than 3"
    table = room.at(text + "close 1: ves").play("clan_dimun_pirate")
    assert table.row(0, "ranged") == ["clan_dimun_pirate"]
    assert table.board(1) == [], "5 is more than 3"


@pytest.mark.rule("GWY-07", "GWY-19")
def test_a_spy_draws_with_17_other_cards_in_hand(room):
    others = (
        "ballista*2 blue_stripes_commando*3 catapult*2 crinfrid_reavers_dragon_hunter*3 dethmold dun_banner_medic "
        "keira_metz poor_infantry*3 sabrina_glevissig"
    )
    table = room.at(f"hand 0: thaler {others}\ndeck 0: ves siege_tower trebuchet\nhand 1: ballista")
    assert len(table.hand(0)) == 18
    table.play("thaler")
    assert len(table.hand(0)) == 19
    assert table.deck(0) == ["ves"]
    assert table.row(1, "siege") == ["thaler"]


@pytest.mark.rule("GWY-25", "GWY-27", "GWY-36")
@pytest.mark.parametrize("spares", [False, True])
def test_a_leaders_horn_beside_dandelion_doubles_once_and_needs_the_slot_alone(room, spares):
    text = "seat 0: monsters eredin_commander_of_the_red_riders\n" + HOLD + "hand 0: harpy\nclose 0: dandelion fiend\n"
    table = room.at(text, horn_unit_spares_itself=spares)
    assert table.strengths(0, "close") == [2 if spares else 4, 12]
    table.play("leader")
    assert table.strengths(0, "close") == [4, 12]


@pytest.mark.rule("GWY-16", "GWY-21", "GWY-36")
@pytest.mark.parametrize("hero", ["menno_coehoorn", "yennefer_of_vengerberg"])
def test_a_hero_medic_under_the_invader_revives_at_random(room, hero):
    text = EXPANSIONS + "seat 0: nilfgaard emhyr_invader_of_the_north\n" + HOLD + f"hand 0: {hero}\n"
    revived = set()
    for seed in range(30):
        table = room.at(text + "pile 0: cynthia vanhemar letho_of_gulet", seed).play(hero)
        assert table.moves() == ["random"]
        revived |= {played["card"] for played in table.play("random").happened("revived")}
    assert revived == {"cynthia", "vanhemar"}


@pytest.mark.rule("GWY-36", "GWY-19")
def test_a_spy_in_skelliges_pile_returns_to_its_own_side_in_round_3_and_draws_nothing(room):
    table = room.at(
        EXPANSIONS + "seat 0: skellige crach_an_craite used\nround: 2\ngems: 1 2\ntotals 1: 3 9\nhand 0: kambi\n"
        "deck 0: hjalmar birna_bran\npile 0: thaler\nclose 0: donar_an_hindar\nhand 1: ballista\n"
    ).play("pass", "pass")
    assert table.round == 3
    assert [back["card"] for back in table.happened("came_back")].count("thaler") == 1
    assert table.row(0, "siege") == ["thaler"]
    assert table.row(1, "siege") == []
    assert table.happened("drew") == []


@pytest.mark.rule("GWY-26", "GWY-36")
def test_the_destroyer_discards_the_cow_and_nobody_avenges_it(room):
    table = room.at(
        EXPANSIONS + "seat 0: monsters eredin_destroyer_of_worlds\n" + HOLD + "hand 0: cow fiend\ndeck 0: griffin"
    ).play("leader", "discard cow", "discard fiend", "fetch griffin")
    assert table.pile(0) == ["cow", "fiend"]
    assert table.board(0) == []
    assert table.hand(0) == ["griffin"]


@pytest.mark.rule("GWY-36")
def test_crach_shuffles_piles_of_only_specials_and_a_hero_too(room):
    table = room.at(
        EXPANSIONS + "seat 0: skellige crach_an_craite\n" + HOLD + "hand 0: kambi\npile 0: scorch hjalmar decoy\n"
        "deck 0: birna_bran\npile 1: clear_weather"
    ).play("leader")
    assert table.pile(0) == []
    assert table.pile(1) == []
    assert sorted(table.deck(0)) == ["birna_bran", "decoy", "hjalmar", "scorch"]
    assert table.deck(1) == ["clear_weather"]


@pytest.mark.rule("GWY-26", "GWY-30")
def test_a_storm_on_fog_and_rain_adds_nothing_and_is_discarded(room):
    text = EXPANSIONS + HOLD + "hand 0: skellige_storm ves\n"
    table = room.at(text + "weather: impenetrable_fog torrential_rain").play("skellige_storm")
    assert table.weather() == ["impenetrable_fog", "torrential_rain"]
    assert table.pile(0) == ["skellige_storm"]
    table = room.at(text + "weather: impenetrable_fog").play("skellige_storm")
    assert table.weather() == ["impenetrable_fog", "skellige_storm"], "the siege rows are new"


@pytest.mark.rule("GWY-26", "GWY-27")
def test_a_mardroeme_and_a_horn_share_a_row(room):
    table = room.at(BRAN + HOLD + "hand 0: mardroeme hjalmar\nclose 0: berserker\nhorn 0: close")
    table.play("mardroeme", "close")
    assert table.row(0, "close") == ["transformed_vildkaarl"]
    assert table.strengths(0, "close") == [28]


@pytest.mark.rule("GWY-26", "GWY-29")
def test_a_turned_berserker_is_itself_again_off_the_board(room):
    table = room.at(BRAN + HOLD + "hand 0: mardroeme decoy\nclose 0: berserker\nclose 1: ves")
    table.play("mardroeme", "close", "pass", "decoy", "decoy close transformed_vildkaarl")
    assert table.hand(0) == ["berserker"]


@pytest.mark.rule("GWY-26", "GWY-29")
def test_a_decoy_that_takes_a_cow_up_calls_its_avenger(room):
    table = room.at(EXPANSIONS + HOLD + "hand 0: decoy\nranged 0: cow").play("decoy", "decoy ranged cow")
    assert table.hand(0) == ["cow"]
    assert table.row(0, "close") == ["bovine_defense_force"]


@pytest.mark.rule("GWY-36")
def test_king_bran_rounds_up(room):
    table = room.at(BRAN + HOLD + "close 0: clan_drummond_shield_maiden ves^0\nweather: biting_frost", skellige=True)
    assert table.strengths(0, "close") == [2, 3], "half of 4 and of 5"
