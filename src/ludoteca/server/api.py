"""The HTTP API: a table of routes and their answers."""

from collections.abc import Awaitable, Callable
from functools import cache

import msgspec
from msgspec import Struct

from ludoteca import __version__, messages
from ludoteca.core import Dispatcher, PersonalData, PoolOf
from ludoteca.core.rate_limits import CODES, DOWNLOADS, REPLAYS
from ludoteca.games import GAMES, ROWS, Refusal, Seat
from ludoteca.messages.names import is_code
from ludoteca.ops.turns import Turns
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.server.api_parameters import (
    MOST_LEADERS,
    Newest,
    OneInvitation,
    OnePerson,
    OneReplay,
    OneTable,
    SomeGames,
    SomeLeaders,
    SomePeople,
    SomePositions,
    SomeSpectatorPositions,
    SomeTables,
)
from ludoteca.server.api_routes import (
    KEPT,
    LINES,
    NO_REPLAY,
    Download,
    Nothing,
    Paged,
    Route,
    Streamed,
)
from ludoteca.server.lessons_api import LESSON_ROUTES
from ludoteca.server.openapi import Schema, dialect_schema, openapi, web_schema
from ludoteca.server.page import GamePage, game_page
from ludoteca.server.puzzles_api import PUZZLE_ROUTES


class Health(Struct, frozen=True, omit_defaults=True):
    """State and version of the server."""

    status: str
    version: str
    bus: str = ""
    """In a cluster, whether the bus to the other nodes is `connected` or `away`."""
    disk: str = ""
    """`low` if so little disk space is left that the server accepts only moves."""


class GameInfo(Struct, frozen=True):
    """A game that can be played on this server."""

    game: str
    title: str
    fewest: int
    most: int
    options: Schema
    """JSON Schema of the options for its tables."""
    bots: tuple[str, ...]
    page: GamePage
    protocols: dict[str, int | None]
    """Protocols other than the web's that support the game, with their default ports."""
    taught: bool = False
    """Whether hints and reviews are available."""
    analysed: bool = False
    """Whether there is an analysis board."""


async def _health(_dispatcher: Dispatcher, _: Nothing) -> Health:
    return Health("ok", __version__)


async def _ready(dispatcher: Dispatcher, _: Nothing) -> Health | Refusal:
    why_not = await dispatcher.availability.why_not_ready()
    available = dispatcher.availability
    return why_not or Health("ok", __version__, available.bus_state(), available.disk_state())


async def _games(dispatcher: Dispatcher, _: Nothing) -> list[GameInfo]:
    return [
        GameInfo(
            game=name,
            title=rules.TITLE,
            fewest=min(rules.SEATS),
            most=max(rules.SEATS),
            options=msgspec.json.schema(rules.OPTIONS),
            bots=tuple(dispatcher.bots(name)),
            page=game_page(name),
            protocols={each: DIALECTS[each].port for each in ROWS[name].protocols},
            taught=dispatcher.lessons.teaches(name),
            analysed=dispatcher.lessons.boards.offers(name),
        )
        for name, rules in GAMES.items()
    ]


async def _tables(dispatcher: Dispatcher, asked: SomeTables) -> Paged:
    around = messages.LookAround(
        limit=asked.limit, after=asked.after, search=asked.search, game=asked.game
    )
    return Paged(*dispatcher.lobby.infos.listed(around))


async def _table(dispatcher: Dispatcher, asked: OneTable) -> messages.TableInfo | Refusal:
    return dispatcher.lobby.infos.listed_one(asked.number) or messages.refuse(
        messages.ServerReason.NO_SUCH_TABLE
    )


async def _positions_so_far(
    dispatcher: Dispatcher, asked: SomeSpectatorPositions
) -> messages.Positions | Refusal:
    listing = await dispatcher.lobby.listing(asked.number)
    hidden = listing and listing.opened.private and not is_code(asked.code, listing.opened.code)
    if listing is None or hidden:
        return messages.refuse(messages.ServerReason.NO_SUCH_TABLE)
    if not (listing.live and listing.started):
        over = not listing.live
        reason = messages.ServerReason
        return messages.refuse(reason.OVER_ALREADY if over else reason.NOT_STARTED)
    if not listing.opened.watchable:
        return messages.refuse(messages.ServerReason.NO_WATCHING)
    wanted = range(asked.first, asked.first + asked.limit)
    return await dispatcher.archive.running.positions(asked.number, listing, wanted, None)


