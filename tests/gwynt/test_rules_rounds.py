"""Turns and rounds: GWY-08 to GWY-14."""

from __future__ import annotations

import pytest

import ludotheque as lt

USED = """
    seat 0: northern_realms foltest_siegemaster used
    seat 1: monsters eredin_bringer_of_death used
"""
MONSTERS = """
    seat 0: monsters eredin_bringer_of_death used
    seat 1: scoiatael francesca_the_beautiful used
"""
ELVES = """
    seat 0: scoiatael francesca_the_beautiful used
    seat 1: scoiatael francesca_the_beautiful used
"""


# GWY-08


@pytest.mark.rule("GWY-08")
@pytest.mark.parametrize(("card", "row"), [("ves", "close"), ("dethmold", "ranged"), ("ballista", "siege")])
def test_a_unit_goes_on_the_row_of_its_type_on_its_players_side(room, card, row):
    table = room.at(f"hand 0: {card}\nhand 1: ves").play(card)
    assert table.row(0, row) == [card]
    assert table.board(1) == []
    assert table.hand(0) == []
    assert table.happened("placed") == [{"seat": 0, "card": card, "side": 0, "row": row, "place": 0}]


@pytest.mark.rule("GWY-08")
def test_players_take_turns(room):
    table = room.at("hand 0: ves ballista\nhand 1: ves ballista")
    actors = []
    for _ in range(4):
        actors.append(table.pos.actor)
        table.play(table.moves()[-1])
    assert actors == [0, 1, 0, 1]


@pytest.mark.rule("GWY-08")
def test_a_turn_is_a_card_or_the_leader_or_a_pass(room):
    table = room.at("hand 0: ves ballista\nhand 1: ves")
    assert sorted(table.moves()) == ["ballista", "leader", "pass", "ves"]
    table.play("leader")  # costs the turn
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-08")
def test_one_of_two_copies_is_played_and_listed_once(room):
    table = room.at(USED + "hand 0: ballista*2\nhand 1: fiend")
    assert table.moves() == ["pass", "ballista"]
    table.play("ballista")
    assert table.hand(0) == ["ballista"]


@pytest.mark.rule("GWY-08")
def test_a_card_that_is_not_in_hand_cannot_be_played(room):
    table = room.at("hand 0: ves\ndeck 0: ballista\nhand 1: trebuchet")
    assert table.refusal("ballista") == ("GWY-08", "not_in_hand")
    assert table.refusal("trebuchet") == ("GWY-08", "not_in_hand")
    assert table.refusal("close") == ("GWY-08", "wrong_decision")
    assert table.refusal("revive ves") == ("GWY-08", "wrong_decision")
    assert table.refusal("decoy close ves") == ("GWY-08", "wrong_decision")


@pytest.mark.rule("GWY-08")
def test_a_player_who_passed_is_out_and_the_other_may_go_on(room):
    table = room.at("hand 0: ves\nhand 1: ves ballista trebuchet").play("pass")
    assert table.pos.actor == 1
    with pytest.raises(lt.NotYourTurn):
        table.pos.play("ves", 0)
    table.play("ves", "ballista")
    assert table.pos.actor == 1
    assert table.seat(0, 1)["passed"]
    table.play("pass")
    assert table.round == 2
    assert not table.seat(0, 1)["passed"]


@pytest.mark.rule("GWY-08")
def test_an_ability_applies_after_the_card_is_placed(room):
    """The pirate stands on the board when it burns: it is among those that may burn."""
    table = room.at(
        "seat 0: skellige king_bran\nhand 0: clan_dimun_pirate\nclose 1: ves\nhand 1: ballista", skellige=True
    ).play("clan_dimun_pirate")
    assert table.board(0) == []
    assert table.row(1, "close") == ["ves"]


# GWY-09


@pytest.mark.rule("GWY-09")
def test_no_card_and_no_leader_is_an_automatic_pass(room):
    table = room.at(USED + "hand 0: ves ballista\nclose 1: fiend").play("ves")
    assert table.happened("passed") == [{"seat": 1, "automatic": 1}]
    assert table.pos.actor == 0
    assert table.seat(1)["passed"]


