"""What an operator asks and does, the same for the local socket and the page."""

from typing import TypeAlias, assert_never

from ludoteca.core.dispatch.dispatcher import House
from ludoteca.core.moderation.moderation import read_network
from ludoteca.core.moderation.owner_requests import watching
from ludoteca.core.tables import interventions
from ludoteca.games import Refusal
from ludoteca.messages import HouseReason, Listener, TableInfo, is_name, key, refuse
from ludoteca.messages.operator import (
    Accepted,
    Acting,
    AnyOperatorRequest,
    Ban,
    ClientInfo,
    CloseTable,
    Deed,
    Drain,
    Kick,
    LimitInfo,
    ListBans,
    ListClients,
    ListDeeds,
    ListLimits,
    ListReports,
    ListTables,
    Looking,
    MutePlayer,
    Recorded,
    ReleaseName,
    Reported,
    Sanction,
    SeatPlayer,
    ServerState,
    ShowServer,
    ShowTable,
    TableState,
    Unban,
    UnmutePlayer,
    UnseatPlayer,
)
from ludoteca.ops import log

Seen: TypeAlias = (
    list[ClientInfo]
    | list[TableInfo]
    | list[Sanction]
    | list[LimitInfo]
    | list[Reported]
    | list[Recorded]
    | TableState
    | ServerState
)


async def answer(house: House, by: str, request: AnyOperatorRequest) -> Seen | Accepted | Refusal:
    """What an operator asked to see, or that a deed was done; every deed is written down."""
    unseated: list[str] = []
    match request:
        case CloseTable() | SeatPlayer() | UnseatPlayer():
            refusal = await _at_table(house, request, unseated)
        case ReleaseName(name=name):
            refusal = await house.people.release(name)
        case Deed():
            refusal = _why_not(house, request)
        case _:
            return await _look(house, request)
    if refusal:
        return refusal
    await house.moderation.record(by, request, unseated)
    log.info("operator_acted", by=by, did=str(request.__struct_config__.tag))
    _act(house, request)
    return Accepted(house.availability.being_played() if isinstance(request, Drain) else 0)


# What can be seen


async def _look(house: House, request: Looking) -> Seen | Refusal:
    match request:
        case ShowServer():
            return _server(house)
        case ListClients():
            return _clients(house)
        case ListTables():
            return house.lobby.every()
        case ShowTable(table=number):
            return await _table(house, number)
        case ListBans():
            return house.moderation.sanctions()
        case ListLimits():
            limits = house.limits.in_force()
            return [LimitInfo(name, limit.most, limit.rate) for name, limit in limits.items()]
        case ListReports(count=count):
            return await house.moderation.reports(count)
        case ListDeeds(count=count):
            return await house.moderation.deeds(count)
        case _:
            assert_never(request)


def _server(house: House) -> ServerState:
    return ServerState(
        people=len(house.people.clients()),
        draining=house.moderation.draining is not None,
        being_played=house.availability.being_played(),
    )


def _clients(house: House) -> list[ClientInfo]:
    """Everybody who is connected: with all that is known of those here, and the others' nodes."""
    here = [_client(house, client) for client in house.people.clients()]
    others = [
        ClientInfo(name, "", "", 0, tuple(house.lobby.seats_of(name)), node)
        for node in house.roster.nodes()
        if node != house.node
        for name in house.roster.names_of(node)
    ]
    return sorted([*here, *others], key=lambda one: key(one.name))


def _client(house: House, client: Listener) -> ClientInfo:
    tables = tuple(house.lobby.seats_of(client.name))
    since, node = house.entered_at(client), house.node if house.shared else ""
    return ClientInfo(client.name, client.address, client.protocol, since, tables, node)


async def _table(house: House, number: int) -> TableState | Refusal:
    keeper = await house.lobby.find(number)
    if isinstance(keeper, Refusal):
        return keeper
    table = keeper.table
    to_move = table.rules.seats_to_move(table.state) if table.in_play else ()
    return TableState(
        info=keeper.info(member=True),
        version=keeper.version,
        spectators=watching(keeper, house.roster),
        away=tuple(sorted(keeper.away)),
        to_move=tuple(sorted(to_move)),
        removed=tuple(sorted(table.removed)),
        muted=tuple(sorted(table.muted)),
    )


# What can be done


async def _at_table(
    house: House, request: CloseTable | SeatPlayer | UnseatPlayer, unseated: list[str]
) -> Refusal | None:
    """Change who sits at a table; clients that lose their seat in a game leave it, and are noted.

    Before the start, the record that frees the seat tells them.
    """
    keeper = await house.lobby.find(request.table)
    if isinstance(keeper, Refusal):
        return keeper
    before = keeper.table
    match request:
        case CloseTable():
            refusal = await keeper.ask(interventions.close)
        case UnseatPlayer(seat=seat):
            refusal = await keeper.ask(lambda table: interventions.unseat_player(table, seat))
        case SeatPlayer(seat=seat, name=name):
            if not await house.people.is_known(name):
                return refuse(HouseReason.NO_SUCH_PERSON)
            await house.people.prepare_seat(name)
            chance = house.chance
            refusal = await keeper.ask(lambda t: interventions.seat_player(t, seat, name, chance))
            if refusal is None:
                keeper.expect(seat)
    if refusal:
        return refusal
    await house.lobby.seat_bots(keeper)
    for holder in before.holders if before.started else ():
        if holder and not holder.bot and keeper.table.seat_of(holder.name) is None:
            keeper.show_out(holder.name, HouseReason.KICKED)
            unseated.append(holder.name)
    return None


def _why_not(house: House, request: Acting) -> Refusal | None:
    match request:
        case Kick(name=name) if house.roster.node_of(name) is None:
            return refuse(HouseReason.PERSON_AWAY)
        case MutePlayer(name=name) if not is_name(name):
            return refuse(HouseReason.BAD_NAME)
        case UnmutePlayer(name=name) if not house.moderation.is_muted(name):
            return refuse(HouseReason.NO_SUCH_PERSON, f"{name} is not muted.")
        case Ban(name=name, address=address):
            return _why_not_ban(name, address)
        case Unban() if not house.moderation.is_banned(request):
            return refuse(HouseReason.NOT_BANNED)
        case _:
            return None


def _why_not_ban(name: str, address: str) -> Refusal | None:
    if bool(name) == bool(address):
        return refuse(HouseReason.BAD_ADDRESS, "A ban is on a name, or on an address.")
    if name:
        return None if is_name(name) else refuse(HouseReason.BAD_NAME)
    return None if read_network(address) else refuse(HouseReason.BAD_ADDRESS)


def _act(house: House, request: Acting) -> None:
    """Tell those whom a deed is about."""
    match request:
        case Drain() if house.moderation.begins_nothing:
            house.announce(refuse(HouseReason.DRAINING).detail, HouseReason.DRAINING)
        case _:
            house.deeds.carry_out(request)
