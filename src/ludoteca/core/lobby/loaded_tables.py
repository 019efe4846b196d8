"""The tables in memory."""

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.tables.keeper import Keeper
from ludoteca.messages.cluster import TableLoaded


class LoadedTables(dict[int, Keeper]):
    """The keepers of the tables in memory, by number; what other nodes tell of them is followed."""

    def __init__(self, bus: Bus) -> None:
        super().__init__()
        self._bus = bus

    def __setitem__(self, number: int, keeper: Keeper) -> None:
        super().__setitem__(number, keeper)
        self._bus.follow(number)
        if keeper.version:
            self._bus.publish(TableLoaded(number))

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._bus.unfollow(number)
