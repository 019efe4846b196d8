"""What can be seen without a table: who is connected at any node, and which tables there are."""

from bisect import bisect_right

from ludoteca.hall.listing import Listing
from ludoteca.hall.lobby import Lobby
from ludoteca.hall.roster import Roster
from ludoteca.messages import Listener, LookAround, Notice, PersonHere, Surroundings, TableListed

MOST_PEOPLE = 200
"""How many players are told of at once."""


class Overview:
    """Shows players and tables, and tells those who follow it what has changed."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._followers: set[Listener] = set()
        self._online: tuple[list[str], tuple[str, ...]] | None = None
        roster.on_person(self._tell_person)

    def watch(self, lobby: Lobby) -> None:
        """Show the tables of a lobby, which tells what changes there."""
        self._lobby = lobby

    def follow(self, client: Listener, *, follow: bool) -> None:
        """Tell a client what changes from now on, or nothing more."""
        (self._followers.add if follow else self._followers.discard)(client)

    def surroundings(self, asked: LookAround = LookAround(), name: str = "") -> Surroundings:  # noqa: B008 - frozen
        """Who is connected, and which tables can be seen, the player's own first."""
        tables, more = self._lobby.listed(asked, name)
        people, more_people = self.online(asked.people_after)
        if name and name not in (*people, *self._names_online()[1]) and not asked.people_after:
            people = (name, *people)
        known = tuple(filter(self._is_known, asked.names))
        return Surroundings(
            people,
            tables,
            asked.id,
            more,
            asked.after,
            asked.search,
            known,
            len(self._names_online()[0]),
            more_people,
            self._names_online()[1],
        )

    def online(self, after: str = "", most: int = MOST_PEOPLE) -> tuple[tuple[str, ...], str]:
        """So many people who are connected, by name, and where the next page begins."""
        names, _ = self._names_online()
        start = bisect_right(names, after)
        page = tuple(names[start : start + most])
        return page, page[-1] if start + most < len(names) else ""

    def _names_online(self) -> tuple[list[str], tuple[str, ...]]:
        """All people who are connected, and some of the bots; made once for all who look."""
        if self._online is None:
            names, is_program = self._roster.names(), self._roster.is_program
            bots = tuple(filter(is_program, names))[:MOST_PEOPLE]
            self._online = [name for name in names if not is_program(name)], bots
        return self._online

    def _is_known(self, name: str) -> bool:
        """Whether a player is connected or holds a seat."""
        return self._roster.node_of(name) is not None or bool(self._lobby.seats_of(name))

    # What has changed

    def tell_listing(self, number: int, listing: Listing) -> None:
        """Tell those who follow that a table is new or has changed."""
        if self._followers and not listing.opened.private:
            info = self._lobby.info(number, listing)
            self._tell(TableListed(info, closed=not listing.live))

    def _tell_person(self, name: str, here: bool, program: bool) -> None:
        self._online = None
        self._tell(PersonHere(name, here=here, bot=program))

    def _tell(self, notice: Notice) -> None:
        for follower in self._followers:
            follower.tell(notice)
