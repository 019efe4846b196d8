"""A real Chromium, spoken to over its DevTools protocol."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.conftest import without

PATIENCE = 60.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--remote-debugging-port=0",
)


class Tab:
    """A page in the browser, and everything it complained of."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._asked = socket, 0
        self.events: list[Any] = []

    async def ask(self, method: str, **params: Any) -> Any:
        """The answer to a command; what happens meanwhile is remembered."""
        self._asked += 1
        await self._socket.send_json({"id": self._asked, "method": method, "params": params})
        while (heard := await self._socket.receive_json(timeout=PATIENCE)).get("id") != self._asked:
            self.events.append(heard)
        assert "error" not in heard, heard
        return heard["result"]

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page, or of its promise."""
        answer = await self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def visit(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        for domain in ("Page", "Runtime", "Log"):
            await self.ask(f"{domain}.enable")
        await self.ask("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(await self._socket.receive_json(timeout=PATIENCE))

    async def until(self, condition: str) -> None:
        """Wait until something is so on the page."""
        await self.evaluate(
            "new Promise((done) => {"
            f"  const look = () => {{ if ({condition}) done(true); }};"
            "   new MutationObserver(look).observe("
            "     document, {subtree: true, childList: true, characterData: true});"
            "   look();"
            "})"
        )

    def complaints(self) -> list[Any]:
        """Errors of the page's own code, and whatever the browser logged about it."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [event for event in self.events if event["method"] in kinds]


@asynccontextmanager
async def browsing(profile: Path) -> AsyncIterator[Tab]:
    """An empty tab of a browser of its own."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        without("there is no browser here: install chromium")
    process = await asyncio.create_subprocess_exec(
        program,
        *FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while not (found := re.search(rb"ws://([\d.:]+)/", await process.stderr.readline())):
                assert process.returncode is None, "the browser did not start"
            async with session.get(f"http://{found[1].decode()}/json/list") as answer:
                (target,) = [one for one in await answer.json() if one["type"] == "page"]
            async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Tab(socket)
    finally:
        process.kill()
        await process.communicate()
