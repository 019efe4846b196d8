"""Requests to mute or block another player."""

from ludoteca.core.people.people import People
from ludoteca.core.people.person import Blocked, Entry, Muted
from ludoteca.core.rate_limits import Limits
from ludoteca.games import Refusal
from ludoteca.messages import Block, Done, Listener, Mute, ServerReason, is_name, key, refuse

MOST_MUTED = 200
"""Muted and blocked players per player; all of their names are stored in one note."""


class Mutes:
    """Mutes and blocks players for others. Requests without effect are not rate limited."""

    def __init__(self, people: People, limits: Limits) -> None:
        self._people = people
        self._limits = limits

    async def answer(self, client: Listener, request: Mute | Block) -> Done | Refusal:
        """Mute or unmute another player; a block also keeps them from tables."""
        name, other = client.name, request.name
        if key(other) == key(name) or not (is_name(other) or await self._people.is_known(other)):
            return refuse(ServerReason.NO_SUCH_PERSON)
        wanted: list[Muted | Blocked]
        if isinstance(request, Mute):
            wanted = [Muted(name, other, request.muted)]
        else:
            wanted = [Muted(name, other, request.blocked), Blocked(name, other, request.blocked)]
        person = await self._people.known.look_up(name)
        refused = False

        def decide() -> list[Entry] | None:
            nonlocal refused
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
        return refuse(ServerReason.TOO_OFTEN) if refused else Done(request.id)
