"""The dialects that are spoken over TCP and in calls, each a row.

Listeners, settings, help, the wiretap and the API are derived from these rows, which the program
fills in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ludoteca.games import ROWS as GAME_ROWS
from ludoteca.games.descriptor import Part
from ludoteca.ops.settings import PORT, SETTINGS, Setting, setting
from ludoteca.protocols.call_dialect import NewCallDialect, ServedDialect
from ludoteca.protocols.encodings import Encoding

SEVERAL_NODES = "several_nodes"
"""The name by which dialects are told whether players of other servers are at the same tables."""

Serve: TypeAlias = Callable[[Mapping[str, Any], Callable[[], str]], ServedDialect]
Offer: TypeAlias = Callable[[Any, NewCallDialect], None]
"""Its first argument, the server of remote objects, belongs to the layer of servers."""
Schema: TypeAlias = tuple[object, object]
"""The types of the messages of clients, and of those of the server: classes or unions."""


class DialectRow(NamedTuple):
    """A protocol as the program knows it; packages of others give all parts as texts."""

    name: str
    """As settings, addresses and documents have it: lower-case letters."""
    port: int | None
    """Where it listens unless told otherwise; None is nowhere."""
    serve: Part[Serve]
    """Makes what a server needs of it: `(settings, new_token) -> ServedDialect`.

    Besides its own, the settings say whether the server is one of several (`SEVERAL_NODES`).
    """
    encodings: Part[Sequence[Encoding]]
    """How its words are written, for programs that listen in: `Sequence[Encoding]`."""
    offer: Part[Offer] = ""
    """Offers it to clients that call remote objects: `(rmi_server, new_call_dialect) -> None`."""
    rmi_port: int | None = None
    """A further port where its clients look for remote objects."""
    quick_acks: bool = False
    """Whether its clients write a message in small segments, and wait until each has arrived."""
    schema: Part[Schema] = ""
    settings: tuple[Setting, ...] = ()
    """What it can be told besides; each is called `NAME_…`."""

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """The settings of its ports, and its own."""
        titles = [game.rulebook.TITLE for game in GAME_ROWS.values() if self.name in game.protocols]
        of_games = f" of {' and '.join(titles)}" if titles else ""
        about = f"the port of the {self.name} protocol{of_games}"
        ports = [
            setting(self.name, PORT, about, self.port),
            setting(f"{self.name}_tls", PORT, f"{about} with TLS", None),
        ]
        if self.rmi_port is not None:
            about = f"another port of Java RMI, where clients of {self.name} look for it"
            ports.append(setting(f"rmi_{self.name}", PORT, about, self.rmi_port))
        return (*ports, *self.settings)


DIALECTS: dict[str, DialectRow] = {}


def register(row: DialectRow) -> None:
    """Add a dialect to those that are spoken; a `ValueError` says why it cannot be."""
    if not (row.name.isascii() and row.name.isalpha() and row.name.islower()):
        raise ValueError(f"'{row.name}' cannot be the name of a dialect")
    taken = {each.name for each in (*SETTINGS, *dialect_settings())}
    for each in row.all_settings:
        if each.name in taken:
            raise ValueError(f"there is a setting '{each.name}' already")
        if each.name not in (row.name, f"rmi_{row.name}") and not each.name.startswith(
            f"{row.name}_"
        ):
            raise ValueError(f"its setting '{each.name}' does not begin with '{row.name}_'")
    DIALECTS[row.name] = row


def dialect_settings() -> tuple[Setting, ...]:
    """The settings of all dialects."""
    return tuple(each for row in DIALECTS.values() for each in row.all_settings)
