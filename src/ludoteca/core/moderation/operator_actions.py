"""What operators and owners of tables do, carried out at every node whose players it is about."""

from collections.abc import Callable
from typing import Protocol

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation, because
from ludoteca.core.people.people import People
from ludoteca.core.services import Services
from ludoteca.messages import Listener, ServerReason, key
from ludoteca.messages.cluster import OperatorActionRecorded
from ludoteca.messages.operator import Announce, AnyOperatorAction, Ban, Kick

LATE = 60.0
"""A node that learns of it so many seconds later disconnects nobody, and announces nothing."""


class Disconnect(Protocol):
    """Says farewell to a client."""

    def __call__(self, client: Listener, reason: ServerReason, detail: str) -> None:
        """Say farewell to a client for a reason."""
        ...


class OperatorActions:
    """Tells the players of this node what a deed means for them."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of the hall it works with
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        moderation: Moderation,
        disconnect: Disconnect,
        announce: Callable[[str], None],
    ) -> None:
        self._now, self._lobby, self._people = services.now, lobby, people
        self._moderation, self._disconnect, self._announce = moderation, disconnect, announce

    def carry_out(self, did: AnyOperatorAction) -> None:
        """Do what a deed means for players who are connected here."""
        match did:
            case Kick(name=name, why=why):
                for client in self._people.clients():
                    if key(client.name) == key(name):
                        self._disconnect(client, ServerReason.KICKED, _kicked(why))
            case Ban():
                for client in self._people.clients():
                    if ban := self._moderation.ban_on(client.name, client.address):
                        self._disconnect(client, ServerReason.BANNED, because(ban))
            case Announce(text=text):
                self._announce(text)
            case _:
                pass  # done already, before it was recorded

    async def hear(self, message: OperatorActionRecorded) -> None:
        """Carry out what was done at another node."""
        if keeper := self._lobby.loaded(getattr(message.recorded.did, "table", 0)):
            for name in message.unseated:
                keeper.show_out(name, ServerReason.KICKED)
        await self.look_up(message.number)

    async def look_up(self, version: int) -> None:
        """Carry out what operators did at other nodes, if that many deeds are not known yet."""
        if version <= self._moderation.heard:
            return
        for recorded in await self._moderation.learn():
            if isinstance(recorded.did, Ban) or recorded.at / 1000 >= self._now() - LATE:
                self.carry_out(recorded.did)


def _kicked(why: str) -> str:
    return f"The operator has disconnected you: {why}" if why else ""
