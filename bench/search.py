"""The search on this machine: simulations a second, time for a decision of each level, lateness of an event loop.

    python bench/search.py gwynt gunkimono
    python bench/search.py gwynt --levels 20        decisions of each level, whoever plays it, 20 seconds each
    python bench/search.py gwynt --rival            with OpenSpiel's C++ search, in the same run
    python bench/search.py gwynt --lateness 20      an asyncio loop beside two thinking masters, for 20 seconds
    python bench/search.py gwynt --seats 60         a thousand seats of `network` bots on one core, for 60 seconds

A simulation deals a world, walks down the tree and judges where it ends; OpenSpiel's does the same, and plays at random
to the end instead of judging. Both run on one core. Decisions are those of a match played by the search itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import threading
import time
from typing import Any

import ludotheque as lt
from ludotheque import benchmarks, bots
from ludotheque.bots import simulation
from ludotheque.bots.agents import SearchAgent, agent_for
from ludotheque.bots.levels import LEVELS, search_settings_of
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

DECISIONS = 60  # of a match that are timed
PAUSE = 0.002  # seconds that the loop means to sleep
RIVALS = ("hearts", "gin_rummy")
RIVAL_SIMS = 200
RIVAL_SECONDS = 6.0
SEATS = 1000
LOADING = 20  # decisions that are not timed: the first ones load machine code


def timed(game: Game, sims: int, decisions: int = DECISIONS) -> dict[str, float]:
    """Simulations a second over the first decisions of a match, and the time that decisions take."""
    program = load(game.package, "compiled")
    player = SearchAgent(game, program, sims)
    states, work = program.states(1), program.workspaces(1)
    made, spent, slowest = 0, 0.0, 0.0
    number = match = 0
    while number < decisions:
        program.put(states, 0, game.before_setup()[0])
        program.entry_points.rekey(states, 0, *key_words("search", match))
        program.entry_points.setup(states, 0, work, 0)
        match += 1
        while number < decisions and (mask := int(program.entry_points.actors(states, 0))):
            for seat in [seat for seat in range(mask.bit_length()) if mask >> seat & 1]:
                begun = time.thread_time()
                action = player.act(states, 0, seat, key_words(match, number))
                took = time.thread_time() - begun
                made, spent, slowest = made + player.searcher.sims, spent + took, max(slowest, took)
                program.entry_points.play(states, 0, work, 0, seat, action)
                number += 1
    return {
        "sims_per_second": made / spent,
        "mean_ms": 1000 * spent / number,
        "slowest_ms": 1000 * slowest,
        "tree_mb": player.searcher.bytes / 1e6,
    }


def deciding(game: Game, level: str, seconds: float, players: int) -> dict[str, float]:
    """The CPU time of decisions of a level in matches with itself, without forced ones."""
    program = load(game.package, "compiled")
    player = agent_for(level, game, program)
    states, work = program.states(1), program.workspaces(1)
    out = program.actions(game.declaration.action_count)
    took: list[float] = []
    match, number, spent = 0, 0, 0.0
    while spent < seconds:
        program.put(states, 0, game.before_setup(players)[0])
        program.entry_points.rekey(states, 0, *key_words("deciding", match))
        program.entry_points.setup(states, 0, work, 0)
        match += 1
        while spent < seconds and (mask := int(program.entry_points.actors(states, 0))):
            for seat in [seat for seat in range(mask.bit_length()) if mask >> seat & 1]:
                forced = program.entry_points.legal(states, 0, work, 0, seat, out) == 1
                begun = time.thread_time()
                action = player.act(states, 0, seat, key_words(match, number))
                if number >= LOADING and not forced:
                    took.append(time.thread_time() - begun)
                    spent += took[-1]
                number += 1
                program.entry_points.play(states, 0, work, 0, seat, action)
    return {
        "players": players,
        "decisions": len(took),
        "mean_ms": 1000 * sum(took) / len(took),
        "slowest_ms": 1000 * max(took),
    }


def rival(name: str) -> dict[str, Any]:
    """Simulations a second of OpenSpiel's information-set search, which plays at random from its leaves to the end."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    made, spent = 0, 0.0
    while spent < RIVAL_SECONDS:
        sims, seconds = rival_match(game, pyspiel.ISMCTSBot(1, evaluator, 1.4, RIVAL_SIMS, -1, most, False, False))
        made, spent = made + sims, spent + seconds
    return {"game": name, "bot": "ISMCTS", "sims_per_second": made / spent}


