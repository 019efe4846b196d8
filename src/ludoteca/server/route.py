"""A route of the API: all about one path, for answering it and for documenting it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from ludoteca.core import House
from ludoteca.messages import HouseReason
from ludoteca.ops.turns import Turns

JSON = "application/json"
LINES = "application/x-ndjson"
LIVE = "no-store"
KEPT = "private, max-age=86400"
"""A finished game changes no more; a private one is not for shared caches."""

RULES_FORBID = 409
"""The status of what the rules of a game refuse."""
STATUSES: Mapping[str, int] = {
    HouseReason.BAD_PARAMETER: 400,
    HouseReason.WRONG_ORIGIN: 403,
    HouseReason.UNREADABLE: 400,
    HouseReason.BAD_NAME: 400,
    HouseReason.NAME_RESERVED: 400,
    HouseReason.BAD_ADDRESS: 400,
    HouseReason.NOT_OPERATOR: 401,
    HouseReason.WRONG_OPERATOR_SECRET: 403,
    HouseReason.BANNED: 403,
    HouseReason.NO_SUCH_PATH: 404,
    HouseReason.NOT_BANNED: 404,
    HouseReason.PERSON_AWAY: 404,
    HouseReason.NO_SUCH_TABLE: 404,
    HouseReason.NO_SUCH_PERSON: 404,
    HouseReason.NO_SUCH_SEAT: 404,
    HouseReason.NO_TEACHER: 404,
    HouseReason.NO_SUCH_VERSION: 404,
    HouseReason.WRONG_METHOD: 405,
    HouseReason.NOT_OVER: 409,
    HouseReason.UNREADABLE_MOVE: 400,
    HouseReason.NO_DRAFT: 409,
    HouseReason.NOT_COMPARED: 409,
    HouseReason.TOO_OFTEN: 429,
    HouseReason.TOO_MANY: 429,
    HouseReason.OVER_ALREADY: 409,
    HouseReason.SEATED_ALREADY: 409,
    HouseReason.UNREADABLE_TABLE: 500,
    HouseReason.UNKNOWN_RULES: 501,
    HouseReason.UNAVAILABLE: 503,
    HouseReason.NOT_READY: 503,
    HouseReason.DRAINING: 503,
    HouseReason.NOT_WRITTEN: 503,
    HouseReason.OUTCOME_UNKNOWN: 503,
}


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Download(NamedTuple):
    """An answer to be kept as a file."""

    name: str
    body: bytes


class Paged(NamedTuple):
    """A page of a list, and where the next one begins; empty if this is the last."""

    items: Sequence[Any]
    more: str


class Route(NamedTuple):
    """A path, its parameters, and what is answered."""

    path: str
    meaning: str
    answer: Callable[[House, Any], Awaitable[Any]]
    """A value of the type given, a page of a list, a download, or a refusal."""
    gives: Any
    asks: type[Struct] = Nothing
    """The parameters: those named in the path, and the others after the question mark."""
    refusals: tuple[HouseReason, ...] = ()
    media: str = JSON
    cache: str = LIVE
    limit: str = ""
    """The limit that holds here for an address, besides that for all requests."""
    turns: Callable[[House], Turns] | None = None
    """What takes so long that addresses wait for their turn."""

    @property
    def reasons(self) -> tuple[HouseReason, ...]:
        """Every reason for a refusal at this path; some are the same everywhere."""
        return (HouseReason.BAD_PARAMETER, *self.refusals, HouseReason.TOO_OFTEN)