async def _invitation(dispatcher: Dispatcher, asked: OneInvitation) -> list[messages.TableInfo]:
    info = dispatcher.lobby.infos.invited(asked.code)
    return [info] if info else []


async def _people(dispatcher: Dispatcher, asked: SomePeople) -> Paged:
    return Paged(*dispatcher.online(asked.after, asked.limit))


async def _person(dispatcher: Dispatcher, asked: OnePerson) -> messages.Statistics | Refusal:
    found = await dispatcher.players.statistics(asked.name)
    known = found.games or found.ratings
    if not known and dispatcher.roster.node_of(asked.name) is None:
        return messages.refuse(messages.ServerReason.NO_SUCH_PERSON)
    return found


async def _profile(dispatcher: Dispatcher, asked: OnePerson) -> messages.Profile | Refusal:
    profile = await dispatcher.players.profile(asked.name)
    return profile or messages.refuse(messages.ServerReason.NO_SUCH_PERSON)


async def _person_games(dispatcher: Dispatcher, asked: SomeGames) -> Paged:
    wanted = messages.AskGames(
        game=asked.game,
        opponent=asked.opponent,
        result=messages.GameResult(asked.result),
        since=asked.since,
        until=asked.until,
        search=asked.search,
        after=asked.after,
        limit=asked.limit,
    )
    return Paged(*await dispatcher.players.games(asked.name, wanted))


async def _personal_data(
    dispatcher: Dispatcher, asked: OnePerson, token: str
) -> Streamed | Refusal:
    pieces = await dispatcher.personal_data.of(asked.name, token)
    return pieces if isinstance(pieces, Refusal) else Streamed("ludoteca-data.json", pieces)


async def _leaders(dispatcher: Dispatcher, asked: SomeLeaders) -> Paged | Refusal:
    if asked.game not in GAMES:
        return messages.refuse(messages.ServerReason.NO_SUCH_GAME)
    pool = PoolOf(asked.game, messages.Pool(asked.pool))
    end = asked.after + asked.limit
    players = dispatcher.players
    leaders, more = await players.leaders(pool, asked.period, asked.after, asked.limit)
    return Paged(leaders, str(end) if more and end <= MOST_LEADERS else "")


async def _replays(dispatcher: Dispatcher, asked: Newest) -> tuple[messages.FinishedGame, ...]:
    return await dispatcher.lobby.results.recent(asked.limit)


async def _replay(dispatcher: Dispatcher, asked: OneReplay) -> Download | Refusal:
    body = await dispatcher.archive.replay(asked.number, asked.code)
    if isinstance(body, Refusal):
        return body
    head = msgspec.json.decode(body.partition(b"\n")[0], type=messages.ReplayHead)
    return Download(f"ludoteca-{head.game}-{head.table}.jsonl", body)


async def _positions(dispatcher: Dispatcher, asked: SomePositions) -> messages.Positions | Refusal:
    eyes = None if asked.seat < 0 else Seat(asked.seat)
    return await dispatcher.archive.positions(
        asked.number, asked.code, range(asked.first, asked.first + asked.limit), eyes
    )


async def _web_protocol(_dispatcher: Dispatcher, _: Nothing) -> Schema:
    return web_schema()


def _protocol_of(name: str) -> Callable[[Dispatcher, Nothing], Awaitable[Schema]]:
    """Return a function that answers with the schema of a protocol."""

    async def answer(_dispatcher: Dispatcher, _: Nothing) -> Schema:
        return dialect_schema(name)

    answer.__name__ = f"_{name}_protocol"  # becomes the operation id in OpenAPI
    return answer


async def _openapi(_dispatcher: Dispatcher, _: Nothing) -> Schema:
    return openapi(all_routes())


def _reading(dispatcher: Dispatcher) -> Turns:
    return dispatcher.archive.reading


