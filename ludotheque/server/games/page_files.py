"""What a game of another package brings for the page: plain files in a folder `page/` beside its rules.

Ours have theirs in `web/`, where they are built; a package without our tools ships `cover.svg`, `palette.css` and
`table.js` (an ES module) as they are. What such a module has to do is told in `docs/page.md`.
"""

from __future__ import annotations

from pathlib import Path

from ludotheque.play.game import Game
from ludotheque.server.games.schemas import PageFiles

FOLDER = "page"
# Whatever else may lie in the folder is nobody's business.
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def page_files(game: Game) -> PageFiles:
    """The addresses of those that the page looks for by itself."""

    def address(name: str) -> str | None:
        return f"/api/games/{game.name}/page/{name}" if file_of(game, name) else None

    return PageFiles(cover=address("cover.svg"), palette=address("palette.css"), table=address("table.js"))


def file_of(game: Game, name: str) -> Path | None:
    """A file of the folder, by its path within; None for what is not there, or not meant for the page."""
    folder = (game.folder / FOLDER).resolve()
    file = (folder / name).resolve()
    found = file.is_relative_to(folder) and file.suffix in MEDIA_TYPES and file.is_file()
    return file if found else None
