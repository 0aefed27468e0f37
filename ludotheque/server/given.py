"""What the framework hands to those who answer requests, by the parameter's name; `app` says where it comes from."""

from __future__ import annotations

from litestar.di import NamedDependency

from ludotheque.server.live.room import Room
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage

GivenStorage = NamedDependency[Storage]
GivenSettings = NamedDependency[Settings]
GivenRoom = NamedDependency[Room]
Visitor = NamedDependency[Person | None]  # `visitor`: whose cookie came, if any
Me = NamedDependency[Person]  # `me`: the same, where somebody unknown can't go on
