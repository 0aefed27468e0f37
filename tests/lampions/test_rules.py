"""The rules of Lampions by example: each position is written as text, each rule has its test."""

import pytest

import ludotheque as lt

GAME = lt.game("lampions", "plain")


def position(text, seed=0):
    """A position of three from its lines; what they do not name lies in the deck."""
    return GAME.position(f"{text}\ndeck: rest\n", seed=seed)


def seat_of(pos, seat, viewer=lt.ALL):
    return pos.view(viewer)["table"]["seats"][seat]


def names(pos, viewer=lt.ALL):
    return [event["event"] for event in pos.events(viewer)]


def refusal(pos, move, seat=None):
    """Rule and name of why a move can't be made; nothing has changed by trying."""
    before = pos.text()
    with pytest.raises(lt.IllegalMove) as refused:
        pos.play(move, seat)
    assert pos.text() == before
    return refused.value.rule, refused.value.refusal


def choose(pos, *cards):
    for seat, card in enumerate(cards):
        pos.play(card, seat)


@pytest.mark.rule("LAM-01")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_play_and_the_brightest_wins(players):
    assert GAME.start(players=players).players == players
    pos = position("round: 5\nturn: 3\nlit 0: spark\nlit 1: lantern candle\nhand 2: moth\nask 1: blow 2 3 0")
    pos.play("puff 0")
    assert pos.outcome()["ranking"][0] == [1]


@pytest.mark.rule("LAM-01")
@pytest.mark.parametrize("players", [2, 6])
def test_no_more_and_no_fewer(players):
    with pytest.raises(lt.BadInput, match="3 to 5 players"):
        GAME.start(players=players)


@pytest.mark.rule("LAM-02")
def test_everybody_is_dealt_three_of_the_shuffled_cards():
    decks = set()
    firsts = set()
    for seed in range(12):
        pos = GAME.start(players=4, seed=seed)
        assert [seat_of(pos, p)["hand"] for p in range(4)] == [3] * 4
        assert pos.view(lt.SPECTATOR)["table"]["deck"] == 42 - 12
        decks.add(pos.text().partition("deck: ")[2])
        firsts.add(pos.view(lt.SPECTATOR)["table"]["first"])
    assert len(decks) == 12
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("LAM-03")
def test_wish_is_secret_and_counts_when_the_last_round_is_over():
    pos = position("round: 5\nturn: 3\nlit 0: spark spark lantern\nhand 2: moth\nwish 0: spark\nask 1: blow 2 3 0")
    assert seat_of(pos, 0, viewer=0)["wish"] == "spark"
    assert seat_of(pos, 0, viewer=1)["wish"] is None
    assert seat_of(pos, 0, viewer=lt.SPECTATOR)["wish"] is None
    assert pos.scores(0)[0] == 7
    assert pos.scores(1)[0] == 5
    pos.play("puff 0")
    assert seat_of(pos, 0, viewer=1)["wish"] == "spark"
    assert pos.outcome()["scores"][0] == 2 + 2
    assert "wished" in names(pos)


@pytest.mark.rule("LAM-03")
def test_wish_that_nobody_brought_is_drawn():
    brought = GAME.start(seed=1, seats=[{"wish": "lantern"}, {}, {}])
    assert seat_of(brought, 0)["wish"] == "lantern"
    drawn = {seat_of(GAME.start(seed=seed), 1)["wish"] for seed in range(20)}
    assert drawn == {"spark", "candle", "lantern"}


@pytest.mark.rule("LAM-04")
def test_all_who_hold_a_card_choose_at_the_same_time():
    pos = position("hand 0: spark moth\nhand 2: gust")
    assert pos.actors == (0, 2)
    assert [move.text for move in pos.moves(0)] == ["spark", "moth"]
    assert refusal(pos, "candle", 0) == ("LAM-04", "not_in_hand")
    pos.play("spark", 0)
    assert pos.actors == (2,)
    assert pos.ready == (0,)


