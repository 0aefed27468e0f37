"""What a language lacks is counted."""

from __future__ import annotations

import json

import pytest

from ludotheque.compliance import languages
from ludotheque.compliance.messages_audit import audit_page
from ludotheque.messages import COMPLETE


@pytest.mark.parametrize("language", COMPLETE)
def test_complete_languages_lack_nothing(language):
    assert {missing for missing, _ in languages.count_missing(language).values()} == {0}


def test_what_german_lacks_is_counted(capsys, monkeypatch):
    counts = languages.count_missing("de")
    assert counts["lampions, messages"][0] == 0
    assert counts["lampions, rulebook"] == (0, 26)
    missing, there = counts["gwynt, names in data"]
    assert missing == there > 200
    monkeypatch.setattr("sys.argv", ["languages"])
    languages.main()
    *_, last = capsys.readouterr().out.splitlines()
    assert last.endswith("in all")
    assert last.split()[1] == str(sum(missing for missing, _ in counts.values()))
    monkeypatch.setattr("sys.argv", ["languages", "tlh"])
    with pytest.raises(SystemExit):
        languages.main()


def test_the_audit_of_the_page_bites(tmp_path):
    for language, texts in {"en": {"a": "{n} a", "b": "b"}, "fr": {"a": "{m} a"}, "de": {"a": "a", "c": "c"}}.items():
        (tmp_path / f"{language}.json").write_text(json.dumps(texts))
    assert audit_page(tmp_path) == [
        "'b' stands in en alone",
        "'a' uses ['n'] in en, ['m'] in fr",
        "'c' stands in de alone",
        "'a' uses ['n'] in en, [] in de",
    ]
