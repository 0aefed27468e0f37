"""The page: its built files, the pieces of games, and the page files of games from other packages.

An address that is neither a file nor part of the API is a room of the page: `index.html` is sent, and the page reads
the address itself. Files under `/assets` have a hash in their name, so browsers may cache them for ever.
"""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, HeaderParameter

import ludotheque as lt
from ludotheque.messages import choose_language
from ludotheque.server.api.address import address_of
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import SettingsDep, StorageDep
from ludotheque.server.games.descriptions import catalogue_of
from ludotheque.server.games.page_files import MEDIA_TYPES, file_of
from ludotheque.server.tables import sharing

NOT_THE_PAGE = ("api", "schema", "health", "ready", "metrics")
FOR_GOOD = "public, max-age=31536000, immutable"
LOOK_AGAIN = "no-cache"
mimetypes.add_type("text/javascript", ".js")  # some systems map it to another type, which browsers refuse


def page_routes(folder: Path) -> list[HTTPRouteHandler]:
    """The routes that the page needs beside the API; without its files if none were built."""
    own = [pieces, page_file]
    return [*own, _page(folder)] if (folder / "index.html").is_file() else own


@get("/api/games/{name:str}/pieces", tags=["games"], sync_to_thread=False, middleware=[COMPRESSED])
def pieces(name: FromPath[str]) -> dict[str, Any]:
    """The pieces of a game as printed, for drawing them. Empty if the game has no catalogue."""
    return catalogue_of(lt.game(name, "plain"))


@get("/api/games/{name:str}/page/{path:path}", tags=["games"], middleware=[COMPRESSED])
async def page_file(name: FromPath[str], path: FromPath[str]) -> Response[bytes]:
    """A file for the page from the game's package: its cover, its palette, the module that draws its table."""
    file = file_of(lt.game(name, "plain"), path.strip("/"))
    if file is None:
        raise NotFoundException
    read = await asyncio.to_thread(file.read_bytes)
    return Response(read, media_type=MEDIA_TYPES[file.suffix], headers={"cache-control": LOOK_AGAIN})


def _page(folder: Path) -> HTTPRouteHandler:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(
        request: Request[Any, Any, State],
        storage: StorageDep,
        settings: SettingsDep,
        path: FromPath[str] = "",
        languages: Annotated[str, HeaderParameter(name="accept-language", required=False)] = "",
        encodings: Annotated[str, HeaderParameter(name="accept-encoding", required=False)] = "",
    ) -> Response[bytes]:
        name = path.strip("/")
        if name.split("/")[0] in NOT_THE_PAGE or (name.startswith("assets/") and name not in files):
            raise NotFoundException
        room, _, table_id = name.partition("/")
        if room in sharing.ROOMS and table_id:
            language = choose_language(languages)
            address = address_of(request, settings)
            preview = await storage.found(lambda c: sharing.preview(c, table_id, language, address))
            if preview is not None:
                whole = await asyncio.to_thread(files["index.html"].read_text, encoding="utf-8")
                read = whole.replace("</title>", f"</title>{preview}", 1).encode()
                headers = {"cache-control": LOOK_AGAIN, "vary": "accept-language"}
                return Response(read, media_type="text/html", headers=headers)
        name = name if name in files else "index.html"
        headers = {"cache-control": FOR_GOOD if name.startswith("assets/") else LOOK_AGAIN, "vary": "accept-encoding"}
        file = files[name]
        if "gzip" in encodings and f"{name}.gz" in files:
            file = files[f"{name}.gz"]
            headers["content-encoding"] = "gzip"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        read = await asyncio.to_thread(file.read_bytes)
        return Response(read, media_type=kind, headers=headers)

    return page