@pytest.mark.rule("GWY-09")
def test_ones_own_last_card_leads_to_the_pass_only_when_the_turn_comes_round(room):
    table = room.at(USED + "hand 0: ves\nhand 1: fiend griffin").play("ves")
    assert table.happened("passed") == []
    table.play("fiend")
    assert table.happened("passed") == [{"seat": 0, "automatic": 1}]
    assert table.pos.actor == 1


@pytest.mark.rule("GWY-09")
def test_an_empty_hand_with_a_usable_leader_may_still_act(room):
    table = room.at("seat 1: monsters eredin_commander_of_the_red_riders\nhand 0: ves ballista\nclose 1: fiend").play(
        "ves"
    )
    assert table.pos.actor == 1
    assert table.moves() == ["pass", "leader"]
    assert table.play("leader").total(1) == 12


@pytest.mark.rule("GWY-09")
def test_an_automatic_pass_is_final_even_if_the_leader_becomes_usable(room):
    table = room.at(
        """
        seat 0: monsters eredin_bringer_of_death used
        seat 1: northern_realms foltest_lord_commander
        hand 0: fiend biting_frost griffin
        """
    ).play("fiend")
    assert table.happened("passed") == [{"seat": 1, "automatic": 1}]
    table.play("biting_frost")
    assert table.pos.actor == 0


@pytest.mark.rule("GWY-09")
def test_a_leader_that_is_off_or_passive_does_not_keep_one_in(room):
    for leader in ("eredin_commander_of_the_red_riders off", "eredin_the_treacherous"):
        table = room.at(f"seat 1: monsters {leader}\nhand 0: ves ballista", expansions=True).play("ves")
        assert table.happened("passed") == [{"seat": 1, "automatic": 1}]


@pytest.mark.rule("GWY-09")
def test_cards_that_cannot_be_played_do_not_force_a_pass(room):
    table = room.at(USED + "hand 0: ves ballista\nhand 1: decoy").play("ves")
    assert table.pos.actor == 1
    assert table.moves() == ["pass"]
    assert table.play("pass").happened("passed") == [{"seat": 1, "automatic": 0}]


@pytest.mark.rule("GWY-09")
def test_passing_is_always_legal(room):
    table = room.at("hand 0: ves geralt_of_rivia scorch\nhand 1: ves")
    assert "pass" in table.moves()


@pytest.mark.rule("GWY-09", "GWY-39")
def test_where_only_the_hidden_deck_forbids_the_leader_the_player_is_asked(room):
    """Fog may or may not be in that deck: were the pass automatic, everybody would learn that it is not."""
    text = "seat 1: northern_realms foltest_king_of_temeria\nhand 0: ves ballista\ndeck 1: trebuchet"
    table = room.at(text).play("ves")
    assert table.pos.actor == 1
    assert table.moves() == ["pass"]
    assert table.refusal("leader") == ("GWY-36", "leader_no_weather_in_deck")
    empty = room.at(text.replace("\ndeck 1: trebuchet", "")).play("ves")  # everybody sees that there is no deck
    assert empty.happened("passed") == [{"seat": 1, "automatic": 1}]


@pytest.mark.rule("GWY-09", "GWY-32")
def test_rounds_in_which_neither_can_act_are_scored_at_once(room):
    """Monsters keep the fiend; nobody has anything left; the fiend alone wins the two rounds that follow."""
    table = room.at(
        MONSTERS + "close 0: fiend\nclose 1: dennis_cranmer mahakaman_defender\nhand 1: toruviel\nturn: 1"
    ).play("toruviel")
    assert table.happened("round_ends") == [
        {"number": 1, "total0": 6, "total1": 13, "hand0": 0, "hand1": 0},
        {"number": 2, "total0": 6, "total1": 0, "hand0": 0, "hand1": 0},
        {"number": 3, "total0": 6, "total1": 0, "hand0": 0, "hand1": 0},
    ]
    assert [p["seat"] for p in table.happened("passed")] == [0, 1, 1, 0, 0, 1]  # the starter first, each time
    assert all(p["automatic"] == 1 for p in table.happened("passed"))
    assert table.happened("match_won") == [{"seat": 0}]
    assert table.pos.over


# GWY-10


