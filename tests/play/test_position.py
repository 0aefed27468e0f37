"""The friendly face: the names that everybody relies on, errors, secret choices, previews."""

import json
import random
from typing import SupportsIndex

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.play.past import Played

GAME = lt.game("lampions", "plain")
REACTING = """
hand 1: candle moth
hand 2: moth
open 1: moth
open 2: gust
turn: 1
ask 1: react 1 0 0
deck: rest
"""  # seat 0 is lighting a spark; seat 2's gust comes later in the round


def test_names_of_the_friendly_face_exist():
    pos = GAME.start(players=3, seed=7, options={"rounds": 4}, seats=[{"wish": "spark"}, None, {}])
    assert pos.actors == (0, 1, 2)
    assert pos.actor == 0
    move = pos.moves(0)[0]
    assert isinstance(move.id, int)
    assert GAME.move(move.text) == move
    assert move.label("fr") != move.label("en")
    assert move.to_json() == {"id": move.id, "text": move.text, "key": "move.play", "params": {"card": move.text}}
    assert pos.why_not(move, 0) is None
    assert pos.preview(move, 0) == []  # a secret choice: what comes of it depends on others
    assert pos.prompt(0) == {"key": "prompt.choose", "params": {}, "seats": [0, 1, 2]}
    assert pos.prompt(lt.SPECTATOR)["key"] == "prompt.wait"
    for answer in (pos.view(0), pos.view(lt.SPECTATOR), pos.events(0), pos.log(0), pos.scores(0), pos.prompt(lt.ALL)):
        json.dumps(answer)
    pos.play(move, 0)
    assert pos.prompt(0)["key"] == "prompt.ready"
    pos.withdraw(0)
    assert pos.outcome() is None
    assert pos.copy() == pos
    assert pos.redeal(0, 1) != pos
    assert GAME.position(pos.text(), seed=1).text() == pos.text()
    assert GAME.replay(GAME.record(pos, lt.ALL)) == pos


@pytest.mark.parametrize("give", ["Move", "id", "notation", "loose notation", "NumPy", "0-d", "has __index__"])
def test_move_may_be_given_in_any_form(give):
    pos = GAME.position(REACTING)
    swat = GAME.move("swat")

    class Scalar:
        """A whole number of another library, such as PyTorch's or JAX's."""

        def __index__(self):
            return swat.id

    forms: dict[str, lt.Move | SupportsIndex | str] = {
        "Move": swat,
        "id": swat.id,
        "notation": "swat",
        "loose notation": "  SWAT ",
        "NumPy": np.int16(swat.id),
        "0-d": np.array(swat.id),
        "has __index__": Scalar(),
    }
    pos.play(forms[give], 1)
    assert pos.events(0)[0]["event"] == "sent_back"


def test_seat_may_be_left_out():
    pos = GAME.position(REACTING)
    assert pos.moves() == pos.moves(1)
    assert pos.why_not("let") is None
    pos.play("let")
    assert pos.events(0)[0]["event"] == "lit"


@pytest.mark.parametrize("move", ["fly", "", -1, 10**9, 1.5, True, None, object(), np.array([6]), np.array(6.0)])
def test_malformed_move(move):
    pos = GAME.position(REACTING)
    before = pos.text()
    for act in (pos.play, pos.why_not, pos.preview):
        with pytest.raises(lt.MalformedMove, match="is no move of lampions"):
            act(move, 1)
    assert pos.text() == before


def test_the_representation_of_a_game_says_which_one_it_is():
    assert repr(GAME) == "<game lampions: 3 to 5 players, rules 1, mode plain>"


def test_malformed_move_tells_how_to_write_one():
    with pytest.raises(lt.MalformedMove, match="write for example 'candle'"):
        GAME.position(REACTING).play("fly", 1)


def test_move_of_another_game(monkeypatch):
    class Stranger:
        name = "chess"
        notation = GAME.notation

    with pytest.raises(lt.MalformedMove, match="is no move of lampions"):
        GAME.position(REACTING).play(lt.Move(Stranger(), 6), 1)  # type: ignore[arg-type]


def test_illegal_move_cites_the_rule():
    pos = GAME.position("hand 0: spark\nhand 1: gust\nhand 2: moth")
    for act in (pos.play, pos.preview):
        with pytest.raises(lt.IllegalMove) as caught:
            act("moth", 0)
        assert (caught.value.rule, caught.value.refusal) == ("LAM-04", "not_in_hand")
        assert str(caught.value) == "You do not hold that card. (LAM-04)"
    reason = pos.why_not("moth", 0)
    assert reason is not None
    assert reason.to_json() == {"rule": "LAM-04", "key": "refusal.not_in_hand"}
    assert reason.sentence("fr").endswith("(LAM-04)")
    assert reason.sentence("fr") != reason.sentence("en")
    assert reason.rule_text("en") == GAME.rulebook("en")["LAM-04"].text