_ROUTES = (
    Route("/api/health", "Whether the server is up; nothing is read or written.", _health, Health),
    Route(
        "/api/ready",
        "Whether moves can be recorded.",
        _ready,
        Health,
        refusals=(messages.ServerReason.NOT_READY, messages.ServerReason.DRAINING),
    ),
    Route("/api/games", "The games that can be played.", _games, list[GameInfo]),
    Route(
        "/api/tables",
        "The listed tables, those with free seats first, and newest first within each group.",
        _tables,
        list[messages.TableInfo],
        SomeTables,
    ),
    Route(
        "/api/tables/{number}",
        "One of these tables.",
        _table,
        messages.TableInfo,
        OneTable,
        (messages.ServerReason.NO_SUCH_TABLE,),
    ),
    Route(
        "/api/tables/{number}/positions",
        "A running game, position by position, as spectators see it.",
        _positions_so_far,
        messages.Positions,
        SomeSpectatorPositions,
        (
            messages.ServerReason.NO_SUCH_TABLE,
            messages.ServerReason.NOT_STARTED,
            messages.ServerReason.OVER_ALREADY,
            messages.ServerReason.NO_WATCHING,
            messages.ServerReason.UNREADABLE_TABLE,
            messages.ServerReason.UNAVAILABLE,
        ),
        limit=REPLAYS,
        turns=_reading,
    ),
    Route(
        "/api/invitations/{code}",
        "The live table with this code, listed or private, in a list; an empty list if there is "
        "none.",
        _invitation,
        list[messages.TableInfo],
        OneInvitation,
        limit=CODES,
        is_guess=True,
    ),
    Route(
        "/api/people",
        "The names of the connected players, sorted.",
        _people,
        list[str],
        SomePeople,
    ),
    Route(
        "/api/people/{name}",
        "Results of a player in finished games, by game.",
        _person,
        messages.Statistics,
        OnePerson,
        (messages.ServerReason.NO_SUCH_PERSON,),
    ),
    Route(
        "/api/people/{name}/profile",
        "The page of a player, as far as strangers may see it.",
        _profile,
        messages.Profile,
        OnePerson,
        (messages.ServerReason.NO_SUCH_PERSON,),
    ),
    Route(
        "/api/people/{name}/games",
        "The public finished games of a player, newest first, if strangers may see them. Each "
        "request examines up to 200 games, so a short page may be followed by another.",
        _person_games,
        list[messages.FinishedGame],
        SomeGames,
        turns=_reading,
    ),
    Route(
        "/api/people/{name}/data",
        "All data stored about you; requires your token as `Authorization: Bearer TOKEN`.",
        _personal_data,
        PersonalData,
        OnePerson,
        (messages.ServerReason.NOT_IN_YET,),
        limit=DOWNLOADS,
        signed=True,
    ),
    Route(
        "/api/leaderboards/{game}",
        "The players with the highest ratings in a game, best first, without provisional ratings.",
        _leaders,
        list[messages.Leader],
        SomeLeaders,
        (messages.ServerReason.NO_SUCH_GAME,),
    ),
    Route(
        "/api/replays",
        "The games that ended most recently, newest first, with their points and winners.",
        _replays,
        list[messages.FinishedGame],
        Newest,
    ),
    Route(
        "/api/replays/{number}",
        "A finished game, move by move: a header, then one record per line, for `ludoteca replay`.",
        _replay,
        bytes,
        OneReplay,
        NO_REPLAY,
        LINES,
        KEPT,
        REPLAYS,
        _reading,
    ),
    Route(
        "/api/replays/{number}/positions",
        "A finished game, position by position: what happened, what was seen, and the points.",
        _positions,
        messages.Positions,
        SomePositions,
        (messages.ServerReason.NO_SUCH_SEAT, *NO_REPLAY),
        cache=KEPT,
        limit=REPLAYS,
        turns=_reading,
    ),
    *LESSON_ROUTES,
    Route(
        "/api/protocols/web",
        "JSON Schema of the WebSocket messages.",
        _web_protocol,
        Schema,
    ),
)


@cache
def all_routes() -> tuple[Route, ...]:
    """Return all routes, including routes for protocols from other packages."""
    protocols = [
        Route(
            f"/api/protocols/{name}",
            f"JSON Schema of the messages of the {name} protocol.",
            _protocol_of(name),
            Schema,
        )
        for name, row in DIALECTS.items()
        if row.schema
    ]
    document = Route("/api/openapi.json", "This table, as OpenAPI 3.1.", _openapi, Schema)
    return (*_ROUTES, *PUZZLE_ROUTES, *protocols, document)
