"""Which games there are: ours by their folders, others by entry points; and what becomes of one that is broken."""

from __future__ import annotations

import io
import logging
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.cli import main
from ludotheque.compliance.__main__ import main as compliance
from ludotheque.kernel import modes, sources
from ludotheque.play import registry
from tests.copies import copy_lampions
from tests.server.house import House

HOME = Path(lt.__file__).parent / "games"
OURS = sorted(path.parent.name for path in HOME.glob("*/__init__.py"))
Joins = Callable[..., None]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry that has not looked around yet, and nobody else's games."""
    declare(monkeypatch)


def declare(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    """Let these entry points be all that there are: name and value of each."""
    made = [EntryPoint(name, value, registry.GROUP) for name, value in entries]
    monkeypatch.setattr(registry, "entry_points", lambda group: made if group == "ludotheque.games" else [])
    monkeypatch.setattr(registry, "_registry", registry.Registry())


@pytest.fixture
def fireflies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of another package's game, importable by Python: Lampions under another name."""
    folder = copy_lampions(tmp_path / "fireflies")
    monkeypatch.syspath_prepend(str(tmp_path))
    declare(monkeypatch, ("fireflies", "fireflies"))
    yield folder
    for module in [name for name in sys.modules if name.partition(".")[0] == "fireflies"]:
        del sys.modules[module]
    for program in [key for key in modes._loaded if key[0] == "fireflies"]:
        del modes._loaded[program]
    sources.kernel_modules.cache_clear()


# Ours


@pytest.mark.usefixtures("fresh")
def test_ours_are_the_folders_and_none_is_imported_to_know_them() -> None:
    loaded = {name for name in sys.modules if name.startswith("ludotheque.games.")}
    assert lt.names() == OURS
    assert {name for name in sys.modules if name.startswith("ludotheque.games.")} == loaded
    assert registry.package_of("gwynt") == "ludotheque.games.gwynt"


def test_on_the_shelf_those_for_few_come_first_and_the_template_last() -> None:
    shelf = registry.games()
    assert sorted(game.name for game in shelf) == lt.names()
    assert shelf[0].declaration.players == min(
        game.declaration.players for game in shelf if not game.declaration.template
    )
    assert [game.declaration.template for game in shelf] == [False] * (len(shelf) - 1) + [True]


def test_unknown_game_suggests_a_close_one() -> None:
    with pytest.raises(lt.UnknownGame, match=r"no game is called 'lampion'.*did you mean 'lampions'"):
        lt.game("lampion")
    with pytest.raises(lt.UnknownGame) as caught:
        lt.game("zzz")
    assert "did you mean" not in str(caught.value)
    assert "lampions" in str(caught.value)


def test_game_is_made_once_for_each_mode() -> None:
    assert lt.game("lampions", "plain") is lt.game("lampions", "plain")
    assert lt.game("lampions", "plain") is not lt.game("lampions", "compiled")


# Those of other packages


def test_a_game_of_another_package_joins_by_its_entry_point(fireflies: Path) -> None:
    assert "fireflies" not in sys.modules
    assert registry.package_of("fireflies") == "fireflies"
    assert "fireflies" not in sys.modules, "its data file could still be replaced"
    assert lt.names() == [*OURS, "fireflies"]
    assert lt.game("fireflies", "plain").folder == fireflies


@pytest.mark.usefixtures("fireflies")
def test_a_registered_game_is_found_and_replaces_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch)
    lt.register("fireflies", "fireflies")
    assert lt.names() == [*OURS, "fireflies"]
    first = lt.game("fireflies")
    lt.register("fireflies", "fireflies")
    assert lt.game("fireflies") is not first


def write(folder: Path, file: str, text: str) -> None:
    (folder / file).write_text(text, encoding="utf-8")


