"""A server for every protocol, and a table where clients of all of them play."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.core.rate_limits import LIMITS
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Dice, Seat
from ludoteca.journal import MemoryJournal
from ludoteca.net import Port
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.ops.buckets import Limit
from ludoteca.protocols import Dialect
from ludoteca.protocols.pipes import pipes
from ludoteca.protocols.pipes.calls import pipes_over_rmi
from ludoteca.protocols.pipes.words import CreateMatch
from ludoteca.protocols.prompts import prompts
from ludoteca.protocols.prompts.calls import prompts_over_rmi
from ludoteca.protocols.prompts.views import PERSONAL_IDS
from ludoteca.protocols.requests import requests
from ludoteca.protocols.requests.calls import requests_over_rmi
from ludoteca.protocols.requests.words import EndTurnNotify, GameStartNotify
from ludoteca.protocols.updates import updates
from ludoteca.protocols.updates.calls import updates_over_rmi
from ludoteca.protocols.updates.words import (
    EndGameUpdate,
    GameData,
    GameSelection,
    GamesList,
    PersonalGoalCardUpdate,
    ScoresUpdate,
)
from ludoteca.server import TcpServer, WebServer
from ludoteca.server.rmi import RmiServer, offers
from tests.core.local import Clock, keeper_of
from tests.protocols.pipes.clients import BRISK, Client, secrets_seen
from tests.protocols.pipes.remote import BRISK_CALLS
from tests.protocols.pipes.remote import Caller as CalledPipesClient
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.prompts.programs import score
from tests.protocols.prompts.remote import CalledProgram as CalledPromptsProgram
from tests.protocols.requests.programs import HASTY
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates.callers import Caller as CalledUpdatesProgram
from tests.protocols.updates.programs import Program as UpdatesProgram

DIALECTS: Mapping[str, Callable[[], Dialect[bytes]]] = {
    "pipes": lambda: pipes(frames=BRISK),
    "updates": updates,
    "prompts": prompts(after_win=0),
    "requests": partial(requests, HASTY),
}
QUICK_ACKS = ("updates", "requests")
HOST = "127.0.0.1"


class SharedServer:
    """A server with every port that offers My Shelfie."""

    def __init__(self, dispatcher: Dispatcher, ports: Mapping[str, int]) -> None:
        self.dispatcher, self.ports = dispatcher, ports

    @property
    def keeper(self) -> Keeper:
        return keeper_of(self.dispatcher)

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.keeper.table.players if player]

    @property
    def totals(self) -> list[int]:
        assert self.keeper.listing.result
        return list(self.keeper.listing.result.totals)

    @property
    def winner(self) -> int:
        assert self.keeper.listing.result
        (winner,) = self.keeper.listing.result.outcome.winners
        return winner

    def goal_of(self, name: str) -> int:
        return int(self.keeper.table.state.goals[Seat(self.names.index(name))])

    async def pia(self, seats: int, *, calls: bool = False) -> Client:
        """Open a table as a `pipes` client."""
        if calls:
            pia: Client = await CalledPipesClient(self.ports["rmi"]).connect()
        else:
            streams = await asyncio.open_connection(HOST, self.ports["pipes"], limit=1 << 20)
            pia = Client(*streams, frames=True)
        assert await pia.login("pia")
        assert await pia.ask(CreateMatch(seats))
        return pia

    async def pat(self, seats: int, *, calls: bool = False) -> PromptsProgram:
        """Join the waiting game as a `prompts` client."""
        pat = (CalledPromptsProgram if calls else PromptsProgram)("pat", seats)
        await pat.connect(self.ports["rmi" if calls else "prompts"])
        await pat.until(lambda: bool(pat.of("Lobby")))
        return pat

    async def uma(self, *, java: bool = False, calls: bool = False) -> UpdatesProgram:
        """Join the waiting game as an `updates` client."""
        uma = CalledUpdatesProgram("uma") if calls else UpdatesProgram("uma", java=java)
        await uma.connect(self.ports["rmi" if calls else "updates"])
        await uma.until(lambda: uma.of(GamesList))
        (game,) = uma.of(GamesList)[0].available or ()
        uma.say(GameSelection(game.id))
        await uma.until(lambda: uma.of(GameData))
        return uma

    def check_pia(self, pia: Client) -> None:
        results = pia.seen.gameResults
        assert [int(row[5] or 0) for row in results[:-1]] == self.totals
        assert results[-1][0] == self.names[self.winner]
        assert secrets_seen(pia, self.names.index("pia")) == 0

    def check_pat(self, pat: PromptsProgram) -> None:
        assert pat.of("Win")[-1]["s"] == score(self.keeper)
        cards = {word["personalCard"]["id"] for word in pat.of("GraphicalGameInfo")}
        assert cards == {PERSONAL_IDS[self.goal_of("pat")]}


@asynccontextmanager
async def open_shared(
    seed: int,
    dialects: Mapping[str, Callable[[], Dialect[bytes]]] = DIALECTS,
    limits: Mapping[str, Limit] = LIMITS,
    clock: Clock | None = None,
) -> AsyncIterator[SharedServer]:
    """Open every port; with a clock, time passes only when the test advances it."""
    metrics, loop = Metrics(), asyncio.get_running_loop()
    bots = Bots(BOTS, Dice(seed))
    services = Services(MemoryJournal(), Dice(seed), loop.time, bots, metrics)
    if clock:
        services = services._replace(now=clock.wall, clock=clock)
    dispatcher = Dispatcher(services, limits=limits)
    await dispatcher.open()
    reception = RmiServer(dispatcher, metrics, Endpoint())
    offers.offer_pipes(reception, partial(pipes_over_rmi, BRISK_CALLS))
    offers.offer_prompts(reception, prompts_over_rmi(after_win=0))
    offers.offer_requests(reception, partial(requests_over_rmi, HASTY))
    offers.offer_updates(reception, updates_over_rmi)
    doors: dict[str, TcpServer | WebServer | Port] = {
        name: TcpServer(name, dialect, dispatcher, metrics, quick_acks=name in QUICK_ACKS)
        for name, dialect in dialects.items()
    }
    doors |= {
        "web": WebServer(dispatcher, metrics),
        "rmi": Port(reception.endpoint.server_connection),
    }
    try:
        yield SharedServer(dispatcher, {n: await door.open(HOST, 0) for n, door in doors.items()})
    finally:
        for door in doors.values():
            await door.close()
        await reception.close()


def check_uma(server: SharedServer, uma: UpdatesProgram) -> None:
    assert uma.of(ScoresUpdate)[-1].scores == dict(zip(server.names, server.totals, strict=True))
    assert uma.of(EndGameUpdate)[-1].winner == server.names[server.winner]
    assert {card.id + 1 for card in uma.of(PersonalGoalCardUpdate)} == {server.goal_of("uma")}


def check_rob(server: SharedServer, rob: RequestsProgram) -> None:
    assert len(rob.of(GameStartNotify)) == 1
    assert {notice.player for notice in rob.of(EndTurnNotify)} == set(server.names)
    final = {notice.player: notice.points for notice in rob.of(EndTurnNotify)}
    assert final == dict(zip(server.names, server.totals, strict=True))
