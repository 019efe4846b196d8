"""Finds a server, its games, and a name to log in with."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial

import aiohttp
import msgspec

from ludoteca.client import Client, ClientError, LostError, RefusedError, connect
from ludoteca.ui.console.user import DONE, LOST, UnreachableError
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.lobby import GameOffer
from ludoteca.ui.fullscreen.screen import Screen
from ludoteca.ui.fullscreen.session import Session
from ludoteca.ui.fullscreen.spans import Act, Block, Choice, wrapped

PORT = 8000
TIMEOUT = 120.0
"""Seconds to keep trying to restore a lost connection."""
ANSWER = aiohttp.ClientTimeout(total=20)

_games = msgspec.json.Decoder(tuple[GameOffer, ...])


class Welcome:
    """The page shown before a server is found."""

    title = "Ludoteca"
    state = ""
    keys: Sequence[Choice] = ()

    def draw(self, width: int, height: int) -> Block:
        return wrapped(texts.WELCOME, width)

    def log(self, width: int) -> Block:
        return []

    def chat(self, width: int) -> Block:
        return []

    async def say(self, text: str) -> None:
        """Ignore the text: nobody is connected yet."""


async def play(screen: Screen, given: Mapping[str, str], game: str | None) -> int:
    """Play on a server until the user leaves; return the exit status."""
    playing = asyncio.create_task(_play(screen, given, game))
    working = asyncio.create_task(screen.work())
    playing.add_done_callback(lambda _: screen.close())
    try:
        await screen.app.run_async()
    finally:
        working.cancel()
        playing.cancel()
        await asyncio.wait({working, playing})
    if working.done() and not working.cancelled():
        working.result()
    return DONE if playing.cancelled() else playing.result()


async def _play(screen: Screen, given: Mapping[str, str], game: str | None) -> int:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        server, games = await _find_server(screen, http, given)
        session: Session | None = None

        def tell(_: str) -> None:
            if session:
                session.told()

        client = await _enter(screen, stack, http, server, given.get("name", ""), tell)
        if client is None:
            return DONE
        session = Session(screen, client, server, games, game)
        try:
            await session.run(_first(session, given))
        except ClientError as error:
            screen.farewell = str(error)
        return LOST


async def _find_server(
    screen: Screen, http: aiohttp.ClientSession, given: Mapping[str, str]
) -> tuple[str, tuple[GameOffer, ...]]:
    """Ask for addresses until a server answers; return its address and games."""
    asked = "server" not in given and "port" not in given
    host = given.get("server") or texts.HERE
    port = given.get("port") or str(PORT)
    while True:
        if asked:
            host = await _answer(screen, texts.SERVER, host)
        where = _address(host, port)
        try:
            async with http.get(f"{where}/api/games", timeout=ANSWER) as answer:
                answer.raise_for_status()
                return where, _games.decode(await answer.read())
        except (aiohttp.ClientResponseError, aiohttp.ServerDisconnectedError, msgspec.MsgspecError):
            failure = texts.OTHER_PORT
        except (aiohttp.ClientError, OSError, ValueError):
            failure = texts.NO_SERVER
        failure = failure.format(where=where.partition("://")[2])
        if not asked:
            raise UnreachableError(failure)
        screen.message = failure[0].upper() + failure[1:]


def _address(host: str, port: str) -> str:
    if "://" in host:
        return host.rstrip("/")
    return f"http://{host}" if ":" in host.rpartition("]")[2] else f"http://{host}:{port}"


async def _answer(screen: Screen, question: str, default: str) -> str:
    """Ask until the answer is not empty; on Escape, leave the console."""
    while not (answer := await screen.ask(question, default)):
        if answer is None:
            raise asyncio.CancelledError
        screen.message = texts.EMPTY
    return answer


async def _enter(  # noqa: PLR0913, PLR0917 - everything known about a player
    screen: Screen,
    stack: AsyncExitStack,
    http: aiohttp.ClientSession,
    server: str,
    name: str,
    tell: Callable[[str], None],
) -> Client:
    """Log in, asking for names until the server accepts one."""
    while True:
        name = name or await _answer(screen, texts.NAME, "")
        called, _, secret = name.partition("#")
        entering = connect(
            server,
            called,
            secret=secret,
            remember=True,
            program="ludoteca console --full",
            patience=TIMEOUT,
            tell=tell,
            http=http,
        )
        try:
            return await stack.enter_async_context(entering)
        except RefusedError as error:
            screen.message = error.detail
            name = ""
        except LostError as error:
            raise UnreachableError(str(error)) from None


def _first(session: Session, given: Mapping[str, str]) -> Act | None:
    """Return the action in the lobby that the command line requests, if any."""
    if "create" in given:
        session.lobby.resize(int(given["create"]))
        return partial(session.host, session.lobby.wish)
    if join := given.get("join"):
        return (
            session.join(int(join)) if join.isascii() and join.isdigit() else session.by_code(join)
        )
    return None
