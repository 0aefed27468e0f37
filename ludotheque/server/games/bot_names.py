"""The names of bots at a table."""

from __future__ import annotations

BOT_NAMES = ("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus")  # short, from everywhere, one for each letter


def free_name(taken: set[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    return next(
        name for name in (*BOT_NAMES, *(f"{name} {n}" for n in (2, 3) for name in BOT_NAMES)) if name not in taken
    )
