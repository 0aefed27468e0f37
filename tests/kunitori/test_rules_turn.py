"""Supply, set-up and the phases of a turn: KUN-01 to KUN-11."""

import pytest

import ludotheque as lt
from ludotheque.games.kunitori.components import CARDS

KUNITORI = lt.game("kunitori", "plain")


@pytest.mark.rule("KUN-01")
def test_the_box_holds_290_cards(start):
    by_category: dict[str, int] = {}
    for card in CARDS:
        by_category[card.category] = by_category.get(card.category, 0) + card.copies
    assert by_category == {"general": 8, "troop": 62, "strategy": 50, "politics": 48, "victory": 52, "treasure": 70}
    for players in range(2, 7):
        assert sum(lt.game("kunitori").view.pieces(start(players).state).values()) == 290


@pytest.mark.rule("KUN-02")
def test_only_the_general_on_top_is_for_sale(at):
    table = at("phase: buy\nmoney: 12\nbuys: 2\ngeneral: honda_tadakatsu\nhand 0: copper")
    assert table.refusal("buy maeda_toshimasu") == ("KUN-02", "general_covered")
    table.play("buy honda_tadakatsu")
    shown = table.table["general"]
    assert shown != "honda_tadakatsu"
    assert table.event("general_up") == {"card": shown}
    assert table.refusal("buy honda_tadakatsu") == ("KUN-02", "pile_empty")
    assert table.refusal(f"buy {shown}") is None


@pytest.mark.rule("KUN-02")
def test_an_empty_pile_sells_nothing(at):
    table = at("phase: buy\nmoney: 9\ndeployed 1: moat*8\ndeck 1: region*12")
    assert table.refusal("buy moat") == ("KUN-02", "pile_empty")
    assert table.refusal("buy region") == ("KUN-02", "pile_empty")


@pytest.mark.rule("KUN-02")
def test_the_last_general_leaves_an_empty_pile(at):
    others = "maeda_toshimasu honda_tadakatsu sanada_yukimura ishida_mitsunari"
    others += " naoe_kanetsugu akechi_mitsuhide kuroda_yoshitaka"
    table = at(f"phase: buy\nmoney: 6\ndeck 1: {others}")
    assert table.table["general"] == "katakura_kojuro"
    table.play("buy katakura_kojuro")
    assert table.table["general"] is None


@pytest.mark.rule("KUN-03")
@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_begins_with_six_coppers_and_two_villages(start, players):
    table = start(players)
    for p in range(players):
        seat = table.seat(p)
        assert seat["hand"] == 4
        assert seat["deck"] == 4
        both = {name: table.hand(p).get(name, 0) + table.deck(p).get(name, 0) for name in ("copper", "village")}
        assert both == {"copper": 6, "village": 2}
    supply = table.table["supply"]
    assert supply["copper"] == 38 - 6 * players
    assert supply["village"] == 24 - 2 * players


@pytest.mark.rule("KUN-03")
def test_chance_says_who_begins_and_turns_go_clockwise(start):
    assert {start(3, seed).state.first for seed in range(20)} == {0, 1, 2}
    table = start(3, "x")
    first = table.state.first
    for n in range(3):
        assert table.pos.actor == (first + n) % 3
        table.play("end actions", "end buys", "end turn")
    assert table.state.round == 2


@pytest.mark.rule("KUN-04")
def test_an_action_card_costs_an_action_and_gives_what_it_says(at):
    table = at("hand 0: trade_harbour temple_town village\ndeck 0: copper*5")
    table.play("play temple_town")
    assert (table.state.actions, table.hand(0)) == (2, {"trade_harbour": 1, "village": 1, "copper": 1})
    table.play("play trade_harbour")
    assert (table.state.actions, table.state.money, table.state.buys) == (2, 1, 2)
    assert table.refusal("play village") == ("KUN-04", "never_played")
    assert table.refusal("play copper") == ("KUN-09", "treasure_later")
    assert table.refusal("play moat") == ("KUN-04", "not_in_hand")


@pytest.mark.rule("KUN-04")
def test_without_an_action_left_no_card_is_played(at):
    table = at("hand 0: fortress_town rice_field_plowing copper\ndeck 0: copper*5").play("play fortress_town")
    assert table.asked == (0, "buy")
    assert table.refusal("play rice_field_plowing") == ("KUN-04", "no_action_left")
    late = at("hand 0: rice_field_plowing copper").play("end actions")
    assert late.refusal("play rice_field_plowing") == ("KUN-04", "not_action_phase")


