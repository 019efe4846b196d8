"""`ludoteca admin`: send requests to the server on this machine over its local socket."""

import argparse
import os
import socket
import sys
import time
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.cli.admin.operating import SECRET, admin_path, secret_path
from ludoteca.cli.admin.tables import tell
from ludoteca.cli.catalogue.dialects import add_our_dialects
from ludoteca.cli.complaint import Complaint, one_line
from ludoteca.games import Seat
from ludoteca.messages import Refused, operator
from ludoteca.ops import BadSetting, Settings, read_settings
from ludoteca.protocols.dialects import dialect_settings
from ludoteca.server.admin import short_path
from ludoteca.ui.draw import colours

REFUSED = 1
NODE_SOCKETS = "node-*.sock"
"""Local sockets of the nodes, within the folder of a cluster."""
TIMEOUT = 30.0
"""Seconds to wait for the server's answer."""
NOT_THERE = "no server answers at {path} (is it running, with this --data?)"


def admin(arguments: argparse.Namespace) -> int:
    """Run an operator's command and return the exit status."""
    settings = _settings(arguments)
    if arguments.order == "secret":
        print(_secret(settings, beside=arguments.admin_socket if not arguments.data else None))
        return 0
    path = _socket(settings)
    request = REQUESTS[arguments.order](arguments)
    answer = ask(path, request)
    if b'"notice":"refused"' in answer[:20]:
        refused = msgspec.json.decode(answer, type=Refused)
        print(f"ludoteca admin: {one_line(refused.detail)}", file=sys.stderr)
        return REFUSED
    if arguments.json:
        print(answer.decode())
    else:
        print(tell(request, answer, colours=colours(sys.stdout)))
    return 0


def _settings(arguments: argparse.Namespace) -> Settings:
    try:
        add_our_dialects()
        return read_settings(vars(arguments), os.environ, dialect_settings())
    except BadSetting as error:
        raise Complaint(str(error)) from None


def _socket(settings: Settings) -> Path:
    path = admin_path(settings)
    if path is None:
        raise Complaint("the server has no local socket (--admin-socket off, or --data off)")
    nodes = sorted(path.parent.glob(NODE_SOCKETS), key=lambda path: (len(path.name), path.name))
    if settings.admin_socket is None and nodes and not path.exists():
        first, *others = nodes
        choice = " or ".join([f"--admin-socket {first}", *(node.name for node in others)])
        raise Complaint(f"{settings.data} is the folder of a cluster; choose a node: {choice}")
    return path


def _secret(settings: Settings, beside: str | None) -> str:
    """Return the secret in the server's file, looked up beside its socket if only that is given."""
    path = secret_path(settings)
    if beside and settings.operator_secret_file is None:
        path = Path(beside).with_name(SECRET)
    if path is None:
        raise Complaint("there is no operator's page (--operator-secret-file off, or --data off)")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        which = "name the server's folder with --data"
        raise Complaint(f"{path} cannot be read: {error.strerror} ({which})") from None


def ask(path: Path, request: operator.AnyOperatorRequest, within: float = TIMEOUT) -> bytes:
    """Return the server's answer at a local socket, without the line end."""
    answer, deadline = b"", time.monotonic() + within
    try:
        with short_path(path) as name, socket.socket(socket.AF_UNIX) as there:
            there.settimeout(within)
            there.connect(name)
            there.sendall(msgspec.json.encode(request) + b"\n")
            while not answer.endswith(b"\n"):
                there.settimeout(max(0.001, deadline - time.monotonic()))
                if not (data := there.recv(65536)):
                    raise Complaint("the server closed the connection")
                answer += data
    except PermissionError:
        raise Complaint(f"only the user who runs the server may use {path}") from None
    except OSError:
        raise Complaint(NOT_THERE.format(path=path)) from None
    return answer.rstrip(b"\n")


def _until(given: argparse.Namespace) -> int:
    """Return when a ban or mute ends, in milliseconds since 1970; 0 means never."""
    return int((time.time() + given.span) * 1000) if given.span is not None else 0


def _target(given: argparse.Namespace) -> dict[str, Any]:
    """Return the target of a ban: an address or range if it reads as one, otherwise a name."""
    try:
        ip_network(given.target, strict=False)
    except ValueError:
        return {"name": given.target}
    return {"name": given.target} if given.by_name else {"address": given.target}


def _seat(given: argparse.Namespace) -> Seat:
    return Seat(given.seat - 1)


REQUESTS: dict[str, Any] = {
    "who": lambda _: operator.ListClients(),
    "tables": lambda _: operator.ListTables(),
    "table": lambda given: operator.ShowTable(table=given.table),
    "close": lambda given: operator.CloseTable(table=given.table, why=given.why),
    "seat": lambda given: operator.SeatPlayer(
        table=given.table, seat=_seat(given), name=given.name, why=given.why
    ),
    "unseat": lambda given: operator.UnseatPlayer(
        table=given.table, seat=_seat(given), why=given.why
    ),
    "release": lambda given: operator.ReleaseName(name=given.name, why=given.why),
    "kick": lambda given: operator.Kick(name=given.name, why=given.why),
    "mute": lambda given: operator.MutePlayer(name=given.name, until=_until(given), why=given.why),
    "unmute": lambda given: operator.UnmutePlayer(name=given.name, why=given.why),
    "ban": lambda given: operator.Ban(**_target(given), until=_until(given), why=given.why),
    "unban": lambda given: operator.Unban(**_target(given), why=given.why),
    "bans": lambda _: operator.ListBans(),
    "announce": lambda given: operator.Announce(text=" ".join(given.text)),
    "drain": lambda given: operator.Drain(within=given.within, why=given.why),
    "undrain": lambda given: operator.EndDrain(why=given.why),
    "limits": lambda _: operator.ListLimits(),
    "reports": lambda given: operator.ListReports(count=given.count),
    "log": lambda given: operator.ListOperatorActions(count=given.count),
}
"""The request that each command sends."""
