"""Settings of `ludoteca serve`: one row each, for flag, environment variable and file.

Imports only the standard library, because `--help` is generated from these rows and must start
quickly.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from ludoteca.ops import setting_kinds as kinds
from ludoteca.ops.buckets import Limit

CONFIG = "LUDOTECA_CONFIG"


class BadSetting(Exception):
    """An invalid setting; the message is a sentence that names its source."""


class Row(NamedTuple):
    """Type and help text of a setting."""

    kind: kinds.SettingKind
    help: str


class Settings(NamedTuple):
    """All settings of `ludoteca serve`."""

    data: Annotated[str | None, Row(kinds.FOLDER, "where to store the server's data")] = (
        "ludoteca-data"
    )
    journal: Annotated[
        str | None,
        Row(kinds.JOURNAL, "where to store the journal; several nodes can share a database"),
    ] = None
    bus: Annotated[str | None, Row(kinds.BUS, "message bus of the nodes that share a journal")] = (
        None
    )
    node: Annotated[str | None, Row(kinds.NODE, "name of this node in logs and metrics")] = None
    reuse_port: Annotated[
        str,
        Row(
            kinds.SWITCH,
            "share ports with other nodes on this machine, except those of RMI and --node-web",
        ),
    ] = kinds.OFF
    host: Annotated[str, Row(kinds.HOST, "address to listen on")] = "127.0.0.1"
    web: Annotated[int | None, Row(kinds.PORT, "port of the web page and the web protocol")] = 8000
    node_web: Annotated[
        int | None,
        Row(kinds.PORT, "additional port for the page, the API and /metrics of this node only"),
    ] = None
    rmi: Annotated[
        int | None,
        Row(kinds.PORT, "port of Java RMI; if --rmi-prompts is off too, no port accepts RMI calls"),
    ] = 1099
    advertise: Annotated[
        str | None, Row(kinds.ADVERTISED, "host named in the stubs that Java RMI clients receive")
    ] = None
    tls_cert: Annotated[str | None, Row(kinds.PEM, "TLS certificate chain")] = None
    tls_key: Annotated[str | None, Row(kinds.PEM, "private key of the TLS certificate")] = None
    origin: Annotated[tuple[str, ...], Row(kinds.ORIGINS, "public origins of this server")] = ()
    trusted_proxy: Annotated[
        tuple[kinds.Network, ...],
        Row(kinds.NETWORKS, "proxies trusted to report the addresses of clients"),
    ] = ()
    connections: Annotated[int, Row(kinds.PLACES, "maximum number of connections")] = 4000
    connections_per_address: Annotated[
        int, Row(kinds.PLACES, "maximum number of connections per address")
    ] = 200
    limit_connections: Annotated[Limit | None, Row(kinds.LIMIT, "new connections per address")] = (
        Limit(1200, 60)
    )
    login_deadline: Annotated[
        float,
        Row(
            kinds.SECONDS,
            "time to log in, 0 for no limit; enforced only while connections without a name use "
            "more than half of the connections allowed per address or in total",
        ),
    ] = 120.0
    limit_logins: Annotated[Limit | None, Row(kinds.LIMIT, "logins per address")] = Limit(300, 60)
    limit_pages: Annotated[
        Limit | None, Row(kinds.LIMIT, "HTTP requests per address; further ones are delayed")
    ] = Limit(3000, 30)
    limit_requests: Annotated[
        Limit | None, Row(kinds.LIMIT, "requests per player; further ones are delayed")
    ] = Limit(500, 5)
    limit_tables: Annotated[Limit | None, Row(kinds.LIMIT, "tables opened per player")] = Limit(
        30, 60
    )
    waiting_tables: Annotated[
        int,
        Row(
            kinds.PLACES,
            "maximum number of unstarted listed tables per player; twice as many private tables "
            "are allowed",
        ),
    ] = 5
    waiting_tables_per_address: Annotated[
        int,
        Row(
            kinds.PLACES,
            "maximum number of unstarted listed tables per address; twice as many private tables "
            "are allowed",
        ),
    ] = 40
    limit_talk: Annotated[Limit | None, Row(kinds.LIMIT, "chat messages per player")] = Limit(
        60, 20
    )
    limit_chat: Annotated[
        Limit | None, Row(kinds.LIMIT, "kilobytes of recorded chat per address")
    ] = Limit(5000, kinds.A_DAY)
    limit_table_chat: Annotated[
        Limit | None, Row(kinds.LIMIT, "kilobytes of recorded chat per table")
    ] = Limit(1000, kinds.A_DAY)
    limit_records: Annotated[
        Limit | None,
        Row(
            kinds.LIMIT,
            "kilobytes recorded at tables per address (opening a table counts as 10); beyond the "
            "limit, no tables are opened and moves are delayed",
        ),
    ] = Limit(100_000, kinds.A_DAY)
    limit_replays: Annotated[
        Limit | None, Row(kinds.LIMIT, "replays and positions read per address")
    ] = Limit(300, 60)
    limit_work: Annotated[
        Limit | None,
        Row(
            kinds.LIMIT,
            "milliseconds of CPU time per address, of which each client may use a fifth; further "
            "work is delayed",
        ),
    ] = Limit(500, 1)
    people_per_address: Annotated[
        int, Row(kinds.COUNT, "per-address limits as a multiple of per-player limits")
    ] = 30
    grace: Annotated[
        float, Row(kinds.SECONDS, "time to wait before the turn of an absent player is skipped")
    ] = 3.0
    pause: Annotated[
        float,
        Row(
            kinds.SECONDS,
            "time to wait for an absent player before their seat is freed, the last player wins, "
            "or a vote may end the game",
        ),
    ] = 60.0
    settle: Annotated[
        float,
        Row(
            kinds.SECONDS,
            "grace period after a restart before absent players are skipped or forfeit",
        ),
    ] = 10.0
    guests: Annotated[
        str,
        Row(
            kinds.GUESTS,
            "how players without a token or secret may reclaim their name (address: from the same "
            "address, except names first used over the web protocol; open: from any "
            "address; secret: not at all)",
        ),
    ] = "address"
    close_empty: Annotated[
        float,
        Row(
            kinds.SECONDS,
            "time after which a listed table that has not started is closed if nobody is connected",
        ),
    ] = 600.0
    close_idle: Annotated[
        float,
        Row(
            kinds.DAYS,
            "time after which a running game, or a private table that has not started, is closed "
            "if nobody is connected and nothing happens; running games with a clock of an hour or "
            "more per turn stay open",
        ),
    ] = 7.0
    stand_in: Annotated[
        float, Row(kinds.SECONDS, "time before a bot stands in for an absent player")
    ] = 30.0
    vacation_days: Annotated[
        int,
        Row(
            kinds.VACATION,
            "vacation days per year for each player with an account; during a vacation, the "
            "player's clocks of an hour or more per turn are stopped",
        ),
    ] = 21
    disk_reserve: Annotated[
        int,
        Row(kinds.MEGABYTES, "free disk space below which only moves are accepted"),
    ] = 200
    smtp: Annotated[
        str | None, Row(kinds.SMTP, "mail server for notifications; needs --smtp-from and --origin")
    ] = None
    smtp_from: Annotated[str | None, Row(kinds.MAIL, "sender address of emails")] = None
    mail_batch: Annotated[
        float, Row(kinds.SECONDS, "time during which notifications are collected into one email")
    ] = 180.0
    notify_after: Annotated[
        float, Row(kinds.SECONDS, "time before an absent player is notified of their turn")
    ] = 30.0
    notify_networks: Annotated[
        tuple[kinds.Network, ...],
        Row(kinds.NETWORKS, "private networks to which push messages and webhooks may be sent"),
    ] = ()
    bots_workers: Annotated[
        int | None,
        Row(
            kinds.WORKERS,
            "maximum number of bot processes; 0 disables bots that search",
        ),
    ] = None
    admin_socket: Annotated[str | None, Row(kinds.SOCKET, "local socket for `ludoteca admin`")] = (
        None
    )
    operator_secret_file: Annotated[
        str | None, Row(kinds.SECRET, "where the secret of the operator's page is stored")
    ] = None
    log_level: Annotated[str, Row(kinds.LEVEL, "minimum level of logged events")] = "info"
    log_format: Annotated[
        str, Row(kinds.FORM, "log format; auto means text on a terminal and json elsewhere")
    ] = "auto"
    slow_step: Annotated[
        int | None,
        Row(
            kinds.MILLISECONDS,
            "minimum CPU time for a step of the event loop to be logged as step_slow",
        ),
    ] = 100
    of_dialects: Mapping[str, object] = MappingProxyType({})
    """Settings of the protocols, by name."""


class Setting(NamedTuple):
    """A setting with its name, type, help text and default."""

    name: str
    kind: kinds.SettingKind
    help: str
    default: str

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"LUDOTECA_{self.name.upper()}"


def setting(name: str, kind: kinds.SettingKind, about: str, default: object) -> Setting:
    """Create a setting; a default of None is written as the kind's `none`."""
    shown = kind.none if default in (None, ()) else str(default).removesuffix(".0")
    return Setting(name, kind, f"{about}: {kind.values}", shown)


