"""Chance for real tables, where nobody may guess what comes."""

import secrets


class SystemChance:
    """Luck from the system, fetched in pools."""

    POOL = 4096

    def __init__(self) -> None:
        self._bytes = b""
        self._at = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; of eight bytes, the bias is nothing."""
        if self._at >= len(self._bytes):
            self._bytes, self._at = secrets.token_bytes(self.POOL), 0
        drawn = self._bytes[self._at : self._at + 8]
        self._at += 8
        return int.from_bytes(drawn, "big") * n >> 64
