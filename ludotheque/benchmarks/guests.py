"""An agent of somebody else in a process of its own: asked for moves one at a time, with a time limit.

The agent is `module:factory`. The factory, usually a class, is given a seed and returns something with a method
`choose(pos, seat)`: a bot (docs/bots.md). It is handed a position redealt for its seat. An answer that is late, not
legal or an error is counted as a failure, and the greedy bot decides instead; a late agent is ended and begun again.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pickle
import select
import struct
import subprocess
import sys
import time
from typing import IO, Any

from ludotheque.errors import LudothequeError
from ludotheque.play import registry
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

STARTING = 600.0  # seconds to import, load and compile before the first decision


class AgentFailed(LudothequeError):
    """The agent can't be loaded."""


class Late(LudothequeError):
    """The agent did not answer in time."""


class Guest:
    """A bot whose moves come from another process."""

    name = "agent"

    def __init__(self, source: str, seed: object, seconds: float) -> None:
        self.source, self.seed, self.seconds = source, seed, seconds
        self.decisions, self.spent, self.longest, self.late = 0, 0.0, 0.0, 0
        self.used = 0.0  # seconds of the processor, of processes that have ended
        self._process: subprocess.Popen[bytes] | None = None

    def _begin(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [os.getcwd(), *sys.path]))}
        command = [sys.executable, "-m", "ludotheque.benchmarks.guests", self.source, str(self.seed)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._process = process
        answer = self._answer(process, STARTING)
        if "error" in answer:
            self.close()
            raise AgentFailed(str(answer["error"]))
        return process

    def choose(self, pos: Position, seat: int) -> Move:
        """The move that the agent chooses; raises an error if it fails or is late."""
        process = self._process or self._begin()
        assert process.stdin is not None
        packed = pickle.dumps((pos, seat))
        begun = time.perf_counter()
        try:
            process.stdin.write(struct.pack("<I", len(packed)) + packed)
            process.stdin.flush()
            # The first decision may compile rules, so it does not count.
            answer = self._answer(process, self.seconds if self.decisions else STARTING)
        except (Late, BrokenPipeError):
            self.late += 1
            self.close()
            raise
        took = time.perf_counter() - begun
        if self.decisions:
            self.spent, self.longest = self.spent + took, max(self.longest, took)
        self.decisions += 1
        if "error" in answer:
            raise LudothequeError(str(answer["error"]))
        return pos.game.move(answer["move"])

    def _answer(self, process: subprocess.Popen[bytes], seconds: float) -> dict[str, Any]:
        """One line of JSON."""
        assert process.stdout is not None
        line, end = b"", time.monotonic() + seconds
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise Late(f"no answer within {seconds:g} seconds")
            some = os.read(process.stdout.fileno(), 1 << 16)
            if not some:
                return {"error": f"its process ended with exit code {process.wait()}"}
            line += some
        answer: dict[str, Any] = json.loads(line)
        return answer

    def cost(self) -> dict[str, Any]:
        """Return the time and the number of its decisions."""
        counted = max(1, self.decisions - 1)
        return {
            "decisions": self.decisions,
            "milliseconds a decision": round(1000 * self.spent / counted, 2),
            "longest, in milliseconds": round(1000 * self.longest, 1),
            "late": self.late,
        }

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            if process.returncode is None:
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.used += used.ru_utime + used.ru_stime


def made(source: str, seed: object) -> Any:
    """The bot of `module:factory`."""
    module, _, factory = source.partition(":")
    try:
        return getattr(importlib.import_module(module), factory)(seed)
    except Exception as error:
        raise AgentFailed(f"the agent {source!r} can't be loaded: {type(error).__name__}: {error}") from error


def serve(source: str, seed: str, questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions until there are no more."""

    def send_answer(**answer: Any) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    try:
        bot = made(source, seed)
    except AgentFailed as error:
        send_answer(error=str(error))
        return
    send_answer(ready=True)
    while head := questions.read(4):
        pos, seat = pickle.loads(questions.read(struct.unpack("<I", head)[0]))
        try:
            move = bot.choose(pos, seat)
            send_answer(move=move.id if isinstance(move, Move) else pos.game.action(move))
        except Exception as error:
            send_answer(error=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    registry.register("kuhn", "ludotheque.skeleton.kuhn")
    _answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep the agent's output out of the answers
    serve(sys.argv[1], sys.argv[2], sys.stdin.buffer, _answers)
