"""The files of a game from another package for the page: a folder `page/` beside its rules.

The files of our own games are built in `web/`. Another package ships `cover.svg`, `palette.css` and `table.js` (an ES
module); `docs/page.md` says what that module has to do.
"""

from __future__ import annotations

from pathlib import Path

from ludotheque.play.game import Game
from ludotheque.server.games.schemas import PageFiles

FOLDER = "page"
# Other files of the folder are not served.
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
    """The addresses of the files that the page loads by itself."""

    def address(name: str) -> str | None:
        return f"/api/games/{game.name}/page/{name}" if file_of(game, name) else None

    return PageFiles(cover=address("cover.svg"), palette=address("palette.css"), table=address("table.js"))


def file_of(game: Game, name: str) -> Path | None:
    """A file of the folder by its path; None if it does not exist or is of another type."""
    folder = (game.folder / FOLDER).resolve()
    file = (folder / name).resolve()
    found = file.is_relative_to(folder) and file.suffix in MEDIA_TYPES and file.is_file()
    return file if found else None
