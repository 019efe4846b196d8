"""Words as lines: one JSON object each."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.lines import LineSplitter
from ludoteca.wire.requests.words import RequestsWord, StreamOpened

LONGEST_LINE = 16 * 1024


class Lines:
    """One end of a connection in lines of JSON."""

    def __init__(self, reads: Any, longest: int = LONGEST_LINE) -> None:
        """Nothing has come yet; only words of these kinds are read."""
        self._decoder: msgspec.json.Decoder[RequestsWord] = msgspec.json.Decoder(reads)
        self._longest, self._lines = longest, LineSplitter(longest)

    def feed(self, data: bytes) -> Iterator[RequestsWord | UnreadableError]:
        """The words that these bytes complete; of a line that is too long nothing is kept."""
        for line in self._lines.feed(data):
            if line.strip() or len(line) > self._longest:
                yield self._word(line)

    def write(self, word: RequestsWord) -> bytes:
        """The line that says this word."""
        return b"" if isinstance(word, StreamOpened) else msgspec.json.encode(word) + b"\n"

    def _word(self, line: bytes) -> RequestsWord | UnreadableError:
        if len(line) > self._longest:
            return UnreadableError(f"A line is longer than {self._longest} bytes.")
        try:
            return self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return UnreadableError(f"That cannot be read: {error}.")