@pytest.mark.rule("KUN-04")
def test_a_choice_that_cannot_be_carried_out_is_not_offered(at):
    alone = at("hand 0: loyal_servants_warning\ndeck 0: copper").play("play loyal_servants_warning")
    assert alone.asked == (0, "buy")  # nothing to trash: the card was drawn at once
    assert alone.hand(0) == {"copper": 1}
    no_deck = at("hand 0: loyal_servants_warning village").play("play loyal_servants_warning")
    assert no_deck.asked == (0, "trash")
    both = at("hand 0: loyal_servants_warning village\ndeck 0: copper").play("play loyal_servants_warning")
    assert both.moves() == ["choose cards", "choose trash_return"]
    assert both.refusal("choose joint_war") == ("KUN-04", "not_an_option")
    two = at("hand 0: travelling_monk copper").play("play travelling_monk")
    assert (two.asked, two.state.actions) == ((0, "act"), 2)  # with two players no joint war


@pytest.mark.rule("KUN-04")
@pytest.mark.parametrize(("more", "impossible"), [("hand 0: village", "cards"), ("deck 0: copper", "trash_return")])
def test_a_choice_that_is_asked_all_the_same_refuses_what_cannot_be_carried_out(at, more, impossible):
    """The rules never ask this; a position text may."""
    card = KUNITORI.declaration.vocabulary["card"].index("loyal_servants_warning")
    table = at(f"played: loyal_servants_warning\n{more}\nask 1: choose 0 {card} 0")
    assert table.asked == (0, "choose")
    assert table.refusal(f"choose {impossible}") == ("KUN-04", "option_impossible")
    (possible,) = {"cards", "trash_return"} - {impossible}
    assert table.moves() == [f"choose {possible}"]


@pytest.mark.rule("KUN-05")
def test_the_discard_pile_is_shuffled_only_when_a_card_is_needed(at):
    table = at("hand 0: fortress_town copper\ndeck 0: silver*2\npile 0: gold")
    assert table.seat(0)["deck"] == 2
    table.play("play fortress_town")
    assert table.events() == ["played", "drew", "drew", "shuffled", "drew"]
    assert table.hand(0) == {"copper": 1, "silver": 2, "gold": 1}
    exact = at("hand 0: fortress_town copper\ndeck 0: silver*3\npile 0: gold").play("play fortress_town")
    assert exact.events() == ["played", "drew", "drew", "drew"]
    assert (exact.seat(0)["deck"], exact.pile(0)) == (0, {"gold": 1})


@pytest.mark.rule("KUN-05")
def test_what_cannot_be_drawn_is_lost(at):
    table = at("hand 0: fortress_town\ndeck 0: silver").play("play fortress_town")
    assert table.hand(0) == {"silver": 1}


@pytest.mark.rule("KUN-06")
def test_actions_money_and_buys_add_up_and_lapse(at):
    table = at("hand 0: temple_town trade_harbour rice_field_plowing\ndeck 0: copper*9\nhand 1: copper\nactions: 2")
    table.play("play temple_town", "play trade_harbour", "play rice_field_plowing")
    assert (table.state.actions, table.state.money, table.state.buys) == (2, 3, 3)
    table.play("end actions", "end buys", "end turn")
    assert (table.state.actions, table.state.money, table.state.buys) == (1, 0, 1)


@pytest.mark.rule("KUN-07")
def test_deployed_cards_are_played_again_first_in_the_owners_order(at):
    table = at("hand 0: moat\ndeployed 0: cavalry light_archers*2\ndeck 0: copper*3")
    assert table.asked == (0, "replay")
    assert table.moves() == ["replay light_archers", "replay cavalry"]
    assert table.refusal("play moat") == ("KUN-07", "deployed_first")
    assert table.refusal("end actions") == ("KUN-07", "deployed_first")
    table.play("replay cavalry")  # the rest are of one kind: no question is left
    assert table.events() == ["replayed", "replayed", "replayed"]
    assert table.asked == (0, "act")
    assert table.state.actions == 4
    assert table.refusal("replay cavalry") == ("KUN-07", "not_deployed")


