"""All tables of one browser, and the requests and messages of its page: the same as those to a server.

`request` answers what the page asks over HTTP, `open` and `receive` what it says over its socket. Whoever calls keeps
what `keep` is given: a table as text, under its id.
"""

from __future__ import annotations

import json
import re
import secrets
import string
import traceback
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

import msgspec

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.local import opponents
from ludotheque.local.assets import Assets
from ludotheque.local.problems import ID as TRIED
from ludotheque.local.problems import Problems
from ludotheque.local.reviewing import TableReview, attempt, seen_before
from ludotheque.local.table import FORMAT, LocalTable, NotReadable, Page
from ludotheque.messages import common
from ludotheque.play import registry
from ludotheque.server.errors import ErrorBody, Refused, sentence
from ludotheque.server.games import descriptions
from ludotheque.server.lessons import services as lessons
from ludotheque.server.lessons.schemas import LessonMoment, LessonView
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import VERSION, Previewed, Reason, Refusal, write_message
from ludotheque.server.matches.brought import NAME
from ludotheque.server.matches.entries import describe_entry
from ludotheque.server.matches.refusals import refusal_of
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables.schemas import MatchStanding, TableList

LETTERS = string.ascii_lowercase + string.digits
ID = "local-"  # the prefix of these tables' ids
ROUTES: list[tuple[str, re.Pattern[str], Callable[..., Any]]] = []
Asked = Mapping[str, Any]


