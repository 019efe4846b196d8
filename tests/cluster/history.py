"""Checks histories: what clients requested and received, compared with the journals.

All times are of one monotonic clock. A table is correct if the order of its journal explains
everything that clients received. Therefore the checker requires that:

- every acknowledged move is in the journal, and none is there twice;
- a move acknowledged before another was requested precedes it;
- the views of a client match the journal and never go back.

A move whose answer was lost may be in the journal once or not at all.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class Shown(Protocol):
    """The view of a version by seat; None is a spectator."""

    def __call__(self, seat: int | None, /) -> Any: ...


class Version(NamedTuple):
    """A version of a table in the journal."""

    number: int
    seat: int | None
    """The seat that moved, if this is a player's move."""
    names: tuple[str, ...]
    """The names of the move: by the id of its request and by its content."""
    news: Shown
    view: Shown
    request: str = ""
    """The id recorded with the move, if any."""
    tiles: int = 0
    """The progress of the game: the number of tiles on all shelves."""


@dataclass
class Move:
    """A move that a client wants to play once, however often it sends the request."""

    client: str
    table: int
    seat: int
    name: str
    asked: float
    """Time of the first request."""
    times: int = 1
    """The number of attempts."""
    answered: float | None = None
    """Time of the acknowledgement."""
    version: int | None = None
    """The acknowledged version, if known."""
    refused: bool = False

    @property
    def is_free(self) -> bool:
        """Return whether the client does not know if the move was played."""
        return self.answered is None and not (self.refused and self.times == 1)

    def __str__(self) -> str:
        return f"table {self.table}: the move {self.name!r} of {self.client}"


class Told(NamedTuple):
    """A version that a client received, as news or as a view."""

    at: float
    table: int
    version: int
    seat: int | None
    kind: str
    """`news`, `view`, or `version` if nothing else was received."""
    what: Any = None


@dataclass
class Client:
    """The requests and notices of one client, in order, over all its connections."""

    name: str
    knows_all: bool = True
    """Whether the protocol identifies moves; otherwise only their number by kind is known."""
    moves: list[Move] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    tiles: list[tuple[int, int]] = field(default_factory=list)
    """The progress of each table's game, as reported by a protocol without versions."""

    def ask(self, table: int, seat: int, name: str, at: float) -> Move:
        """Record the request for a new move."""
        self.moves.append(Move(self.name, table, seat, name, at))
        return self.moves[-1]


Journals = Mapping[int, Sequence[Version]]


def faults(clients: Sequence[Client], journals: Journals) -> list[str]:
    """Return the violations found, one sentence each."""
    moves = [move for client in clients for move in client.moves]
    return [
        *(sentence for table, versions in journals.items() for sentence in gaps(table, versions)),
        *missing_tables(clients, journals),
        *miscounted(moves, journals),
        *played_again(journals),
        *unasked(clients, journals),
        *out_of_order(moves, journals),
        *(sentence for client in clients for sentence in wrongly_told(client, journals)),
        *told_too_early(clients, journals),
    ]


def gaps(table: int, versions: Sequence[Version]) -> Iterator[str]:
    """Check that journals are numbered from 1 without gaps."""
    for expected, version in enumerate(versions, start=1):
        if version.number != expected:
            yield f"table {table}: version {version.number} stands where {expected} should"
            return


def missing_tables(clients: Sequence[Client], journals: Journals) -> Iterator[str]:
    """Check that every table that a client received has a journal."""
    for client in clients:
        tables = {move.table for move in client.moves} | {told.table for told in client.told}
        for table in sorted(tables - set(journals)):
            yield f"table {table}: {client.name} knows it, and it has no journal"


def found(journals: Journals) -> dict[tuple[int, int | None, str], list[int]]:
    """Return the positions of moves, by table, seat and name."""
    places = defaultdict(list)
    for table, versions in journals.items():
        for version in versions:
            for name in version.names:
                places[table, version.seat, name].append(version.number)
    return places


def grouped(moves: Sequence[Move]) -> dict[tuple[int, int, str], list[Move]]:
    """Return moves by table, seat and name."""
    groups = defaultdict(list)
    for move in moves:
        groups[move.table, move.seat, move.name].append(move)
    return groups


