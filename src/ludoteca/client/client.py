"""A player on a server, which reconnects automatically."""

import asyncio
import os
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import msgspec
from msgspec.structs import replace

from ludoteca import messages
from ludoteca.client.reading import NoticeReader, read_response, table_of
from ludoteca.client.socket import (
    ClientError,
    FarewellError,
    LostError,
    RefusedError,
    Socket,
    entered,
)
from ludoteca.client.table import Table
from ludoteca.messages import AnyRequest, Notice, OpenTable, ServerReason


def kept_token(server: str, name: str) -> str:
    """Return a player's stored token for a server, or ""."""
    with suppress(OSError):
        return _file(server, name).read_text(encoding="ascii").strip()
    return ""


def keep_token(server: str, name: str, token: str) -> None:
    """Store a token where only this user can read it; ignore failures."""
    file = _file(server, name)
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Replaced atomically, so that another client never reads half of a token.
        new = file.with_suffix(f".{os.getpid()}")
        with open(new, "w", encoding="ascii", opener=_private) as out:
            out.write(token)
        new.replace(file)


def _file(server: str, name: str) -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    digest = blake2b(f"{server}\n{name}".encode(), digest_size=12).hexdigest()
    return Path(state) / "ludoteca" / "tokens" / digest


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


QUESTIONS = (
    messages.AskMoves,
    messages.AskPoints,
    messages.AskHint,
    messages.AboutPlayers,
    messages.AskSpectators,
    messages.LookAround,
    messages.GlanceAt,
    messages.AskContacts,
    messages.AskOpponents,
)
REPEATED = (
    messages.Play,
    messages.Finish,
    messages.Watch,
    messages.Befriend,
    messages.Follow,
    messages.Block,
    *QUESTIONS,
)
"""Requests that can be repeated after a lost connection; the server recognises moves by ID."""
FINAL = (ServerReason.LEFT, ServerReason.TAKEN_OVER, ServerReason.KICKED, ServerReason.BANNED)
"""Farewells after which a client does not reconnect."""
LATER = (
    ServerReason.TOO_OFTEN,
    ServerReason.DRAINING,
    ServerReason.TOO_MANY,
    ServerReason.NOT_WRITTEN,
)
"""Refusals after which a client tries to log in again."""
SOONEST = 0.1
LATEST = 10.0
"""Seconds before the first attempt to reconnect, and the maximum between attempts."""
KEPT = 1000
"""Number of notices kept for iteration; older ones are dropped."""

OK = 200

Answer = TypeVar("Answer")
Read = TypeVar("Read", bound=msgspec.Struct)


