"""Chat: at a table, to one player, or to all."""

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from weakref import WeakKeyDictionary

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.moderation.quotas import Quotas
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.chat_log import ChatLog
from ludoteca.core.tables.display_names import shown_said
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.table import has_name
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import (
    Done,
    Listener,
    Recall,
    Said,
    Say,
    ServerReason,
    refuse,
    without_controls,
)
from ludoteca.messages.cluster import MessageSaid, TableMessageSaid

LONGEST_TEXT = 500


REPORTED = 20
"""How many of the last messages go with a report, and how many private ones are remembered."""


class Chat:
    """Passes messages on, and keeps them for those who come back."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of the hall it works with
        self,
        people: People,
        lobby: Lobby,
        limits: Limits,
        quotas: Quotas,
        moderation: Moderation,
        services: Services,
    ) -> None:
        self._people, self._lobby, self._limits = people, lobby, limits
        self._quotas, self._moderation = quotas, moderation
        self._now, self._shown = services.now, services.shown
        self._bus, self._roster = services.bus, services.roster
        self.log = ChatLog(services, "house")
        self._private: WeakKeyDictionary[Listener, deque[Said]] = WeakKeyDictionary()
        """The last private messages to each client outside a table, which are kept nowhere else."""

    async def say(self, client: Listener, request: Say) -> Done | Refusal:
        """Record a message, and pass it on to those it is for."""
        name, text = client.name, without_controls(request.text)
        if not text.strip():
            return refuse(ServerReason.NOTHING_SAID)
        if len(text) > LONGEST_TEXT:
            return refuse(ServerReason.TOO_LONG)
        keeper = None if request.table is None else await self._lobby.find(request.table)
        if isinstance(keeper, Refusal) or (keeper and not keeper.has_listener(client)):
            return refuse(ServerReason.NO_SUCH_TABLE)
        if refusal := await self._why_not(client, keeper, request.to):
            return refusal
        if request.to and self._roster.node_of(request.to) is None:
            known = self._lobby.seats_of(request.to) or await self._people.is_known(request.to)
            return refuse(ServerReason.PERSON_AWAY if known else ServerReason.NO_SUCH_PERSON)
        if not self._limits.allow_person("talk", client):
            return refuse(ServerReason.TOO_OFTEN)
        at = int(self._now() * 1000)
        said = Said(name, text, at, request.table, request.to)
        if said.to and not keeper:  # what is said to one person outside a table is not kept
            self._whisper(said)
            self._bus.publish(MessageSaid(said))
        elif refusal := self._quotas.say(client.address, request.table, text):
            return refusal
        else:
            await self._record(said, keeper)
        return Done(request.id)

    async def _record(self, said: Said, keeper: Keeper | None) -> None:
        """Write a message down, and pass it on here and at other nodes."""
        chat = keeper.chat if keeper else self.log
        async with chat.lock:
            said = await chat.add(said)
            with suppress(JournalError):  # it is written, and is passed on as soon as can be read
                self._pass_on_all(await chat.learn(said), keeper)
        self._bus.publish(
            TableMessageSaid(keeper.table.number, said) if keeper else MessageSaid(said)
        )

    def _pass_on_all(self, said: Iterable[Said], keeper: Keeper | None) -> None:
        """Pass on what is new in a chat; at a table it may be an answer."""
        for one in said:
            self._pass_on(one, self._listeners(keeper))
            if keeper:
                keeper.hear_said(one)

    def _listeners(self, keeper: Keeper | None) -> Iterable[Listener]:
        return keeper.listeners if keeper else self._people.clients()

    async def hear(self, said: Said | None, keeper: Keeper | None) -> None:
        """Pass on what was said at another node, or has been written to the chat since."""
        if said and not said.number:
            self._whisper(said)
            return
        chat = keeper.chat if keeper else self.log
        async with chat.lock:
            self._pass_on_all(await chat.learn(said), keeper)

    async def _why_not(self, client: Listener, keeper: Keeper | None, to: str) -> Refusal | None:
        """Why a player may not say this: muted by the operator or the owner, or blocked."""
        if refusal := self._moderation.why_not_speak(client.name):
            return refusal
        if keeper and has_name(keeper.table.muted, client.name):
            return refuse(ServerReason.MUTED, "The owner of the table has muted you there.")
        if to and await self._people.has_blocked(to, client.name):
            return refuse(ServerReason.BLOCKED)
        return None

    async def look_up(self, version: int, keeper: Keeper | None) -> None:
        """Pass on what has been said at other nodes, of so many messages in all."""
        chat = keeper.chat if keeper else self.log
        chat.begin(version)
        if chat.heard is not None and chat.heard < version:
            await self.hear(None, keeper)

    def _whisper(self, said: Said) -> None:
        """Pass on what is said to one player outside a table, and remember it for a report."""
        for client in self._people.clients():
            if said.is_for(client.name):
                self._private.setdefault(client, deque(maxlen=REPORTED)).append(said)
        self._pass_on(said, self._people.clients())

    async def heard_by(self, client: Listener, table: int | None) -> tuple[Said, ...]:
        """The last messages that a client has heard: at a table where it listens, or elsewhere."""
        keeper = None if table is None else await self._lobby.find(table)
        if isinstance(keeper, Keeper) and keeper.has_listener(client):
            said = [one for one in await keeper.chat.since(0) if one.is_for(client.name)]
            return tuple(said[-REPORTED:])
        said = [*await self.log.since(0), *self._private.get(client, ())]
        return tuple(sorted(said, key=lambda one: one.at)[-REPORTED:])

    async def recall(self, client: Listener, request: Recall) -> Done:
        """Repeat the messages to all that a client has missed."""
        async with self.log.lock:
            for said in await self.log.learn():
                self._pass_on(said, (one for one in self._people.clients() if one is not client))
            for said in await self.log.since(request.heard):
                self._pass_on(said, [client])
        return Done(request.id)

    async def recall_at(self, keeper: Keeper, heard: int, client: Listener) -> None:
        """Repeat the messages at a table that a client has missed.

        A message to one player is not for another who has taken the name since, unless the seat
        came with it.
        """
        for said in await keeper.chat.learn():
            self._pass_on(said, (one for one in keeper.listeners if one is not client))
        seated = keeper.table.number in self._lobby.seats_of(client.name)
        for said in await keeper.chat.since(heard):
            if not said.to or seated or self._people.had_name(client.name, said.at):
                self._pass_on(said, [client])

    def _pass_on(self, said: Said, listeners: Iterable[Listener]) -> None:
        """Tell a message to those it is for who have not muted its author."""
        for listener in listeners:
            if said.is_for(listener.name) and not self._people.is_muted(listener.name, said.by):
                listener.tell(shown_said(said, self._shown))
