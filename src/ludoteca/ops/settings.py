"""The settings of `ludoteca serve`: one row each, whether given by flag, variable or file.

Only the standard library is imported: `--help` is made from these rows and must start fast.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from ludoteca.ops.buckets import Limit
from ludoteca.ops.setting_kinds import (
    A_DAY,
    ADVERTISED,
    BUS,
    COUNT,
    DAYS,
    FILE,
    FOLDER,
    FORM,
    GUESTS,
    HOST,
    JOURNAL,
    LEVEL,
    LIMIT,
    MEGABYTES,
    MILLISECONDS,
    NETWORKS,
    NODE,
    OFF,
    ON,
    ORIGINS,
    PEM,
    PLACES,
    PORT,
    SECONDS,
    SECRET,
    SOCKET,
    SWITCH,
    WORKERS,
    Network,
    SettingKind,
)

__all__ = [
    "A_DAY", "CONFIG", "COUNT", "FILE", "LIMIT", "OFF", "ON", "PORT", "SECONDS", "SETTINGS",
    "BadSetting", "Setting", "SettingKind", "Settings",
    "open_ports", "read_settings", "read_toml", "setting",
]  # fmt: skip

CONFIG = "LUDOTECA_CONFIG"


class BadSetting(Exception):
    """What is wrong with a value and where it came from, in one sentence."""


class Row(NamedTuple):
    """What a setting is about."""

    kind: SettingKind
    help: str


class Settings(NamedTuple):
    """All settings of `ludoteca serve`."""

    data: Annotated[str | None, Row(FOLDER, "where everything is kept")] = "ludoteca-data"
    journal: Annotated[
        str | None, Row(JOURNAL, "where the journal is; a database can be shared by several nodes")
    ] = None
    bus: Annotated[
        str | None, Row(BUS, "what carries news between the nodes that share a journal")
    ] = None
    node: Annotated[str | None, Row(NODE, "the name of this node in logs and metrics")] = None
    reuse_port: Annotated[
        str,
        Row(
            SWITCH,
            "whether other nodes on this machine listen at the same ports, but for RMI's and "
            "--node-web",
        ),
    ] = OFF
    host: Annotated[str, Row(HOST, "the address to listen at")] = "127.0.0.1"
    web: Annotated[int | None, Row(PORT, "the port of the page and of the web protocol")] = 8000
    node_web: Annotated[
        int | None,
        Row(PORT, "another port of the page, of the API and of /metrics, for this node alone"),
    ] = None
    rmi: Annotated[
        int | None,
        Row(PORT, "the port of Java RMI; with --rmi-prompts off too, no port accepts calls"),
    ] = 1099
    advertise: Annotated[
        str | None, Row(ADVERTISED, "where remote objects are said to be in Java RMI")
    ] = None
    tls_cert: Annotated[
        str | None, Row(PEM, "the certificate for TLS, with those that it is signed by")
    ] = None
    tls_key: Annotated[str | None, Row(PEM, "its private key")] = None
    origin: Annotated[
        tuple[str, ...], Row(ORIGINS, "where pages may come from that use this server")
    ] = ()
    trusted_proxy: Annotated[
        tuple[Network, ...], Row(NETWORKS, "proxies that are trusted to name their clients")
    ] = ()
    connections: Annotated[int, Row(PLACES, "how many connections there may be in all")] = 4000
    connections_per_address: Annotated[
        int, Row(PLACES, "how many connections there may be from one address")
    ] = 200
    limit_connections: Annotated[
        Limit | None, Row(LIMIT, "connections opened from one address")
    ] = Limit(1200, 60)
    login_deadline: Annotated[
        float,
        Row(
            SECONDS,
            "time to log in, 0 for no limit; enforced only while connections without a name take "
            "more than half of the places of their address or of the server",
        ),
    ] = 120.0
    limit_logins: Annotated[Limit | None, Row(LIMIT, "log-ins from one address")] = Limit(300, 60)
    limit_pages: Annotated[
        Limit | None, Row(LIMIT, "HTTP requests from one address; more have to wait")
    ] = Limit(3000, 30)
    limit_requests: Annotated[
        Limit | None, Row(LIMIT, "requests of one player; more have to wait")
    ] = Limit(500, 5)
    limit_tables: Annotated[Limit | None, Row(LIMIT, "tables opened by one player")] = Limit(30, 60)
    waiting_tables: Annotated[
        int, Row(PLACES, "listed tables per player that have not started; twice as many private")
    ] = 5
    waiting_tables_per_address: Annotated[
        int, Row(PLACES, "listed tables per address that have not started; twice as many private")
    ] = 40
    limit_talk: Annotated[Limit | None, Row(LIMIT, "chat messages of one player")] = Limit(60, 20)
    limit_chat: Annotated[
        Limit | None, Row(LIMIT, "kilobytes of recorded chat from one address")
    ] = Limit(5000, A_DAY)
    limit_table_chat: Annotated[
        Limit | None, Row(LIMIT, "kilobytes of recorded chat at one table")
    ] = Limit(1000, A_DAY)
    limit_records: Annotated[
        Limit | None,
        Row(
            LIMIT,
            "kilobytes recorded at tables for one address, 10 of them for opening one; beyond it "
            "no tables are opened, and moves have to wait",
        ),
    ] = Limit(100_000, A_DAY)
    limit_replays: Annotated[
        Limit | None, Row(LIMIT, "replays and positions read from one address")
    ] = Limit(300, 60)
    limit_work: Annotated[
        Limit | None,
        Row(
            LIMIT,
            "milliseconds that the server works for one address, a fifth of them for one client; "
            "more has to wait",
        ),
    ] = Limit(500, 1)
    people_per_address: Annotated[
        int, Row(COUNT, "how many times the limits of a player hold for their address")
    ] = 30
    grace: Annotated[
        float, Row(SECONDS, "how long the turn of an absent seat waits before it is skipped")
    ] = 3.0
    pause: Annotated[
        float,
        Row(
            SECONDS,
            "how long the last person at a table waits before they win, the others before they "
            "may end a game that waits, and an absent one keeps a seat before the start",
        ),
    ] = 60.0
    settle: Annotated[
        float,
        Row(
            SECONDS,
            "how long after the start nobody is skipped and nobody wins by waiting "
            "at a table that was brought back",
        ),
    ] = 10.0
    guests: Annotated[
        str,
        Row(
            GUESTS,
            "how players with neither token nor secret come back to their name: from the same "
            "address, from anywhere (open) or not at all (secret)",
        ),
    ] = "address"
    close_empty: Annotated[
        float,
        Row(
            SECONDS,
            "how long a listed table that has not started stays once nobody is connected to it",
        ),
    ] = 600.0
    close_idle: Annotated[
        float,
        Row(
            DAYS,
            "how long any other table stays once nobody is connected to it and nothing happens, "
            "except a running game with a clock of an hour or more",
        ),
    ] = 7.0
    stand_in: Annotated[float, Row(SECONDS, "how long a player is away before a bot stands in")] = (
        30.0
    )
    disk_reserve: Annotated[
        int,
        Row(MEGABYTES, "free disk space below which only moves are accepted"),
    ] = 200
    bots_workers: Annotated[
        int | None,
        Row(
            WORKERS,
            "how many processes bots think in at most; with 0 there are no bots that search",
        ),
    ] = None
    admin_socket: Annotated[str | None, Row(SOCKET, "the local socket for `ludoteca admin`")] = None
    operator_secret_file: Annotated[
        str | None, Row(SECRET, "the secret for the operator's page")
    ] = None
    log_level: Annotated[str, Row(LEVEL, "the least that is logged")] = "info"
    log_format: Annotated[
        str, Row(FORM, "how it is logged, where auto is text on a terminal and json elsewhere")
    ] = "auto"
    slow_step: Annotated[
        int | None,
        Row(
            MILLISECONDS,
            "the CPU time from which a step of the event loop is logged as step_slow",
        ),
    ] = 100
    of_dialects: Mapping[str, Any] = MappingProxyType({})
    """What the dialects can be told, by the names of their settings."""


class Setting(NamedTuple):
    """One row of the settings, complete."""

    name: str
    kind: SettingKind
    help: str
    default: str

    @property
    def flag(self) -> str:
        """What it is called on the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """What it is called in the environment."""
        return f"LUDOTECA_{self.name.upper()}"


