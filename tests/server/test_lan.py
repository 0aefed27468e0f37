"""`ludotheque serve --lan` in a terminal: the address for others, that as a QR code, and what plain HTTP can't do."""

from __future__ import annotations

import importlib.util
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from ludotheque.cli import main
from ludotheque.messages import common
from ludotheque.server import qr
from tests.server.house import PATIENCE

ROOT = Path(__file__).parent.parent.parent


def screen_of(arguments: list[str], until: str) -> str:
    """The terminal output of the command, up to a text."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "LUDOTHEQUE_LANG": "en", "COLUMNS": "100", "LINES": "60", "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *arguments],
        stdout=theirs,
        stderr=theirs,
        stdin=theirs,
        cwd=ROOT,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + PATIENCE
    try:
        while until.encode() not in shown:
            assert time.monotonic() < end, shown.decode()
            if select.select([ours], [], [], 0.2)[0]:
                shown += os.read(ours, 65536)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r\n", "\n")


def test_the_address_is_shown_with_its_code_and_what_plain_http_can_not_do(tmp_path):
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    words = common("en")
    arguments = ["serve", "--lan", "--plain", "--port", "0", "--database", database]
    shown = screen_of(arguments, words["cli.serve.stop"])
    found = re.search(words["cli.serve.listening"].replace("{url}", r"(http://\S+:\d+)"), shown)
    assert found, shown
    for line in qr.in_terminal(found[1]).split("\n"):
        assert line.rstrip() in shown
    assert words["cli.serve.plain_http"] in shown


def test_without_lan_this_machine_alone_is_served_and_no_code_is_shown(tmp_path):
    database = f"sqlite:///{tmp_path / 't.sqlite'}"
    words = common("en")
    shown = screen_of(["serve", "--plain", "--port", "0", "--database", database], words["cli.serve.stop"])
    assert "http://127.0.0.1:" in shown
    assert "█" not in shown
    assert words["cli.serve.plain_http"] not in shown


def test_a_setting_without_its_requirement_gets_a_message(monkeypatch, capsys):
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    assert main(["serve", "--plain", "--port", "0", "--push", "me"]) == 1
    assert "mailto:" in capsys.readouterr().err
    find, missing = importlib.util.find_spec, {"redis", "cryptography"}
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name in missing else find(name))
    for setting, extra in (
        (["--channels", "redis://nowhere", "--database", "postgresql://nowhere/ludo"], "cluster"),
        (["--push", "mailto:me@example.org"], "push"),
    ):
        assert main(["serve", "--plain", "--port", "0", *setting]) == 1
        assert f"ludotheque[{extra}]" in capsys.readouterr().err
