"""Checks for any installation: the page is served, and people meet at a table and play."""

from __future__ import annotations

import re
from random import Random

from tests.server.house import Guest, play_to_the_end


def check_page(guest: Guest) -> None:
    """The page is served with the script that it asks for."""
    status, headers, body = guest.send("GET", "/")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    scripts = re.findall(r'<script[^>]* src="([^"]+)"', body.decode())
    assert scripts
    for script in scripts:
        status, headers, body = guest.send("GET", script)
        assert (status, "javascript" in headers["content-type"]) == (200, True)
        assert len(body) > 1000


def check_match(host: Guest) -> None:
    """One lays a table, two join it, all play a match to its end over their sockets."""
    people = [host, *(Guest(host.house) for _ in range(2))]
    for number, guest in enumerate(people):
        guest.id = guest.ask("POST", "/api/people", {"name": f"Guest {number}"})["id"]
    table = host.table("lampions", "me", "open", "open", options={"rounds": 3})
    for seat, guest in enumerate(people[1:], start=1):
        guest.sit(table, seat)
    host.start(table)
    pages = {seat: guest.page(table) for seat, guest in enumerate(people)}
    assert play_to_the_end(pages, Random(17)) > 0
    for page in pages.values():
        page.close()
