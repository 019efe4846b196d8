"""Base classes of requests."""

from typing import Annotated

from msgspec import Meta, Struct

from ludoteca.games.contract import snake


class Request(Struct, frozen=True, kw_only=True, tag_field="do", tag=snake):
    """Base class of requests."""

    id: Annotated[str, Meta(max_length=64)] = ""
    """Repeated in the answer. A move whose ID was used before is not played again."""


class AtTable(Request, frozen=True, kw_only=True):
    """A request about a table."""

    table: int
    """Number of the table."""
