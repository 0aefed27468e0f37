"""Strategy cards and soil renovation: KUN-18."""

import pytest

import ludotheque as lt

pytestmark = pytest.mark.rule("KUN-18")


def test_the_warning_trashes_another_card_and_goes_back(at):
    table = at("hand 0: loyal_servants_warning village copper\ndeck 0: gold\nhand 1: copper")
    before = table.table["supply"]["loyal_servants_warning"]
    table.play("play loyal_servants_warning", "choose trash_return")
    assert table.moves() == ["trash village", "trash copper"]
    assert table.refusal("trash gold") == ("KUN-04", "not_in_hand")
    table.play("trash village")
    assert table.table["trash"] == {"village": 1}
    assert table.table["supply"]["loyal_servants_warning"] == before + 1
    assert table.territory(0) == {}
    assert table.pos.scores(lt.SPECTATOR)[0] == 0


def test_the_warning_draws_a_card(at):
    table = at("hand 0: loyal_servants_warning copper\ndeck 0: gold\nhand 1: copper")
    table.play("play loyal_servants_warning", "choose cards")
    assert table.hand(0) == {"copper": 1, "gold": 1}
    assert table.territory(0) == {"loyal_servants_warning": 1}


def test_a_trap_takes_a_troop_deployed_before_of_anybody(at):
    text = "hand 0: trap cavalry copper\nhand 1: copper\n"
    text += "deployed 0: light_archers moat\ndeployed 1: gunner_mercenaries moat"
    table = at(text).play("play cavalry", "play trap")
    assert table.moves() == ["trap 0 light_archers", "trap 1 gunner_mercenaries"]  # one's own, though played again
    assert table.refusal("trap 0 cavalry") == ("KUN-18", "not_trapped")  # played this turn
    assert table.refusal("trap 1 moat") == ("KUN-18", "not_trapped")
    assert table.refusal("trap 4 cavalry") == ("KUN-13", "no_such_seat")
    table.play("trap 1 gunner_mercenaries")
    assert table.pile(1) == {"gunner_mercenaries": 1}
    assert table.territory(1) == {"moat": 1}


def test_a_trap_is_mandatory_and_needs_a_victim(at):
    own = at("hand 0: trap copper\ndeployed 0: light_archers\nhand 1: copper").play("play trap")
    assert own.pile(0) == {"light_archers": 1}  # the only one: no question, no mercy
    none = at("hand 0: trap copper\nhand 1: copper\ndeployed 1: moat").play("play trap")
    assert none.events() == ["played"]


def test_take_back_finds_a_general_in_pile_or_deck(at):
    text = "hand 0: take_back copper\npile 0: honda_tadakatsu copper\ndeck 0: maeda_toshimasu copper\nhand 1: copper"
    table = at(text).play("play take_back")
    assert table.moves() == ["fetch maeda_toshimasu", "fetch honda_tadakatsu"]
    assert table.refusal("fetch copper") == ("KUN-18", "no_general_card")
    assert table.refusal("fetch sanada_yukimura") == ("KUN-18", "no_general_there")
    other = table.pos.copy()
    table.play("fetch honda_tadakatsu")
    assert table.event("found") == {"seat": 0, "card": "honda_tadakatsu", "place": 1}
    assert table.hand(0) == {"copper": 1, "honda_tadakatsu": 1}
    assert table.seat(0, 1)["known"] == {"honda_tadakatsu": 1}
    other.play("fetch maeda_toshimasu")
    assert other.view(0)["table"]["seats"][0]["deck_cards"] == {"copper": 1}


def test_take_back_without_a_general_only_shuffles(at):
    text = "hand 0: take_back honda_tadakatsu copper\ndeck 0: gold\ntop 0: silver trap\nhand 1: copper"
    table = at(text).play("play take_back")
    assert table.events() == ["played", "found_nothing"]
    assert table.seat(0)["put_back"] == []
    assert table.deck(0) == {"gold": 1, "silver": 1, "trap": 1}


NINJAS = "players: 3\nhand 0: skilled_ninjas copper\nhand 1: copper village\nhand 2: copper\n"


def test_ninjas_visit_another_player_and_may_steal(at):
    table = at(NINJAS + "deck 1: gold\npile 1: village").play("play skilled_ninjas")
    assert table.moves() == ["rob 1", "rob 2"]
    assert table.refusal("rob 0") == ("KUN-18", "not_oneself")
    table.play("rob 1")
    assert table.events() == ["revealed", "shuffled", "revealed"]
    assert table.asked == (1, "protect")
    assert table.moves() == ["show nothing"]  # asked although there is nothing to show
    assert table.refusal("show copper") == ("KUN-18", "no_protection")
    assert table.refusal("show skilled_ninjas") == ("KUN-04", "not_in_hand")
    table.play("show nothing")
    assert table.asked == (0, "steal")
    assert table.moves() == ["steal nothing", "steal gold"]
    assert table.refusal("steal village") == ("KUN-18", "victory_not_stolen")
    assert table.refusal("steal silver") == ("KUN-18", "not_shown")
    table.play("steal gold")
    assert (table.pile(0), table.pile(1)) == ({"gold": 1}, {"village": 1})


