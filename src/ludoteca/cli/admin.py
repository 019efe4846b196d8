"""`ludoteca admin`: send requests to the server on this machine over its local socket."""

import argparse
import os
import re
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from ludoteca.cli.catalogue.dialects import add_our_dialects
from ludoteca.cli.complaint import Complaint, one_line
from ludoteca.cli.operating import SECRET, admin_path, secret_path
from ludoteca.games import Seat
from ludoteca.games.contract import TypeForm
from ludoteca.messages import Refused, Said, TableInfo, operator
from ludoteca.ops import BadSetting, Settings, read_settings
from ludoteca.protocols.dialects import dialect_settings
from ludoteca.server.admin import short_path
from ludoteca.ui.draw import colours, counted, padded, printable, width_of

REFUSED = 1
NODE_SOCKETS = "node-*.sock"
"""Pattern of the nodes' local sockets in a cluster's folder."""
TIMEOUT = 30.0
"""Seconds to wait for the server's answer."""
MISTYPED_ADDRESS = re.compile(r"[/:]|^[0-9.]+$")
"""Matches input that was probably meant as an address or a range, such as `192.0.2`."""
NOT_THERE = "no server answers at {path} (is it running, with this --data?)"

Sanctioning: TypeAlias = operator.Ban | operator.Unban | operator.MutePlayer | operator.UnmutePlayer
Rows = Sequence[Sequence[str]]
"""A table, with its header as the first row."""


def admin(arguments: argparse.Namespace) -> int:
    """Run an operator's command and return the exit status."""
    settings = _settings(arguments)
    if arguments.order == "secret":
        print(_secret(settings, beside=arguments.admin_socket if not arguments.data else None))
        return 0
    path = _socket(settings)
    request = REQUESTS[arguments.order](arguments)
    answer = ask(path, request)
    # Only at the beginning, because texts from players in other answers may contain the same bytes.
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
    """Return the operator's secret; if only a socket is given, read the file beside the socket."""
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
    """Send a request to a local socket; return the answer without its newline."""
    answer = b""
    deadline = time.monotonic() + within
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
    """Return the end of a ban or mute, in milliseconds since 1970; 0 if it is permanent."""
    return int((time.time() + given.span) * 1000) if given.span is not None else 0


def _target(given: argparse.Namespace) -> dict[str, Any]:
    """Return the target of a ban: an address or range if it has that form, otherwise a name."""
    if given.by_name:
        return {"name": given.target}
    try:
        ip_network(given.target, strict=False)
    except ValueError:
        if MISTYPED_ADDRESS.search(given.target):
            raise Complaint(
                f"{given.target} is not an address or a range (use --name for a name like that)"
            ) from None
        return {"name": given.target}
    return {"address": given.target}


def _seat(given: argparse.Namespace) -> Seat:
    return Seat(given.seat - 1)


REQUESTS: Mapping[str, Callable[[argparse.Namespace], operator.AnyOperatorRequest]] = {
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
"""Functions that build the request for each command."""


def tell(request: operator.AnyOperatorRequest, answer: bytes, *, colours: bool) -> str:
    """Format an answer as a table or a sentence."""
    if isinstance(request, Sanctioning):
        return _sanctioned(request)
    kind, show = SHOWN.get(type(request), (operator.Accepted, lambda _: "Done."))
    return _painted(show(msgspec.json.decode(answer, type=kind)), colours=colours)


def _painted(text: str, *, colours: bool) -> str:
    """Return the text with its first line in bold if colours are enabled."""
    head, newline, rest = text.partition("\n")
    return f"\x1b[1m{head}\x1b[0m{newline}{rest}" if colours and newline else text


def _table(rows: Rows, nothing: str) -> str:
    if len(rows) == 1:
        return nothing
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(padded, row, widths)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _time(at: int) -> str:
    """Format a time, in milliseconds since 1970, in the local time zone."""
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M:%S}" if at else ""


def _clients(clients: list[operator.ClientInfo]) -> str:
    nodes = any(one.node for one in clients)
    rows = [("name", "address", "protocol", "since", "tables", *(("node",) if nodes else ()))]
    for one in clients:
        since = _time(one.since)
        tables = " ".join(map(str, one.tables))
        node = (one.node,) if nodes else ()
        rows.append((printable(one.name), one.address, one.protocol, since, tables, *node))
    return _table(rows, "Nobody is connected.")


def _tables(tables: list[TableInfo]) -> str:
    rows = [("table", "game", "state", "owner", "seats")]
    rows += [
        (str(one.table), one.game, _state(one), printable(one.owner), _seats(one)) for one in tables
    ]
    return _table(rows, "There are no tables.")


def _state(info: TableInfo) -> str:
    state = "over" if info.over else "playing" if info.started else "waiting"
    marks = [mark for mark, so in (("paused", info.paused), ("private", info.private)) if so]
    return " ".join([state, *marks])