def miscounted(moves: Sequence[Move], journals: Journals) -> Iterator[str]:
    """Check that every acknowledged move is recorded, and none more often than requested."""
    places = found(journals)
    for where, wanted in grouped(moves).items():
        there = places.get(where, [])
        acknowledged = [move for move in wanted if move.answered is not None]
        if len(there) < len(acknowledged):
            yield f"{acknowledged[len(there)]} was acknowledged and is lost"
        elif len(there) > len(wanted):
            yield f"{wanted[-1]} is there twice or more, as versions {there}"
        elif len(there) > len(wanted) - sum(not m.is_free for m in wanted) + len(acknowledged):
            yield f"{wanted[-1]} was refused and is version {there[-1]}"
        for move in acknowledged:
            if move.version is not None and there and move.version not in there:
                yield f"{move} was acknowledged as version {move.version} and is one of {there}"


def played_again(journals: Journals) -> Iterator[str]:
    """Check that no request became two moves."""
    for table, versions in journals.items():
        seen: dict[tuple[int | None, str], int] = {}
        for version in versions:
            if version.request:
                before = seen.setdefault((version.seat, version.request), version.number)
                if before != version.number:
                    both = f"versions {before} and {version.number}"
                    yield f"table {table}: the request {version.request!r} was played as {both}"


def unasked(clients: Sequence[Client], journals: Journals) -> Iterator[str]:
    """Check that every move in the journal was requested."""
    wanted = set(grouped([move for client in clients if client.knows_all for move in client.moves]))
    seats = {where[:2] for where in wanted}
    for table, versions in journals.items():
        for version in versions:
            seat = version.seat
            if seat is None or (table, seat) not in seats:
                continue
            if not any((table, seat, name) in wanted for name in version.names):
                yield f"table {table}: nobody asked for the move of version {version.number}"


def placed(moves: Sequence[Move], journals: Journals) -> Iterator[tuple[int, Move]]:
    """Return the moves whose place in the journal is certain, with their versions."""
    places = found(journals)
    for where, wanted in grouped(moves).items():
        there = places.get(where, [])
        if len(there) == len(wanted):
            yield from zip(there, sorted(wanted, key=lambda move: move.asked), strict=True)


def out_of_order(moves: Sequence[Move], journals: Journals) -> Iterator[str]:
    """Check that a move acknowledged before another was requested precedes it."""
    tables = defaultdict(list)
    for version, move in placed(moves, journals):
        tables[move.table].append((version, move))
    for those in tables.values():
        answered = [(move.answered, version, move) for version, move in those if move.answered]
        ended = sorted(answered, key=lambda row: row[0])
        last: tuple[int, Move] | None = None
        done = 0
        for version, move in sorted(those, key=lambda one: one[1].asked):
            while done < len(ended) and ended[done][0] < move.asked:
                if last is None or ended[done][1] > last[0]:
                    last = ended[done][1:]
                done += 1
            if last and last[0] > version:
                older = f"{last[1]}, version {last[0]}"
                yield f"{move} is version {version}, but was asked for after {older} was answered"


def wrongly_told(client: Client, journals: Journals) -> Iterator[str]:
    """Check that a client's views match the journal and never go back."""
    seen: dict[int, int] = {}
    for told in client.told:
        journal, last = journals.get(told.table, ()), seen.get(told.table)
        what = f"table {told.table}: {client.name} was told the {told.kind} of {told.version}"
        if last is not None and told.version < last + (told.kind == "news"):
            yield f"{what} after that of {last}: it goes back"
        elif last is not None and told.kind == "news" and told.version > last + 1:
            yield f"{what} after that of {last}: something was left out"
        seen[told.table] = max(told.version, last or 0)
        if told.version > len(journal):
            yield f"{what}, which is not there"
            continue
        version = journal[told.version - 1]
        expected = {"news": version.news, "view": version.view}.get(told.kind)
        if expected and expected(told.seat) != told.what:
            yield f"{what}, and it is not what the journal says"
    yield from tiles_back(client, journals)


def tiles_back(client: Client, journals: Journals) -> Iterator[str]:
    """Check that views of a protocol without versions are recorded and never go back."""
    before: dict[int, int] = {}
    for table, tiles in client.tiles:
        if tiles < before.get(table, 0):
            yield f"table {table}: {client.name} saw {tiles} tiles after {before[table]}"
        before[table] = tiles
        if all(tiles != version.tiles for version in journals.get(table, ())):
            yield f"table {table}: {client.name} saw {tiles} tiles, as nobody ever had"


def told_too_early(clients: Sequence[Client], journals: Journals) -> Iterator[str]:
    """Check that nobody receives a move before it was requested."""
    moves = [move for client in clients for move in client.moves]
    asked = {(move.table, version): move for version, move in placed(moves, journals)}
    for client in clients:
        for told in client.told:
            move = asked.get((told.table, told.version))
            if move and told.at < move.asked:
                yield f"{move} was told to {client.name} before it was asked for"
