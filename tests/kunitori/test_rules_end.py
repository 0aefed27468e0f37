"""The end: KUN-20 and KUN-21."""

import pytest

import ludotheque as lt

PASS = ("end actions", "end buys", "end turn")


@pytest.mark.rule("KUN-20")
@pytest.mark.parametrize(
    ("pile", "cause"), [("village*24", "villages_gone"), ("city*16", "cities_gone"), ("region*12", "regions_gone")]
)
def test_an_empty_victory_pile_gives_every_other_player_one_more_turn(at, pile, cause):
    seats = "".join(f"hand {p}: copper\ndeck {p}: copper*4\n" for p in range(4)).replace(
        "deck 3: copper*4", f"deck 3: {pile}"
    )
    table = at(f"players: 4\nturn: 1\nfirst: 0\n{seats}")
    table.play(*PASS)
    assert "last_turns" in table.events()
    assert table.table["last_turns"] == 3
    for p in (2, 3, 0):
        assert table.pos.actor == p
        table.play(*PASS)
    assert table.pos.over
    assert table.pos.outcome()["cause"] == cause


@pytest.mark.rule("KUN-20")
def test_a_second_empty_pile_changes_nothing(at):
    table = at("deck 0: village*24\nhand 0: copper\nhand 1: copper\ndeck 1: region*11 copper*4\nmoney: 9")
    table.play(*PASS[:2], "end turn")
    assert table.table["last_turns"] == 1
    table.play("end actions")
    table = at(
        "turn: 1\nphase: buy\nmoney: 9\ndeck 0: village*24\nhand 0: copper\nhand 1: copper\n"
        "deck 1: region*11 copper*4\ncause: villages_gone\nlast: 1"
    )
    table.play("buy region", "end turn")
    assert table.pos.over
    assert table.pos.outcome()["cause"] == "villages_gone"


@pytest.mark.rule("KUN-20")
def test_a_prize_counts_for_the_turn_it_is_won_in(at):
    table = at(
        "phase: battle\ngeneral played: yes\nplayed: maeda_toshimasu cavalry\nhand 0: copper\nhand 1: copper\n"
        "deck 0: region*11 copper*4"
    )
    table.play("war", "ambush", "ready")
    assert table.table["supply"]["region"] == 0
    assert table.table["last_turns"] is None  # the turn is not over
    table.play("end buys", "end turn")
    assert table.table["last_turns"] == 1


@pytest.mark.rule("KUN-20")
def test_ten_dry_rounds_end_the_match(at):
    table = at("hand 0: copper\nhand 1: copper\ndeck 0: copper*4\ndeck 1: copper*4\ndry: 8")
    table.play(*PASS, *PASS)
    assert not table.pos.over
    table.play(*PASS, *PASS)
    assert table.pos.over
    assert table.pos.outcome()["cause"] == "run_dry"


@pytest.mark.rule("KUN-20")
def test_a_card_that_leaves_the_supply_begins_the_count_anew(at):
    table = at("hand 0: copper\nhand 1: copper\ndeck 0: copper*4\ndeck 1: copper*4\ndry: 9")
    table.play("end actions", "buy copper", "end turn", *PASS)
    assert not table.pos.over
    assert table.state.dry == 0


@pytest.mark.rule("KUN-20")
def test_the_thousandth_round_is_the_last(at):
    table = at("round: 1000\nhand 0: copper\nhand 1: copper\ndeck 0: copper*4\ndeck 1: copper*4\nsold: yes")
    table.play(*PASS, *PASS)
    assert table.pos.over
    assert table.event("too_long") == {"number": 1000}
    assert table.pos.outcome()["cause"] == "too_many_rounds"


@pytest.mark.rule("KUN-21")
def test_all_cards_count_wherever_they_are(at):
    table = at("hand 0: village beauty\ndeck 0: city\npile 0: region\ntop 0: village\nhand 1: copper\nplayed: beauty")
    assert table.pos.scores(lt.SPECTATOR) == [1 - 4 + 3 + 6 + 1 - 4, 0]


@pytest.mark.rule("KUN-21")
@pytest.mark.parametrize(("first", "winner"), [(0, 2), (1, 2), (2, 1)])
def test_a_tie_goes_to_the_player_farthest_from_the_first(at, first, winner):
    last = (first + 2) % 3
    text = f"players: 3\nfirst: {first}\nturn: {last}\nround: 1000\nsold: yes\n"
    text += "".join(f"hand {p}: copper\ndeck {p}: copper*4 {'city' if p else 'village'}\n" for p in range(3))
    table = at(text).play(*PASS)
    outcome = table.pos.outcome()
    assert outcome["ranking"][0] == [winner]
    assert outcome["shares"] == [float(p == winner) for p in range(3)]
    assert outcome["ranking"][2] == [0]
