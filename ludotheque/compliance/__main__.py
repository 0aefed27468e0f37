"""`python -m ludotheque.compliance GAME`: every check, a line each. GAME is a name or a package to import."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ludotheque.compliance import CHECKS, check_golden, check_rule_tests
from ludotheque.compliance.named import game_named
from ludotheque.compliance.walk import ComplianceError
from ludotheque.errors import LudothequeError, NotCompiled


def main(arguments: list[str] | None = None) -> int:
    """Run the suite on one game; 0 if all is well."""
    parser = argparse.ArgumentParser(prog="python -m ludotheque.compliance", description=__doc__)
    parser.add_argument("game", help="the name of a registered game, or the import path of a game's package")
    parser.add_argument("--tests", type=Path, help="the folder in which every rule should have a marked test")
    parser.add_argument("--golden", type=Path, help="the folder of its golden games (default: golden in its own)")
    parser.add_argument("--only", metavar="CHECK", help="run this check alone, for example check_secrecy")
    wanted = parser.parse_args(arguments)
    try:
        game = game_named(wanted.game)
    except (ImportError, AttributeError, LudothequeError) as error:
        print(f"{wanted.game}: {error}", file=sys.stderr)
        return 2
    checks: dict[str, Callable[[], None]] = {check.__name__: partial(check, game) for check in CHECKS}
    checks[check_golden.__name__] = partial(check_golden, game, folder=wanted.golden)
    if wanted.tests is not None:
        checks[check_rule_tests.__name__] = partial(check_rule_tests, game, tests=wanted.tests)
    if wanted.only is not None and wanted.only not in checks:
        print(f"no check is called {wanted.only!r}; there are {', '.join(checks)}", file=sys.stderr)
        return 2
    failed = [name for name, check in checks.items() if wanted.only in (None, name) and not _passes(name, check)]
    return 1 if failed else 0


def _passes(name: str, check: Callable[[], None]) -> bool:
    """Run one check and say how it went."""
    print(f"{name:<20}", end="", flush=True)
    began = time.perf_counter()
    try:
        check()
    except (ComplianceError, NotCompiled) as error:
        print(f"FAILED\n{error}")
        return False
    print(f"ok  {time.perf_counter() - began:6.1f} s")
    return True


if __name__ == "__main__":
    sys.exit(main())
