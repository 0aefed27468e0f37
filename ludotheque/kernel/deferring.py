"""Numba's code libraries, taught to wait: only entry points are optimised and turned into machine code.

Numba does both for every function by itself, though it links the code of a function into all that call it. Here the
code of inner functions stays as it was lowered; an entry point takes it over with all the rest. Handed to `njit` as its
`pipeline_class`, so that Numba stays as it is for others. `compiling.py` looks first whether it is as we need it.
"""

from __future__ import annotations

import logging
from typing import Any

from numba.core import codegen, compiler
from numba.core.environment import lookup_environment

from ludotheque.kernel.remembering import RememberingTypes

MODEST = {"opt": 2, "loop_vectorize": 0}  # loops over a few cards gain nothing by level 3 and by being widened


log = logging.getLogger(__name__)
_announced: set[str] = set()  # games whose compilation has been told of, or is shown in another way


def announce(module: str) -> None:
    """Say, once for each game, that machine code is made now: somebody may be waiting and wonder."""
    game = module.rpartition("__")[2].removesuffix("_compiled")
    if game not in _announced:
        _announced.add(game)
        log.warning("compiling %s for this machine: this may take up to a minute, once", game)


def keep_quiet(package: str) -> None:
    """Announce nothing of a game: its preparation is shown in another way."""
    _announced.add(package.rpartition(".")[2])


class ModestGenerator:
    """Numba's code generator, with less optimisation."""

    def __init__(self, exact: Any) -> None:
        self._exact = exact

    def __getattr__(self, name: str) -> Any:
        return getattr(self._exact, name)

    def _module_pass_manager(self, **given: Any) -> Any:
        return self._exact._module_pass_manager(**(MODEST | given))

    def _function_pass_manager(self, **given: Any) -> Any:
        return self._exact._function_pass_manager(**(MODEST | given))


class InnerGenerator(ModestGenerator):
    """The same for code that is given no place in memory."""

    def set_env(self, env_name: str, env: Any) -> None:
        """There is nowhere to write it yet: `EntryCode` does."""


class EntryCode(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point and of all that it calls."""

    def __init__(self, exact: Any, name: str) -> None:
        super().__init__(exact, name)
        self._codegen = ModestGenerator(exact)

    def _finalize_final_module(self) -> None:
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)


class WideEntryCode(EntryCode):
    """The same with all optimisation that Numba knows: for long rows, that of a few cards is too little."""

    def __init__(self, exact: Any, name: str) -> None:
        super().__init__(exact, name)
        self._codegen = exact


class InnerCode(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that only kernels call."""

    def __init__(self, exact: Any, name: str) -> None:
        super().__init__(exact, name)
        self._codegen = InnerGenerator(exact)

    def _optimize_final_module(self) -> None:
        """Entry points do that."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: there is no machine code."""
        self._ensure_finalized()
        return 0


class EntryCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, for entry points."""

    library: type = EntryCode

    def define_pipelines(self) -> Any:
        """As Numba has them, into a library of ours."""
        state = self.state
        if issubclass(self.library, EntryCode):
            announce(state.func_id.modname)
        if state.library is None:
            state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        state.typingctx = RememberingTypes(state.typingctx, state.flags)
        return super().define_pipelines()


class WideEntryCompiler(EntryCompiler):
    """Numba's compiler, for entry points that run through long rows."""

    library = WideEntryCode


class InnerCompiler(EntryCompiler):
    """Numba's compiler, for functions that only kernels call."""

    library = InnerCode
