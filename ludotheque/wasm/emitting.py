"""Compile a game's entry points, the bots' kernels and the layers of networks into one WebAssembly module.

Numba types and lowers every function as for this machine. The code is taken before it is optimised: afterwards it
holds offsets of 64-bit pointers. LLVM then optimises all of it at once for wasm32 with SIMD.

Every exported function takes plain numbers. An array is an address and its length (rows and columns of a table); a
named tuple of arrays is the address of a list of such pairs; any other number is a float64, which holds whole numbers
up to 2**53 and needs no BigInt in JavaScript.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import types as numba_types

from ludotheque.bots import network_kernel, plans, searcher
from ludotheque.bots.network import outlook_of
from ludotheque.bots.tree import new_tree
from ludotheque.bots.value_network import value_network_of
from ludotheque.kernel import Program, load
from ludotheque.kernel.compiling import DECORATORS
from ludotheque.kernel.observation import DTYPE
from ludotheque.play.base import BaseGame
from ludotheque.wasm.linking import link

types: Any = numba_types  # the declared attributes are incomplete
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
DRIVER = "ludotheque.kernel.driver"
BOTS = "ludotheque.bots"
GREEDY, POLICIES = f"{BOTS}.greedy_kernel", f"{BOTS}.policy_kernel"
WIDE = "network_"  # exports with loops over long rows
FAILED = -1  # return values of Numba's functions that raised an error; values above 0 are the rules' own


class EmittingProgram(Program):
    """A compiled program whose entry points stay as Numba lowers them, without machine code.

    Everything below the entry points is that of the game's compiled program, so a process that has compiled the game
    and its bots does not type and lower them again.
    """

    def module(self, name: str) -> ModuleType:
        """This program's copy of the driver; the compiled program's copy of any other module."""
        return super().module(name) if name == DRIVER else load(self.package, "compiled").module(name)

    def _make_facade(self, layout: Any) -> ModuleType:
        facade = super()._make_facade(layout)
        self.emitted: list[Any] = []

        def entry_point(function: Callable[..., Any]) -> Any:
            self.emitted.append(DECORATORS.inner(function))
            return self.emitted[-1]

        facade.__dict__.update(entry_point=entry_point, wide_entry_point=entry_point)
        return facade


@dataclass(frozen=True)
class Export:
    """A function of the module: its name outside, Numba's dispatcher and the types of its arguments."""

    name: str
    function: Any
    arguments: tuple[Any, ...]


def exports_of(game: BaseGame) -> tuple[EmittingProgram, list[Export]]:
    """Return the functions of a game's module: all entry points of the driver, and those of the bots for one decision.

    Entry points name their arguments alike, so the name of an argument tells its type; all others are whole numbers.
    """
    program = EmittingProgram(game.package, "compiled")
    out, total, matrix = program.actions(1), program.totals(1), np.zeros((1, 1), DTYPE)
    samples = {"S": program.states(1), "W": program.workspaces(1), "out": out, "more": out, "total": total}
    samples |= {"t": new_tree(program, 1, 1, 1, value_network_of(game.package)), "x": np.zeros(1, DTYPE)}
    samples |= {"rows": matrix, "world": total, "weight": total, "sure": total}
    wanted: dict[str, tuple[str, ...]] = {}
    if game.has_heuristic:
        wanted |= {GREEDY: ("decide",), searcher.KERNEL: ("begin", "think", "promise")}
    if "policies" in {name.partition(".")[0] for name in game.kernel_modules}:
        wanted |= {POLICIES: ("decide",)}
    if outlook_of(game) is not None:
        wanted |= {plans.KERNEL: ("look", "look_ahead")}
    found = [(DRIVER, function) for function in program.emitted]
    for module, names in wanted.items():
        own = vars(load(game.package, "compiled").add(module))
        found += [(module, without_machine_code(own[name], own)) for name in names]
    exports = []
    for module, function in found:
        taken = inspect.signature(function.py_func).parameters
        types_of = tuple(numba.typeof(samples[name]) if name in samples else types.int64 for name in taken)
        exports.append(Export(export_name(module, function.py_func.__name__), function, types_of))
    return program, [*exports, *network_exports()]


