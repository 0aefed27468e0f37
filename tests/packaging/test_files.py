"""The files that set-up, checks and releases rely on say the same as each other."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

import hatch_metadata
import ludotheque
from ludotheque.commands import serve
from tests import steps
from tests.packaging.installing import ROOT

PINNED = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("file", PINNED, ids=lambda file: file.name)
def test_pins_have_hashes_and_no_address(file):
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE), "an option of the machine that compiled it"
    entries = re.findall(r"^[a-z0-9].*(?:\n    --hash=\S+.*)*", text, re.MULTILINE)
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_every_file_of_requirements_is_compiled_and_the_later_ones_keep_to_the_earlier():
    compiled = re.search(r"^for name in (.+); do$", (ROOT / "requirements" / "compile").read_text(), re.MULTILINE)
    assert compiled
    assert sorted(compiled[1].split()) == [file.stem for file in PINNED]
    pins = {
        file.stem: dict(re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", file.read_text(encoding="utf-8"), re.MULTILINE))
        for file in PINNED
    }
    for name in ("uv", "build", "runtime"):
        assert pins[name].items() <= pins["test"].items()


def test_the_server_needs_what_its_extra_brings():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert sorted(serve.PACKAGES) == [re.split(r"[^\w-]", text)[0].replace("-", "_") for text in extras["server"]]


def test_a_citation_names_the_version():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^version: (.+)$", text) == [ludotheque.__version__]


def test_an_index_gets_the_front_page_with_addresses_or_without_links():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    relative = re.compile(r"\]\((?!https?://)|src=\"(?!https?://)")
    assert relative.search(text)
    for home in ("https://example.org/ludotheque", ""):
        told = hatch_metadata.description(text, home, "1.2.3")
        assert not relative.search(told)
        assert ("https://example.org/ludotheque/raw/v1.2.3/docs/pictures/" in told) == bool(home)
        assert "./play" in told
    assert hatch_metadata.urls("") == {}


def test_the_version_stands_in_one_place():
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def test_the_pythons_that_we_promise_are_those_that_are_checked_and_looked_for():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)
    assert tomllib.loads(text)["project"]["requires-python"] == f">={promised[0]}"
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    matrix = re.search(r"python: \[(.+)\]", workflow)
    assert matrix
    assert re.findall(r'"(.+?)"', matrix[1]) == promised
    looked_for = re.search(r"readonly pythons=\((.+)\)", (ROOT / "requirements" / "environment.sh").read_text("utf-8"))
    assert looked_for
    assert [f"python{version}" for version in promised[::-1]] == looked_for[1].split()[:-1]


def test_git_makes_the_checks_of_quick_before_a_commit():
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    hooks = dict(re.findall(r"name: (.+)\n +entry: (.+)", text))
    checks = [*steps.PYTHON, *steps.PAGE]
    assert list(hooks) == [*(step.name for step in checks), "commit subject"]
    for step in checks:
        # git hands over the files that change, where a check takes files; it asks where nothing is thrown away.
        asked = [part.replace(f"{ROOT}/", "") for part in step.command if part not in (".", *steps.NO_CACHE)]
        asked[0] = f".venv/bin/{asked[0].rpartition('/')[2]}"
        assert hooks[step.name].split() == asked
