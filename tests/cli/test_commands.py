"""simulate, replay, review, rules, perft, bench: their output as table and JSON, their errors, their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots.review import CLASSES, Verdict
from ludotheque.commands.review import describe_mistake
from ludotheque.commands.session import Session
from ludotheque.messages import Messages
from ludotheque.play.perft import perft
from ludotheque.play.position import Position
from ludotheque.reports.intervals import wilson

from .conftest import Ran, Run

LAMPIONS = lt.game("lampions", "plain")


def test_help_teaches_in_both_languages(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for language, heading in (("en", "Examples:"), ("fr", "Exemples")):
        for command in ("play", "simulate", "replay", "rules", "perft", "bench"):
            with pytest.raises(SystemExit) as ended:
                run(command, "--help", "--lang", language)
            assert ended.value.code == 0
            out = capsys.readouterr().out
            assert heading in out
            assert f"ludotheque {command} " in out
            assert out.count("\nOptions") == 1


def test_a_reader_who_has_gone_is_no_failure() -> None:
    """A closed pipe, as in `ludotheque rules gwynt | head -1`."""
    command = [sys.executable, "-m", "ludotheque", "rules", "gwynt"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def test_no_command_shows_the_help(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert "simulate" in ran.out


@pytest.mark.parametrize(
    "arguments", [("fly",), ("simulate",), ("simulate", "lampions", "--games", "many"), ("rules", "--loud")]
)
def test_an_unknown_command_gets_one_sentence(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("Error: ")
    assert ran.err.endswith("--help for the usage.\n")


def test_the_language_follows_option_then_variable_then_system(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Aim" in run("rules", "lampions", "LAM-01").out
    assert "But" in run("rules", "lampions", "LAM-01", "--lang", "fr").out
    monkeypatch.setenv("LUDOTHEQUE_LANG", "fr_FR.UTF-8")
    assert "But" in run("rules", "lampions", "LAM-01").out
    monkeypatch.setenv("LUDOTHEQUE_LANG", "")
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    assert "But" in run("rules", "lampions", "LAM-01").out
    assert "Aim" in run("--lang=en", "rules", "lampions", "LAM-01").out


# simulate ---------------------------------------------------------------------------------------------------------


def test_simulate_as_json(run: Run) -> None:
    ran = run("simulate", "lampions", "--games", "200", "--bots", "greedy,random,random", "--rotate", "--json")
    found = json.loads(ran.out)
    assert found["games"] == 200
    assert found["causes"] == {"rounds_played": 200}
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1)
    greedy, random = found["bots"]
    assert greedy["bot"] == "greedy"
    assert greedy["share"] > random["share"]
    assert greedy["interval"][0] < greedy["share"] < greedy["interval"][1]
    assert found["decisions_per_second"] > 0
    again = json.loads(
        run("simulate", "lampions", "--games", "200", "--bots", "greedy,random,random", "--rotate", "--json").out
    )
    assert again["seats"] == found["seats"]


def test_simulate_as_table(run: Run) -> None:
    ran = run("simulate", "lampions", "--games", "50", "--players", "4", "--threads", "2", "--seed", "x")
    assert "Lampions: 50 matches, seed x" in ran.out
    assert "All rounds have been played (100.0 %)" in ran.words
    assert "share of the wins" in ran.words
    french = run("simulate", "lampions", "--games", "50", "--lang", "fr")
    assert "Lampions : 50 parties, graine 0" in french.out
    assert "100,0 %" in french.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("lampions", "--games", "0"), "0 matches can't be played"),
        (("lampions", "--threads", "0"), "0 threads can't play"),
        (("lampions", "--bots", "deep"), "no bot is called 'deep'; there are random, novice, greedy"),
        (("lampions", "--bots", "random,random"), "2 bots are named for 3 seats"),
        (("lampions", "--players", "2"), "for 3 to 5 players, not 2"),
        (("lampions", "--report"), "lampions has no report"),
        (("chess",), "no game is called 'chess'"),
    ],
)
def test_impossible_simulations_are_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run("simulate", *arguments)
    assert ran.code == 1
    assert sentence in " ".join(ran.err.split())


def test_wilson_is_the_textbook_interval() -> None:
    low, high = wilson(0.1, 50)  # 5 of 50
    assert (round(low, 4), round(high, 4)) == (0.0435, 0.2136)
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 10)[0] == 0
    assert wilson(1, 10)[1] == 1


# replay -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole match, in a file."""
    pos = LAMPIONS.start(players=3, seed=7)
    while not pos.over:
        pos.play(pos.moves()[-1])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(LAMPIONS.record(pos)))
    return file


def test_replay_tells_the_log_and_the_end(run: Run, record: Path) -> None:
    ran = run("replay", str(record))
    assert ran.code == 0
    assert "Lampions, 3 players, rules version 1" in ran.out
    assert "Round 5: player" in ran.out
    assert "All rounds have been played." in ran.out


