"""`python -m ludotheque.compliance.golden GAME [FOLDER]`: write the golden files of a game again."""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque.compliance import numbering
from ludotheque.compliance.golden import FOLDER, files
from ludotheque.compliance.named import game_named
from ludotheque.errors import LudothequeError


def main(arguments: list[str]) -> int:
    """Write them, and say which are as they were."""
    if len(arguments) not in (1, 2):
        print("usage: python -m ludotheque.compliance.golden GAME [FOLDER]", file=sys.stderr)
        return 2
    try:
        game = game_named(arguments[0])
        folder = Path(arguments[1]) if len(arguments) == 2 else game.folder / FOLDER
        for path, text in (*files(game, folder), (folder / numbering.FILE, numbering.numbers(game))):
            same = path.exists() and path.read_text(encoding="utf-8") == text
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{'unchanged' if same else 'written  '} {path}")
    except (LudothequeError, ImportError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
