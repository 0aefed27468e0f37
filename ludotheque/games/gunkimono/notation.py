"""Alternative notations of moves. The declaration defines the notation itself:

`I1L2` pick that large tile · `small A` pick the small archer · `c3e` place it: its first half on c3, the second to the
east of it · `c3e+` the same on a support · `c3` place a small tile there · `support A` use that small tile as support
`victory`, `honour` · `fort c3` build there · `take I1L2`, `blind` draw · `pass`

Also accepted: `c3-d3` for `c3e`, the halves of a tile in either order, French words.
"""

from __future__ import annotations

import re

from ludotheque.games.gunkimono.declaration import DECLARATION
from ludotheque.games.gunkimono.tables import COLUMNS, SQUARE_NAMES
from ludotheque.play.notation import Notation

FRENCH = {"petite": "small", "soutien": "support", "victoire": "victory", "honneur": "honour", "prendre": "take"}
FRENCH |= {"aveugle": "blind", "passer": "pass", "forteresse": "fort", "fortress": "fort", "honor": "honour"}
STEP = {COLUMNS * -1: "n", 1: "e", COLUMNS: "s", -1: "w"}  # the difference between neighbouring squares


_exactly = Notation(DECLARATION).read


def read(text: str) -> int | None:  # plain-words: ignore (public name)
    """The action of a notation, or None."""
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
