"""The levels: how many simulations each takes, game by game, and how a game is best searched. All in one place.

A level is a number of simulations; its time is a ceiling, there for slow machines and plain mode. The figures were
chosen by measurement (docs/bots.md); on a core of an ordinary computer a decision takes clearly less than its ceiling
on average, but the slowest of a master may reach it, and are then not the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

NOVICE, ADEPT, MASTER = "novice", "adept", "master"
LEVELS = (NOVICE, ADEPT, MASTER)
CEILING = {NOVICE: 0.2, ADEPT: 0.6, MASTER: 2.0}  # seconds for a decision
PATIENT = 1000  # from so many simulations on a game may be searched in another settings
UNBOUNDED = 1 << 40  # simulations of a bot that thinks for a time


@dataclass(frozen=True)
class SearchSettings:
    """How a game is searched: what measurement, not thought, has to decide."""

    novice: int = 2
    adept: int = 600
    master: int = 8000
    explore: float = 1.0  # attention given to what the heuristic likes, against what has proved good
    ahead: int = 1  # turns of its own that a seat plays on before a simulation is judged; 0: to the next, -1: none
    tries: int = 8  # actions that a seat looks at in each of those
    glances: int = 24  # actions from which the rest of a move is chosen; where moves are compared, all are seen
    luck: float = 0.7  # how much of a world's good or bad luck is taken out of its result
    trust: float = 4.0  # for how many results the heuristic's first opinion of an action counts
    keen: float = 12.0  # an action that looks worse by 1/keen gets e times less attention at first
    deep: int = 256  # decisions that a simulation makes in the tree, at most
    broad: int = 16  # actions that a search begins with, at most; each time the worse half of them is dropped
    hopeless: float = 0.25  # what promises so much less of the win than the best at first sight is not compared
    easy: float = 0.05  # a novice takes an action that looks so much worse e times as rarely
    value_network: float = 0.0  # how much the learnt judgement counts, the heuristic having the rest
    unit: int | None = None  # of the heuristic, where the game does not say it itself
    patient: SearchSettings | None = None  # how to search with many simulations, if otherwise than with few

    @property
    def numbers(self) -> tuple[float, ...]:
        """What the kernel is told of this, in its order."""
        return (
            *(self.explore, self.ahead, self.tries, self.glances),
            *(self.luck, self.trust, self.keen, self.deep, self.value_network),
        )

    def at(self, sims: int) -> SearchSettings:
        """How to search with so many simulations."""
        return self if self.patient is None or sims < PATIENT else self.patient

    def sims(self, level: str) -> int:
        """The simulations of a level."""
        return {NOVICE: self.novice, ADEPT: self.adept, MASTER: self.master}[level]


SEARCH_SETTINGS = {
    "gwynt": SearchSettings(
        adept=380,
        master=15000,
        explore=0.3,
        ahead=3,
        tries=99,
        trust=10,
        keen=60,
        unit=0,
        patient=SearchSettings(explore=0.3, tries=99, trust=3, keen=20, hopeless=0.9, value_network=0.5, unit=0),
    ),
    "kunitori": SearchSettings(adept=300, master=2000, ahead=3, deep=1, unit=1200),
    "gunkimono": SearchSettings(adept=160, master=2500, ahead=1, tries=10, glances=10, trust=10, deep=1, unit=2500),
    # Judged soon after all heads have chosen: who plays on in thought, without the team's plan, throws the match away.
    # One head alone changes little of what is promised: a novice has to mind little differences.
    "gorynich": SearchSettings(explore=0.3, ahead=-1, keen=60, deep=8, easy=0.01),
    "lampions": SearchSettings(adept=800, master=12000, unit=250),
}


def search_settings_of(game: str) -> SearchSettings:
    """How a game is searched; one that was never measured gets the middle of what others have."""
    return SEARCH_SETTINGS.get(game, SearchSettings())
