"""Players without a console who decode the same messages and move by a fixed rule."""

import socket
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoteca.games.shelfie import Cell, Tile
from ludoteca.games.shelfie.board import takeable_lines
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import client_frames
from ludoteca.protocols.pipes.words import (
    CreateMatch,
    InsertInColumn,
    Join,
    Login,
    Message,
    Return,
    SelectCell,
    SendPrivateMessage,
    VirtualView,
    Word,
    method_of,
)
from ludoteca.ui.console.shelfie.state import KINDS, ClientPhase, PipesState, apply_word
from tests.conftest import TIMEOUT


class Chosen(NamedTuple):
    """A move: cells in the order their tiles are inserted, and a column."""

    cells: Sequence[Cell]
    column: int


def choose(view: VirtualView, seat: int) -> Chosen:
    """Choose the longest line that fits, so that matches are short and deterministic."""
    free = [sum(row[column] is None for row in view.shelves[seat]) for column in range(5)]
    board = {
        Cell(row, column): Tile(list(KINDS).index(name.removeprefix(">")))
        for row, names in enumerate(view.board)
        for column, name in enumerate(names)
        if name is not None
    }
    line = max(takeable_lines(board, min(3, max(free))), key=len)
    return Chosen(line, next(column for column in range(5) if free[column] >= len(line)))


class Player:
    """A client that plays over TCP."""

    def __init__(self, port: int, name: str) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self._frames = client_frames()
        self.state = PipesState(typed=name)
        self.words: list[Word] = []
        assert self.asks(Login(name))

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def _hear(self) -> None:
        data = self._line.recv(65536)
        assert data, "The server closed the connection."
        for word in self._frames.feed(data):
            assert not isinstance(word, UnreadableError)
            self.words.append(word)
            self.state = apply_word(self.state, word, 0.0)

    def until(self, holds: Callable[[], bool]) -> None:
        """Receive messages until a condition holds."""
        end = time.monotonic() + TIMEOUT
        while not holds():
            assert time.monotonic() < end
            self._hear()

    def hears(self, text: str) -> None:
        """Wait for a message with this text."""
        self.until(lambda: Message(text) in self.words)

    def asks(self, word: Word) -> bool:
        """Send a request; return whether it succeeded."""
        self.words.clear()
        self._line.sendall(self._frames.write(word))
        found: list[bool] = []

        def answered() -> bool:
            found.extend(
                said.ok
                for said in self.words
                if isinstance(said, Return) and said.method == method_of(word)
            )
            return bool(found)

        self.until(answered)
        return found[0]

    def create(self, seats: int) -> int:
        """Open a match and return its id."""
        assert self.asks(CreateMatch(seats))
        assert self.state.room
        return self.state.room.match

    def join(self, match: int) -> None:
        assert self.asks(Join(match))

    def whisper(self, text: str, name: str) -> None:
        assert self.asks(SendPrivateMessage(text, name))

    def starts(self) -> None:
        self.until(lambda: self.state.phase is ClientPhase.PLAYING)

    @property
    def view(self) -> VirtualView:
        assert self.state.view is not None
        return self.state.view

    def sees_turn_of(self, name: str) -> bool:
        """Wait for a player's turn; return False if the match ends first."""
        self.until(
            lambda: (
                self.state.over
                or (self.state.phase is ClientPhase.PLAYING and self.view.currentPlayer == name)
            )
        )
        return not self.state.over

    def sees_turn_end(self, name: str) -> None:
        """Wait for the end of a player's turn, or of the match."""
        self.until(lambda: self.state.over or self.view.currentPlayer != name)

    def next_move(self, name: str) -> Chosen:
        """Return the move that a player will make by the common rule."""
        return choose(self.view, self.view.players.index(name))

    def play(self) -> Chosen:
        assert self.state.my_turn
        move = self.next_move(self.state.typed)
        for cell in move.cells:
            assert self.asks(SelectCell(*cell))
        assert self.asks(InsertInColumn(move.column))
        return move


def lines_of(move: Chosen) -> list[str]:
    """Return the lines that play a move at a console, question by question."""
    typed = ["select"]
    for number, (row, column) in enumerate(move.cells):
        typed += ["Y"] * (number > 0) + [f"{row + 1},{column + 1}", "y"]
    return [*typed, "N", "insert", "go", str(move.column + 1)]


def whole_match(port: int) -> dict[str, list[str]]:
    """Return the lines that two players type at their consoles in a whole match."""
    with Player(port, "anna") as anna:
        match = anna.create(2)
        with Player(port, "bruno") as bruno:
            bruno.join(match)
            return _typed(anna, bruno, match)


def _typed(anna: Player, bruno: Player, match: int) -> dict[str, list[str]]:
    typed = {"anna": ["create", "2"], "bruno": ["join", str(match)]}
    both = {"anna": anna, "bruno": bruno}
    for player in both.values():
        player.starts()
    while not anna.state.over:
        name = anna.view.currentPlayer
        both[name].sees_turn_of(name)
        typed[name] += lines_of(both[name].play())
        for player in both.values():
            player.sees_turn_end(name)
    return typed
