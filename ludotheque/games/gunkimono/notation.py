"""What may be typed for a move beside its notation, which the declaration tells:

`I1L2` take up that large tile · `small A` take up the small archer · `c3e` lay it: its first half on c3, the second to
the east of it · `c3e+` the same on a support · `c3` lay a small tile there · `support A` that small tile supports
`victory`, `honour` · `fort c3` build there · `take I1L2`, `blind` draw · `pass`

`c3-d3` for `c3e`, a tile's halves either way round, French words.
"""

from __future__ import annotations

import re

from ludotheque.games.gunkimono.declaration import DECLARATION
from ludotheque.games.gunkimono.tables import COLUMNS, SQUARE_NAMES
from ludotheque.play.notation import Notation

FRENCH = {"petite": "small", "soutien": "support", "victoire": "victory", "honneur": "honour", "prendre": "take"}
FRENCH |= {"aveugle": "blind", "passer": "pass", "forteresse": "fort", "fortress": "fort", "honor": "honour"}
STEP = {COLUMNS * -1: "n", 1: "e", COLUMNS: "s", -1: "w"}  # from one square to its neighbour


_exactly = Notation(DECLARATION).read


def read(text: str) -> int | None:
    """The action of a notation, None if it is none."""
    words = [FRENCH.get(word, word) for word in text.lower().split()]
    exact = _exactly(" ".join(words))
    if exact is not None or not words:
        return exact
    *before, last = words
    turned = re.fullmatch(r"([a-z]\d)([a-z]\d)", last)
    between = re.fullmatch(r"([a-l]\d+)-([a-l]\d+)(\+?)", last)
    if between and between[1] in SQUARE_NAMES and between[2] in SQUARE_NAMES:
        side = STEP.get(SQUARE_NAMES.index(between[2]) - SQUARE_NAMES.index(between[1]))
        beside = side in ("n", "s") or between[1][1:] == between[2][1:]
        return _exactly(f"{between[1]}{side}{between[3]}") if side and beside and not before else None
    return _exactly(" ".join([*before, turned[2] + turned[1]])) if turned else None
