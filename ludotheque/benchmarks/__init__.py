"""Measuring a game on this machine: named cases, printed by `bench/` and by `ludotheque bench`."""

from ludotheque.benchmarks.cases import CASES, measure
from ludotheque.benchmarks.figures import Figure
from ludotheque.benchmarks.machine import machine

__all__ = ["CASES", "Figure", "machine", "measure"]
