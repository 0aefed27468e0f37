"""The suite finds faults of the Python interface under a sound game, and of files that are read, not played."""

import pytest

import ludotheque as lt
from ludotheque import compliance
from ludotheque.play import records
from ludotheque.play.position import Position
from tests.compliance.faults import fails


@pytest.fixture
def lampions():
    return lt.game("lampions", "plain")


def test_copy_that_shares_its_storage(lampions, monkeypatch):
    def copy(self):
        other = Position(self.game, self._program, self._states, self.origin)
        other._last, other._set_up, other._choices = self._last, self._setup_events, dict(self._choices)
        return other

    monkeypatch.setattr(Position, "copy", copy)
    fails("check_copies", lampions, "")


def test_copy_that_shares_one_field(lampions, monkeypatch):
    def copied(self, states):
        copies = [self.state.copy(s) for s in states]
        copies[0].known = states[0].known
        return copies

    monkeypatch.setattr("ludotheque.kernel.modes.Program.copied", copied)
    fails("check_copies", lampions, "")


def test_copy_that_shares_its_secret_choices(lampions, monkeypatch):
    whole = Position.copy

    def copy(self):
        other = whole(self)
        other._choices = self._choices
        return other

    monkeypatch.setattr(Position, "copy", copy)
    fails("check_copies", lampions, "")


def test_record_with_the_seed_for_a_seat(lampions, monkeypatch):
    whole = records.write_record
    monkeypatch.setattr(
        records, "write_record", lambda game, pos, viewer: {**whole(game, pos, viewer), "seed": pos.origin.seed}
    )
    fails("check_records", lampions, "holds the seed")


def test_record_with_what_another_seat_brought(lampions, monkeypatch):
    monkeypatch.setattr(Position, "seats_for", lambda self, viewer: self.origin.seats)
    fails("check_records", lampions, "too early")


def test_record_without_the_last_move(lampions, monkeypatch):
    whole = Position.seen_moves
    monkeypatch.setattr(Position, "seen_moves", lambda self, viewer: list(whole(self, viewer))[:-1])
    fails("check_records", lampions, "record")


@pytest.mark.parametrize(
    "leak",
    [
        lambda pos: pos.origin.seed,
        lambda pos: pos.state.key[0],
        lambda pos: pos.state.used,
        lambda pos: sorted(pos._choices.items()),
        lambda pos: [dict(seat) for seat in pos.origin.seats],
    ],
    ids=["seed", "key", "used-words", "secret-choices", "private-options"],
)
def test_secret_in_a_view(lampions, monkeypatch, leak):
    whole = Position.view
    monkeypatch.setattr(Position, "view", lambda self, viewer: {**whole(self, viewer), "extra": leak(self)})
    fails("check_secrecy", lampions, "view tells")


def test_position_that_prints_itself(lampions, monkeypatch):
    monkeypatch.setattr(Position, "__repr__", Position.text)
    fails("check_secrecy", lampions, "repr tells")


def test_events_that_change_when_another_decides_unseen(monkeypatch):
    def events(self, viewer):
        return self._events_for(self._last.events if self._last else self._setup_events, viewer)

    monkeypatch.setattr(Position, "events", events)
    fails("check_unnoticed", lt.game("gwynt", "plain"), "somebody made a hidden decision", count=2)


def test_preview_of_the_true_world(lampions, monkeypatch):
    def preview(self, move, seat):
        dream = self.copy()
        dream.play(move, seat)
        return dream.events(seat)

    monkeypatch.setattr(Position, "preview", preview)
    fails("check_secrecy", lampions, "the preview of", count=6, every=2)


def test_redeal_that_keeps_the_generator(lampions, monkeypatch):
    whole = Position.redeal

    def redeal(self, viewer, seed):
        other = whole(self, viewer, seed)
        other._states[0].key[:] = self.state.key
        return other

    monkeypatch.setattr(Position, "redeal", redeal)
    fails("check_redeals", lampions, "keeps the generator")


def test_choice_that_can_not_be_taken_back(lampions, monkeypatch):
    monkeypatch.setattr(Position, "withdraw", lambda self, seat: None)
    fails("check_order", lampions, "choosing anew")


# What is read from sources, not played.


def test_rule_without_a_test(lampions, tmp_path):
    ids = list(lampions.rulebook("en").rules)
    marks = "".join(f'@pytest.mark.rule("{rule_id}")\n' for rule_id in ids[1:])
    (tmp_path / "test_rules.py").write_text(f"{marks}def test_all_but_one(): pass\n# LAM-01\n")
    message = fails("check_rule_tests", lampions, "is marked for LAM-01", tests=tmp_path)
    assert "LAM-02" not in message


def test_common_messages_that_nothing_says_or_that_are_missing(tmp_path):
    (tmp_path / "cli.py").write_text('say("seat"); say("prompt.wait"); say("prompt.hurry"); say(f"table.{x}")')
    problems = compliance.audit_common(tmp_path)
    assert "'prompt.hurry' is missing" in problems
    assert "'prompt.over' is never used" in problems
    assert not any("'seat'" in problem or "'prompt.wait'" in problem for problem in problems)
