"""Addresses as QR codes, for the page and the terminal."""

from __future__ import annotations

import io

import segno

BORDER = 2  # modules of quiet zone; the standard asks for four, but two are enough for every reader we know
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def as_svg(text: str) -> bytes:
    """Return an SVG that scales to its frame, dark on white in every theme."""
    drawn = io.BytesIO()
    segno.make_qr(text, error="m").save(
        drawn, kind="svg", border=BORDER, dark="#000", light="#fff", omitsize=True, xmldecl=False, svgclass=None
    )
    return drawn.getvalue()


def in_terminal(text: str) -> str:
    """Return lines of half blocks to print dark on light; a character is one module wide and two high."""
    rows = [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return "\n".join(
        "".join(HALVES[above, below] for above, below in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
