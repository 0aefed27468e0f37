"""Hidden information (KUN-23), case by case: views, events, and what redeals keep and change."""

from collections import Counter

import pytest

import ludotheque as lt
from ludotheque import compliance
from ludotheque.compliance.walk import Match
from tests.sizes import size

pytestmark = pytest.mark.rule("KUN-23")
WORLDS = 40


def worlds(table, viewer, count=WORLDS):
    return [table.pos.redeal(viewer, seed) for seed in range(count)]


def hands(table, viewer, p, count=WORLDS):
    """The hands of `p` in redeals for a viewer."""
    return [Counter(pos.view(lt.ALL)["table"]["seats"][p]["known"]) for pos in worlds(table, viewer, count)]


def tops(table, viewer, p):
    """The cards on top of the deck of `p` in redeals for a viewer."""
    return {tuple(pos.view(lt.ALL)["table"]["seats"][p]["top"]) for pos in worlds(table, viewer)}


# What lies open ----------------------------------------------------------------------------------------------------


def test_own_cards_are_seen_others_are_counted(at):
    table = at("hand 0: copper gold\ndeck 0: silver*2 trap\npile 0: village? copper\nhand 1: copper")
    own, other, watcher = table.seat(0, 0), table.seat(0, 1), table.seat(0, lt.SPECTATOR)
    assert own["known"] == {"copper": 1, "gold": 1}
    assert own["deck_cards"] == {"trap": 1, "silver": 2}
    assert own["pile_cards"] == {"village": 1, "copper": 1}
    for seen in (other, watcher):
        assert (seen["hand"], seen["deck"], seen["pile"]) == (2, 3, 2)
        assert seen["known"] == {}
        assert seen["deck_cards"] is None
        assert seen["pile_cards"] == {"copper": 1}
        assert seen["pile_top"] == "copper"


def test_what_everybody_owns_is_public_so_are_the_points(at):
    table = at("hand 0: village*3\ndeck 0: region\nhand 1: copper")
    assert table.pos.scores(1) == table.pos.scores(lt.SPECTATOR) == [9, 0]
    for hand in hands(table, 1, 0):
        assert hand["region"] + hand["village"] == 3  # never anything else


def test_own_hand_and_discards_stay_in_ones_redeals(at):
    table = at(
        "hand 0: copper gold\ndeck 0: silver*2 trap\npile 0: village? copper\nhand 1: copper\ndeck 1: gold silver"
    )
    for pos in worlds(table, 0, 10):
        seat = pos.view(0)["table"]["seats"][0]
        assert seat == table.seat(0, 0)


def test_the_order_of_the_generals_is_nobodys(at):
    table = at("phase: buy\nmoney: 12\nhand 0: copper\nhand 1: copper")
    shown = table.table["general"]
    after = set()
    for pos in worlds(table, 0):
        pos.play(f"buy {shown}")
        after.add(pos.view(0)["table"]["general"])
    assert len(after) > 4


def test_a_coming_shuffle_is_nobodys(at):
    table = at("hand 0: fortress_town\npile 0: gold silver copper village trap moat\nhand 1: copper")
    drawn = set()
    for pos in worlds(table, 0):
        pos.play("play fortress_town")
        drawn.add(tuple(pos.view(0)["table"]["seats"][0]["known"]))
    assert len(drawn) > 8


# Drawing and discarding --------------------------------------------------------------------------------------------


def test_only_its_owner_sees_a_drawn_card(at):
    table = at("hand 0: fortress_town copper\ndeck 0: gold silver trap\nhand 1: copper").play("play fortress_town")
    told = {
        viewer: [e["params"].get("card") for e in table.pos.events(viewer) if e["event"] == "drew"] for viewer in (0, 1)
    }
    assert sorted(told[0]) == ["gold", "silver", "trap"]
    assert told[1] == [None, None, None]


