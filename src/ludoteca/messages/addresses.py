"""Where a client is connected from, as far as it can prove whose a name is."""

from ipaddress import IPv6Address, ip_address

LOCAL = "local"
"""This machine, however it calls itself."""
_LOOPBACKS = frozenset({"127.0.0.1", "::1"})
_SITE_BITS = 64
"""Machines at one place share so many bits of their IPv6 addresses, and change the others."""


def origin_of(ip: str) -> str:
    """What two addresses have in common if they count as one; empty if it proves nothing."""
    try:
        address = ip_address(ip.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if str(address) in _LOOPBACKS:
        return LOCAL
    if isinstance(address, IPv6Address):
        site = IPv6Address(int(address) >> _SITE_BITS << _SITE_BITS)
        return f"{site}/{_SITE_BITS}"
    return str(address)
