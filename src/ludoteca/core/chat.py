"""Chat at tables, to one player, or to everybody."""

from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.moderation.quotas import Quotas
from ludoteca.core.notifications.requests import Notifications
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.attendance import WEB
from ludoteca.core.tables.chat_log import ChatLog
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import shown_said
from ludoteca.core.tables.table import Table, has_name
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import (
    Done,
    Invite,
    Invited,
    Listener,
    Recall,
    Report,
    Said,
    Say,
    ServerReason,
    is_name,
    key,
    refuse,
    without_controls,
)
from ludoteca.messages.cluster import MessageSaid, PlayerInvited, TableMessageSaid
from ludoteca.messages.operator import Reported
from ludoteca.ops import log

LONGEST_TEXT = 500


REPORTED = 20
"""Number of messages attached to a report, and of private messages kept for reports."""


class Chat:
    """Delivers messages, and resends missed messages to clients that reconnect."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        people: People,
        lobby: Lobby,
        limits: Limits,
        quotas: Quotas,
        moderation: Moderation,
        notifications: Notifications,
        services: Services,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._limits = limits
        self._quotas = quotas
        self._moderation = moderation
        self._notifications = notifications
        self._now = services.now
        self._shown = services.shown
        self._bus = services.bus
        self._roster = services.roster
        self.log = ChatLog(services, "house")
        self._private: WeakKeyDictionary[Listener, deque[Said]] = WeakKeyDictionary()
        """Latest private messages to each client outside tables. They are not recorded."""

    async def say(self, client: Listener, request: Say) -> Done | Refusal:
        """Record a message and send it to its recipients."""
        name = client.name
        text = without_controls(request.text)
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
        if said.to and not keeper:  # private messages outside tables are not recorded
            self._whisper(said)
            self._bus.publish(MessageSaid(said))
        elif refusal := self._quotas.say(client.address, request.table, text):
            return refusal
        else:
            await self._record(said, keeper)
        return Done(request.id)

    async def invite(self, client: Listener, keeper: Keeper, request: Invite) -> Done | Refusal:
        """Invite a player to a free seat, unless the inviter is muted or blocked.

        The player must be connected, or have chosen to be notified of invitations.
        """
        table = keeper.table
        to = request.name
        if table.seat_of(client.name) is None:
            return refuse(ServerReason.NOT_SEATED)
        if table.started:
            return refuse(ServerReason.STARTED_ALREADY)
        if table.seat_of(to) is not None:
            return refuse(ServerReason.SEATED_ALREADY)
        if not table.has_room_for(to):
            return refuse(ServerReason.TABLE_FULL)
        if refusal := await self._why_not(client, keeper, to):
            return refusal
        if not self._limits.allow_person("invite", client):
            return refuse(ServerReason.TOO_OFTEN)
        if not await self._invite(client, table, to):
            return refuse(ServerReason.PERSON_AWAY)
        return Done(request.id)

    async def invite_again(self, client: Listener, rematch: Table) -> None:
        """Invite the players for whom a rematch reserves seats, wherever they are by now."""
        for to in rematch.kept_for:
            if await self._why_not(client, None, to) is None:
                await self._invite(client, rematch, to)

    async def _invite(self, client: Listener, table: Table, to: str) -> bool:
        """Invite a connected player, or notify an absent one; return whether that is possible."""
        if self._roster.node_of(to) is None:
            person = await self._people.known.look_up(to)
            is_muted = key(client.name) in person.muted
            return not is_muted and await self._notifications.invite(client.name, to, table)
        opened = table.opened
        invited = Invited(client.name, to, table.number, opened.game, opened.code)
        self.hear_invited(invited)
        self._bus.publish(PlayerInvited(invited))
        return True

    def hear_invited(self, invited: Invited) -> None:
        """Pass an invitation to a player on this node, unless they have muted the inviter."""
        if self._people.is_muted(invited.to, invited.by):
            return
        for client in self._people.clients():
            if client.protocol == WEB and key(client.name) == key(invited.to):
                client.tell(replace(invited, by=self._shown(invited.by)))

    async def _record(self, said: Said, keeper: Keeper | None) -> None:
        """Record a message and distribute it on all nodes."""
        chat = keeper.chat if keeper else self.log
        async with chat.lock:
            said = await chat.add(said)
            with suppress(JournalError):  # the message is recorded, so the next read distributes it
                self._pass_on_all(await chat.learn(said), keeper)
        self._bus.publish(
            TableMessageSaid(keeper.table.number, said) if keeper else MessageSaid(said)
        )

    def _pass_on_all(self, said: Iterable[Said], keeper: Keeper | None) -> None:
        """Distribute new messages; a message at a table may reject a pause."""
        for one in said:
            self._pass_on(one, self._listeners(keeper))
            if keeper:
                keeper.votes.hear_said(keeper.table, one)

    def _listeners(self, keeper: Keeper | None) -> Iterable[Listener]:
        return keeper.listeners if keeper else self._people.clients()

    async def hear(self, said: Said | None, keeper: Keeper | None) -> None:
        """Distribute a message from another node, or all new messages in the chat's log."""
        if said and not said.number:
            self._whisper(said)
            return
        chat = keeper.chat if keeper else self.log
        async with chat.lock:
            self._pass_on_all(await chat.learn(said), keeper)

    async def _why_not(self, client: Listener, keeper: Keeper | None, to: str) -> Refusal | None:
        """Return why a player may not write, if an operator, owner or recipient prevents it."""
        if refusal := self._moderation.why_not_speak(client.name):
            return refusal
        if keeper and has_name(keeper.table.muted, client.name):
            return refuse(ServerReason.MUTED, "The owner of the table has muted you there.")
        if to and await self._people.has_blocked(to, client.name):
            return refuse(ServerReason.BLOCKED)
        return None

    async def look_up(self, version: int, keeper: Keeper | None) -> None:
        """Distribute messages from other nodes up to this version of the log."""
        chat = keeper.chat if keeper else self.log
        chat.begin(version)
        if chat.heard is not None and chat.heard < version:
            await self.hear(None, keeper)

    def _whisper(self, said: Said) -> None:
        """Distribute a private message outside tables, and remember it for reports."""
        for client in self._people.clients():
            if said.is_for(client.name):
                self._private.setdefault(client, deque(maxlen=REPORTED)).append(said)
        self._pass_on(said, self._people.clients())

    async def report(self, client: Listener, request: Report) -> Done | Refusal:
        """Record a report, with the latest messages that its author received."""
        text = without_controls(request.text).strip()
        if not text:
            return refuse(ServerReason.NOTHING_SAID)
        if len(text) > LONGEST_TEXT:
            return refuse(ServerReason.TOO_LONG)
        if not is_name(request.name) or key(request.name) == key(client.name):
            return refuse(ServerReason.NO_SUCH_PERSON)
        if not self._limits.allow_person("report", client):
            return refuse(ServerReason.TOO_OFTEN)
        by = client.name
        at = int(self._now() * 1000)
        talk = await self._heard_by(client, request.table)
        await self._moderation.report(Reported(at, by, request.name, text, request.table, talk))
        log.warning("player_reported", name=request.name, by=by)
        return Done(request.id)

    async def _heard_by(self, client: Listener, table: int | None) -> tuple[Said, ...]:
        """Return the latest messages that a client received at a table, or outside tables."""
        keeper = None if table is None else await self._lobby.find(table)
        if isinstance(keeper, Keeper) and keeper.has_listener(client):
            said = [one for one in await keeper.chat.since(0) if one.is_for(client.name)]
            return tuple(said[-REPORTED:])
        said = [*await self.log.since(0), *self._private.get(client, ())]
        return tuple(sorted(said, key=lambda one: one.at)[-REPORTED:])

    async def recall(self, client: Listener, request: Recall) -> Done:
        """Resend the public messages that a client has missed."""
        async with self.log.lock:
            for said in await self.log.learn():
                self._pass_on(said, (one for one in self._people.clients() if one is not client))
            for said in await self.log.since(request.heard):
                self._pass_on(said, [client])
        return Done(request.id)

    async def recall_at(self, keeper: Keeper, heard: int, client: Listener) -> None:
        """Resend the messages at a table that a client has missed.

        Private messages to a previous owner of the name are skipped unless the client inherited the
        seat.
        """
        for said in await keeper.chat.learn():
            self._pass_on(said, (one for one in keeper.listeners if one is not client))
        seated = keeper.table.number in self._lobby.seats_of(client.name)
        for said in await keeper.chat.since(heard):
            if not said.to or seated or self._people.had_name(client.name, said.at):
                self._pass_on(said, [client])

    def _pass_on(self, said: Said, listeners: Iterable[Listener]) -> None:
        """Send a message to its recipients, except those who muted its author."""
        for listener in listeners:
            if said.is_for(listener.name) and not self._people.is_muted(listener.name, said.by):
                listener.tell(shown_said(said, self._shown))
