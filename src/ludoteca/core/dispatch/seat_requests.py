"""Requests for seats: opening and joining tables, and finding opponents."""

import asyncio
import secrets
from collections.abc import Callable, Collection
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.moderation.quotas import GUEST, Quotas
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables import decisions
from ludoteca.core.tables.decisions import Decision
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.table import Table, has_name
from ludoteca.games import Refusal
from ludoteca.messages import Listener, ServerReason, refuse

CODE_LETTERS = "cdfhjkmnpqrtvwxy23456789"
"""Without look-alikes (B and 8, S and 5), and without vowels, so that no code reads as a word."""
CODE_LENGTH = 8
"""Long enough not to be guessed within the rate limits: see docs/security.md."""
Seating: TypeAlias = (
    messages.OpenTable
    | messages.JoinTable
    | messages.FindOpponents
    | messages.TakeSeat
    | messages.Rematch
    | messages.PlayOn
)
"""Requests for a seat, after which the table is shown to the client."""
UNMATCHED = (
    ServerReason.BLOCKED,
    ServerReason.NO_SUCH_TABLE,
    ServerReason.REMOVED,
    ServerReason.STARTED_ALREADY,
    ServerReason.TABLE_FULL,
    ServerReason.TOO_MUCH_HERE,
    ServerReason.UNKNOWN_RULES,
    ServerReason.UNREADABLE_TABLE,
)
"""Refusals after which a player looks for opponents at another table."""


class SeatRequests:
    """Opens tables, seats players and shows them their tables."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        people: People,
        lobby: Lobby,
        limits: Limits,
        quotas: Quotas,
        moderation: Moderation,
        services: Services,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._limits = limits
        self._quotas = quotas
        self._moderation = moderation
        self._chance = services.chance
        self._now = services.now
        self._matches = asyncio.Lock()

    async def open(
        self,
        client: Listener,
        record: messages.TableOpened,
        decide: Callable[[Table], Decision],
        besides: Collection[int] = (),
    ) -> Keeper | Refusal:
        if self._moderation.begins_nothing:
            return refuse(ServerReason.DRAINING)
        if not (name := client.name):  # the player's new connection has replaced this one
            return refuse(ServerReason.NOT_IN_YET)
        if record.rated and not await self._people.has_account(name):
            return refuse(ServerReason.RATED_NEEDS_ACCOUNT)
        if await self._is_on_vacation(name, record):
            return refuse(ServerReason.ON_VACATION)
        if not self._limits.allow_person("tables", client):
            return refuse(ServerReason.TOO_OFTEN)
        address = client.address
        record = replace(record, owner=name)
        if refusal := await self._lobby.make_room(record, address):
            return refusal
        if refusal := self._quotas.open_table(address):
            return refusal
        await self._people.prepare_seat(name)
        code = self._new_code()
        at = int(self._now() * 1000)
        record = replace(record, code=code, at=at)
        opened = await self._lobby.open(record, decide, address, besides)
        if not isinstance(opened, Refusal):
            self._charge(client, opened)
        return opened

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if not self._lobby.live.numbered(code):
                return code

    def _charge(self, client: Listener, keeper: Keeper) -> None:
        """Charge a client's address for the unpaid records of a table."""
        keeper.payer = client.address
        self._quotas.record(client.address, keeper.unpaid)
        keeper.unpaid = 0

    async def find_opponents(
        self, client: Listener, request: messages.FindOpponents
    ) -> Refusal | None:
        """Take a seat at the table that has waited longest for the same game, or open a table."""
        record = decisions.opening_match(request, client.name)
        if isinstance(record, Refusal):
            return record
        async with self._matches:  # simultaneous requests lead to one table
            found = await self._match(client, record)
            # Shown under the lock, so that the next request finds this player connected.
            return await self.shown(client, found, request)

    async def _match(self, client: Listener, record: messages.TableOpened) -> Keeper | Refusal:
        chance = self._chance
        unsuitable: set[int] = set()
        while number := self._lobby.live.match_for(record, unsuitable):
            keeper = await self._lobby.find(number)
            refusal = keeper if isinstance(keeper, Refusal) else await self._meet(client, keeper)
            if refusal is None or refusal.code == ServerReason.SEATED_ALREADY:
                return keeper
            if refusal.code not in UNMATCHED:
                return refusal
            unsuitable.add(number)
        opened = await self.open(
            client, record, lambda t: decisions.open_table(t, chance), unsuitable
        )
        named = isinstance(opened, Refusal) and opened.code == ServerReason.TABLE_NAME_IN_USE
        return await self._match(client, record) if named else opened  # another node was faster

    async def _meet(self, client: Listener, keeper: Keeper) -> Refusal | None:
        """Take a seat with players who want the same game, unless a block exists between them."""
        name = client.name
        if not name:  # the player's new connection has replaced this one
            return refuse(ServerReason.NOT_IN_YET)
        if refusal := await self.why_not_sit(client, keeper.table):
            return refusal
        for other in (holder.name for holder in keeper.table.holders if holder and not holder.bot):
            blocked = await self._people.has_blocked(other, name)
            if blocked or await self._people.has_blocked(name, other):
                return refuse(ServerReason.BLOCKED)
        await self.prepare_seat(name, keeper)
        chance = self._chance
        refusal = await keeper.decide(
            lambda t: decisions.match(t, name, chance, keeper.away, self._now())
        )
        self._charge(client, keeper)
        return refusal

    async def sit(self, client: Listener, keeper: Keeper, request: Seating) -> Refusal | None:
        name = client.name
        chance = self._chance
        if not name:  # the player's new connection has replaced this one
            return refuse(ServerReason.NOT_IN_YET)
        if refusal := await self.why_not_sit(client, keeper.table):
            return refusal
        await self.prepare_seat(name, keeper)
        refusal = await keeper.decide(
            lambda table: decisions.sit(table, name, chance, away=keeper.away)
        )
        return await self.shown(client, refusal or keeper, request)

    async def prepare_seat(self, name: str, keeper: Keeper) -> None:
        """Record a player's credentials, which count towards the quota with the next records."""
        if await self._people.prepare_seat(name):
            keeper.unpaid += GUEST

    async def why_not_sit(self, client: Listener, table: Table) -> Refusal | None:
        """Return why a player may not sit at a table, whether or not a seat is free."""
        if has_name(table.removed, client.name):
            return refuse(ServerReason.REMOVED)
        if table.seat_of(client.name) is None and await self._people.has_blocked(
            table.owner, client.name
        ):
            return refuse(ServerReason.BLOCKED)
        if self._moderation.begins_nothing and not table.started:
            return refuse(ServerReason.DRAINING)
        if table.opened.rated and not await self._people.has_account(client.name):
            return refuse(ServerReason.RATED_NEEDS_ACCOUNT)
        if await self._is_on_vacation(client.name, table.opened):
            return refuse(ServerReason.ON_VACATION)
        return None

    async def _is_on_vacation(self, name: str, opened: messages.TableOpened) -> bool:
        """Return whether a player is on vacation and the table has a slow clock."""
        slow = opened.clock is not None and opened.clock.slow
        return slow and await self._people.is_on_vacation(name)

    async def shown(
        self, client: Listener, keeper: Keeper | Refusal, request: Seating
    ) -> Refusal | None:
        if isinstance(keeper, Refusal):
            return keeper
        self._lobby.listened_tables.leave_finished(client)
        await self._lobby.listened_tables.listen(
            client, keeper, request=request.id, with_guide=request.with_guide
        )
        return None
