"""Bans, mutes, reports and the audit log, and operator actions on every node."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import structs

from ludoteca.core.journaling import AppendLog
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.people import People
from ludoteca.core.services import Services
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import (
    Farewell,
    Listener,
    ReleaseSeat,
    Remove,
    ServerReason,
    Silence,
    farewell,
    key,
    operator,
    refuse,
)
from ludoteca.messages.cluster import OperatorActionRecorded
from ludoteca.messages.names import LOCAL
from ludoteca.ops import log

STREAM = "moderation"
"""Stream of operators' actions."""
OWNERS = "moderation/owners"
"""Stream of table owners' actions."""
REPORTS = "moderation/reports"
"""Stream of players' reports."""

Network: TypeAlias = IPv4Network | IPv6Network
T = TypeVar("T", operator.Recorded, operator.Reported)


class Draining(NamedTuple):
    """A drain in progress, and the latest clock time at which the server stops."""

    until: float | None


class Moderation:
    """Sanctions in force, and the logs of actions and reports."""

    def __init__(self, services: Services) -> None:
        self._now = services.now
        self._clock = services.clock
        self._bus = services.bus
        self._log, self._owners, self._reports = (
            AppendLog(services, stream, _complain) for stream in (STREAM, OWNERS, REPORTS)
        )
        self._names: dict[str, operator.Sanction] = {}
        self._networks: dict[Network, operator.Sanction] = {}
        self._mutes: dict[str, operator.Sanction] = {}
        self.draining: Draining | None = None
        self._alone = not services.bus.shared
        self.heard = 0
        """Number of entries applied from the operators' stream, to which all nodes write."""
        self._learning = asyncio.Lock()
        self._own: dict[int, operator.Recorded] = {}
        """Entries that this node has written but not read back yet, by number."""

    async def load(self) -> None:
        """Load the bans and mutes in force; drains are not restored."""
        await self.learn()

    async def learn(self) -> list[operator.Recorded]:
        """Apply and return actions that other nodes have recorded since the last call.

        Drains are skipped: they concern only the node where they were recorded.
        """
        learned: list[operator.Recorded] = []
        async with self._learning:
            for entry in await self._log.behind(self.heard):
                self.heard += 1
                own = self._own.pop(self.heard, None)
                recorded = own or (_read(entry, operator.Recorded) if entry else None)
                if recorded is None or isinstance(recorded.did, operator.Drain | operator.EndDrain):
                    continue
                # Own actions are applied again, so that all nodes apply actions in the same order.
                self._apply(recorded)
                if not own:
                    learned.append(recorded)
        return learned

    # Sanctions in force

    def ban_on(self, name: str, address: str) -> operator.Sanction | None:
        """Return the ban on a player's name or address, if any."""
        if self._names and (found := self._in_force(self._names.get(key(name)))):
            return found
        if not self._networks or (here := read_network(address)) is None:
            return None
        bans = (
            self._in_force(ban)
            for network, ban in self._networks.items()
            if network.version == here.version and network.overlaps(here)
        )
        return next(filter(None, bans), None)

    def goodbye(self, address: str) -> Farewell | None:
        """Return the farewell for a client whose address is banned, else None."""
        ban = self.ban_on("", address)
        return _banned(ban) if ban else None

    def why_not_enter(self, name: str, address: str) -> Refusal | None:
        """Return the refusal for a banned player, else None."""
        ban = self.ban_on(name, address)
        return refuse(ServerReason.BANNED, because(ban)) if ban else None

    def why_not_speak(self, name: str) -> Refusal | None:
        """Return the refusal for a player whom an operator has muted, else None."""
        mute = self._in_force(self._mutes.get(key(name))) if self._mutes else None
        return refuse(ServerReason.MUTED, because(mute)) if mute else None

    def sanctions(self) -> list[operator.Sanction]:
        """Return all bans and mutes in force, newest first."""
        every = (*self._names.values(), *self._networks.values(), *self._mutes.values())
        return sorted(filter(self._in_force, every), key=lambda one: one.at, reverse=True)

    def _in_force(self, sanction: operator.Sanction | None) -> operator.Sanction | None:
        if sanction is None or 0 < sanction.did.until <= self._now() * 1000:
            return None
        return sanction

    @property
    def begins_nothing(self) -> bool:
        """Whether new games are refused: this is a single server, and it is draining."""
        return self._alone and self.draining is not None

    # Recording actions

    async def record(
        self, by: str, did: operator.AnyOperatorAction, unseated: Sequence[str] = ()
    ) -> operator.Recorded:
        """Record an action by an operator or owner; apply it if it is a sanction or a drain.

        Other nodes are notified, with the names of players who lost their seats. A drain concerns
        only this node and is applied before it is recorded, since the journal may be failing.
        """
        recorded = operator.Recorded(int(self._now() * 1000), by, did)
        if isinstance(did, operator.Drain | operator.EndDrain):
            self._apply(recorded)
            try:
                await self._write(recorded)
            except JournalError:
                log.error("drain_not_recorded", by=by)
            return recorded
        async with self._learning:  # otherwise `learn` would take it for another node's action
            number = await self._write(recorded)
            if number and self._bus.shared:
                self._own[number] = recorded
        self._apply(recorded)
        self._bus.publish(OperatorActionRecorded(number, recorded, tuple(unseated)))
        return recorded

    async def _write(self, recorded: operator.Recorded) -> int:
        """Write an action; return its number, or 0 for an owner's action."""
        entry = msgspec.json.encode(recorded)
        if isinstance(recorded.did, Remove | Silence | ReleaseSeat):
            await self._owners.add(lambda _: entry)
            return 0
        return await self._log.add(lambda _: entry)

    def _apply(self, recorded: operator.Recorded) -> None:
        did = recorded.did
        match did:
            case operator.Ban(name=name) if name:
                self._names[key(name)] = operator.Sanction(did, recorded.at, recorded.by)
            case operator.Ban(address=address) if network := read_network(address):
                self._networks[network] = operator.Sanction(did, recorded.at, recorded.by)
            case operator.Unban(name=name) if name:
                self._names.pop(key(name), None)
            case operator.Unban(address=address) if network := read_network(address):
                self._networks.pop(network, None)
            case operator.MutePlayer(name=name):
                self._mutes[key(name)] = operator.Sanction(did, recorded.at, recorded.by)
            case operator.UnmutePlayer(name=name):
                self._mutes.pop(key(name), None)
            case operator.Drain(within=within):
                self.draining = Draining(None if within is None else self._clock() + within)
            case operator.EndDrain():
                self.draining = None
            case _:
                pass  # executed before it was recorded

    def is_banned(self, unban: operator.Unban) -> bool:
        """Return whether there is a ban on exactly this name or address."""
        if unban.name:
            return key(unban.name) in self._names
        return read_network(unban.address) in self._networks

    def is_muted(self, name: str) -> bool:
        return key(name) in self._mutes

    # Reports and audit log

    async def report(self, reported: operator.Reported) -> None:
        await self._reports.add(lambda _: msgspec.json.encode(reported))

    async def reports(self, count: int) -> list[operator.Reported]:
        """Return the last reports, newest first."""
        return _newest(await self._reports.last(count), operator.Reported, count)

    async def operator_actions(self, count: int) -> list[operator.Recorded]:
        """Return the last actions by operators and owners, newest first."""
        entries = [*await self._log.last(count), *await self._owners.last(count)]
        return _newest(entries, operator.Recorded, count)


