"""Pictures to share: the game, the players with their points, and the last position or the curve of the review.

They are drawn as SVG and rendered by resvg with Source Sans Pro (Latin, Greek and Cyrillic), which comes as a package:
a server may have no fonts installed.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.toolkit import svg

WIDTH, HEIGHT = 1200, 630  # what those who show previews ask for
LEFT = 400  # of it, beside a drawing: the words
DRAWING = (640, 540)  # the room that a game has to draw in
FONT = "Source Sans Pro"


@dataclass(frozen=True)
class Line:
    """A player: points, if there are any, and whether they won."""

    name: str
    seat: int
    points: int | None = None
    won: bool = False
    note: str = ""


@dataclass(frozen=True)
class Poster:
    """The contents of a picture. The drawing is SVG in a box of the size `DRAWING`."""

    title: str
    verdict: str
    lines: tuple[Line, ...]
    drawing: str | None = None


def markup(poster: Poster) -> str:
    """Return the picture as SVG."""
    width = LEFT if poster.drawing is not None else WIDTH - 120
    accent = svg.SEATS[0]
    parts = [svg.rect(0, 0, WIDTH, HEIGHT, svg.PAPER), svg.rect(0, 0, WIDTH, 14, accent)]
    parts.append(svg.text(60, 76, "Ludothèque", 26, svg.QUIET))
    parts.append(svg.text(60, 140, poster.title, 52, accent, bold=True, most=width))
    y = 214.0
    for line in poster.lines:
        name = width - (110 if line.points is not None else 44)
        parts.append(svg.circle(74, y - 10, 14, svg.SEATS[line.seat % len(svg.SEATS)]))
        parts.append(svg.text(104, y, line.name, 32, bold=line.won, most=name - 44))
        if line.points is not None:
            points = str(line.points).replace("-", "−")
            parts.append(svg.text(60 + width, y, points, 34, bold=line.won, anchor="end"))
        if line.note:
            parts.append(svg.text(104, y + 19, line.note, 16, svg.QUIET, most=name - 44))
        y += 54
    for at, words in enumerate(_wrapped(poster.verdict, 24 if poster.drawing is not None else 60)):
        parts.append(svg.text(60, 560 + 32 * at, words, 24, svg.QUIET, most=width))
    if poster.drawing is not None:
        parts.append(svg.rect(500, 34, 680, 576, svg.SURFACE, 18, svg.LINE))
        parts.append(svg.group(520, 52, poster.drawing))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    fonts = f"{FONT}, sans-serif"  # the file may be opened where the first one is missing
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{fonts}">{"".join(parts)}</svg>'


def png(poster: Poster) -> bytes:
    """Return the picture as PNG."""
    # Imported here because nothing else needs them.
    import font_source_sans_pro as letters  # type: ignore[import-untyped]
    import resvg_py

    files = [letters.font_files_ttf[face] for face in ("SourceSansPro", "SourceSansProBold")]
    painted: bytes = resvg_py.svg_to_bytes(
        svg_string=markup(poster), skip_system_fonts=True, font_files=files, font_family=FONT
    )
    return bytes(painted)


def _wrapped(words: str, most: int) -> list[str]:
    """Break a sentence into two lines at most."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= most and len(lines) == 1:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
