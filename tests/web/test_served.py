"""Serving the page, and building it only when necessary."""

from __future__ import annotations

import gzip
from html import unescape
from pathlib import Path

import pytest

import hatch_build
from tests.server.house import House


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A page of three files."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Ludothèque</title>", encoding="utf-8")
    (folder / "assets" / "a-1234.js").write_text("export {}", encoding="utf-8")
    (folder / "assets" / "a-1234.js.gz").write_bytes(gzip.compress(b"export {}"))
    return folder


@pytest.fixture
def home(tmp_path: Path, bare: Path):
    house = House(f"sqlite:///{tmp_path / 'house.sqlite'}", page=bare)
    yield house
    house.close()


def test_every_room_is_the_page(home: House) -> None:
    for address in ("/", "/table/abc", "/rules/gwynt", "/anything/at/all"):
        status, headers, body = home.guest().send("GET", address)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert b"Ludoth" in body


def test_a_shared_link_tells_what_it_leads_to(home: House) -> None:
    ana, bo = home.guest('Ana "<b>"'), home.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    told = ana.send("GET", f"/table/{table}")[2].decode()
    assert '<meta property="og:title" content="Gwynt – Ana &quot;&lt;b&gt;&quot;">' in told
    assert "sit down and play" in told
    bo.sit(table, 1)
    ana.start(table)
    assert "come and watch" in ana.send("GET", f"/table/{table}")[2].decode()
    bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    told = bo.send("GET", f"/replay/{table}", headers={"Accept-Language": "fr-FR,fr;q=0.9"})[2].decode()
    assert "Ana &quot;&lt;b&gt;&quot; a gagné." in told
    assert '<meta name="twitter:card" content="summary_large_image">' in told
    image = unescape(told.partition('property="og:image" content="')[2].partition('"')[0])
    assert image.startswith(f"http://127.0.0.1:{home.port}/api/tables/{table}/picture?language=fr")
    status, headers, body = home.guest().send("GET", image.removeprefix(f"http://127.0.0.1:{home.port}"))
    assert (status, headers["content-type"], body[1:4]) == (200, "image/png", b"PNG")
    assert "og:title" not in bo.send("GET", "/replay/nowhere")[2].decode()


def test_assets_are_kept_and_packed(home: House) -> None:
    _, headers, body = home.guest().send("GET", "/assets/a-1234.js", headers={"Accept-Encoding": "gzip, br"})
    assert headers["content-encoding"] == "gzip"
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/javascript")
    assert gzip.decompress(body) == b"export {}"
    _, headers, body = home.guest().send("GET", "/assets/a-1234.js")
    assert "content-encoding" not in headers
    assert body == b"export {}"


@pytest.mark.parametrize("address", ["/assets/gone.js", "/api/nothing", "/schema/nothing", "/assets/../../settings.py"])
def test_what_is_not_there(home: House, address: str) -> None:
    assert home.guest().send("GET", address)[0] == 404


def test_pieces(home: House) -> None:
    told = home.guest().ask("GET", "/api/games/gwynt/pieces")
    assert told["cards"]["nekker"]["abilities"] == ["muster"]
    assert told["cards"]["decoy"]["strength"] is None
    assert told["leaders"]["king_bran"]["use"] == "passive"
    assert {deck["name"] for deck in told["decks"]} >= {"monsters_swarm"}
    assert home.guest().ask("GET", "/api/games/lampions/pieces") == {}
    home.guest().ask("GET", "/api/games/none/pieces", status=404)


def test_the_stamp_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    web, page = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    (web / "src" / "main.ts").write_text("1")
    page.mkdir()
    (words := tmp_path / "words").mkdir()
    places = {"ROOT": tmp_path, "WEB": web, "WORDS": words, "PAGE": page, "STAMP": page / "stamp"}
    for name, value in places.items():
        monkeypatch.setattr(hatch_build, name, value)
    assert not hatch_build.is_current()
    (page / "stamp").write_text(hatch_build.wanted_stamp())
    assert hatch_build.is_current()
    (web / "node_modules" / "more.js").write_text("packages do not count: the lock file does")
    assert hatch_build.is_current()
    (words / "en.json").write_text("{}")
    assert not hatch_build.is_current()
    (words / "en.json").unlink()
    assert hatch_build.is_current()
    (web / "src" / "main.ts").write_text("2")
    assert not hatch_build.is_current()


def test_without_sources_the_built_page_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "WEB", tmp_path / "no web")
    monkeypatch.setattr(hatch_build, "PAGE", tmp_path)
    assert not hatch_build.is_current()
    (tmp_path / "index.html").write_text("")
    assert hatch_build.is_current()
