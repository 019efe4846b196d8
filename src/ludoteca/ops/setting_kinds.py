"""Types of settings: the format of their values.

Imports only the standard library, because `--help` is generated from these types and must start
quickly.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ludoteca.ops.buckets import Limit

if TYPE_CHECKING:
    from ipaddress import IPv4Network, IPv6Network

Network: TypeAlias = "IPv4Network | IPv6Network"

A_DAY = 86_400
A_MINUTE = 60_000
"""One minute in milliseconds."""
MOST_DAYS = 3650
MANY = 1_000_000
ON = "on"
OFF = "off"
LONGEST_NODE = 60


class SettingKind(NamedTuple):
    """Type of a setting."""

    metavar: str
    values: str
    """Describes valid values; completes "… is not"."""
    read: Callable[[str], Any]
    """Parses a string; raises `ValueError` if it is invalid."""
    none: str = ""
    """Text that stands for the absence of a value."""
    several: bool = False
    """Whether a flag may be repeated and a file may contain a list; values are joined."""
    secret: bool = False
    """Whether values may contain a password and are never shown."""


def _text(text: str) -> str:
    if not text.strip() or "\0" in text:
        raise ValueError(text)
    return text


def _folder(text: str) -> str | None:
    return None if text == "off" else _text(text)


def _advertised(text: str) -> str | None:
    return None if text == "auto" else _text(text)


def _in_data(text: str) -> str | None:
    return None if text == "auto" else _text(text)


def _port(text: str) -> int | None:
    if text == "off":
        return None
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise ValueError(text)
    return int(text)


def _seconds(text: str) -> float:
    # Digits and a point, without sign, exponent or `nan`.
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and float(text) <= A_DAY):
        raise ValueError(text)
    return float(text)


def _days(text: str) -> float:
    if not (text.isascii() and text.replace(".", "", 1).isdigit() and float(text) <= MOST_DAYS):
        raise ValueError(text)
    return float(text)


def _count(text: str, most: int = 1000) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise ValueError(text)
    return int(text)


def _vacation(text: str) -> int:
    return 0 if text == "0" else _count(text, 366)


def _milliseconds(text: str) -> int | None:
    return None if text == "off" else _count(text, A_MINUTE)


def _workers(text: str) -> int | None:
    if text == "auto":
        return None
    return 0 if text == "0" else _count(text)


def _megabytes(text: str) -> int:
    return 0 if text == "0" else _count(text, MANY)


def _limit(text: str) -> Limit | None:
    if text == "off":
        return None
    count, _, seconds = text.partition("/")
    return Limit(_count(count, MANY), _count(seconds, A_DAY))


def _networks(text: str) -> tuple[Network, ...]:
    from ipaddress import ip_network  # noqa: PLC0415 - rarely needed, and help must start fast

    return tuple(ip_network(each.strip()) for each in text.split(",")) if text != "none" else ()


def _origins(text: str) -> tuple[str, ...]:
    from urllib.parse import urlsplit  # noqa: PLC0415 - rarely needed, and help must start fast

    origins = tuple(each.strip().rstrip("/") for each in text.split(",")) if text != "none" else ()
    for each in origins:
        parts = urlsplit(each)
        if parts.scheme not in ("http", "https") or each != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(text)
    return origins


def _journal(text: str) -> str | None:
    return None if text == "data" else _url(text, "postgresql", "postgres")


def _bus(text: str) -> str | None:
    if text == OFF:
        return None
    return ",".join(_url(each.strip(), "nats", "tls") for each in text.split(","))


def _smtp(text: str) -> str | None:
    return None if text == OFF else _url(text, "smtp", "smtps")


def _mail(text: str) -> str | None:
    if text == OFF:
        return None
    name, _, host = text.partition("@")
    if not (name and host and text.isascii() and text.isprintable()) or set(text) & set(' <>",;()'):
        raise ValueError(text)
    return text


def _url(text: str, *schemes: str) -> str:
    from urllib.parse import urlsplit  # noqa: PLC0415 - rarely needed, and help must start fast

    if urlsplit(text).scheme not in schemes or "://" not in text or not text.isprintable():
        raise ValueError(text)
    return text


def without_passwords(text: str) -> str:
    """Return URLs without user names and passwords, so that they can be shown."""
    from urllib.parse import urlsplit  # noqa: PLC0415

    urls = (urlsplit(each.strip()) for each in text.split(","))
    return ",".join(f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}" for url in urls)


def _node(text: str) -> str | None:
    if text == "auto":
        return None
    if len(text) > LONGEST_NODE or not text.isascii() or not text.replace("-", "").isalnum():
        raise ValueError(text)
    return text


def _one_of(*words: str) -> SettingKind:
    def read(text: str) -> str:
        return words[words.index(text)]

    return SettingKind("WORD", f"one of {', '.join(words)}", read)


FOLDER = SettingKind("DIR", "a folder, or off to store nothing", _folder, none="off")
FILE = SettingKind("FILE", "a file, or off for the built-in ones", _folder, none="off")
SOCKET = SettingKind(
    "PATH", "a path, off, or auto for admin.sock in the data folder", _in_data, none="auto"
)
SECRET = SettingKind(
    "FILE", "a file, off, or auto for operator-secret in the data folder", _in_data, none="auto"
)
JOURNAL = SettingKind(
    "URL",
    "a URL like postgresql://USER@HOST/NAME, or the word data for a file in the data folder",
    _journal,
    none="data",
    secret=True,
)
BUS = SettingKind(
    "URL",
    "one or more URLs such as nats://HOST:PORT, separated by commas, or off",
    _bus,
    OFF,
    secret=True,
)
SMTP = SettingKind(
    "URL",
    "a URL like smtps://USER:PASSWORD@HOST or smtp://HOST:PORT, or off",
    _smtp,
    OFF,
    secret=True,
)
MAIL = SettingKind("ADDRESS", "an email address, or off", _mail, OFF)
NODE = SettingKind(
    "NAME", "letters, digits and hyphens, or auto for host name and process id", _node, none="auto"
)
SWITCH = _one_of(ON, OFF)
HOST = SettingKind("HOST", "a host name or an address", _text)
ADVERTISED = SettingKind(
    "HOST",
    "a host name or an address, or auto for the address that the client connected to",
    _advertised,
    "auto",
)
PORT = SettingKind("PORT", "a port (0 to 65535, 0 for any free one) or off", _port, none="off")
SECONDS = SettingKind("SECONDS", f"a number of seconds (0 to {A_DAY})", _seconds)
DAYS = SettingKind("DAYS", f"a number of days (0 to {MOST_DAYS})", _days)
VACATION = SettingKind("DAYS", "a number of days (0 to 366)", _vacation)
MILLISECONDS = SettingKind(
    "MILLISECONDS", f"a number of milliseconds (1 to {A_MINUTE}), or off", _milliseconds, "off"
)
COUNT = SettingKind("COUNT", "a number (1 to 1000)", _count)
PLACES = SettingKind("COUNT", f"a number (1 to {MANY})", lambda text: _count(text, MANY))
MEGABYTES = SettingKind("MB", f"a number of megabytes (0 to {MANY}, 0 for no reserve)", _megabytes)
WORKERS = SettingKind(
    "COUNT", "a number (0 to 1000), or auto for one less than the number of cores", _workers, "auto"
)
LIMIT = SettingKind("COUNT/SECONDS", "COUNT per SECONDS, such as 60/20, or off", _limit, "off")
NETWORKS = SettingKind(
    "ADDRESS",
    "a list of addresses or networks such as 10.0.0.0/8, or none",
    _networks,
    none="none",
    several=True,
)
ORIGINS = SettingKind(
    "ORIGIN",
    "a list of origins such as https://games.example.org, or none",
    _origins,
    none="none",
    several=True,
)
PEM = SettingKind("FILE", "a PEM file, or off", _folder, none="off")
LEVEL = _one_of("debug", "info", "warning", "error")
FORM = _one_of("auto", "text", "json")
GUESTS = _one_of("address", "open", "secret")
