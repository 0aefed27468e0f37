"""Checking names: one line of visible characters that does not change how the text around it reads."""

from __future__ import annotations

import unicodedata

from ludotheque.server.errors import Refused

# Control characters and line breaks; invisible or direction-changing characters; unassigned ones.
UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by Unicode category that look blank
MOST_MARKS = 2  # on one letter: more would grow over the lines above and below


def check_name(name: str) -> str:
    """Return the name in normal form with single spaces; Refused if it contains characters that mislead."""
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