def replace(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    write(folder, file, text.replace(old, new))


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "an import that fails": (
        lambda folder: write(folder, "view.py", "import no_such_library\n"),
        "ModuleNotFoundError: No module named 'no_such_library' (view.py, line 1)",
    ),
    "a syntax error in the rules": (
        lambda folder: write(folder, "rules.py", "def setup(s, w:\n"),
        "SyntaxError: ",
    ),
    "a package that ends the program": (
        lambda folder: write(folder, "__init__.py", "import sys\nsys.exit('no')\n"),
        "SystemExit: no (__init__.py, line 2)",
    ),
    "a module that is missing": (
        lambda folder: (folder / "view.py").unlink(),
        "No module named 'fireflies.view'",
    ),
    "messages that were not packed": (
        lambda folder: shutil.rmtree(folder / "messages"),
        "the file messages/en.toml is missing in its folder; docs/add-a-game.md tells how",
    ),
    "a rulebook that was not packed": (
        lambda folder: (folder / "rulebook" / "en.toml").unlink(),
        "the file rulebook/en.toml is missing in its folder",
    ),
    "a data file that was not packed": (
        lambda folder: shutil.rmtree(folder / "data"),
        "the file data/cards.toml is missing in its folder",
    ),
    "a data file that can't be read": (
        lambda folder: write(folder, "data/cards.toml", "[[card]"),
        "cards.toml: line 1: is no TOML",
    ),
    "messages that can't be read": (
        lambda folder: write(folder, "messages/fr.toml", "[event\n"),
        "messages/fr.toml: TOMLDecodeError: ",
    ),
    "a rulebook without rules": (
        lambda folder: write(folder, "rulebook/en.toml", ""),
        "rulebook/en.toml: KeyError: 'rule'",
    ),
    "lessons of another shape": (
        lambda folder: write(folder, "lessons.toml", "[[lesson]]\nid = 'one'\n"),
        "lessons.toml: lesson[0].position: is missing",
    ),
    "another name in the declaration": (
        lambda folder: replace(folder, "declaration.py", 'name="fireflies"', 'name="glowworms"'),
        "its declaration calls it 'glowworms'",
    ),
    "no declaration": (
        lambda folder: replace(folder, "declaration.py", "DECLARATION", "DECLARED"),
        "ImportError: cannot import name 'DECLARATION'",
    ),
    "no title in English": (
        lambda folder: replace(folder, "declaration.py", '"en": "Lampions", ', ""),
        "it has no title in en",
    ),
    "impossible players": (
        lambda folder: replace(folder, "declaration.py", "players=(3, 5)", "players=(5, 3)"),
        "it is for 5 to 3 players",
    ),
    "a set-up that fails": (
        lambda folder: write(folder, "setup.py", "def begin(s, options, seats):\n    s.rounds = options['turns']\n"),
        "KeyError: 'turns' (setup.py, line 2)",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_game_is_left_out_with_a_sentence(
    fault: str, fireflies: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken, says = FAULTS[fault]
    broken(fireflies)
    for _ in range(2):
        assert lt.names() == OURS
    assert [game.name for game in registry.games() if game.name not in OURS] == []
    (told,) = [record for record in caplog.records if record.name == registry.__name__]
    sentence = told.getMessage()
    assert told.levelno == logging.WARNING
    assert sentence.startswith("the game 'fireflies' of package fireflies can't be used: ")
    assert says in sentence
    with pytest.raises(lt.BadGame) as caught:
        lt.game("fireflies")
    assert str(caught.value) == sentence
    lt.game("lampions")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_game_asked_for_first_says_the_same(fault: str, fireflies: Path) -> None:
    broken, says = FAULTS[fault]
    broken(fireflies)
    with pytest.raises(lt.BadGame) as caught:
        lt.game("fireflies")
    assert says in str(caught.value)
    with pytest.raises(lt.BadGame) as again:
        lt.register("fireflies", "fireflies")
    assert says in str(again.value)


def test_commands_and_server_do_without_a_broken_game(
    fireflies: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (fireflies / "messages" / "en.toml").unlink()
    assert main(["rules"]) == 0
    assert "Gwynt" in capsys.readouterr().out
    assert main(["rules", "fireflies"]) == 1
    assert "of package fireflies can't be used: the file messages/en.toml is missing" in capsys.readouterr().err
    assert compliance(["fireflies"]) == 2
    assert "messages/en.toml is missing" in capsys.readouterr().err
    house = House(f"sqlite:///{tmp_path / 'house.db'}")
    try:
        guest = house.guest()
        assert sorted(game["name"] for game in guest.ask("GET", "/api/games")) == OURS
        assert "messages/en.toml is missing" in guest.ask("GET", "/api/games/fireflies", status=404)["message"]
    finally:
        house.close()


@pytest.mark.usefixtures("fireflies")
@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("glowworms", "fireflies", "its folder is called 'fireflies', which has to be its name"),
        ("Fireflies", "fireflies", "a game's name is made of small letters, digits and underscores"),
        ("fireflies", "fireflies:FACTS", "'fireflies:FACTS' is not the import path of a folder"),
        ("fireflies", "nowhere.fireflies", "No module named 'nowhere'"),
    ],
)
def test_a_name_that_is_not_that_of_the_folder(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    declare(monkeypatch, (name, value))
    assert lt.names() == OURS
    assert says in caplog.text
    with pytest.raises(lt.BadGame) as caught:
        lt.game(name)
    assert says in str(caught.value)
    declare(monkeypatch)
    with pytest.raises(lt.BadGame) as registered:
        lt.register(name, value)
    assert says in str(registered.value)


@pytest.mark.usefixtures("fireflies")
def test_nobody_takes_a_name_that_is_ours(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    declare(monkeypatch, ("lampions", "somewhere.lampions"))
    assert lt.names() == OURS
    assert lt.game("lampions").package == "ludotheque.games.lampions"
    assert (
        "'lampions' of package somewhere.lampions can't be used: the name is taken by a game of Ludoth" in caplog.text
    )
    with pytest.raises(lt.BadGame, match=r"the name is taken by Ludothèque \(ludotheque.games.lampions\)"):
        lt.register("lampions", "somewhere.lampions")


@pytest.mark.usefixtures("fireflies")
@pytest.mark.parametrize("values", [("fireflies", "other.fireflies"), ("other.fireflies", "fireflies")])
def test_two_games_of_one_name_are_both_left_out(
    values: tuple[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    declare(monkeypatch, *(("fireflies", value) for value in values))
    sentence = (
        "the game 'fireflies' of package fireflies can't be used: "
        "package other.fireflies has a game of that name, too; remove one"
    )
    assert lt.names() == OURS
    assert sentence in caplog.text
    with pytest.raises(lt.BadGame, match=sentence):
        lt.game("fireflies")


def test_a_game_that_asks_for_others_while_it_is_loaded(fireflies: Path) -> None:
    replace(
        fireflies,
        "view.py",
        "from __future__ import annotations\n",
        "from __future__ import annotations\nimport ludotheque as lt\nALL_OF_THEM = lt.names()\n",
    )
    assert lt.names() == [*OURS, "fireflies"]


def test_a_data_file_of_another_package_can_be_replaced(
    fireflies: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATA_FIREFLIES", "")  # and taken away again
    own = tmp_path / "own.toml"
    own.write_text((fireflies / "data" / "cards.toml").read_text(encoding="utf-8"), encoding="utf-8")
    replace(tmp_path, "own.toml", 'id = "spark"', 'id = "sparkle"')
    with pytest.raises(lt.BadInput, match=r"own\.toml: card: expected the cards spark"):
        lt.use_data("fireflies", own)
    replace(tmp_path, "own.toml", 'id = "sparkle"', 'id = "spark"')
    lt.use_data("fireflies", own)
    assert lt.game("fireflies").rules_version.startswith("1+")


def test_the_smallest_game_has_ten_files(fireflies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    german = ("messages/de.toml", "rulebook/de.toml")
    for optional in (
        "board.py",
        "heuristic.py",
        "observation.py",
        "picture.py",
        "lessons.toml",
        "bots.toml",
        "review.py",
        "statistics.toml",
        *german,
    ):
        (fireflies / optional).unlink()
    needed = {path.relative_to(fireflies).as_posix() for path in fireflies.rglob("*.*")}
    assert needed - {"components.py", "data/cards.toml"} == {  # but for the cards
        *("__init__.py", "declaration.py", "state.py", "rules.py", "view.py", "text.py"),
        *("messages/en.toml", "messages/fr.toml", "rulebook/en.toml", "rulebook/fr.toml"),
    }
    game = lt.game("fireflies", "plain")
    assert bots.names(game) == ["random"]
    pos = game.start(seed=1)
    while not pos.over:
        seat = pos.actors[0]
        pos.play(bots.decide(bots.make("random"), pos, seat), seat)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["play", "fireflies", *["--seat", "bot"] * 3]) == 0
