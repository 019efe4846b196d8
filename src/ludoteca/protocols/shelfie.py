"""Code shared by all dialects of My Shelfie: a client's view of a table, and rule variants."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import Seat, shelfie


def move_id(version: int, cells: Sequence[shelfie.Cell], column: int | None) -> str:
    """Return an idempotency key: equal for repetitions of a move, different for other moves.

    A client may send another move before it knows whether the first one was recorded. The server
    must not mistake the second move for a repetition of the first.
    """
    taken = "".join(f"{cell.row}{cell.column}" for cell in cells)
    return f"v{version} {taken}>{column}"


class FollowedTable(Struct, frozen=True):
    """Players, presence and view of a table. Each notice about the table yields a new instance."""

    info: messages.TableInfo
    """Listing of the table when it was last shown."""
    version: int
    seat: Seat | None
    """The client's own seat."""
    holders: tuple[str, ...]
    """Players by seat; a free seat has an empty name."""
    names: tuple[str, ...]
    """Current or most recent player of each seat."""
    away: frozenset[str]
    """Keys of the names of absent players."""
    view: shelfie.View | None = None
    """The player's view of the game, once it has started."""
    hand: shelfie.Hand | None = None
    """Tiles picked by the seat to move."""
    paused: bool = False
    """Whether the game waits because too few players are connected."""
    resting: bool = False
    """Whether all players agreed to a pause."""

    @property
    def number(self) -> int:
        return self.info.table

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.outcome is not None

    @property
    def is_own_turn(self) -> bool:
        return self.view is not None and self.seat is not None and self.view.turn == self.seat

    def is_away(self, name: str) -> bool:
        return messages.key(name) in self.away

    def seat_of(self, name: str) -> Seat | None:
        for seat, holder in enumerate(self.holders):
            if holder and messages.key(holder) == messages.key(name):
                return Seat(seat)
        return None

    def concerns(self, notice: messages.Notice) -> bool:
        if isinstance(notice, messages.TableShown):
            return notice.info.table == self.number
        return getattr(notice, "table", None) == self.number

    def after(self, notice: messages.Notice, look: messages.ViewThunk | None) -> "FollowedTable":
        """Return the table after a notice. A notice about another table changes nothing."""
        if not self.concerns(notice):
            return self
        match notice:
            case messages.TableShown():
                return _shown(notice, self)
            case messages.TableNews(version=version, info=info):
                seen = look() if look else None
                table = replace(self, version=version)
                if seen is not None:
                    in_turn = self.hand is not None and self.hand.turn == seen.turns
                    table = replace(table, view=seen, hand=self.hand if in_turn else None)
                return _described(table, info) if info else table
            case messages.Gesture(seat=seat, draft=draft):
                other = draft is None and self.hand is not None and self.hand.seat != seat
                return self if other else replace(self, hand=draft)
            case messages.Presence(name=name, here=here, paused=paused):
                who = frozenset((messages.key(name),))
                away = self.away - who if here else self.away | who
                return replace(self, away=away, paused=paused)
            case _:
                return self

    def frees_seat_of(self, notice: messages.Notice, name: str) -> bool:
        """Return whether a notice frees this player's seat before the start."""
        return (
            isinstance(notice, messages.TableNews)
            and self.concerns(notice)
            and isinstance(notice.record, messages.SeatFreed)
            and messages.key(self.holders[notice.record.seat]) == messages.key(name)
        )


def followed(shown: messages.TableShown) -> FollowedTable:
    """Start following a table that is shown for the first time."""
    return _shown(shown, None)


def _shown(shown: messages.TableShown, before: FollowedTable | None) -> FollowedTable:
    table = FollowedTable(
        info=shown.info,
        version=shown.version,
        seat=shown.seat,
        holders=(),
        names=before.names if before else (),
        away=frozenset(),
        view=before.view if before and shown.view is None else shown.view,
        hand=before.hand if before and before.version == shown.version else None,
        paused=bool(before and before.paused),
    )
    return _described(table, shown.info)


def _described(table: FollowedTable, info: messages.TableInfo) -> FollowedTable:
    """Update the players; once the game has started, a free seat keeps its last player's name."""
    holders = tuple(holder.name if holder else "" for holder in info.seats)
    known = table.names if info.started and len(table.names) == len(holders) else holders
    free = table.hand and not holders[table.hand.seat]
    return replace(
        table,
        holders=holders,
        names=tuple(holder or name for holder, name in zip(holders, known, strict=True)),
        away=frozenset(messages.key(one.name) for one in info.seats if one and not one.here),
        hand=None if free else table.hand,
        resting=info.paused,
    )


# Rules

USUAL = shelfie.Options().rules
USUAL_GOALS = shelfie.Options().common_goals
ANY_KIND = shelfie.RuleSet(shelfie.Squares.ANY_KIND, shelfie.Leftovers.STAY)

STATED: Mapping[str, shelfie.RuleSet] = {
    "pipes": ANY_KIND,
    "updates": ANY_KIND,
    "prompts": ANY_KIND,
    "requests": USUAL,
}
"""Rules that the clients of each protocol display."""

_SQUARES: Mapping[shelfie.Squares, str] = {
    shelfie.Squares.ONE_KIND: "both squares of one kind",
    shelfie.Squares.ANY_KIND: "squares of one kind or of two",
}
_LEFTOVERS: Mapping[shelfie.Leftovers, str] = {
    shelfie.Leftovers.STAY: "tiles left in the living room stay there at a refill",
    shelfie.Leftovers.RETURN: "tiles left in the living room go back into the bag before a refill",
}


def options_of(protocol: str, common_goals: int = USUAL_GOALS) -> shelfie.Options:
    """Return the options for a table opened through this protocol, omitting defaults."""
    stated = STATED[protocol]
    return shelfie.Options(
        common_goals=common_goals,  # type: ignore[arg-type] # the server refuses other numbers
        squares=UNSET if stated.squares == USUAL.squares else stated.squares,
        leftovers=UNSET if stated.leftovers == USUAL.leftovers else stated.leftovers,
    )


def rules_note(view: shelfie.View | None, protocol: str) -> str:
    """Return a sentence about rules that differ from those that the client displays, or "".

    The sentence is sent after the start of a match and whenever a player returns. It cannot be sent
    earlier: the cards are unknown before the start, and some clients could not display it.
    """
    if view is None:
        return ""
    played = view.rules
    stated = STATED[protocol]
    cards, printed = (shelfie.WORDING[rules.squares].common_goals for rules in (played, stated))
    differs = any(cards[goal] != printed[goal] for goal in view.common_goals)
    rules = _differences(played, stated, squares=differs)
    return f"Rules of this match: {'; '.join(rules)}." if rules else ""


def differences(info: messages.TableInfo, protocol: str) -> list[str]:
    """List the rules of a table that differ from those the protocol's clients display."""
    played = info.options.rules
    stated = STATED[protocol]
    return _differences(played, stated, squares=played.squares != stated.squares)


def _differences(played: shelfie.RuleSet, stated: shelfie.RuleSet, *, squares: bool) -> list[str]:
    leftovers = [_LEFTOVERS[played.leftovers]] if played.leftovers != stated.leftovers else []
    return [_SQUARES[played.squares], *leftovers] if squares else leftovers


def has_two_goals(info: messages.TableInfo) -> bool:
    """Return whether a table plays My Shelfie with two common goals, as all protocols support."""
    return info.game == shelfie.NAME and bool(info.options.common_goals == USUAL_GOALS)
