"""The bots that only Gorynich has. Kernel land: see docs/bots.md."""

from ludotheque.games.gorynich.planner import SCRATCH, choose

POLICIES = ("planner",)
__all__ = ["POLICIES", "SCRATCH", "choose"]
