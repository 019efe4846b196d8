"""What an operator asks and does, the same for the local socket and the page."""

from typing import TypeAlias, assert_never

from ludoteca.games import Refusal
from ludoteca.hall import orders
from ludoteca.hall.house import House
from ludoteca.hall.moderation import because, read_network
from ludoteca.hall.owner_desk import show_out, watching
from ludoteca.messages import HouseReason, Listener, TableInfo, is_name, key, refuse
from ludoteca.messages.operator import (
    Accepted,
    Acting,
    Announce,
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
)


async def answer(house: House, by: str, request: AnyOperatorRequest) -> Seen | Accepted | Refusal:
    """What an operator asked to see, or that a deed was done; every deed is written down."""
    match request:
        case CloseTable() | SeatPlayer() | UnseatPlayer():
            refusal = await _at_table(house, request)
        case ReleaseName(name=name):
            refusal = await house.people.release(name)
        case Deed():
            refusal = _why_not(house, request)
        case _:
            return await _look(house, request)
    if refusal:
        return refusal
    await house.moderation.record(by, request)
    log.info("operator_acted", by=by, did=str(request.__struct_config__.tag))
    _act(house, request)
    return Accepted(house.availability.being_played() if isinstance(request, Drain) else 0)


# What can be seen


async def _look(house: House, request: Looking) -> Seen | Refusal:
    match request:
        case ListClients():
            return [_client(house, client) for client in _by_name(house)]
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


def _by_name(house: House) -> list[Listener]:
    return sorted(house.people.clients(), key=lambda client: key(client.name))


def _client(house: House, client: Listener) -> ClientInfo:
    tables = tuple(house.lobby.seats_of(client.name))
    since = house.entered_at(client)
    return ClientInfo(client.name, client.address, client.protocol, since, tables)


async def _table(house: House, number: int) -> TableState | Refusal:
    keeper = await house.lobby.find(number)
    if isinstance(keeper, Refusal):
        return keeper
    table = keeper.table
    to_move = table.rules.seats_to_move(table.state) if table.in_play else ()
    return TableState(
        info=keeper.info(member=True),
        version=keeper.version,
        spectators=watching(keeper),
        away=tuple(sorted(keeper.away)),
        to_move=tuple(sorted(to_move)),
        removed=tuple(sorted(table.removed)),
        muted=tuple(sorted(table.muted)),
    )


# What can be done


async def _at_table(
    house: House, request: CloseTable | SeatPlayer | UnseatPlayer
) -> Refusal | None:
    """Change who sits at a table; clients that lose their seat by it are told."""
    keeper = await house.lobby.find(request.table)
    if isinstance(keeper, Refusal):
        return keeper
    before = keeper.table.holders
    match request:
        case CloseTable():
            refusal = await keeper.ask(orders.close)
        case UnseatPlayer(seat=seat):
            refusal = await keeper.ask(lambda table: orders.unseat_player(table, seat))
        case SeatPlayer(seat=seat, name=name):
            if not await house.people.is_known(name):
                return refuse(HouseReason.NO_SUCH_PERSON)
            await house.people.prepare_seat(name)
            chance = house.chance
            refusal = await keeper.ask(lambda t: orders.seat_player(t, seat, name, chance))
            if refusal is None:
                keeper.expect(seat)
    if refusal:
        return refusal
    await house.lobby.seat_bots(keeper)
    for holder in before:
        if holder and not holder.bot and keeper.table.seat_of(holder.name) is None:
            show_out(house.lobby, keeper, holder.name, HouseReason.KICKED)
    return None


def _why_not(house: House, request: Acting) -> Refusal | None:
    match request:
        case Kick(name=name) if not house.people.is_here(name):
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


def _kicked(why: str) -> str:
    return f"The operator has disconnected you: {why}" if why else ""


def _act(house: House, request: Acting) -> None:
    """Tell those whom a deed is about."""
    match request:
        case Kick(name=name, why=why):
            for client in _by_name(house):
                if key(client.name) == key(name):
                    house.disconnect(client, HouseReason.KICKED, _kicked(why))
        case Ban():
            for client in _by_name(house):
                if ban := house.moderation.ban_on(client.name, client.address):
                    house.disconnect(client, HouseReason.BANNED, because(ban))
        case Announce(text=text):
            house.announce(text)
        case Drain() if house.moderation.begins_nothing:
            house.announce(refuse(HouseReason.DRAINING).detail, HouseReason.DRAINING)
        case _:
            pass