@pytest.mark.parametrize("seat", [0, 2, 3, -1, 99])
def test_not_your_turn(seat):
    pos = GAME.position(REACTING)
    for act in (pos.play, pos.why_not, pos.preview):
        with pytest.raises(lt.NotYourTurn):
            act("let", seat)
    assert pos.moves(seat) == []


def test_game_over():
    pos = GAME.position("over: yes\nround: 5\ndeck: rest")
    assert (pos.over, pos.actor, pos.actors, pos.decision) == (True, None, (), None)
    assert pos.moves() == pos.moves(0) == []
    assert pos.prompt(0)["key"] == "prompt.over"
    outcome = pos.outcome()
    assert outcome is not None
    assert outcome["ranking"] == [[0, 1, 2]]
    for seat in (None, 0):
        for act in (pos.play, pos.why_not, pos.preview):
            with pytest.raises(lt.GameOver):
                act("let", seat)


def test_every_move_error_is_one_family():
    for error in (lt.MalformedMove, lt.IllegalMove, lt.NotYourTurn, lt.GameOver):
        assert issubclass(error, lt.MoveError)
    for root in (lt.MoveError, lt.BadInput, lt.UnknownGame):
        assert issubclass(root, lt.LudothequeError)


def test_withdrawing_and_choosing_again():
    pos = GAME.start(seed=1)
    first, *_, last = pos.moves(1)
    pos.play(first, 1)
    with pytest.raises(lt.NotYourTurn):
        pos.play(last, 1)  # a choice is taken back before another is made
    pos.withdraw(1)
    with pytest.raises(lt.NotYourTurn, match="no choice to take back"):
        pos.withdraw(1)
    pos.play(last, 1)
    assert pos.view(1)["chosen"] == {"1": last.text}
    pos.play(pos.moves(0)[0], 0)
    pos.play(pos.moves(2)[0], 2)
    assert {"seat": 1, "card": last.text} in [event["params"] for event in pos.events(lt.SPECTATOR)]
    with pytest.raises(lt.NotYourTurn):
        pos.withdraw(1)  # all have chosen: too late


def test_redeal_keeps_my_choice_and_draws_those_of_others():
    pos = GAME.start(seed=5)
    for seat in (0, 1):
        pos.play(pos.moves(seat)[0], seat)
    worlds = [pos.redeal(0, seed) for seed in range(20)]
    assert {world.view(0)["chosen"]["0"] for world in worlds} == {pos.view(0)["chosen"]["0"]}
    assert len({world.view(lt.ALL)["chosen"]["1"] for world in worlds}) > 1
    assert all(world.ready == (0, 1) for world in worlds)


def test_redeals_keep_the_past_as_the_viewer_saw_it():
    pos, rng = GAME.start(seed=5), random.Random(5)
    while not pos.over:
        for viewer in (0, 1, lt.SPECTATOR):
            world = pos.redeal(viewer, 1)
            assert world.log(viewer) == pos.log(viewer)
            assert list(world.seen_moves(viewer)) == list(pos.seen_moves(viewer))
            assert world.redeal(viewer, 2).log(viewer) == pos.log(viewer)
        told = [event for events in pos.redeal(0, 1).redeal(1, 2).log(lt.ALL) for event in events]
        drawn = {event["params"]["card"] for event in told if event["event"] == "drew"}
        assert len(drawn) <= 1, "neither's secrets are left in it"
        copy, seat = pos.copy(), rng.choice(pos.actors)
        pos.play(rng.choice(pos.moves(seat)), seat)
        assert copy.redeal(0, 1).log(0) == copy.log(0)


def test_redeal_for_all_is_refused():
    with pytest.raises(ValueError, match="ALL knows everything"):
        GAME.start().redeal(lt.ALL, 0)


def test_preview_tells_what_is_certain_and_stops_before_chance():
    pos = GAME.position(REACTING)
    told = [event["event"] for event in pos.preview("let", 1)]
    assert told == ["lit", "burnt", "burnt"]  # then the die is rolled
    assert [event["event"] for event in pos.preview("swat", 1)] == ["sent_back", "burnt", "burnt"]
    pos.play("let", 1)
    assert [event["event"] for event in pos.events(1)][:4] == [*told, "rolled"]


def test_foresee_shows_the_certain_effects_of_a_move():
    pos = GAME.position(REACTING)
    seen = pos.foresee(["let"], 1)
    now = pos.view(1)
    assert seen.view is not None
    assert seen.view.keys() == now.keys()
    assert seen.view["table"].keys() == now["table"].keys()
    assert seen.scores is not None
    assert len(seen.scores) == pos.players
    pos.play("let", 1)
    real = pos.view(1)
    agrees_where_it_is_certain(seen.view, real)
    assert seen.view != real, "a die was rolled: something stays open"
    start = GAME.start()
    assert start.foresee([start.moves(0)[0]], 0).view is None, "all choose in secret"


def agrees_where_it_is_certain(told, real) -> None:
    """Check that every foreseen value is the real one."""
    if isinstance(told, dict):
        for key, part in told.items():
            agrees_where_it_is_certain(part, real[key])
    elif isinstance(told, list):
        for part, came in zip(told, real, strict=True):
            agrees_where_it_is_certain(part, came)
    elif told is not None:
        assert told == real