@pytest.mark.rule("LAM-04")
def test_choice_may_be_taken_back_and_is_never_seen():
    pos = position("hand 0: spark moth\nhand 1: gust\nhand 2: moth")
    pos.play("spark", 0)
    assert pos.view(0)["chosen"] == {"0": "spark"}
    assert pos.view(1)["chosen"] == pos.view(lt.SPECTATOR)["chosen"] == {}
    assert pos.view(1)["ready"] == [0]
    assert seat_of(pos, 0)["hand"] == 2
    pos.withdraw(0)
    assert pos.actors == (0, 1, 2)
    choose(pos, "moth", "gust", "moth")
    assert pos.events(1)[0] == {"key": "event.revealed", "event": "revealed", "params": {"seat": 0, "card": "moth"}}


@pytest.mark.rule("LAM-05")
def test_cards_are_carried_out_from_the_first_player_on():
    pos = position("first: 1\nhand 0: spark\nhand 1: candle\nhand 2: lantern")
    choose(pos, "spark", "candle", "lantern")
    # Nobody has a card left, so nobody could send a moth: all lamps are lit at once.
    lit = [event["params"]["seat"] for event in pos.events(lt.SPECTATOR) if event["event"] == "lit"]
    assert lit == [1, 2, 0]
    assert [seat_of(pos, p)["lit"] for p in range(3)] == [["spark"], ["candle"], ["lantern"]]


@pytest.mark.rule("LAM-05")
def test_what_is_asked_is_answered_before_anything_goes_on():
    pos = position("hand 0: spark\nhand 1: candle moth\nhand 2: lantern")
    choose(pos, "spark", "candle", "lantern")
    assert (pos.decision, pos.actors) == ("react", (1,))
    assert seat_of(pos, 1)["lit"] == []
    with pytest.raises(lt.NotYourTurn):
        pos.play("let", 2)
    assert refusal(pos, "moth", 1) == ("LAM-05", "wrong_decision")
    pos.play("let", 1)
    assert seat_of(pos, 0)["lit"] == ["spark"]


@pytest.mark.rule("LAM-06")
def test_moth_laid_down_turns_to_ashes():
    pos = position("hand 0: moth\nhand 1: moth\nhand 2: moth")
    choose(pos, "moth", "moth", "moth")
    assert [seat_of(pos, p, viewer=lt.SPECTATOR)["ashes"] for p in range(3)] == [["moth"]] * 3
    assert names(pos).count("burnt") == 3


@pytest.mark.rule("LAM-07")
def test_moth_in_hand_sends_a_lamp_back():
    pos = position("hand 0: spark\nhand 1: gust moth\nhand 2: moth")
    choose(pos, "spark", "gust", "moth")
    assert pos.prompt(1)["params"] == {"seat": 0, "card": "spark"}
    pos.play("swat", 1)
    assert seat_of(pos, 0)["lit"] == []
    assert "moth" in seat_of(pos, 1)["ashes"]
    assert "spark" in seat_of(pos, 0, viewer=2)["known"]
    assert pos.events(2)[0]["event"] == "sent_back"


@pytest.mark.rule("LAM-07")
def test_left_neighbour_is_asked_with_or_without_a_moth_but_not_without_cards():
    pos = position("hand 0: spark\nhand 1: gust candle\nhand 2: moth")
    choose(pos, "spark", "gust", "moth")
    assert (pos.decision, pos.actors) == ("react", (1,))
    assert [move.text for move in pos.moves(1)] == ["let"]
    assert refusal(pos, "swat", 1) == ("LAM-07", "no_moth")
    pos = position("hand 0: spark\nhand 1: gust\nhand 2: moth lantern")
    choose(pos, "spark", "gust", "moth")
    assert names(pos)[:5] == ["revealed", "revealed", "revealed", "lit", "burnt"]


