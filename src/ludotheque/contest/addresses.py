"""Which addresses webhooks may go to: those that everybody can reach, and private ones that the operator allows.

An organiser is not the operator. Without this, they could let the server send requests into its own network.
"""

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from ludotheque.game import GameError

LONGEST_URL = 500
PORTS = {"http": 80, "https": 443}
LOOKUPS = ThreadPoolExecutor(4, "lookup")  # a slow name server holds up nothing but webhooks
Ip = IPv4Address | IPv6Address


class Place(NamedTuple):
    """Where a URL leads, by name."""

    scheme: str
    host: str
    port: int


def parse_url(url: str) -> Place:
    """Return where a URL leads; one that cannot be a webhook is a GameError."""
    try:
        parts = urlsplit(url)
        place = Place(parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0))
        place.host.encode("idna")
    except ValueError:  # UnicodeError is one
        raise _bad_url() from None
    is_plain = url.isprintable() and " " not in url and parts.username is None and not parts.fragment
    if place.scheme not in PORTS or not place.host or not is_plain or len(url) > LONGEST_URL:
        raise _bad_url()
    return place


def _bad_url() -> GameError:
    return GameError("A webhook is http://HOST/PATH or https://HOST/PATH, of {most} letters at most.", most=LONGEST_URL)


async def find_address(place: Place, allowed: Sequence[str] = ()) -> str:
    """Return the IP address to connect to; `allowed` are private networks that webhooks may go to.

    The host is looked up here, once: a second lookup could have another result.
    """
    try:
        look_up = partial(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(LOOKUPS, look_up)
    except (OSError, UnicodeError):
        raise GameError("The host {host} is not found.", host=place.host) from None
    addresses = [str(entry[4][0]) for entry in found]
    good = [address for address in addresses if is_permitted(ip_address(address), allowed)]
    if not good:
        template = "{host} has a private address: webhooks may not go there, unless LUDOTHEQUE_WEBHOOK_NETWORKS has it."
        raise GameError(template, host=place.host)
    return good[0]


def is_permitted(address: Ip, allowed: Sequence[str] = ()) -> bool:
    """Return whether a webhook may go to an address. An IPv4 address inside an IPv6 one counts as itself."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_permitted(inner, allowed)
    is_allowed = any(address in ip_network(network) for network in allowed)
    is_special = address.is_multicast or address.is_reserved or getattr(address, "is_site_local", False)
    return is_allowed or (address.is_global and not is_special)
