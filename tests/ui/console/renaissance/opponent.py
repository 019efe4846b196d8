"""An opponent who plays without a console."""

import socket
import threading
from types import TracebackType

from ludoteca.protocols.commands import JsonLines, Word
from tests.protocols.commands.local import word
from tests.protocols.commands.player import Player


class Opponent(threading.Thread):
    """A thread that joins or creates a room and plays until the match is over."""

    def __init__(self, port: int, name: str, room: str, players: int = 0, seed: int = 1) -> None:
        super().__init__(daemon=True)
        self.player = Player(name, seed)
        self._line = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.heard: list[Word] = []
        self._news = threading.Condition()
        self._say(word("LOGIN", info=name))
        if players:
            self._say(word("CREATE_LOBBY", name=room, players=players))
        else:
            self._say(word("JOIN_LOBBY", name=room))

    def _say(self, said: Word) -> None:
        self._line.sendall(JsonLines().write(said))

    def run(self) -> None:
        words = JsonLines()
        while data := self._line.recv(65536):
            for heard in words.feed(data):
                assert isinstance(heard, Word)
                with self._news:
                    self.heard.append(heard)
                    self._news.notify_all()
                for answer in self.player.hear(heard):
                    self._say(answer)
                if heard.command == "USER_JOINED_LOBBY":
                    self._say(word("START_GAME"))
                if heard.command == "END_GAME":
                    return

    def sees(self, command: str) -> None:
        """Wait for a command from the server."""
        with self._news:
            known = self._news.wait_for(lambda: command in [w.command for w in self.heard], 60)
        assert known, command

    def chats(self, text: str) -> None:
        self._say(word("CHAT_ALL", info=f" {text}"))

    def __enter__(self) -> "Opponent":
        self.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._say(word("QUIT"))
        self._line.shutdown(socket.SHUT_WR)
        self.join(60)
        self._line.close()
