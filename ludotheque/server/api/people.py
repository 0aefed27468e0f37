"""People over HTTP: `/api/people`, `/api/me`."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie, State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import ludotheque as lt
from ludotheque.server.api.address import address_of
from ludotheque.server.api.dependencies import (
    COOKIE,
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.errors import Refused
from ludotheque.server.notifications import push, webhooks
from ludotheque.server.people import erasure, saved_decks, services
from ludotheque.server.people.schemas import (
    Code,
    FreshCode,
    FreshLink,
    NewDeck,
    NewPerson,
    Person,
    Push,
    PushView,
    SavedDeck,
    Webhook,
    WebhookView,
)
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import records, seating

TEN_YEARS = 10 * 365 * 24 * 3600


def with_key(person: Person, key: str, secure: bool, status: int) -> Response[Person]:
    """An answer that hands a device its key. Scripts can't read it; other sites can't send it."""
    cookie = Cookie(key=COOKIE, value=key, max_age=TEN_YEARS, path="/", httponly=True, secure=secure, samesite="strict")
    return Response(person, status_code=status, cookies=[cookie])


class PeopleController(Controller):
    """Coming in, and being known on several devices."""

    path = "/api"
    tags = ("people",)

    @post("/people")
    async def welcome(
        self,
        data: JSONBody[NewPerson],
        request: Request[None, None, State],
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> Response[Person]:
        """Come in with a name; the key is kept in a cookie."""
        await limits.new_person(owner.address)
        person, key = await storage.written(lambda c: services.welcome(c, data.name, settings.now()))
        return with_key(person, key, request.url.scheme == "https", HTTP_201_CREATED)

    @post("/enter")
    async def enter(
        self, data: JSONBody[Code], request: Request[None, None, State], storage: StorageDep, settings: SettingsDep
    ) -> Response[Person]:
        """Come in as somebody who is known already, with a link or recovery code."""
        person, key = await storage.written(lambda c: services.enter(c, data.code, settings.now()))
        return with_key(person, key, request.url.scheme == "https", HTTP_200_OK)

    @get("/me")
    async def get_me(self, visitor: VisitorDep) -> Person | None:
        """Who I am; null for somebody whom this server does not know, which is no error."""
        return visitor

    @patch("/me")
    async def rename(
        self, data: JSONBody[NewPerson], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep
    ) -> Person:
        """Take another name: seen at once where a match has not begun; it stays as it was where I play."""
        person, waiting = await storage.written(lambda c: services.rename(c, me, data.name))
        for id in waiting:
            await open_tables.changed(await storage.found(lambda c, id=id: records.read(c, id)))  # type: ignore[misc]
        return person

    @post("/me/link")
    async def link(
        self, me: MeDep, request: Request[None, None, State], storage: StorageDep, settings: SettingsDep
    ) -> FreshLink:
        """A code for another device of mine, good once and for a quarter of an hour; as a picture too."""
        from ludotheque.server import qr  # only here: nothing else about people needs it

        fresh = await storage.written(lambda c: services.link(c, me, settings.now()))
        # Behind the #: that part of an address stays in the browser, out of logs and of what is sent on.
        address = f"{address_of(request, settings)}/enter#{fresh.code}"
        return FreshLink(fresh.code, fresh.expires, address, qr.as_svg(address).decode())

    @post("/me/recovery")
    async def recovery(self, me: MeDep, storage: StorageDep) -> FreshCode:
        """A code to write down, for when the cookie is lost; good once."""
        return await storage.written(lambda c: services.recovery(c, me))

    @get("/me/shelf")
    async def get_shelf(self, me: MeDep, storage: StorageDep, game: FromQuery[str | None] = None) -> list[SavedDeck]:
        """What I keep for seats to come."""
        return await storage.found(lambda c: saved_decks.saved(c, me, game))

    @post("/me/shelf")
    async def keep(self, data: JSONBody[NewDeck], me: MeDep, storage: StorageDep, settings: SettingsDep) -> SavedDeck:
        """Keep a deck under a name; one of that name is replaced. It may be a draft: `check` says what is wrong."""
        game = lt.game(data.game, "plain")
        if data.option not in {option.name for option in game.declaration.seat_options}:
            raise Refused("not_found")
        return await storage.written(lambda c: saved_decks.save(c, me, data, settings.now()))

    @delete("/me/shelf/{id:str}")
    async def put_away(self, id: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """Take it off my shelf."""
        await storage.written(lambda c: saved_decks.remove(c, me, id))

    @get("/me/webhook")
    async def get_webhook(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> WebhookView:
        """Where my turns are announced, and where they may be."""
        url = await storage.found(lambda c: services.webhook(c, me.id))
        return WebhookView(url, list(settings.webhook_hosts))

    @put("/me/webhook")
    async def set_webhook(
        self, data: JSONBody[Webhook], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> WebhookView:
        """Have my turns announced to an address, or no longer."""
        if data.url is not None:
            webhooks.checked(data.url, settings)
        await storage.written(lambda c: services.set_webhook(c, me, data.url))
        return WebhookView(data.url, list(settings.webhook_hosts))

    @get("/me/push")
    async def get_push(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> PushView:
        """The key that a browser subscribes with, and the browsers that did."""
        return await self._pushes(me, storage, settings)

    @put("/me/push")
    async def add_push(self, data: JSONBody[Push], me: MeDep, storage: StorageDep, settings: SettingsDep) -> PushView:
        """Have my turns announced to this browser."""
        push.checked(data.endpoint, settings)
        push.check_keys(data.key, data.auth)
        await storage.written(lambda c: services.add_push(c, me, data, settings.now()))
        return await self._pushes(me, storage, settings)

    @delete("/me/push/{id:str}")
    async def forget_push(self, id: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """No longer."""
        await storage.written(lambda c: services.forget_push(c, me.id, id))

    @staticmethod
    async def _pushes(me: Person, storage: Storage, settings: Settings) -> PushView:
        if not settings.push_contact:
            return PushView(None, [])
        key = await storage.written(push.own_key)
        rows = await storage.found(lambda c: services.pushes(c, me.id))
        return PushView(push.public_part(key), [row.hash.hex() for row in rows])

    @delete("/me/key")
    async def forget(
        self, me: MeDep, request: Request[None, None, State], storage: StorageDep, open_tables: OpenTablesDep
    ) -> None:
        """Leave this device: its open pages are closed as well."""
        open_tables.end_key(await storage.written(lambda c: services.forget(c, request.cookies[COOKIE])))

    # What is stored of me -----------------------------------------------------------------------------------------

    @get("/me/export")
    async def export(self, me: MeDep, storage: StorageDep) -> Response[dict[str, Any]]:
        """Everything that is stored of me, to take along."""
        told = await storage.found(lambda c: erasure.export(c, me))
        return Response(told, headers={"Content-Disposition": 'attachment; filename="ludotheque.json"'})

    @delete("/me", status_code=200)
    async def erase(self, me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> Response[None]:
        """Erase me: my matches stay for those who played them, without my name. What I am playing is given up."""
        for id, seat in await storage.found(lambda c: erasure.running(c, me)):
            record = await storage.found(lambda c, id=id: records.read(c, id))  # type: ignore[misc]
            if record.phase in ("playing", "paused"):
                await (await open_tables.open(id)).resign(me, seat)
            elif record.phase == "open":
                job = lambda c, id=id, seat=seat: seating.leave(c, id, me, seat)  # noqa: E731
                await open_tables.changed(await storage.written(job))
            else:
                job = lambda c, id=id, seat=seat: seating.seat_a_bot(c, id, seat)  # noqa: E731
                await open_tables.changed(await storage.written(job))
        await storage.written(lambda c: erasure.erase(c, me))
        answer: Response[None] = Response(None, status_code=200)
        answer.delete_cookie(COOKIE, path="/")
        return answer
