"""A player's view of a match, and the lists of matches and players."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from ludoteca.games import Point, Seat
from ludoteca.games.shelfie import Hand, Kind, Tile, View, kind_of, picture_of, points
from ludoteca.messages import Said, Surroundings, TableInfo, key
from ludoteca.protocols.pipes import words
from ludoteca.protocols.pipes.codecs import size_of
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.shelfie import STATED, has_two_goals

Row = TypeVar("Row")

# Names of things

_KINDS: Mapping[Kind, str] = {
    Kind.CAT: "__Cats__",
    Kind.BOOK: "_Books__",
    Kind.GAME: "_Games__",
    Kind.FRAME: "_Frames_",
    Kind.TROPHY: "Trophies",
    Kind.PLANT: "_Plants_",
}

ITEMS: Sequence[str] = [
    f"{_KINDS[kind_of(Tile(tile))]}1.{picture_of(Tile(tile))}" for tile in range(132)
]
"""Name of every tile, by number."""

COMMON_GOALS: Mapping[int, str] = {
    1: "CommonGoalSquare",
    2: "CommonGoal2Columns",
    3: "CommonGoal4Group",
    4: "CommonGoal6Group",
    5: "CommonGoal3Column",
    6: "CommonGoal2Lines",
    7: "CommonGoal4Lines",
    8: "CommonGoalCorner",
    9: "CommonGoal8Tiles",
    10: "CommonGoalXShape",
    11: "CommonGoalDiagonal",
    12: "CommonGoalStairs",
}
"""Name of every common goal, by card number; personal goals keep their numbers."""


def rows_of(tiles: Sequence[Sequence[Tile | None]]) -> list[list[str | None]]:
    return [[None if tile is None else ITEMS[tile] for tile in row] for row in tiles]


# The match

NOTHING: list[str | None] = [None] * 6


class Room(NamedTuple):
    """Properties of a match outside its game."""

    number: int
    admin: str
    players: Sequence[str]


def seen_by(view: View, room: Room, chat: Sequence[str]) -> words.VirtualView:
    """Return the view without marks on picked tiles; other players' hidden points are 0."""
    earned = [points(view, Seat(seat)) for seat in range(len(view.seats))]
    personal = [_sum(of, "personal") for of in earned]
    turn = view.first if view.turn is None else view.turn
    return words.VirtualView(
        admin=room.admin,
        board=rows_of(view.board),
        commonGoalScores=[left[0] if left else 0 for left in view.common_goals.values()],
        commonGoals=[COMMON_GOALS[goal] for goal in view.common_goals],
        currentPlayer=room.players[turn],
        currentPlayerHand=[],
        endGameToken=not view.last_round,
        gameResults=_results(view, room, earned),
        hiddenPoints=personal,
        matchID=room.number,
        maxSeats=len(view.seats),
        personalGoals=[seat.goal or 0 for seat in view.seats],
        players=list(room.players),
        publicChat=list(chat),
        scores=[_sum(of) - hidden for of, hidden in zip(earned, personal, strict=True)],
        shelves=[rows_of(seat.shelf) for seat in view.seats],
        rules=UNSET if view.rules == STATED["pipes"] else view.rules,
    )


def with_hand(seen: words.VirtualView, hand: Hand | None) -> words.VirtualView:
    """Mark the picked tiles on the board, or remove them if the hand is closed."""
    if not hand or not hand.cells:
        return seen
    board = list(seen.board)
    for row, column in hand.cells:
        cells = board[row] = list(board[row])
        cells[column] = None if hand.closed else f">{cells[column]}"
    return replace(seen, board=board, currentPlayerHand=in_hand(seen, hand))


def in_hand(seen: words.VirtualView, hand: Hand | None) -> list[str]:
    """Return the names of the tiles in a hand, in the order in which they will fall."""
    tiles = [seen.board[row][column] for row, column in hand.cells] if hand else []
    return [tile for tile in tiles if tile is not None]


def winner_of(view: View, players: Sequence[str]) -> str | None:
    winners = view.outcome.winners if view.outcome else ()
    return ", ".join(players[seat] for seat in winners) or None


def _results(view: View, room: Room, earned: Sequence[Sequence[Point]]) -> list[list[str | None]]:
    """Return a row for every player, and a row that names the winner."""
    if view.outcome is None:
        return [NOTHING] * (len(view.seats) + 1)
    rows: list[list[str | None]] = [
        [
            name,
            str(_sum(of, "common/")),
            str(_sum(of, "personal")),
            str(_sum(of, "adjacency")),
            "1" if _sum(of, "end_token") else None,
            str(_sum(of)),
        ]
        for name, of in zip(room.players, earned, strict=True)
    ]
    return [*rows, [winner_of(view, room.players), *NOTHING[1:]]]


