"""A bot that looks one move ahead: it plays what leaves the best position, on average over a few worlds."""

from __future__ import annotations

from ludotheque.bots.greedy_kernel import SCRATCH_STATES
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

KERNEL = "ludotheque.bots.greedy_kernel"
WORLDS = 8  # worlds for each decision: twice as many hardly play better, half as many play worse


class Greedy:
    """Plays the move that the heuristic rates best. Thinks in the position's mode."""

    name = "greedy"

    def __init__(self, seed: object = 0, worlds: int = WORLDS) -> None:
        self.seed = seed
        self.worlds = worlds

    def choose(self, pos: Position, seat: int) -> Move:
        """The most promising legal move of `seat`."""
        game = pos.game
        if not game.has_heuristic:
            raise ValueError(f"{game.name} has no heuristic.py: the greedy bot can't judge its positions")
        program = pos.program
        kernel = program.add(KERNEL)
        states, work = program.states(1 + SCRATCH_STATES), program.workspaces(1)
        program.put(states, 0, pos.state)
        program.entry_points.rekey(states, 1, *key_words("greedy bot", self.seed, seat, pos.plies_seen(seat)))
        rooms = [program.actions(game.declaration.action_count) for _ in range(2)]
        totals = program.totals(game.declaration.action_count)
        return Move(game, int(kernel.decide(states, work, *rooms, totals, seat, self.worlds)))
