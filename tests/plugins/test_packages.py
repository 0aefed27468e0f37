"""A game of another package: built, installed, and then as good as one of ours; with each backend of the guide."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.plugins.project import NAME, PAGE, Environment, declared, make
from tests.server.house import Guest, House

BACKENDS = ("hatchling", pytest.param("setuptools", marks=pytest.mark.long))
# The checks that need no compiled rules, each looking at little: of Lampions they have all been seen to bite.
COMPLY = f"""
import inspect
import ludotheque as lt
from ludotheque import compliance
game = lt.game("{NAME}", "plain")
for check in compliance.CHECKS:
    if check is not compliance.check_modes:
        check(game, **({{"count": 1}} if "count" in inspect.signature(check).parameters else {{}}))
print(len(list((game.folder / "golden").glob("*.txt"))), "golden files in", game.folder)
"""


@pytest.fixture(scope="module", params=BACKENDS)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which the game is installed, as its author would do it, golden games and all."""
    project = tmp_path_factory.mktemp(f"{NAME}-{request.param}")
    make(project, declared(request.param))
    environment = Environment(tmp_path_factory.mktemp("environment") / "venv")
    written = environment.run("-m", "ludotheque.compliance.golden", NAME, cwd=project)
    assert written.returncode == 0, written.stderr
    environment.install(project)
    return environment


def files(folder: Path) -> set[str]:
    """All files of a folder, without Python's caches."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_file_is_packed(installed: Environment, tmp_path: Path) -> None:
    source = make(tmp_path, "")
    packed = files(installed.packages / NAME)
    assert packed >= files(source)
    assert "golden/numbers.txt" in packed


def test_commands_know_it(installed: Environment) -> None:
    asked = installed.run("-c", "import ludotheque as lt; print(lt.names()[-1], lt.game(lt.names()[-1]).folder)")
    assert asked.stdout.split() == [NAME, str(installed.packages / NAME)], asked.stderr
    listed = installed.run("-m", "ludotheque", "rules")
    assert "Fireflies" in listed.stdout
    assert listed.stderr == ""


def test_it_is_played_in_the_terminal(installed: Environment) -> None:
    played = installed.run("-m", "ludotheque", "play", NAME, "--seed", "7", typed="1\n" * 20)
    assert played.returncode == 0, played.stderr
    assert "All rounds have been played." in played.stdout


def test_it_complies_with_its_golden_games(installed: Environment) -> None:
    done = installed.run("-c", COMPLY)
    assert done.stdout.split()[1:] == ["golden", "files", "in", str(installed.packages / NAME)], done.stderr
    changed = installed.packages / NAME / "golden" / "as_it_comes.txt"
    text = changed.read_text(encoding="utf-8")
    try:
        changed.write_text(text.replace("players: 3", "players: 4"), encoding="utf-8")
        bitten = installed.run("-m", "ludotheque.compliance", NAME, "--only", "check_golden")
    finally:
        changed.write_text(text, encoding="utf-8")
    assert bitten.returncode == 1
    assert "but was\n    players: 4" in bitten.stdout


def test_it_is_played_at_the_server(installed: Environment) -> None:
    with installed.server() as port:
        guest = Guest(cast(House, SimpleNamespace(port=port, pages=[])))
        games = {game["name"]: game for game in guest.ask("GET", "/api/games")}
        assert games[NAME]["title"]["fr"] == "Fireflies"
        for kind, name in (("cover", "cover.svg"), ("palette", "palette.css"), ("table", "table.js")):
            assert guest.send("GET", games[NAME]["page"][kind])[2].decode() == PAGE[name]
        guest.ask("POST", "/api/people", {"name": "Ana"})
        table = guest.table(NAME, "me", "bot", "bot")
        guest.start(table)
        page = guest.page(table)
        assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted"
        page.until(lambda message: mentions(message, "revealed"))  # all have chosen, the bots too
        page.close()


def mentions(message: dict[str, Any], event: str) -> bool:
    """Whether a message of the server contains an event of the game."""
    return f"event.{event}" in json.dumps(message)


def test_files_missing_from_package_data_are_named(tmp_path: Path) -> None:
    forgotten = declared("setuptools").partition("[tool.setuptools.package-data]")[0]
    make(tmp_path / "project", forgotten)
    environment = Environment(tmp_path / "venv")
    environment.install(tmp_path / "project")
    listed = environment.run("-m", "ludotheque", "rules")
    assert listed.returncode == 0
    assert "Gwynt" in listed.stdout
    (sentence,) = listed.stderr.splitlines()
    assert sentence.startswith(
        f"the game {NAME!r} of package {NAME} 1.0 can't be used: the file data/cards.toml is missing"
    )
    assert "docs/add-a-game.md" in sentence