SETTINGS = tuple(
    setting(name, row.kind, row.help, Settings._field_defaults[name])
    for name, hint in Settings.__annotations__.items()
    for row in getattr(hint, "__metadata__", ())
)


def read_settings(
    flags: Mapping[str, object], environment: Mapping[str, str], of_dialects: Sequence[Setting] = ()
) -> Settings:
    """Read all settings: flags override the environment, which overrides the file."""
    flag = flags.get("config")
    config = environment.get(CONFIG) if flag is None else str(flag)
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
        flags_of_ports = ", ".join(row.flag for row in rows if row.kind is kinds.PORT)
        raise BadSetting(
            f"every port is off, so no client could connect (open one: {flags_of_ports})"
        )
    if settings.smtp and not (settings.smtp_from and settings.origin):
        raise BadSetting("--smtp needs --smtp-from, and --origin for the links in emails")
    if settings.bus and not settings.journal:
        raise BadSetting("--bus needs --journal postgresql://…, which all nodes share")
    return settings


def open_ports(settings: Settings, rows: Sequence[Setting]) -> dict[str, int]:
    """Return the ports to listen on, by the names of their settings."""
    values = settings._asdict() | dict(settings.of_dialects)
    ports = {row.name: values[row.name] for row in rows if row.kind is kinds.PORT}
    return {name: port for name, port in ports.items() if port is not None}


def _value(kind: kinds.SettingKind, source: str, value: object) -> Any:
    try:
        if kind.several and isinstance(value, list):
            value = ",".join(map(str, value))
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError(value)  # noqa: TRY004, TRY301 - reported like an invalid text
        return kind.read(str(value))
    except ValueError:
        shown = "the value" if kind.secret else f"'{value}'"
        raise BadSetting(f"{source}: {shown} is not {kind.values}") from None


def read_toml(path: str) -> dict[str, object]:
    """Read a TOML file; raise `BadSetting` if that fails."""
    import tomllib  # noqa: PLC0415 - needed only if there is a file
    from pathlib import Path  # noqa: PLC0415

    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"'{path}' cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadSetting(f"{path} is not TOML: {error}") from None


def _written(config: str, rows: Sequence[Setting]) -> dict[str, object]:
    """Read the settings file; raise `BadSetting` for an unknown key."""
    written = read_toml(config)
    names = [row.name for row in rows]
    for key in written:
        if key not in names:
            raise BadSetting(
                f"{config}: there is no setting '{key}' (settings: {', '.join(names)})"
            )
    return written