def without_machine_code(dispatcher: Any, land: dict[str, Any]) -> Any:
    """A compiled function once more, to be left as Numba lowers it; what it calls is that of `land`."""
    return DECORATORS.inner(FunctionType(dispatcher.py_func.__code__, land, dispatcher.py_func.__name__))


def export_name(module: str, function: str) -> str:
    """The name of a module's function outside: `begin` of the search is `search_begin`, the rules' have no prefix."""
    stem = module.rpartition(".")[2].removesuffix("_kernel")
    return function if stem == "driver" else f"{stem}_{function}"


@cache
def network_exports() -> tuple[Export, ...]:
    """The layers of networks, lowered anew, for all games: those of `network_kernel` have been optimised here."""
    known = {name: f for name, f in vars(network_kernel).items() if hasattr(f, "py_func")}
    land = dict(vars(network_kernel))
    for name, dispatcher in known.items():
        land[name] = without_machine_code(dispatcher, land)
    return tuple(
        Export(f"{WIDE}{name}", land[name], dispatcher.nopython_signatures[0].args)
        for name, dispatcher in known.items()
        if dispatcher.nopython_signatures and not dispatcher._can_compile
    )


# From Numba's types to those of the module ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Passed:
    """One argument: what kind it is, its parameters outside, the lines that unpack it, what Numba's function gets."""

    kind: str
    parameters: list[str]
    lines: list[str]
    inside: list[str]


