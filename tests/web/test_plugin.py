"""A game of another package on the page: its own cover, palette and table; and what happens when that breaks."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ludotheque as lt
from ludotheque.play import registry
from tests.server.house import House
from tests.web.conftest import Visit
from tests.web.test_match import ME, RANDOM, lay

NAME = "fireflies"
SEATS = [ME, RANDOM, RANDOM]
COVER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><circle cx="320" cy="180" r="90"/></svg>"""
PALETTE = f"[data-game='{NAME}'] {{ --accent: rgb(1, 2, 3); }}"
SPARK = "export const SPARK = '✦'"
# As an author without our tools would write it: plain JavaScript in two files.
TABLE = """
import { SPARK } from './spark.js'

export function mount(target, table) {
  target.innerHTML = '<h2 data-test="asked"></h2><p data-test="seen"></p><ul></ul><p data-test="previewed"></p>'
  const [asked, seen, list, previewed] = target.children
  return {
    update({ language, seat, names, view, scores, prompt, moves, preview, open }) {
      asked.textContent = prompt
      const round = table.say('board.round', { round: view.table.round, rounds: 4 })
      seen.textContent = [language, seat, names[seat], names.length, scores.length, open, round].join(' ')
      list.replaceChildren(...moves.map((move) => {
        const button = document.createElement('button')
        button.textContent = `${SPARK} ${move.label}`
        button.dataset.notation = move.notation
        button.onclick = () => table.play(move.id)
        button.onpointerenter = () => table.preview(move.id)
        return button
      }))
      previewed.textContent = preview ? ['about', preview.id, ...preview.lines].join(' ') : ''
    },
    destroy() { window.left = true },
  }
}
"""


@pytest.fixture
def page_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder `page/` of another package's game: Lampions under another name."""
    folder = tmp_path / NAME
    original = Path(lt.__file__).parent / "games" / "lampions"
    shutil.copytree(original, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8").replace("ludotheque.games.lampions", NAME)
        path.write_text(source.replace('name="lampions"', f'name="{NAME}"'), encoding="utf-8")
    (folder / "page").mkdir()
    for name, text in {"cover.svg": COVER, "palette.css": PALETTE, "spark.js": SPARK, "table.js": TABLE}.items():
        (folder / "page" / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    lt.register(NAME, NAME)
    yield folder / "page"
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


def sit_down(visit: Visit, **more: bool) -> Page:
    """A visitor at a table of the game, with bots."""
    page = visit(**more)
    page.goto(f"/table/{lay(page, NAME, SEATS)}")
    return page


def test_files_of_a_package_are_served(page_folder: Path, house: House) -> None:
    (page_folder / "notes.txt").write_text("for the author alone")
    (page_folder.parent / "secret.js").write_text("export {}")
    guest = house.guest()
    told = {game["name"]: game["page"] for game in guest.ask("GET", "/api/games")}
    at = f"/api/games/{NAME}/page"
    assert told[NAME] == {"cover": f"{at}/cover.svg", "palette": f"{at}/palette.css", "table": f"{at}/table.js"}
    assert set(told["lampions"].values()) == {None}
    kinds = {"cover.svg": "image/svg+xml", "palette.css": "text/css", "table.js": "text/javascript"}
    for name, kind in kinds.items():
        status, headers, body = guest.send("GET", f"{at}/{name}")
        assert (status, headers["content-type"].partition(";")[0]) == (200, kind)
        assert body == (page_folder / name).read_bytes()
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    for hidden in ("notes.txt", "gone.js", "../secret.js", "%2e%2e/secret.js", "..%2fsecret.js", "../view.py", ""):
        assert guest.send("GET", f"{at}/{hidden}")[0] == 404, hidden
    assert guest.send("GET", "/api/games/nothing/page/table.js")[0] == 404


def test_a_game_has_the_cover_and_the_colours_it_brings(page_folder: Path, visit: Visit) -> None:
    page = visit(f"/game/{NAME}")
    card = page.locator(f"main[data-game={NAME}]")
    drawn = "image => image.complete && image.naturalWidth > 0"
    expect(card.locator("img")).to_have_attribute("src", f"/api/games/{NAME}/page/cover.svg")
    page.wait_for_function(f"() => ({drawn})(document.querySelector('main[data-game={NAME}] img'))")
    expect(card.locator(".button.first")).to_have_css("background-color", "rgb(1, 2, 3)")


def test_a_cover_that_does_not_come_is_a_title(page_folder: Path, visit: Visit) -> None:
    (page_folder / "cover.svg").write_text("no picture")
    page = visit(f"/game/{NAME}", complains=True)
    card = page.locator(f"main[data-game={NAME}]")
    expect(card.locator(".cover")).to_have_text("Lampions")
    expect(card.locator("img")).to_have_count(0)


def test_a_module_draws_the_table(page_folder: Path, visit: Visit) -> None:
    page = sit_down(visit)
    expect(page.locator("[data-test=asked]")).to_have_text(page.locator("[data-test=prompt] p").inner_text())
    expect(page.locator("[data-test=seen]")).to_have_text("en 0 Ana 3 3 false Round 1 of 4")
    first = page.locator("[data-notation]").first
    expect(first).to_contain_text("✦ ")
    first.hover()
    expect(page.locator("[data-test=previewed]")).to_contain_text("about")
    before = page.locator("[data-test=log] li").count()
    first.click()
    page.wait_for_function("n => document.querySelectorAll('[data-test=log] li').length > n", arg=before)
    # The language changes under it, without a reload.
    page.locator("[data-test=menu]").click()
    page.locator("[data-test=language]").select_option("fr")
    expect(page.locator("[data-test=seen]")).to_contain_text("fr 0 Ana")
    # The table in words is available as everywhere; the module's `unmount` is called.
    page.locator("[data-test=in-words]").click()
    expect(page.locator("[data-test=asked]")).to_have_count(0)
    assert page.evaluate("window.left") is True
    expect(page.locator("main [data-moves]")).to_be_visible()


@pytest.mark.parametrize(
    "module",
    [
        "throw new Error('broken')",
        pytest.param("export function mount( {", marks=pytest.mark.long),
        pytest.param("export const table = 1", marks=pytest.mark.long),
        pytest.param("import './gone.js'\nexport const mount = () => ({ update() {} })", marks=pytest.mark.long),
        "export function mount() { throw new Error('broken') }",
        pytest.param("export function mount() { return {} }", marks=pytest.mark.long),
        "export const mount = () => ({ update() { throw new Error('broken') }, destroy() { throw new Error('too') } })",
    ],
)
def test_a_table_that_breaks_gives_way_to_the_generic_one(page_folder: Path, visit: Visit, module: str) -> None:
    (page_folder / "table.js").write_text(module, encoding="utf-8")
    page = sit_down(visit, complains=True)
    expect(page.locator("[data-test=own-failed]")).to_contain_text("the match continues")
    page.locator("main [data-moves] [data-at]").first.click()
    expect(page.locator("[data-test=log]")).to_contain_text("You reveal")


def test_a_table_that_breaks_later_gives_way_then(page_folder: Path, visit: Visit) -> None:
    broken = TABLE.replace("asked.textContent = prompt", "if (moves.length === 0) throw new Error('broken')")
    (page_folder / "table.js").write_text(broken, encoding="utf-8")
    page = sit_down(visit, complains=True)
    page.locator("[data-notation]").first.click()
    expect(page.locator("[data-test=own-failed]")).to_be_visible()
    expect(page.locator("main [data-moves] [data-at]").first).to_be_visible()
