"""Base class of notices."""

from msgspec import Struct

from ludoteca.games.contract import snake


class Told(Struct, frozen=True, tag_field="notice", tag=snake):
    """Base class of notices."""
