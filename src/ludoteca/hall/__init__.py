"""The house itself: people, tables, and everything that is decided there."""

from ludoteca.hall.house import House
from ludoteca.hall.listener import Desk, Listener, Roster
from ludoteca.hall.luck import Luck
from ludoteca.hall.patience import Patience
from ludoteca.hall.replays import read_replay
from ludoteca.hall.supplies import Supplies

__all__ = [
    "Desk",
    "House",
    "Listener",
    "Look",
    "Luck",
    "Patience",
    "Roster",
    "Supplies",
    "read_replay",
]
