"""Players, tables, chat and clocks: everything that is decided about them."""

from ludoteca.hall.history import Moment
from ludoteca.hall.house import House
from ludoteca.hall.luck import Luck
from ludoteca.hall.patience import Patience
from ludoteca.hall.replays import Positions, ReplayHead, read_replay
from ludoteca.hall.services import Services
from ludoteca.hall.table import Table

__all__ = [
    "House",
    "Luck",
    "Moment",
    "Patience",
    "Positions",
    "ReplayHead",
    "Services",
    "Table",
    "read_replay",
]
