"""A server with a history of games, and its answers over HTTP."""

from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from ludoteca.journal import SqliteJournal
from ludoteca.messages import AbsenceRule, OpenTable, Refused
from ludoteca.server.api_routes import STATUSES
from tests.core.finished import play_to_the_end, sit_down
from tests.core.local import LocalServer

PUBLIC, PRIVATE, WAITING, RUNNING, SPOILT = 1, 2, 3, 4, 5


async def asked(address: str, method: str = "GET", **headers: str) -> "Answer":
    """Return an answer as sent, compressed or not; send only the given headers."""
    async with (
        aiohttp.ClientSession(auto_decompress=False) as session,
        session.request(
            method, address, headers=headers, skip_auto_headers=("Accept-Encoding",)
        ) as answer,
    ):
        return Answer(answer.status, answer.headers, await answer.read())


class RunningServer:
    """A server with finished, open and unreadable tables, in another process."""

    def __init__(self, port: int, code: str) -> None:
        self.address, self.code = f"http://127.0.0.1:{port}", code

    async def ask(self, path: str, method: str = "GET", **headers: str) -> "Answer":
        return await asked(self.address + path, method, **headers)

    async def read(self, path: str) -> Any:
        answer = await self.ask(path)
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"
        return msgspec.json.decode(answer.body)

    async def read_kept(self, path: str) -> Any:
        """Return an answer that may be cached, because finished games never change."""
        answer = await self.ask(path)
        assert answer.status == 200, answer.body
        assert answer.headers["Cache-Control"] == "private, max-age=86400"
        return answer.json


class Answer:
    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def code(self) -> str:
        """Return the code of a refusal, after checking its format."""
        assert self.headers["Content-Type"] == "application/json"
        refused = msgspec.json.decode(self.body, type=Refused)
        assert self.status == STATUSES[refused.code]
        assert refused.detail
        return refused.code


async def lived_in(folder: Path) -> str:
    """Let people play on a server with this data folder; return the code of the private table."""
    journal = SqliteJournal(folder)
    server = LocalServer(journal)
    guests = [await server.enter("Anna"), await server.enter("<i>Bruno</i>")]
    await sit_down(guests, "shelfie")
    await play_to_the_end(server, guests, PUBLIC)
    shown = await sit_down(guests[:1], "renaissance", private=True)
    await play_to_the_end(server, guests, PRIVATE)
    await guests[0].ask(OpenTable(game="renaissance", seats=3))
    await sit_down(guests, "shelfie", absence=AbsenceRule.WAIT)  # no bot brings it to its end
    await journal.append("table/000000005", 0, [b"nonsense"], b"nonsense")
    await journal.close()
    return shown.info.code
