"""Lists of contacts, and notices to clients that follow them.

Friends are found by the index: each wish for a friendship is an index entry of the player who wants
it. Deleted accounts are left out, and so are relations to earlier owners of a name.
"""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.journaling import log_failure
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.lobby.overview import people_at
from ludoteca.core.people.blocks import Blocks
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import DeletedNames, Listing
from ludoteca.core.tables.player_index import played_by
from ludoteca.core.tables.snapshots import load_listing, number_of
from ludoteca.journal import JournalError
from ludoteca.messages import Contact, ContactTable, Friendship, Listener, Opponent, key
from ludoteca.messages.cluster import ContactsChanged

MOST_WISHING = 200
"""Maximum number of friend requests examined, newest first."""
MOST_TABLES = 5
"""Maximum number of tables shown for a contact."""
MOST_OPPONENTS = 20
"""Maximum number of recent opponents."""
MOST_GAMES = 60
"""Maximum number of games examined to find recent opponents."""


class _Follower:
    """A player with clients that are notified of changes to the player's contacts."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.clients: set[Listener] = set()
        self.contacts: dict[str, Contact] = {}
        """Contacts as last sent, by key."""


class Contacts:
    """Lists contacts, and tells clients of changes."""

    def __init__(
        self,
        services: Services,
        people: People,
        lobby: Lobby,
        blocks: Blocks,
        deleted: DeletedNames,
    ) -> None:
        self._services = services
        self._bus = services.bus
        self._roster = services.roster
        self._people = people
        self._lobby = lobby
        self._blocks = blocks
        self._deleted = deleted
        self._followers: dict[str, _Follower] = {}
        self._watched: defaultdict[str, set[str]] = defaultdict(set)
        """Followers, by the key of each of their contacts."""
        self._at: dict[int, set[str]] = {}
        """Keys of the contacts that were last seen at each table."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._roster.on_person(lambda name, _here, _program: self._show(key(name)))
        self._bus.subscribe(ContactsChanged, self._hear)

    # Lists

    async def listed(self, client: Listener, request: messages.AskContacts) -> messages.Contacts:
        """List a player's contacts; with `follow`, tell the client of changes."""
        contacts = await self._contacts_of(client.name)
        if request.follow and client.name:
            name = client.name
            follower = self._followers.setdefault(key(name), _Follower(name))
            follower.clients.add(client)
            self._follow(follower, contacts)
        return messages.Contacts(tuple(contacts.values()), request.id)

    async def _contacts_of(self, name: str) -> dict[str, Contact]:
        person = await self._read(name)
        log = self._people.known.log
        others = {key(one.name): one for one in await log.wishing(name, MOST_WISHING)}
        related = {*person.wishes, *person.follows, *person.blocked}
        unread = sorted(related - others.keys())
        read = await asyncio.gather(*(self._read(other) for other in unread))
        others |= dict(zip(unread, read, strict=True))
        contacts = {
            other: self._located(name, _contact(person, one)) for other, one in others.items()
        }
        return {other: contact for other, contact in contacts.items() if _is_kept(contact)}

    async def _read(self, name: str) -> Person:
        """Read a player from the journal, if the journal has entries about the player."""
        here = self._people.known.here(name)
        return here if here and not here.recorded else await self._people.known.log.read(name)

    def _located(self, viewer: str, contact: Contact) -> Contact:
        """Return a contact, with their location if the viewer may see it."""
        hidden = key(contact.name) in self._blocks.hidden_from(viewer)
        if hidden or self._roster.node_of(contact.name) is None:
            return replace(contact, online=False, tables=())
        return replace(contact, online=True, tables=self._tables(viewer, contact.name))

    def _tables(self, viewer: str, name: str) -> tuple[ContactTable, ...]:
        """Return the listed or shared tables where a contact holds a seat, newest first."""
        shared = set(self._lobby.seats_of(viewer))
        found = []
        for number in reversed(self._lobby.seats_of(name)):
            listing = self._lobby.live[number]
            is_seen = not (listing.opened.private or self._blocks.hides(viewer, listing))
            if is_seen or number in shared:
                found.append(_table(number, listing, free=number not in shared))
        return tuple(found[:MOST_TABLES])

    # Changes

    async def changed(self, name: str, other: str, besides: Listener | None = None) -> Contact:
        """Tell two players of a change between them; return the contact as `name` sees it.

        The client `besides` is not notified: the answer to its request contains the change.
        """
        self._bus.publish(ContactsChanged(name, other))
        await self.review(other, name)
        return await self.review(name, other, besides)

    async def review(self, viewer: str, other: str, besides: Listener | None = None) -> Contact:
        """Tell a player's clients about a contact, if it has changed; return the contact."""
        person = await self._read(viewer)
        contact = self._located(viewer, _contact(person, await self._read(other)))
        if follower := self._followers.get(key(viewer)):
            self._tell(follower, contact, besides)
        return contact

    def _hear(self, _sender: str, changed: ContactsChanged) -> None:
        for viewer, other in ((changed.name, changed.other), (changed.other, changed.name)):
            if key(viewer) in self._followers:
                self._do(self.review(viewer, other))

    def _do(self, work: Coroutine[object, None, object]) -> None:
        task = asyncio.create_task(_tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def tell_listing(self, number: int, listing: Listing) -> None:
        """Notify followers of contacts who hold a seat at a changed table or have just left it."""
        if not self._followers:
            return
        people = set(map(key, people_at(listing))) if listing.live else set()
        before = self._at.pop(number, set())
        if here := people & self._watched.keys():
            self._at[number] = here
        for other in before | here:
            self._show(other)

    def _show(self, other: str) -> None:
        """Tell followers of a contact who has come, gone or moved to another table."""
        for name in list(self._watched.get(other, ())):
            follower = self._followers[name]
            contact = follower.contacts[other]
            if contact.name in self._deleted:
                self._tell(follower, Contact(contact.name))
            else:
                self._tell(follower, self._located(follower.name, contact))

    async def tell_all(self) -> None:
        """Send followers their lists again if outdated, because messages may have been lost."""
        for follower in list(self._followers.values()):
            contacts = await self._contacts_of(follower.name)
            if contacts != follower.contacts and follower.clients:
                self._follow(follower, contacts)
                for client in list(follower.clients):
                    client.tell(messages.Contacts(tuple(contacts.values())))

    def stop(self, client: Listener) -> None:
        """Stop telling a client of changes."""
        follower = self._followers.get(key(client.name))
        if follower is None:
            return
        follower.clients.discard(client)
        if not follower.clients:
            self._follow(follower, {})
            del self._followers[key(client.name)]

    def _follow(self, follower: _Follower, contacts: dict[str, Contact]) -> None:
        for other in [one for one in follower.contacts if one not in contacts]:
            self._drop(follower, other)
        for other, contact in contacts.items():
            self._keep(follower, other, contact)

    def _tell(self, follower: _Follower, contact: Contact, besides: Listener | None = None) -> None:
        other = key(contact.name)
        before = follower.contacts.get(other)
        if _is_kept(contact):
            self._keep(follower, other, contact)
        elif before:
            self._drop(follower, other)
            contact = Contact(contact.name)
        if contact != before and (before or _is_kept(contact)):
            for client in follower.clients - {besides}:
                client.tell(messages.ContactChanged(contact))

    def _keep(self, follower: _Follower, other: str, contact: Contact) -> None:
        follower.contacts[other] = contact
        self._watched[other].add(key(follower.name))
        for one in contact.tables:
            self._at.setdefault(one.table, set()).add(other)

    def _drop(self, follower: _Follower, other: str) -> None:
        del follower.contacts[other]
        self._watched[other].discard(key(follower.name))
        if not self._watched[other]:
            del self._watched[other]

    # Opponents

    async def opponents(self, name: str) -> tuple[Opponent, ...]:
        """Return a player's most recent opponents, most recent first."""
        person = await self._read(name)
        found: dict[str, Opponent] = {}
        label = played_by(name)
        for stream in await self._services.journal.indexed(label, most=MOST_GAMES):
            listing = await load_listing(stream, self._services)
            if listing is None or not took_part(person, listing):
                continue
            for holder in listing.players:
                if holder is None or holder.bot or key(holder.name) in (key(name), *found):
                    continue
                other = await self._read(holder.name)
                if not other.deleted and took_part(other, listing):
                    opponent = self._opponent(name, other, number_of(stream), listing)
                    found[key(holder.name)] = opponent
            if len(found) >= MOST_OPPONENTS:
                break
        return tuple(found.values())[:MOST_OPPONENTS]

    def _opponent(self, viewer: str, other: Person, number: int, listing: Listing) -> Opponent:
        hidden = key(other.name) in self._blocks.hidden_from(viewer)
        online = self._roster.node_of(other.name) is not None and not hidden
        account = other.kept is not None
        return Opponent(other.name, listing.opened.game, number, listing.at, account, online)


def _contact(person: Person, other: Person) -> Contact:
    """Return a player's relation to another player, without the latter's location."""
    name = key(other.name)
    blocked = name in person.blocked
    follow = person.follows.get(name)
    followed = follow is not None and follow.since == other.since and not other.deleted
    return Contact(other.name, _friendship(person, other), followed=followed, blocked=blocked)


def _friendship(person: Person, other: Person) -> Friendship:
    if other.deleted:
        return Friendship.NONE
    mine = person.wants(other)
    theirs = other.wants(person)
    if mine:
        return Friendship.FRIENDS if theirs else Friendship.ASKED
    hidden = key(other.name) in (*person.declined, *person.blocked)
    return Friendship.ASKS if theirs and not hidden else Friendship.NONE


def _is_kept(contact: Contact) -> bool:
    return bool(contact.friendship or contact.followed or contact.blocked)


def _table(number: int, listing: Listing, *, free: bool) -> ContactTable:
    opened = listing.opened
    free = free and listing.has_room
    return ContactTable(number, opened.game, listing.started, free, opened.watchable)


def took_part(person: Person, listing: Listing) -> bool:
    """Return whether a player, not an earlier owner of the name, took part in a game."""
    return person.recorded and any(person.since <= at for at in listing.seated_at(person.name))


async def _tried(work: Coroutine[object, None, object]) -> None:
    try:
        await work
    except JournalError as error:  # the next list shows the change
        log_failure(error, request="contacts")
