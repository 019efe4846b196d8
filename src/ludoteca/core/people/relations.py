"""Requests to mute, block, befriend or follow another player.

A player's relations to others are recorded in the stream of the player's name. A friendship is
recorded in the streams of both players: they are friends while each of them wants it.
"""

from typing import TypeAlias, assert_never

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.blocks import Blocks, OnBlock
from ludoteca.core.people.contacts import Contacts
from ludoteca.core.people.entries import Befriended, Blocked, Entry, Followed, Muted
from ludoteca.core.people.people import People
from ludoteca.core.people.person import MOST_RELATIONS, Person
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import DeletedNames, Listing
from ludoteca.games import Refusal
from ludoteca.messages import (
    AnyOnContacts,
    AskContacts,
    AskOpponents,
    Befriend,
    Block,
    ContactChanged,
    Done,
    Follow,
    Listener,
    Mute,
    ServerReason,
    is_name,
    key,
    refuse,
)
from ludoteca.messages.cluster import RELATIONS

Answer: TypeAlias = Done | ContactChanged | messages.Contacts | messages.Opponents | Refusal

MOST_MUTED = 200
"""Maximum number of players muted or blocked by one player. All these names are in one note."""


class Relations:
    """Changes and lists the relations of players to others."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        services: Services,
        people: People,
        lobby: Lobby,
        limits: Limits,
        deleted: DeletedNames,
        on_block: OnBlock,
    ) -> None:
        self._now = services.now
        self._roster = services.roster
        self._people = people
        self._limits = limits
        self.blocks = Blocks(services, people.known, lobby, on_block)
        self._contacts = Contacts(services, people, lobby, self.blocks, deleted)
        self.stop = self._contacts.stop

    async def answer(self, client: Listener, request: AnyOnContacts | Mute | Block) -> Answer:
        match request:
            case Mute() | Block():
                return await self._shut_out(client, request)
            case Befriend() | Follow():
                return await self._relate(client, request)
            case AskContacts():
                return await self._contacts.listed(client, request)
            case AskOpponents():
                opponents = await self._contacts.opponents(client.name)
                return messages.Opponents(opponents, request.id)
            case _:
                assert_never(request)

    def tell_listing(self, number: int, listing: Listing) -> None:
        """Tell players where their contacts are, and hide the table from blocked players."""
        self._contacts.tell_listing(number, listing)
        self.blocks.tell_listing(number)

    async def look_up(self) -> None:
        """Look up blocks and contacts again, because messages about them may have been lost."""
        await self.blocks.learn_all()
        await self._contacts.tell_all()

    async def _shut_out(self, client: Listener, request: Mute | Block) -> Done | Refusal:
        """Mute or block another player, or undo this. A block includes a mute."""
        name = client.name
        other = request.name
        if key(other) == key(name) or not (is_name(other) or await self._people.is_known(other)):
            return refuse(ServerReason.NO_SUCH_PERSON)
        wanted: list[Muted | Blocked]
        if isinstance(request, Mute):
            wanted = [Muted(name, other, request.muted)]
        else:
            wanted = [Muted(name, other, request.blocked), Blocked(name, other, request.blocked)]
        person = await self._people.known.look_up(name)
        refused = False
        changes: list[Muted | Blocked] = []

        def decide() -> list[Entry] | None:
            nonlocal refused, changes
            changes = [one for one in wanted if not person.has_mute(one)]
            shut_out = person.muted | person.blocked
            is_full = key(other) not in shut_out and len(shut_out) >= MOST_MUTED
            refused = bool(changes) and (is_full or not self._limits.allow_person("mute", client))
            if refused or not changes:
                return None
            if person.recorded:
                return [*changes]
            for one in changes:
                person.set_mute(one)
            return None

        await self._people.known.write(person, decide)
        if refused:
            return refuse(ServerReason.TOO_OFTEN)
        if isinstance(request, Block) and any(isinstance(one, Blocked) for one in changes):
            self.blocks.tell(person, other, blocked=request.blocked)
            await self._contacts.changed(name, other)
        return Done(request.id)

    async def _relate(
        self, client: Listener, request: Befriend | Follow
    ) -> ContactChanged | Refusal:
        """Request, accept, decline or end a friendship, or follow or unfollow a player."""
        person = await self._people.find(client.name)
        if person is None or person.kept is None:
            return refuse(ServerReason.NO_ACCOUNT)
        if not self._roster.can_all_read(RELATIONS):  # older nodes would drop the relation
            return refuse(ServerReason.UNAVAILABLE)
        other = await self._people.known.look_up(request.name)
        wanted = request.wanted if isinstance(request, Befriend) else request.followed
        if wanted and (reason := await self._why_not(person, other)):
            return refuse(reason)
        if not self._changes(person, other, request):
            contact = await self._contacts.review(person.name, other.name)
            return ContactChanged(contact, request.id)
        if not self._limits.allow_person("befriend", client):
            return refuse(ServerReason.TOO_OFTEN)
        relations = person.wishes if isinstance(request, Befriend) else person.follows
        if wanted and key(other.name) not in relations and len(relations) >= MOST_RELATIONS:
            return refuse(ServerReason.TOO_MANY_CONTACTS)
        await self._people.known.write(
            person, lambda: self._changes(person, other, request) or None
        )
        contact = await self._contacts.changed(person.name, other.name, besides=client)
        return ContactChanged(contact, request.id)

    async def _why_not(self, person: Person, other: Person) -> ServerReason | None:
        """Return why a player may not befriend or follow another player."""
        unknown = other.deleted or await self._people.is_free(other)
        if unknown or key(other.name) == key(person.name):
            return ServerReason.NO_SUCH_PERSON
        if other.kept is None:
            return ServerReason.OTHER_NEEDS_ACCOUNT
        blocked = key(person.name) in other.blocked or key(other.name) in person.blocked
        return ServerReason.BLOCKED if blocked else None

    def _changes(self, person: Person, other: Person, request: Befriend | Follow) -> list[Entry]:
        """Return the entry that a request causes, unless it would change nothing."""
        name = person.name
        since = other.since
        at = int(self._now() * 1000)
        if isinstance(request, Follow):
            if request.followed == (key(other.name) in person.follows):
                return []
            return [Followed(name, other.name, request.followed, since, at)]
        if request.wanted:
            return [] if person.wants(other) else [Befriended(name, other.name, True, since, at)]
        declined = other.wants(person)
        unchanged = key(other.name) not in person.wishes
        if unchanged and (key(other.name) in person.declined or not declined):
            return []
        return [Befriended(name, other.name, False, since, at, declined)]
