"""Notifications of turns and invitations by webhook. Off unless the operator names hosts to call."""

from __future__ import annotations

from urllib.parse import SplitResult

import msgspec

from ludotheque.messages import LANGUAGES, Messages
from ludotheque.server.errors import Refused
from ludotheque.server.notifications import outgoing
from ludotheque.server.people import services as people
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.records import TableRecord


def check_webhook(url: str, settings: Settings) -> SplitResult:
    """Return the address if the operator's list allows it; refuse any other."""
    if not settings.webhook_hosts:
        raise Refused("no_webhooks")
    parts = outgoing.check_url(url, settings.webhook_hosts.__contains__, settings.webhook_private)
    if parts is None:
        raise Refused("bad_webhook")
    return parts


class Webhooks:
    """Notifications by webhook: where the person asked for them."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self.wanted = bool(settings.webhook_hosts)

    async def announce_turn(self, person: str, record: TableRecord, seat: int) -> None:
        """Announce a turn: the table, the game and the seat; nothing of the match."""
        await self._announce(person, record, "turn", {"seat": seat}, {})

    async def announce_invitation(self, person: str, record: TableRecord, by: str) -> None:
        """Announce an invitation: the table, the game and who invites."""
        await self._announce(person, record, "invitation", {}, {"name": by})

    async def _announce(
        self, person: str, record: TableRecord, event: str, facts: dict[str, int], words: dict[str, str]
    ) -> None:
        url = await self._storage.found(lambda c: people.webhook(c, person))
        if url is None:
            return
        title = record.game.declaration.title
        sentences = (Messages(lang).say(f"notify.{event}", {"title": title[lang], **words}) for lang in LANGUAGES)
        text = " · ".join(dict.fromkeys(sentences))  # English once, where another language lacks the sentence
        told = {
            "event": event,
            "table": record.id,
            "game": record.row.game,
            **facts,
            "text": text,
            "content": text,
        }
        body = msgspec.json.encode(told)
        headers = {"Content-Type": "application/json"}
        await outgoing.post(check_webhook(url, self._settings), headers, body, self._settings.webhook_private)
