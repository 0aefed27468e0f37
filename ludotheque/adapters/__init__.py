"""Games as the environments that other frameworks know. Each is an extra, imported when it is asked for.

`adapters.pettingzoo`, `adapters.gymnasium`, `adapters.openspiel`: thin, without rules of their own. Observations are
the game's (`game.observation`), actions its numbers, rewards shares of the win. `adapters.jax` puts a batch into
programs that JAX compiles; `adapters.minari` converts datasets.
"""

import importlib
from typing import TYPE_CHECKING, Any

_ADAPTERS = {"gymnasium", "jax", "minari", "openspiel", "pettingzoo"}

if not TYPE_CHECKING:  # who checks types is to hear of names that are not there

    def __getattr__(name: str) -> Any:
        if name in _ADAPTERS:
            return importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"there is no adapter {name!r}; there are {', '.join(sorted(_ADAPTERS))}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *_ADAPTERS})