def test_only_the_top_of_a_discarded_hand_is_seen(at):
    table = at("phase: draw\nhand 0: gold silver trap village\ndeck 0: copper*9\nhand 1: copper").play("end turn")
    seen = table.seat(0, 1)
    assert seen["pile"] == 4
    assert seen["pile_cards"] == {seen["pile_top"]: 1}
    assert table.event("laid_down") == {"seat": 0, "number": 4, "card": seen["pile_top"]}


def test_any_card_of_the_hand_may_come_to_lie_on_top(at):
    seen = set()
    for seed in range(30):
        table = at("phase: draw\nhand 0: gold silver trap village\ndeck 0: copper*9\nhand 1: copper", seed).play(
            "end turn"
        )
        seen.add(table.seat(0, 1)["pile_top"])
    assert seen == {"gold", "silver", "trap", "village"}


def test_cards_played_and_bought_are_known_in_the_discards(at):
    table = at("phase: draw\nhand 0: village\nplayed: gold copper*2 temple_town\ndeck 0: copper*9\nhand 1: copper")
    table.play("end turn")
    assert table.seat(0, 1)["pile_cards"] == {"gold": 1, "copper": 2, "temple_town": 1, "village": 1}


def test_a_kept_card_stays_known_until_it_is_played(at):
    table = at("phase: draw\nhand 0: trap village\ndeck 0: copper*9 trap\nhand 1: copper\ndeck 1: copper*9")
    table.play("keep trap", "end turn")
    for hand in hands(table, 1, 0):
        assert hand["trap"] >= 1
    table.play("end actions", "end buys", "end turn", "play trap")
    assert table.seat(0, 1)["known"] == {}


def test_a_known_card_put_down_with_the_hand_is_known_in_the_discards(at):
    table = at("phase: draw\nhand 0: trap! gold silver\ndeck 0: copper*9\nhand 1: copper").play("end turn")
    seen = table.seat(0, 1)["pile_cards"]
    assert seen["trap"] == 1


def test_what_lies_on_top_may_be_a_card_known_before(at):
    table = at("phase: draw\nhand 0: trap! trap\ndeck 0: copper*9\nhand 1: copper").play("end turn")
    assert table.seat(0, 1)["pile_cards"] == {"trap": 1}  # perhaps the one everybody knew of


# A shuffle ---------------------------------------------------------------------------------------------------------


def test_a_shuffle_hides_what_was_known_in_the_discards(at):
    table = at("hand 0: fortress_town\npile 0: gold silver*3 copper*3\nhand 1: copper").play("play fortress_town")
    assert table.seat(0, 1)["pile_cards"] == {}
    golds = [hand["gold"] for hand in hands(table, 1, 0)]
    assert 0 < sum(golds) < len(golds)  # in hand or in the deck


def test_cards_that_were_in_hand_at_a_shuffle_are_none_of_the_discards(at):
    """Ninjas make seat 1 shuffle; everybody saw the gold among the discards, so it is not in the hand."""
    text = "hand 0: skilled_ninjas\nhand 1: copper*2 village silver\npile 1: copper*4 village silver*3 gold"
    table = at(text).play("play skilled_ninjas")
    shown = table.table["shown"]["cards"]
    assert table.state.old[1] == 4
    for hand in hands(table, 0, 1):
        assert hand["gold"] == 0
    assert shown.get("gold", 0) <= 1


def test_what_is_drawn_after_a_shuffle_may_be_anything(at):
    """Temple town draws one card from a new deck: at most one of the four cards in hand is the gold."""
    text = "hand 0: temple_town copper*2 village\npile 0: copper*4 village*2 gold*2\nhand 1: copper"
    table = at(text).play("play temple_town")
    assert table.state.old[0] == 3
    golds = {hand["gold"] for hand in hands(table, 1, 0, 200)}
    assert golds == {0, 1}  # both golds in hand: impossible


