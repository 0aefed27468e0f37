"""Random messages and requests, a few of them. `bench/fuzz.py` sends any number."""

from __future__ import annotations

from tests.server.fuzzing import Room
from tests.server.sequences import send_sequences

MESSAGES, REQUESTS, SEQUENCES = 400, 250, 8


def test_whatever_a_page_sends_the_answer_is_a_sentence_and_everybody_goes_on(house, caplog):
    room = Room(house, 1)
    room.send_messages(MESSAGES)
    assert not [answer for answer in room.answers if "internal" in answer], room.answers
    assert room.answers["accepted"] > 5, room.answers
    assert room.answers["refused bad_request"] > 20, room.answers
    assert "failed" not in caplog.text
    for guest in room.guests:
        assert guest.page(room.tables[0]).table["id"] == room.tables[0]


def test_whatever_is_requested_the_answer_is_no_fault_of_ours(house, caplog):
    room = Room(house, 2)
    room.send_requests(REQUESTS)
    assert {"200", "400", "404", "409"} <= set(room.answers), room.answers
    assert "failed" not in caplog.text


def test_requests_that_build_on_each_other_are_answered_by_no_fault_of_ours(house, caplog):
    room = Room(house, 3)
    send_sequences(room, SEQUENCES)
    assert {"200", "404"} <= set(room.answers), room.answers
    assert "failed" not in caplog.text