def test_replay_through_other_eyes(run: Run, record: Path) -> None:
    assert "Player 1 draws a card." in run("replay", str(record), "--viewer", "spectator").out
    assert "Player 1 draws a card." in run("replay", str(record), "--viewer", "1").out
    assert "Player 1 draws a card." not in run("replay", str(record), "--viewer", "0").out
    assert "Player 1 draws a card." not in run("replay", str(record)).out


def test_replay_step_by_step_and_as_json(run: Run, record: Path) -> None:
    moves = json.loads(record.read_text())["moves"]
    assert f"Decision {len(moves)}" in run("replay", str(record), "--step").out
    found = json.loads(run("replay", str(record), "--json").out)
    assert found["outcome"] == json.loads(record.read_text())["outcome"]
    assert len(found["log"]) == len(moves) + 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": 3}, "game: the record names no game"),
        ({"rules": "0"}, "rules: '0'; this program replays '1'"),
        ({"moves": [[0, "moon"]]}, "moves[0]: MalformedMove"),
        ({"moves": [[0, "let"]]}, "moves[0]: IllegalMove"),
        ({"moves": ["let"]}, "moves[0]: 'let' is not [seat, move]"),
        ({"outcome": None}, "outcome: differs"),
        ({"seed": 3}, "seed: 3 is not of type str"),
    ],
)
def test_a_bad_record_is_named_by_field(run: Run, record: Path, change: dict[str, object], sentence: str) -> None:
    record.write_text(json.dumps({**json.loads(record.read_text()), **change}))
    ran = run("replay", str(record))
    assert ran.code == 1
    assert sentence in " ".join(ran.err.split())


def test_a_match_not_begun_replays_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(LAMPIONS.record(LAMPIONS.start(seed=7))))
    ran = run("replay", str(file))
    assert ran.code == 0
    assert "The match is not over." in ran.out


def test_a_file_that_is_no_record(run: Run, record: Path) -> None:
    record.write_text('{\n "game": "lampions",,\n}')
    assert "line 2, column 21: not JSON" in run("replay", str(record)).err
    record.write_text("[]")
    assert "not a JSON object" in run("replay", str(record)).err
    record.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run("replay", str(record)).err
    assert "can't be read" in run("replay", "/no/such/file").err


def test_an_impossible_viewer(run: Run, record: Path) -> None:
    ran = run("replay", str(record), "--viewer", "3")
    assert ran.code == 1
    assert "“3” is not a viewer. Give a seat from 0 to 2, all, or spectator" in ran.err


# rules ------------------------------------------------------------------------------------------------------------


def test_rules_whole_by_id_and_by_word(run: Run) -> None:
    whole = run("rules", "lampions")
    book = LAMPIONS.rulebook("en")
    assert all(rule_id in whole.out for rule_id in book.rules)
    assert all(title in whole.out for title, _ in book.sections)
    one = run("rules", "lampions", "lam-07")
    assert "LAM-07 A moth in hand" in one.words
    assert "LAM-06" not in one.out
    found = json.loads(run("rules", "lampions", "moth", "--json").out)
    assert {"LAM-06", "LAM-07"} <= {rule["id"] for rule in found} < set(book.rules)
    assert {rule["section"] for rule in found} <= {title for title, _ in book.sections}


def test_rules_are_searched_without_accents(run: Run) -> None:
    assert "LAM-07" in run("rules", "lampions", "phalene", "--lang", "fr").out


def test_no_such_rule_and_no_game(run: Run) -> None:
    ran = run("rules", "lampions", "castle")
    assert ran.code == 1
    assert "no rule of lampions contains “castle”" in ran.err
    assert "Lampions" in run("rules").out


# perft ------------------------------------------------------------------------------------------------------------


def naive(pos: Position, depth: int) -> int:
    """Sequences of decisions counted through the friendly face alone."""
    if depth == 0:
        return 1
    total = 0
    for move in pos.moves():
        after = pos.copy()
        after.play(move)
        total += naive(after, depth - 1)
    return total


KNOWN = [3, 6, 18, 26, 39, 87, 203]  # three players, seed 7: also counted naively


@pytest.mark.parametrize(("seed", "players"), [("7", 3), ("1", 4), ("2", 5)])
def test_perft_agrees_with_a_naive_count(seed: str, players: int) -> None:
    pos = LAMPIONS.start(players=players, seed=seed)
    assert [level.nodes for level in perft(pos, 6)] == [naive(pos, depth) for depth in range(1, 7)]


def test_perft_from_the_command_line(run: Run) -> None:
    found = json.loads(run("perft", "lampions", "--depth", "7", "--seed", "7", "--json", "--plain").out)
    assert [level["nodes"] for level in found["levels"]] == KNOWN
    compiled = json.loads(run("perft", "lampions", "--depth", "7", "--seed", "7", "--json").out)
    assert [level["nodes"] for level in compiled["levels"]] == KNOWN
    assert "203" in run("perft", "lampions", "--depth", "7", "--seed", "7", "--plain").out
    refused = run("perft", "lampions", "--depth", "0")
    assert refused.code == 1
    assert "the depth must be at least 1, not 0" in refused.err


