"""What all requests have in common."""

from typing import Annotated

from msgspec import Meta, Struct

from ludoteca.games.contract import snake


class Request(Struct, frozen=True, kw_only=True, tag_field="do", tag=snake):
    """Anything that can be asked."""

    id: Annotated[str, Meta(max_length=64)] = ""
    """Comes back with the answer; a move whose id was used before is not played again."""


class AtTable(Request, frozen=True, kw_only=True):
    """Anything that is asked at a table."""

    table: int
    """Its number."""