def rival_match(game: Any, bot: Any) -> tuple[int, float]:
    """Let a bot play all seats of a match: how many simulations it made, and the time they took."""
    chance = random.Random(1)
    made, spent = 0, 0.0
    state = game.new_initial_state()
    while not state.is_terminal() and spent < RIVAL_SECONDS:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, odds)[0])
            continue
        forced = len(state.legal_actions()) == 1
        begun = time.thread_time()
        action = bot.step(state)
        if not forced:
            made, spent = made + RIVAL_SIMS, spent + time.thread_time() - begun
        state.apply_action(action)
    return made, spent


def lateness(game: Game, seconds: float) -> dict[str, float]:
    """How late an asyncio loop wakes up while two masters think in threads of the same process."""
    stop = threading.Event()
    pos = game.start(seed="late")
    thought = [0, 0]

    def master(number: int) -> None:
        bots.step_back()
        while not stop.is_set():
            bots.decide(bots.make("master", thought[number], game), pos, pos.actors[0])
            thought[number] += 1

    async def watch() -> list[float]:
        late = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            due = time.perf_counter() + PAUSE
            await asyncio.sleep(PAUSE)
            late.append(time.perf_counter() - due)
        return late

    threads = [threading.Thread(target=master, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    late = sorted(asyncio.run(watch()))
    stop.set()
    for thread in threads:
        thread.join()

    def at(part: float) -> float:
        return 1000 * late[min(len(late) - 1, int(part * len(late)))]

    return {
        "wakings": len(late),
        "decisions": sum(thought),
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
        "p99_9_ms": at(0.999),
        "max_ms": 1000 * late[-1],
    }


def thousand_seats(game: Game, seconds: float) -> dict[str, float]:
    """How often each of a thousand seats of `network` bots may decide, one core serving all of them as a server does.

    Tables come in turn, so that no position is met twice in a row; what is forced is played and not counted.
    """
    players = game.declaration.players[0]
    tables = [game.start(players, seed=f"seat {number}") for number in range(SEATS // players)]
    decided = forced = dealt = 0
    begun = time.thread_time()
    while (spent := time.thread_time() - begun) < seconds:
        for number, pos in enumerate(tables):
            seat = pos.actors[0]
            only = len(pos.moves(seat)) == 1
            pos.play(bots.decide(bots.make("network", number, game), pos, seat), seat)
            decided, forced = decided + (not only), forced + only
            if pos.over:
                dealt += 1
                tables[number] = game.start(players, seed=f"again {dealt}")
    return {
        "decisions": decided,
        "forced": forced,
        "matches_over": dealt,
        "ms_of_a_decision": 1000 * spent / decided,
        "seconds_from_decision_to_decision": SEATS * spent / decided,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["gwynt"], metavar="GAME")
    parser.add_argument("--rival", action="store_true", help="OpenSpiel's search in the same run")
    parser.add_argument("--lateness", type=float, metavar="SECONDS", help="only this")
    parser.add_argument("--seats", type=float, metavar="SECONDS", help="only this")
    parser.add_argument("--levels", type=float, metavar="SECONDS", help="only this: decisions of each level")
    parser.add_argument("--players", type=int, help="with --levels: how many play")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found: dict[str, Any] = {"machine": benchmarks.machine(), "games": {}}
    for name in args.games:
        game = lt.game(name, "compiled")
        simulation.prepare(game)
        if args.lateness:
            found["games"][name] = {"lateness": lateness(game, args.lateness)}
            continue
        if args.levels:
            players = args.players or game.declaration.players[0]
            found["games"][name] = {level: deciding(game, level, args.levels, players) for level in LEVELS}
            continue
        if args.seats:
            found["games"][name] = {"seats": thousand_seats(game, args.seats)}
            continue
        settings = search_settings_of(game)
        timed(game, 20, 3)
        found["games"][name] = {
            level: {"sims": settings.sims(level), **timed(game, settings.sims(level))} for level in LEVELS
        }
    if args.rival:
        found["rivals"] = [rival(name) for name in RIVALS]
    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(found["machine"].values()))
    for name, rows in found["games"].items():
        print(f"\n{name}")
        for case, figures in rows.items():
            told = "  ".join(f"{key} {value:,.1f}" for key, value in figures.items())
            print(f"  {case:<10}{told}")
    for row in found.get("rivals", ()):
        print(f"OpenSpiel {row['bot']} on {row['game']}: {row['sims_per_second']:,.0f} simulations a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
