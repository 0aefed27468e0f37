"""An invitation, and the address of a house, as QR codes."""

from __future__ import annotations

import re

from tests.server.house import House


def test_an_invitation_is_drawn_for_those_who_can_reach_it(tmp_path):
    house = House(
        f"sqlite:///{tmp_path / 'h.sqlite'}", address="http://192.0.2.7:8420", hosts=("127.0.0.1", "games.lan")
    )
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "me", "open", "open")
        status, headers, here = ana.send("GET", f"/api/tables/{table}/invitation.svg")
        assert (status, headers["content-type"].partition(";")[0]) == (200, "image/svg+xml")
        assert b"<script" not in here
        from ludotheque.server import qr

        assert here == qr.as_svg(f"http://192.0.2.7:8420/table/{table}"), "who asks from this machine invites others"
        _, _, there = ana.send("GET", f"/api/tables/{table}/invitation.svg", headers={"Host": "games.lan"})
        assert there == qr.as_svg(f"http://games.lan/table/{table}")
        assert ana.ask("GET", "/api/tables/nowhere/invitation.svg", status=404)["code"] == "not_found"
    finally:
        house.close()


def test_a_link_to_another_device_is_an_address_and_a_picture_of_it(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", address="http://192.0.2.7:8420")
    try:
        from ludotheque.server import qr

        ana = house.guest("Ana")
        link = ana.ask("POST", "/api/me/link")
        assert link["address"] == f"http://192.0.2.7:8420/enter#{link['code']}"
        assert link["qr"] == qr.as_svg(link["address"]).decode()
        assert house.guest().ask("POST", "/api/enter", {"code": link["code"]})["id"] == ana.id
    finally:
        house.close()


def test_the_code_in_the_terminal_is_the_code():
    """Read back module by module: upper and lower half of each character."""
    import segno

    from ludotheque.server import qr

    drawn = qr.in_terminal("http://192.0.2.7:8420").split("\n")
    assert len({len(line) for line in drawn}) == 1, "a full rectangle: the light border is part of the code"
    assert re.fullmatch("[ ▀▄█\n]+", "\n".join(drawn))
    rows = []
    for line in drawn:
        rows += [[char in "▀█" for char in line], [char in "▄█" for char in line]]
    code = segno.make_qr("http://192.0.2.7:8420", error="m")
    wanted = [[bool(module) for module in row] for row in code.matrix_iter(border=qr.BORDER)]
    assert rows[: len(wanted)] == wanted
    assert not any(module for row in rows[len(wanted) :] for module in row)
