"""Visibility: the part of a player's page that others may see."""

import asyncio
from collections.abc import Iterable

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person
from ludoteca.messages import Visibility, key


class Privacy:
    """Decides which part of a player's page, results and ratings a viewer may see.

    Pages, lists of games, statistics, leaderboards and the API all call this class.
    """

    def __init__(self, people: People, lobby: Lobby) -> None:
        self._people = people
        self._lobby = lobby

    async def may_see(self, viewer: str, owner: str) -> Visibility:
        """Return the part that a viewer may see; `viewer` is empty for an anonymous viewer.

        Friends see everything, and blocked players nothing. Players at the same table see each
        other's results and ratings.
        """
        person = await self._people.known.look_up(owner)
        if viewer and (key(viewer) == key(owner) or await self._are_friends(person, viewer)):
            return Visibility.EVERYTHING
        is_blocked = key(viewer) in person.blocked
        chosen = Visibility.NOTHING if is_blocked else person.strangers_see
        if chosen is Visibility.NOTHING and self._are_together(viewer, owner):
            return Visibility.RESULTS
        return chosen

    async def _are_friends(self, person: Person, viewer: str) -> bool:
        if key(viewer) not in person.wishes:
            return False
        other = await self._people.known.look_up(viewer)
        return person.wants(other) and other.wants(person)

    def _are_together(self, viewer: str, owner: str) -> bool:
        seats = self._lobby.seats_of
        return bool(viewer) and not set(seats(viewer)).isdisjoint(seats(owner))

    async def hidden(self, viewer: str, owners: Iterable[str]) -> set[str]:
        """Return those players of whom a viewer may see nothing."""
        names = list(owners)
        seen = await asyncio.gather(*(self.may_see(viewer, name) for name in names))
        return {name for name, sees in zip(names, seen, strict=True) if sees is Visibility.NOTHING}
