"""The bots that only Gorynich has. Kernel land: see docs/bots.md."""

from ludotheque.games.gorynich.policies.seer import SCRATCH, choose

POLICIES = ("tactician", "planner", "seer")  # from weak to strong
TEAM_MATE = "planner"  # answers at once, uncompiled too
LONG = ("seer",)  # that one would think for seconds there
# One plan that all heads find wins more often than any search of one head.
LEVELS = {"adept": "tactician", "master": "seer"}
__all__ = ["LEVELS", "LONG", "POLICIES", "SCRATCH", "TEAM_MATE", "choose"]
