"""State of a pipes client: its phase, the match, and the lists of the lobby."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.shelfie import Kind, RuleSet, Tile, kind_of
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import words
from ludoteca.protocols.pipes.views import COMMON_GOALS, ITEMS
from ludoteca.protocols.shelfie import STATED

KINDS = {name: kind_of(Tile(tile)) for tile, name in enumerate(ITEMS)}
"""Kind of each tile, by its name on the wire."""
GOALS = {name: number for number, name in COMMON_GOALS.items()}
"""Number of each common goal, by its name on the wire."""
SELECTED = ">"
"""Prefix of a selected tile's name."""
SUSPENDED = "Suspended"
"""State of disconnected players."""


class ClientPhase(StrEnum):
    """Phases of a client."""

    LOGIN = "login"
    MENU = "menu"
    WAITING = "waiting"
    PLAYING = "playing"


class PipesState(Struct, frozen=True):
    """State of a pipes client."""

    typed: str = ""
    """The player's name as typed, with the secret, because the server repeats it in messages."""
    phase: ClientPhase = ClientPhase.LOGIN
    room: words.NotifyWait | None = None
    view: words.VirtualView | None = None
    seat: int = 0
    since: float = 0.0
    """When the turn began."""
    lists: words.ServerVirtualView = words.ServerVirtualView()
    chat: tuple[str, ...] = ()
    said: str = ""
    """Last text from the server."""

    @property
    def name(self) -> str:
        """The player's name without the secret, for display."""
        return self.typed.partition("#")[0]

    @property
    def over(self) -> bool:
        """Whether the match has results."""
        return self.view is not None and self.view.gameResults[0][0] is not None

    @property
    def my_turn(self) -> bool:
        view = self.view
        return (
            self.phase is ClientPhase.PLAYING
            and view is not None
            and not self.over
            and view.currentPlayer == view.players[self.seat]
        )

    @property
    def hand(self) -> list[str]:
        """Tiles selected by this player; the first tile lands lowest."""
        return self.view.currentPlayerHand if self.view and self.my_turn else []

    @property
    def free_seats(self) -> int:
        if self.room is None:
            return 0
        for match, _, players, seats in self.lists.virtualMatchList or ():
            if match == str(self.room.match):
                return int(seats) - int(players)
        return self.room.seats - 1

    @property
    def others(self) -> list[str]:
        """The other players who are online."""
        return [name for name, _ in self.lists.virtualOnlinePlayers or () if name != self.typed]

    @property
    def connected(self) -> int:
        """Number of connected players; absent players with a kept seat do not count."""
        players = self.lists.virtualOnlinePlayers or ()
        return max(1, sum(status != SUSPENDED for _, status in players))

    def table(self, match: int) -> int | None:
        """Return the page's table number for a match, if known."""
        return dict(self.lists.virtualTables).get(str(match))

    @property
    def rules(self) -> RuleSet:
        """Rules of the match; the server sends only those that differ from the default."""
        return (self.view and self.view.rules) or STATED["pipes"]

    @property
    def points(self) -> int:
        """Points of this player, including the personal goal."""
        assert self.view is not None
        return self.view.scores[self.seat] + self.view.hiddenPoints[self.seat]


def kind_at(name: str) -> Kind | None:
    """Return the kind of a tile with this name, selected or not."""
    return KINDS.get(name.removeprefix(SELECTED))


def apply_word(state: PipesState, word: words.Word | UnreadableError, now: float) -> PipesState:
    """Apply a message from the server."""
    match word:
        case words.MatchSeen(view, seat):
            return _seen(state, view, seat, now)
        case words.VirtualHand(items) if state.view:
            return replace(state, view=replace(state.view, currentPlayerHand=items))
        case words.ServerVirtualView():
            return replace(state, lists=word)
        case words.PublicChat(lines):
            return replace(state, chat=tuple(lines))
        case words.Message(text):
            return replace(state, said=text)
        case words.Return("login", ok=True):
            return replace(state, phase=ClientPhase.MENU)
        case words.NotifyWait():
            chat = state.chat if state.phase is ClientPhase.WAITING else ()
            return replace(state, phase=ClientPhase.WAITING, room=word, view=None, chat=chat)
        case words.NotifyStart():
            return replace(state, phase=ClientPhase.PLAYING, since=now)
        case words.NotifyGoToMenu() | words.NotifyEndMatch():
            return replace(state, phase=ClientPhase.MENU, room=None, chat=())
        case _:
            return state


def _seen(state: PipesState, view: words.VirtualView, seat: int | None, now: float) -> PipesState:
    if seat is None:  # sent only to deployed clients
        seat = view.players.index(state.typed) if state.typed in view.players else 0
    before = state.view.currentPlayer if state.view else None
    since = state.since if view.currentPlayer == before else now
    return replace(state, view=view, seat=seat, since=since, chat=tuple(view.publicChat))
