"""Addresses of this machine on its networks, found without sending a packet."""

import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address

MOST = 2
"""Maximum number of addresses to offer to a person."""
ELSEWHERE = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation: no machine has them, but packets can be routed to them."""
ONLY_HERE = (
    "br-", "cali", "cni", "docker", "flannel", "lxc", "podman", "vboxnet", "veth", "virbr", "vmnet",
)  # fmt: skip
"""Name prefixes of interfaces to containers and virtual machines on this machine."""
TUNNELS = ("ipsec", "ppp", "tailscale", "tap", "tun", "utun", "wg", "zt")
"""Name prefixes of interfaces to remote private networks."""
INTERFACE_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""The `ioctl` request `SIOCGIFADDR`."""
INTERFACES_6 = Path("/proc/net/if_inet6")


class Found(NamedTuple):
    """An address and the name of its interface, which is empty if unknown."""

    address: Address
    interface: str = ""


def network_addresses(family: socket.AddressFamily) -> list[str]:
    """Return at most two addresses at which machines on the same network reach this one."""
    listed = interfaces_4() if family == socket.AF_INET else interfaces_6()
    return chosen(listed, routed(family))


def chosen(listed: Iterable[Found], route: Address | None) -> list[str]:
    """Return the best addresses in order of preference.

    The interface of the default route leads to the local network, unless it is a tunnel.
    """
    found = list(listed)
    if route and route not in [each.address for each in found]:
        found.insert(0, Found(route))
    usable = [each for each in found if _reachable(each)]
    usable.sort(key=lambda each: (_rank(each), each.address != route))
    return list(dict.fromkeys(str(each.address) for each in usable))[:MOST]


def _reachable(found: Found) -> bool:
    address = found.address
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    # In a URL, a link-local IPv6 address needs a zone, which browsers reject.
    scoped = address.version == 6 and address.is_link_local
    return not scoped and not found.interface.startswith(ONLY_HERE)


def _rank(found: Found) -> int:
    return 2 if found.address.is_link_local else int(found.interface.startswith(TUNNELS))


def routed(family: socket.AddressFamily) -> Address | None:
    """Return the source address of packets that leave the network, or None without a route.

    Connecting a UDP socket only looks up the route.
    """
    with socket.socket(family, socket.SOCK_DGRAM) as raw, suppress(OSError):
        raw.connect((ELSEWHERE[family], 9))
        return ip_address(raw.getsockname()[0])
    return None


def interfaces_4() -> Iterator[Found]:
    """Yield the first IPv4 address of each interface, where the system reports it."""
    try:
        from fcntl import ioctl  # noqa: PLC0415 - not on Windows

        names = [name for _, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as raw:
        for name in names:
            with suppress(OSError):  # an interface without an address
                answer = ioctl(raw, INTERFACE_ADDRESS, struct.pack("32s", name.encode()[:15]))
                yield Found(IPv4Address(answer[20:24]), name)


def interfaces_6(table: Path = INTERFACES_6) -> Iterator[Found]:
    """Yield the IPv6 addresses of all interfaces, where the system lists them in a file."""
    with suppress(OSError):
        for line in table.read_text(encoding="ascii").splitlines():
            address, *_, name = line.split()
            yield Found(IPv6Address(bytes.fromhex(address)), name)
