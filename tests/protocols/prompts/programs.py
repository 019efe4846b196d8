"""Clients that know only the wire format, and a server for them."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any

from ludoteca.core import Dispatcher
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Seat, shelfie
from ludoteca.protocols.prompts import prompts
from tests.conftest import TIMEOUT
from tests.protocols.ports import open_door
from tests.protocols.prompts.talk import answers_to

ROWS = "abcdefghi"


def moves_on(board: list[list[str]], shelf: list[list[str]], rows: str = ROWS) -> Iterator[str]:
    """Yield moves as far as the wire shows them: one or two tiles with a free side."""

    def tile(row: int, column: int) -> bool:
        return 0 <= row < 9 and 0 <= column < 9 and board[row][column] != "BLANK"

    def free(row: int, column: int) -> bool:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return tile(row, column) and not all(tile(*cell) for cell in around)

    room = {c: sum(shelf[r][c] == "BLANK" for r in range(6)) for c in range(5)}
    cells = [(r, c) for r in range(9) for c in range(9) if free(r, c)]
    for line in [((r, c), (r, c + 1)) for r, c in cells if free(r, c + 1)] + [(x,) for x in cells]:
        for column, free_cells in room.items():
            if free_cells >= len(line):
                yield ",".join([*(f"{rows[r]},{c}" for r, c in line), str(column)])


class Program:
    """A deployed client: it reads a line, answers with a line, and keeps no other state."""

    def __init__(self, name: str, players: int, seed: int = 0) -> None:
        self.name, self.players, self.dice = name, players, random.Random(seed)  # noqa: S311
        self.heard: list[dict[str, Any]] = []
        self.raw = b""

    async def connect(self, port: int) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(TIMEOUT):
            line = await self.line()
        self.raw += line
        word: dict[str, Any] = json.loads(line.decode("ascii"))
        self.heard.append(word)
        return word

    async def line(self) -> bytes:
        return await self.reader.readline()

    def say(self, text: str) -> None:
        self.writer.write(f"{text}\r\n".encode())

    def close(self) -> None:
        self.writer.transport.abort()

    def answer(self, word: dict[str, Any]) -> None:
        kind = answers_to(word)
        said: dict[str, dict[str, Any]] = {
            "ReconnectionAnswer": {"s": ""},
            "UsernameAnswer": {"s": self.name},
            "NumberOfPlayers": {"num": self.players},
            "OldGameIdAnswer": {"id": 0},
            "Move": {"s": self.choose() if kind == "Move" else ""},
            "ACK": {},
        }
        self.say(json.dumps({**said[kind], "type": kind}))

    def choose(self) -> str:
        seen = self.of("GraphicalGameInfo")[-1]
        return self.dice.choice([*moves_on(seen["board"], seen["shelves"][seen["yourId"]])])

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [word for word in self.heard if word["type"] == kind]

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self.answer(await self.hear())

    async def play(self) -> None:
        """Play to the end; do not answer the first message after Win."""
        while (await self.hear())["type"] != "Win":
            self.answer(self.heard[-1])
        self.answer(self.heard[-1])
        await self.hear()


def open_dispatcher(
    pause: float = 60, answer: float = 60, after_win: float = 0
) -> AbstractAsyncContextManager[tuple[Dispatcher, int]]:
    return open_door("prompts", prompts(answer, after_win=after_win), pause)


def score(keeper: Keeper) -> str:
    """Return the final scores in words, according to the rules."""
    table = keeper.table
    view = table.view(Seat(0))
    assert view is not None
    names = [player.name for player in table.players if player]
    totals = [
        sum(point.amount for point in shelfie.points(view, Seat(s))) for s in range(len(names))
    ]
    (winner,) = view.outcome.winners
    scores = "".join(f"{name}: {total}     " for name, total in zip(names, totals, strict=True))
    best = f"The winner is {names[winner]} who has scored {totals[winner]} points"
    return f"{best}\nThe final scores are:\n{scores}"


async def leave(*programs: Program) -> None:
    for program in programs:
        program.close()
