"""The bots that only Gorynich has. Kernel land: see docs/bots.md."""

from ludotheque.games.gorynich.planner import SCRATCH, choose

POLICIES = ("planner",)
LEVELS = {"master": "planner"}  # one plan that all heads find wins more often than any search of one head
__all__ = ["LEVELS", "POLICIES", "SCRATCH", "choose"]
