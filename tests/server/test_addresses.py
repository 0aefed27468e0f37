"""IPv6 visitors are counted and banned by their /64; an IPv4 address in IPv6 form is that IPv4 address."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import delete, insert

from ludotheque.cli import main
from ludotheque.server.addresses import is_among, normalise_address, normalise_network, with_mapped
from ludotheque.server.api.transport import Connections
from ludotheque.server.settings import Settings
from ludotheque.server.storage.schema import house as kept
from ludotheque.server.tables import orders
from tests.server.house import until


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_the_key_under_which_an_address_is_counted(address: str, counted_as: str) -> None:
    assert normalise_address(address) == counted_as


@pytest.mark.parametrize(
    ("given", "banned"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.0/24", "192.0.2.0/24"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::/0", "::/0"),
    ],
)
def test_the_network_of_a_ban(given: str, banned: str) -> None:
    assert normalise_network(given) == banned


def test_networks_hold_addresses_in_both_forms() -> None:
    assert is_among("::ffff:127.0.0.1", ("127.0.0.1",))
    assert is_among("127.0.0.1", ("::ffff:127.0.0.0/104",))
    assert not is_among("::ffff:128.0.0.1", ("127.0.0.0/8", "::1"))
    assert is_among("anything", ("*",))
    assert with_mapped(["10.0.0.0/8", "::1", "*"]) == ["10.0.0.0/8", "::1", "*", "::ffff:10.0.0.0/104"]


def test_connections_are_counted_by_the_64() -> None:
    connections = Connections(Settings(connections_of_an_address=3, proxies=("2001:db8:9::1",)))
    assert [connections.take(f"2001:db8:1:2::{n}") for n in range(4)] == [True, True, True, False]
    assert connections.take("2001:db8:1:3::1"), "another /64"
    assert all(connections.take("2001:db8:9::1") for _ in range(5)), "a proxy"
    connections.release("2001:db8:1:2::1")
    assert connections.take("2001:db8:1:2::9")
    assert [connections.take(a) for a in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7")].count(True) == 3


def test_requests_are_counted_by_the_64(make) -> None:
    house = make(requests_a_second=0.5)
    house.open_tables.limits.requests.rate = 1e-6  # three, and no fourth, however long this takes
    for network in ("2001:db8:1:2::{}", "2001:db8:1:3::{}"):
        got = [house.guest(None, network.format(n)).send("GET", "/api/me")[0] for n in range(1, 5)]
        assert got == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("banned", "kept_out", "let_in", "said"),
    [
        ("2001:db8:1:2::5", ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1"), "2001:db8:1:3::5", "2001:db8:1:2::/64"),
        ("203.0.113.5", ("203.0.113.5", "::ffff:203.0.113.5"), "203.0.113.6", ""),
        ("::ffff:203.0.113.5", ("203.0.113.5", "::ffff:203.0.113.5"), "203.0.113.6", "203.0.113.5/32"),
    ],
)
def test_a_ban_keeps_out_what_it_says(house, capsys, banned, kept_out, let_in, said) -> None:
    admin = ["admin", "--database", house.settings.database]
    assert main([*admin, "ban", banned, "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert said in told
    assert ("this holds for the network" in told) == bool(said)
    guests = [house.guest(None, address) for address in kept_out]
    until(lambda: [guest.send("GET", "/api/me")[0] for guest in guests] == [403, 403], "they get in")
    assert house.guest(None, let_in).send("GET", "/api/me")[0] == 200
    assert main([*admin, "unban", banned, "--lang", "en"]) == 0
    until(lambda: [guest.send("GET", "/api/me")[0] for guest in guests] == [200, 200], "they are still banned")


def test_a_ban_of_one_ipv6_address_that_was_stored_before_holds_for_its_64(storage) -> None:
    value = b'[{"network": "2001:db8:1:2::5/128", "until": null}]'
    storage.write(
        lambda c: c.execute(delete(kept)) and c.execute(insert(kept), {"name": "bans", "value": value})
    ).result()
    assert storage.read(lambda c: orders.read_orders(c, time.time())).bans == ("2001:db8:1:2::/64",)
