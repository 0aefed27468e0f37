"""Writes the pages of rulings from the rulebooks of the games: `.venv/bin/python docs/rulings.py`."""

from __future__ import annotations

from pathlib import Path

import ludotheque as lt

FOLDER = Path(__file__).parent / "games"
GAMES = ("gunkimono", "kunitori", "gorynich", "gwynt")


def page(name: str) -> str:
    """The rulings of a game as a page: each rule on which we had to decide, with the reason and the option."""
    game = lt.game(name, "plain")
    book, title = game.rulebook("en"), game.declaration.title["en"]
    lines = [
        f"# {title}: rulings",
        "",
        f"What we decided where the rulebook of {title} is silent or can be read in several ways. Each entry says",
        "why, and names the option that changes it, if any. In the room the rules show the same under “Why so?”.",
        "",
        f"Written by `docs/rulings.py` from `ludotheque/games/{name}/rulebook/en.toml`: change it there.",
        "",
    ]
    for section, rules in book.sections:
        decided = [book[rule] for rule in rules if book[rule].ruling]
        if decided:
            lines += [f"## {section}", ""]
        for rule in decided:
            lines += [f"**{rule.id} {rule.title}.** {rule.ruling}", ""]
    return "\n".join(lines)


def main() -> None:
    """Write the page of each game that has rulings."""
    for name in GAMES:
        (FOLDER / f"{name}-rulings.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
