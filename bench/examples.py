"""The examples that need PyTorch, run as they are: does what they train beat random play?

    pip install 'ludotheque[train,pettingzoo]' torchrl
    python bench/examples.py

`./test` runs the others, `./test long` these: PyTorch alone is larger than everything else that is installed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
COMMANDS = (
    ("train_sb3.py", "--seconds", "60"),
    ("train_torchrl.py", "--rounds", "15"),
    ("ppo_torch.py", "--seconds", "90"),
)


def main() -> int:
    """0 if all of them have learnt something."""
    codes = []
    for name, *arguments in COMMANDS:
        print(f"{name} {' '.join(arguments)}", flush=True)
        codes.append(subprocess.run([sys.executable, EXAMPLES / name, *arguments], check=False).returncode)
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
