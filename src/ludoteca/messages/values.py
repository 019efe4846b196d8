"""What a request, a notice or a record holds of a game: moves, steps, options, events, views.

Inside the process they are values of the game's own types. A codec cannot know which game a message
is about: what it decodes from JSON holds JSON still, until it is read by the types of the table's
game (`games.kinds`). Each field says which of these types that is.
"""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Raw

SORT, OPTIONAL = "sort", "optional"
"""Where the annotation of a field says which sort of value it holds, and that it may be null."""

if TYPE_CHECKING:
    GameOptions: TypeAlias = Any
    GameMove: TypeAlias = Any
    GameStep: TypeAlias = Any
    GameDraft: TypeAlias = Any
    Events: TypeAlias = tuple[Any, ...]
    GameView: TypeAlias = Any
    GameGuide: TypeAlias = Any
    MaybeMove: TypeAlias = Any
    MaybeDraft: TypeAlias = Any
    MaybeView: TypeAlias = Any
    MaybeGuide: TypeAlias = Any
else:
    # How msgspec decodes a field; what is encoded goes by the value.
    GameOptions = Annotated[Raw, Meta(extra={SORT: "options"})]
    GameMove = Annotated[Raw, Meta(extra={SORT: "move"})]
    GameStep = Annotated[Raw, Meta(extra={SORT: "step"})]
    GameDraft = Annotated[Raw, Meta(extra={SORT: "draft"})]
    Events = Annotated[Raw, Meta(extra={SORT: "events"})]
    GameView = Annotated[Raw, Meta(extra={SORT: "view"})]
    GameGuide = Annotated[Raw, Meta(extra={SORT: "guide"})]
    # Not `| None`, for Raw cannot be in a union: null is raw JSON, too.
    MaybeMove = Annotated[Raw, Meta(extra={SORT: "move", OPTIONAL: True})]
    MaybeDraft = Annotated[Raw, Meta(extra={SORT: "draft", OPTIONAL: True})]
    MaybeView = Annotated[Raw, Meta(extra={SORT: "view", OPTIONAL: True})]
    MaybeGuide = Annotated[Raw, Meta(extra={SORT: "guide", OPTIONAL: True})]