@pytest.mark.rule("GWY-10")
def test_the_higher_total_wins_the_round_and_the_loser_takes_off_a_gem(room):
    for mine, yours, gems in (("ves", "vesemir", (1, 2)), ("vesemir", "ves", (2, 1))):
        table = room.at(f"close 0: {mine}\nclose 1: {yours}\nhand 0: ballista\nhand 1: ballista").play("pass", "pass")
        assert table.gems == gems
        loser = gems.index(1)
        assert table.happened("lost_gem") == [{"seat": loser, "number": 1}]


@pytest.mark.rule("GWY-10")
def test_on_a_tie_both_take_off_a_gem(room):
    table = room.at("close 0: ves\nclose 1: ves\nhand 0: ballista\nhand 1: ballista").play("pass", "pass")
    assert table.gems == (1, 1)
    assert table.happened("lost_gem") == [{"seat": 0, "number": 1}, {"seat": 1, "number": 1}]


@pytest.mark.rule("GWY-10")
def test_an_empty_board_is_a_tie(room):
    assert room.at("hand 0: ves\nhand 1: ves").play("pass", "pass").gems == (1, 1)


@pytest.mark.rule("GWY-10")
def test_heroes_count_in_the_total(room):
    assert room.at("close 0: geralt_of_rivia\nclose 1: vesemir\nhand 0: ves\nhand 1: ves").play(
        "pass", "pass"
    ).gems == (2, 1)


# GWY-11


@pytest.mark.rule("GWY-11")
def test_everything_goes_to_the_piles(room):
    table = room.at(
        ELVES
        + """
        hand 0: toruviel
        hand 1: toruviel
        close 0: dennis_cranmer decoy geralt_of_rivia
        ranged 0: milva
        horn 0: close ranged/leader
        close 1: mahakaman_defender
        horn 1: siege
        weather: biting_frost^1 impenetrable_fog^0
        """
    ).play("pass", "pass")
    assert table.pile(0) == sorted(
        ["dennis_cranmer", "decoy", "geralt_of_rivia", "milva", "commanders_horn", "impenetrable_fog"]
    )
    assert table.pile(1) == ["biting_frost", "commanders_horn", "mahakaman_defender"]
    assert table.board(0) == table.board(1) == table.weather() == []
    assert [row["horn"] for p in range(2) for row in table.seat(p)["rows"]] == [None] * 6


@pytest.mark.rule("GWY-11")
def test_a_leaders_horn_vanishes(room):
    table = room.at("hand 0: ves\nhand 1: ves\nsiege 0: ballista").play("leader", "pass", "pass")
    assert table.pile(0) == ["ballista"]
    assert table.seat(0)["rows"][2]["horn"] is None


@pytest.mark.rule("GWY-11")
@pytest.mark.parametrize(("option", "pile"), [(False, 1), (True, 0)])
def test_a_spy_goes_to_the_pile_of_the_side_or_by_option_of_its_owner(room, option, pile):
    table = room.at(
        ELVES.replace("seat 0: scoiatael francesca_the_beautiful", "seat 0: northern_realms foltest_siegemaster")
        + "hand 0: ves\nhand 1: toruviel\nsiege 1: thaler",
        discard_owner=option,
    ).play("pass", "pass")
    assert table.pile(pile) == ["thaler"]
    assert table.pile(1 - pile) == []


@pytest.mark.rule("GWY-11")
@pytest.mark.parametrize(("option", "pile"), [(False, 1), (True, 0)])
def test_a_burnt_spy_goes_the_same_way(room, option, pile):
    table = room.at("hand 0: ves scorch\nhand 1: ves\nclose 1: prince_stennis", discard_owner=option).play("scorch")
    assert "prince_stennis" in table.pile(pile)
    assert "prince_stennis" not in table.pile(1 - pile)
    assert table.happened("fell") == [{"side": 1, "card": "prince_stennis", "row": "close", "pile": pile, "place": 0}]


@pytest.mark.rule("GWY-11", "GWY-29")
@pytest.mark.parametrize(("option", "pile"), [(False, 0), (True, 1)])
def test_a_spy_sent_back_belongs_to_the_player_who_sent_it(room, option, pile):
    """Seat 0's spy, taken up by seat 1's decoy and played again, lies on side 0 and is seat 1's."""
    table = room.at("turn: 1\nhand 0: ves\nhand 1: decoy ballista\nclose 1: prince_stennis", discard_owner=option)
    table.play("decoy", "decoy close prince_stennis", "pass", "prince_stennis", "pass")
    assert "prince_stennis" in table.pile(pile)
    assert "prince_stennis" not in table.pile(1 - pile)


