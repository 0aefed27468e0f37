"""Where visitors come from: whom an address stands for, and who is not let in."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence


def is_among(address: str, networks: Sequence[str]) -> bool:
    """Whether an address is one of those, or lies in one of those networks; "*" holds every address."""
    if "*" in networks:
        return True
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address in networks
    return any(ip in ipaddress.ip_network(network, strict=False) for network in networks)


def network_of(address: str) -> str:
    """Whom an address stands for: in the newer internet one visitor has a whole network of them."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return address


class Bans:
    """The addresses and networks that the operator does not let in; looked up in the database now and then."""

    def __init__(self) -> None:
        self.networks: tuple[str, ...] = ()

    def holds(self, address: str) -> bool:
        """Whether somebody from there is not let in."""
        return bool(self.networks) and is_among(address, self.networks)
