"""Lines out of bytes that come in any pieces."""

from collections.abc import Iterator


class LineSplitter:
    """Cuts bytes into lines; of one that is too long only its beginning is given, and no rest."""

    def __init__(self, longest: int) -> None:
        """Nothing has come yet; a line may have so many bytes."""
        self._longest = longest
        self._rest, self._skips = b"", False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The lines that these bytes complete, without their ends; a longer one is too long."""
        *lines, rest = (self._rest + data).split(b"\n")
        skips, self._skips = self._skips, len(rest) > self._longest or (self._skips and not lines)
        self._rest = b"" if self._skips else rest
        yield from lines[skips:]
        if self._skips and (lines or not skips):
            yield rest