def test_a_card_of_the_hand_that_shows_makes_less_certain_what_the_rest_are(at):
    text = "hand 0: temple_town copper*2 village\npile 0: copper*4 village*2 gold*2\nhand 1: copper"
    table = at(text).play("play temple_town", "end actions", "pay copper")
    assert table.state.old[0] == 2
    for hand in hands(table, 1, 0):
        assert hand.total() == 3
        assert hand["gold"] <= 1


def test_with_a_new_hand_nothing_is_left_of_it(at):
    text = "hand 0: temple_town copper*2 village\npile 0: copper*8 village*2 gold*2\nhand 1: copper"
    table = at(text).play("play temple_town", "end actions", "end buys", "end turn")
    assert table.state.old[0] == 0
    assert not any(table.state.fixed.row(0))


# Reinforcements ----------------------------------------------------------------------------------------------------

WAR = """
phase: battle
general played: yes
played: maeda_toshimasu
hand 0: copper
deck 0: copper*9
hand 1: copper village
"""


def two_on_deck(at, hand="copper village", deck="silver*4 copper*4"):
    """Seat 1 has put gold and trap back, the trap on top; it is seat 1's turn."""
    return at(f"turn: 1\nhand 0: copper\ndeck 0: copper*9\nhand 1: {hand}\ndeck 1: {deck}\ntop 1: gold trap\n")


def test_all_know_the_two_cards_put_back_but_only_their_owner_the_order(at):
    table = at(WAR + "deck 1: silver gold\npile 1: copper*3").play("war", "reinforcements", "top gold")
    assert table.seat(1, 0)["put_back"] == table.seat(1, lt.SPECTATOR)["put_back"] == ["gold", "silver"]
    assert table.seat(1, 1)["top"] == ["silver", "gold"]
    assert table.seat(1, 0)["top"] is None
    assert tops(table, 0, 1) == {("silver", "gold"), ("gold", "silver")}
    assert tops(table, 1, 1) == {("silver", "gold")}


def test_the_choice_of_the_order_is_seen_by_its_owner_alone(at):
    table = at(WAR + "deck 1: silver gold").play("war", "reinforcements", "top gold")
    moves = {viewer: [text for _, text in table.pos.seen_moves(viewer)] for viewer in (0, 1, lt.SPECTATOR)}
    assert moves[1] == ["war", "reinforcements", "top gold"]
    assert moves[0] == moves[lt.SPECTATOR] == ["war", "reinforcements"]
    told = {
        viewer: [e["params"]["card"] for e in table.pos.events(viewer) if e["event"] == "put_back"] for viewer in (0, 1)
    }
    assert told == {0: [None], 1: ["gold"]}


def test_both_drawn_both_are_known_in_hand(at):
    table = two_on_deck(at, hand="fortress_town copper").play("play fortress_town")
    assert table.seat(1, 0)["known"] == {"gold": 1, "trap": 1}
    assert table.seat(1, 0)["put_back"] == []


def test_one_drawn_the_other_lies_on_the_deck(at):
    table = two_on_deck(at, hand="temple_town copper village").play("play temple_town")
    assert table.seat(1, 1)["top"] == ["gold"]
    assert table.seat(1, 0)["known"] == {}
    assert table.seat(1, 0)["put_back"] == ["gold", "trap"]
    pairs = set()
    for pos in worlds(table, 0):
        seat = pos.view(lt.ALL)["table"]["seats"][1]
        (top,) = seat["top"]
        other = {"gold": "trap", "trap": "gold"}[top]
        assert seat["known"].get(other) == 1
        assert seat["known"].get(top, 0) == 0
        pairs.add(top)
    assert pairs == {"gold", "trap"}


def test_a_card_that_leaves_the_hand_may_have_been_the_drawn_one(at):
    text = "turn: 1\nhand 0: copper\nhand 1: temple_town copper gold\ndeck 1: silver*4\ntop 1: trap gold\n"
    table = at(text).play("play temple_town", "end actions", "pay gold")  # either of the two golds
    assert tops(table, 0, 1) == {("gold",), ("trap",)}
    for pos in worlds(table, 0):
        seat = pos.view(lt.ALL)["table"]["seats"][1]
        if seat["top"] == ["gold"]:  # then the trap was drawn, and is still there
            assert seat["known"].get("trap") == 1


