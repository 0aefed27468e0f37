"""Matches that were played by rules version 1 are replayed as they were: talk after the reveal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludotheque as lt

GAME = lt.game("gorynich", "plain")
RECORDS = json.loads((Path(__file__).parent / "records" / "rules_1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["seed"])
def test_a_record_of_rules_1_is_replayed_and_written_as_it_was(record):
    pos = GAME.replay(record)
    assert pos.over
    assert GAME.record(pos) == record
    assert pos.view(lt.SPECTATOR)["options"]["speech_after_reveal"] is True


def test_the_option_is_needed_where_somebody_spoke():
    spoken = [record for record in RECORDS if any(move == "speak" for _, move in record["moves"])]
    assert spoken
    for record in spoken:
        with pytest.raises(lt.BadInput, match="moves"):
            GAME.replay({**record, "options": {**record["options"], "speech_after_reveal": False}})
