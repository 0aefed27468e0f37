"""The abilities of units: GWY-18 to GWY-21, GWY-24, GWY-26 (bond, morale and horn are in test_rules_strength.py)."""

from __future__ import annotations

import pytest

MONSTERS = "seat 0: monsters eredin_commander_of_the_red_riders\n"
ELVES = "seat 0: scoiatael francesca_the_beautiful\n"
NILFGAARD = "seat 0: nilfgaard emhyr_relentless\n"
SKELLIGE = "option skellige: true\nseat 0: skellige king_bran\n"
HOLD = "hand 1: dethmold ballista\n"  # the other seat has something to do


# GWY-18: muster


@pytest.mark.rule("GWY-18")
def test_muster_plays_every_other_card_of_the_deck_at_once(room):
    table = room.at(MONSTERS + HOLD + "hand 0: nekker\ndeck 0: fiend nekker griffin nekker harpy").play("nekker")
    assert table.row(0, "close") == ["nekker"] * 3
    assert table.deck(0) == ["fiend", "griffin", "harpy"]  # the rest keeps its order
    nekker = {"seat": 0, "card": "nekker", "row": "close", "from_hand": 0}
    assert table.happened("mustered") == [{**nekker, "place": 1}, {**nekker, "place": 2}]
    assert table.pos.actor == 1  # all in one turn


@pytest.mark.rule("GWY-18")
@pytest.mark.parametrize("option", ["deck", "deck_and_hand"])
def test_from_the_deck_or_by_option_from_deck_and_hand(room, option):
    table = room.at(MONSTERS + HOLD + "hand 0: nekker*2 fiend\ndeck 0: nekker griffin", muster_from=option).play(
        "nekker"
    )
    both = option == "deck_and_hand"
    assert table.row(0, "close") == ["nekker"] * (3 if both else 2)
    assert table.hand(0) == (["fiend"] if both else ["fiend", "nekker"])
    assert [m["from_hand"] for m in table.happened("mustered")] == ([0, 1] if both else [0])


@pytest.mark.rule("GWY-18")
def test_muster_leaves_discard_piles_and_the_other_player_alone(room):
    table = room.at(
        MONSTERS
        + "seat 1: monsters eredin_bringer_of_death\nhand 0: nekker\npile 0: nekker\ndeck 1: nekker*2\nhand 1: nekker",
        muster_from="deck_and_hand",
    ).play("nekker")
    assert table.board(0) == ["nekker"]
    assert table.pile(0) == ["nekker"]
    assert table.deck(1) == ["nekker"] * 2
    assert table.hand(1) == ["nekker"]


@pytest.mark.rule("GWY-18")
def test_arachas_and_behemoth_call_each_other_each_on_its_row(room):
    for caller, rest in (("arachas", "arachas arachas_behemoth"), ("arachas_behemoth", "arachas arachas")):
        table = room.at(MONSTERS + HOLD + f"hand 0: {caller}\ndeck 0: {rest}").play(caller)
        assert table.deck(0) == []
        assert set(table.row(0, "close")) == {"arachas"}
        assert table.row(0, "siege") == ["arachas_behemoth"]


@pytest.mark.rule("GWY-18")
@pytest.mark.parametrize(
    "caller", ["vampire_ekimmara", "vampire_fleder", "vampire_garkain", "vampire_bruxa", "vampire_katakan"]
)
def test_every_vampire_calls_the_others(room, caller):
    family = ["vampire_ekimmara", "vampire_fleder", "vampire_garkain", "vampire_bruxa", "vampire_katakan"]
    deck = [card for card in family if card != caller]
    table = room.at(MONSTERS + HOLD + f"hand 0: {caller}\ndeck 0: ghoul {' '.join(deck)} crone_weavess").play(caller)
    assert sorted(table.row(0, "close")) == sorted(family)
    assert table.deck(0) == ["ghoul", "crone_weavess"]


@pytest.mark.rule("GWY-18")
def test_the_crones_call_each_other(room):
    table = room.at(MONSTERS + HOLD + "hand 0: crone_whispess\ndeck 0: crone_brewess crone_weavess").play(
        "crone_whispess"
    )
    assert table.total(0) == 18


