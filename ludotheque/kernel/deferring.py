"""Code libraries for Numba that optimise and generate machine code for entry points only.

Numba optimises and generates code for every function separately, and also links it into every caller. Here inner
functions stay unoptimised LLVM code, which an entry point links and optimises as a whole. The classes are passed to
`njit` as `pipeline_class`, so other users of Numba are not affected. `compiling.py` checks first that Numba has the
methods we override.
"""

from __future__ import annotations

import logging
from typing import Any

from numba.core import codegen, compiler
from numba.core.environment import lookup_environment

from ludotheque.kernel.remembering import RememberingTypes

MODEST = {"opt": 2, "loop_vectorize": 0}  # loops over a few cards gain nothing from level 3 and vectorisation


log = logging.getLogger(__name__)
_announced: set[str] = set()  # games whose compilation was logged, or is displayed otherwise


def announce(module: str) -> None:
    """Log, once for each game, that it is being compiled, so that waiting users know why."""
    game = module.rpartition("__")[2].removesuffix("_compiled")
    if game not in _announced:
        _announced.add(game)
        log.warning("compiling %s for this machine: this may take up to a minute, once", game)


def keep_quiet(package: str) -> None:
    """Log nothing about a game: its preparation is displayed otherwise."""
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
    """A generator for code that is not loaded into memory."""

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: inner code has no address yet. `EntryCode` sets its environments."""


class EntryCode(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point and of everything it calls."""

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
    """Entry points with full optimisation: loops over long rows gain from it."""

    def __init__(self, exact: Any, name: str) -> None:
        super().__init__(exact, name)
        self._codegen = exact


class InnerCode(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that only kernels call."""

    def __init__(self, exact: Any, name: str) -> None:
        super().__init__(exact, name)
        self._codegen = InnerGenerator(exact)

    def _optimize_final_module(self) -> None:
        """Do nothing: the entry points optimise this code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0


class EntryCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, for entry points."""

    library: type = EntryCode

    def define_pipelines(self) -> Any:
        """Return Numba's own pipelines, with our code library and typing context."""
        state = self.state
        if issubclass(self.library, EntryCode):
            announce(state.func_id.modname)
        if state.library is None:
            state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        state.typingctx = RememberingTypes(state.typingctx, state.flags)
        return super().define_pipelines()


class WideEntryCompiler(EntryCompiler):
    """Compiles entry points with full optimisation: loops over long rows gain from it."""

    library = WideEntryCode


class InnerCompiler(EntryCompiler):
    """Numba's compiler, for functions that only kernels call."""

    library = InnerCode
