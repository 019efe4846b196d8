"""Types of game values in requests, notices and records: moves, options, events, views.

Inside the process they are values of the game's own types. A codec cannot know which game a message
is about: values in JSON messages remain JSON until they are decoded with the types of the table's
game (`games.contract.kinds_of`). Each field declares which of these types it holds.
"""

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta, Raw

SORT = "sort"
OPTIONAL = "optional"
"""Keys in a field's annotation: the sort of value, and whether it may be null."""

if TYPE_CHECKING:
    from ludoteca.games import contract

    GameOptions: TypeAlias = contract.Options
    GameMove: TypeAlias = contract.Move
    GameStep: TypeAlias = contract.Step
    Events: TypeAlias = tuple[contract.Event, ...]
    GameView: TypeAlias = contract.View
    GameGuide: TypeAlias = contract.Guide
    MaybeMove: TypeAlias = contract.Move
    MaybeDraft: TypeAlias = contract.Draft
    MaybeView: TypeAlias = contract.View
    MaybeGuide: TypeAlias = contract.Guide
else:
    # Types for decoding; msgspec encodes each value by its own type.
    GameOptions = Annotated[Raw, Meta(extra={SORT: "options"})]
    GameMove = Annotated[Raw, Meta(extra={SORT: "move"})]
    GameStep = Annotated[Raw, Meta(extra={SORT: "step"})]
    Events = Annotated[Raw, Meta(extra={SORT: "events"})]
    GameView = Annotated[Raw, Meta(extra={SORT: "view"})]
    GameGuide = Annotated[Raw, Meta(extra={SORT: "guide"})]
    # Not `| None`: Raw cannot be in a union, and null is raw JSON too.
    MaybeMove = Annotated[Raw, Meta(extra={SORT: "move", OPTIONAL: True})]
    MaybeDraft = Annotated[Raw, Meta(extra={SORT: "draft", OPTIONAL: True})]
    MaybeView = Annotated[Raw, Meta(extra={SORT: "view", OPTIONAL: True})]
    MaybeGuide = Annotated[Raw, Meta(extra={SORT: "guide", OPTIONAL: True})]
