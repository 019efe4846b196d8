"""The web page, shown in the user's own browser."""

import asyncio
import os
import webbrowser

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where the server listens, not this


def address(host: str, port: int, certificate: str | None = None) -> str:
    """Where a browser on this machine finds a server that listens at a host."""
    host = EVERYWHERE.get(host, host)
    scheme = "https" if certificate else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


async def show(page: str) -> None:
    """Say where the page is, and open it in a browser if there is one."""
    shown = await asyncio.to_thread(_opened, page)
    where = "open in your browser" if shown else "ready"
    print(f"The page is {where} (Ctrl-C stops the server): {page}", flush=True)


def _opened(page: str) -> bool:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return False  # one without a window would take over the terminal
    return browser.open(page)
