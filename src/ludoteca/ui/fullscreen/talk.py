"""Chat and log: messages from players, and events at a table as sentences."""

from collections.abc import Iterable, Sequence

from ludoteca import messages
from ludoteca.games import Rules, Seat
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import Said
from ludoteca.messages.records import events_of
from ludoteca.ui.fullscreen.spans import BOLD, Block, Line, Span, wrapped
from ludoteca.ui.records import describe, sentence

KEPT = 500
SILENT = (
    messages.TableResized,
    messages.MovePlayed,
    messages.SeatOffered,
    messages.PlayerRemoved,
    messages.PlayerMuted,
)
"""Records omitted from the log, because events, the table or the owner's page show them."""


class Talk:
    """Messages in order; messages repeated after a reconnection are recognised by number."""

    def __init__(self) -> None:
        self._said: list[Said] = []
        self.heard = 0
        """Number of the last stored message that was received."""

    def hear(self, said: Said) -> None:
        if said.number and said.number <= self.heard:
            return
        self.heard = max(self.heard, said.number)
        self.add(said)

    def add(self, said: Said) -> None:
        """Add a message from another chat without recording its number.

        Each chat has its own numbers.
        """
        self._said = [*self._said, said][-KEPT:]

    def lines(self, width: int) -> Block:
        return [line for said in self._said for line in _written(said, width)]


def addressed(text: str, names: Iterable[str]) -> tuple[str, str]:
    """Split off the recipient: `@anna hello` is only for anna; other messages are for everyone."""
    if not text.startswith("@"):
        return "", text
    for name in sorted(names, key=len, reverse=True):  # longest first: names may contain spaces
        if text[1:].casefold().startswith(f"{name} ".casefold()):
            return name, text[len(name) + 2 :].strip()
    name, _, rest = text[1:].partition(" ")
    return name, rest.strip()


def _written(said: Said, width: int) -> list[Line]:
    by = f"{said.by}{f' to {said.to}' if said.to else ''}: "
    first, *more = wrapped(by + said.text, width, indent="  ")
    text = first[0].text
    return [[Span(text[: len(by)], BOLD), Span(text[len(by) :])], *more]


def story(record: messages.Record, rules: Rules | None, names: Sequence[str]) -> list[str]:
    """Describe a record: first the changes at the table, then the game's events."""

    def who(seat: Seat) -> str:
        return names[seat] if seat < len(names) else f"Seat {seat + 1}"

    told = [] if isinstance(record, SILENT) else [sentence(record, who)]
    events = (event for event in events_of(record) if not isinstance(event, TurnPassed))
    return [*told, *(describe(event, rules, names) for event in events)]
