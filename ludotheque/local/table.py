"""One table in a browser: its match, what is asked of it, and what it says to the pages that look at it.

Moves are checked, undone and told by `server.matches` and `server.live.presenter`, as on a server. Everybody at such a
table is one person with bots, so nobody has to be asked for anything, and no clock runs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.local import opponents
from ludotheque.local.assets import Assets
from ludotheque.local.imagined import Imagined
from ludotheque.play import opening, registry
from ludotheque.play.events import in_full
from ludotheque.play.game import Game
from ludotheque.play.viewers import ALL, bit_of
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.bot_names import free_name
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import VERSION, Accepted, Said, Sync, TableNow, Update, Welcome
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.brought import read_finished
from ludotheque.server.matches.entries import STAND_IN, Entry, Told, describe_entry
from ludotheque.server.matches.fairness import deal_seed, seed_hash
from ludotheque.server.matches.in_words import describe_match
from ludotheque.server.matches.match import CannotUndo, Match, forced
from ludotheque.server.tables.schemas import OpenEntry, OpenFace, OpenStep, Phase, Points, SeatView, TableView

FORMAT = "ludotheque-table/1"
ME = "me"  # the person at this browser
KEPT = 16  # entries between two snapshots
PAGE = 200  # entries in one page of a log
Send = Callable[[Any], None]


class NotReadable(Refused):
    """A stored table that these rules can't go on with."""

    def __init__(self) -> None:
        super().__init__("damaged_here")


@dataclass
class Seat:
    """A seat: mine, a bot's, or that of a guest, whose match came as a record."""

    kind: str
    name: str
    bot: str | None = None
    brought: Mapping[str, Any] = field(default_factory=dict)
    auto: bool = False


@dataclass
class Page:
    """A page that looks at the table: how to send to it, and what it was shown of the table."""

    send: Send
    viewers: tuple[int, ...]


