"""The puzzles that players with an account have solved.

Each player has a stream of entries. Its note lists the solved puzzles by game.
"""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ludoteca import messages
from ludoteca.core.services import Services
from ludoteca.games import Refusal
from ludoteca.journal import DROPPED, Conflict, Stream
from ludoteca.messages import PuzzlesSolved, ServerReason, key, refuse

STREAMS = "solved/"

Solved: TypeAlias = dict[str, tuple[int, ...]]
"""Numbers of puzzles, by game."""


class PuzzleSolved(Struct, frozen=True, tag_field="entry", tag="puzzle_solved"):
    """A player solved a puzzle."""

    game: str
    number: int


class SolvedErased(Struct, frozen=True, tag_field="entry", tag="solved_erased"):
    """The player's account was deleted."""


Entry: TypeAlias = PuzzleSolved | SolvedErased


class SolvedPuzzles:
    """Reads and writes the puzzles that players have solved."""

    def __init__(self, services: Services) -> None:
        self._journal = services.journal
        self._teaching = services.teaching

    async def answer(
        self, name: str, request: messages.AskSolved | messages.MarkSolved
    ) -> PuzzlesSolved | Refusal:
        if isinstance(request, messages.AskSolved):
            return PuzzlesSolved(await self.of(name), request.id)
        solved = await self._mark(name, request.game, request.number)
        return solved if isinstance(solved, Refusal) else PuzzlesSolved(solved, request.id)

    async def of(self, name: str) -> Solved:
        solved, _ = await self._find(name)
        return solved

    async def _mark(self, name: str, game: str, number: int) -> Solved | Refusal:
        count = len(self._teaching.puzzles(game)) if self._teaching else 0
        if not 0 < number <= count:
            return refuse(ServerReason.NO_SUCH_PATH)
        return await self._write(name, PuzzleSolved(game, number))

    async def erase(self, name: str) -> None:
        if await self.of(name):
            await self._write(name, SolvedErased())

    async def _write(self, name: str, entry: Entry) -> Solved:
        while True:
            before, version = await self._find(name)
            after = _folded(before, [entry])
            if after == before:
                return before
            note = msgspec.json.encode(after)
            written = [msgspec.json.encode(entry)]
            try:
                await self._journal.append(STREAMS + key(name), version, written, note)
            except Conflict:  # another request or node was faster
                continue
            return after

    async def _find(self, name: str) -> tuple[Solved, int]:
        stream = await self._journal.find(STREAMS + key(name))
        return ({}, 0) if stream is None else (await self._read(stream), stream.version)

    async def _read(self, stream: Stream) -> Solved:
        """Return the puzzles in a stream's note or, if it is damaged, from its entries."""
        try:
            return msgspec.json.decode(stream.note, type=Solved)
        except msgspec.DecodeError:
            entries = await self._journal.read(stream.name)
            read = (msgspec.json.decode(e, type=Entry) for e in entries if e is not DROPPED)
            return _folded({}, read)


def _folded(solved: Solved, entries: Iterable[Entry]) -> Solved:
    for entry in entries:
        if isinstance(entry, SolvedErased):
            solved = {}
        else:
            numbers = {*solved.get(entry.game, ()), entry.number}
            solved = {**solved, entry.game: tuple(sorted(numbers))}
    return solved
