"""What is sent to and fro about people."""

from __future__ import annotations

from typing import Annotated

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$")]


class NewPerson(msgspec.Struct, frozen=True):
    """Somebody who comes in for the first time."""

    name: Name


class Person(msgspec.Struct, frozen=True):
    """Somebody, as everyone may know him. The id is no secret; the key in his cookie is."""

    id: str
    name: str


class Code(msgspec.Struct, frozen=True):
    """A code that lets the same person in from another device, once."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Webhook(msgspec.Struct, frozen=True):
    """The address that is called when it is my turn and I am not at the table; none, if null."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None


class WebhookView(msgspec.Struct, frozen=True):
    """The same, and the hosts that this server calls: none where its operator has not allowed it."""

    url: str | None
    hosts: list[str]


class FreshCode(msgspec.Struct, frozen=True):
    """A new code, and when it ends to work; a recovery code has no end."""

    code: str
    expires: float | None
