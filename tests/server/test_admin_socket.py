"""The local socket of a server that is stopping."""

import asyncio
import json
from pathlib import Path

from ludoteca.server import AdminSocket
from tests.conftest import TIMEOUT
from tests.core.local import LocalServer, SlowDisk


async def test_the_order_that_ends_the_server_is_answered(tmp_path: Path) -> None:
    disk = SlowDisk()
    server = LocalServer(disk)
    await server.dispatcher.open()
    admin = AdminSocket(server.dispatcher, tmp_path / "admin.sock")
    await admin.open()
    reader, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
    disk.waiting.clear()
    disk.free.clear()
    writer.write(b'{"do":"drain"}\n')
    async with asyncio.timeout(TIMEOUT):
        await disk.waiting.wait()
        assert server.dispatcher.availability.is_drained()  # what is slow holds nothing up
        closing = asyncio.create_task(admin.close())
        await asyncio.sleep(0)
        disk.free.set()
        await closing
        assert json.loads(await reader.readline()) == {"waiting_for": 0}
        assert await reader.read() == b""
    writer.close()