def _sum(earned: Sequence[Point], source: str = "") -> int:
    return sum(point.amount for point in earned if point.source.startswith(source))


# The lists

MOST_MATCHES = 16_000
MOST_PLAYERS = 28_000
MOST_CHAT = 16_000
"""Bytes available for matches, players and chat in a frame of at most 65,535."""


def lists_of(
    seen: Surroundings,
    own: TableInfo | None,
    own_state: str,
    known_as: Callable[[str], str],
    *,
    numbered: bool = False,
) -> words.ServerVirtualView:
    """Build the lists of matches and players, including the player's own private match."""
    tables = {info.table: info for info in seen.tables if has_two_goals(info)}
    if own:
        tables.setdefault(own.table, own)
    number = own.table if own else 0
    # Rows that do not fit are omitted, beginning with old matches that nobody can join.
    offered = [info for info in tables.values() if is_offered(info) or info.table == number]
    infos = sorted(offered, key=lambda i: (i.table != number, i.started, -i.table))
    rows = fitting(
        (_row(info, own_state if info.table == number else "") for info in infos), MOST_MATCHES
    )
    playing = _playing(tables.values())
    players = {key(name): name for name in seen.people}
    away = {holder: name for holder, name in playing.items() if holder not in players}
    online = [
        *(
            (known_as(name), "GameMember" if who in playing else "Online")
            for who, name in players.items()
        ),
        *((known_as(name), "Suspended") for name in away.values()),
    ]
    return words.ServerVirtualView(
        virtualMatchList=sorted(rows, key=lambda row: int(row[0])),
        virtualOnlinePlayers=fitting(online, MOST_PLAYERS),
        virtualTables=tuple((str(i.room), i.table) for i in infos[: len(rows)]) if numbered else (),
    )


def _row(info: TableInfo, state: str) -> tuple[str, str, str, str]:
    taken = sum(holder is not None for holder in info.seats)
    return str(info.room), state or state_of(info), str(taken), str(len(info.seats))


def state_of(info: TableInfo, *, last_round: bool = False, paused: bool = False) -> str:
    """Return the state of a match, as the protocol's document names it."""
    if info.over:
        return "Closed"
    if not info.started:
        return "WaitingPlayers" if None in info.seats else "Ready"
    if info.paused or paused:
        return "Pause"
    return "LastRound" if info.last_round or last_round else "GameGoing"


def _playing(tables: Iterable[TableInfo]) -> dict[str, str]:
    """Return the players with a seat in a match in progress, by key."""
    return {
        key(holder.name): holder.name
        for info in tables
        if info.started and not info.over
        for holder in info.seats
        if holder and not holder.bot
    }


def fitting(rows: Iterable[Row], room: int) -> list[Row]:
    """Return as many leading rows as fit into `room` bytes."""
    rows = list(rows)
    if size_of(rows) <= room:
        return rows
    fit = []
    left = room
    for row in rows:
        left -= size_of(row) + 1
        if left < 0:
            break
        fit.append(row)
    return fit


def newest(lines: Sequence[Row], room: int = MOST_CHAT) -> list[Row]:
    """Return as many trailing lines as fit into `room` bytes."""
    return fitting(reversed(lines), room)[::-1]


class PrivateChats:
    """The latest private messages between a player and each other player."""

    def __init__(self) -> None:
        self._said: Sequence[tuple[str, str, str]] = ()
        """Name of the other player, sender and text."""

    def add(self, said: Said, own: str) -> None:
        other = said.to if key(said.by) == key(own) else said.by
        self._said = newest([*self._said, (other, said.by, said.text)])

    def listed(
        self, lists: words.ServerVirtualView, own: str, known_as: Callable[[str], str]
    ) -> words.ServerVirtualView:
        """Add the chats to the lists, numbered for this player."""
        known = {key(name): name for name, _ in lists.virtualOnlinePlayers or ()}
        chats: dict[str, list[str]] = {}
        for other, by, text in self._said:
            names = known_as(own), known.get(key(other), other)
            pair = "@".join(sorted(names, key=_in_java))
            chats.setdefault(pair, []).append(f"{known_as(by)} > {text}")
        if not chats:
            return lists
        return replace(
            lists,
            virtualChatMap=tuple((pair, str(place)) for place, pair in enumerate(chats)),
            virtualPrivateChats=tuple(map(tuple, chats.values())),
        )


def _in_java(name: str) -> bytes:
    """Return the sort key that Java uses: UTF-16 code units."""
    return name.encode("utf-16-be")
