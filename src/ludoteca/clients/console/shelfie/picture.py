"""What the house has told: where the person is, the match as it is seen, and what there is."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.shelfie import Kind, RuleSet, Tile, kind_of
from ludoteca.wire import UnreadableError
from ludoteca.wire.pipes.views import COMMON_GOALS, ITEMS
from ludoteca.wire.pipes.words import (
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyWait,
    PublicChat,
    Return,
    ServerVirtualView,
    VirtualHand,
    VirtualView,
    Word,
)
from ludoteca.wire.shelfie import STATED

KINDS = {name: kind_of(Tile(tile)) for tile, name in enumerate(ITEMS)}
"""The kind of every tile, by its name on the wire."""
GOALS = {name: number for number, name in COMMON_GOALS.items()}
"""The number of every common goal, by its name on the wire."""
SELECTED = ">"
"""What stands before the name of a tile that is selected now."""


class Phase(StrEnum):
    """Where a person is in the house."""

    OUTSIDE = "outside"
    MENU = "menu"
    WAITING = "waiting"
    PLAYING = "playing"


class Picture(Struct, frozen=True):
    """Everything heard so far that still matters."""

    typed: str = ""
    """The name, as the person typed it: the house calls them that, secret and all."""
    phase: Phase = Phase.OUTSIDE
    room: NotifyWait | None = None
    view: VirtualView | None = None
    seat: int = 0
    since: float = 0.0
    """When the turn began."""
    lists: ServerVirtualView = ServerVirtualView()
    chat: tuple[str, ...] = ()
    said: str = ""
    """The last message of the house."""

    @property
    def name(self) -> str:
        """The name that others know, which may be shown."""
        return self.typed.partition("#")[0]

    @property
    def over(self) -> bool:
        """Whether the match has its results."""
        return self.view is not None and self.view.gameResults[0][0] is not None

    @property
    def my_turn(self) -> bool:
        """Whether the house waits for this person's move."""
        view = self.view
        return (
            self.phase is Phase.PLAYING
            and view is not None
            and not self.over
            and view.currentPlayer == view.players[self.seat]
        )

    @property
    def hand(self) -> list[str]:
        """The tiles selected by this person, the first one lowest."""
        return self.view.currentPlayerHand if self.view and self.my_turn else []

    @property
    def free_seats(self) -> int:
        """How many seats of the match that is waited for are still free."""
        if self.room is None:
            return 0
        for match, _, players, seats in self.lists.virtualMatchList or ():
            if match == str(self.room.match):
                return int(seats) - int(players)
        return self.room.seats - 1

    @property
    def others(self) -> list[str]:
        """Everybody else in the house."""
        return [name for name, _ in self.lists.virtualOnlinePlayers or () if name != self.typed]

    @property
    def rules(self) -> RuleSet:
        """What is played in the match: it is said only if it is not the usual of the protocol."""
        return (self.view and self.view.rules) or STATED["pipes"]

    @property
    def points(self) -> int:
        """What this person has in the match, the personal goal included."""
        assert self.view is not None  # noqa: S101 - nobody has points outside a match
        return self.view.scores[self.seat] + self.view.hiddenPoints[self.seat]


def kind_at(name: str) -> Kind | None:
    """The kind of a tile by its name, selected or not."""
    return KINDS.get(name.removeprefix(SELECTED))


def heard(picture: Picture, word: Word | UnreadableError, now: float) -> Picture:
    """The picture after a word of the house."""
    match word:
        case MatchSeen(view, seat):
            return _seen(picture, view, seat, now)
        case VirtualHand(items) if picture.view:
            return replace(picture, view=replace(picture.view, currentPlayerHand=items))
        case ServerVirtualView():
            return replace(picture, lists=word)
        case PublicChat(lines):
            return replace(picture, chat=tuple(lines))
        case Message(text):
            return replace(picture, said=text)
        case Return("login", ok=True):
            return replace(picture, phase=Phase.MENU)
        case NotifyWait():
            chat = picture.chat if picture.phase is Phase.WAITING else ()
            return replace(picture, phase=Phase.WAITING, room=word, view=None, chat=chat)
        case NotifyStart():
            return replace(picture, phase=Phase.PLAYING, since=now)
        case NotifyGoToMenu() | NotifyEndMatch():
            return replace(picture, phase=Phase.MENU, room=None, chat=())
        case _:
            return picture


def _seen(picture: Picture, view: VirtualView, seat: int | None, now: float) -> Picture:
    if seat is None:  # only deployed clients are told
        seat = view.players.index(picture.typed) if picture.typed in view.players else 0
    before = picture.view.currentPlayer if picture.view else None
    since = picture.since if view.currentPlayer == before else now
    return replace(picture, view=view, seat=seat, since=since, chat=tuple(view.publicChat))
