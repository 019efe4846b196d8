"""The dialects that are spoken over TCP and in calls, each a row.

Listeners, settings, help, the wiretap and the API are derived from these rows. What a row names is
imported when it is first needed.
"""

from typing import NamedTuple

from ludoteca.games import ROWS as GAME_ROWS
from ludoteca.ops.settings import COUNT, FILE, PORT, SECONDS, SETTINGS, Setting, setting

SEVERAL_NODES = "several_nodes"
"""The name by which dialects are told whether players of other servers are at the same tables."""


class DialectRow(NamedTuple):
    """A protocol as the program knows it; its parts are named as "module:attribute"."""

    name: str
    """As settings, addresses and documents have it: lower-case letters."""
    port: int | None
    """Where it listens unless told otherwise; None is nowhere."""
    serve: str
    """Makes what a server needs of it: `(settings, new_token) -> ServedDialect`.

    Besides its own, the settings say whether the server is one of several (`SEVERAL_NODES`).
    """
    encodings: str
    """How its words are written, for programs that listen in: `Sequence[Encoding]`."""
    offer: str = ""
    """Offers it to clients that call remote objects: `(rmi_server, new_call_dialect) -> None`."""
    rmi_port: int | None = None
    """A further port where its clients look for remote objects."""
    quick_acks: bool = False
    """Whether its clients write a message in small segments, and wait until each has arrived."""
    schema: str = ""
    """The types of its messages, those of clients and those of the server: a pair."""
    settings: tuple[Setting, ...] = ()
    """What it can be told besides; each is called `NAME_…`."""

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """The settings of its ports, and its own."""
        titles = [game.rulebook.TITLE for game in GAME_ROWS.values() if self.name in game.protocols]
        of_games = f" ({' and '.join(titles)})" if titles else ""
        about = f"port of the {self.name} protocol{of_games}"
        ports = [
            setting(self.name, PORT, about, self.port),
            setting(f"{self.name}_tls", PORT, f"TLS {about}", None),
        ]
        if self.rmi_port is not None:
            about = f"additional port of Java RMI, where clients of {self.name} expect it"
            ports.append(setting(f"rmi_{self.name}", PORT, about, self.rmi_port))
        return (*ports, *self.settings)


_OURS = (
    DialectRow(
        name="pipes",
        port=8080,
        serve="ludoteca.protocols.pipes.calls:serve",
        encodings="ludoteca.protocols.pipes:ENCODINGS",
        offer="ludoteca.server.rmi.pipes:offer",
    ),
    DialectRow(
        name="commands",
        port=50623,
        serve="ludoteca.protocols.commands:serve",
        encodings="ludoteca.protocols.commands:ENCODINGS",
        schema="ludoteca.protocols.commands.schema:SCHEMA",
        settings=(
            setting(
                "commands_ping",
                SECONDS,
                "time between two PINGs of the commands protocol, 0 for none",
                10.0,
            ),
            setting(
                "commands_pongs",
                COUNT,
                "maximum number of unanswered PINGs in a row in the commands protocol",
                4,
            ),
        ),
    ),
    DialectRow(
        name="updates",
        port=1234,
        serve="ludoteca.protocols.updates.calls:serve",
        encodings="ludoteca.protocols.updates:ENCODINGS",
        offer="ludoteca.server.rmi.updates:offer",
        quick_acks=True,
        schema="ludoteca.protocols.updates:SCHEMA",
    ),
    DialectRow(
        name="prompts",
        port=50010,
        serve="ludoteca.protocols.prompts.calls:serve",
        encodings="ludoteca.protocols.prompts:ENCODINGS",
        offer="ludoteca.server.rmi.prompts:offer",
        rmi_port=50011,
        settings=(
            setting(
                "prompts_texts", FILE, "texts of the prompts protocol (see its documentation)", None
            ),
        ),
    ),
    DialectRow(
        name="requests",
        port=11500,
        serve="ludoteca.protocols.requests.calls:serve",
        encodings="ludoteca.protocols.requests:ENCODINGS",
        offer="ludoteca.server.rmi.requests:offer",
        quick_acks=True,
        schema="ludoteca.protocols.requests:SCHEMA",
    ),
)
DIALECTS: dict[str, DialectRow] = {row.name: row for row in _OURS}


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