class Client:
    """A logged-in player. Requests return their answers or raise an error.

    `async for notice in client` yields all notices from the server in order.
    """

    def __init__(
        self,
        http: aiohttp.ClientSession,
        server: str,
        enter: messages.Enter,
        patience: float,
        tell: Callable[[str], None],
    ) -> None:
        self.name = enter.name
        self.token = enter.token
        self.seated: tuple[int, ...] = ()
        """Tables where the player held a seat at the latest login."""
        self.tables: dict[int, Table] = {}
        """Tables that this client follows."""
        self._http = http
        self._enter = enter
        self._reconnect_for = patience
        self._tell = tell
        self._url = f"{server if '://' in server else f'http://{server}'}".rstrip("/") + "/ws"
        self._reader = NoticeReader()
        self._socket: Socket | None = None
        self._error: ClientError | None = None
        """Error that ended the connection for good."""
        self._asked: dict[str, tuple[AnyRequest, asyncio.Future[Notice]]] = {}
        self._ids = count(1)
        self._first = secrets.token_hex(6)
        self._returning: dict[str, Table] = {}
        """Tables that the client has asked to follow again, by the ID of the request."""
        self._notices: deque[Notice] = deque(maxlen=KEPT)
        self._news = asyncio.Event()
        self._is_in = asyncio.Event()

    @property
    def connected(self) -> bool:
        """Whether the client is connected; a lost connection is restored automatically."""
        return self._socket is not None and self._is_in.is_set()

    # Requests

    async def open(self, game: str, seats: int, **more: Any) -> Table:
        """Open a table and take a seat; `more` contains further fields of `OpenTable`."""
        return await self._shown(OpenTable(game=game, seats=seats, with_guide=True, **more))

    async def join(self, table: int = 0, code: str = "") -> Table:
        """Take a seat at a table, by its number or its code."""
        return await self._shown(messages.JoinTable(table=table, code=code, with_guide=True))

    async def find_opponents(
        self, game: str, seats: int = 2, clock: messages.Clock | None = None
    ) -> Table:
        """Take a seat with the next players who want the same game, number of players and clock.

        The game begins once these players are found. To stop waiting, call the table's `stand_up`.
        """
        wish = messages.FindOpponents(game=game, seats=seats, clock=clock, with_guide=True)
        return await self._shown(wish)

    async def watch(self, table: int = 0, code: str = "") -> Table:
        """Follow a table; if you have a seat there, your view is that of your seat."""
        return await self._shown(messages.Watch(table=table, code=code, with_guide=True))

    async def look_around(self, **what: Any) -> messages.Surroundings:
        """List connected players and tables; `what` contains fields of `LookAround`."""
        return await self.ask_for(messages.Surroundings, messages.LookAround(**what))

    async def profile(self, name: str = "") -> messages.Profile:
        """Return the page of a player, as far as you may see it; without a name, your own."""
        return await self.ask_for(messages.Profile, messages.AskProfile(name=name))

    async def games(self, name: str = "", **which: Any) -> messages.GamesPlayed:
        """List finished games of a player, or your own; `which` contains fields of `AskGames`."""
        asked = messages.AskGames(name=name, **which)
        return await self.ask_for(messages.GamesPlayed, asked)

    async def own_tables(self) -> tuple[messages.OwnTable, ...]:
        """List the running games in which you hold a seat, those where it is your turn first."""
        return (await self.ask_for(messages.OwnTables, messages.AskOwnTables())).tables

    async def contacts(self, *, follow: bool = False) -> tuple[messages.Contact, ...]:
        """List friends, followed and blocked players.

        With `follow`, the client then receives `ContactChanged` whenever a contact changes.
        """
        answer = await self.ask_for(messages.Contacts, messages.AskContacts(follow=follow))
        return answer.contacts

    async def befriend(self, name: str, *, wanted: bool = True) -> messages.Contact:
        """Request, accept, withdraw, decline or end a friendship."""
        request = messages.Befriend(name=name, wanted=wanted)
        return (await self.ask_for(messages.ContactChanged, request)).contact

    async def follow(self, name: str, *, followed: bool = True) -> messages.Contact:
        """Add an account to your contacts, or remove it."""
        request = messages.Follow(name=name, followed=followed)
        return (await self.ask_for(messages.ContactChanged, request)).contact

    async def block(self, name: str, *, blocked: bool = True) -> None:
        """Block or unblock a player."""
        await self.ask(messages.Block(name=name, blocked=blocked))

    async def opponents(self) -> tuple[messages.Opponent, ...]:
        """List the people you have played with, most recent first."""
        return (await self.ask_for(messages.Opponents, messages.AskOpponents())).opponents

    async def set_up(self, game: str, seats: int, seed: int = 0) -> messages.Analysis:
        """Set up a table for analysis; equal seeds give equal tables."""
        return await self._fetch(messages.Analysis, game, "/new", seats=str(seats), seed=str(seed))

    async def analyse(self, game: str, position: str, *moves: str) -> messages.Analysis:
        """Return a position and the positions after `moves`.

        Each move begins with the number of its seat, counted from 1.
        """
        lines = "\n".join(moves)
        return await self._fetch(messages.Analysis, game, position=position, moves=lines)

    async def evaluate(self, game: str, position: str) -> messages.Evaluation:
        """Return the best moves in a position and everybody's chance of winning."""
        return await self._fetch(messages.Evaluation, game, "/evaluation", position=position)

    async def _fetch(self, kind: type[Read], game: str, path: str = "", **query: str) -> Read:
        url = f"{self._url.removesuffix('/ws')}/api/analysis/{game}{path}"
        async with self._http.get(url, params=query) as response:
            data = await response.read()
        if response.status != OK:
            refused = msgspec.json.decode(data, type=messages.Refused)
            raise RefusedError(refused.code, refused.detail)
        return read_response(data, kind, game)

    async def _shown(self, request: AnyRequest) -> Table:
        shown = await self.ask_for(messages.TableShown, request)
        return self.tables[shown.info.table]

    async def ask_for(self, kind: type[Answer], request: AnyRequest) -> Answer:
        """Send a request whose answer is of this kind."""
        answer = await self.ask(request)
        if not isinstance(answer, kind):
            raise TypeError(f"{request} is not answered by {kind.__name__}")
        return answer

    async def ask(self, request: AnyRequest) -> Notice:
        """Send a request and return the answer; raise `RefusedError` if it is refused.

        If the connection is lost before the answer, moves and queries are sent again; a move is
        still played only once. Any other request raises `LostError`, and may or may not have taken
        effect.
        """
        await self._wait_until_in()
        request = replace(request, id=request.id or f"{self._first}-{next(self._ids)}")
        answered: asyncio.Future[Notice] = asyncio.get_running_loop().create_future()
        self._asked[request.id] = request, answered
        try:
            await self._say(request)
            answer = await answered
        finally:
            del self._asked[request.id]
        if isinstance(answer, messages.Refused):
            raise RefusedError(answer.code, answer.detail)
        return answer

    async def __aiter__(self) -> AsyncIterator[Notice]:
        """Yield all notices in order, until the connection ends for good."""
        while True:
            while self._notices:
                yield self._notices.popleft()
            self.check()
            self._news.clear()
            await self._news.wait()

    def check(self) -> None:
        """Raise the error that closed the connection."""
        if self._error:
            raise self._error

    async def _wait_until_in(self) -> None:
        self.check()
        await self._is_in.wait()
        self.check()

    # The connection

    async def enter(self) -> messages.Welcome:
        """Connect and log in, with the token of an earlier connection if there is one."""
        enter = replace(self._enter, token=self.token)
        self._socket, welcome = await entered(self._http, self._url, enter, self._reader)
        self.name = welcome.name
        self.token = welcome.token
        self.seated = welcome.tables
        self._is_in.set()
        return welcome

    async def run(self) -> None:
        """Receive notices, and reconnect whenever the connection is lost."""
        try:
            while True:
                with suppress(LostError):
                    await self._hear_all()
                await self._lose()
                self._tell("The connection was lost. Reconnecting…")
                await self._come_back()
                self._tell("The connection is back.")
        except ClientError as error:
            self._end(error)
        except BaseException:
            self._end(LostError("This client was closed."))
            raise

    async def _hear_all(self) -> None:
        while self._socket:
            try:
                notice = await self._socket.hear()
            except FarewellError as error:
                if error.code in FINAL:
                    raise
                return
            self._hear(notice)

    def _hear(self, notice: Notice) -> None:
        number = table_of(notice)
        if isinstance(notice, messages.TableShown) and number not in self.tables:
            self.tables[number] = Table(self, number)
        if number in self.tables:
            self.tables[number].hear(notice)
        request = getattr(notice, "request", "")
        _, answered = self._asked.get(request, (None, None))
        if answered and not answered.done():
            answered.set_result(notice)
        if isinstance(notice, messages.Refused) and request in self._returning:
            self._returning[request].end()
        self._notices.append(notice)
        self._news.set()

    async def _lose(self) -> None:
        """Close the connection, and fail the requests that cannot be repeated."""
        self._is_in.clear()
        if self._socket:
            await self._socket.close()
        self._socket = None
        for request, answered in self._asked.values():
            if not isinstance(request, REPEATED) and not answered.done():
                answered.set_exception(LostError("The connection was lost before the answer came."))

    async def _come_back(self) -> None:
        """Log in again, follow all tables from the last version seen, and repeat requests."""
        loop = asyncio.get_running_loop()
        again = list(self._asked.values())
        wait = SOONEST
        until = loop.time() + self._reconnect_for
        while True:
            await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))  # jitter
            try:
                await self.enter()
                break
            except RefusedError as error:
                if error.code not in LATER or loop.time() > until:
                    raise
            except (LostError, FarewellError) as error:
                if loop.time() > until or getattr(error, "code", "") in FINAL:
                    raise
            wait = min(2 * wait, LATEST)
        self._returning = {f"back-{n}": t for n, t in self.tables.items() if not t.ended}
        for name, table in list(self._returning.items()):
            watch = messages.Watch(table=table.number, seen=table.version, with_guide=True, id=name)
            await self._say(watch)
        for request, answered in again:
            if not answered.done():
                await self._say(request)

    async def _say(self, request: AnyRequest) -> None:
        if self._socket:
            await self._socket.say(request)

    def _end(self, error: ClientError) -> None:
        """Give up the connection and fail all pending requests."""
        self._error = error
        for _, answered in self._asked.values():
            if not answered.done():
                answered.set_exception(error)
        for table in self.tables.values():
            table.wake()
        self._news.set()
        self._is_in.set()

    async def leave(self) -> None:
        """Log out; seats stay reserved."""
        if self._socket:
            await self._socket.say(messages.Leave())
            await self._socket.close()


