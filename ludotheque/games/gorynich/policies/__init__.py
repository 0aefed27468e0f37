"""The bots that only Gorynich has. Kernel land: see docs/bots.md."""

from ludotheque.games.gorynich.policies.seer import SCRATCH, choose

POLICIES = ("tactician", "planner", "scout", "seer")  # from weak to strong
TEAM_MATE = "planner"  # answers at once, uncompiled too
LONG = ("scout", "seer")  # those would think for seconds there
# One plan that all heads find wins more often than any search of one head.
LEVELS = {"amateur": "tactician", "adept": "scout", "master": "seer"}
__all__ = ["LEVELS", "LONG", "POLICIES", "SCRATCH", "TEAM_MATE", "choose"]
