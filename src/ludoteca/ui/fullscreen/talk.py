"""Chat messages of one place."""

from collections.abc import Iterable

from ludoteca.messages import Said
from ludoteca.ui.fullscreen.spans import BOLD, Block, Line, Span, wrapped

KEPT = 500


class Talk:
    """Messages in order; one that is sent again after a reconnect is recognized by its number."""

    def __init__(self) -> None:
        self._said: list[Said] = []
        self.heard = 0
        """Number of the last message stored at the server."""

    def hear(self, said: Said) -> None:
        if said.number and said.number <= self.heard:
            return
        self.heard = max(self.heard, said.number)
        self.add(said)

    def add(self, said: Said) -> None:
        """Add a message without a number of this place."""
        self._said = [*self._said, said][-KEPT:]

    def lines(self, width: int) -> Block:
        return [line for said in self._said for line in _written(said, width)]


def addressed(text: str, names: Iterable[str]) -> tuple[str, str]:
    """Split off the recipient: `@anna hello` is for anna only, other messages are for all."""
    if not text.startswith("@"):
        return "", text
    for name in sorted(names, key=len, reverse=True):  # the longest first, as names may have spaces
        if text[1:].casefold().startswith(f"{name} ".casefold()):
            return name, text[len(name) + 2 :].strip()
    name, _, rest = text[1:].partition(" ")
    return name, rest.strip()


def _written(said: Said, width: int) -> list[Line]:
    by = f"{said.by}{f' to {said.to}' if said.to else ''}: "
    first, *more = wrapped(by + said.text, width, indent="  ")
    text = first[0].text
    return [[Span(text[: len(by)], BOLD), Span(text[len(by) :])], *more]
