"""Answers to an operator as text for people."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from ludoteca.messages import Said, TableInfo, operator
from ludoteca.ui.draw import counted, padded, printable, width_of

Rows = Sequence[Sequence[str]]
"""A table; its first row is the heading."""


def tell(request: operator.AnyOperatorRequest, answer: bytes, *, colours: bool) -> str:
    """Format an answer as a table or a sentence."""
    kind, show = SHOWN.get(type(request), (operator.Accepted, lambda _: "Done."))
    return _painted(show(msgspec.json.decode(answer, type=kind)), colours=colours)


def _painted(text: str, *, colours: bool) -> str:
    """Print the first line in bold if colours are enabled."""
    head, newline, rest = text.partition("\n")
    return f"\x1b[1m{head}\x1b[0m{newline}{rest}" if colours and newline else text


def _table(rows: Rows, nothing: str) -> str:
    if len(rows) == 1:
        return nothing
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(padded, row, widths)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _time(at: int) -> str:
    """Format a time in the local time zone."""
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M:%S}" if at else ""


def _clients(clients: list[operator.ClientInfo]) -> str:
    nodes = any(one.node for one in clients)
    rows = [("name", "address", "protocol", "since", "tables", *(("node",) if nodes else ()))]
    for one in clients:
        since, tables = _time(one.since), " ".join(map(str, one.tables))
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
    rows = [("limit", "burst", "per second")]
    rows += [(one.limit, f"{one.burst:g}", f"{one.rate:g}") for one in limits]
    return _table(rows, "There are no limits.")


def _reports(reports: list[operator.Reported]) -> str:
    lines = []
    for one in reports:
        where = f" at table {one.table}" if one.table else ""
        lines.append(f"{_time(one.at)} {printable(one.by)} about {printable(one.name)}{where}:")
        lines.append(f"  {printable(one.text)}")
        lines += map(_said, one.talk)
    return "\n".join(lines) or "Nothing was reported."


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
    return _table(rows, "Nothing was done.")


def _value(field: str, given: Any) -> str:
    if field == "until":
        return _time(given).replace(" ", "T")
    return printable(str(given + 1 if field == "seat" else given))


def _drain(accepted: operator.Accepted) -> str:
    match accepted.waiting_for:
        case 0:
            return "No game is being played: the server stops now."
        case 1:
            return "One game is being played: the server stops when it is over."
        case count:
            return f"{count} games are being played: the server stops when they are over."


SHOWN: Mapping[type, tuple[Any, Callable[[Any], str]]] = {
    operator.ListClients: (list[operator.ClientInfo], _clients),
    operator.ListTables: (list[TableInfo], _tables),
    operator.ShowTable: (operator.TableState, _one_table),
    operator.ListBans: (list[operator.Sanction], _bans),
    operator.ListLimits: (list[operator.LimitInfo], _limits),
    operator.ListReports: (list[operator.Reported], _reports),
    operator.ListOperatorActions: (list[operator.Recorded], _operator_actions),
    operator.Drain: (operator.Accepted, _drain),
}
"""Type and formatter of the answer to each request; other requests only confirm."""
