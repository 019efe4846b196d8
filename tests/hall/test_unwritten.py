"""What cannot be written does not happen, also to players who are away."""

from collections.abc import Sequence

from ludoteca.hall.owner_desk import RELEASED_AFTER
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import Enter, ReleaseSeat, Welcome
from tests.hall.local import LocalClient, LocalServer

ELSEWHERE = "10.9.8.7"


class Disk(MemoryJournal):
    """A journal on a disk that may be full."""

    full = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.full:
            raise JournalError("no space left")
        await super().append_all(additions)


async def test_a_name_stays_its_players_if_its_release_cannot_be_written() -> None:
    disk = Disk()
    server = LocalServer(disk)
    anna, bruno = await server.table("Anna", "Bruno")
    server.house.leave(bruno)
    server.clock.time += RELEASED_AFTER
    disk.full = True
    assert await anna.refused(ReleaseSeat(table=1, name="Bruno")) == "house/not_written"
    disk.full = False
    for again in (False, True):
        if again:
            await server.restart()
        stranger, owner = LocalClient(server.house), LocalClient(server.house)
        stranger.address = ELSEWHERE
        assert await stranger.refused(Enter(name="Bruno")) == "house/name_kept"
        welcome = await owner.ask(Enter(name="Bruno"))
        assert isinstance(welcome, Welcome)
        assert welcome.tables == (1,)
