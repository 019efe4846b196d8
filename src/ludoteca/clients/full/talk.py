"""What was said, in one place."""

from ludoteca.clients.full.spans import BOLD, Block, Line, Span, wrapped
from ludoteca.messages import Said

KEPT = 500


class Talk:
    """Messages in their order; one that comes again after a return is known by its number."""

    def __init__(self) -> None:
        self._said: list[Said] = []
        self.heard = 0
        """The number of the last message that is kept at the server."""

    def hear(self, said: Said) -> None:
        """Keep a message."""
        if said.number and said.number <= self.heard:
            return
        self.heard = max(self.heard, said.number)
        self._said = [*self._said, said][-KEPT:]

    def lines(self, width: int) -> Block:
        """All of it."""
        return [line for said in self._said for line in _written(said, width)]


def _written(said: Said, width: int) -> list[Line]:
    by = f"{said.by}{f' to {said.to}' if said.to else ''}: "
    first, *more = wrapped(by + said.text, width, indent="  ")
    text = first[0].text
    return [[Span(text[: len(by)], BOLD), Span(text[len(by) :])], *more]
