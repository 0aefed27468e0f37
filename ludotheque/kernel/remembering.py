"""A cache for Numba's typing of operators and built-in functions.

For every `+`, `==` and `[]` Numba tries dozens of declarations again, and formats a message for each that does not fit.
That takes a seventh of the compile time of rules. The result depends only on types, declarations and flags.
"""

from __future__ import annotations

from typing import Any

from numba.core import types

# Key: typing context, compiler flags, function (which holds its declarations). Value: the function, and the result for
# each tuple of argument types. The function is kept alive so that no other object can get the same id.
_known: dict[tuple[int, str, int], tuple[Any, dict[tuple[Any, ...], Any]]] = {}


class RememberingTypes:
    """Numba's typing context with a cache of resolved calls."""

    def __init__(self, exact: Any, flags: Any) -> None:
        self._exact = exact
        self._flags: str = flags.summary()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._exact, name)

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call, from the cache if it is known.

        Only operators and built-in functions are cached; kernel functions are compiled where they are called.
        """
        exact = self._exact
        if kws or not isinstance(func, types.Function):
            return exact.resolve_function_type(func, args, kws)
        _, known = _known.setdefault((id(exact), self._flags, id(func)), (func, {}))
        found = known.get(args)
        if found is None:
            found = exact.resolve_function_type(func, args, kws)
            if found is not None and found.is_precise():
                known[args] = found
        return found
