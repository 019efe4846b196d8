"""The table of dialects served over TCP and remote calls.

The program registers the rows of the table when it starts. Listeners, settings, help, the wiretap
and the API are derived from these rows.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ludoteca.games import ROWS as GAME_ROWS
from ludoteca.games.descriptor import Part
from ludoteca.ops.setting_kinds import PORT
from ludoteca.ops.settings import SETTINGS, Setting, setting
from ludoteca.protocols.dialect import NewCallDialect, ServedDialect
from ludoteca.protocols.encodings import Encoding

SEVERAL_NODES = "several_nodes"
"""Name of the setting that says whether several servers share the tables."""

Serve: TypeAlias = Callable[[Mapping[str, object], Callable[[], str]], ServedDialect]
Offer: TypeAlias = Callable[[Any, NewCallDialect], None]
"""Offers a dialect to RMI clients. The first argument is the RMI server, from a higher layer."""
Schema: TypeAlias = tuple[object, object]
"""Types of client messages and of server messages: classes or unions."""


class DialectRow(NamedTuple):
    """A protocol and its parts. Rows from other packages give the parts by name, as strings."""

    name: str
    """Name in settings, addresses and documents: lower-case letters."""
    port: int | None
    """Default port, if the protocol has one."""
    serve: Part[Serve]
    """Creates the dialect's factories: `(settings, new_token) -> ServedDialect`. The settings are
    the dialect's own and `SEVERAL_NODES`."""
    encodings: Part[Sequence[Encoding]]
    """Wire formats, for programs that inspect traffic: `Sequence[Encoding]`."""
    offer: Part[Offer] = ""
    """Offers the dialect to RMI clients: `(rmi_server, new_call_dialect) -> None`."""
    rmi_port: int | None = None
    """Additional port on which clients look for the RMI registry."""
    quick_acks: bool = False
    """Whether clients write messages in small segments and wait for each acknowledgement."""
    schema: Part[Schema] = ""
    settings: tuple[Setting, ...] = ()
    """Further settings. Their names begin with the dialect's name and an underscore."""

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """Settings for the dialect's ports, followed by its further settings."""
        titles = [game.rulebook.TITLE for game in GAME_ROWS.values() if self.name in game.protocols]
        of_games = f" ({' and '.join(titles)})" if titles else ""
        about = f"port of the {self.name} protocol{of_games}"
        ports = [
            setting(self.name, PORT, about, self.port),
            setting(f"{self.name}_tls", PORT, f"TLS {about}", None),
        ]
        if self.rmi_port is not None:
            about = f"additional Java RMI port, for clients of the {self.name} protocol"
            ports.append(setting(f"rmi_{self.name}", PORT, about, self.rmi_port))
        return (*ports, *self.settings)


DIALECTS: dict[str, DialectRow] = {}


def register(row: DialectRow) -> None:
    """Add a dialect; raise `ValueError` if its name or settings are invalid."""
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
    return tuple(each for row in DIALECTS.values() for each in row.all_settings)