@pytest.mark.rule("GWY-18")
def test_gaunter_calls_the_darkness_which_only_call_each_other(room):
    text = "option expansions: true\n" + HOLD
    table = room.at(text + "hand 0: gaunter_odimm\ndeck 0: gaunter_odimm_darkness*3").play("gaunter_odimm")
    assert table.row(0, "siege") == ["gaunter_odimm"]
    assert table.row(0, "ranged") == ["gaunter_odimm_darkness"] * 3
    table = room.at(text + "hand 0: gaunter_odimm_darkness\ndeck 0: gaunter_odimm gaunter_odimm_darkness*2")
    table.play("gaunter_odimm_darkness")
    assert table.deck(0) == ["gaunter_odimm"]
    assert table.row(0, "ranged") == ["gaunter_odimm_darkness"] * 3


@pytest.mark.rule("GWY-18")
def test_cerys_calls_the_shield_maidens_who_call_nobody(room):
    maiden = "clan_drummond_shield_maiden"
    table = room.at(SKELLIGE + HOLD + f"hand 0: cerys\ndeck 0: {maiden}*3").play("cerys")
    assert table.strengths(0, "close") == [10, 12, 12, 12]
    table = room.at(SKELLIGE + HOLD + f"hand 0: {maiden}\ndeck 0: cerys {maiden}*2").play(maiden)
    assert table.row(0, "close") == [maiden]
    assert table.deck(0) == ["cerys", maiden, maiden]


@pytest.mark.rule("GWY-18")
def test_mustered_longships_and_havekars(room):
    for text, card in ((SKELLIGE, "light_longship"), (ELVES, "havekar_smuggler"), (ELVES, "elven_skirmisher")):
        table = room.at(text + HOLD + f"hand 0: {card}\ndeck 0: {card}*2").play(card)
        assert len(table.board(0)) == 3


@pytest.mark.rule("GWY-18")
def test_muster_is_mandatory_and_happens_on_revival_and_after_a_decoy(room):
    table = room.at(MONSTERS + HOLD + "hand 0: decoy\nclose 0: nekker\ndeck 0: nekker\n").play(
        "decoy", "decoy close nekker", "pass", "nekker"
    )
    assert table.row(0, "close") == ["decoy", "nekker", "nekker"]
    table = room.at(
        ELVES + HOLD + "hand 0: havekar_healer\npile 0: dwarven_skirmisher\ndeck 0: dwarven_skirmisher*2"
    ).play("havekar_healer", "revive dwarven_skirmisher")
    assert table.row(0, "close") == ["dwarven_skirmisher"] * 3


# GWY-19: spies


@pytest.mark.rule("GWY-19")
@pytest.mark.parametrize(
    ("spy", "row"), [("thaler", "siege"), ("prince_stennis", "close"), ("sigismund_dijkstra", "close")]
)
def test_a_spy_lies_on_the_other_side_and_its_player_draws_two(room, spy, row):
    table = room.at(HOLD + f"hand 0: {spy}\ndeck 0: ves trebuchet siege_tower").play(spy)
    assert table.row(1, row) == [spy]
    assert table.board(0) == []
    assert table.hand(0) == ["siege_tower", "trebuchet"]  # from the top
    assert table.deck(0) == ["ves"]
    assert (table.total(0), table.total(1)) == (0, {"thaler": 1, "prince_stennis": 5, "sigismund_dijkstra": 4}[spy])
    assert table.happened("placed")[0]["side"] == 1
    assert [d["card"] for d in table.happened("drew", 0)] == ["siege_tower", "trebuchet"]
    assert [d["card"] for d in table.happened("drew", 1)] == [None, None]


@pytest.mark.rule("GWY-19")
@pytest.mark.parametrize("deck", [0, 1])
def test_a_spy_draws_fewer_from_a_short_deck(room, deck):
    table = room.at(HOLD + "hand 0: thaler" + "\ndeck 0: ves" * deck).play("thaler")
    assert table.hand(0) == ["ves"] * deck
    assert table.deck(0) == []


@pytest.mark.rule("GWY-19")
def test_a_spy_is_a_unit_of_the_side_it_lies_on(room):
    """It bonds and suffers there: its new side's horn, weather and scorch."""
    table = room.at(HOLD + "hand 0: prince_stennis\nhorn 1: close\nclose 1: vernon_roche").play("prince_stennis")
    assert table.strengths(1, "close") == [10, 10]


