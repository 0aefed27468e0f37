"""Errors when the server can't start: a message, and an exit code."""

from __future__ import annotations

import re
import socket
import sqlite3
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from ludotheque.cli import make_parser
from ludotheque.commands.databases import DATABASE
from ludotheque.commands.serve import CHANNELS
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.server import settings
from ludotheque.server.storage import Storage
from ludotheque.toolkit.data_file import DataFile

from .conftest import Run


def database(tmp_path: Path) -> Path:
    """A SQLite file with something in it."""
    file = tmp_path / "tables.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
        connection.executemany("INSERT INTO things VALUES (?)", [("x" * 500,)] * 200)
    return file


def torn(tmp_path: Path) -> str:
    """A file that was cut off."""
    file = database(tmp_path)
    file.write_bytes(file.read_bytes()[:2500])
    return f"sqlite:///{file}"


def of_revision(revision: str, tmp_path: Path) -> str:
    """A file of another version's schema."""
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
    return f"sqlite:///{file}"


def no_database(tmp_path: Path) -> str:
    """A file that is no database."""
    (tmp_path / "letter.txt").write_text("Dear Ana, " * 200)
    return f"sqlite:///{tmp_path / 'letter.txt'}"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda _: "nonsense", "The URL of the database can't be read"),
        (lambda _: "oracle://x", "The URL of the database can't be read"),
        (lambda path: f"sqlite:///{path / 'letter.txt' / 'x.sqlite'}", "can't be opened"),
        (torn, "restore a backup"),
        (no_database, "restore a backup"),
        (partial(of_revision, "9999"), "was written by a newer version"),
        (partial(of_revision, "0010"), "commit bfd5131"),
        (lambda path: f"postgresql://ludo:hidden@/postgres?host={path}", "Check that the database is running"),
    ],
)
def test_a_database_that_can_not_be_used_is_named_in_a_sentence(run: Run, tmp_path: Path, make, sentence: str) -> None:
    (tmp_path / "letter.txt").write_text("no folder")
    ran = run("serve", "--plain", "--port", "0", "--database", make(tmp_path), "--lang", "en")
    assert ran.code == 3
    assert sentence in ran.err
    assert "Traceback" not in ran.err
    assert "hidden" not in ran.err, "a password is not shown"
    assert "is open at" not in ran.out