def rolls():
    """A position before a gust for each number of the die."""
    text = "hand 0: gust\nhand 1: moth\nhand 2: moth\nlit 0: spark candle\nlit 1: lantern\nlit 2: spark lantern"
    found: dict[int, lt.Position] = {}
    for seed in range(100):
        pos = position(text, seed)
        choose(pos, "gust", "moth", "moth")
        number = next(event["params"]["number"] for event in pos.events(lt.SPECTATOR) if event["event"] == "rolled")
        found.setdefault(number, pos)
    return found


@pytest.mark.rule("LAM-08")
def test_gust_blows_by_the_die():
    found = rolls()
    assert sorted(found) == [1, 2, 3, 4, 5, 6]
    for number, pos in found.items():
        assert "gust" in seat_of(pos, 0)["ashes"]
        if number <= 2:
            assert seat_of(pos, 0)["lit"] == ["spark"]
            assert seat_of(pos, 0)["ashes"] == ["gust", "candle"]
            assert pos.decision == "choose"
        else:
            assert (pos.decision, pos.actors) == ("blow", (0,))
            assert [move.text for move in pos.moves(0)] == ["puff 1", "puff 2"]
            pos.play("puff 2")
            assert seat_of(pos, 2)["lit"] == ["spark"]
            assert "lantern" in seat_of(pos, 2)["ashes"]


@pytest.mark.rule("LAM-08")
def test_gust_finds_only_lamps_of_others():
    pos = position("hand 2: moth\nlit 0: spark\nlit 1: lantern\nask 1: blow 0 4 0")
    assert refusal(pos, "puff 0") == ("LAM-08", "own_lamp")
    assert refusal(pos, "puff 2") == ("LAM-08", "no_lamp_there")
    for seed in range(12):
        pos = position("hand 0: gust\nhand 1: moth\nhand 2: moth", seed)
        choose(pos, "gust", "moth", "moth")
        assert pos.decision == "choose"
        assert "went_out" not in names(pos)


@pytest.mark.rule("LAM-09")
def test_tinder_rekindles_a_lamp():
    pos = position("hand 0: tinder\nhand 1: moth candle\nhand 2: moth\nashes 0: lantern gust")
    choose(pos, "tinder", "moth", "moth")
    assert pos.view(lt.SPECTATOR)["table"]["box"] == ["tinder"]
    assert [move.text for move in pos.moves(0)] == ["rekindle lantern", "decline"]
    assert refusal(pos, "rekindle gust") == ("LAM-09", "not_rekindled")
    assert refusal(pos, "rekindle spark") == ("LAM-09", "not_in_ashes")
    pos.play("rekindle lantern")
    assert (pos.decision, pos.actors) == ("react", (1,))  # with all its effects
    pos.play("let")
    assert seat_of(pos, 0)["lit"] == ["lantern"]


@pytest.mark.rule("LAM-09")
def test_tinder_may_be_declined():
    pos = position("hand 0: tinder\nhand 1: moth\nhand 2: moth\nashes 0: lantern")
    choose(pos, "tinder", "moth", "moth")
    pos.play("decline")
    assert seat_of(pos, 0)["ashes"] == ["lantern"]
    assert pos.decision == "choose"


@pytest.mark.rule("LAM-09")
def test_tinder_found_in_the_ashes_goes_on():
    pos = position("hand 0: tinder\nhand 1: moth\nhand 2: moth\nashes 0: lantern tinder")
    choose(pos, "tinder", "moth", "moth")
    pos.play("rekindle tinder")
    assert (pos.decision, pos.actors) == ("relight", (0,))
    assert pos.view(lt.SPECTATOR)["table"]["box"] == ["tinder", "tinder"]
    pos.play("rekindle lantern")
    assert seat_of(pos, 0)["lit"] == ["lantern"]


