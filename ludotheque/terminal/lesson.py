"""A lesson at this keyboard: a position, a goal, and an answer to whatever else is tried."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.play.game import Game
from ludotheque.play.lessons import Lesson
from ludotheque.play.moves import Move
from ludotheque.terminal.room import Room
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.seats import BOT_NAMES, Seat, default_names
from ludotheque.terminal.words import Words


class LessonRoom(Room):
    """One lesson. Nothing judges a move by its worth: it is compared with those that the lesson names."""

    def __init__(self, screen: Screen, game: Game, lesson: Lesson, language: str) -> None:
        pos, messages = lesson.open(game), game.messages(language)
        others = iter(BOT_NAMES)
        mine = default_names(1, messages)[0]
        seats = [Seat(mine if n == lesson.seat else next(others), None) for n in range(pos.players)]
        super().__init__(screen, pos, seats, Words(messages, [seat.name for seat in seats]))
        self.lesson = lesson
        self.people = [lesson.seat]
        self.at_keyboard = lesson.seat
        self.steps: list[str] = []
        self.begun: list[int] = []  # the number of steps before each decision that can be taken back
        self.typed: list[str] = []  # the result of reading the last line
        self.notice = f"{self.told_as('text')} ({', '.join(lesson.rules)})"

    def told_as(self, part: str) -> str:
        """The text of a part of the lesson."""
        return self.words.messages.say(f"lesson.{self.lesson.id}.{part}")

    def learn(self) -> None:
        """Play until the goal is reached. Raises `Quit` or `Left` if somebody leaves before."""
        while tuple(self.steps) not in self.lesson.goals:
            self.turn(self.lesson.seat)
        self.tell_news(self.lesson.seat)
        self.screen.gap()
        self.screen.show(self.told_as("done"), style="bold green")

    def show_table(self, seat: int) -> None:
        """Show the table and the goal."""
        self.notice = "\n".join(line for line in (self.notice, f"→ {self.told_as('goal')}") if line)
        super().show_table(seat)

    def read_move(self, seat: int, line: str) -> Move | None:
        """A typed move; it is remembered in its notation."""
        move = super().read_move(seat, line)
        self.typed = [move.text] if move is not None else []
        return move

    def decide(self, seat: int, line: str) -> bool:
        """Play what was typed, and see where it leads."""
        return super().decide(seat, line) and self.judge(seat, self.typed)

    def play_bundle(self, seat: int) -> bool:
        """Make the moves that go together, and see where they lead."""
        together = [move.text for bundle in self.pos.bundles(seat)[:1] for move in bundle.moves]
        return super().play_bundle(seat) and self.judge(seat, together)

    def judge(self, seat: int, moves: Sequence[str]) -> bool:
        """Go on if these moves, which were just played, are on the way to the goal; else explain and take them back."""
        steps = list(self.steps)
        for move in moves:
            steps.append(move)
            line = self.lesson.line(steps)
            if line is None:
                self.begun.append(len(self.steps))
                self.undo(seat)
                self.notice = self.words.messages.say(self.lesson.answer(move))
                return True
            for step in line[len(steps) :]:
                other, answer = self.lesson.whose(step)
                if other == seat:
                    break
                self.pos.play(answer, other)
                steps.append(step)
        self.begun.append(len(self.steps))
        self.steps = steps
        return True

    def undo(self, seat: int) -> bool:
        """Take the last decision back, with what the others answered to it."""
        if not super().undo(seat):
            return False
        del self.steps[self.begun[len(self.past)] :]
        del self.begun[len(self.past) :]
        return True

    def hint(self, seat: int) -> None:
        """The move that the lesson would like to see."""
        line = self.lesson.line(self.steps)
        if line is not None:
            wanted = self.words.move(self.game.move(line[len(self.steps)]))
            self.screen.show(self.words.say("room.lesson_hint", move=wanted), style="bold")
