"""Compiling kernel functions: inner ones have no machine code of their own, and plain njit is the fallback."""

from __future__ import annotations

import logging
import operator
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core import codegen, compiler, config, dispatcher, options, types
from numba.core.typing import context, signature
from numba.core.typing.templates import AbstractTemplate

import ludotheque as lt
from ludotheque.kernel import compiling, remembering
from ludotheque.kernel.compiling import NEEDED, TRIED, Decorators, surprise
from ludotheque.kernel.deferring import EntryCode, InnerCode
from ludotheque.kernel.remembering import RememberingTypes

ROOT = Path(lt.__file__).parent.parent
THRIFTY = Decorators("")


def double(n):
    return n + n


def program(decorators: Decorators, folder: Path | None = None) -> tuple[Any, Any]:
    """An inner function and an entry point that calls it, with integers of two widths."""
    twice = decorators.inner(double)

    def total(row):
        return twice(row[0]) + twice(len(row))

    return twice, decorators.entry_point(total, folder)


def code_of(function: Any) -> Any:
    (result,) = function.overloads.values()
    return result.library


def test_numba_is_as_expected() -> None:
    assert surprise() == ""
    assert compiling.DECORATORS.thrifty


def test_arrays_are_not_counted(tmp_path: Path) -> None:
    _, total = program(THRIFTY, tmp_path)
    total(np.array([20, 1], np.int8))
    assert "NRT_" not in code_of(total).get_asm_str()


def test_gpu_functions_have_no_option_for_counting() -> None:
    assert not {"_nrt"} & {*THRIFTY.for_gpu(double).targetoptions, *THRIFTY.entry_point(double, None).targetoptions}
    assert "_nrt" in THRIFTY.inner(double).targetoptions


def test_a_numba_without_that_option_is_a_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(options.DefaultOptions, "_nrt")
    assert surprise() == "it has no option _nrt"


def test_inner_functions_have_no_machine_code_and_entry_points_have_all_of_it() -> None:
    twice, total = program(THRIFTY)
    assert total(np.array([20, 1], np.int8)) == 44
    inner, entry = code_of(twice), code_of(total)
    assert isinstance(inner, InnerCode)
    assert isinstance(entry, EntryCode)
    (result,) = twice.overloads.values()
    engine = entry.codegen._engine
    assert not engine.is_symbol_defined(result.fndesc.llvm_func_name)
    assert "define" in inner.get_llvm_str(), "its code is there for its callers"
    (outer,) = total.overloads.values()
    assert engine.is_symbol_defined(outer.fndesc.llvm_func_name)


def test_inner_functions_are_not_optimised_by_themselves() -> None:
    calls = {}
    for decorators in (THRIFTY, Decorators("for a test")):
        twice = decorators.inner(double)
        fourfold = decorators.inner(eval("lambda n: twice(twice(n))", {"twice": twice}))
        total = decorators.entry_point(eval("lambda n: fourfold(n)", {"fourfold": fourfold}), None)
        assert total(3) == 12
        (callee,) = twice.overloads.values()
        call = f"call i32 @{callee.fndesc.llvm_func_name}("
        calls[decorators.thrifty] = [code_of(caller).get_llvm_str().count(call) for caller in (fourfold, total)]
    assert calls == {True: [2, 0], False: [0, 0]}, "an inner function still calls, an entry point holds all"


def test_only_wide_entry_points_treat_several_numbers_at_once() -> None:
    def scale(row, scales, x):
        for k in range(len(row)):
            x[k] = row[k] * scales[k]

    found = {}
    for wide in (False, True):
        function = THRIFTY.entry_point(scale, None, wide=wide)
        x = np.zeros(99, np.float32)
        function(np.arange(99, dtype=np.int16), np.full(99, 0.5, np.float32), x)
        assert x.tolist() == [k / 2 for k in range(99)]
        assert isinstance(code_of(function), EntryCode)
        found[wide] = "x float>" in code_of(function).get_llvm_str()
    assert found == {False: False, True: True}


def test_an_inner_function_is_compiled_once_for_all_widths() -> None:
    twice, total = program(THRIFTY)
    for width in (np.int8, np.int16, np.int64):
        assert total(np.array([20], width)) == 42
    assert len(twice.overloads) == 1
    assert len(total.overloads) == 3


def test_an_error_with_a_number_in_it_comes_through() -> None:
    @THRIFTY.inner
    def refuse(n):
        if n > 3:
            raise ValueError("too many", n)
        return n

    assert THRIFTY.entry_point(lambda n: refuse(n) + 1, None)(3) == 4
    with pytest.raises(ValueError, match="too many"):
        THRIFTY.entry_point(lambda n: refuse(n) + 1, None)(4)


def test_numbas_own_settings_and_classes_stay_as_they_were(tmp_path: Path) -> None:
    before = config.OPT, config.LOOP_VECTORIZE, config.CACHE_DIR
    _, total = program(THRIFTY, tmp_path / "code")
    assert before == (config.OPT, config.LOOP_VECTORIZE, config.CACHE_DIR)
    total(np.array([1], np.int64))
    assert before == (config.OPT, config.LOOP_VECTORIZE, config.CACHE_DIR)
    assert list((tmp_path / "code").rglob("*.nbc")), "machine code is kept where it was asked for"
    assert codegen.JITCPUCodegen._library_class is codegen.JITCodeLibrary
    for owner in (codegen.JITCodeLibrary, codegen.CPUCodeLibrary, compiler.Compiler, dispatcher.Dispatcher):
        for name, method in vars(owner).items():
            assert getattr(method, "__module__", "numba").partition(".")[0] != "ludotheque", name


