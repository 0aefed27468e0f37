"""IP addresses of visitors: normalised to what one visitor has, compared with networks, and banned."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")  # IPv4 addresses as a socket for both versions reports them
OF_A_VISITOR = 64  # bits of an IPv6 network that a provider gives to one visitor


def parse_network(text: str) -> Network:
    """Return an address or network; IPv4-mapped IPv6 becomes IPv4. Raises ValueError for anything else."""
    network = ipaddress.ip_network(text, strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(MAPPED):
        return ipaddress.IPv4Network((int(network.network_address) & 0xFFFFFFFF, network.prefixlen - 96))
    return network


def normalise_network(text: str) -> str:
    """Return a network as bans are stored: an IPv6 network smaller than a /64 becomes its /64."""
    network = parse_network(text)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > OF_A_VISITOR:
        network = network.supernet(new_prefix=OF_A_VISITOR)
    return str(network)


def normalise_address(address: str) -> str:
    """Return what limits count an address as: its /64 network for IPv6, the IPv4 address if it is mapped."""
    ip = _parse_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((int(ip), OF_A_VISITOR), strict=False).network_address)
    return str(ip) if ip is not None else address


def is_among(address: str, networks: Sequence[str]) -> bool:
    """Return whether an address lies in one of the networks; "*" stands for every address."""
    if "*" in networks:
        return True
    ip = _parse_address(address)
    if ip is None:
        return address in networks
    return any(ip in _cached_network(network) for network in networks)


def with_mapped(networks: Sequence[str]) -> list[str]:
    """Return the networks, and each IPv4 one once more as IPv4-mapped IPv6, for code that compares them literally."""
    found = list(networks)
    for network in networks:
        if network != "*" and isinstance(parsed := parse_network(network), ipaddress.IPv4Network):
            found.append(f"::ffff:{parsed.network_address}/{parsed.prefixlen + 96}")
    return found


def _parse_address(text: str) -> Address | None:
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, ipaddress.IPv6Address) else ip


_cached_network = lru_cache(1024)(parse_network)


class Bans:
    """The networks that the operator has banned; `OpenTables` reads them from the database."""

    def __init__(self) -> None:
        self.networks: tuple[str, ...] = ()

    def holds(self, address: str) -> bool:
        """Return whether an address is banned."""
        return bool(self.networks) and is_among(address, self.networks)
