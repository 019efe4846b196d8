"""A table of My Shelfie as a client follows it."""

from msgspec import Raw
from msgspec.structs import replace

from ludoteca.games import Seat
from ludoteca.games.shelfie import Cell, Hand
from ludoteca.messages import (
    Enter,
    Gesture,
    HolderInfo,
    JoinTable,
    Notice,
    OpenTable,
    Pause,
    Resign,
    ResizeTable,
    Resume,
    SeatsGivenUp,
    StandUp,
    StartTable,
    TableInfo,
    TableNews,
    TableShown,
    ViewThunk,
    Watch,
    key,
)
from ludoteca.protocols.shelfie import FollowedTable, followed
from tests.core.local import LocalClient, LocalServer, keeper_of

SHOWN = TableShown(
    TableInfo(
        table=1,
        game="shelfie",
        seats=(HolderInfo("anna"), HolderInfo("bruno")),
        options=Raw(b"{}"),
        owner="anna",
        private=False,
        watchable=True,
        started=True,
        over=False,
    ),
    version=7,
    seat=Seat(0),
)
HAND = Hand(Seat(1), turn=3, cells=(Cell(3, 2),))


def test_picked_tiles_stay_picked_until_the_next_version() -> None:
    table = followed(SHOWN).after(Gesture(1, Seat(1), HAND), None)
    assert table.hand == HAND
    assert table.after(SHOWN, None).hand == HAND
    assert table.after(replace(SHOWN, version=8), None).hand is None


def test_picked_tiles_return_when_their_player_gives_up_the_seat() -> None:
    table = followed(SHOWN).after(Gesture(1, Seat(1), HAND), None)
    left = table.after(_given_up(Seat(1)), None)
    assert left.hand is None
    assert left.holders == ("anna", "")
    other = table.after(_given_up(Seat(0)), None)
    assert other.hand == HAND


def _given_up(seat: Seat) -> TableNews:
    holders = tuple(one if at != seat else None for at, one in enumerate(SHOWN.info.seats))
    return TableNews(1, 8, SeatsGivenUp((seat,), ()), info=replace(SHOWN.info, seats=holders))


class Follower(LocalClient):
    """Follows the first table that it is shown."""

    table: FollowedTable | None = None

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        super().tell(notice, look)
        if self.table:
            self.table = self.table.after(notice, look)
        elif isinstance(notice, TableShown):
            self.table = followed(notice)


async def test_followed_state_is_the_cores_state() -> None:
    server = LocalServer()
    eve = Follower(server.dispatcher)
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await eve.ask(Enter(name="Eve"))
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await eve.ask(Watch(table=1))

    def check() -> None:
        keeper, table = keeper_of(server.dispatcher), eve.table
        assert table is not None
        info = keeper.info()
        assert table.holders == tuple(holder.name if holder else "" for holder in info.seats)
        assert table.away == {key(one.name) for one in info.seats if one and not one.here}
        assert (table.version, table.view) == (keeper.version, keeper.table.view(None))
        assert table.resting == keeper.table.paused

    check()
    for client, request in (
        (bruno, JoinTable(table=1)),
        (anna, ResizeTable(table=1, seats=4)),
        (bruno, StandUp(table=1)),
        (bruno, JoinTable(table=1)),
        (anna, StartTable(table=1, bot="uniform")),
        (anna, Pause(table=1)),
        (bruno, Pause(table=1)),
        (anna, Resume(table=1)),
    ):
        await client.ask(request)
        check()
    server.dispatcher.leave(bruno)
    check()
    (bruno,) = await server.back("Bruno")
    check()
    await anna.ask(Resign(table=1))
    check()
