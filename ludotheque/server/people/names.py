"""What may be a name: one line that everybody sees as it is, and nothing that changes how the rest of it reads."""

from __future__ import annotations

import unicodedata

from ludotheque.server.errors import Refused

# Control signs and line breaks; what is not seen or turns the direction of writing; what no system has a picture for.
UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by their class, and nothing by their looks
MOST_MARKS = 2  # on one letter: beyond, they grow over the lines above and below


def checked(name: str) -> str:
    """The name as it is kept: composed, spaces counted once; Refused, if it would not be seen as it is."""
    plain = " ".join(unicodedata.normalize("NFC", name).split(" "))
    marks = 0
    for sign in plain:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in UNSEEN or sign in BLANK or marks > MOST_MARKS or (kind == "Zs" and sign != " "):
            raise Refused("bad_name")
    if not plain or plain != plain.strip() or all(unicodedata.category(sign)[0] == "M" for sign in plain):
        raise Refused("bad_name")
    return plain
