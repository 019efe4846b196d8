"""Premoves: moves queued before a player's turn at a table with a slow clock.

Each seat's premove is recorded in a stream of its own (`premove/TABLE/SEAT`), which is never sent:
neither the table's records nor a replay contain a move before it is played. The last entry counts.
"""

import secrets
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Raw, Struct

from ludoteca.core.services import Services
from ludoteca.core.tables.audience import Audience
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import Refusal, Seat
from ludoteca.journal import Conflict
from ludoteca.messages import Done, Listener, MoveKept, ServerReason, key, refuse
from ludoteca.messages.cluster import PremoveWritten

PREMOVES = "premove/"
_RETRIED = (ServerReason.NOT_WRITTEN, ServerReason.OUTCOME_UNKNOWN)
"""Refusals after which a premove is tried again."""


class Premove(Struct, frozen=True, omit_defaults=True):
    """A move queued by a player, or the reason why the server dropped it."""

    by: str = ""
    """Key of the player's name, so that the move is not played for the next player in the seat."""
    move: str = ""
    """The move, as JSON of the game; empty if there is none."""
    takes: str = ""
    """The tiles or marbles that the move would take, as JSON (`takes` of the rules)."""
    request: str = ""
    code: str = ""
    detail: str = ""


_decoder = msgspec.json.Decoder(Premove)


class Premoves:
    """The premoves at one table."""

    def __init__(
        self,
        audience: Audience,
        services: Services,
        play: Callable[[Seat, object, str], Awaitable[Done | Refusal | None]],
    ) -> None:
        self._audience = audience
        self._journal = services.journal
        self._bus = services.bus
        self._play = play
        self._begun: set[Seat] = set()
        """Seats whose turn has begun and whose premove has not been looked up since."""

    @staticmethod
    def may_queue(table: Table, seat: Seat) -> bool:
        """Return whether a slow game is running and it is not the turn of this seat."""
        return table.slow and table.in_play and seat not in table.rules.seats_to_move(table.state)

    # Recording

    async def keep(self, table: Table, seat: Seat, move: object, request: str) -> int:
        """Record a premove, replacing any earlier one of the seat; return its size in bytes."""
        holder = table.holders[seat]
        premove = Premove(
            key(holder.name) if holder else "",
            msgspec.json.encode(move).decode(),
            _taken(table, seat, move),
            request or secrets.token_hex(8),
        )
        size = await self._write(table.number, seat, premove)
        self._tell_here(table.number, seat, MoveKept(table.number, seat, move, request))
        return size

    async def drop(self, table: Table, seat: Seat) -> bool:
        """Drop the premove of a seat; return whether there was one."""
        premove, _ = await self._read(table, seat) if table.slow else (Premove(), 0)
        if not premove.move:
            return False
        await self._write(table.number, seat, Premove())
        self._tell_here(table.number, seat, MoveKept(table.number, seat, None))
        return True

    def _tell_here(self, number: int, seat: Seat, kept: MoveKept) -> None:
        """Tell the player's connections to this node, and let the other nodes tell theirs."""
        self._audience.tell_seat(seat, kept)
        self._bus.publish(PremoveWritten(number, seat))

    async def _write(self, number: int, seat: Seat, premove: Premove) -> int:
        stream = _stream_of(number, seat)
        entry = msgspec.json.encode(premove)
        while True:
            known = (await self._journal.versions([stream])).get(stream, 0)
            try:
                await self._journal.append(stream, known, [entry], entry)
            except Conflict:  # another window of the player, on another node
                continue
            return len(entry)

    async def _read(self, table: Table, seat: Seat) -> tuple[Premove, int]:
        """Return the premove of a seat's current player, and the version of its stream."""
        stream = await self._journal.find(_stream_of(table.number, seat))
        if stream is None:
            return Premove(), 0
        try:
            premove = _decoder.decode(stream.note)
        except UNREADABLE:
            return Premove(), stream.version
        holder = table.holders[seat]
        mine = holder is not None and premove.by == key(holder.name)
        return premove if mine else Premove(), stream.version

    async def show(self, listener: Listener, table: Table, seat: Seat) -> None:
        """Send a player's new listener the premove, or why it was not played this turn."""
        kept = await self._kept(table, seat) if table.slow and table.in_play else None
        if kept and (kept.move is not None or kept.code):
            listener.tell(kept)

    async def tell(self, table: Table, seat: Seat) -> None:
        """Tell the player's connections to this node what another node has recorded."""
        self._audience.tell_seat(seat, await self._kept(table, seat))

    async def _kept(self, table: Table, seat: Seat) -> MoveKept:
        premove, _ = await self._read(table, seat)
        if seat in table.rules.seats_to_move(table.state):
            return MoveKept(table.number, seat, None, code=premove.code, detail=premove.detail)
        move = premove.move and read_value(Raw(premove.move.encode()), table.rules.MOVES)
        return MoveKept(table.number, seat, move or None)

    # Playing

    def follow(self, table: Table) -> None:
        """Note whose turn has begun."""
        if table.slow and table.in_play:
            rules = table.rules
            to_move = rules.seats_to_move(table.state)
            self._begun = {seat for seat in to_move if rules.turn_begins(table.state, seat)}
        else:
            self._begun = set()

    def are_due(self, table: Table) -> bool:
        """Return whether a turn has begun for which there may be a premove."""
        return bool(self._begun) and not table.paused

    async def play_due(self, table: Table) -> None:
        """Play the premoves of the seats whose turn has begun; drop those that are impossible."""
        for seat in sorted(self._begun):
            premove, version = await self._read(table, seat)
            refusal = await self._played(table, seat, premove) if premove.move else None
            if refusal and refusal.code in _RETRIED:
                return
            self._begun.discard(seat)
            if premove.move:
                await self._settle(table, seat, premove, version, refusal)

    async def _played(self, table: Table, seat: Seat, premove: Premove) -> Refusal | None:
        try:
            move = read_value(Raw(premove.move.encode()), table.rules.MOVES)
        except UNREADABLE as error:
            return refuse(ServerReason.UNREADABLE_MOVE, str(error))
        if _taken(table, seat, move) != premove.takes and not table.has_played(
            seat, premove.request
        ):
            return refuse(ServerReason.PREMOVE_CHANGED)
        answer = await self._play(seat, move, premove.request)
        return answer if isinstance(answer, Refusal) else None

    async def _settle(
        self, table: Table, seat: Seat, premove: Premove, version: int, refusal: Refusal | None
    ) -> None:
        """Record that a premove was played or dropped, unless the player has replaced it."""
        after = Premove()
        if refusal:
            after = Premove(premove.by, code=refusal.code, detail=refusal.detail)
        entry = msgspec.json.encode(after)
        try:
            await self._journal.append(_stream_of(table.number, seat), version, [entry], entry)
        except Conflict:
            return
        dropped = MoveKept(table.number, seat, None, code=after.code, detail=after.detail)
        self._tell_here(table.number, seat, dropped)


def _stream_of(number: int, seat: Seat) -> str:
    return f"{PREMOVES}{number:09}/{seat}"


def _taken(table: Table, seat: Seat, move: object) -> str:
    """Return what a move would take now, as JSON; empty if the rules define no `takes`."""
    takes = getattr(table.rules, "takes", None)
    return msgspec.json.encode(takes(table.state, seat, move)).decode() if takes else ""
