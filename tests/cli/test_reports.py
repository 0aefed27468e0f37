"""`simulate --report`: tables, JSON and pictures that say the same."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from ludotheque import reports
from ludotheque.cli import main
from ludotheque.commands import simulate
from ludotheque.games.kunitori import report as kunitori_report
from ludotheque.reports import charts


def test_a_share_has_wilsons_interval_and_a_mean_its_own() -> None:
    won = reports.share("x", [1, 0, 1, 0.5], number=3)
    assert (won.n, won.value) == (4, 0.625)
    assert 0.2 < won.low < 0.625 < won.high < 0.95
    points = reports.mean("x", np.array([1, 2, 3, 4]))
    assert (points.value, round(points.high - points.value, 3)) == (2.5, 1.265)
    assert reports.mean("x", [7]).low == 7


def test_rows_without_cases_are_left_out_and_the_largest_comes_first() -> None:
    rows = reports.ranked([reports.share("a", [0, 1]), reports.share("b", []), reports.share("c", [1, 1])])
    assert [row.key for row in rows] == ["c", "a"]


def test_a_picture_draws_each_bar_in_proportion_and_marks_what_is_fair() -> None:
    picture = ElementTree.fromstring(charts.bars("A < B", [("a", 0.5, 0.4, 0.6), ("b", 1.0, 0.9, 1.0)], fair=0.5))
    svg = "{http://www.w3.org/2000/svg}"
    widths = [float(bar.attrib["width"]) for bar in picture.iter(f"{svg}rect") if bar.attrib.get("class") == "bar"]
    fair = [line for line in picture.iter(f"{svg}line") if line.attrib["class"] == "fair"]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)
    assert len(fair) == 1
    assert picture.findtext(f"{svg}title") == "A < B"
    assert picture.findtext(f"{svg}desc") == "a 0.5; b 1"


@pytest.mark.parametrize(
    ("players", "bots"), [(2, ["money", "army", "mixed"]), (5, ["money", "army", "mixed", "money", "army"])]
)
def test_the_report_chooses_who_plays_where_nobody_is_named(players: int, bots: list[str]) -> None:
    assert simulate.usual_bots(kunitori_report, players) == bots
    assert simulate.usual_bots(None, players) == ["random"]


def test_gwynts_report_is_shown_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "prepare", lambda *args, **named: None)  # no bot that searches is needed here
    folder = tmp_path / "kept"
    assert main(["simulate", "gwynt", "--games", "300", "--report", str(folder), "--lang", "fr"]) == 0
    told = capsys.readouterr()
    assert "Victoires par faction" in told.out
    assert str(folder) in told.err
    found = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    sections = {section["name"]: section for section in found["report"]}
    assert sum(row["n"] for row in sections["by_faction"]["rows"]) == 600  # each seat of each match once
    assert sum(row["n"] * row["value"] for row in sections["by_leader"]["rows"]) == pytest.approx(300)
    assert sum(row["value"] for row in sections["rounds"]["rows"]) == pytest.approx(1)
    for name in sections:
        ElementTree.parse(folder / f"{name}.svg")


def test_a_dataset_is_written_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "matches"
    command = ["simulate", "lampions", "--games", "5", "--bots", "sims:5", "--lang", "en", "--dataset"]
    assert main([*command, str(folder)]) == 0
    told = "".join(capsys.readouterr().out.split())  # however lines are broken: paths are long
    assert f"aresavedin{folder},in1file.README.md" in told
    assert (folder / "README.md").read_text(encoding="utf-8").startswith("# Lampions: 5 matches of bots")
    assert main([*command, str(folder)]) == 1
    assert "holds a dataset already" in " ".join(capsys.readouterr().err.split())
    assert main([*command, str(folder / "other"), "--report"]) == 1
    assert "leave one out" in " ".join(capsys.readouterr().err.split())
