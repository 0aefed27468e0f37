"""People over HTTP: `/api/people`, `/api/me`."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie, State
from litestar.params import FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import ludotheque as lt
from ludotheque.server.api.address import address_of
from ludotheque.server.api.dependencies import (
    COOKIE,
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    PathId,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.errors import Refused
from ludotheque.server.notifications import push, webhooks
from ludotheque.server.people import erasure, research, saved_decks, services
from ludotheque.server.people.schemas import (
    Code,
    FreshCode,
    FreshLink,
    NewDeck,
    NewPerson,
    Person,
    Push,
    PushView,
    Research,
    ResearchView,
    SavedDeck,
    Webhook,
    WebhookView,
)
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import records, seating

TEN_YEARS = 10 * 365 * 24 * 3600


def with_key(person: Person, key: str, secure: bool, status: int) -> Response[Person]:
    """An answer that sets the device key as a cookie, which scripts can't read and other sites can't send."""
    cookie = Cookie(key=COOKIE, value=key, max_age=TEN_YEARS, path="/", httponly=True, secure=secure, samesite="strict")
    return Response(person, status_code=status, cookies=[cookie])


class PeopleController(Controller):
    """Accounts, and their devices."""

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
        """Create an account with a name; the device key is set as a cookie."""
        await limits.new_person(owner.address)
        person, key = await storage.written(lambda c: services.welcome(c, data.name, settings.now()))
        return with_key(person, key, request.url.scheme == "https", HTTP_201_CREATED)

    @post("/enter")
    async def enter(
        self, data: JSONBody[Code], request: Request[None, None, State], storage: StorageDep, settings: SettingsDep
    ) -> Response[Person]:
        """Sign in on this device with a link code or recovery code."""
        person, key = await storage.written(lambda c: services.enter(c, data.code, settings.now()))
        return with_key(person, key, request.url.scheme == "https", HTTP_200_OK)

    @get("/me")
    async def get_me(self, visitor: VisitorDep) -> Person | None:
        """Show your account; null without one, which is no error."""
        return visitor

    @patch("/me")
    async def rename(
        self, data: JSONBody[NewPerson], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep
    ) -> Person:
        """Change your name. Running matches keep the old one."""
        person, waiting = await storage.written(lambda c: services.rename(c, me, data.name))
        for table_id in waiting:
            await open_tables.changed(await storage.found(lambda c, table_id=table_id: records.read_table(c, table_id)))  # type: ignore[misc]
        return person

    @post("/me/link")
    async def link(
        self, me: MeDep, request: Request[None, None, State], storage: StorageDep, settings: SettingsDep
    ) -> FreshLink:
        """Create a link code for another device, valid once for 15 minutes, with a QR code."""
        from ludotheque.server import qr  # only here: nothing else about people uses it

        fresh = await storage.written(lambda c: services.link(c, me, settings.now()))
        # After the #: browsers do not send that part of an address, so it stays out of logs.
        address = f"{address_of(request, settings)}/enter#{fresh.code}"
        return FreshLink(fresh.code, fresh.expires, address, qr.as_svg(address).decode())

    @post("/me/recovery")
    async def recovery(self, me: MeDep, storage: StorageDep) -> FreshCode:
        """Create a recovery code to write down, valid once."""
        return await storage.written(lambda c: services.recovery(c, me))

    @get("/me/shelf")
    async def get_shelf(self, me: MeDep, storage: StorageDep, game: FromQuery[str | None] = None) -> list[SavedDeck]:
        """List your saved decks."""
        return await storage.found(lambda c: saved_decks.saved(c, me, game))

    @post("/me/shelf")
    async def keep(self, data: JSONBody[NewDeck], me: MeDep, storage: StorageDep, settings: SettingsDep) -> SavedDeck:
        """Save a deck under a name, replacing one of that name. Drafts are allowed; `check` finds faults."""
        game = lt.game(data.game, "plain")
        if data.option not in {option.name for option in game.declaration.seat_options}:
            raise Refused("not_found")
        return await storage.written(lambda c: saved_decks.save(c, me, data, settings.now()))

    @delete("/me/shelf/{id:str}")
    async def put_away(self, deck_id: PathId, me: MeDep, storage: StorageDep) -> None:
        """Delete a saved deck."""
        await storage.written(lambda c: saved_decks.remove(c, me, deck_id))

    @get("/me/webhook")
    async def get_webhook(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> WebhookView:
        """Show your webhook, and the hosts that are allowed."""
        url = await storage.found(lambda c: services.webhook(c, me.id))
        return WebhookView(url, list(settings.webhook_hosts))

    @put("/me/webhook")
    async def set_webhook(
        self, data: JSONBody[Webhook], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> WebhookView:
        """Set or remove the webhook that announces your turns."""
        if data.url is not None:
            webhooks.check_webhook(data.url, settings)
        await storage.written(lambda c: services.set_webhook(c, me, data.url))
        return WebhookView(data.url, list(settings.webhook_hosts))

    @get("/me/push")
    async def get_push(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> PushView:
        """The key for push subscriptions, and your subscribed browsers."""
        return await self._pushes(me, storage, settings)

    @put("/me/push")
    async def add_push(self, data: JSONBody[Push], me: MeDep, storage: StorageDep, settings: SettingsDep) -> PushView:
        """Subscribe this browser to announcements of your turns."""
        push.check_endpoint(data.endpoint, settings)
        push.check_keys(data.key, data.auth)
        await storage.written(lambda c: services.add_push(c, me, data, settings.now()))
        return await self._pushes(me, storage, settings)

    @delete("/me/push/{id:str}")
    async def forget_push(self, push_id: PathId, me: MeDep, storage: StorageDep) -> None:
        """Unsubscribe a browser."""
        await storage.written(lambda c: services.forget_push(c, me.id, push_id))

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
        """Sign out this device, and close its open pages."""
        open_tables.end_key(await storage.written(lambda c: services.forget(c, request.cookies[COOKIE])))

    @get("/me/research")
    async def get_research(self, me: MeDep, storage: StorageDep) -> ResearchView:
        """Show whether your matches may be given away for research."""
        return await storage.found(lambda c: research.view(c, me))

    @put("/me/research")
    async def set_research(
        self, data: JSONBody[Research], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> ResearchView:
        """Agree that matches which begin from now on are given away for research, without names; or no longer."""
        return await storage.written(lambda c: research.change(c, me, data.agrees, settings.now()))

    # Your stored data ---------------------------------------------------------------------------------------------

    @get("/me/export")
    async def export(self, me: MeDep, storage: StorageDep) -> Response[dict[str, Any]]:
        """Export everything that is stored about you."""
        told = await storage.found(lambda c: erasure.export(c, me))
        return Response(told, headers={"Content-Disposition": 'attachment; filename="ludotheque.json"'})

    @delete("/me", status_code=200)
    async def erase(self, me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> Response[None]:
        """Delete your account. You resign running matches; finished ones stay for the others, without your name."""
        for table_id, seat in await storage.found(lambda c: erasure.running(c, me)):
            record = await storage.found(lambda c, table_id=table_id: records.read_table(c, table_id))  # type: ignore[misc]
            if record.phase in ("playing", "paused"):
                await (await open_tables.open(table_id)).resign(me, seat)
            elif record.phase == "open":
                job = lambda c, table_id=table_id, seat=seat: seating.leave(c, table_id, me, seat)  # noqa: E731
                await open_tables.changed(await storage.written(job))
            else:
                job = lambda c, table_id=table_id, seat=seat: seating.seat_a_bot(c, table_id, seat)  # noqa: E731
                await open_tables.changed(await storage.written(job))
        await storage.written(lambda c: erasure.erase(c, me))
        answer: Response[None] = Response(None, status_code=200)
        answer.delete_cookie(COOKIE, path="/")
        return answer
