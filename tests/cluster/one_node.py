"""One server in place of several nodes."""

import asyncio
from collections.abc import Mapping

from tests.protocols.one_table import SharedServer


class OneNode:
    """A server where players move without delay."""

    def __init__(self, server: SharedServer) -> None:
        self._ports = server.ports

    def ports(self, _: int) -> Mapping[str, int]:
        return self._ports

    async def pause(self) -> None:
        await asyncio.sleep(0)
