"""What a commands client knows from the server: rooms, and the match.

Cards and leaders are kept by the numbers of the rules, boards as the rules have them; what users
type and what goes over the wire are the ids of the protocol (`protocols/commands/ids.py`).
"""

from enum import StrEnum

from msgspec import Struct

from ludoteca.games.renaissance import Board, Market, Resource
from ludoteca.games.renaissance.view import seat_points, seat_view
from ludoteca.protocols.commands.ids import LORENZO
from ludoteca.protocols.commands.words import LobbyInfo, Scores

KEPT = 2
"""How many leaders each player keeps."""


class ClientStage(StrEnum):
    """How far a client has come."""

    LOGIN = "login"
    LOBBY = "lobby"
    ROOM = "room"
    SETUP = "setup"
    TURNS = "turns"


class Expected(StrEnum):
    """What the server waits for from this player."""

    NOTHING = "nothing"
    LEADERS = "leaders"
    BONUS = "bonus"
    CONVERSION = "conversion"
    PLACES = "places"


class CommandsState(Struct, frozen=True):
    """What a commands client knows."""

    me: str = ""
    """This player's name, exactly as it was typed."""
    stage: ClientStage = ClientStage.LOGIN
    lobbies: tuple[LobbyInfo, ...] = ()
    room: str = ""
    seats: int = 0
    """How many players the room is for; 0 if that is not known."""
    people: tuple[str, ...] = ()
    """Who is in the room; nobody after a match, until the server has said so."""
    owner: str = ""
    """Who may start the match."""
    names: tuple[str, ...] = ()
    """Who plays, in playing order; against one also Lorenzo."""
    market: Market = Market()
    grid: tuple[int, ...] = ()
    """The top cards in the order of DECKS; 0 where there is none left."""
    boards: tuple[Board, ...] = ()
    reports: int = 0
    turn: str = ""
    turns: int = 0
    acted: bool = False
    """Whether this player's main action is done."""
    expected: Expected = Expected.NOTHING
    bonus: int = 0
    waiting: tuple[Resource, ...] = ()
    """What was taken from the market and is to be placed."""
    whites: int = 0
    conversions: tuple[Resource, ...] = ()
    away: tuple[str, ...] = ()
    """Players who have lost the connection."""
    bots: tuple[str, ...] = ()
    last_round: bool = False
    scores: Scores | None = None

    @property
    def own(self) -> Board:
        """The board of this player."""
        return self.board(self.me)

    @property
    def mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.stage is ClientStage.TURNS and self.turn == self.me

    @property
    def alone(self) -> bool:
        """Whether the other one is Lorenzo."""
        return LORENZO in self.names

    @property
    def first(self) -> str:
        """Who begins every round, if there are several players."""
        return self.names[0] if self.names and not self.alone else ""

    def called(self, name: str) -> str:
        """A player's name as it is shown: the own one without its secret."""
        return name.partition("#")[0] if name == self.me else name

    def board(self, name: str) -> Board:
        """The board of a player."""
        return self.boards[self.names.index(name)]

    def points(self, name: str) -> int:
        """What a player's board is worth, as far as it can be counted."""
        return sum(point.amount for point in seat_points(seat_view(self.board(name))))
