"""A few shapes as SVG, for pictures that games draw of themselves: numbers in, markup out."""

from __future__ import annotations

from typing import Literal
from xml.sax.saxutils import escape, quoteattr

SEATS = ("#8c2f1b", "#1d5a86", "#2f6b34", "#7a3d8a", "#8a5a00", "#00696b", "#5f5f5f")  # the colours of seats
INK, QUIET, LINE, PAPER, SURFACE = "#231d15", "#5c5143", "#d9cdb8", "#f5efe3", "#fffdf8"


def rect(x: float, y: float, width: float, height: float, fill: str, corner: float = 0, line: str | None = None) -> str:
    """A rectangle, with round corners if wanted."""
    stroke = f' stroke="{line}" stroke-width="2"' if line else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" fill="{fill}"{stroke}/>'


def circle(x: float, y: float, radius: float, fill: str, line: str | None = None, width: float = 2) -> str:
    """A circle."""
    stroke = f' stroke="{line}" stroke-width="{width:g}"' if line else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{stroke}/>'


def line(points: list[tuple[float, float]], colour: str, width: float, dashes: str = "") -> str:
    """A line through some points, with round ends; dashed if wanted."""
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width:g}" {ends}{dashed}/>'


def area(points: list[tuple[float, float]], fill: str) -> str:
    """The area between some points."""
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{fill}"/>'


def text(
    x: float,
    y: float,
    words: object,
    size: float = 24,
    fill: str = INK,
    *,
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
    most: float | None = None,
) -> str:
    """A line of text on its baseline; narrowed where it would be wider than `most`."""
    said = str(words)
    wide = len(said) * size * (0.56 if bold else 0.53)
    squeezed = f' textLength="{most:g}" lengthAdjust="spacingAndGlyphs"' if most is not None and wide > most else ""
    weight = "bold" if bold else "normal"
    shape = f'x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}"'
    return f"<text {shape}{squeezed}>{escape(said)}</text>"


def group(x: float, y: float, inside: str, scale: float = 1) -> str:
    """Shapes moved, and made smaller or larger."""
    return f"<g transform={quoteattr(f'translate({x:g} {y:g}) scale({scale:g})')}>{inside}</g>"