def test_what_ninjas_leave_goes_to_the_owners_discards(at):
    table = at(NINJAS + "deck 1: gold silver").play("play skilled_ninjas", "rob 1", "show nothing", "steal nothing")
    assert table.pile(1) == {"gold": 1, "silver": 1}
    land = at(NINJAS + "deck 1: city region").play("play skilled_ninjas", "rob 1", "show nothing")
    assert land.asked == (0, "buy")  # nothing can be stolen
    assert land.pile(1) == {"city": 1, "region": 1}


@pytest.mark.parametrize("guard", ["honda_tadakatsu", "skilled_ninjas"])
def test_a_general_or_ninjas_keep_them_off(at, guard):
    table = at(NINJAS + f"deck 1: gold {guard}").play("play skilled_ninjas", "rob 1")
    assert table.asked == (0, "buy")
    assert table.pile(1) == {"gold": 1, guard: 1}
    text = NINJAS.replace("copper village", f"copper {guard}") + "deck 1: gold silver"
    table = at(text).play("play skilled_ninjas", "rob 1", f"show {guard}")
    assert table.event("protected") == {"seat": 1, "card": guard}
    assert table.asked == (0, "buy")
    assert table.pile(1) == {"gold": 1, "silver": 1}
    assert table.hand(1) == {"copper": 1, guard: 1}
    assert table.seat(1, 2)["known"] == {guard: 1}


def test_among_two_the_ninjas_have_one_way_to_go(at):
    table = at("hand 0: skilled_ninjas copper\nhand 1: copper\ndeck 1: gold silver").play("play skilled_ninjas")
    assert table.asked == (1, "protect")
    empty = at("hand 0: skilled_ninjas copper\nhand 1: copper").play("play skilled_ninjas")
    assert empty.events() == ["played"]  # no cards to turn up


def test_stealing_is_not_gaining(at):
    table = at("hand 0: skilled_ninjas copper\nhand 1: copper\ndeck 1: beauty*2\nregions: 1")
    table.play("play skilled_ninjas", "show nothing", "steal beauty")
    assert table.asked == (0, "buy")  # no question whom to hand her to
    assert table.pos.scores(lt.SPECTATOR) == [-4, -4]


def test_a_beauty_may_be_handed_to_who_has_gained_a_region(at):
    text = "players: 3\nphase: buy\nmoney: 3\nbuys: 2\nhand 0: copper\nhand 1: copper\nhand 2: copper\n"
    table = at(text + "regions: 0 2").play("buy beauty")
    assert table.asked == (0, "give")
    assert table.moves() == ["keep it", "hand 2"]
    assert table.refusal("hand 1") == ("KUN-18", "never_gained_region")
    assert table.refusal("hand 0") == ("KUN-18", "not_oneself")
    kept = table.pos.copy()
    table.play("hand 2")
    assert (table.pile(0), table.pile(2)) == ({}, {"beauty": 1})
    assert table.pos.scores(lt.SPECTATOR) == [0, 0, -4]
    assert table.asked == (0, "buy")
    kept.play("keep it")
    assert kept.scores(lt.SPECTATOR) == [-4, 0, 0]
    nobody = at(text + "regions: 0").play("buy beauty")
    assert nobody.asked == (0, "buy")


@pytest.mark.parametrize("way", ["purchase", "prize", "effect"])
def test_a_region_counts_however_it_was_gained(at, way):
    if way == "purchase":
        table = at("phase: buy\nmoney: 9\nhand 0: copper\nhand 1: copper").play("buy region")
    elif way == "prize":
        table = at(
            "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu cavalry\nhand 0: copper\nhand 1: copper"
        )
        table.play("war", "ambush", "ready")
    else:
        table = at("hand 0: soil_renovation land_destroyer\nhand 1: copper")
        table.play("play soil_renovation", "trash land_destroyer", "gain region")
    assert table.seat(0)["gained_region"]
    assert not table.seat(1)["gained_region"]


def test_renovation_trashes_and_gains_up_to_two_more(at):
    table = at("hand 0: soil_renovation silver\nhand 1: copper").play("play soil_renovation")
    assert table.moves() == ["trash silver"]
    table.play("trash silver")
    assert table.asked == (0, "gain")
    assert table.refusal("gain city") == ("KUN-18", "gain_too_expensive")
    assert table.refusal("gain honda_tadakatsu") == ("KUN-18", "gain_general")
    table.play("gain cavalry")
    assert (table.pile(0), table.table["trash"]) == ({"cavalry": 1}, {"silver": 1})
    assert at("hand 0: soil_renovation\nhand 1: copper").play("play soil_renovation").events() == ["played"]


def test_a_beauty_gained_by_renovation_may_be_handed_on(at):
    table = at("hand 0: soil_renovation silver\nhand 1: copper\nregions: 1")
    table.play("play soil_renovation", "trash silver", "gain beauty", "hand 1")
    assert table.pile(1) == {"beauty": 1}