class LocalTable:
    """A table, with its match once it has begun."""

    def __init__(self, stored: Mapping[str, Any], now: Callable[[], float], assets: Assets) -> None:
        self.id: str = stored["id"]
        self.assets = assets
        self.game: Game = registry.game(stored["game"], "plain")
        self.stored = dict(stored)
        self.seats = [Seat(**seat) for seat in stored["seats"]]
        self.options: dict[str, Any] = stored["options"]
        self.now = now
        self.entries: list[Entry] = []
        self.chat: list[Said] = []
        self.pages: list[Page] = []
        self._kept: dict[int, Match] = {}
        self._worlds: Imagined | None = None  # for previews of the present question
        self.match = self._deal(float(stored["created"]))
        self._follow(stored.get("entries", []))

    @staticmethod
    def create(
        wish: Mapping[str, Any], name: str, table_id: str, now: Callable[[], float], assets: Assets
    ) -> LocalTable:
        """A new table. Open seats and what only people together can have are refused."""
        game = registry.game(wish["game"], "plain")
        wanted = wish["seats"]
        options = game.check_options(wish.get("options") or {})
        brought = [seat.get("brought") or {} for seat in wanted]
        position = wish.get("position")
        if any(seat.get("kind") not in ("me", "bot") for seat in wanted):
            raise Refused("needs_server")
        if position is None:
            game.before_setup(len(wanted), options, brought)
        seats, taken = [], {name}
        for seat, given in zip(wanted, brought, strict=True):
            if seat["kind"] == "me":
                seats.append({"kind": "person", "name": name, "brought": given})
                continue
            called = free_name(taken)
            taken.add(called)
            bot = opponents.check_level(game, seat.get("bot"), assets)
            seats.append({"kind": "bot", "name": called, "bot": bot, "brought": given})
        stored = {
            "format": FORMAT,
            "id": table_id,
            "game": game.name,
            "rules": game.rules_version,
            "options": options,
            "seats": seats,
            "hints": wish.get("hints", True),
            "seed": secrets.token_hex(32),
            "position": position,
            "created": now(),
            "rematch_of": wish.get("rematch_of"),
            "fork_of": wish.get("fork_of"),
            "entries": [],
        }
        return LocalTable(stored, now, assets)

    @staticmethod
    def of_record(text: str, table_id: str, now: Callable[[], float], assets: Assets) -> LocalTable:
        """A table with the finished match of a record; Refused with a sentence if it is none."""
        at = now()
        brought = read_finished(text, lambda name: registry.game(name, "plain"), at)
        stored = {
            "format": FORMAT,
            "id": table_id,
            "game": brought.game.name,
            "rules": brought.rules,
            "options": brought.options,
            "seats": [
                {"kind": "guest", "name": name, "brought": given}
                for name, given in zip(brought.names, brought.seats, strict=True)
            ],
            "hints": False,
            "seed": secrets.token_hex(32),
            "dealt": brought.seed,
            "position": brought.position,
            "created": at,
            "entries": [_written(entry) for entry in brought.entries],
        }
        return LocalTable(stored, now, assets)

    # The match ----------------------------------------------------------------------------------------------------

    def _deal(self, at: float) -> Match:
        seed = self.stored.get("dealt") or self._seed  # a match of a record brings its seed along
        text, rules_version = self.stored.get("position"), self.stored["rules"]
        if text is not None:
            pos = opening.from_text(self.game, text, seed, "position", rules_version)
            if pos.players != len(self.seats):
                raise Refused("wrong_seats")
        else:
            brought = [seat.brought for seat in self.seats]
            pos = opening.start(self.game, len(self.seats), seed, self.options, brought, rules_version)
        match, entry = rules.begin(pos, at)
        self.entries = [entry]
        self._kept = {0: match}
        return match

    def _follow(self, stored: Sequence[Mapping[str, Any]]) -> None:
        """Play stored entries."""
        for number, one in enumerate(stored, len(self.entries)):
            entry = Entry(
                number=number,
                kind=one["kind"],
                seat=one.get("seat"),
                at=one["at"],
                moves=tuple(one.get("moves", ())),
                target=one.get("target"),
                client=one.get("client"),
                noticed=one.get("noticed", 0),
            )
            if entry.kind == "undo" and entry.target is not None:
                earlier = self.at(entry.target)
                step = rules.undo(self.match, earlier, entry.seat or 0, entry.noticed, entry.at, entry.client)
            else:
                step = rules.follow(self.match, entry)
            self._take(*step)

    def _take(self, match: Match, entry: Entry) -> None:
        self.match = match
        self.entries.append(entry)
        if entry.number % KEPT == 0:
            self._kept[entry.number] = match

    def at(self, number: int) -> Match:
        """The match after an entry."""
        if number == self.match.number:
            return self.match
        start = max(n for n in self._kept if n <= number)
        match = self._kept[start]
        for entry in self.entries[start + 1 : number + 1]:
            if entry.kind == "undo" and entry.target is not None:
                earlier = self.at(entry.target)
                match, _ = rules.undo(match, earlier, entry.seat or 0, entry.noticed, entry.at, entry.client)
            else:
                match, _ = rules.follow(match, entry)
        return match

    def standing(self) -> list[Entry]:
        """The entries that were not taken back."""
        found: list[Entry] = []
        for entry in self.entries:
            if entry.kind == "undo" and entry.target is not None:
                target = entry.target
                found = [one for one in found if one.number <= target]
            else:
                found.append(entry)
        return found

    def _append(self, match: Match, entry: Entry) -> None:
        """Add an entry, and send every page what is new to it."""
        before = self.match
        self._take(match, entry)
        self.stored["entries"].append(_written(entry))
        for page in self.pages:
            for viewer in page.viewers:
                noticed = match.count(viewer) > before.count(viewer)
                log = [describe_entry(entry, viewer, match.count(viewer))] if noticed else []
                face = presenter.face(match, viewer)
                page.send(Update(seat=viewer, number=match.count(viewer), log=log, face=face, clocks=None))
        if match.over or match.paused != before.paused:
            self.show()

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Playing, paused or over: a table begins when it is made."""
        return "over" if self.match.over else "paused" if self.match.paused else "playing"

    @property
    def mine(self) -> tuple[int, ...]:
        """The numbers of my seats."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "person")

    def view(self) -> TableView:
        """The table as its person sees it."""
        created = float(self.stored["created"])
        return TableView(
            id=self.id,
            game=self.game.name,
            rules=self.stored["rules"],
            options=self.options,
            host=ME,
            listed=False,
            hints=bool(self.stored.get("hints", True)),
            takeover="bot",
            clock=None,
            slow=False,
            rated=False,
            tournament=None,
            daily=None,
            phase=self.phase,
            seats=[self._seat_view(number, seat) for number, seat in enumerate(self.seats)],
            seed_hash=seed_hash(bytes.fromhex(self.stored["seed"])),
            from_position=self.stored.get("position") is not None,
            watching=[],
            actors=list(self.match.actors),
            outcome=self.match.outcome,
            rematch_of=self.stored.get("rematch_of"),
            rematch=self.stored.get("rematch"),
            fork_of=self.stored.get("fork_of"),
            created=created,
            started=created,
            ended=self.match.at if self.match.over else None,
        )

    @staticmethod
    def _seat_view(number: int, seat: Seat) -> SeatView:
        mine = seat.kind == "person"
        return SeatView(
            number=number,
            kind="bot" if seat.kind == "bot" else "person",
            name=seat.name,
            person=ME if mine else None,
            bot=seat.bot,
            mine=mine,
            connected=mine,
            accepted=True,
            pledged=False,
            opened=False,
            away_until=None,
            auto=seat.auto,
            conditional=None,
            rating=None,
        )

    def show(self) -> None:
        """Send every page the table."""
        for page in self.pages:
            page.send(TableNow(table=self.view()))

    def log(self, viewer: int, since: int = 0) -> list[Told]:
        """The newest page of a viewer's log after its entry `since`."""
        noticed = [entry for entry in self.entries if entry.noticed & bit_of(viewer)]
        told = [describe_entry(entry, viewer, number) for number, entry in enumerate(noticed, 1)]
        return told[since:][-PAGE:]

    def come(self, send: Send, seen: Mapping[str, int], message_id: str | None) -> Page:
        """Add a page, and send it everything after what it has seen."""
        page = Page(send, self.mine or (SPECTATOR,))
        send(Welcome(version=VERSION, seats=list(self.mine), now=self.now(), id=message_id))
        send(TableNow(table=self.view()))
        for viewer in page.viewers:
            log = self.log(viewer, max(0, seen.get(str(viewer), 0)))
            face = presenter.face(self.match, viewer)
            send(Sync(seat=viewer, number=self.match.count(viewer), log=log, face=face, clocks=None))
        for line in self.chat:
            send(line)
        self.pages.append(page)
        return page

    def go(self, page: Page) -> None:
        """Remove a page that has closed."""
        self.pages = [other for other in self.pages if other is not page]

    # What is asked ------------------------------------------------------------------------------------------------

    def answer(self, page: Page, message: Mapping[str, Any]) -> Any:
        """Carry out a message of a page; the answer to it, if there is one."""
        kind, message_id = message["type"], message.get("id")
        if kind == "ping":
            return Accepted(id=str(message_id))
        if kind == "say":
            line = Said(person=ME, name=self.seats[self.mine[0]].name, text=message["text"], at=self.now())
            self.chat.append(line)
            for one in self.pages:
                one.send(line)
            return Accepted(id=str(message_id))
        if kind == "conditional":
            raise Refused("no_conditional")
        seat = int(message["seat"])
        if seat not in self.mine:
            raise Refused("not_your_seat")
        if kind in ("preview", "why_not", "hint"):
            return self._work_out(kind, seat, message)
        if kind in ("decide", "withdraw"):
            self._decide(kind, seat, message)
        elif kind == "undo":
            self._undo(seat, bool(message.get("turn")), message_id)
        elif kind == "auto":
            self.seats[seat].auto = bool(message["on"])
            self.stored["seats"][seat]["auto"] = self.seats[seat].auto
            self.show()
        elif kind == "answer_undo":
            raise Refused("nothing_asked")
        return Accepted(id=str(message_id)) if message_id else None

    def _going_on(self) -> Match:
        if self.match.over:
            raise Refused("already_over")
        if self.match.paused:
            raise Refused("paused")
        return self.match

    def _work_out(self, kind: str, seat: int, message: Mapping[str, Any]) -> Any:
        match, message_id = self.match, str(message["id"])
        if match.over:
            raise Refused("already_over")
        if kind == "hint":
            if not self.stored.get("hints", True):
                raise Refused("no_hints")
            if seat not in match.actors:
                raise Refused("not_your_turn")
            return presenter.hint(levels.advice(match.pos, seat), message_id)
        moves = [message["move"], *message.get("then", ())]
        if kind == "why_not":
            return presenter.why_not(match, seat, moves, message_id)
        return presenter.preview(match, seat, moves, message_id, self._imagined().world)

    def _imagined(self) -> Imagined:
        if self._worlds is None or self._worlds.match is not self.match:
            self._worlds = Imagined(self.match)
        return self._worlds

    def imagine(self) -> bool:
        """Prepare a piece of the previews for a seat of mine that is asked; whether there was anything to prepare."""
        if not self.pages or self.match.over or self.waits_for is not None:
            return False
        questions = ((seat, self.match.questions[seat]) for seat in self.match.actors if seat in self.mine)
        asked = [seat for seat, question in questions if question is not None and len(question.moves) > 1]
        return any(self._imagined().prepare(seat) for seat in asked)

    def _decide(self, kind: str, seat: int, message: Mapping[str, Any]) -> None:
        """Make a move or take a secret choice back, once: a repeat changes nothing."""
        client = message["id"]
        if message["question"] != self.match.prompts[seat]:
            if any(entry.client == client and entry.seat == seat for entry in self.entries):
                return
            raise Refused("stale")
        match = self._going_on()
        if kind == "decide":
            self._append(*rules.decide(match, seat, message["moves"], self.now(), client))
        else:
            self._append(*rules.withdraw(match, seat, self.now(), client))

    def _undo(self, seat: int, whole_turn: bool, client: str | None) -> None:
        match = self._going_on()
        if seat in match.pos.ready:
            raise Refused("withdraw_instead" if match.pos.may_withdraw(seat) else "final_choice")
        fallen = self._fallen(seat, whole_turn)
        if whole_turn:
            begun = rules.turn_begins(self.at(fallen[-1].number - 1), fallen[::-1], seat)
            fallen = fallen[: len(fallen) - begun]
        noticed = 0
        for entry in fallen:
            noticed |= entry.noticed
        self._append(*rules.undo(match, self.at(fallen[-1].number - 1), seat, noticed, self.now(), client))

    def _fallen(self, seat: int, whole_turn: bool) -> list[Entry]:
        """The entries that an undo takes back, the newest first."""
        fallen: list[Entry] = []
        found, at = 0, self.match.number
        while at > 0:
            entry = self.entries[at]
            if entry.kind == "undo" and entry.target is not None:
                at = entry.target
                continue
            if found and entry.kind in ("decide", "withdraw") and entry.seat != seat:
                break
            fallen.append(entry)
            at -= 1
            if entry.kind == "decide" and entry.seat == seat:
                found = len(fallen)
                if not whole_turn:
                    break
        if not found:
            raise CannotUndo(f"seat {seat} has nothing more to take back")
        return fallen[:found]

    def resign(self, seat: int) -> None:
        """Give the match up: the others have won."""
        match = self._going_on()
        winners = [other for other in range(len(self.seats)) if other != seat]
        ending = rules.lost(seat, "resigned", winners, len(self.seats))
        self._append(*rules.end(match, seat, ending, self.now()))

    def pause(self, wanted: bool) -> None:
        """Stop the bots, or let them go on."""
        if self.match.over:
            raise Refused("already_over")
        if self.match.paused != wanted:
            self._append(*rules.pause(self.match, self.mine[0], wanted, self.now()))

    # What plays by itself -----------------------------------------------------------------------------------------

    @property
    def waits_for(self) -> int | None:
        """A seat that decides by itself: a bot, or mine with one legal move where I asked for that."""
        if self.match.over or self.match.paused or not self.pages:
            return None
        for number in self.match.actors:
            seat = self.seats[number]
            if seat.kind == "bot" or (seat.auto and forced(self.match, number) is not None):
                return number
        return None

    def play_on(self) -> bool:
        """Make one decision for a seat that decides by itself; whether there was one."""
        seat = self.waits_for
        if seat is None:
            return False
        if self.seats[seat].kind == "person":
            only = forced(self.match, seat)
            assert only is not None
            self.decide_for(seat, only, None)
        else:
            self.decide_for(seat, *self.choose(seat))
        return True

    def choose(self, seat: int) -> tuple[int, str | None]:
        """The move of a bot, and who decided it if not the bot itself."""
        match = self.match
        level, seed = self._level(seat), f"{self._seed} {match.number}"
        chosen = levels.choose_move(levels.make_bot(level, seed, self.game), match.pos, seat)
        move = chosen or levels.substitute_move(seed, match.pos, seat)
        return move.id, None if chosen else STAND_IN

    def decide_for(self, seat: int, move: int, client: str | None) -> None:
        """Make the decision of a seat that decides by itself."""
        self._append(*rules.decide(self.match, seat, [move], self.now(), client))

    def catch_up(self, stored: Sequence[Mapping[str, Any]]) -> bool:
        """Play what was stored since; False if something else was stored."""
        known = self.stored["entries"]
        if list(stored[: len(known)]) != known:
            return False
        self._follow(stored[len(known) :])
        known += stored[len(known) :]
        return True

    def _level(self, seat: int) -> str:
        """The level that decides for a bot's seat: its own, or the best that needs no files if its own did not load."""
        level = self.seats[seat].bot or "random"
        if not self.assets.missing(self.game, [level]) or level in opponents.offered(self.game):
            return level
        return opponents.usual(self.game)

    def needs(self, *, advice: bool = False) -> list[str]:
        """The files that the bots here need and that have not been loaded yet."""
        levels_here = {seat.bot or "random" for seat in self.seats if seat.kind == "bot"}
        return self.assets.missing(self.game, levels_here, advice=advice)

    @property
    def _seed(self) -> str:
        return deal_seed(bytes.fromhex(self.stored["seed"]), [None] * len(self.seats))

    # Afterwards ---------------------------------------------------------------------------------------------------

    def number_of(self, viewer: int, number: int) -> int:
        """The stored number of an entry of a viewer's log."""
        noticed = [entry.number for entry in self.entries if entry.noticed & bit_of(viewer)]
        if not 0 < number <= len(noticed):
            raise Refused("not_found")
        return noticed[number - 1]

    def _finished(self) -> None:
        if not self.match.over:
            raise Refused("not_over")

    def replay(self, since: int) -> list[OpenEntry]:
        """A page of all entries of a finished match, with nothing hidden."""
        self._finished()
        return [
            OpenEntry(
                entry.number,
                entry.kind,
                entry.seat,
                entry.at,
                entry.target,
                [OpenStep(step.seat, step.move, [in_full(event) for event in step.events]) for step in entry.steps],
            )
            for entry in self.entries[since : since + PAGE]
        ]

    def replay_at(self, number: int, seat: int | None = None) -> OpenFace:
        """A finished match after an entry: all hands open, or what a seat saw then."""
        self._finished()
        if not 0 <= number < len(self.entries) or (seat is not None and not 0 <= seat < len(self.seats)):
            raise Refused("not_found")
        match = self.at(number)
        viewer = ALL if seat is None else seat
        return OpenFace(number, match.pos.view(viewer), match.pos.scores(viewer), list(match.actors), match.pos.text())

    def points(self) -> list[Points]:
        """The scores after every entry of a finished match."""
        self._finished()
        told = []
        for entry in self.entries:
            pos = self.at(entry.number).pos
            told.append(Points(entry.number, pos.scores(ALL), entry.seat, pos.sources(ALL)))
        return told

    def record(self) -> dict[str, Any]:
        """The full record of a finished match."""
        self._finished()
        written = self.game.record(self.match.pos, ALL)
        if not self.match.pos.over:
            written["ending"] = self.match.outcome
        written["names"] = [seat.name for seat in self.seats]
        if "dealt" not in self.stored:
            nobody = [None] * len(self.seats)  # nobody but this browser has a part in the deal
            hashed = seed_hash(bytes.fromhex(self.stored["seed"]))
            fair = {"server_seed": self.stored["seed"], "server_hash": hashed}
            written["fairness"] = {**fair, "pledges": nobody, "contributions": nobody}
        return written

    def as_text(self, language: str) -> str:
        """A finished match in words."""
        self._finished()
        return describe_match(
            self.game,
            language,
            names=[seat.name for seat in self.seats],
            options=self.options,
            entries=self.standing(),
            outcome=self.match.outcome or {},
            ended=self.match.at,
        )


def _written(entry: Entry) -> dict[str, Any]:
    """An entry as it is kept: what it does follows from the rules."""
    kept = {"kind": entry.kind, "seat": entry.seat, "moves": list(entry.moves), "at": entry.at}
    return (
        kept
        | {name: there for name, there in (("target", entry.target), ("client", entry.client)) if there is not None}
        | ({"noticed": entry.noticed} if entry.kind == "undo" else {})
    )
