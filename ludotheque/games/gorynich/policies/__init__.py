"""The bots that only Gorynich has. Kernel land: see docs/bots.md."""

from ludotheque.games.gorynich.policies.planner import SCRATCH, choose

POLICIES = ("tactician", "planner")  # the better one last: it is the usual team mate
# One plan that all heads find wins more often than any search of one head.
LEVELS = {"adept": "tactician", "master": "planner"}
__all__ = ["LEVELS", "POLICIES", "SCRATCH", "choose"]
