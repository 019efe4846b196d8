"""An `updates` client that writes like the deployed ones; see `tests/protocols/segments.py`.

`SegmentedProgram` is a `Program` with a Java stream and can take its place:

    uma = SegmentedProgram("uma")
    await uma.connect(port)          # then GameInitialization or GameSelection, like any program
    await uma.play()

`uma.waits` holds the seconds from the first segment of each request to the answer.
"""

import asyncio
from typing import Any

from ludoteca.protocols.updates import UpdatesWord
from ludoteca.protocols.updates.words import (
    AcceptedInsertion,
    BookshelfInsertion,
    LivingRoomSelection,
    SelectedItems,
    UpdatesMessage,
)
from tests.protocols.segments import wait_for_acks, write_in_pieces
from tests.protocols.updates.programs import Program

ANSWERS: dict[type[Any], type[UpdatesMessage]] = {
    LivingRoomSelection: SelectedItems,
    BookshelfInsertion: AcceptedInsertion,
}


class SegmentedProgram(Program):
    """A client whose every message goes out in several segments."""

    def __init__(self, name: str, seed: int = 0) -> None:
        super().__init__(name, seed, java=True)
        self.waits: list[float] = []
        self._asked: tuple[type[UpdatesMessage], float] | None = None

    def say(self, *words: UpdatesWord) -> None:
        wait_for_acks(self.writer)
        for word in words:
            if answer := ANSWERS.get(type(word)):
                self._asked = answer, asyncio.get_running_loop().time()
            write_in_pieces(self.writer, self.encoding.write(word))

    def believe(self, word: UpdatesWord) -> None:
        super().believe(word)
        if self._asked and isinstance(word, self._asked[0]):
            self.waits.append(asyncio.get_running_loop().time() - self._asked[1])
            self._asked = None