@pytest.mark.rule("LAM-09")
def test_tinder_that_finds_nothing_turns_to_ashes():
    pos = position("hand 0: tinder\nhand 1: moth\nhand 2: moth\nashes 0: gust moth")
    choose(pos, "tinder", "moth", "moth")
    assert seat_of(pos, 0)["ashes"] == ["gust", "moth", "tinder"]
    assert pos.view(lt.SPECTATOR)["table"]["box"] == []


@pytest.mark.rule("LAM-10")
def test_everybody_draws_from_the_first_on_while_there_are_cards():
    pos = GAME.position("first: 2\nhand 0: moth\nhand 1: moth\nhand 2: moth\ndeck: spark candle")
    choose(pos, "moth", "moth", "moth")
    drawn = [event["params"] for event in pos.events(lt.ALL) if event["event"] == "drew"]
    assert drawn == [{"seat": 2, "card": "candle"}, {"seat": 0, "card": "spark"}]
    assert pos.view(lt.SPECTATOR)["table"]["first"] == 0
    assert pos.actors == (0, 2)


@pytest.mark.rule("LAM-11")
@pytest.mark.parametrize("rounds", [3, 4, 5, 6])
def test_match_lasts_as_many_rounds_as_the_option_says(rounds):
    pos = GAME.start(seed=3, options={"rounds": rounds})
    while not pos.over:
        pos.play(pos.moves()[0])
    told = [event["event"] for events in pos.log(lt.SPECTATOR) for event in events]
    assert told.count("round") == rounds
    outcome = pos.outcome()
    assert outcome is not None
    assert outcome["cause"] == "rounds_played"


@pytest.mark.rule("LAM-11")
def test_five_rounds_unless_said_otherwise():
    assert GAME.start().view(lt.SPECTATOR)["options"] == {"rounds": 5}
    with pytest.raises(lt.BadInput, match="rounds: 7 is not one of 3, 4, 5, 6"):
        GAME.start(options={"rounds": 7})


@pytest.mark.rule("LAM-12")
def test_those_who_tie_for_the_most_share_the_win():
    lamps = (
        "lit 0: candle spark\nlit 1: lantern\nlit 2: spark lantern\nwish 1: lantern\nwish 0: lantern\nwish 2: candle"
    )
    pos = position(f"round: 5\nturn: 3\nhand 2: moth\n{lamps}\nask 1: blow 1 3 0")
    pos.play("puff 0")
    assert pos.outcome() == {
        "cause": "rounds_played",
        "ranking": [[1, 2], [0]],
        "shares": [0.0, 0.5, 0.5],
        "scores": [2, 4, 4],
    }


@pytest.mark.rule("LAM-13")
def test_hands_and_deck_are_hidden_and_the_rest_is_open():
    pos = position("hand 0: spark candle! moth\nhand 1: gust\nlit 1: lantern\nashes 0: tinder\nbox: tinder")
    shown = pos.view(1)["table"]
    assert shown["seats"][0]["hand"] == 3
    assert shown["seats"][0]["known"] == ["candle"]
    assert shown["seats"][1]["known"] == ["gust"]
    assert shown["seats"][1]["lit"] == ["lantern"]
    assert shown["seats"][0]["ashes"] == ["tinder"]
    assert shown["box"] == ["tinder"]
    assert shown["deck"] == 42 - 7
    assert pos.view(lt.SPECTATOR)["table"]["seats"][1]["known"] == []


@pytest.mark.rule("LAM-13")
def test_card_sent_back_is_known_until_it_is_played():
    pos = position("hand 0: spark! spark moth\nhand 1: gust\nhand 2: moth")
    worlds = [pos.redeal(1, seed) for seed in range(30)]
    assert all("spark" in seat_of(world, 0)["known"] for world in worlds)
    assert any(seat_of(world, 0)["known"] != ["moth", "spark", "spark"] for world in worlds)
    choose(pos, "spark", "gust", "moth")
    # One spark was known and one was played: whichever it was, the others now know of none.
    assert seat_of(pos, 0, viewer=2)["known"] == []