def _complain(reason: str) -> None:
    log.error("moderation_unreadable", reason=reason)


def _newest(entries: Iterable[bytes], kind: type[T], count: int) -> list[T]:
    found = [one for entry in entries if (one := _read(entry, kind))]
    return sorted(found, key=lambda one: one.at)[-count:][::-1]


def _read(entry: bytes, kind: type[T]) -> T | None:
    """Decode an entry; if it is unreadable, log the error and return None."""
    try:
        return msgspec.json.decode(entry, type=kind)
    except msgspec.MsgspecError as error:
        log.error("moderation_unreadable", reason=str(error))
        return None


def read_network(address: str) -> Network | None:
    """Parse an address or a range of addresses; return None if the text is neither."""
    try:
        network = ip_network("127.0.0.1" if address == LOCAL else address, strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv6Network):
        start = network.network_address
        if start.ipv4_mapped and network.prefixlen >= 96:
            return ip_network((start.ipv4_mapped, network.prefixlen - 96), strict=False)
        if network.prefixlen == 128 and start.is_loopback:
            return read_network(LOCAL)
    return network


def because(sanction: operator.Sanction) -> str:
    """Describe a ban or mute in a sentence for the player."""
    banned = isinstance(sanction.did, operator.Ban)
    text = "You are banned from this server" if banned else "You cannot send messages"
    if until := sanction.did.until:
        end = datetime.fromtimestamp(until / 1000, UTC)
        text += f" until {end:%Y-%m-%d %H:%M} UTC"
    return f"{text}: {sanction.did.why}" if sanction.did.why else f"{text}."


LATE = 60.0
"""Age in seconds from which a node ignores kicks and announcements by other nodes."""


class OperatorActions:
    """Applies operators' actions on one node."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        moderation: Moderation,
        disconnect: Callable[[Listener, Farewell], None],
        announce: Callable[[str], None],
    ) -> None:
        self._now = services.now
        self._lobby = lobby
        self._people = people
        self._moderation = moderation
        self._disconnect = disconnect
        self._announce = announce

    def carry_out(self, did: operator.AnyOperatorAction) -> None:
        """Apply an action to the players connected to this node."""
        match did:
            case operator.Kick(name=name, why=why):
                for client in self._people.clients():
                    if key(client.name) == key(name):
                        self._disconnect(client, _kicked(why))
            case operator.Ban():
                for client in self._people.clients():
                    if ban := self._moderation.ban_on(client.name, client.address):
                        self._disconnect(client, _banned(ban))
            case operator.Announce(text=text):
                self._announce(text)
            case _:
                pass  # executed before it was recorded

    async def hear(self, message: OperatorActionRecorded) -> None:
        """Apply an action recorded on another node."""
        if keeper := self._lobby.loaded(getattr(message.recorded.did, "table", 0)):
            for name in message.unseated:
                keeper.show_out(name, ServerReason.KICKED)
        await self.look_up(message.number)

    async def look_up(self, version: int) -> None:
        """Apply actions recorded on other nodes, up to this version of the stream."""
        if version <= self._moderation.heard:
            return
        for recorded in await self._moderation.learn():
            if isinstance(recorded.did, operator.Ban) or recorded.at / 1000 >= self._now() - LATE:
                self.carry_out(recorded.did)


def _kicked(why: str) -> Farewell:
    detail = f"The operator has disconnected you: {why}" if why else None
    return structs.replace(farewell(ServerReason.KICKED, detail=detail), why=why)


def _banned(ban: operator.Sanction) -> Farewell:
    return Farewell(ServerReason.BANNED, because(ban), until=ban.did.until, why=ban.did.why)