@asynccontextmanager
async def connect(  # noqa: PLR0913 - all but two are optional
    server: str,
    name: str,
    *,
    secret: str = "",
    token: str = "",
    bot: bool = False,
    remember: bool = False,
    program: str = "ludoteca.client",
    patience: float = 300.0,
    tell: Callable[[str], None] = lambda _: None,
    http: aiohttp.ClientSession | None = None,
) -> AsyncIterator[Client]:
    """Log in to a server such as `http://127.0.0.1:8000`; log out when the block ends.

    A program should set `bot`, which marks it as a bot for other players. With `remember`, the
    token is stored on this machine for later logins. A lost connection is restored, unless that
    takes more than `patience` seconds; `tell` receives messages about lost connections. For proxies
    or certificates, pass your own session as `http`; this function does not close it.
    """
    if remember:
        token = token or kept_token(server, name)
    enter = messages.Enter(name=name, secret=secret, token=token, client=program, bot=bot)
    async with nullcontext(http) if http else aiohttp.ClientSession() as session:
        client = Client(session, server, enter, patience, tell)
        await client.enter()
        if remember:
            keep_token(server, name, client.token)
        running = asyncio.create_task(client.run())
        try:
            yield client
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            await client.leave()
            if remember:  # the server may have issued a new token
                keep_token(server, name, client.token)