def test_sqlite_is_for_one_server_process(run: Run, tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    serve = ("serve", "--plain", "--port", "0", "--database", file)
    first = Storage(file, serving=True)
    try:
        ran = run(*serve)
        assert (ran.code, "is open at" in ran.out) == (3, False)
        for words in ("Another server already uses", "tables.sqlite", "PostgreSQL and Redis"):
            assert words in " ".join(ran.err.split())
        (tmp_path / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
        assert run(*serve[:-1], f"sqlite:///{tmp_path / 'link.sqlite'}").code == 3, "the same file by another name"
        for beside in (("admin", "--database", file, "load"), ("backup", str(tmp_path / "b"), "--database", file)):
            assert run(*beside).code == 0, "other commands may use the file while a server runs"
    finally:
        first.close()
    ran = run(*serve, "--channels", "redis://127.0.0.1:1/0")
    assert (ran.code, "is open at" in ran.out) == (3, False)
    assert "PostgreSQL" in ran.err
    Storage(file, serving=True).close()  # the first server has ended: the file is free


def test_where_nobody_can_be_served_it_says_why(run: Run, tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        for arguments, sentence in (
            (("--port", taken), f"Port {taken} is already in use"),
            (("--port", "70000"), "70000 is not a port"),
            (("--host", "nonsense.invalid"), "nonsense.invalid is not a known address"),
            (("--host", "192.0.2.1"), "This machine does not have the address 192.0.2.1"),
        ):
            ran = run("serve", "--plain", "--database", file, "--lang", "en", *arguments)
            assert (ran.code, sentence in ran.err) == (4, True), ran.err


def test_an_unknown_setting_gets_a_message(run: Run) -> None:
    for arguments in (("--set", "colour=red"), ("--set", "connections=many"), ("--set", "bot_pause=-1")):
        ran = run("serve", "--lang", "en", *arguments)
        assert ran.code == 1
        assert "work_a_second" in ran.err, "those that can be set are named"
    assert "neither an address nor a network" in run("serve", "--proxy", "nonsense", "--lang", "en").err


def test_the_settings_stand_in_the_documents_with_their_defaults() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "running-a-server.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([0-9.,]+) \|", text, re.MULTILINE))
    assert {name: float(value.replace(",", "")) for name, value in told.items()} == settings.numbers()
    assert settings.parse_numbers(["connections=9", "bot_pause=0.5"]) == {"connections": 9, "bot_pause": 0.5}


def test_deployment_files_use_existing_commands() -> None:
    """The compose file, the image and the unit of systemd begin the server with options that it takes."""
    deploy = Path(__file__).parent.parent.parent / "deploy"
    texts = {path.name: path.read_text(encoding="utf-8") for path in deploy.iterdir()}
    found = re.findall(r"^\s*(?:ExecStart=\S*/ludotheque )?(serve --.*)$", "\n".join(texts.values()), re.MULTILINE)
    assert len(found) == 2, found
    parser = make_parser(Messages("en"))
    for line in found:
        filled = re.sub(r"\$\{\w+\}", "games.example.org", line)
        assert parser.parse_args(filled.split()).command == "serve"
    assert "RestartPreventExitStatus=3 4" in texts["ludotheque.service"]
    for variable in re.findall(r"\$\{(\w+)\}", texts["compose.yaml"]):
        assert f"{variable}=" in texts["env.example"]


def test_names_in_the_compose_file_exist() -> None:
    """Docker is not needed to see a service, a volume, a file or a variable that nobody knows."""
    deploy = Path(__file__).parent.parent.parent / "deploy"
    compose = yaml.safe_load((deploy / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    servers = {name: service for name, service in services.items() if "build" in service}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (deploy / source).is_file() if source.startswith(".") else source in compose["volumes"]
    for service in servers.values():
        context = deploy / service["build"]["context"]
        assert (context / service["build"]["dockerfile"]).is_file()
        assert set(service["environment"]) <= {DATABASE, CHANNELS}
        assert {urlsplit(url).hostname for url in service["environment"].values()} <= set(services)
        port = make_parser(Messages("en")).parse_args(service["command"].split()).port
        assert f":{port}/ready" in service["healthcheck"]["test"][-1]
        proxied = re.findall(r"(\S+):(\d+)", (deploy / "Caddyfile").read_text(encoding="utf-8"))
        assert proxied == [(name, str(port)) for name in servers]
    unit = (deploy / "ludotheque.service").read_text(encoding="utf-8")
    assert set(re.findall(r"^Environment=(LUDOTHEQUE_\w+)", unit, re.MULTILINE)) <= {DATABASE, CHANNELS}


NUMBER = "99999999999999999999"


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "lampions", "--games", NUMBER),
        ("simulate", "lampions", "--threads", NUMBER),
        ("perft", "lampions", "--depth", NUMBER),
        ("perft", "lampions", "--players", NUMBER),
        ("serve", "--port", NUMBER),
        ("arena", "lampions", "--bots", "random,greedy", "--games", NUMBER),
    ],
)
def test_a_number_beyond_all_use_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, "--lang", "en")
    assert ran.code == 2
    assert "is too large" in ran.err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"seed": ' + "9" * 5000 + "}", '{"a":' * 5000])
def test_files_without_end_are_refused_in_a_sentence(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    for command in ("replay", "verify"):
        ran = run(command, str(file), "--lang", "en")
        assert ran.code == 1
        assert "nested too deeply" in ran.err


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 5000])
def test_data_files_without_end_are_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "cards.toml"
    file.write_text(text)
    with pytest.raises(BadInput, match=r"TOML|nested too deeply"):
        DataFile(file)
