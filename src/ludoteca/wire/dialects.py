"""The dialects by name, as words for either end: for proxies, consoles and load tools."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ludoteca.wire import commands, pipes, prompts, requests, updates
from ludoteca.wire.dialect import Codec, UnreadableError
from ludoteca.wire.encodings import ends_of


class Ends(NamedTuple):
    """How the two ends of one connection read."""

    house: Codec[Any]
    """Reads what the client says."""
    client: Codec[Any]
    """Reads what the house says."""


class Guess:
    """Ends that are known once the client's first bytes tell which encoding is spoken."""

    def __init__(self, tell: Callable[[bytes], Ends]) -> None:
        self._tell = tell
        self._ends: Ends | None = None

    def ends(self) -> Ends:
        """Both ends, which learn together."""
        return Ends(_Half(self._house), _Half(self._client))

    def _house(self, data: bytes) -> Codec[Any] | None:
        if self._ends is None and data:
            self._ends = self._tell(data)
        return self._ends.house if self._ends else None

    def _client(self, _: bytes) -> Codec[Any] | None:
        return self._ends.client if self._ends else None


class _Half:
    """One end of a guess."""

    def __init__(self, known: Callable[[bytes], Codec[Any] | None]) -> None:
        self._known = known

    def feed(self, data: bytes) -> Iterator[Any]:
        encoding = self._known(data)
        if encoding is None:
            yield UnreadableError("the client has not spoken yet")
        else:
            yield from encoding.feed(data)

    def write(self, word: Any) -> bytes:
        encoding = self._known(b"")
        if encoding is None:
            raise UnreadableError("the client has not spoken yet")
        return encoding.write(word)


def _pipes(first: bytes) -> Ends:
    if pipes.is_framed(first):
        return Ends(pipes.server_frames(), pipes.client_frames())
    return Ends(pipes.server_lines(), pipes.client_lines())


DIALECTS: Mapping[str, Callable[[], Ends]] = {
    "pipes": lambda: Guess(_pipes).ends(),
    "commands": lambda: Ends(*ends_of(commands.ENCODINGS)),
    "updates": lambda: Ends(*ends_of(updates.ENCODINGS)),
    "prompts": lambda: Ends(*ends_of(prompts.ENCODINGS)),
    "requests": lambda: Ends(*ends_of(requests.ENCODINGS)),
}
"""For each connection, two new ends."""