def _seats(info: TableInfo) -> str:
    return ", ".join(
        "free" if one is None else printable(one.name) + ("" if one.here else " (away)")
        for one in info.seats
    )


def _one_table(state: operator.TableState) -> str:
    info = state.info
    records = counted(state.version, "record")
    lines = [f"Table {info.table}: {info.game}, {_state(info)}, {records}"]
    for seat, holder in enumerate(info.seats):
        marks = [holder.kind] if holder and holder.kind else []
        if seat in state.away:
            marks.append("away")
        if seat in state.to_move:
            marks.append("to move")
        name = printable(holder.name) if holder else "free"
        marked = f" ({', '.join(marks)})" if marks else ""
        lines.append(f"  seat {seat + 1}: {name}{marked}")
    lines += [
        f"  {what}: {', '.join(map(printable, names))}"
        for what in ("spectators", "removed", "muted")
        if (names := getattr(state, what))
    ]
    return "\n".join([*lines, f"  owner: {printable(info.owner)}", f"  code: {info.code}"])


def _sanctioned(request: Sanctioning) -> str:
    address = request.address if isinstance(request, operator.Ban | operator.Unban) else ""
    many = "/" in address
    noun = "name" if request.name else "addresses" if many else "address"
    target = f"The {noun} {printable(request.name or address)}"
    verb = "are" if many else "is"
    done = "banned" if isinstance(request, operator.Ban | operator.Unban) else "muted"
    if isinstance(request, operator.Unban | operator.UnmutePlayer):
        return f"{target} {verb} no longer {done}."
    until = f"until {_time(request.until)}" if request.until else "permanently"
    return f"{target} {verb} {done} {until}."


def _bans(sanctions: list[operator.Sanction]) -> str:
    rows = [("what", "whom", "until", "why", "by", "since")]
    for one in sanctions:
        did = one.did
        what = "ban" if isinstance(did, operator.Ban) else "mute"
        whom = did.name or (did.address if isinstance(did, operator.Ban) else "")
        until = _time(did.until) or "permanent"
        rows.append(
            (what, printable(whom), until, printable(did.why), printable(one.by), _time(one.at))
        )
    return _table(rows, "Nobody is banned or muted.")


def _limits(limits: list[operator.LimitInfo]) -> str:
    """List the limits as `COUNT/SECONDS`, or as `COUNT` if a limit has no period."""
    rows = [("limit", "count/seconds", "unit")]
    for one in limits:
        within = f"/{one.seconds:g}" if one.seconds else ""
        rows.append((one.limit, f"{one.burst}{within}", one.unit))
    return _table(rows, "There are no limits.")


def _reports(reports: list[operator.Reported]) -> str:
    lines = []
    for one in reports:
        where = f" at table {one.table}" if one.table else ""
        lines.append(f"{_time(one.at)} {printable(one.by)} about {printable(one.name)}{where}:")
        lines.append(f"  {printable(one.text)}")
        lines += map(_said, one.talk)
    return "\n".join(lines) or "There are no reports."


def _said(said: Said) -> str:
    to = f" to {printable(said.to)}" if said.to else ""
    return f"    {_time(said.at)} {printable(said.by)}{to}: {printable(said.text)}"


def _operator_actions(operator_actions: list[operator.Recorded]) -> str:
    rows = [("when", "who", "did", "what", "why")]
    for one in operator_actions:
        did = msgspec.to_builtins(one.did)
        order, why = did.pop("do").replace("_", " "), did.pop("why", "")
        what = " ".join(f"{field}={_value(field, given)}" for field, given in did.items())
        rows.append((_time(one.at), printable(one.by), order, what, printable(why)))
    return _table(rows, "No actions have been logged yet.")


def _value(field: str, given: Any) -> str:
    if field == "until":
        return _time(given)
    return printable(str(given + 1 if field == "seat" else given))


def _drain(accepted: operator.Accepted) -> str:
    match accepted.waiting_for:
        case 0:
            return "No game is being played: the server shuts down now."
        case 1:
            return "One game is being played: the server shuts down when it is over."
        case count:
            return f"{count} games are being played: the server shuts down when they are over."


SHOWN: Mapping[type, tuple[TypeForm, Callable[[Any], str]]] = {
    operator.ListClients: (list[operator.ClientInfo], _clients),
    operator.ListTables: (list[TableInfo], _tables),
    operator.ShowTable: (operator.TableState, _one_table),
    operator.ListBans: (list[operator.Sanction], _bans),
    operator.ListLimits: (list[operator.LimitInfo], _limits),
    operator.ListReports: (list[operator.Reported], _reports),
    operator.ListOperatorActions: (list[operator.Recorded], _operator_actions),
    operator.Drain: (operator.Accepted, _drain),
}
"""Type and formatter of the answer to each request; answers to other requests only confirm."""