def pass_argument(a: str, of: Any, records: Callable[[Any], str]) -> Passed:
    """How an argument called `a` is passed."""
    if isinstance(of, types.Array):
        size = of.dtype.size if isinstance(of.dtype, types.Record) else of.dtype.bitwidth // 8
        kind = records(of.dtype)
        lengths = [f"%{a}.{k}" for k in range(of.ndim)]
        lines = [f"  {n}.wide = zext i32 {n} to i64" for n in lengths]
        parameters = [f"ptr %{a}", *(f"i32 {n}" for n in lengths)]
        return Passed(
            kind + "[]" * of.ndim, parameters, lines, _array(a, f"%{a}", [f"{n}.wide" for n in lengths], size, lines)
        )
    if isinstance(of, types.BaseTuple):
        lines, inside = [], []
        for k, member in enumerate(of):
            m = f"{a}.m{k}"
            lines += [
                f"  %{m}.at = getelementptr i32, ptr %{a}, i32 {2 * k}",
                f"  %{m} = load ptr, ptr %{m}.at",
                f"  %{m}.n.at = getelementptr i32, ptr %{a}, i32 {2 * k + 1}",
                f"  %{m}.n = load i32, ptr %{m}.n.at",
                f"  %{m}.wide = zext i32 %{m}.n to i64",
            ]
            inside += _array(m, f"%{m}", [f"%{m}.wide"], member.dtype.bitwidth // 8, lines)
        return Passed(f"({','.join(records(member.dtype) for member in of)})", [f"ptr %{a}"], lines, inside)
    if of != types.int64:
        raise TypeError(f"no way to pass {of}")
    return Passed("number", [f"double %{a}"], [f"  %{a}.whole = fptosi double %{a} to i64"], [f"i64 %{a}.whole"])


def _array(a: str, data: str, lengths: list[str], size: int, lines: list[str]) -> list[str]:
    """The fields of Numba's array: two owners, items, size of one, data, shape, strides."""
    items, strides = lengths[0], [str(size)]
    if len(lengths) == 2:
        lines += [f"  %{a}.items = mul i64 {lengths[0]}, {lengths[1]}", f"  %{a}.row = mul i64 {lengths[1]}, {size}"]
        items, strides = f"%{a}.items", [f"%{a}.row", str(size)]
    head = ["ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr {data}"]
    return [*head, *(f"i64 {n}" for n in (*lengths, *strides))]


def wrap(export: Export, mangled: str, returned: Any, records: Callable[[Any], str]) -> tuple[str, dict[str, Any]]:
    """The LLVM code of an exported function, and its description for callers."""
    passed = [pass_argument(f"a{k}", of, records) for k, of in enumerate(export.arguments)]
    inside = ", ".join(value for one in passed for value in one.inside)
    inner_types = ", ".join(value.split(" ")[0] for one in passed for value in one.inside)
    parameters = ", ".join(value for one in passed for value in one.parameters)
    if isinstance(returned, (types.Integer, types.Boolean)):
        bits = 8 if isinstance(returned, types.Boolean) else returned.bitwidth
        answer = [f"  %v = load i{bits}, ptr %r", f"  %d = sitofp i{bits} %v to double", "  ret double %d"]
    elif isinstance(returned, types.Float):
        answer = [f"  %d = load {'double' if returned.bitwidth == 64 else 'float'}, ptr %r", "  ret double %d"]
    else:
        answer = ["  ret double 0.0"]
    code = [
        f'declare i32 @"{mangled}"(ptr, ptr, {inner_types})',
        f"define double @{export.name}({parameters}) {{",
        "  %r = alloca i64",
        "  %e = alloca ptr",
        "  store i64 0, ptr %r",
        *(line for one in passed for line in one.lines),
        f'  %c = call i32 @"{mangled}"(ptr %r, ptr %e, {inside})',
        f"  %failed = icmp eq i32 %c, {FAILED}",
        "  %refused = icmp sgt i32 %c, 0",
        "  %bad = or i1 %failed, %refused",
        "  br i1 %bad, label %stop, label %go",
        "stop:",
        "  call void @llvm.trap()",
        "  unreachable",
        "go:",
        *answer,
        "}",
        "",
    ]
    return "\n".join(code), {"takes": [one.kind for one in passed]}


# LLVM -----------------------------------------------------------------------------------------------------------------


def target_machine() -> Any:
    """LLVM's target: wasm32 with SIMD."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, features=FEATURES, reloc="static", codemodel="default")


def for_wasm(code: str, machine: Any) -> Any:
    """LLVM code of this machine as a module of the target; only what is wanted later stays visible."""
    code = re.sub(r'^target datalayout = ".*"$', f'target datalayout = "{machine.target_data}"', code, flags=re.M)
    code = re.sub(r'^target triple = ".*"$', f'target triple = "{TRIPLE}"', code, flags=re.M)
    return llvm.parse_assembly(code.replace(" = common ", " = internal "))


def optimise(module: Any, machine: Any, *, wide: bool) -> None:
    """Optimise a module; loops are widened only where rows are long: those over a few cards get longer, not faster."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = wide
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def compile_game(game: BaseGame) -> tuple[bytes, dict[str, Any]]:
    """The module of a game, and the description that callers need."""
    program, exports = exports_of(game)
    machine = target_machine()
    names = {str(numba.from_dtype(program.state.dtype)): "state", str(numba.from_dtype(program.work.dtype)): "work"}
    records = partial(_kind, names=names)
    described: dict[str, Any] = {}
    whole = _empty(machine)
    for wide in (True, False):
        part = _empty(machine)
        for export in exports:
            if export.name.startswith(WIDE) != wide:
                continue
            export.function.compile(export.arguments)
            overload = export.function.overloads[export.arguments]
            mangled = overload.fndesc.mangled_name
            code, described[export.name] = wrap(export, mangled, overload.signature.return_type, records)
            inner = for_wasm(overload.library.get_llvm_str(), machine)
            _hide(inner, mangled)
            part.link_in(inner)
            part.link_in(llvm.parse_assembly(_head(machine) + code))
        for function in part.functions:
            if not function.is_declaration and function.name not in described:
                function.linkage = "internal"
        optimise(part, machine, wide=wide)
        whole.link_in(part)
    about = {
        "game": game.name,
        "rules": game.rules_version,
        "state": program.state.dtype.itemsize,
        "work": program.work.dtype.itemsize,
        "functions": described,
    }
    return link(machine.emit_object(whole), list(described)), about


def _hide(module: Any, entry: str) -> None:
    """Let functions of one name be one function when modules are linked; data of one name may differ.

    The entry point stays as it is: LLVM leaves out what nobody refers to yet.
    """
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = "linkonce_odr"
    for data in module.global_variables:
        if not data.is_declaration:
            data.linkage = "internal"


def _head(machine: Any) -> str:
    return f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'


def _empty(machine: Any) -> Any:
    return llvm.parse_assembly(_head(machine))


def _kind(of: Any, names: dict[str, str]) -> str:
    if isinstance(of, types.Record):
        return names[str(of)]
    return f"{'f' if isinstance(of, types.Float) else 'i'}{of.bitwidth // 8}"