# GWY-20: agile


@pytest.mark.rule("GWY-20")
@pytest.mark.parametrize("row", ["close", "ranged"])
def test_an_agile_unit_goes_where_its_player_says(room, row):
    table = room.at(ELVES + HOLD + "hand 0: yaevinn").play("yaevinn")
    assert table.pos.actor == 0
    assert table.moves() == ["close", "ranged"]
    assert table.refusal("siege") == ("GWY-20", "agile_row")
    assert table.board(0) == []
    table.play(row)
    assert table.row(0, row) == ["yaevinn"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-20")
def test_an_agile_hero_chooses_too(room):
    table = room.at(MONSTERS + HOLD + "hand 0: kayran").play("kayran", "ranged")
    assert table.row(0, "ranged") == ["kayran"]


@pytest.mark.rule("GWY-20")
def test_units_that_are_not_agile_are_not_asked(room):
    table = room.at(HOLD + "hand 0: ves").play("ves")
    assert table.pos.actor == 1


# GWY-21: medics


@pytest.mark.rule("GWY-21")
def test_a_medic_plays_a_unit_of_its_players_pile(room):
    table = room.at(HOLD + "hand 0: dun_banner_medic\npile 0: ves dethmold\npile 1: ballista").play("dun_banner_medic")
    assert table.row(0, "siege") == ["dun_banner_medic"]
    assert table.pos.actor == 0
    assert table.moves() == ["revive ves", "revive dethmold"]
    table.play("revive ves")
    assert table.row(0, "close") == ["ves"]
    assert table.pile(0) == ["dethmold"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-21")
def test_not_heroes_specials_weather_or_decoys_nor_what_is_elsewhere(room):
    table = room.at(
        HOLD + "hand 0: dun_banner_medic\npile 0: ves vernon_roche decoy biting_frost scorch\npile 1: ballista"
    ).play("dun_banner_medic")
    assert table.moves() == ["revive ves"]
    assert table.refusal("revive vernon_roche") == ("GWY-16", "hero")
    for special in ("decoy", "biting_frost", "scorch"):
        assert table.refusal(f"revive {special}") == ("GWY-21", "not_a_unit")
    assert table.refusal("revive ballista") == ("GWY-21", "not_in_pile")
    assert table.refusal("random") == ("GWY-21", "revived_by_choice")


@pytest.mark.rule("GWY-21")
@pytest.mark.parametrize("pile", ["", "pile 0: vernon_roche decoy\n", "pile 1: ballista\n"])
def test_with_no_target_a_medic_is_just_a_unit(room, pile):
    table = room.at(HOLD + pile + "hand 0: dun_banner_medic").play("dun_banner_medic")
    assert table.pos.actor == 1
    assert table.total(0) == 5


@pytest.mark.rule("GWY-21")
def test_a_medic_revives_if_it_can_and_by_option_may_decline(room):
    text = HOLD + "hand 0: dun_banner_medic\npile 0: ves"
    assert room.at(text).play("dun_banner_medic").refusal("decline") == ("GWY-21", "medic_must_revive")
    table = room.at(text, medic_may_decline=True).play("dun_banner_medic")
    assert table.moves() == ["decline", "revive ves"]
    table.play("decline")
    assert table.pile(0) == ["ves"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-21")
def test_medics_chain(room):
    table = room.at(
        NILFGAARD + HOLD + "hand 0: siege_technician\npile 0: etolian_auxiliary_archers*2 black_infantry_archer"
    ).play(
        "siege_technician",
        "revive etolian_auxiliary_archers",
        "revive etolian_auxiliary_archers",
        "revive black_infantry_archer",
    )
    assert table.row(0, "ranged") == ["etolian_auxiliary_archers"] * 2 + ["black_infantry_archer"]
    assert table.pile(0) == []
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-21")
def test_a_chain_ends_when_the_pile_has_no_more_targets_or_is_declined(room):
    text = NILFGAARD + HOLD + "hand 0: siege_technician\npile 0: etolian_auxiliary_archers*2 tibor_eggebracht"
    table = room.at(text).play(
        "siege_technician", "revive etolian_auxiliary_archers", "revive etolian_auxiliary_archers"
    )
    assert table.pos.actor == 1
    table = room.at(text, medic_may_decline=True)
    table.play("siege_technician", "revive etolian_auxiliary_archers", "decline")
    assert table.pile(0) == ["etolian_auxiliary_archers", "tibor_eggebracht"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-16", "GWY-21")
@pytest.mark.parametrize("hero", ["menno_coehoorn", "yennefer_of_vengerberg"])
def test_hero_medics_revive(room, hero):
    table = room.at(NILFGAARD + HOLD + f"hand 0: {hero}\npile 0: cynthia").play(hero, "revive cynthia")
    assert "cynthia" in table.row(0, "ranged")


@pytest.mark.rule("GWY-21", "GWY-19")
def test_a_revived_spy_crosses_over_and_draws(room):
    table = room.at(HOLD + "hand 0: dun_banner_medic\npile 0: thaler\ndeck 0: ves trebuchet").play(
        "dun_banner_medic", "revive thaler"
    )
    assert table.row(1, "siege") == ["thaler"]
    assert table.hand(0) == ["trebuchet", "ves"]


@pytest.mark.rule("GWY-21", "GWY-11")
def test_an_enemy_spy_that_died_on_ones_own_side_can_be_revived(room):
    table = room.at(
        "seat 1: nilfgaard emhyr_relentless\nhand 0: dun_banner_medic scorch\nclose 0: stefan_skellen\n"
        "deck 0: ves trebuchet\nhand 1: cynthia albrich"
    ).play("scorch", "albrich", "dun_banner_medic", "revive stefan_skellen")
    assert table.row(1, "close") == ["stefan_skellen"]
    assert table.hand(0) == ["trebuchet", "ves"]


@pytest.mark.rule("GWY-21", "GWY-20")
def test_a_revived_agile_unit_chooses_its_row(room):
    table = room.at(ELVES + HOLD + "hand 0: havekar_healer\npile 0: yaevinn").play("havekar_healer", "revive yaevinn")
    assert table.pos.decision == "row"
    assert table.moves() == ["close", "ranged"]
    assert table.play("close").row(0, "close") == ["yaevinn"]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-21", "GWY-24")
def test_a_revived_scorch_unit_burns(room):
    table = room.at(HOLD + "hand 0: dun_banner_medic\npile 0: villentretenmerth\nclose 1: vesemir ves").play(
        "dun_banner_medic", "revive villentretenmerth"
    )
    assert table.row(1, "close") == ["ves"]


@pytest.mark.rule("GWY-21")
def test_revived_bond_morale_and_horn_units_act(room):
    table = room.at(
        HOLD + "hand 0: dun_banner_medic\nclose 0: ves blue_stripes_commando\npile 0: dandelion blue_stripes_commando"
    )
    table.play("dun_banner_medic", "revive dandelion")
    assert table.strengths(0, "close") == [10, 8, 4]


# GWY-24: scorch on a unit


@pytest.mark.rule("GWY-24")
@pytest.mark.parametrize(
    ("text", "card", "row", "victim"),
    [
        ("", "villentretenmerth", "close", "vesemir zoltan_chivay"),
        (MONSTERS, "toad", "ranged", "dethmold keira_metz"),
        (ELVES, "schirru", "siege", "ballista dun_banner_medic"),
    ],
)
def test_the_strongest_of_the_opposite_row_dies_if_the_row_counts_10(room, text, card, row, victim):
    strong, weak = victim.split()
    other = {"close": "ranged", "ranged": "siege", "siege": "close"}[row]
    bystander = {"close": "ves", "ranged": "sile_de_tansarville", "siege": "catapult"}[other]
    hold = "option expansions: true\nhand 1: thaler trebuchet\n"
    table = room.at(text + hold + f"hand 0: {card}\n{row} 1: {victim}\n{other} 1: {bystander}").play(card)
    assert table.row(1, row) == [weak]
    assert table.row(1, other) == [bystander]
    assert table.row(0, row) == [card]
    assert table.pile(1) == [strong]
    assert table.happened("scorched")[0]["seat"] == 0


@pytest.mark.rule("GWY-24")
def test_nothing_dies_below_10(room):
    table = room.at(HOLD + "hand 0: villentretenmerth\nclose 1: ves sigismund_dijkstra\n").play("villentretenmerth")
    assert table.total(1) == 9
    assert table.happened("scorched") == []


@pytest.mark.rule("GWY-24", "GWY-16")
def test_heroes_count_towards_10_and_do_not_die(room):
    table = room.at(HOLD + "hand 0: villentretenmerth\nclose 1: vernon_roche redanian_foot_soldier").play(
        "villentretenmerth"
    )
    assert table.row(1, "close") == ["vernon_roche"]
    table = room.at(HOLD + "hand 0: villentretenmerth\nclose 1: vernon_roche").play("villentretenmerth")
    assert table.row(1, "close") == ["vernon_roche"]
    assert table.happened("fell") == []


@pytest.mark.rule("GWY-24")
def test_all_that_tie_for_the_strongest_die_by_current_strength(room):
    table = room.at(
        HOLD + "hand 0: villentretenmerth\nclose 1: ves vesemir siegfried_of_denesle yarpen_zigrin\nhorn 1: close"
    )
    table.play("villentretenmerth")
    assert table.row(1, "close") == ["ves", "siegfried_of_denesle", "yarpen_zigrin"]
    table = room.at(HOLD + "hand 0: villentretenmerth\nclose 1: blue_stripes_commando*3 vesemir")  # 12 each against 6
    assert table.play("villentretenmerth").row(1, "close") == ["vesemir"]
    table = room.at(
        HOLD + "hand 0: villentretenmerth\nclose 1: blue_stripes_commando*2 geralt_of_rivia\nweather: biting_frost"
    )
    assert table.play("villentretenmerth").row(1, "close") == ["geralt_of_rivia"]


@pytest.mark.rule("GWY-24")
def test_ones_own_row_is_safe(room):
    table = room.at(HOLD + "hand 0: villentretenmerth\nclose 0: ves vesemir\nclose 1: siegfried_of_denesle")
    assert table.play("villentretenmerth").row(0, "close") == ["ves", "vesemir", "villentretenmerth"]


# GWY-26: the expansions


@pytest.mark.rule("GWY-26")
def test_a_burnt_cow_leaves_a_bovine_defense_force(room):
    table = room.at("option expansions: true\n" + HOLD + "hand 0: scorch ves\nranged 1: cow").play("scorch")
    assert table.board(1) == ["bovine_defense_force"]
    assert table.row(1, "close") == ["bovine_defense_force"]
    assert table.pile(1) == ["cow"]
    assert table.happened("created") == [{"side": 1, "card": "bovine_defense_force", "card2": "cow", "row": "close"}]
    assert table.total(1) == 8


@pytest.mark.rule("GWY-26")
def test_a_decoyed_cow_leaves_one_too_and_can_be_played_again(room):
    table = room.at("option expansions: true\n" + HOLD + "hand 0: decoy ves\nranged 0: cow").play(
        "decoy", "decoy ranged cow"
    )
    assert table.row(0, "close") == ["bovine_defense_force"]
    assert table.row(0, "ranged") == ["decoy"]
    assert table.hand(0) == ["cow", "ves"]


@pytest.mark.rule("GWY-26")
def test_a_cow_that_leaves_with_the_round_leaves_one_for_the_next(room):
    table = room.at("option expansions: true\n" + HOLD + "hand 0: ves\nranged 0: cow\nclose 1: vesemir").play(
        "pass", "pass"
    )
    assert table.row(0, "close") == ["bovine_defense_force"]
    assert table.pile(0) == ["cow"]
    table.play("pass", "pass")  # and it vanishes with that round
    assert table.board(0) == []
    assert table.pile(0) == ["cow"]


@pytest.mark.rule("GWY-26")
def test_no_avenger_after_the_last_round(room):
    table = room.at(
        "option expansions: true\ngems: 1 2\nround: 2\n" + HOLD + "hand 0: ves\nranged 0: cow\nclose 1: vesemir"
    )
    table.play("pass", "pass")
    assert table.pos.over
    assert table.happened("created") == []


@pytest.mark.rule("GWY-26", "GWY-32")
def test_no_avenger_if_monsters_keep_the_cow(room):
    table = room.at("option expansions: true\n" + MONSTERS + HOLD + "hand 0: harpy\nranged 0: cow").play("pass", "pass")
    assert table.board(0) == ["cow"]
    assert table.happened("created") == []


@pytest.mark.rule("GWY-26")
def test_kambi_leaves_the_hero_hemdall(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: scorch udalryk\nclose 0: kambi").play("scorch")
    assert table.row(0, "close") == ["hemdall"]
    assert table.total(0) == 11
    assert table.pile(0) == ["kambi", "scorch"]
    table.play("pass", "pass")
    assert table.pile(0) == ["kambi", "scorch"]


@pytest.mark.rule("GWY-26")
def test_an_enemy_cow_is_avenged_on_the_side_where_it_lay(room):
    """Kambi taken by The Relentless and played by Nilfgaard leaves its Hemdall there."""
    table = room.at(
        "option skellige: true\nseat 0: nilfgaard emhyr_relentless\nseat 1: skellige king_bran\n"
        "hand 0: cynthia\nhand 1: udalryk svanrige\npile 1: kambi"
    ).play("leader", "take kambi", "udalryk", "kambi", "pass", "pass")
    assert table.row(0, "close") == ["hemdall"]


@pytest.mark.rule("GWY-26")
def test_a_created_unit_may_be_decoyed_and_played_again_but_not_revived(room):
    table = room.at(
        "option expansions: true\n" + HOLD + "hand 0: decoy dun_banner_medic scorch\nclose 0: bovine_defense_force"
    ).play("decoy", "decoy close bovine_defense_force", "pass", "bovine_defense_force")
    assert table.row(0, "close") == ["decoy", "bovine_defense_force"]
    table.play("scorch")
    assert table.pile(0) == ["scorch"]
    assert table.happened("fell") == [
        {"side": 0, "card": "bovine_defense_force", "row": "close", "pile": -1, "place": 1}
    ]


@pytest.mark.rule("GWY-26", "GWY-16")
def test_a_created_hero_may_not_be_decoyed(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: decoy\nclose 0: hemdall udalryk").play("decoy")
    assert table.refusal("decoy close hemdall") == ("GWY-16", "hero")


@pytest.mark.rule("GWY-26")
def test_an_heir_that_stands_up_during_a_scorch_is_not_burnt_by_it(room):
    table = room.at("option expansions: true\n" + HOLD + "hand 0: scorch ves\nranged 0: cow\nranged 1: cow").play(
        "scorch"
    )
    assert table.board(0) == table.board(1) == ["bovine_defense_force"]


@pytest.mark.rule("GWY-26", "GWY-30")
def test_a_storm_covers_ranged_and_siege(room):
    table = room.at(
        "option expansions: true\n" + HOLD + "hand 0: skellige_storm ves\nranged 1: keira_metz\nsiege 0: ballista"
    )
    table.play("skellige_storm")
    assert (table.total(0), table.total(1)) == (1, 1)
    assert table.weather() == ["skellige_storm"]


@pytest.mark.rule("GWY-26", "GWY-30")
@pytest.mark.parametrize(
    ("there", "played", "stays"),
    [
        ("skellige_storm", "impenetrable_fog", False),
        ("skellige_storm", "torrential_rain", False),
        ("skellige_storm", "skellige_storm", False),
        ("skellige_storm", "biting_frost", True),
        ("impenetrable_fog", "skellige_storm", True),
        ("torrential_rain", "skellige_storm", True),
        ("impenetrable_fog torrential_rain", "skellige_storm", False),
    ],
)
def test_weather_that_adds_no_row_is_discarded_at_once(room, there, played, stays):
    table = room.at(f"option expansions: true\n{HOLD}hand 0: {played} ves\nweather: {there}").play(played)
    assert table.weather() == there.split() + [played] * stays
    assert table.pile(0) == ([] if stays else [played])


@pytest.mark.rule("GWY-26")
def test_mardroeme_turns_the_berserkers_of_its_row(room):
    table = room.at(
        SKELLIGE + HOLD + "hand 0: mardroeme\nranged 0: young_berserker*2 clan_brokvar_archer\nclose 0: berserker"
    )
    table.play("mardroeme")
    assert table.moves() == ["close", "ranged", "siege"]
    table.play("ranged")
    assert table.row(0, "ranged") == ["transformed_young_vildkaarl"] * 2 + ["clan_brokvar_archer"]
    assert table.strengths(0, "ranged") == [16, 16, 6]
    assert table.row(0, "close") == ["berserker"]
    assert table.seat(0)["rows"][1]["mardroeme"]


@pytest.mark.rule("GWY-26")
def test_mardroeme_turns_later_arrivals_too(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: young_berserker berserker udalryk\nmardroeme 0: ranged").play(
        "young_berserker", "pass"
    )
    assert table.row(0, "ranged") == ["transformed_young_vildkaarl"]
    assert table.play("berserker").row(0, "close") == ["berserker"]


@pytest.mark.rule("GWY-26", "GWY-21")
def test_a_revived_berserker_turns(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: birna_bran\npile 0: berserker\nmardroeme 0: close").play(
        "birna_bran", "revive berserker"
    )
    assert table.strengths(0, "close") == [3, 14]


@pytest.mark.rule("GWY-26")
def test_ermion_is_a_mardroeme_on_the_ranged_row(room):
    table = room.at(
        SKELLIGE + HOLD + "hand 0: ermion young_berserker udalryk\nranged 0: young_berserker\nclose 0: berserker"
    )
    table.play("ermion")
    assert table.row(0, "ranged") == ["transformed_young_vildkaarl", "ermion"]
    assert table.row(0, "close") == ["berserker"]
    table.play("pass", "young_berserker")
    assert table.strengths(0, "ranged") == [16, 8, 16]


@pytest.mark.rule("GWY-26")
def test_one_mardroeme_a_row_and_it_is_no_horn(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: mardroeme commanders_horn\nmardroeme 0: close").play("mardroeme")
    assert table.refusal("close") == ("GWY-26", "mardroeme_taken")
    table.play("ranged", "pass", "commanders_horn")
    assert table.refusal("ranged") is None
    full = room.at(
        "option skellige: true\nseat 0: skellige king_bran\nseat 1: skellige king_bran\n"
        "hand 0: mardroeme\nhand 1: udalryk\nmardroeme 0: close ranged siege"
    )
    assert full.refusal("mardroeme") == ("GWY-26", "mardroemes_everywhere")


@pytest.mark.rule("GWY-26")
def test_off_the_board_a_turned_card_is_a_berserker_again(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: decoy udalryk\nclose 0: transformed_vildkaarl\nmardroeme 0: close").play(
        "decoy"
    )
    assert table.moves() == ["decoy close transformed_vildkaarl"]
    table.play("decoy close transformed_vildkaarl")
    assert table.hand(0) == ["berserker", "udalryk"]
    table = room.at(SKELLIGE + HOLD + "hand 0: scorch udalryk\nclose 0: transformed_vildkaarl").play("scorch")
    assert table.pile(0) == ["berserker", "scorch"]


@pytest.mark.rule("GWY-26")
def test_mardroeme_ends_with_the_round(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: berserker\nmardroeme 0: close").play("pass", "pass")
    assert not table.seat(0)["rows"][0]["mardroeme"]
    assert table.pile(0) == ["mardroeme"]


@pytest.mark.rule("GWY-26")
def test_the_pirate_burns_the_strongest_of_the_whole_board(room):
    table = room.at(
        SKELLIGE
        + HOLD
        + "hand 0: clan_dimun_pirate\nclose 0: madman_lugos geralt_of_rivia\nsiege 1: catapult trebuchet"
    ).play("clan_dimun_pirate")
    assert table.row(1, "siege") == ["trebuchet"]
    assert table.row(0, "close") == ["madman_lugos", "geralt_of_rivia"]
    assert table.row(0, "ranged") == ["clan_dimun_pirate"]


@pytest.mark.rule("GWY-26")
def test_the_pirate_may_burn_itself_with_its_equals(room):
    table = room.at(SKELLIGE + HOLD + "hand 0: clan_dimun_pirate\nclose 0: madman_lugos\nsiege 1: trebuchet").play(
        "clan_dimun_pirate"
    )
    assert table.board(0) == table.board(1) == []
    assert table.pile(0) == ["clan_dimun_pirate", "madman_lugos"]
    assert table.pile(1) == ["trebuchet"]
