"""The pinned requirement files: a package pinned in several of them is pinned to the same files everywhere.

A compiler of requirements that finds a package in a local folder first notes the hash of that one wheel. The pin
then holds for the machine it was compiled on and for no other.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "requirements"
PIN = re.compile(r"^(?P<pin>[\w.-]+==[^\s;]+).*\\\n(?P<hashes>(?:    --hash=\S+(?: \\)?\n)+)", re.MULTILINE)


def hashes(path: Path) -> dict[str, frozenset[str]]:
    pins = PIN.finditer(path.read_text(encoding="utf-8"))
    return {pin["pin"]: frozenset(re.findall(r"sha256:\w+", pin["hashes"])) for pin in pins}


def test_a_pin_has_the_same_hashes_in_every_file() -> None:
    by_file = {path.name: hashes(path) for path in sorted(FOLDER.glob("*.txt"))}
    assert len(by_file["test.txt"]) > len(by_file["runtime.txt"]) > 30
    everywhere: dict[str, frozenset[str]] = {}
    for pins in by_file.values():
        for pin, found in pins.items():
            everywhere[pin] = everywhere.get(pin, frozenset()) | found
    short = {
        (name, pin): len(everywhere[pin] - found)
        for name, pins in by_file.items()
        for pin, found in pins.items()
        if found != everywhere[pin]
    }
    assert not short, f"hashes missing, so that other machines can't install it: {short}"
