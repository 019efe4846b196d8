"""Requests from operators, over the local socket and the page."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from ludoteca.core.dispatch.dispatcher import Dispatcher
from ludoteca.core.moderation.moderation import read_network
from ludoteca.core.moderation.owner_requests import watching
from ludoteca.core.rate_limits import ABSENT_NAMES, unit_of
from ludoteca.core.tables import interventions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Refusal, Seat
from ludoteca.messages import Listener, ServerReason, TableInfo, is_name, key, operator, refuse
from ludoteca.messages.operator import ClientInfo
from ludoteca.ops import log

Seen: TypeAlias = (
    list[ClientInfo]
    | list[TableInfo]
    | list[operator.Sanction]
    | list[operator.LimitInfo]
    | list[operator.Reported]
    | list[operator.Recorded]
    | operator.TableState
    | operator.ServerState
)


async def answer(
    dispatcher: Dispatcher, by: str, request: operator.AnyOperatorRequest
) -> Seen | operator.Accepted | Refusal:
    """Answer a query, or execute and record an action."""
    unseated: list[str] = []
    match request:
        case operator.CloseTable() | operator.SeatPlayer() | operator.UnseatPlayer():
            refusal = await _at_table(dispatcher, request, unseated)
        case operator.ReleaseName(name=name):
            refusal = await dispatcher.people.release(name)
        case operator.OperatorAction():
            refusal = _why_not(dispatcher, request)
        case _:
            return await _look(dispatcher, request)
    if refusal:
        return refusal
    await dispatcher.moderation.record(by, request, unseated)
    log.info("operator_acted", by=by, did=str(request.__struct_config__.tag))
    _act(dispatcher, request)
    return operator.Accepted(
        dispatcher.availability.being_played() if isinstance(request, operator.Drain) else 0
    )


# Queries


async def _look(dispatcher: Dispatcher, request: operator.Looking) -> Seen | Refusal:
    match request:
        case operator.ShowServer():
            return _server(dispatcher)
        case operator.ListClients():
            return _clients(dispatcher)
        case operator.ListTables():
            return dispatcher.lobby.infos.every()
        case operator.ShowTable(table=number):
            return await _table(dispatcher, number)
        case operator.ListBans():
            return dispatcher.moderation.sanctions()
        case operator.ListLimits():
            return _limits(dispatcher)
        case operator.ListReports(count=count):
            return await dispatcher.moderation.reports(count)
        case operator.ListOperatorActions(count=count):
            return await dispatcher.moderation.operator_actions(count)
        case _:
            assert_never(request)


def _server(dispatcher: Dispatcher) -> operator.ServerState:
    return operator.ServerState(
        people=dispatcher.roster.count_here(),
        draining=dispatcher.moderation.draining is not None,
        being_played=dispatcher.availability.being_played(),
    )


def _limits(dispatcher: Dispatcher) -> list[operator.LimitInfo]:
    limits = dispatcher.limits.in_force()
    rates = [
        operator.LimitInfo(name, limit.most, limit.rate, unit_of(name), limit.seconds)
        for name, limit in limits.items()
    ]
    capacity = dispatcher.capacity
    at_once = (
        (ABSENT_NAMES, capacity.absent_names_per_address, "names"),
        ("waiting tables", capacity.tables_per_player, "tables"),
        ("waiting tables of an address", capacity.tables_per_address, "tables"),
    )
    return [*rates, *(operator.LimitInfo(name, most, 0, unit) for name, most, unit in at_once)]


def _clients(dispatcher: Dispatcher) -> list[ClientInfo]:
    """Return every connected player once, with details for those connected to this node."""
    others = {
        key(name): ClientInfo(name, "", "", 0, tuple(dispatcher.lobby.seats_of(name)), node)
        for node in dispatcher.roster.nodes()
        if node != dispatcher.node
        for name in dispatcher.roster.names_of(node)
    }
    here = {
        key(one.name): _client(dispatcher, list(one.clients)) for one in dispatcher.people.known
    }
    found = others | here
    return [found[name] for name in sorted(found)]


def _client(dispatcher: Dispatcher, clients: Sequence[Listener]) -> ClientInfo:
    """Describe a player by the newest connection to this node."""
    client = clients[-1]
    tables = tuple(dispatcher.lobby.seats_of(client.name))
    since = dispatcher.entered_at(client)
    node = dispatcher.node if dispatcher.shared else ""
    name = client.name
    address = client.address
    protocol = client.protocol
    return ClientInfo(name, address, protocol, since, tables, node, len(clients))


async def _table(dispatcher: Dispatcher, number: int) -> operator.TableState | Refusal:
    keeper = await dispatcher.lobby.find(number)
    if isinstance(keeper, Refusal):
        return keeper
    table = keeper.table
    to_move = table.rules.seats_to_move(table.state) if table.in_play else ()
    return operator.TableState(
        info=keeper.info(member=True),
        version=keeper.version,
        spectators=watching(keeper, dispatcher.roster),
        away=tuple(sorted(keeper.away)),
        to_move=tuple(sorted(to_move)),
        removed=tuple(sorted(table.removed)),
        muted=tuple(sorted(table.muted)),
    )


# Actions


async def _at_table(
    dispatcher: Dispatcher,
    request: operator.CloseTable | operator.SeatPlayer | operator.UnseatPlayer,
    unseated: list[str],
) -> Refusal | None:
    """Change the seats at a table.

    Players who lose a seat in a running game are disconnected from the table, and their names are
    added to `unseated`. Before the game starts, the record that frees the seat informs them.
    """
    keeper = await dispatcher.lobby.find(request.table)
    if isinstance(keeper, Refusal):
        return keeper
    before = keeper.table
    match request:
        case operator.CloseTable():
            refusal = await keeper.decide(interventions.close)
        case operator.UnseatPlayer(seat=seat):
            refusal = await keeper.decide(lambda table: interventions.unseat_player(table, seat))
        case operator.SeatPlayer(seat=seat, name=name):
            refusal = await _seat_player(dispatcher, keeper, seat, name)
    if refusal:
        return refusal
    await dispatcher.lobby.seat_bots(keeper)
    for holder in before.holders if before.started else ():
        if holder and not holder.bot and keeper.table.seat_of(holder.name) is None:
            keeper.show_out(holder.name, ServerReason.KICKED)
            unseated.append(holder.name)
    return None


async def _seat_player(
    dispatcher: Dispatcher, keeper: Keeper, seat: Seat, name: str
) -> Refusal | None:
    people = dispatcher.people
    if not await people.is_known(name):
        return refuse(ServerReason.NO_SUCH_PERSON)
    if keeper.table.opened.rated and not await people.has_account(name):
        return refuse(ServerReason.RATED_NEEDS_ACCOUNT)
    await people.prepare_seat(name)
    chance = dispatcher.chance
    refusal = await keeper.decide(lambda t: interventions.seat_player(t, seat, name, chance))
    if refusal is None:
        keeper.expect(seat)
    return refusal


def _why_not(dispatcher: Dispatcher, request: operator.Acting) -> Refusal | None:
    match request:
        case operator.Kick(name=name) if dispatcher.roster.node_of(name) is None:
            return refuse(ServerReason.PERSON_AWAY)
        case operator.MutePlayer(name=name) if not is_name(name):
            return refuse(ServerReason.BAD_NAME)
        case operator.UnmutePlayer(name=name) if not dispatcher.moderation.is_muted(name):
            return refuse(ServerReason.NO_SUCH_PERSON, f"{name} is not muted.")
        case operator.Ban(name=name, address=address):
            return _why_not_ban(name, address)
        case operator.Unban() if not dispatcher.moderation.is_banned(request):
            return refuse(ServerReason.NOT_BANNED)
        case _:
            return None


def _why_not_ban(name: str, address: str) -> Refusal | None:
    if bool(name) == bool(address):
        return refuse(ServerReason.BAD_ADDRESS, "A ban is on a name, or on an address.")
    if name:
        return None if is_name(name) else refuse(ServerReason.BAD_NAME)
    return None if read_network(address) else refuse(ServerReason.BAD_ADDRESS)


def _act(dispatcher: Dispatcher, request: operator.Acting) -> None:
    """Notify the players affected by an action."""
    match request:
        case operator.Drain() if dispatcher.moderation.begins_nothing:
            dispatcher.announce(refuse(ServerReason.DRAINING).detail, ServerReason.DRAINING)
        case _:
            dispatcher.operator_actions.carry_out(request)
