"""Every link, path and command that the documents name exists."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.cli import make_parser
from ludotheque.commands.session import UsageError
from ludotheque.messages import Messages

ROOT = Path(__file__).parent.parent
HISTORY = sorted([ROOT / "CHANGELOG.md", *ROOT.glob("bench/notes/*.md")])  # says what was, so its paths may be gone
CURRENT = sorted(
    page
    for place in ("*.md", "docs/**/*.md", "examples/*.md", "bench/*.md")
    for page in ROOT.glob(place)
    if page not in HISTORY
)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
PATH = re.compile(r"`([\w.<>-]{2,}/[\w.<>/-]*|[\w-]+\.(?:py|toml))`")
GAMES = [path for path in (ROOT / "ludotheque" / "games").iterdir() if path.is_dir()]
HOMES = (
    ROOT,
    ROOT / "bench",
    ROOT / "docs",
    ROOT / "ludotheque",
    ROOT / "ludotheque" / "games",
    ROOT / "tests",
    ROOT / "web",
    ROOT / "web" / "src",
    *GAMES,
    *(game / "messages" for game in GAMES),
    *(ROOT / "tests" / game.name / inner for game in GAMES for inner in ("", "golden")),
)
PLACEHOLDER = re.compile(r"…|\.\.\.|<|\$|\|")  # where a command stands for many


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"(?ms)^ *```.*?^ *```", "", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked to."""
    headings = re.findall(r"(?m)^#+ (.+)$", prose(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def exists(path: str, here: Path) -> bool:
    """Whether a path of a page exists, for at least one game where it stands for any."""
    paths = {re.sub("<game>|<name>|mygame", game.name, path) for game in GAMES}
    return any((home / one).exists() for home in (*HOMES, here) for one in paths)


def commands(page: Path) -> Iterator[str]:
    """Every command line of a page: code in a sentence, and lines of shell blocks."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"(?ms)^ *```sh\n(.*?)^ *```", text):
        yield from (line.partition("  #")[0].strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", prose(page))


def fault_of(command: str) -> str:
    """Return what is wrong with a command line of ours, "" if nothing is."""
    try:
        words = shlex.split(command, comments=True)
    except ValueError:
        return ""
    if not words:
        return ""
    program, arguments = words[0].rpartition("/")[2], words[1:]
    if program == "ludotheque" and arguments:
        return fault_of_ours(arguments, bool(PLACEHOLDER.search(command)))
    if program.startswith("python") and arguments[:1] == ["-m"] and len(arguments) > 1:
        name = arguments[1]
        return "" if PLACEHOLDER.search(name) or importlib.util.find_spec(name) else f"there is no module {name}"
    if program.startswith("python") and arguments and arguments[0].endswith(".py"):
        return fault_of_script(arguments)
    if program == "npm" and arguments[:1] == ["run"] and len(arguments) > 1:
        scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
        return "" if arguments[1].partition("|")[0] in scripts else f"there is no script {arguments[1]}"
    if words[0].startswith(("./", "requirements/", "web/")) and not PLACEHOLDER.search(words[0]):
        return "" if any(ROOT.glob(words[0].replace("mygame", "lampions"))) else f"there is no {words[0]}"
    return ""


def fault_of_ours(arguments: list[str], incomplete: bool) -> str:
    """Return what the command line says to these arguments, "" if it takes them."""
    if not re.fullmatch(r"[a-z][a-z-]*", arguments[0]):
        return ""
    parser = make_parser(Messages("en"))
    if incomplete or len(arguments) == 1:
        known = next(action.choices for action in parser._actions if action.dest == "command")
        return "" if known and arguments[0] in known else f"there is no command {arguments[0]}"
    try:
        parser.parse_args(arguments)
    except UsageError as error:
        return str(error)
    except SystemExit:  # --help, --version
        pass
    return ""


def fault_of_script(arguments: list[str]) -> str:
    """Return what is wrong with a program of the repository and its flags, "" if nothing is."""
    script = ROOT / arguments[0]
    if not script.exists():
        return f"there is no {arguments[0]}"
    source = script.read_text(encoding="utf-8")
    flags = [word.partition("=")[0] for word in arguments[1:] if word.startswith("--")]
    return "".join(f"{arguments[0]} has no {flag}" for flag in flags if f'"{flag}"' not in source and flag != "--help")


@pytest.mark.parametrize("page", [*CURRENT, *HISTORY], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    lost = []
    for link in (one or other for one, other in LINK.findall(prose(page))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        there = (page.parent / name).resolve() if name else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("page", CURRENT, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_exist(page):
    """`<game>` and `mygame` stand for any game. A path may start in the repository, the package, the page or a game."""
    assert [path for path in PATH.findall(prose(page)) if not exists(path, page.parent)] == []


@pytest.mark.parametrize("page", CURRENT, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_accepted(page):
    assert [f"{line}: {fault_of(line)}" for line in commands(page) if fault_of(line)] == []


def test_a_wrong_command_is_noticed():
    assert fault_of("ludotheque arena gwynt --bots greedy,adept --games 200") == ""
    assert "--gmaes" in fault_of("ludotheque arena gwynt --bots greedy,adept --gmaes 200")
    assert fault_of("ludotheque sing") == "there is no command sing"
    assert fault_of("python -m ludotheque.nothing") == "there is no module ludotheque.nothing"
    assert fault_of("python bench/strength.py --pgae") == "bench/strength.py has no --pgae"
    assert fault_of("npm run sing") == "there is no script sing"


def test_the_page_of_strength_is_written_from_what_was_played(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    strength = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", strength)
    spec.loader.exec_module(strength)
    store = strength.Store.read_store(strength.STORE)
    assert strength.written(store) == strength.OUT.read_text(encoding="utf-8"), "python bench/strength.py --page"
    first = store.played[0]
    again = strength.Played(*first.asked, matches=60, won=59.5, date="2026-11-20", machine=1)
    store.put(again)
    machine = store.number_of("a new machine")
    store.put(strength.Played("gwynt", 2, "nobody", "random", 1, 30, 1, "2026-11-21", machine))
    store.write_store(tmp_path / "strength.toml")
    kept = strength.Store.read_store(tmp_path / "strength.toml")
    assert (kept.played[0], len(kept.played)) == (again, len(strength.Store.read_store(strength.STORE).played) + 1)
    line = "| 2 | nobody against random | 30 | 3.3% | 0.6% – 16.7% | – | – | 2026-11-21, d |"
    assert line in strength.written(kept).partition("## Gwynt")[2].partition("## Gunkimono")[0]
    assert "- d: a new machine." in strength.written(kept)


def test_the_pages_of_rulings_say_what_the_rulebooks_say():
    spec = importlib.util.spec_from_file_location("rulings", ROOT / "docs" / "rulings.py")
    assert spec is not None
    assert spec.loader is not None
    rulings = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rulings)
    for name in rulings.GAMES:
        written = (ROOT / "docs" / "games" / f"{name}-rulings.md").read_text(encoding="utf-8")
        assert written == rulings.page(name), "python docs/rulings.py writes it anew"
