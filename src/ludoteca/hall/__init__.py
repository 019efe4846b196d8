"""The house itself: people, tables, and everything that is decided there."""

from ludoteca.hall.house import House
from ludoteca.hall.keeper import Keeper, Listener
from ludoteca.hall.patience import Patience

__all__ = ["House", "Keeper", "Listener", "Patience"]