def setting(name: str, kind: SettingKind, about: str, default: Any) -> Setting:
    """A row of the settings; no value is written as its kind says."""
    shown = kind.none if default in (None, ()) else str(default).removesuffix(".0")
    return Setting(name, kind, f"{about}: {kind.values}", shown)


SETTINGS = tuple(
    setting(name, row.kind, row.help, Settings._field_defaults[name])
    for name, hint in Settings.__annotations__.items()
    for row in getattr(hint, "__metadata__", ())
)


def read_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], of_dialects: Sequence[Setting] = ()
) -> Settings:
    """The settings: flags over environment over file over defaults."""
    config = flags.get("config") if flags.get("config") is not None else environment.get(CONFIG)
    rows = (*SETTINGS, *of_dialects)
    written = {} if config is None else _written(config, rows)
    values = {row.name: row.kind.read(row.default) for row in of_dialects}
    for row in rows:
        sources = {
            row.flag: flags.get(row.name),
            row.variable: environment.get(row.variable),
            f"{row.name} in {config}": written.get(row.name),
        }
        for source, value in sources.items():
            if value is not None:
                values[row.name] = _value(row.kind, source, value)
                break
    others = {row.name: values.pop(row.name) for row in of_dialects}
    settings = Settings(**values, of_dialects=others)
    if not open_ports(settings, rows):
        flags_of_ports = ", ".join(row.flag for row in rows if row.kind is PORT)
        raise BadSetting(
            f"every port is off, so no client could connect (open one: {flags_of_ports})"
        )
    if settings.bus and not settings.journal:
        raise BadSetting("--bus needs --journal postgresql://…, which all nodes share")
    return settings


def open_ports(settings: Settings, rows: Sequence[Setting]) -> dict[str, int]:
    """The ports to listen at, by the names of their settings."""
    values = settings._asdict() | dict(settings.of_dialects)
    ports = {row.name: values[row.name] for row in rows if row.kind is PORT}
    return {name: port for name, port in ports.items() if port is not None}


def _value(kind: SettingKind, source: str, value: Any) -> Any:
    try:
        if kind.several and isinstance(value, list):
            value = ",".join(map(str, value))
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError(value)  # noqa: TRY004, TRY301 - as bad as any other
        return kind.read(str(value))
    except ValueError:
        shown = "that" if kind.secret else f"'{value}'"
        raise BadSetting(f"{source}: {shown} is not {kind.values}") from None


def read_toml(path: str) -> dict[str, Any]:
    """What a file says."""
    import tomllib  # noqa: PLC0415 - needed only if there is a file
    from pathlib import Path  # noqa: PLC0415

    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"'{path}' cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadSetting(f"{path} is not TOML: {error}") from None


def _written(config: str, rows: Sequence[Setting]) -> dict[str, Any]:
    """What the file of the settings says."""
    written = read_toml(config)
    names = [row.name for row in rows]
    for key in written:
        if key not in names:
            raise BadSetting(f"{config}: there is no setting '{key}' (there is {', '.join(names)})")
    return written