@pytest.mark.rule("GWY-11")
def test_a_decoy_goes_to_its_players_pile_whatever_the_option(room):
    for option in (False, True):
        table = room.at("close 1: decoy\nhand 0: ves\nhand 1: ves", discard_owner=option).play("pass", "pass")
        assert table.pile(1) == ["decoy"]


@pytest.mark.rule("GWY-11", "GWY-26")
def test_created_cards_vanish(room):
    table = room.at("close 0: bovine_defense_force\nclose 1: ves\nhand 0: ballista\nhand 1: ves", expansions=True).play(
        "pass", "pass"
    )
    assert table.pile(0) == []
    assert table.board(0) == []


@pytest.mark.rule("GWY-11", "GWY-26")
def test_turned_berserkers_and_their_mardroeme_go_to_the_pile_as_themselves(room):
    table = room.at(
        """
        seat 0: skellige king_bran
        hand 0: kambi
        hand 1: ves
        close 0: transformed_vildkaarl
        ranged 0: transformed_young_vildkaarl
        mardroeme 0: close ranged
        """,
        skellige=True,
    ).play("pass", "pass")
    assert table.pile(0) == ["berserker", "mardroeme", "mardroeme", "young_berserker"]


@pytest.mark.rule("GWY-11")
def test_the_order_of_things_at_a_rounds_end(room):
    """Totals, gems, kept units, piles, avengers, Northern Realms' draw, Skellige's return, the starter's turn."""
    table = room.at(
        """
        seat 0: northern_realms foltest_siegemaster used
        seat 1: skellige king_bran
        round: 2
        gems: 1 2
        hand 0: ves
        deck 0: siege_tower
        hand 1: svanrige
        ranged 0: cow dethmold
        close 1: kambi
        pile 1: udalryk madman_lugos
        """,
        expansions=True,
        skellige=True,
    ).play("pass", "pass")
    assert table.story() == [
        *("passed", "round_ends", "lost_gem", "swept", "swept", "created", "created", "power", "drew"),
        *("power", "came_back", "came_back", "round_begins"),
    ]
    assert [c["card"] for c in table.happened("created")] == ["bovine_defense_force", "hemdall"]
    assert table.hand(0) == ["siege_tower", "ves"]
    assert table.round == 3
    assert table.pos.actor == 0


@pytest.mark.rule("GWY-11", "GWY-32")
def test_monsters_keep_before_the_rest_goes_and_seat_0_first(room):
    table = room.at(
        """
        seat 0: monsters eredin_bringer_of_death used
        seat 1: monsters eredin_bringer_of_death used
        close 0: fiend griffin
        close 1: werewolf
        hand 0: harpy
        hand 1: harpy
        """
    ).play("pass", "pass")
    assert table.story() == [
        *("passed", "round_ends", "lost_gem", "power", "kept", "power", "kept", "swept", "round_begins"),
    ]
    assert [kept["seat"] for kept in table.happened("kept")] == [0, 1]
    assert table.happened("power") == [{"seat": 0, "faction": "monsters"}, {"seat": 1, "faction": "monsters"}]


@pytest.mark.rule("GWY-11")
def test_after_the_last_round_nothing_moves_any_more(room):
    table = room.at(
        """
        seat 0: monsters eredin_bringer_of_death used
        seat 1: northern_realms foltest_siegemaster used
        gems: 1 2
        round: 2
        close 0: fiend
        ranged 1: cow
        siege 1: ballista trebuchet
        deck 1: ves
        hand 0: harpy
        hand 1: dethmold
        """,
        expansions=True,
    ).play("pass", "pass")
    assert table.story() == ["passed", "round_ends", "lost_gem", "match_won"]
    assert table.pos.over
    assert table.row(0, "close") == ["fiend"]


# GWY-12


@pytest.mark.rule("GWY-12")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_the_winner_starts_the_next_round(room, winner, first):
    table = room.at(ELVES + f"turn: {first}\nclose {winner}: dennis_cranmer\nhand 0: toruviel\nhand 1: toruviel").play(
        "pass", "pass"
    )
    assert table.pos.actor == winner
    assert table.happened("round_begins") == [{"number": 2, "seat": winner}]


