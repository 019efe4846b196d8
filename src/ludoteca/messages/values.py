"""What a request, a notice or a record holds of a game: moves, steps, options and events.

Inside the process they are values of the game's own types. A codec cannot know which game a message
is about: what it decodes from JSON holds JSON still, until it is read by the types of the table's
game.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Raw

if TYPE_CHECKING:
    GameValue: TypeAlias = Any
    Events: TypeAlias = tuple[Any, ...]
else:
    GameValue = Events = Raw  # how msgspec decodes a field; what is encoded goes by the value