class Typing:
    """A typing context that writes down what it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.asked = answer, 0

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        self.asked += 1
        return self.answer


def declared() -> types.Function:
    """A declared operator."""
    return types.Function(type("Declared", (AbstractTemplate,), {"key": operator.xor}))


def test_the_typing_of_an_operator_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "_known", {})
    xor, numbers = declared(), (types.int64, types.int64)
    exact = Typing(signature(types.int64, *numbers))
    plain, fast = (RememberingTypes(exact, SimpleNamespace(summary=lambda flags=f: flags)) for f in ("plain", "fast"))
    for _ in range(2):
        assert plain.resolve_function_type(xor, numbers, {}) is exact.answer
    assert exact.asked == 1
    plain.resolve_function_type(xor, (types.int64, types.int8), {})
    assert exact.asked == 2, "other types"
    fast.resolve_function_type(xor, numbers, {})
    assert exact.asked == 3, "other flags"
    plain.resolve_function_type(declared(), numbers, {})
    assert exact.asked == 4, "another declaration"


def test_imprecise_types_and_kernel_functions_are_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "_known", {})
    exact, xor = Typing(signature(types.undefined, types.int64)), declared()
    asking = RememberingTypes(exact, SimpleNamespace(summary=lambda: ""))
    for _ in range(2):
        asking.resolve_function_type(xor, (types.int64,), {})
    assert exact.asked == 2
    exact.answer = signature(types.int64, types.int64)
    rules = types.Dispatcher(THRIFTY.inner(double))
    for _ in range(2):
        asking.resolve_function_type(rules, (types.int64,), {})
    assert exact.asked == 4
    for named in ({"n": types.int64}, {"n": types.int8}):
        asking.resolve_function_type(xor, (), named)
    assert exact.asked == 6, "by name"


def test_rules_are_compiled_with_what_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "_known", {})
    asked: list[Any] = []
    exact = context.BaseContext.resolve_function_type

    def counted(self: Any, func: Any, args: Any, kws: Any) -> Any:
        asked.append(func.typing_key)
        return exact(self, func, args, kws)

    monkeypatch.setattr(context.BaseContext, "resolve_function_type", counted)
    for _ in range(2):
        assert THRIFTY.entry_point(eval("lambda a, b: (a ^ b) + (a ^ b)"), None)(6, 5) == 6
    assert asked.count(operator.xor) == 1


def test_plain_njit_serves_and_says_so(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    with caplog.at_level(logging.WARNING):
        plain = Decorators("something is missing")
    (said,) = caplog.messages
    assert "rules are compiled slowly" in said
    assert "something is missing" in said
    twice, total = program(plain, tmp_path)
    assert total(np.array([20, 1], np.int8)) == 44
    assert twice(4) == 8, "an ordinary njit function"
    assert type(code_of(total)) is codegen.JITCodeLibrary
    assert list(tmp_path.rglob("*.nbc"))
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(("module", "name"), NEEDED)
def test_what_numba_lacks_is_named(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
    monkeypatch.delattr(module, name)
    assert surprise() == f"{name} is missing"


@pytest.mark.parametrize("name", NEEDED[codegen, "JITCodeLibrary"])
def test_a_method_that_numba_lacks_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    there = {method: getattr(codegen.JITCodeLibrary, method) for method in NEEDED[codegen, "JITCodeLibrary"]}
    del there[name]
    monkeypatch.setattr(codegen, "JITCodeLibrary", SimpleNamespace(**there))
    said = surprise()
    assert said.startswith(f"JITCodeLibrary.{name} ")


def test_another_signature_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codegen.JITCodeLibrary, "_finalize_final_module", lambda self, engine: None)
    assert surprise() == "JITCodeLibrary._finalize_final_module takes (self, engine)"


@pytest.mark.parametrize("version", [(0, TRIED[0][1] - 1), (0, TRIED[1][1] + 1), (1, 0)])
def test_versions_that_were_not_tried_are_named(version: tuple[int, int]) -> None:
    assert surprise(version) == f"only versions 0.{TRIED[0][1]} to 0.{TRIED[1][1]} were tried"


def test_the_package_asks_for_the_versions_that_were_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (asked,) = (line for line in project["dependencies"] if line.startswith("numba"))
    assert asked == f"numba>=0.{TRIED[0][1]},<0.{TRIED[1][1] + 1}"


@pytest.mark.long
def test_a_game_is_played_with_a_numba_that_lacks_a_name(tmp_path: Path) -> None:
    """The same moves, and one sentence."""
    script = """
import numba.core.compiler
from numba.core import compiler
compiler.Compiler.define_pipelines, original = (lambda self, more=1: original(self)), compiler.Compiler.define_pipelines
import ludotheque as lt
ends = []
for mode in ("plain", "compiled"):
    pos = lt.game("lampions", mode).start(players=3, seed=7)
    while not pos.over:
        pos.play(pos.moves()[-1])
    ends.append(pos.text())
assert ends[0] == ends[1]
assert pos.program.mode == "compiled"
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LUDOTHEQUE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("rules are compiled slowly") == 1
    assert "Compiler.define_pipelines takes (self, more=1)" in done.stderr
