"""Effects of operators' and owners' actions on the players of every node."""

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
"""Seconds after which a node that learns of a kick or an announcement ignores it."""


class Disconnect(Protocol):
    """Disconnects a client with a farewell."""

    def __call__(self, client: Listener, reason: ServerReason, detail: str) -> None:
        """Disconnect a client for a reason."""
        ...


class OperatorActions:
    """Applies actions to the players connected to this node."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        moderation: Moderation,
        disconnect: Disconnect,
        announce: Callable[[str], None],
    ) -> None:
        self._now = services.now
        self._lobby = lobby
        self._people = people
        self._moderation = moderation
        self._disconnect = disconnect
        self._announce = announce

    def carry_out(self, did: AnyOperatorAction) -> None:
        """Apply an action to players connected here."""
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
                pass  # carried out before it was recorded

    async def hear(self, message: OperatorActionRecorded) -> None:
        """Apply an action of another node."""
        if keeper := self._lobby.loaded(getattr(message.recorded.did, "table", 0)):
            for name in message.unseated:
                keeper.show_out(name, ServerReason.KICKED)
        await self.look_up(message.number)

    async def look_up(self, version: int) -> None:
        """Apply actions of other nodes up to this version of the stream."""
        if version <= self._moderation.heard:
            return
        for recorded in await self._moderation.learn():
            if isinstance(recorded.did, Ban) or recorded.at / 1000 >= self._now() - LATE:
                self.carry_out(recorded.did)


def _kicked(why: str) -> str:
    return f"The operator has disconnected you: {why}" if why else ""