@pytest.mark.rule("KUN-07")
def test_a_deployed_card_costs_its_action(at):
    table = at("hand 0: copper\ndeployed 0: spear_troopers")
    assert (table.state.actions, table.territory(0)) == (1, {"spear_troopers": 1})
    assert table.seat(0)["replayed"] == {"spear_troopers": 1}


@pytest.mark.rule("KUN-07")
def test_without_actions_the_rest_stay_unplayed_and_still_fight(at):
    table = at(
        "hand 0: copper\nactions: 0\ndeployed 0: cavalry gunner_mercenaries\nplayed: honda_tadakatsu\n"
        "general played: yes\nhand 1: copper\ndeck 1: copper*2"
    )
    assert table.asked == (0, "war")
    table.play("war")
    assert table.table["war"]["battle"]["attack"] == 5 + 2 + 3


@pytest.mark.rule("KUN-08")
def test_the_action_phase_ends_when_its_player_says_so(at):
    table = at("hand 0: temple_town copper\ndeck 0: copper")
    assert "end actions" in table.moves()
    table.play("end actions")
    assert table.asked == (0, "buy")
    assert table.refusal("end actions") == ("KUN-04", "not_action_phase")
    assert table.refusal("accept") == ("KUN-08", "wrong_decision")


@pytest.mark.rule("KUN-09")
def test_treasures_and_purchases_alternate(at):
    table = at("phase: buy\nbuys: 2\nhand 0: copper*2 silver gold village\nhand 1: copper")
    assert table.refusal("buy fake_fortress") == ("KUN-09", "too_expensive")
    short = at("phase: buy\nmoney: 2\nhand 0: copper")
    assert short.refusal("buy village") == ("KUN-09", "too_expensive")
    assert short.refusal("buy fake_fortress") is None
    assert table.refusal("pay village") == ("KUN-09", "no_treasure")
    table.play("pay gold", "buy village")
    assert (table.state.money, table.state.buys, table.pile(0)) == (0, 1, {"village": 1})
    table.play("pay silver", "pay copper", "buy silver")
    assert table.asked == (0, "tidy")  # no buy left: the phase is over
    assert table.refusal("buy copper") == ("KUN-09", "no_buy_left")
    assert table.refusal("pay copper") == ("KUN-09", "no_buy_left")
    table.play("end turn")
    owned = {
        name: table.hand(0).get(name, 0) + table.pile(0).get(name, 0) + table.deck(0).get(name, 0)
        for name in ("copper", "silver", "gold", "village")
    }
    assert owned == {"copper": 2, "silver": 2, "gold": 1, "village": 2}  # treasures are not lost


@pytest.mark.rule("KUN-09")
def test_all_treasures_are_one_move_for_a_person(at):
    table = at("phase: buy\nhand 0: copper*2 silver village")
    (bundle,) = table.pos.bundles(0)
    assert [move.text for move in bundle.moves] == ["pay copper", "pay copper", "pay silver"]
    for move in bundle.moves:
        table.pos.play(move, 0)
    assert (table.state.money, table.hand(0)) == (4, {"village": 1})
    assert at("phase: buy\nhand 0: copper village").pos.bundles(0) == []


def bundled(table):
    """The bundles offered, each played to its end."""
    offered = {}
    for bundle in table.pos.bundles(0):
        pos = table.pos.copy()
        for move in bundle.moves:
            pos.play(move, 0)
        offered[bundle.key] = ([move.text for move in bundle.moves], bundle.params, pos.decision, pos.actor)
    return offered


@pytest.mark.rule("KUN-07")
def test_deployed_cards_are_played_again_at_one_go(at):
    table = at("hand 0: trap\ndeployed 0: spear_troopers*2 cavalry moat\nhand 1: copper")
    moves = ["replay spear_troopers", "replay spear_troopers"]  # the cavalry follows by itself
    assert bundled(table) == {"bundle.replays": (moves, {"n": 3}, "act", 0)}
    assert bundled(at("hand 0: trap\ndeployed 0: spear_troopers cavalry\nhand 1: copper")) == {}  # one click anyway


