"""Numba's typing, taught to remember what operators and built-in functions make of their arguments.

For every `+`, `==` and `[]` Numba tries dozens of declarations anew, and writes down for each why it does not fit: a
seventh of the time that rules take to compile. What came of it is the same for the same types, declarations and flags.
"""

from __future__ import annotations

from typing import Any

from numba.core import types

# By the typing context, the flags of the compiler and the function (which holds its declarations): by the types of its
# arguments, what a call of it is. The functions are kept as well, lest another one gets the same id.
_known: dict[tuple[int, str, int], tuple[Any, dict[tuple[Any, ...], Any]]] = {}


class RememberingTypes:
    """Numba's typing context, which answers at once what it has found out before."""

    def __init__(self, exact: Any, flags: Any) -> None:
        self._exact = exact
        self._flags: str = flags.summary()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._exact, name)

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """What a call is: its types. Rules are compiled where they are called; those are not kept here."""
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
