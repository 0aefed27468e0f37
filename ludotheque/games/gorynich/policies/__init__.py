"""Gorynich's own bots. Kernel land; see docs/bots.md."""

from ludotheque.games.gorynich.policies.judged import (
    ENDS,
    OFFERED,
    SCRATCH,
    all_offers,
    begin,
    follow,
    look,
    look_ahead,
)
from ludotheque.games.gorynich.policies.outlook import OUTLOOK
from ludotheque.games.gorynich.policies.seer import choose

POLICIES = ("tactician", "planner", "scout", "seer")  # from weak to strong
TEAM_MATE = "planner"  # moves at once, even uncompiled
LONG = ("scout", "seer")  # these would take seconds uncompiled
# One plan that all heads find wins more often than any search by a single head. If there is a network for the options,
# it plays the levels that bots.toml names instead.
LEVELS = {"amateur": "tactician", "adept": "scout", "master": "seer"}
__all__ = [
    "ENDS",
    "LEVELS",
    "LONG",
    "OFFERED",
    "OUTLOOK",
    "POLICIES",
    "SCRATCH",
    "TEAM_MATE",
    "all_offers",
    "begin",
    "choose",
    "follow",
    "look",
    "look_ahead",
]
