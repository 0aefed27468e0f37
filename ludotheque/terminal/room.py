"""The room: one table, from the first decision to the last, for the people at this keyboard and the bots.

It knows no rules. It draws what a seat may see, lists the legal moves in words, and hands on what is typed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludotheque import bots
from ludotheque.bots.advice import SEED
from ludotheque.bots.learnt import network_asked_by
from ludotheque.bots.reasons import advised_for
from ludotheque.errors import MalformedMove
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import records
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL, Viewer
from ludotheque.terminal.ending import ending
from ludotheque.terminal.screen import Left, Screen
from ludotheque.terminal.seats import Seat
from ludotheque.terminal.table import draw, move_labels, move_text
from ludotheque.terminal.words import Words, find_rules, plain, rule_lines

TOLD_AT_ONCE = 24  # events shown without asking for the log
HINT_SECONDS = 1.0
SHORTEST = 3  # letters for moves in words


def _reader(viewer: Viewer) -> int | None:
    """The seat to address as "you"; none for somebody who sees everything."""
    return viewer if isinstance(viewer, int) else None


class Quit(Exception):
    """A player left the table."""


@dataclass(frozen=True)
class Before:
    """The position before a person's decision, for taking it back."""

    seat: int
    pos: Position


class Room:
    """One match at one keyboard."""

    def __init__(self, screen: Screen, pos: Position, seats: Sequence[Seat], words: Words) -> None:
        self.screen = screen
        self.pos = pos
        self.game = pos.game
        self.seats = list(seats)
        self.words = words
        self.people = [number for number, seat in enumerate(seats) if seat.human]
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self.past: list[Before] = []
        self.told: dict[Viewer, int] = {}  # how much of the log each player has seen
        self.notice = words.say("room.at_table", who=", ".join(map(self.who, self.seats)))  # for the next page

    def who(self, seat: Seat) -> str:
        """A name, and what sort of bot it is."""
        if seat.bot is None:
            return seat.name
        return self.words.messages.say("room.bot", {"name": seat.name, "kind": self.bot_name(seat.bot)})

    def bot_name(self, bot: bots.Bot) -> str:
        """The name of a kind of bot in the language."""
        kind, _, number = bot.name.partition(":")
        messages = self.words.messages
        # A bot of another package has a name and no sentence.
        return messages.say(f"bot.{kind}", {"number": number}) if f"bot.{kind}" in messages.by_key else bot.name

    # The match -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play to the end. Raises `Quit` or `Left` if somebody leaves before."""
        while not self.pos.over:
            self.let_bots_play()
            people = [seat for seat in self.pos.actors if seat in self.people]
            if people:
                seat = people[0]
                if self.at_keyboard != seat and not self.pass_keyboard(seat):
                    continue
                self.turn(seat)
        self.show_end()

    def let_bots_play(self) -> None:
        """Let all bots make their decisions, until a person has one or the match is over."""
        while True:
            asked = [seat for seat in self.pos.actors if seat not in self.people]
            if not asked:
                return
            for seat in asked:
                bot = self.seats[seat].bot
                if bot is not None and seat in self.pos.actors:
                    self.pos.play(bots.decide(bot, self.pos, seat), seat)

    def pass_keyboard(self, seat: int) -> bool:
        """The curtain: nothing private is on the screen until the next person confirms to be there.

        False if somebody took a secret choice back instead.
        """
        say = self.words.say
        self.screen.fresh(say("room.curtain"), wipe=True)
        self.tell_news(SPECTATOR)
        chosen = [person for person in self.people if self.pos.may_withdraw(person)]
        self.screen.gap()
        self.screen.show(self.words.coloured(say("room.pass_keyboard", seat=seat)), style="bold")
        if chosen:
            self.screen.show(say("room.may_withdraw", seats=chosen), style="dim")
        line = plain(self.screen.ask_line(say("room.press_enter")))
        if line == "q":
            raise Quit
        if line == "w" and chosen:
            last = next(before.seat for before in reversed(self.past) if before.seat in chosen)
            self.withdraw(last)
            return False
        self.at_keyboard = seat
        return True

    def withdraw(self, seat: int) -> None:
        """Take back the secret choice of `seat`, who then has the keyboard again."""
        self.pos.withdraw(seat)
        del self.past[max(k for k, before in enumerate(self.past) if before.seat == seat)]
        self.at_keyboard = seat

    # One person's turn ---------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> None:
        """Show the table to `seat` and do what is typed until a decision is made or taken back."""
        self.show_table(seat)
        while True:
            line = self.screen.ask_line(self.words.say("room.your_move"))
            word, _, rest = line.partition(" ")
            match word.lower():
                case "":
                    self.show_table(seat)
                case "?":
                    self.explain(seat, rest.strip())
                case "u":
                    if self.undo(seat):
                        return
                case "w":
                    self.screen.show(self.words.say("room.nothing_to_withdraw"))
                case "a":
                    if self.play_bundle(seat):
                        return
                case "h":
                    self.hint(seat)
                case "l":
                    self.show_log(seat)
                case "r":
                    self.show_rules(rest)
                case "s":
                    self.save(rest.strip())
                case "q":
                    raise Quit
                case _:
                    if self.decide(seat, line):
                        return

    def show_table(self, seat: int) -> None:
        """Show the table as `seat` sees it, the news, the prompt and the moves."""
        pos, words = self.pos, self.words
        self.screen.fresh(self.game.declaration.title[words.messages.language])
        self.screen.show(draw(pos, seat, words.messages, words.names, self.screen.width, listed=True))
        self.tell_news(seat)
        self.screen.gap()
        if self.notice:
            self.screen.show(words.coloured(self.notice), style="italic")
            self.notice = ""
        prompt = pos.prompt(seat)
        self.screen.show(words.coloured(words.sentence(prompt["key"], prompt["params"])), style="bold")
        if pos.ready:
            self.screen.show(words.coloured(words.say("room.ready", seats=list(pos.ready))))
        self.screen.show(words.moves(self.moves(seat), self.screen.width, move_labels(pos, seat, words.messages)))
        for bundle in pos.bundles(seat)[:1]:
            self.screen.show(Text("   a  ", style="cyan") + Text(words.messages.say(bundle.key, bundle.params)))
        self.screen.show(words.say("room.keys"), style="dim")

    def tell_news(self, viewer: Viewer) -> None:
        """Print the events since this viewer looked last."""
        log = self.pos.log(viewer)
        lines = self.words.events(log[min(self.told.get(viewer, 0), len(log)) :], reader=_reader(viewer))
        self.told[viewer] = len(log)
        if not lines:
            return
        self.screen.gap()
        most = self.screen.room_for_news(TOLD_AT_ONCE)
        if len(lines) > most:
            self.screen.show(self.words.say("room.more_in_log", n=len(lines) - most), style="dim")
        for line in lines[-most:]:
            self.screen.show(line)

    def decide(self, seat: int, line: str) -> bool:
        """Play what was typed; False if it was no legal move, and why."""
        move = self.read_move(seat, line)
        if move is None:
            return False
        reason = self.pos.why_not(move, seat)
        if reason is not None:
            self.screen.show(self.words.refusal(reason))
            return False
        self.past.append(Before(seat, self.pos.copy()))
        self.pos.play(move, seat)
        return True

    def play_bundle(self, seat: int) -> bool:
        """Make the moves that go together here, to be taken back together; False if there are none."""
        bundles = self.pos.bundles(seat)
        if not bundles:
            self.screen.show(self.words.say("room.no_bundle"), style="yellow")
            return False
        self.past.append(Before(seat, self.pos.copy()))
        for move in bundles[0].moves:
            self.pos.play(move, seat)
        return True

    def moves(self, seat: int | None) -> list[Move]:
        """The legal moves as they are numbered here: those that name nothing (to pass, to keep) stand last.

        A slip of the finger on 1 should play a card, not end one's round.
        """
        return sorted(self.pos.moves(seat), key=lambda move: not self.game.notation.describe(move.id)[1])

    def read_move(self, seat: int, line: str) -> Move | None:
        """A typed move: its number, its notation, or enough of its words. None, and a sentence, if none."""
        moves = self.moves(seat)
        if line.isdecimal():
            if 1 <= int(line) <= len(moves):
                return moves[int(line) - 1]
            self.screen.show(self.words.say("room.no_such_number", number=line, last=len(moves)), style="yellow")
            return None
        try:
            written = self.game.move(line)
        except MalformedMove:
            written = None
        if written is not None:
            return written if written in moves else self.meant(line, moves) or written
        fitting = [move for move in moves if self.fits(line, move)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            several = ", ".join(move.text for move in fitting[:6])
            self.screen.show(self.words.say("room.several_fit", line=line, moves=several), style="yellow")
        else:
            example = moves[0].text
            self.screen.show(self.words.say("room.not_understood", line=line, example=example), style="yellow")
        return None

    def meant(self, line: str, moves: list[Move]) -> Move | None:
        """The move that a typed square or tile stands for, though alone it is the notation of a move of another kind.

        What is shown can be typed; and what is not, but is asked for, is refused for its own reason.
        """
        found = [move for move in moves if plain(line) in plain(move.text).split()]
        if len(found) == 1:
            return found[0]
        kinds = {move.text.rpartition(" ")[0] for move in moves} - {""}
        if found or len(kinds) != 1:
            return None
        try:
            return self.game.move(f"{kinds.pop()} {line}")
        except MalformedMove:
            return None

    def fits(self, line: str, move: Move) -> bool:
        """Whether what was typed begins words of the move, in the player's language or in notation."""
        typed = plain(line)
        said = f" {plain(self.words.move(move))} {plain(move.text)}"
        return len(typed) >= SHORTEST and f" {typed}" in said

    # Commands ------------------------------------------------------------------------------------------------------

    def explain(self, seat: int, line: str) -> None:
        """`?`: the commands. `? move`: what it would do, or why it is refused."""
        if not line:
            self.show_help()
            return
        move = self.read_move(seat, line)
        if move is None:
            return
        say = self.words.say
        self.screen.show(Text(self.words.move(move), style="bold") + Text(f"  {move.text}", style="dim"))
        text = move_text(self.pos, seat, move, self.words.messages) or self.words.explained(move)
        if text:
            self.screen.show(text)
        reason = self.pos.why_not(move, seat)
        if reason is not None:
            self.screen.show(self.words.refusal(reason))
            return
        if len(self.pos.actors) + len(self.pos.ready) > 1:
            self.screen.show(say("room.preview_secret"), style="dim")
            return
        events = self.pos.preview(move, seat)
        self.screen.show(say("room.preview" if events else "room.preview_open"), style="dim")
        for line_ in self.words.events([events], reader=seat):
            self.screen.show(line_)

    def show_help(self) -> None:
        """Print the commands."""
        book = self.game.rulebook(self.words.messages.language)
        grid = Table.grid(padding=(0, 2))
        for keys, meaning in (
            ("1  2  3 …", "room.help_number"),
            (self.moves(self.at_keyboard)[0].text, "room.help_notation"),
            ("?  ? 2", "room.help_explain"),
            ("a", "room.help_bundle"),
            ("u", "room.help_undo"),
            ("w", "room.help_withdraw"),
            ("h", "room.help_hint"),
            ("l", "room.help_log"),
            (f"r  r {next(iter(book.rules))}", "room.help_rules"),
            ("s FILE", "room.help_save"),
            ("q", "room.help_quit"),
        ):
            grid.add_row(Text(keys, style="bold cyan"), self.words.say(meaning))
        self.screen.show(Panel(grid, title=self.words.say("room.help_title"), title_align="left", expand=False))

    def undo(self, seat: int) -> bool:
        """Go back to the last decision of `seat`; what others did since is taken back with it."""
        for k in range(len(self.past) - 1, -1, -1):
            if self.past[k].seat == seat:
                self.pos = self.past[k].pos
                del self.past[k:]
                for viewer in self.told:
                    self.told[viewer] = min(self.told[viewer], len(self.pos.log(viewer)))
                self.notice = self.words.say("room.undone")
                return True
        self.screen.show(self.words.say("room.nothing_to_undo"), style="yellow")
        return False

    def hint(self, seat: int) -> None:
        """The best few moves, what they promise and what may follow; and what the game's own master has in mind."""
        words, moves = self.words, self.moves(seat)
        if not self.game.has_heuristic:
            self.screen.show(words.say("room.no_hint"), style="yellow")
            return
        best = bots.advise(self.pos, seat, HINT_SECONDS)
        for place, advice in enumerate(best):
            number, move = moves.index(advice.move) + 1, words.move(advice.move)
            if advice.result is None:
                said = words.say("room.hint_forced", number=number, move=move)
            else:
                figures = {"result": round(100 * advice.result), "share": round(100 * advice.share)}
                said = words.say("room.hint", number=number, move=move, **figures)
            self.screen.show(words.coloured(said), style="bold" if place == 0 else "")
            if advice.line and place == 0:
                line = [words.say("room.hint_step", seat=who, move=words.move(move)) for who, move in advice.line]
                self.screen.show(words.coloured(words.say("room.hint_then", line="; ".join(line))), style="dim")
        reason = advised_for(self.pos, seat, best, bots.make(bots.best(self.game), SEED, self.game))
        if reason is not None:
            self.screen.show(self.words.coloured(self.words.sentence(*reason)))

    def show_log(self, viewer: Viewer) -> None:
        """Everything that happened, as the viewer saw it."""
        for line in self.words.events(self.pos.log(viewer), reader=_reader(viewer)):
            self.screen.show(line)

    def show_rules(self, wanted: str) -> None:
        """The titles of all rules, or those asked for in full."""
        book = self.game.rulebook(self.words.messages.language)
        if not wanted.strip():
            for rule in book.rules.values():
                self.screen.show(Text(f"{rule.id}  ", style="bold cyan") + Text(rule.title))
            self.screen.show(self.words.say("room.rules_more"), style="dim")
            return
        found = find_rules(book, wanted)
        for rule in found:
            self.screen.show(rule_lines(rule))
        if not found:
            self.screen.show(self.words.say("room.no_rule", line=wanted.strip()), style="yellow")

    def save(self, name: str) -> bool:
        """Write the match so far into a file, from which it can be replayed and played on."""
        say = self.words.say
        if not name:
            self.screen.show(say("room.save_where"), style="yellow")
            return False
        path = Path(name).expanduser()
        if path.exists():
            self.screen.show(say("room.save_exists", file=name), style="yellow")
            return False
        played = {"names": [seat.name for seat in self.seats], "networks": [self.network_of(s) for s in self.seats]}
        text = json.dumps(records.write_record(self.game, self.pos, ALL) | played, ensure_ascii=False, indent=1)
        try:
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            self.screen.show(say("room.save_failed", file=name, problem=error.strerror or str(error)), style="yellow")
            return False
        self.screen.show(say("room.saved", file=name))
        return True

    def network_of(self, seat: Seat) -> str | None:
        """The digest of the network that plays a seat, if one does."""
        return network_asked_by(seat.bot, self.game, len(self.seats)) if seat.bot is not None else None

    # The end -------------------------------------------------------------------------------------------------------

    def show_end(self) -> None:
        """The table with everything open, what happened last, and who won."""
        words = self.words
        viewer: Viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.screen.fresh(self.game.declaration.title[words.messages.language])
        self.screen.show(draw(self.pos, ALL, words.messages, words.names, self.screen.width))
        self.tell_news(viewer)
        self.screen.gap()
        self.screen.show(ending(self.pos, words))

    def leave(self) -> None:
        """Offer to save a match that is not over."""
        say = self.words.say
        while True:
            try:
                name = self.screen.ask_line(say("room.save_before_leaving"))
            except Left:
                return
            if not name or self.save(name):
                return

    def afterwards(self) -> bool:
        """After the end: look at the log, save, leave, or (True) play again."""
        while True:
            try:
                line = self.screen.ask_line(self.words.say("room.afterwards"))
            except Left:
                return False
            word, _, rest = line.partition(" ")
            match word.lower():
                case "n":
                    return True
                case "l":
                    self.show_log(ALL)
                case "s":
                    self.save(rest.strip())
                case "r":
                    self.show_rules(rest)
                case _:
                    return False
