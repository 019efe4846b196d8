"""Requests at one table: those that manage it, and those of players in its game."""

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from ludoteca.games.contract import Seat
from ludoteca.messages.request_base import AtTable
from ludoteca.messages.table_info import Ballot, BotSpeed
from ludoteca.messages.values import GameMove, GameStep


class StandUp(AtTable, frozen=True):
    """Give up your seat. In a running game, you may return to it while it is empty."""


class Resign(AtTable, frozen=True):
    """Give up your seat in a running game permanently."""


class OfferSeat(AtTable, frozen=True):
    """Offer your seat to any player who has the code of the table, or withdraw the offer."""

    offered: bool = True


class TakeSeat(AtTable, frozen=True):
    """Take over a seat in a running game after its player offered it or resigned."""

    seat: Seat
    code: str
    with_guide: bool = field(default=False, name="closely")


class Vote(AtTable, frozen=True):
    """Vote on a measure about absent players, which is taken once all connected players agree."""

    what: Ballot


class SeatBot(AtTable, frozen=True):
    """Seat a bot at your table."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class Unseat(AtTable, frozen=True):
    """Remove a bot or a player from your table before the start. A removed player cannot return."""

    seat: Seat


class Remove(AtTable, frozen=True):
    """Remove a spectator or, before the start, a player from your table; or readmit them."""

    name: str
    removed: bool = True


class Silence(AtTable, frozen=True):
    """Mute a spectator or, before the start, a player at your table; or unmute them."""

    name: str
    muted: bool = True


class ReleaseSeat(AtTable, frozen=True):
    """Release an absent player's name and seat to the next login, or let a bot play.

    A bot plays if the name has a secret or a token, with which the player can return from anywhere.
    """

    name: str


class AskSpectators(AtTable, frozen=True):
    """List the spectators of your table."""


class ResizeTable(AtTable, frozen=True):
    """Change the number of seats of your table before the start."""

    seats: int


class ChangeTable(AtTable, frozen=True):
    """Allow or forbid hints and take-backs at your table before the start."""

    hints: bool | None = None
    """None leaves the rule unchanged."""
    take_back: bool | None = None
    """None leaves the rule unchanged."""


class StartTable(AtTable, frozen=True):
    """Start the game at your table, with bots in the free seats."""

    bot: str
    speed: BotSpeed = BotSpeed.QUICK


class HurryBots(AtTable, frozen=True):
    """Make the bots play without pauses until you have moved, if no other person plays."""


class Watch(AtTable, frozen=True):
    """Follow a table; players who hold a seat there get the view of their seat.

    A client that knows only a table's code sends 0 as the table's number. If the request gives the
    version last seen and the number of the last message, the server sends only later records and
    messages. With `closely`, each change is followed by the client's view and a guide to its
    possible moves.
    """

    seen: int = 0
    heard: int = 0
    code: str = ""
    with_guide: bool = field(default=False, name="closely")


class AskPositions(AtTable, frozen=True):
    """Get earlier positions of a running game, as you saw them."""

    first: Annotated[int, Meta(ge=1)] = 1
    """First version to return."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Maximum number of positions."""
    code: str = ""


class StopWatching(AtTable, frozen=True):
    """Stop following a table."""


class Play(AtTable, frozen=True):
    """Play a move. With `keep`, the move is stored if the game waits for an absent player.

    At a table where a turn may take an hour or more, `keep` also stores a move before your turn.
    Only you see this move. When your turn comes, it is played, or dropped if it is no longer
    possible.
    """

    move: GameMove
    keep: bool = False


class TakeBack(AtTable, frozen=True):
    """Take your last move back, if the table allows it and nothing has been revealed since.

    If bots hold all other seats, their moves since yours are taken back too.
    """


class Draft(AtTable, frozen=True):
    """Add a step to your unfinished move."""

    step: GameStep


class Finish(AtTable, frozen=True):
    """Play the move composed of your steps. `keep` works as in `play`."""

    keep: bool = False


class DropMove(AtTable, frozen=True):
    """Drop your stored move."""


class AskMoves(AtTable, frozen=True):
    """List the moves that you may play."""


class AskPoints(AtTable, frozen=True):
    """Get the points of each seat so far."""


class AskHint(AtTable, frozen=True):
    """Ask for the move that a bot would play in your place, with reasons.

    If other people play, the table must allow it.
    """


class Pause(AtTable, frozen=True):
    """Ask for a pause, or agree to one."""


class Resume(AtTable, frozen=True):
    """End a pause."""


class GiveTime(AtTable, frozen=True):
    """Give another seat more time."""

    seat: Seat
    seconds: int = 60


class Rematch(AtTable, frozen=True):
    """Play again with the same players: the first to ask opens a table, and the others join it.

    The table reserves a seat for each of the others for three minutes, unless they decline it or
    stop watching this table.
    """

    with_guide: bool = field(default=False, name="closely")


class Invite(AtTable, frozen=True):
    """Invite a connected player to a free seat of your table before the start."""

    name: str


class DeclineRematch(AtTable, frozen=True):
    """Decline the seat that the rematch of this table reserves for you."""


class PlayOn(AtTable, frozen=True):
    """Open a table that continues a finished game from a version, with bots in the other seats.

    The game does not count towards statistics and is not listed among finished games.
    """

    version: int
    seat: Seat
    bot: str
    speed: BotSpeed = BotSpeed.QUICK
    with_guide: bool = field(default=False, name="closely")


Managing: TypeAlias = (
    StandUp
    | Resign
    | OfferSeat
    | TakeSeat
    | Vote
    | SeatBot
    | Unseat
    | Remove
    | Silence
    | ReleaseSeat
    | AskSpectators
    | ResizeTable
    | ChangeTable
    | StartTable
    | HurryBots
    | Watch
    | StopWatching
    | AskPositions
    | Rematch
    | DeclineRematch
    | Invite
    | PlayOn
)


OtherPlaying: TypeAlias = (
    DropMove | TakeBack | Draft | Finish | AskMoves | AskPoints | Pause | Resume | GiveTime
)
Playing: TypeAlias = Play | OtherPlaying
