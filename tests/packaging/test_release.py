"""A release, rehearsed: both archives are built, and what they install plays without Node."""

from __future__ import annotations

import email
import zipfile
from pathlib import Path

import pytest

import ludotheque
from tests.packaging.installing import ROOT, Installation, build, unpack, without_node
from tests.packaging.playing import check_match, check_page


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive."""
    return build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source archive and without Node: the archive brings the built page along."""
    scratch = tmp_path_factory.mktemp("wheel")
    source = unpack(sdist, scratch / "source")
    return build("wheel", source, scratch / "wheel", **without_node(scratch / "without Node"))


def contents(wheel: Path) -> dict[str, int]:
    """The files of a wheel, each with the checksum of its content."""
    with zipfile.ZipFile(wheel) as opened:
        return {entry.filename: entry.CRC for entry in opened.infolist()}


def test_the_wheel_holds_the_page_the_data_and_the_word_on_types(wheel):
    files = contents(wheel)
    for name in ("page/index.html", "py.typed", "messages/fr.toml", "games/lampions/rulebook/fr.toml"):
        assert f"ludotheque/{name}" in files
    tracked = {str(path.relative_to(ROOT)) for path in (ROOT / "ludotheque").rglob("*.*") if path.is_file()}
    assert {name for name in tracked if "__pycache__" not in name} <= files.keys()
    assert all(name.startswith(("ludotheque/", "ludotheque-")) for name in files), "something else is packed as well"


def test_the_wheel_of_the_folder_and_that_of_the_source_archive_are_the_same(wheel, tmp_path):
    assert contents(build("wheel", ROOT, tmp_path)) == contents(wheel)


def test_the_version_is_that_of_the_package(sdist, wheel):
    assert sdist.name == f"ludotheque-{ludotheque.__version__}.tar.gz"
    assert wheel.name.startswith(f"ludotheque-{ludotheque.__version__}-py3-none-any")


def test_the_wheel_plays_in_an_empty_environment_without_node(wheel, tmp_path):
    installed = Installation(tmp_path / "installed")
    installed.install("--require-hashes", "--requirement", ROOT / "requirements" / "runtime.txt")
    installed.install("--no-deps", wheel)
    assert installed.command("--version").strip() == ludotheque.__version__
    with installed.serving() as guest:
        check_page(guest)
        check_match(guest)


def test_the_package_without_extras_installs_no_server(wheel, tmp_path):
    bare = Installation(tmp_path / "bare")
    bare.install("--constraint", ROOT / "requirements" / "runtime.txt", wheel)
    brought = {"ludotheque", "babel", "numba", "llvmlite", "numpy", "platformdirs", "rich"}
    brought |= {"markdown-it-py", "mdurl", "pygments"}  # of Rich
    assert set(bare.versions()) | {"ludotheque"} == brought
    assert "serve" in bare.command("--help")
    assert "LAM-01" in bare.command("rules", "lampions")
    played = bare.command("play", "lampions", *["--seat", "bot:random"] * 3)
    assert "All rounds have been played." in played
    refused = bare.refused("serve")
    assert "pip install 'ludotheque[server]'" in refused
    assert len(refused.splitlines()) == 1
    assert "pip install 'ludotheque[cluster]'" in bare.refused("arena", "lampions", "--bots", "random", "--ray", "auto")


def test_the_metadata_describes_the_package(wheel):
    with zipfile.ZipFile(wheel) as opened:
        (name,) = [name for name in opened.namelist() if name.endswith(".dist-info/METADATA")]
        told = email.message_from_string(opened.read(name).decode())
    assert told["Description-Content-Type"] == "text/markdown"
    assert str(told.get_payload()).startswith("# Ludoth")
    assert {"server", "gpu", "cluster", "push"} <= set(told.get_all("Provides-Extra", []))
