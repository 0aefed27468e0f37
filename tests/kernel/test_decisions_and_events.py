"""The stack of pending decisions, and the list of events with its limit."""

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.games.lampions.state import STATE, WORK
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVENT_WIDTH

program = load("ludotheque.games.lampions", "plain")
decisions = program.module("ludotheque.kernel.decisions")
events = program.module("ludotheque.kernel.events")


def test_nothing_asked_means_over():
    s = STATE.plain()
    assert decisions.kind(s) == 0
    assert decisions.actors(s) == 0


def test_last_question_is_answered_first():
    s = STATE.plain()
    blank = STATE.key(s)
    decisions.ask(s, 3, 2, 10, 20)
    decisions.ask(s, 4, 0, 30, 40)
    assert (decisions.kind(s), decisions.actors(s), decisions.a(s), decisions.b(s)) == (4, 0b001, 30, 40)
    decisions.answered(s)
    assert (decisions.kind(s), decisions.actors(s), decisions.a(s), decisions.b(s)) == (3, 0b100, 10, 20)
    decisions.answered(s)
    assert STATE.key(s) == blank


@given(st.sets(st.integers(0, 6), min_size=1), st.randoms(use_true_random=False))
def test_several_answer_in_any_order(seats, random):
    s = STATE.plain()
    blank = STATE.key(s)
    mask = sum(1 << seat for seat in seats)
    decisions.ask_all(s, 1, mask)
    order = sorted(seats)
    random.shuffle(order)
    for number, seat in enumerate(order):
        assert decisions.actors(s) == mask
        mask &= ~(1 << seat)
        assert decisions.answered_by(s, seat) is (number == len(order) - 1)
    assert STATE.key(s) == blank


def test_events_are_kept_in_order_with_their_arguments():
    w = WORK.plain()
    events.begin(w, 255)
    events.emit(w, 3, 1, 2, 3, 4, 5, 6, 7)
    events.emit(w, 9, -1, 0, 0, 0, 0, 0, 255)
    assert w.events == 2
    assert w.event[: 2 * EVENT_WIDTH] == [3, 1, 2, 3, 4, 5, 6, 7, 9, -1, 0, 0, 0, 0, 0, 255]
    assert w.seen == 255
    events.begin(w, 255)
    assert w.events == 0


def test_event_without_room_is_counted_not_written():
    w = WORK.plain()
    room = len(w.event) // EVENT_WIDTH
    events.begin(w, 255)
    for number in range(room + 3):
        events.emit(w, 1, number, 0, 0, 0, 0, 0, 255)
    assert (w.events, w.events_lost) == (room, 3)
    assert w.event[-EVENT_WIDTH + 1] == room - 1
    events.begin(w, 255)
    assert w.events_lost == 3  # a loss is remembered until somebody looks