def route(method: str, path: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Answer requests to a path; `{name}` in it is passed on."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def known(function: Callable[..., Any]) -> Callable[..., Any]:
        ROUTES.append((method, pattern, function))
        return function

    return known


class House:
    """The tables of one browser. `send(line, text)` reaches a page; `keep(id, text)` stores a table, or forgets it."""

    def __init__(
        self,
        send: Callable[[int, str], None],
        keep: Callable[[str, str | None], None],
        now: Callable[[], float],
        assets: Assets | None = None,
    ) -> None:
        self.now = now
        self.assets = Assets({}) if assets is None else assets
        self.name = ""
        self._send, self._keep = send, keep
        self.problems = Problems(keep, now)
        self._stored: dict[str, str] = {}
        self._tables: dict[str, LocalTable] = {}
        self._lines: dict[int, tuple[LocalTable, Page]] = {}
        self._reviews: dict[str, TableReview] = {}

    def restore(self, texts: Mapping[str, str]) -> None:
        """Take in what was stored before. A table is read when it is opened."""
        for kept, text in texts.items():
            if not kept.startswith(TRIED):
                self._stored[kept] = text
        self.problems.restore({kept: text for kept, text in texts.items() if kept.startswith(TRIED)})

    # Requests -----------------------------------------------------------------------------------------------------

    def request(self, method: str, address: str, body: str) -> str:
        """The answer to a request: status and body as JSON."""
        path, _, query = address.partition("?")
        asked = {name: values[-1] for name, values in parse_qs(query).items()}
        try:
            data = json.loads(body) if body else {}
            for wanted, pattern, function in ROUTES:
                found = pattern.fullmatch(path)
                if wanted == method and found:
                    answer = function(self, asked, data, **found.groupdict())
                    return f'{{"status":200,"body":{write_message(answer).decode()}}}'
            raise Refused("needs_server")
        except Exception as error:
            status, told = explain(error)
            return f'{{"status":{status},"body":{write_message(told).decode()}}}'

    def _table(self, table_id: str) -> LocalTable:
        if table_id not in self._tables:
            text = self._stored.get(table_id)
            if text is None:
                raise Refused("not_found")
            self._tables[table_id] = read_table(text, self.now, self.assets)
        return self._tables[table_id]

    def _store(self, table: LocalTable) -> None:
        self._stored[table.id] = json.dumps(table.stored)
        self._keep(table.id, self._stored[table.id])

    def add(self, table: LocalTable) -> LocalTable:
        """Keep a new table."""
        self._tables[table.id] = table
        self._store(table)
        return table

    def new_id(self) -> str:
        """The id of a new table."""
        return ID + "".join(secrets.choice(LETTERS) for _ in range(8))

    # The socket ---------------------------------------------------------------------------------------------------

    def receive(self, line: int, text: str) -> None:
        """Carry out a message of a page, and answer it."""
        message_id = None
        try:
            message = json.loads(text)
            message_id = message.get("id")
            if message["type"] == "hello":
                if message["version"] != VERSION:
                    raise Refused("wrong_version")
                self.leave(line)
                table = self._table(message["table"])
                page = table.come(self._sender(line), message.get("seen", {}), message_id)
                self._lines[line] = table, page
                return
            if message["type"] == "ping":
                self._send(line, json.dumps({"type": "accepted", "id": message_id}))
                return
            if message["type"] == "enter_lobby":  # nobody else is here
                self._send(line, json.dumps({"type": "lobby", "seeks": [], "open": [], "live": [], "people": []}))
                return
            if line not in self._lines:
                raise Refused("hello_first")
            table, page = self._lines[line]
            before = len(table.entries), [seat.auto for seat in table.seats]
            answer = table.answer(page, message)
            if (len(table.entries), [seat.auto for seat in table.seats]) != before:
                self._store(table)
            if answer is not None:
                self._sender(line)(answer)
        except Exception as error:
            _, told = explain(error)
            self._sender(line)(
                Refusal(id=message_id, code=told.code, message=told.message, rule=told.rule, key=told.key)
            )

    def _sender(self, line: int) -> Callable[[Any], None]:
        return lambda message: self._send(line, write_message(message).decode())

    def leave(self, line: int) -> None:
        """A page has closed its line, or opens another table."""
        if line in self._lines:
            table, page = self._lines.pop(line)
            table.go(page)

    @property
    def _open(self) -> list[LocalTable]:
        """The tables that a page looks at."""
        return list({id(table): table for table, _ in self._lines.values()}.values())

    def waiting(self) -> bool:
        """Whether a seat at an open table decides by itself."""
        return any(table.waits_for is not None for table in self._open)

    def play_on(self) -> None:
        """Make one decision for such a seat at each open table."""
        for table in self._open:
            if table.play_on():
                self._store(table)

    def asks_bots(self) -> list[str]:
        """The decisions that bots at open tables have to make, for a worker in which they think."""
        asked = []
        for table in self._open:
            seat = table.waits_for
            if seat is not None and table.seats[seat].kind == "bot":
                wanted = {"id": table.id, "number": table.match.number, "seat": seat, "table": self._stored[table.id]}
                asked.append(json.dumps(wanted))
        return asked

    def take_decision(self, text: str) -> None:
        """Make the decision of a bot, unless the match has changed since it was asked."""
        decided = json.loads(text)
        for table in self._open:
            here = table.id, table.match.number, table.waits_for
            if here == (decided["id"], decided["number"], decided["seat"]):
                table.decide_for(decided["seat"], decided["move"], decided["client"])
                self._store(table)

    def imagine(self) -> bool:
        """Prepare a piece of the previews at an open table; whether there was anything to prepare."""
        return any(table.imagine() for table in self._open)

    def needs(self) -> list[str]:
        """The files that the bots at open tables need, and that the worker has not loaded yet."""
        found = [address for table in self._open for address in table.needs()]
        return list(dict.fromkeys(found))

    def needs_for_message(self, line: int, text: str) -> list[str]:
        """The files without which a message of a page can't be answered."""
        if line not in self._lines or json.loads(text).get("type") != "hint":
            return []
        return self._lines[line][0].needs(advice=True)

    def needs_for_request(self, method: str, address: str) -> list[str]:
        """The same for a request."""
        asked = re.fullmatch(r"/problems(?:/([^/]+)/.+)?", address)
        if asked is not None:
            return self.assets.missing_problems(asked[1])
        found = re.fullmatch(r"/tables/([^/]+)/review", address)
        if method != "POST" or found is None or found[1] not in self._stored:
            return []
        try:
            return self._table(found[1]).needs(advice=True)
        except Refused:  # said in the answer
            return []

    def is_reviewing(self) -> bool:
        """Whether a review is being made."""
        return any(review.at_work for review in self._reviews.values())

    def review_on(self) -> None:
        """Do one piece of a review."""
        for review in self._reviews.values():
            if review.at_work and review.work():
                review.table.stored["review"] = review.kept
                self._store(review.table)
                return

    def _review_of(self, table_id: str) -> TableReview:
        if table_id not in self._reviews:
            self._reviews[table_id] = TableReview(self._table(table_id))
        return self._reviews[table_id]

    def take(self, address: str, thing: Any) -> None:
        """Take a file that the worker has loaded."""
        self.assets.take(address, thing)

    # What the page asks -------------------------------------------------------------------------------------------

    @route("GET", "/games")
    def _games(self, _: Asked, __: Asked) -> Any:
        return [
            msgspec.structs.replace(
                descriptions.view(game),
                bots=opponents.offered(game, self.assets),
                levels=opponents.ladder(game, self.assets),
                level=opponents.first(game, self.assets),
                strength=[None] * len(opponents.ladder(game, self.assets)),
            )
            for game in registry.games()
        ]

    @route("GET", "/messages/{language}")
    def _messages(self, _: Asked, __: Asked, language: str) -> Any:
        return common(language)

    @route("GET", "/games/{name}/messages/{language}")
    def _words(self, _: Asked, __: Asked, name: str, language: str) -> Any:
        return registry.game(name, "plain").messages(language).by_key

    @route("GET", "/games/{name}/rules/{language}")
    def _rules(self, _: Asked, __: Asked, name: str, language: str) -> Any:
        return descriptions.rulebook(registry.game(name, "plain"), language)

    @route("GET", "/games/{name}/pieces")
    def _pieces(self, _: Asked, __: Asked, name: str) -> Any:
        return descriptions.catalogue_of(registry.game(name, "plain"))

    @route("POST", "/games/{name}/check")
    def _check(self, _: Asked, data: Asked, name: str) -> Any:
        game, language = registry.game(name, "plain"), data.get("language", "en")
        return descriptions.verdict(game, data["option"], data["value"], data.get("options") or {}, language)

    @route("GET", "/games/{name}/lessons")
    def _lessons(self, _: Asked, __: Asked, name: str) -> list[LessonView]:
        return lessons.list_lessons(registry.game(name, "plain"))

    @route("POST", "/games/{name}/lessons/{lesson}")
    def _lesson(self, _: Asked, data: Asked, name: str, lesson: str) -> LessonMoment:
        known = lessons.find(name, lesson)
        match, entries = lessons.played(name, known, data.get("steps", ()))
        log = [describe_entry(entry, known.seat, number) for number, entry in enumerate(entries, 1)]
        return LessonMoment(face=presenter.face(match, known.seat), log=log)

    @route("POST", "/games/{name}/lessons/{lesson}/preview")
    def _lesson_preview(self, _: Asked, data: Asked, name: str, lesson: str) -> Previewed:
        known = lessons.find(name, lesson)
        match, _entries = lessons.played(name, known, data.get("steps", ()))
        return presenter.preview(match, known.seat, [data["move"], *data.get("then", ())], "")

    @route("POST", "/games/{name}/lessons/{lesson}/why-not")
    def _lesson_why_not(self, _: Asked, data: Asked, name: str, lesson: str) -> Reason:
        known = lessons.find(name, lesson)
        match, _entries = lessons.played(name, known, data.get("steps", ()))
        return presenter.why_not(match, known.seat, [data["move"], *data.get("then", ())], "")

    @route("GET", "/problems")
    def _problems(self, _: Asked, __: Asked) -> Any:
        if self.assets.missing_problems():
            raise Refused("problems_not_loaded")
        return self.problems.listed()

    def _problem(self, game: str, problem: str) -> str:
        """The name of a problem, if its file is here."""
        if self.assets.missing_problems(game):
            raise Refused("problems_not_loaded")
        return f"{game}/{problem}"

    @route("GET", "/problems/{game}/{problem}")
    def _show_problem(self, _: Asked, __: Asked, game: str, problem: str) -> Any:
        return self.problems.view(self._problem(game, problem))

    @route("POST", "/problems/{game}/{problem}/answer")
    def _answer_problem(self, _: Asked, data: Asked, game: str, problem: str) -> Any:
        return self.problems.answer(self._problem(game, problem), data["move"])

    @route("POST", "/problems/{game}/{problem}/solution")
    def _solve_problem(self, _: Asked, __: Asked, game: str, problem: str) -> Any:
        return self.problems.answer(self._problem(game, problem), None)

    @route("POST", "/problems/{game}/{problem}/preview")
    def _preview_problem(self, _: Asked, data: Asked, game: str, problem: str) -> Any:
        return self.problems.looked(presenter.preview, self._problem(game, problem), data)

    @route("POST", "/problems/{game}/{problem}/why-not")
    def _why_not_problem(self, _: Asked, data: Asked, game: str, problem: str) -> Any:
        return self.problems.looked(presenter.why_not, self._problem(game, problem), data)

    @route("GET", "/me")
    def _me(self, _: Asked, __: Asked) -> Person | None:
        return Person("me", self.name) if self.name else None

    @route("POST", "/people")
    @route("PATCH", "/me")
    def _welcome(self, _: Asked, data: Asked) -> Person:
        self.name = str(data["name"])[:NAME]
        return Person("me", self.name)

    @route("GET", "/tables")
    def _list(self, _: Asked, __: Asked) -> TableList:
        views, standing = [], {}
        for table_id in list(self._stored):
            try:
                table = self._table(table_id)
            except Refused:
                continue  # a damaged table is reported when it is opened
            views.append(table.view())
            if not table.match.over:
                pos = table.match.pos
                standing[table_id] = MatchStanding(pos.round, pos.scores(SPECTATOR), None)
        views.sort(key=lambda view: -view.created)
        return TableList(mine=views, invited=[], open=[], recent=[], due={}, standing=standing)

    @route("POST", "/tables")
    def _create(self, _: Asked, data: Asked) -> Any:
        return self.add(LocalTable.create(data, self.name or "?", self.new_id(), self.now, self.assets)).view()

    @route("POST", "/records")
    def _open_record(self, _: Asked, data: Asked) -> Any:
        return self.add(LocalTable.of_record(str(data["record"]), self.new_id(), self.now, self.assets)).view()

    @route("GET", "/tables/{id}")
    @route("POST", "/tables/{id}/start")
    @route("POST", "/tables/{id}/seats/{seat}/contribution")
    def _show(self, _: Asked, __: Asked, id: str, seat: str = "") -> Any:  # noqa: A002
        return self._table(id).view()

    @route("POST", "/tables/{id}/seats/{seat}/resignation")
    def _resign(self, _: Asked, __: Asked, id: str, seat: str) -> Any:  # noqa: A002
        table = self._table(id)
        table.resign(int(seat))
        self._store(table)
        return table.view()

    @route("POST", "/tables/{id}/pause")
    def _pause(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        return self._paused(id, True)

    @route("DELETE", "/tables/{id}/pause")
    def _go_on(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        return self._paused(id, False)

    def _paused(self, table_id: str, wanted: bool) -> Any:
        table = self._table(table_id)
        table.pause(wanted)
        self._store(table)
        return table.view()

    @route("POST", "/tables/{id}/rematch")
    def _rematch(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        table = self._table(id)
        if not table.match.over:
            raise Refused("not_over")
        if table.stored.get("rematch"):
            return self._table(table.stored["rematch"]).view()
        turned = [*table.seats[1:], table.seats[0]]
        seats = [
            {"kind": "me" if seat.kind == "person" else "bot", "bot": seat.bot, "brought": seat.brought}
            for seat in turned
        ]
        wish = {"game": table.game.name, "seats": seats, "options": table.options, "rematch_of": id}
        fresh = self.add(LocalTable.create(wish, self.name or "?", self.new_id(), self.now, self.assets))
        table.stored["rematch"] = fresh.id
        self._store(table)
        table.show()
        return fresh.view()

    @route("POST", "/tables/{id}/fork")
    def _fork(self, _: Asked, data: Asked, id: str) -> Any:  # noqa: A002
        table = self._table(id)
        match = table.at(int(data["number"]))
        if match.over:
            raise Refused("already_over")
        mine = match.actors[0]
        given = data.get("seats") or [{"kind": "me" if n == mine else "bot"} for n in range(len(table.seats))]
        wish = {"game": table.game.name, "seats": given, "position": match.pos.text(), "fork_of": id}
        wish["options"] = table.options
        return self.add(LocalTable.create(wish, self.name or "?", self.new_id(), self.now, self.assets)).view()

    @route("GET", "/tables/{id}/at/{number}")
    def _at(self, asked: Asked, _: Asked, id: str, number: str) -> Any:  # noqa: A002
        table, viewer = self._table(id), int(asked.get("seat", SPECTATOR))
        if viewer != SPECTATOR and viewer not in table.mine:
            raise Refused("not_your_seat")
        return presenter.past_face(table.at(table.number_of(viewer, int(number))), viewer)

    @route("GET", "/tables/{id}/replay")
    def _replay(self, asked: Asked, _: Asked, id: str) -> Any:  # noqa: A002
        return self._table(id).replay(int(asked.get("since", 0)))

    @route("GET", "/tables/{id}/replay/{number}")
    def _replay_at(self, asked: Asked, _: Asked, id: str, number: str) -> Any:  # noqa: A002
        seat = asked.get("seat")
        return self._table(id).replay_at(int(number), None if seat is None else int(seat))

    @route("GET", "/tables/{id}/points")
    def _points(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        return self._table(id).points()

    @route("GET", "/tables/{id}/record")
    def _record(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        return self._table(id).record()

    @route("GET", "/tables/{id}/text")
    def _text(self, asked: Asked, _: Asked, id: str) -> Any:  # noqa: A002
        return self._table(id).as_text(asked.get("language", "en"))

    @route("GET", "/tables/{id}/review")
    def _review(self, asked: Asked, _: Asked, id: str) -> Any:  # noqa: A002
        return self._review_of(id).view(int(asked.get("have", 0)))

    @route("POST", "/tables/{id}/review")
    def _begin_review(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        found = self._review_of(id)
        found.begin()
        return found.view(0)

    @route("GET", "/tables/{id}/review/at/{number}/{seat}")
    def _reviewed_at(self, _: Asked, __: Asked, id: str, number: str, seat: str) -> Any:  # noqa: A002
        return seen_before(self._table(id), int(number), int(seat))

    @route("POST", "/tables/{id}/review/at/{number}/{seat}")
    def _attempt(self, _: Asked, data: Asked, id: str, number: str, seat: str) -> Any:  # noqa: A002
        return attempt(self._table(id), self._review_of(id).review, int(number), int(seat), data["move"])

    @route("GET", "/tables/{id}/mutes")
    def _mutes(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        return {"mine": [], "all": []}

    @route("DELETE", "/me/matches/{id}")
    def _forget(self, _: Asked, __: Asked, id: str) -> Any:  # noqa: A002
        self._tables.pop(id, None)
        if self._stored.pop(id, None) is None:
            raise Refused("not_found")
        self._keep(id, None)


def read_table(text: str, now: Callable[[], float], assets: Assets) -> LocalTable:
    """A stored table; NotReadable if it is damaged or of rules that can't be played on."""
    try:
        stored = json.loads(text)
        if stored["format"] != FORMAT:
            raise NotReadable
        return LocalTable(stored, now, assets)
    except NotReadable:
        raise
    except Exception as error:
        raise NotReadable from error


def explain(error: Exception) -> tuple[int, ErrorBody]:
    """The status and body for any error; what is unexpected is written to the browser's console."""
    known = refusal_of(error)
    if known is not None:
        return known
    traceback.print_exception(error)
    return 500, ErrorBody(code="internal", message=sentence("internal"))