# bench ------------------------------------------------------------------------------------------------------------


def test_bench_measures_what_is_asked(run: Run) -> None:
    found = json.loads(run("bench", "lampions", "--case", "size", "--case", "clone", "--json").out)
    assert {figure["case"] for figure in found["figures"]} == {
        "size of a state",
        "size of the workspace",
        "clone of a state",
    }
    assert all(figure["value"] > 0 for figure in found["figures"])
    assert "Python" in found["machine"]["python"]
    assert "size of a state" in run("bench", "lampions", "--case", "size").out
    refused = run("bench", "lampions", "--case", "speed")
    assert refused.code == 1
    assert "there is no case “speed”" in refused.err


def test_a_preset_sets_options_and_single_ones_go_before_it(run: Run) -> None:
    session = Session(Messages("en"))
    game = lt.game("gorynich", "plain")
    expert = dict(game.declaration.presets["expert"])
    assert session.options(game, [], "expert") == expert
    assert session.options(game, ["level=gentle"], "expert") == {**expert, "level": "gentle"}
    ran = run("perft", "gorynich", "--depth", "1", "--preset", "hopeless")
    assert ran.code == 1
    assert "not a preset of this game. Presets: first_game, normal, expert" in ran.err


# review -----------------------------------------------------------------------------------------------------------


def test_review_tells_the_sum_of_each_seat_and_writes_json(run: Run, record: Path, tmp_path: Path) -> None:
    ran = run("review", str(record), "--effort", "0.01")
    assert ran.code == 0
    assert "others' moves" in ran.out
    told = json.loads(run("review", str(record), "--effort", "0.01", "--json").out)
    assert told["complete"]
    assert {verdict["judgement"] for verdict in told["verdicts"]} <= {*CLASSES}
    stopped = tmp_path / "stopped.json"
    stopped.write_text(json.dumps({**told, "ledger": None, "verdicts": told["verdicts"][:3], "spent": 0}))
    again = json.loads(run("review", str(record), "--effort", "0.01", "--json", "--resume", str(stopped)).out)
    assert again["verdicts"][:3] == told["verdicts"][:3]
    assert again["ledger"] == told["ledger"]


def test_review_refuses_a_match_that_is_not_over(run: Run, record: Path) -> None:
    unfinished = json.loads(record.read_text())
    del unfinished["outcome"]
    unfinished["moves"] = unfinished["moves"][:3]
    record.write_text(json.dumps(unfinished))
    ran = run("review", str(record))
    assert ran.code == 1
    assert "only finished matches are reviewed" in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Decision 17, player 2: inaccuracy, 9.6 points of win chance lost (± 1.2).", "keeps Yennefer"]),
        (
            "fr",
            ["Décision 17, joueur 2 : imprécision, 9,6 points de chances de gagner perdus (± 1,2).", "garde Yennefer"],
        ),
    ],
)
def test_a_reason_of_the_game_itself_is_told(language: str, lines: list[str]) -> None:
    """Not every reason is a sentence of the program; and 9.6 points are no 10, which would be a mistake."""
    game = lt.game("gwynt", "plain")
    moves = [move.id for move in game.start(seed=1).moves()][:2]
    verdict = Verdict(
        number=16,
        turn=3,
        seat=1,
        decision="turn",
        move=moves[0],
        chance=0.5,
        played=0.404,
        loss=0.096,
        error=0.012,
        judgement="inaccuracy",
        final=True,
        best=moves[1],
        others=(),
        told=("reason.keeps", {"card": "yennefer_of_vengerberg", "n": 7}),
    )
    first, _, reason = describe_mistake(verdict, game, Session(Messages(language)))
    assert str(first) == lines[0]
    assert lines[1] in str(reason)


def test_problems_come_from_matches_of_people_who_agreed_alone(run: Run, tmp_path: Path) -> None:
    """`admin export` asks whether all agreed, and says in `by` who played; a match that somebody saved does not."""
    pos = LAMPIONS.position("players: 3\nround: 5\nhand 0: candle spark\nlit 1: spark\nlit 2: spark", seed=1)
    while not pos.over:
        pos.play(pos.moves()[0])
    saved = LAMPIONS.record(pos)
    given = {**saved, "by": ["person", "person", "novice"], "hints": False}
    other = {**given, "game": "gwynt"}
    file, out = tmp_path / "matches.jsonl", tmp_path / "problems.json"

    def found_in(*rows: object) -> Ran:
        file.write_text("\n".join(json.dumps(row) for row in rows))
        return run("problems", "lampions", "--people", str(file), "--out", str(out))

    assert found_in(given, other).out.splitlines()[-1].endswith("in 1 match")
    refused = found_in(given, saved)
    assert refused.code == 1
    assert "line 2" in refused.err
    assert "admin export" in refused.err
    assert "line 1" in found_in("no record", given).err
    assert not out.exists(), "nothing is written for a file that is refused"
