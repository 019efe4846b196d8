"""Contract of the store of contacts: where players are notified, beside the journal.

Addresses, keys and secrets must be erasable, and the journal never forgets. So they are rows of a
table of their own, and the journal refers to them by id.
"""

from typing import NamedTuple, Protocol


class Contact(NamedTuple):
    """Where an owner is notified over one channel."""

    id: str
    owner: str
    channel: str
    data: bytes
    """The address, with keys and secrets: opaque to the store."""


class Contacts(Protocol):
    """A store of contacts. Methods raise `JournalError` if it cannot be used."""

    async def add(self, contact: Contact) -> Contact:
        """Add a contact unless its id exists; return the stored one."""
        ...

    async def replace(self, contact: Contact) -> bool:
        """Replace the data of a contact; return False if there is none with its id and owner."""
        ...

    async def find(self, identifier: str) -> Contact | None: ...

    async def of(self, owner: str) -> list[Contact]:
        """Return the contacts of an owner, by id."""
        ...

    async def erase(self, owner: str, identifier: str = "") -> int:
        """Erase one contact of an owner, or all of them; return their number."""
        ...

    async def close(self) -> None:
        """Release all resources; idempotent."""
        ...


class MemoryContacts(Contacts):
    """Contacts in a dictionary."""

    def __init__(self) -> None:
        self._contacts: dict[str, Contact] = {}

    async def add(self, contact: Contact) -> Contact:
        return self._contacts.setdefault(contact.id, contact)

    async def replace(self, contact: Contact) -> bool:
        known = self._contacts.get(contact.id)
        if known is None or known.owner != contact.owner:
            return False
        self._contacts[contact.id] = contact
        return True

    async def find(self, identifier: str) -> Contact | None:
        return self._contacts.get(identifier)

    async def of(self, owner: str) -> list[Contact]:
        return sorted(one for one in self._contacts.values() if one.owner == owner)

    async def erase(self, owner: str, identifier: str = "") -> int:
        erased = [one.id for one in await self.of(owner) if identifier in ("", one.id)]
        for one in erased:
            del self._contacts[one]
        return len(erased)

    async def close(self) -> None:
        """Do nothing."""
