"""The table of dialects served over TCP and remote calls.

Listeners, settings, help, the wiretap and the API are derived from its rows. Objects named by a row
are imported on first use.
"""

from typing import NamedTuple

from ludoteca.games import ROWS as GAME_ROWS
from ludoteca.ops.settings import COUNT, FILE, PORT, SECONDS, SETTINGS, Setting, setting

SEVERAL_NODES = "several_nodes"
"""Setting that says whether several servers share the tables."""


class DialectRow(NamedTuple):
    """One protocol; its parts are named "module:attribute"."""

    name: str
    """Name in settings, addresses and documents: lower-case letters."""
    port: int | None
    """Default port; None does not listen."""
    serve: str
    """Factory `(settings, new_token) -> ServedDialect`.

    The settings contain its own and `SEVERAL_NODES`.
    """
    encodings: str
    """Its encodings, for programs that inspect traffic: `Sequence[Encoding]`."""
    offer: str = ""
    """Exports it over RMI: `(rmi_server, new_call_dialect) -> None`."""
    rmi_port: int | None = None
    """Another port where its clients look for the RMI registry."""
    quick_acks: bool = False
    """Whether clients write messages in small segments and wait for each to be acknowledged."""
    schema: str = ""
    """Pair of message types: those of clients, those of the server."""
    settings: tuple[Setting, ...] = ()
    """Further settings, each named `NAME_…`."""

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """Settings for its ports, and its own."""
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
