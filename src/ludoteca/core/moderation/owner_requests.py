"""Requests from table owners about other people at their tables."""

from typing import TypeAlias

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables import interventions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Refusal
from ludoteca.messages import (
    AskSpectators,
    Done,
    Listener,
    ReleaseSeat,
    Remove,
    ServerReason,
    Silence,
    Spectators,
    Unseat,
    key,
    refuse,
)

ELSEWHERE = "That player has a seat at another table, too: only the operator can release the name."
RELEASED_AFTER = 120.0
"""Seconds that a player must have been absent before the table's owner can release the seat."""
Ordering: TypeAlias = Unseat | Remove | Silence | ReleaseSeat | AskSpectators


class OwnerRequests:
    """Answers requests from table owners and records their actions."""

    def __init__(
        self,
        people: People,
        lobby: Lobby,
        limits: Limits,
        moderation: Moderation,
        services: Services,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._roster = services.roster
        self._bots = services.bots.kinds
        self._limits = limits
        self._moderation = moderation

    async def answer(
        self, client: Listener, keeper: Keeper, request: Ordering
    ) -> Done | Spectators | Refusal:
        owner = client.name
        if isinstance(request, AskSpectators):
            return self._spectators(owner, keeper, request)
        if isinstance(request, Unseat):
            held = keeper.table.holders[request.seat : request.seat + 1]
            holder = held[0] if held and request.seat >= 0 else None
            if holder is None or holder.bot:
                seat = request.seat
                refusal = await keeper.decide(lambda t: interventions.unseat(t, owner, seat))
                await self._lobby.seat_bots(keeper)
                return refusal or Done(request.id)
            if key(holder.name) == key(owner):
                return refuse(ServerReason.NO_SUCH_SEAT)
            request = Remove(table=request.table, name=holder.name, id=request.id)
        if not self._limits.allow_person("moderate", client):
            return refuse(ServerReason.TOO_OFTEN)
        if isinstance(request, ReleaseSeat):
            return await self._release(owner, keeper, request)
        return await self._order(owner, keeper, request)

    async def _release(self, owner: str, keeper: Keeper, request: ReleaseSeat) -> Done | Refusal:
        """Release a name whose only seat is at the owner's table.

        If the name has a secret or tokens, let a bot play instead.
        """
        table = keeper.table
        name = request.name
        if key(table.owner) != key(owner):
            return refuse(ServerReason.NOT_THE_OWNER)
        seat = table.seat_of(name)
        if seat is None:
            return refuse(ServerReason.NO_SUCH_PERSON)
        if self._lobby.seats_of(name) != [table.number]:
            return refuse(ServerReason.NAME_KEPT, ELSEWHERE)
        if seat in keeper.away and keeper.away_for(seat) < RELEASED_AFTER:
            return refuse(ServerReason.TOO_SOON)
        person = await self._people.find(name)
        if person and (person.kept or person.sessions or person.former):
            if await self._people.is_held(person):
                return refuse(ServerReason.NAME_IN_USE)
            kinds = self._bots(table.opened.game)
            refusal = await keeper.decide(lambda t: interventions.let_bot_play(t, seat, kinds))
            await self._lobby.seat_bots(keeper)
        else:
            refusal = await self._people.release(name)
        if refusal:
            return refusal
        await self._moderation.record(owner, request)
        return Done(request.id)

    async def _order(self, owner: str, keeper: Keeper, request: Remove | Silence) -> Done | Refusal:
        name = request.name
        if isinstance(request, Remove):
            removed = request.removed
            refusal = await keeper.decide(
                lambda t: interventions.remove(t, owner, name, removed=removed)
            )
        else:
            muted = request.muted
            refusal = await keeper.decide(lambda t: interventions.mute(t, owner, name, muted=muted))
        if refusal:
            return refusal
        await self._moderation.record(owner, request)
        return Done(request.id)

    def _spectators(
        self, owner: str, keeper: Keeper, request: AskSpectators
    ) -> Spectators | Refusal:
        table = keeper.table
        if key(table.owner) != key(owner):
            return refuse(ServerReason.NOT_THE_OWNER)
        names = watching(keeper, self._roster)
        removed = sorted(table.removed)
        muted = sorted(table.muted)
        return Spectators(table.number, names, tuple(removed), tuple(muted), request.id)


def watching(keeper: Keeper, roster: Roster) -> tuple[str, ...]:
    """Return the names of spectators at a table, on all nodes."""
    here = {one.name for one in keeper.listeners if not one.bot}
    names = here.union(one.name for one in roster.elsewhere(keeper.table.number).values())
    return tuple(sorted(name for name in names if keeper.table.seat_of(name) is None))