@pytest.mark.rule("KUN-09")
def test_the_buy_phase_begins_at_once_without_a_playable_action_card(at):
    table = at("hand 0: copper*2 silver village\nhand 1: copper")
    moves = ["end actions", "pay copper", "pay copper", "pay silver"]
    assert bundled(table) == {"bundle.treasures": (moves, {"n": 3, "money": 4}, "buy", 0)}
    assert bundled(at("hand 0: copper*2 trap\nhand 1: copper")) == {}
    assert bundled(at("hand 0: copper*2\ngeneral played: yes\nplayed: maeda_toshimasu\nhand 1: copper")) == {}


@pytest.mark.rule("KUN-10")
def test_a_turn_with_nothing_left_to_decide_ends_at_one_go(at):
    ends: dict[str, tuple[list[str], dict[str, object], str, int]] = {
        "bundle.rest": (["end buys", "end turn"], {}, "act", 1)
    }
    assert bundled(at("phase: buy\nhand 0: village\nplayed: copper\nhand 1: copper")) == ends
    assert bundled(at("phase: buy\nhand 0: trap village\nhand 1: copper")) == {}  # it might be kept
    assert bundled(at("phase: buy\nhand 0: village\nplayed: cavalry\nhand 1: copper")) == {}  # or called back
    assert bundled(at("phase: buy\nplayed: copper\nhand 1: copper")) == {}  # the turn then ends with the phase


@pytest.mark.rule("KUN-10")
def test_played_cards_go_save_what_is_left_deployed(at):
    table = at(
        "phase: draw\nhand 0: village\nplayed: cavalry*2 fortress_town copper honda_tadakatsu\n"
        "replayed: light_archers\ndeck 0: silver*9\nhand 1: copper"
    )
    assert table.refusal("recall fortress_town") == ("KUN-10", "not_left_there")
    assert table.refusal("recall honda_tadakatsu") == ("KUN-10", "not_left_there")
    table.play("recall cavalry", "end turn")
    assert table.territory(0) == {"cavalry": 1, "light_archers": 1}
    assert table.pile(0) == {"cavalry": 1, "fortress_town": 1, "copper": 1, "honda_tadakatsu": 1, "village": 1}
    assert table.hand(0) == {"silver": 4}


@pytest.mark.rule("KUN-10")
def test_unplayed_strategy_cards_may_be_kept_and_are_shown(at):
    table = at("phase: draw\nhand 0: trap take_back copper\nplayed: skilled_ninjas\ndeck 0: silver*9\nhand 1: copper")
    assert table.refusal("keep copper") == ("KUN-10", "not_strategy")
    assert table.refusal("keep skilled_ninjas") == ("KUN-04", "not_in_hand")  # it was played
    table.play("keep trap", "end turn")
    assert table.hand(0) == {"trap": 1, "silver": 3}
    assert table.seat(0, 1)["known"] == {"trap": 1}
    assert table.seat(0, lt.SPECTATOR)["known"] == {"trap": 1}


@pytest.mark.rule("KUN-10")
def test_a_player_who_keeps_four_draws_none(at):
    table = at("phase: draw\nhand 0: trap*5 copper\ndeck 0: silver*9\nhand 1: copper")
    table.play("keep trap", "keep trap", "keep trap", "keep trap", "keep trap", "end turn")
    assert table.hand(0) == {"trap": 5}
    assert table.seat(0)["deck"] == 9


@pytest.mark.rule("KUN-10")
def test_the_draw_phase_is_not_before_its_time(at):
    table = at("hand 0: trap copper")
    assert table.refusal("keep trap") == ("KUN-10", "not_draw_phase")
    assert table.refusal("end turn") == ("KUN-10", "not_draw_phase")
    assert table.refusal("buy copper") == ("KUN-09", "not_buy_phase")


@pytest.mark.rule("KUN-11")
def test_a_moat_stays_and_is_not_played_again(at):
    table = at("hand 0: moat\ndeck 0: copper*9\nhand 1: copper\ndeck 1: copper*9").play("play moat")
    table.play("end buys", "end turn")
    assert table.territory(0) == {"moat": 1}
    table.play("end actions", "end buys", "end turn")
    assert table.asked == (0, "act")
    assert table.state.actions == 1
    both = at("hand 0: copper\ndeployed 0: moat cavalry light_archers")
    assert both.moves() == ["replay light_archers", "replay cavalry"]
    assert both.refusal("replay moat") == ("KUN-11", "stays_unplayed")
