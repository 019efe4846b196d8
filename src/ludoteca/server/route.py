"""A route of the API: all about one path, for answering it and for documenting it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from ludoteca.core import Dispatcher
from ludoteca.messages import ServerReason
from ludoteca.ops.turns import Turns

JSON = "application/json"
LINES = "application/x-ndjson"
LIVE = "no-store"
KEPT = "private, max-age=86400"
"""A finished game changes no more; a private one is not for shared caches."""

RULES_FORBID = 409
"""The status of what the rules of a game refuse."""
STATUSES: Mapping[str, int] = {
    ServerReason.BAD_PARAMETER: 400,
    ServerReason.WRONG_ORIGIN: 403,
    ServerReason.UNREADABLE: 400,
    ServerReason.BAD_NAME: 400,
    ServerReason.NAME_RESERVED: 400,
    ServerReason.BAD_ADDRESS: 400,
    ServerReason.NOT_OPERATOR: 401,
    ServerReason.WRONG_OPERATOR_SECRET: 403,
    ServerReason.BANNED: 403,
    ServerReason.NO_SUCH_PATH: 404,
    ServerReason.NOT_BANNED: 404,
    ServerReason.PERSON_AWAY: 404,
    ServerReason.NO_SUCH_TABLE: 404,
    ServerReason.NO_SUCH_PERSON: 404,
    ServerReason.NO_SUCH_SEAT: 404,
    ServerReason.NO_TEACHER: 404,
    ServerReason.NO_SUCH_VERSION: 404,
    ServerReason.WRONG_METHOD: 405,
    ServerReason.NOT_OVER: 409,
    ServerReason.UNREADABLE_MOVE: 400,
    ServerReason.NO_DRAFT: 409,
    ServerReason.NOT_COMPARED: 409,
    ServerReason.TOO_OFTEN: 429,
    ServerReason.TOO_MANY: 429,
    ServerReason.OVER_ALREADY: 409,
    ServerReason.SEATED_ALREADY: 409,
    ServerReason.UNREADABLE_TABLE: 500,
    ServerReason.UNKNOWN_RULES: 501,
    ServerReason.UNAVAILABLE: 503,
    ServerReason.NOT_READY: 503,
    ServerReason.DRAINING: 503,
    ServerReason.NOT_WRITTEN: 503,
    ServerReason.OUTCOME_UNKNOWN: 503,
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
    answer: Callable[[Dispatcher, Any], Awaitable[Any]]
    """A value of the type given, a page of a list, a download, or a refusal."""
    gives: Any
    asks: type[Struct] = Nothing
    """The parameters: those named in the path, and the others after the question mark."""
    refusals: tuple[ServerReason, ...] = ()
    media: str = JSON
    cache: str = LIVE
    limit: str = ""
    """The limit that holds here for an address, besides that for all requests."""
    turns: Callable[[Dispatcher], Turns] | None = None
    """What takes so long that addresses wait for their turn."""

    @property
    def reasons(self) -> tuple[ServerReason, ...]:
        """Every reason for a refusal at this path; some are the same everywhere."""
        return (ServerReason.BAD_PARAMETER, *self.refusals, ServerReason.TOO_OFTEN)