def test_preview_changes_nothing_and_takes_nothing_from_the_generator():
    pos, untouched = (GAME.position(REACTING, seed=4) for _ in range(2))
    pos.preview("let", 1)
    pos.redeal(1, 0)
    assert pos == untouched
    for each in (pos, untouched):
        each.play("let", 1)
    assert pos == untouched


def test_copies_are_independent():
    pos = GAME.start(seed=2)
    copy = pos.copy()
    copy.play(copy.moves(0)[0], 0)
    assert pos.ready == ()
    assert copy != pos
    rng = random.Random(1)
    while not copy.over:
        copy.play(rng.choice(copy.moves()))
    assert pos == GAME.start(seed=2)
    assert len(pos.log(lt.ALL)) == 1


def test_position_does_not_print_its_secrets():
    pos = GAME.start(seed=2)
    assert repr(pos) == "<lampions position, 3 players, actors (0, 1, 2)>"


def test_position_is_not_hashable_since_it_changes():
    with pytest.raises(TypeError):
        hash(GAME.start())


def test_equal_seeds_give_equal_matches_and_others_do_not():
    assert GAME.start(seed=1) == GAME.start(seed="1")
    assert GAME.start(seed=1) != GAME.start(seed=2)


def test_hidden_events_come_without_their_secret_part():
    pos = GAME.position("hand 0: moth\nhand 1: moth\nhand 2: moth\ndeck: spark candle lantern")
    for seat in range(3):
        pos.play("moth", seat)
    mine = [event for event in pos.events(0) if event["event"] == "drew"]
    assert mine[0] == {"key": "event.drew", "event": "drew", "params": {"seat": 0, "card": "lantern"}}
    assert mine[1] == {"key": "event.drew_hidden", "event": "drew", "params": {"seat": 1, "card": None}}
    assert all(event["key"] == "event.drew" for event in pos.events(lt.ALL) if event["event"] == "drew")


def test_callers_may_change_returned_events():
    pos = GAME.start(seed=5)
    before = json.dumps(pos.log(lt.ALL))
    for events in pos.log(lt.ALL):
        for event in events:
            event["params"].clear()
    assert json.dumps(pos.log(lt.ALL)) == before


def test_moves_are_equal_by_number_and_game():
    assert GAME.move("let") == GAME.move("let")
    assert len({GAME.move("let"), GAME.move("let"), GAME.move("swat")}) == 2
    assert GAME.move("let") != "let"
    assert repr(GAME.move("let")) == "<lampions move 6: let>"


def test_secret_choices_are_revealed_together():
    pos = GAME.start(seed=7)
    for seat in range(3):
        pos.play(pos.moves(seat)[0], seat)
    first, second, last = pos._past()
    assert (first.joined, second.joined, last.joined) == (False, True, True)
    # A game whose first choice causes something too: it belongs to what just happened.
    first = Played(first.before, first.seat, first.action, first.seen, last.events[:1])
    second = Played(first, second.seat, second.action, second.seen, second.events, joined=True)
    pos._last = Played(second, last.seat, last.action, last.seen, last.events, joined=True)
    told = pos.events(1)
    assert told[0] == told[1]
    assert len(told) == len(last.events) + 1
    pos.play(pos.moves()[0])
    assert pos.events(1) != told


def test_unnoticed_decisions_do_not_change_a_viewers_events():
    pos = lt.game("gwynt", "plain").start(seed=7, seats=[{"deck": "monsters_swarm"}, {"deck": "nilfgaard_spies"}])
    pos.play(pos.moves(1)[1], 1)
    told = pos.events(1), pos.log(1)
    assert told[0][0]["event"] == "swapped"
    pos.play(pos.moves(0)[1], 0)
    assert pos.events(0)[0]["event"] == "swapped"
    assert (pos.events(1), pos.log(1)) == told


@pytest.mark.parametrize("viewer", [None, -1, 3, True, "0", 1.0])
def test_what_is_no_viewer_is_refused(viewer):
    pos = GAME.start(seed=7)
    for ask in (pos.view, pos.events, pos.log, pos.prompt, pos.scores, lambda v: pos.redeal(v, 1)):
        with pytest.raises(ValueError, match="is no viewer of a match of 3: give a seat, SPECTATOR or ALL"):
            ask(viewer)


@pytest.mark.parametrize("name", lt.names())
def test_plies_seen_are_the_parts_of_the_log(name):
    game = lt.game(name, "plain")
    pos = game.start(players=game.declaration.players[0], seed=11)
    draw = random.Random(11)
    viewers = [*range(pos.players), lt.SPECTATOR]
    counts = set()
    for _ in range(60):
        if pos.over:
            break
        seat = draw.choice(pos.actors)
        pos.play(draw.choice(pos.moves(seat)), seat)
        for viewer in viewers:
            assert pos.plies_seen(viewer) == len(pos.log(viewer))
        counts.add(tuple(pos.plies_seen(viewer) for viewer in viewers))
    assert len(counts) > 1