@pytest.mark.rule("GWY-12")
@pytest.mark.parametrize("first", [0, 1])
def test_after_a_drawn_round_the_last_to_pass_starts(room, first):
    table = room.at(ELVES + f"turn: {first}\nhand 0: toruviel\nhand 1: toruviel").play("pass", "pass")
    assert table.pos.actor == 1 - first


@pytest.mark.rule("GWY-12")
def test_an_automatic_pass_counts_as_the_last(room):
    tie = room.at(ELVES + "close 0: mahakaman_defender\nhand 0: toruviel\nclose 1: mahakaman_defender").play("pass")
    assert tie.happened("passed")[:2] == [{"seat": 0, "automatic": 0}, {"seat": 1, "automatic": 1}]
    assert tie.gems == (1, 1)
    assert tie.happened("round_begins") == [{"number": 2, "seat": 1}]
    assert tie.pos.actor == 0  # seat 1 starts, and can't


# GWY-13


def _rounds(room, *winners: int | None):
    """Rounds decided by one hero each; None for a round in which nobody plays."""
    table = room.at(
        ELVES + "hand 0: iorveth eithne saesenthessis toruviel\nhand 1: iorveth eithne saesenthessis toruviel"
    )
    for winner in winners:
        passed = 0
        while passed < 2:
            mine = table.pos.actor == winner and not table.board(winner)
            table.play(next(m for m in table.moves() if m != "pass") if mine else "pass")
            passed += not mine
    return table


@pytest.mark.rule("GWY-13")
@pytest.mark.parametrize(
    ("winners", "winner"),
    [((0, 0), 0), ((1, 1), 1), ((0, 1, 0), 0), ((1, 0, 0), 0), ((0, 1, 1), 1), ((1, 0, 1), 1)],
)
def test_two_rounds_won_win_the_match(room, winners, winner):
    table = _rounds(room, *winners)
    assert table.pos.over
    assert table.pos.outcome()["ranking"] == [[winner], [1 - winner]]
    assert table.pos.outcome()["shares"][winner] == 1
    assert table.pos.outcome()["cause"] == "gems_lost"
    assert table.happened("match_won") == [{"seat": winner}]
    assert table.round == len(winners)


@pytest.mark.rule("GWY-13")
@pytest.mark.parametrize(("winners", "winner"), [((None, 1), 1), ((0, None), 0), ((1, None), 1), ((None, 0), 0)])
def test_one_win_and_one_draw_win_the_match(room, winners, winner):
    table = _rounds(room, *winners)
    assert table.pos.over
    assert table.pos.outcome()["ranking"] == [[winner], [1 - winner]]
    assert table.pos.outcome()["scores"] == [int(winner == 0), int(winner == 1)]  # the draw is nobody's


@pytest.mark.rule("GWY-13")
@pytest.mark.parametrize("winners", [(None, None), (0, 1, None), (1, 0, None)])
def test_both_without_gems_is_a_draw(room, winners):
    table = _rounds(room, *winners)
    assert table.pos.over
    assert table.gems == (0, 0)
    assert table.pos.outcome() == {
        "cause": "all_gems_lost",
        "ranking": [[0, 1]],
        "shares": [0.5, 0.5],
        "scores": [winners.count(0), winners.count(1)],
        "rounds": table.pos.outcome()["rounds"],
    }
    assert table.happened("match_drawn") == [{}]


@pytest.mark.rule("GWY-13")
def test_the_match_goes_on_while_both_have_gems(room):
    assert not _rounds(room, 0).pos.over
    assert not _rounds(room, None).pos.over
    assert not _rounds(room, 0, 1).pos.over
    with pytest.raises(lt.GameOver):
        _rounds(room, 0, 0).pos.play("pass")


# GWY-14


@pytest.mark.rule("GWY-14")
def test_a_cards_own_text_beats_the_rules(room):
    """A unit lies on its player's side, but a spy says otherwise; abilities leave heroes alone, but its own works."""
    table = room.at("hand 0: mysterious_elf\ndeck 0: ves ballista dethmold\nhand 1: ves").play("mysterious_elf")
    assert table.row(1, "close") == ["mysterious_elf"]
    assert table.hand(0) == ["ballista", "dethmold"]