def test_what_cannot_have_left_is_known_once_both_are_drawn(at):
    text = "turn: 1\nhand 0: copper\nhand 1: temple_town*2 cavalry copper\ndeck 1: silver*4\ntop 1: gold cavalry\n"
    table = at(text).play("play temple_town", "play cavalry", "play temple_town")
    assert table.seat(1, 0)["known"] == {"gold": 1}  # the cavalry played may have been the one drawn


def test_a_hand_put_down_hides_where_the_drawn_one_is(at):
    text = "turn: 1\nhand 0: copper\nhand 1: temple_town trap*4 copper village\ndeck 1: copper*4\ntop 1: gold silver\n"
    table = at(text, seed=1).play("play temple_town", "end actions", "end buys", *["keep trap"] * 4, "end turn")
    assert table.seat(1)["put_back_left"] == 1  # four were kept: nothing was drawn
    assert table.seat(1, 0)["pile_top"] != "silver"
    assert tops(table, 0, 1) == {("gold",), ("silver",)}
    for pos in worlds(table, 0):
        assert pos._program.entry_points.sound(pos._states, 0, pos._work, 0) == 0
        assert pos.view(lt.ALL)["table"]["seats"][1]["known"] == {"trap": 4}


def test_the_last_copy_seen_elsewhere_settles_it(at):
    table = two_on_deck(at, hand="temple_town copper village").play("play temple_town", "play trap")
    assert tops(table, 0, 1) == {("gold",)}  # seat 0 owns only one trap


def test_a_reveal_of_the_other_tells_which_was_drawn(at):
    text = "hand 0: skilled_ninjas copper\nhand 1: light_archers copper\ndeck 1: silver*9\n"
    table = at(text + "top 1: gold\npair 1: gold light_archers").play("play skilled_ninjas")
    assert table.table["shown"]["cards"] == {"silver": 1, "gold": 1}
    assert table.seat(1, 0)["known"] == {"light_archers": 1}
    gone = at(text + "top 1: gold\npair 1: gold light_archers\nlost 1: 1").play("play skilled_ninjas")
    assert gone.seat(1, 0)["known"] == {}  # archers have left the hand since: perhaps those


def test_two_of_a_kind_have_no_order_to_hide(at):
    table = at("turn: 1\nhand 0: copper\nhand 1: temple_town\ndeck 1: copper*4\ntop 1: silver silver").play(
        "play temple_town"
    )
    assert table.seat(1, 0)["known"] == {"silver": 1}
    assert tops(table, 0, 1) == {("silver",)}


def test_take_back_shuffles_what_lay_on_top(at):
    text = (
        "hand 0: take_back copper\npile 0: honda_tadakatsu copper\ntop 0: gold trap\ndeck 0: copper*4\nhand 1: copper"
    )
    table = at(text).play("play take_back", "fetch honda_tadakatsu")
    assert table.seat(0, 1)["put_back"] == []
    assert table.seat(0, 0)["deck_cards"] == {"trap": 1, "copper": 4, "gold": 1}


# Ambush, ninjas, take-back -----------------------------------------------------------------------------------------


def test_ambush_cards_stay_known_in_hand(at):
    table = at(WAR.replace("copper village", "cavalry copper village")).play(
        "war", "ambush", "lay cavalry", "lay copper", "ready"
    )
    assert table.seat(1, 0)["known"] == {"cavalry": 1, "copper": 1}
    for hand in hands(table, 0, 1):
        assert hand["cavalry"] == 1


def test_a_question_is_asked_whatever_the_hand_holds(at):
    ninjas = "hand 0: skilled_ninjas copper\ndeck 1: gold silver\n"
    for hand in ("copper", "honda_tadakatsu"):
        assert at(f"{ninjas}hand 1: {hand}").play("play skilled_ninjas").asked == (1, "protect")
    for hand in ("copper", "trap"):
        assert at(f"phase: buy\nhand 0: {hand}\nhand 1: copper").play("end buys").asked == (0, "tidy")
        assert at(f"hand 0: {hand}\nhand 1: copper").asked == (0, "act")


