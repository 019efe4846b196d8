"""Operator access to a server: the local socket, and the secret for the operator's page."""

import asyncio
import os
import secrets
import signal
from contextlib import AsyncExitStack
from pathlib import Path

from ludoteca.cli.complaint import Complaint
from ludoteca.core import Dispatcher
from ludoteca.core.dispatch import operator_requests
from ludoteca.messages.operator import Drain
from ludoteca.ops import Settings, log
from ludoteca.ops.setting_kinds import OFF
from ludoteca.server import AdminSocket

SOCKET, SECRET = "admin.sock", "operator-secret"
SHORTEST_SECRET = 12


def admin_path(settings: Settings) -> Path | None:
    return _path(settings.admin_socket, settings.data, SOCKET)


def secret_path(settings: Settings) -> Path | None:
    """Return the path of the secret for the operator's page, if there is one."""
    return _path(settings.operator_secret_file, settings.data, SECRET)


def _path(given: str | None, data: str | None, name: str) -> Path | None:
    if given == OFF:
        return None
    if given is not None:
        return Path(given)
    return Path(data, name) if data is not None else None


async def open_admin_socket(
    settings: Settings, dispatcher: Dispatcher, cleanup: AsyncExitStack
) -> None:
    """Listen for `ludoteca admin`, if enabled."""
    path = admin_path(settings)
    if path is None:
        return
    admin = AdminSocket(dispatcher, path)
    try:
        await admin.open()
    except OSError as error:
        if settings.admin_socket is None:  # the file system may not support sockets
            log.warning("admin_socket_failed", path=str(path), reason=error.strerror or str(error))
            return
        why = error.strerror or error
        raise Complaint(f"{path} cannot be opened for ludoteca admin: {why}") from None
    cleanup.push_async_callback(admin.close)


def drain_on_signal(dispatcher: Dispatcher) -> None:
    """Drain the server on SIGUSR1, as `ludoteca admin drain` does."""
    tasks: set[asyncio.Task[object]] = set()

    def drain() -> None:
        task: asyncio.Task[object] = asyncio.ensure_future(
            operator_requests.answer(dispatcher, signal.SIGUSR1.name, Drain())
        )
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, drain)


def operator_secret(settings: Settings) -> str:
    """Read or create the secret for the operator's page; return "" if the page is disabled."""
    path = secret_path(settings)
    if path is None:
        return ""
    try:
        if settings.operator_secret_file is None and not path.exists():
            _write(path, secrets.token_urlsafe(24))
        secret = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeError:
        raise Complaint(f"{path} is not text") from None
    if len(secret) < SHORTEST_SECRET:
        raise Complaint(f"{path} must hold a secret of at least {SHORTEST_SECRET} characters")
    return secret


def _write(path: Path, secret: str) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as out:
        out.write(f"{secret}\n")
