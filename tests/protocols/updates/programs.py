"""Clients that know only the wire format, and a server for them."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from ludoteca.core import Dispatcher
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Seat, shelfie
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.updates import UpdatesWord, client_lines, client_stream, updates
from ludoteca.protocols.updates.calls import updates_over_rmi
from ludoteca.protocols.updates.words import (
    Beep,
    BookshelfInsertion,
    BookshelfUpdate,
    EndGameUpdate,
    GameInitialization,
    GameSelection,
    GamesList,
    Item,
    LivingRoomSelection,
    LivingRoomUpdate,
    Nickname,
    Position,
    SelectedItems,
    StartTurnUpdate,
)
from ludoteca.server.rmi.offers import offer_updates
from tests.conftest import TIMEOUT
from tests.protocols.ports import open_door

W = TypeVar("W")
Cells = dict[Position, Item | None]


def lines_on(room: Cells) -> Iterator[tuple[Position, ...]]:
    """Yield the tiles that can be taken as seen on the wire: one or two with a free side."""

    def tile(row: int, column: int) -> bool:
        return room.get(Position(row, column)) not in (None, Item.LOCKED)

    def free(row: int, column: int) -> bool:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return tile(row, column) and not all(tile(*cell) for cell in around)

    for row in range(9):
        for column in range(9):
            if free(row, column):
                yield (Position(row, column),)
                if free(row, column + 1):
                    yield Position(row, column + 1), Position(row, column)


OPEN: "list[Program]" = []
"""Connected programs."""


class Program:
    """A client that trusts the server's messages and plays when it is its turn."""

    def __init__(self, name: str, seed: int = 0, *, java: bool = False) -> None:
        self.name, self.dice, self.java = name, random.Random(seed), java  # noqa: S311
        self.heard: list[UpdatesWord] = []
        self.raw = b""
        self.room: Cells = {}
        self.shelves: dict[str, Cells] = {}

    async def connect(self, port: int) -> "Program":
        await self.open(port)
        OPEN.append(self)
        self.say(Beep(), Nickname(self.name))
        return self

    async def open(self, port: int) -> None:
        """Connect, and send nothing yet."""
        self.encoding = client_stream() if self.java else client_lines()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        if self.java:
            self.writer.write(HEADER)

    def say(self, *words: UpdatesWord) -> None:
        for word in words:
            self.writer.write(self.encoding.write(word))

    async def hear(self) -> list[UpdatesWord]:
        """Return the messages that have arrived, at least one."""
        words: list[UpdatesWord] = []
        while not words:
            async with asyncio.timeout(TIMEOUT):
                data = await self.reader.read(1 << 16)
            assert data, "the house has closed the connection"
            self.raw += data
            for word in self.encoding.feed(data):
                assert not isinstance(word, UnreadableError), word
                words.append(word)
                self.believe(word)
        self.heard += words
        return words

    def believe(self, word: UpdatesWord) -> None:
        if isinstance(word, LivingRoomUpdate):
            self.room.update(word.living_room)
        if isinstance(word, BookshelfUpdate):
            self.shelves.setdefault(word.owner, {}).update(word.bookshelf)

    def of(self, kind: type[W]) -> list[W]:
        return [word for word in self.heard if isinstance(word, kind)]

    async def until(self, condition: Callable[[], Any]) -> None:
        while not condition():
            for word in await self.hear():
                self.answer(word)

    def answer(self, word: UpdatesWord) -> None:
        """Play, one step after the other."""
        match word:
            case StartTurnUpdate(current_player=self.name):
                self.say(LivingRoomSelection(self.dice.choice([*lines_on(self.room)])))
            case SelectedItems(items=items) if items and self.my_turn:
                size = len(items)
                shelf = self.shelves[self.name]
                roomy = [c for c in range(5) if shelf[Position(6 - size, c)] is None]
                places = tuple(self.dice.sample(range(size), size))
                self.say(BookshelfInsertion(self.dice.choice(roomy or [0]), places))
            case SelectedItems(None):
                one = [line for line in lines_on(self.room) if len(line) == 1]
                self.say(LivingRoomSelection(self.dice.choice(one)))
            case _:
                pass

    @property
    def my_turn(self) -> bool:
        return self.of(StartTurnUpdate)[-1].current_player == self.name

    async def play(self) -> None:
        await self.until(lambda: self.of(EndGameUpdate))

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()


@asynccontextmanager
async def open_dispatcher(
    pause: float = 60, pulse: float = 5, timeout: float = TIMEOUT
) -> AsyncIterator[tuple[Dispatcher, int]]:
    OPEN.clear()  # other servers are visited too, in loops that are closed by now
    offer = partial(offer_updates, dialect=partial(updates_over_rmi, pulse, timeout))
    async with open_door(
        "updates", partial(updates, pulse), pause, offer, quick_acks=True
    ) as opened:
        try:
            yield opened
        finally:
            for program in OPEN:
                await program.close()
            OPEN.clear()


async def seat(programs: Sequence[Program], port: int, players: int = 0) -> None:
    """Let the first program create a game, and the others select it."""
    for place, program in enumerate(programs):
        await program.connect(port)
        await program.until(lambda p=program: p.of(GamesList))  # type: ignore[misc]
        if place == 0:
            program.say(GameInitialization(players or len(programs), 2))
        else:
            (game,) = program.of(GamesList)[0].available or ()
            program.say(GameSelection(game.id))
        await program.until(lambda p=program: "GameData" in {type(w).__name__ for w in p.heard})  # type: ignore[misc]


def result(keeper: Keeper) -> tuple[dict[str, int], str]:
    """Return the points and the winner according to the rules."""
    view = keeper.table.view(None)
    assert view
    players = [player.name for player in keeper.table.players if player]
    totals = {
        name: sum(point.amount for point in shelfie.points(view, Seat(place)))
        for place, name in enumerate(players)
    }
    return totals, players[view.outcome.winners[0]]