def test_after_a_failed_search_all_generals_are_known_to_be_in_hand(at):
    table = at("hand 0: take_back honda_tadakatsu copper\ndeck 0: gold*3 copper*5\nhand 1: copper").play(
        "play take_back"
    )
    assert table.seat(0, 1)["known"] == {"honda_tadakatsu": 1}


def test_while_a_general_is_chosen_all_know_that_there_is_one(at):
    table = at("hand 0: take_back maeda_toshimasu copper\ndeck 0: honda_tadakatsu copper*2\nhand 1: copper")
    table.play("play take_back")
    for pos in worlds(table, 1):
        assert pos.moves(0)
    found = {pos.moves(0)[0].text for pos in worlds(table, 1)}
    assert found == {"fetch maeda_toshimasu", "fetch honda_tadakatsu"}


def test_a_general_found_in_the_discards_uncovers_another_card(at):
    table = at("hand 0: take_back copper\npile 0: gold? silver? honda_tadakatsu\nhand 1: copper")
    table.play("play take_back", "fetch honda_tadakatsu")
    assert table.seat(0, 1)["pile_top"] in ("gold", "silver")
    assert table.seat(0, 1)["pile_cards"] == {table.seat(0, 1)["pile_top"]: 1}


# The suite, where much is going on ---------------------------------------------------------------------------------

RICH = """
players: 3
hand 0: {a}
hand 1: {b}
hand 2: {c}
deck 0: cavalry light_archers gold silver take_back village copper*2
deck 1: gunner_mercenaries land_destroyer gold trap copper*3 skilled_ninjas
deck 2: fake_fortress*2 spear_troopers gold*2 travelling_monk moat copper
pile 0: sanada_yukimura? copper? silver village
pile 1: akechi_mitsuhide copper? gold
deployed 0: cavalry gunner_mercenaries
deployed 1: light_archers land_destroyer moat
deployed 2: spear_troopers*2 fake_fortress
regions: 1
"""
HANDS = (
    "honda_tadakatsu take_back temple_town spear_troopers",
    "maeda_toshimasu skilled_ninjas fortress_town cavalry",
    "katakura_kojuro travelling_monk trade_harbour trap",
)


def rich_matches(game, count, seed, whole=False):
    """Matches that begin with armies, generals and tricks in everybody's hands, each watched for a while."""
    for number in range(seed, seed + count):
        match = Match(game, number, whole=True)
        a, b, c = (HANDS[(number + p) % 3] for p in range(3))
        match.pos = game.position(RICH.format(a=a, b=b, c=c), seed=number)
        match.players, match.played = 3, []
        match.watched = match._until = 70
        yield match


@pytest.mark.parametrize(
    ("check", "module", "scale"),
    [
        (compliance.check_knowledge, "knowledge", {"count": size(6, 12)}),
        (compliance.check_redeals, "redeals", {"count": 4, "every": size(12, 6)}),
        (compliance.check_secrecy, "secrecy", {"count": 3, "every": size(24, 12), "redeals": 4}),
        (compliance.check_unnoticed, "secrecy", {"count": 2}),
        (compliance.check_deduction, "knowledge", {"count": 3, "every": 15, "worlds": 40}),
        (compliance.check_texts, "roundtrips", {"count": 4, "every": 2}),
        (compliance.check_moves, "legality", {"count": 3, "every": 4}),
    ],
    ids=lambda it: getattr(it, "__name__", ""),
)
def test_the_suite_holds_in_the_middle_of_wars(monkeypatch, check, module, scale):
    monkeypatch.setattr(f"ludotheque.compliance.{module}.matches", rich_matches)
    check(lt.game("kunitori", "plain"), **scale)
