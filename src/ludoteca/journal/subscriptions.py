"""Contract of the store of subscriptions: destinations of notifications, beside the journal.

Addresses, keys and secrets must be erasable, but a journal keeps everything. They are therefore
rows of a separate table, to which the journal refers by id.
"""

from typing import NamedTuple, Protocol


class Subscription(NamedTuple):
    """A destination for an owner's notifications over one channel."""

    id: str
    owner: str
    channel: str
    data: bytes
    """The address, with keys and secrets; opaque to the store."""


class Subscriptions(Protocol):
    """A store of subscriptions. Methods raise `JournalError` if it cannot be used."""

    async def add(self, subscription: Subscription) -> Subscription:
        """Add a subscription unless its id exists; return the stored subscription."""
        ...

    async def replace(self, subscription: Subscription) -> bool:
        """Replace the data; return False if there is no subscription with this id and owner."""
        ...

    async def find(self, identifier: str) -> Subscription | None: ...

    async def of(self, owner: str) -> list[Subscription]:
        """Return the subscriptions of an owner, by id."""
        ...

    async def erase(self, owner: str, identifier: str = "") -> int:
        """Erase one subscription of an owner, or all of them; return their number."""
        ...

    async def close(self) -> None:
        """Release all resources; idempotent."""
        ...


class MemorySubscriptions(Subscriptions):
    """Subscriptions in a dictionary."""

    def __init__(self) -> None:
        self._subscriptions: dict[str, Subscription] = {}

    async def add(self, subscription: Subscription) -> Subscription:
        return self._subscriptions.setdefault(subscription.id, subscription)

    async def replace(self, subscription: Subscription) -> bool:
        known = self._subscriptions.get(subscription.id)
        if known is None or known.owner != subscription.owner:
            return False
        self._subscriptions[subscription.id] = subscription
        return True

    async def find(self, identifier: str) -> Subscription | None:
        return self._subscriptions.get(identifier)

    async def of(self, owner: str) -> list[Subscription]:
        return sorted(one for one in self._subscriptions.values() if one.owner == owner)

    async def erase(self, owner: str, identifier: str = "") -> int:
        erased = [one.id for one in await self.of(owner) if identifier in ("", one.id)]
        for one in erased:
            del self._subscriptions[one]
        return len(erased)

    async def close(self) -> None:
        """Do nothing."""
