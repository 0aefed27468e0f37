"""Loading rules in several modes, and a cache that never returns what changed sources would not."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.kernel import cache, driver, is_warm, load, mark_warm, modes, sources
from ludotheque.play.seeds import key_words

PACKAGE = "ludotheque.games.lampions"
ROOT = Path(lt.__file__).parent.parent

SCRIPT = """
from ludotheque.kernel import load
from ludotheque.kernel.cache import cache_folder
import numpy as np
program = load("lampions_tuned", "compiled")
S = program.states(1)
S[0]["count"][5] = 1  # one lit lamp, a spark
print(int(program.entry_points.score(S, 0, 0)), cache_folder("lampions_tuned").name)
"""


@pytest.fixture
def tuned(tmp_path):
    """A copy of lampions whose files a test may change."""
    folder = tmp_path / "lampions_tuned"
    source = Path(lt.__file__).parent / "games" / "lampions"
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace(PACKAGE, "lampions_tuned"), encoding="utf-8")
    return folder


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def score_in_a_new_process(folder, cache):
    paths = os.pathsep.join([str(folder.parent), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": paths, "LUDOTHEQUE_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    points, name = done.stdout.split()
    return int(points), name


def test_changed_data_and_changed_callees_are_compiled_anew(tuned, tmp_path):
    """Numba alone would use the old machine code: it checks the file of the function, not of its callees.

    Both changes at once, since a process costs seconds: 2 or 5 points would tell which was missed.
    """
    first = score_in_a_new_process(tuned, tmp_path / "cache")
    assert first[0] == 1
    assert score_in_a_new_process(tuned, tmp_path / "cache") == first
    change(tuned / "data" / "cards.toml", "value = 1", "value = 5")
    change(tuned / "rules.py", "        points += value_of", "        points += 2 * value_of")
    second = score_in_a_new_process(tuned, tmp_path / "cache")
    assert second[0] == 10
    assert second[1] != first[1]


def test_hash_sees_sources_and_data_and_nothing_else(tuned, monkeypatch):
    monkeypatch.syspath_prepend(str(tuned.parent))
    try:
        before = sources.game_hash("lampions_tuned")
        (tuned / "messages" / "en.toml").write_text("seat = 'x'", encoding="utf-8")
        (tuned / "notes.txt").write_text("nothing", encoding="utf-8")
        assert sources.game_hash("lampions_tuned") == before
        hashes = {before}
        for file in ("data/cards.toml", "rules.py", "state.py"):
            with (tuned / file).open("a", encoding="utf-8") as stream:
                stream.write("\n# changed\n")
            hashes.add(sources.game_hash("lampions_tuned"))
        assert len(hashes) == 4
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "lampions_tuned"]:
            del sys.modules[name]


def test_cache_lies_where_the_setting_says_never_in_the_package(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    assert tmp_path in cache.cache_folder(PACKAGE).parents
    monkeypatch.delenv("LUDOTHEQUE_CACHE")
    assert Path(lt.__file__).parent not in cache.cache_folder(PACKAGE).parents


def test_warm_once_marked_and_old_folders_are_dropped(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    assert not is_warm(PACKAGE)
    folder = cache.cache_folder(PACKAGE)
    old, recent, other = (folder.parent / name for name in ("lampions-0", "lampions-1", "elsewhere-0"))
    for path in (folder, old, recent, other):
        path.mkdir(parents=True)
    for path in (old, other):
        os.utime(path, (0, 0))
    mark_warm(PACKAGE)
    assert is_warm(PACKAGE)
    assert not old.exists()
    assert recent.exists()
    assert other.exists()


def test_auto_is_plain_until_all_is_compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    assert lt.Game(PACKAGE).program().mode == "plain"


def test_modes_live_side_by_side():
    plain, compiled = load(PACKAGE, "plain"), load(PACKAGE, "compiled")
    assert load(PACKAGE, "plain") is plain
    assert plain.entry_points is not compiled.entry_points
    assert plain.entry_points is not driver
    storages = []
    for program in (plain, compiled):
        S, W = program.states(3), program.workspaces(1)
        start = program.state.plain()
        start.players, start.rounds = 3, 5
        program.put(S, 0, start)
        program.entry_points.rekey(S, 0, *key_words("side by side"))
        program.entry_points.setup(S, 0, W, 0)
        storages.append((program, S, W))
    keys = {program.state.key(program.fetch(S, 0)) for program, S, _ in storages}
    assert len(keys) == 1


def test_storage_is_copied_whole():
    for mode in ("plain", "compiled"):
        program = load(PACKAGE, mode)
        S = program.states(2)
        copy = program.copied(S)
        state = program.state.plain()
        state.round = 3
        program.put(S, 1, state)
        assert [program.fetch(S, i).round for i in range(2)] == [0, 3]
        assert [program.fetch(copy, i).round for i in range(2)] == [0, 0]


@pytest.mark.parametrize("mode", ["plain", "compiled"])
def test_tables_read_alike_in_both_modes(mode):
    program = load(PACKAGE, mode)
    table = program._facade.table
    assert table((1, 2, 3))[1] == 2
    assert table(((1, 2), (3, 4)))[1, 0] == 3


def test_constants_of_kernels_can_not_be_written():
    frozen = load(PACKAGE, "compiled")._facade.table((1, 2))
    with pytest.raises(ValueError, match="read-only"):
        frozen[0] = 9
    with pytest.raises(TypeError):
        load(PACKAGE, "plain")._facade.table((1, 2))[0] = 9


def test_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="mode 'fast' is none of plain, compiled, cuda"):
        load(PACKAGE, "fast")


def test_a_module_is_used_only_when_it_is_all_there(monkeypatch):
    """Two threads want the same bot: the second one waits until the first has loaded it."""
    name = "ludotheque.bots.greedy_kernel"
    program = modes.Program(PACKAGE, "plain")
    reading, go_on, read = threading.Event(), threading.Event(), Path.read_text

    def slowly(path, *given, **named):
        if path.name == "greedy_kernel.py":
            reading.set()
            assert go_on.wait(10)
        return read(path, *given, **named)

    monkeypatch.setattr(Path, "read_text", slowly)
    whole = []

    def use():
        whole.append(hasattr(program.add(name), "decide"))

    users = [threading.Thread(target=use) for _ in range(2)]
    users[0].start()
    assert reading.wait(10)
    users[1].start()
    users[1].join(0.3)
    go_on.set()
    for user in users:
        user.join(10)
    assert whole == [True, True]


def test_rules_may_be_a_folder(tuned, tmp_path):
    """Kernel land is found in folders as well; their modules import each other, and one another whole."""
    rules = tuned / "rules"
    rules.mkdir()
    source = (tuned / "rules.py").read_text(encoding="utf-8")
    (tuned / "rules.py").unlink()
    head, mark, counting = source.partition("# Counting")
    imports = head[: head.index("# Set-up")]
    counting, knowledge, rest = counting.partition("# Knowledge")
    (rules / "points.py").write_text(f"{imports}\n{mark}{counting}", encoding="utf-8")
    own = "from lampions_tuned.rules import points\nfrom lampions_tuned.rules.points import bonus, light_of, share\n"
    own += "\n\n@kernel\ndef score(s, seat):\n    return points.score(s, seat) + 100\n\n\n"
    (rules / "__init__.py").write_text(
        imports + own + head[head.index("# Set-up") :] + knowledge + rest, encoding="utf-8"
    )
    assert score_in_a_new_process(tuned, tmp_path / "cache")[0] == 101


def test_another_installation_of_the_same_sources_is_not_taken_for_warm(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    mark_warm(PACKAGE)
    assert is_warm(PACKAGE)
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.touch()
    monkeypatch.setattr(sources, "module_file", lambda package, inside: elsewhere)
    cache._mark.cache_clear()
    try:
        assert not is_warm(PACKAGE)
    finally:
        cache._mark.cache_clear()


def test_compiling_is_announced_once_a_game(caplog, monkeypatch):
    from ludotheque.kernel import deferring

    monkeypatch.setattr(deferring, "_announced", set())
    for module in ("ludotheque.kernel.driver__mygame_compiled", "ludotheque.bots.tree__mygame_compiled"):
        deferring.announce(module)
    assert [record.getMessage() for record in caplog.records] == [
        "compiling mygame for this machine: this may take up to a minute, once"
    ]
    deferring.keep_quiet("somewhere.other")
    deferring.announce("ludotheque.kernel.driver__other_compiled")
    assert len(caplog.records) == 1
