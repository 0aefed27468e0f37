"""Charts: bars with their intervals, and curves, as standalone SVG for light and dark pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

Bar = tuple[str, float, float, float]  # label, value, low, high
Curve = tuple[str, Sequence[float]]  # label, a value for each place

_ROW, _BAR, _TOP, _PAD = 26, 14, 56, 20
_PLOT = 420  # width of the field that the bars lie in
_HEIGHT = 220  # of the field that curves lie in
_APART = 16  # labels of curves, at least
_LETTER = 7.1  # width of a letter at 13 px, about: room for labels is made with it
_KINDS = ("curve", "curve second", "curve third", "curve fourth")
_STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-size: 16px; font-weight: 600 }
.figure { font-variant-numeric: tabular-nums } .soft { fill: #666; font-size: 11px } .ground { fill: #fff }
.bar { fill: #4c78a8 } .whisker { stroke: #222; stroke-width: 1.4 } .grid { stroke: #ddd }
.fair { stroke: #b4442c; stroke-dasharray: 4 3 } .curve { fill: none; stroke: #4c78a8; stroke-width: 2 }
.curve.second { stroke: #b4442c; stroke-dasharray: 7 3 } .curve.third { stroke: #2f7d4f; stroke-dasharray: 2 3 }
.curve.fourth { stroke: #8a6d1d; stroke-dasharray: 9 3 2 3 }
@media (prefers-color-scheme: dark) { text { fill: #eee } .soft { fill: #aaa } .ground { fill: #16181c }
.bar { fill: #6b9bd0 } .whisker { stroke: #eee } .grid { stroke: #333 } .fair { stroke: #f08a6c }
.curve { stroke: #6b9bd0 } .curve.second { stroke: #f08a6c } .curve.third { stroke: #6fc492 }
.curve.fourth { stroke: #d8b95a } }
"""


def bars(
    title: str,
    rows: Sequence[Bar],
    write: Callable[[float], str] = "{:.3g}".format,
    fair: float | None = None,
    note: str = "",
) -> str:
    """An SVG picture of rows (label, value, low, high). `write` makes text of a figure; a dashed line marks `fair`.

    >>> picture = bars("Wins", [("Ana", 0.6, 0.5, 0.7), ("Bo", 0.4, 0.3, 0.5)], fair=0.5)
    >>> picture.count('class="bar"'), "Ana: 0.6 (0.5 – 0.7)" in picture
    (2, True)
    """
    most = max([1e-9, *(high for _, _, _, high in rows), *([fair] if fair is not None else [])])
    least = min(0.0, *(low for _, _, low, _ in rows)) if rows else 0.0
    left = _PAD + 10 + round(_LETTER * max((len(label) for label, *_ in rows), default=0))
    width = left + _PLOT + 96 + _PAD
    height = _TOP + _ROW * len(rows) + (44 if note else 28)

    def across(value: float) -> float:
        return round(left + _PLOT * (value - least) / (most - least), 1)

    def upright(kind: str, value: float) -> str:
        x, bottom = across(value), _TOP + _ROW * len(rows)
        return f'<line class="{kind}" x1="{x}" x2="{x}" y1="{_TOP - 4}" y2="{bottom + 4}"/>'

    parts = [upright("grid", least + (most - least) * k / 4) for k in range(5)]
    for number, (label, value, low, high) in enumerate(rows):
        middle = _TOP + _ROW * number + _ROW // 2
        start, end = sorted((across(0.0), across(value)))
        said = f"{label}: {write(value)} ({write(low)} – {write(high)})"
        parts += [
            f"<g><title>{escape(said)}</title>",
            f'<text x="{left - 10}" y="{middle + 4}" text-anchor="end">{escape(label)}</text>',
            f'<rect class="bar" x="{start}" y="{middle - _BAR // 2}" width="{end - start:.1f}" height="{_BAR}"/>',
            f'<line class="whisker" x1="{across(low)}" x2="{across(high)}" y1="{middle}" y2="{middle}"/>',
            *(
                f'<line class="whisker" x1="{x}" x2="{x}" y1="{middle - 4}" y2="{middle + 4}"/>'
                for x in (across(low), across(high))
            ),
            f'<text class="figure" x="{left + _PLOT + 12}" y="{middle + 4}">{escape(write(value))}</text></g>',
        ]
    if fair is not None:
        parts.append(upright("fair", fair))
    if note:
        parts.append(f'<text class="soft" x="{_PAD}" y="{height - 14}">{escape(note)}</text>')
    listed = "; ".join(f"{label} {write(value)}" for label, value, _, _ in rows)
    return _picture(title, listed, width, height, parts)


def curves(
    title: str,
    series: Sequence[Curve],
    places: Sequence[str],
    write: Callable[[float], str] = "{:.3g}".format,
    note: str = "",
) -> str:
    """An SVG picture of up to four curves, each with a value for every place.

    >>> picture = curves("Passes", [("winners", [0, 1, 3]), ("losers", [1, 1, 1])], ["early", "", "late"])
    >>> picture.count("<polyline"), picture.count("early"), "winners: 0, 1, 3" in picture
    (2, 1, True)
    """
    if len(series) > len(_KINDS):
        raise ValueError(f"{len(series)} curves; at most {len(_KINDS)} can be told apart")
    most = max([1e-9, *(value for _, values in series for value in values)])
    left, bottom = _PAD + 44, _TOP + _HEIGHT
    label_room = 42 + round(_LETTER * max((len(label) for label, _ in series), default=0))
    width, height = left + _PLOT + label_room + _PAD, bottom + (62 if note else 40)

    def down(value: float) -> float:
        return round(bottom - _HEIGHT * value / most, 1)

    def across(place: int) -> float:
        return round(left + _PLOT * place / max(1, len(places) - 1), 1)

    parts = []
    for k in range(5):
        y, value = down(most * k / 4), most * k / 4
        parts.append(f'<line class="grid" x1="{left}" x2="{left + _PLOT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="soft" x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(write(value))}</text>')
    for place, label in enumerate(places):
        x, y = across(place), bottom + 18
        parts += [f'<text class="soft" x="{x}" y="{y}" text-anchor="middle">{escape(label)}</text>'] if label else []
    ends = sorted(((down(values[-1]), kind, label) for kind, (label, values) in zip(_KINDS, series)), reverse=True)
    y = bottom + _APART * 1.0
    for end, kind, label in ends:  # the lowest first: those that end close together stand above each other
        y, x = min(end, y - _APART), left + _PLOT + 10
        parts.append(f'<line class="{kind}" x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{x + 28}" y="{y + 4}">{escape(label)}</text>')
    for kind, (label, values) in zip(_KINDS, series):
        points = " ".join(f"{across(k)},{down(value)}" for k, value in enumerate(values))
        said = f"{label}: {', '.join(write(value) for value in values)}"
        parts.append(f'<g><title>{escape(said)}</title><polyline class="{kind}" points="{points}"/></g>')
    if note:
        parts.append(f'<text class="soft" x="{_PAD}" y="{height - 14}">{escape(note)}</text>')
    listed = "; ".join(f"{label} {', '.join(write(value) for value in values)}" for label, values in series)
    return _picture(title, listed, width, height, parts)


def _picture(title: str, listed: str, width: int, height: int, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><title>{escape(title)}</title><desc>{escape(listed)}</desc><style>{_STYLE}</style>'
        f'<rect class="ground" width="{width}" height="{height}"/>'
        f'<text class="title" x="{_PAD}" y="32">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )
