"""A match as a player sees it in this protocol, made from what the game lets them see."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ludoteca.games import Point, Seat
from ludoteca.games.shelfie import Hand, View, points
from ludoteca.wire.pipes.items import COMMON_GOALS, rows_of
from ludoteca.wire.pipes.words import VirtualView
from ludoteca.wire.shelfie.rules import STATED

NOTHING: list[str | None] = [None] * 6


class Room(NamedTuple):
    """What a view tells of a match beside the game."""

    number: int
    admin: str
    players: Sequence[str]


def seen_by(view: View, room: Room, chat: Sequence[str]) -> VirtualView:
    """The whole view, with nothing picked; of others, what is a secret until the end is 0."""
    earned = [points(view, Seat(seat)) for seat in range(len(view.seats))]
    personal = [_sum(of, "personal") for of in earned]
    turn = view.first if view.turn is None else view.turn
    return VirtualView(
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


def with_hand(seen: VirtualView, hand: Hand | None) -> VirtualView:
    """The same with these tiles picked: they stay where they are, marked, until the hand closes."""
    if not hand or not hand.cells:
        return seen
    board = list(seen.board)
    for row, column in hand.cells:
        cells = board[row] = list(board[row])
        cells[column] = None if hand.closed else f">{cells[column]}"
    return replace(seen, board=board, currentPlayerHand=in_hand(seen, hand))


def in_hand(seen: VirtualView, hand: Hand | None) -> list[str]:
    """The names of the tiles in a hand, the first one lowest."""
    tiles = [seen.board[row][column] for row, column in hand.cells] if hand else []
    return [tile for tile in tiles if tile is not None]


def winner_of(view: View, players: Sequence[str]) -> str | None:
    """Who has won, once somebody has."""
    winners = view.outcome.winners if view.outcome else ()
    return ", ".join(players[seat] for seat in winners) or None


def _results(view: View, room: Room, earned: Sequence[Sequence[Point]]) -> list[list[str | None]]:
    """A row for every player, and one that names the winner."""
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
