"""The addresses of the page, for a browser on this machine and for other people."""

import asyncio
import os
import shutil
import socket
import webbrowser
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import TextIO

from ludoteca.net.addresses import network_addresses
from ludoteca.ops import Settings
from ludoteca.server import qr
from ludoteca.ui.draw import colours

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where the server listens, not this
MOST = 2
"""Maximum number of addresses to print."""
HALVES: Mapping[tuple[bool, bool], str] = {
    (True, True): " ",
    (True, False): "▄",
    (False, True): "▀",
    (False, False): "█",
}
"""Characters for two modules, one above the other; they draw the light modules."""
WHITE_ON_BLACK, PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"
NOBODY = "Other machines cannot reach this server: this machine has no network address."


def address(host: str, port: int, certificate: str | None = None) -> str:
    """Return the URL of a server for a browser on this machine."""
    return _url("https" if certificate else "http", EVERYWHERE.get(host, host), port)


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


async def show(page: str) -> None:
    """Print the address of the page, and open the page in a browser if possible."""
    shown = await asyncio.to_thread(_opened, page)
    where = "open in your browser" if shown else "ready"
    print(f"The page is {where} (Ctrl-C stops the server): {page}", flush=True)


def _opened(page: str) -> bool:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return False  # a text browser would occupy the terminal
    return browser.open(page)


def other_hosts(host: str) -> list[str]:
    """Return the hosts at which other machines reach a server listening on `host`, best first."""
    if host in EVERYWHERE:
        return network_addresses(socket.AF_INET6 if ":" in host else socket.AF_INET)
    return [] if listens_here_only(host) else [host]


def listens_here_only(host: str) -> bool:
    """Return whether only this machine can connect to a server that listens on `host`."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def other_addresses(settings: Settings, port: int) -> list[str]:
    """Return the page's URLs for other people: its configured origins, or its network addresses."""
    if settings.origin:
        return [f"{origin}/" for origin in settings.origin[:MOST]]
    scheme = "https" if settings.tls_cert else "http"
    return [_url(scheme, host, port) for host in other_hosts(settings.host)]


def invitation(settings: Settings, pages: Sequence[str], stream: TextIO) -> str:
    """Return lines for a terminal with the addresses to share, and a QR code of the first one."""
    if not pages:
        return "" if listens_here_only(settings.host) else f"{NOBODY}\n"
    where = "can play at" if settings.origin else "on this network can play at"
    return f"Others {where} {' or '.join(pages)}\n{_code(pages[0], stream)}"


def _code(page: str, stream: TextIO) -> str:
    """Draw a QR code, if the terminal has the room and the characters for it."""
    if len(page) > qr.LONGEST:
        return ""
    drawn = half_blocks(qr.matrix(page))
    screen = shutil.get_terminal_size()
    if len(drawn) >= screen.lines or len(drawn[0]) > screen.columns or not _writes_blocks(stream):
        return ""
    if colours(stream):  # the code is dark on light even if the terminal is light
        drawn = [f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn]
    return "".join(f"{line}\n" for line in drawn)


def half_blocks(modules: Sequence[Sequence[bool]]) -> list[str]:
    """Draw two rows of modules in each line."""
    rows = [*modules, *[[True] * len(modules[0])] * (len(modules) % 2)]
    return [
        "".join(HALVES[pair] for pair in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]


def _writes_blocks(stream: TextIO) -> bool:
    try:
        "".join(HALVES.values()).encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return os.environ.get("TERM") != "dumb"
