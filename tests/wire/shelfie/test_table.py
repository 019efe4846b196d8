"""A table of My Shelfie as one client follows it."""

from msgspec import Raw
from msgspec.structs import replace

from ludoteca.games import Seat
from ludoteca.games.shelfie import Cell, Hand
from ludoteca.messages import Gesture, HolderInfo, TableInfo, TableShown
from ludoteca.wire.shelfie import followed

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


def test_picked_tiles_stay_picked_until_something_has_happened() -> None:
    table = followed(SHOWN).after(Gesture(1, Seat(1), HAND), None)
    assert table.hand == HAND
    assert table.after(SHOWN, None).hand == HAND
    assert table.after(replace(SHOWN, version=8), None).hand is None
