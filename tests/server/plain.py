"""A minimal protocol, to test the serving of protocols over TCP."""

from collections.abc import Iterator

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.messages import Enter, LookAround, Notice, Surroundings, ViewThunk, Welcome
from ludoteca.ops import Metrics
from ludoteca.protocols import (
    Conversation,
    ConversationAct,
    Delay,
    Disconnect,
    Later,
    Send,
    UnreadableError,
)
from tests.conftest import TIMEOUT


class Lines:
    """A message is a line of ASCII."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[str | UnreadableError]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line == b"\0":
                yield UnreadableError("a zero", fatal=True)
            else:
                yield line.decode() if line.isascii() else UnreadableError("not ASCII")

    def write(self, word: str) -> bytes:
        return word.encode() + b"\n"


class Plain(Conversation[str]):
    """`enter NAME`, `look ID`, `wait`, `bye`; answered by the names of notices."""

    pulse = 0.0
    resets = False

    def begin(self) -> Iterator[ConversationAct[str]]:
        yield Send("hello")

    def receive(self, word: str) -> Iterator[ConversationAct[str]]:
        match word.split():
            case ["enter", name]:
                yield Enter(name=name)
            case ["look", number]:
                yield LookAround(id=number)
            case ["wait"]:
                yield Send("one")
                yield Delay(0.05)
                yield Send("two")
                yield LookAround(id="meanwhile")
            case ["wait", "long"]:
                yield Send("first")
                yield Delay(TIMEOUT)
                yield Send("last")
            case ["hush"]:
                yield Delay(0.2, first=True)
                yield Send("hushed")
            case ["stumble"]:
                raise RuntimeError(word)
            case ["stumble", "later"]:
                yield Later(0.0, lambda: [Send(str(1 // 0))])
            case ["bye"]:
                yield Send("goodbye")
                yield Disconnect()
            case _:
                yield Send("what?")

    def reject(self, why: str) -> Iterator[ConversationAct[str]]:
        yield Send(why)

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[ConversationAct[str]]:
        match notice:
            case Welcome(name):
                yield Send(f"welcome {name}")
            case Surroundings(request=request):
                yield Send(f"seen {request}")
            case _:
                yield Send(type(notice).__name__ + (" with a look" if look else ""))

    def tick(self) -> Iterator[ConversationAct[str]]:
        yield Send("tick")


def plain_server(metrics: Metrics) -> Dispatcher:
    """Return a server that stores nothing and whose clock stands still."""
    services = Services(MemoryJournal(), Dice(7), lambda: 0.0, Bots(BOTS, Dice(7)), metrics)
    return Dispatcher(services, limits={})
