"""What one viewer, a seat or a spectator, sees of a table, and the points it can count."""

from collections.abc import Sequence

from msgspec import Struct

from ludoteca.games.contract import Outcome, Point, Seat
from ludoteca.games.renaissance.board import (
    FACE_DOWN,
    LAST_SPACE,
    SECTIONS,
    Board,
    Depot,
    PopeTile,
    track_points,
)
from ludoteca.games.renaissance.cards import CARDS, DECKS, LEADERS, CardNumber, Colour, LeaderNumber
from ludoteca.games.renaissance.market import Market
from ludoteca.games.renaissance.resources import Goods
from ludoteca.games.renaissance.state import Phase, State

RESOURCES_A_POINT = 5
COLOURS = {
    Colour.GREEN: (0x94, 0xBB, 0x5E),
    Colour.BLUE: (0x77, 0xAC, 0xD8),
    Colour.YELLOW: (0xEA, 0xA6, 0x40),
    Colour.PURPLE: (0xBF, 0xA3, 0xDA),
}
"""The colours of cards in pictures: red, green and blue."""


class SeatView(Struct, frozen=True):
    """What is seen of one seat."""

    hand: tuple[LeaderNumber, ...]
    """Leaders not played; those of others are face down, 0, until the end."""
    played: tuple[LeaderNumber, ...]
    depots: tuple[Depot, ...]
    """The three depots of the warehouse, then those of leaders in the order they were played."""
    strongbox: Goods
    slots: tuple[tuple[CardNumber, ...], ...]
    """Three slots of development cards, the top one last."""
    faith: int
    """The space of the faith track, 0 to 24."""
    tiles: tuple[PopeTile, ...]
    """The three pope favour tiles."""
    bonus: int
    """Resources of the starting bonus still to be chosen."""
    away: bool
    """Whether the seat was given up."""


class DeckView(Struct, frozen=True):
    """What is seen of a deck: its top card, 0 if it is empty, and how many cards it has."""

    top: CardNumber
    cards: int


class View(Struct, frozen=True):
    """Everything that one seat, or a spectator, may see."""

    eyes: Seat | None
    """The seat that sees this; None is a spectator."""
    phase: Phase
    turn: Seat | None
    """The seat whose turn it is; None before the first turn, when all move, and at the end."""
    turns: int
    """How many turns are over."""
    first: Seat
    """The seat that begins every round."""
    market: Market
    decks: tuple[DeckView, ...]
    """Column by column from the left, each from level 1 up."""
    taken: Goods
    """Resources from the market that wait to be placed."""
    whites: int
    """White marbles whose resource is still to be named."""
    reports: int
    """How many sections of the faith track have been reported."""
    tokens: int
    """How many tokens of Lorenzo's are left to be drawn; none if there are more players."""
    cross: int
    """Where Lorenzo's black cross stands, 0 to 24."""
    seats: tuple[SeatView, ...]
    last_round: bool
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    """The part of the state that `seat` may see; None is a spectator."""
    return View(
        eyes=seat,
        phase=state.phase,
        turn=None if state.outcome or state.phase == Phase.SETUP else state.turn,
        turns=state.turns,
        first=state.first,
        market=state.market,
        decks=tuple(DeckView(deck[0] if deck else FACE_DOWN, len(deck)) for deck in state.decks),
        taken=state.taken,
        whites=state.whites,
        reports=state.reports,
        tokens=len(state.tokens),
        cross=state.cross,
        seats=tuple(
            seat_view(board, shown=bool(state.outcome) or owner == seat, away=owner in state.away)
            for owner, board in enumerate(state.boards)
        ),
        last_round=state.last_round,
        outcome=state.outcome,
    )


def seat_view(board: Board, *, shown: bool = True, away: bool = False) -> SeatView:
    """What is seen of a board, with its hand shown or face down."""
    return SeatView(
        hand=board.hand if shown else (FACE_DOWN,) * len(board.hand),
        played=board.played,
        depots=board.depots,
        strongbox=board.strongbox,
        slots=board.slots,
        faith=board.faith,
        tiles=board.tiles,
        bonus=board.bonus,
        away=away,
    )


def squares(view: View, seat: Seat) -> Sequence[Sequence[tuple[int, int, int] | None]]:
    """The cards of a seat in their colours: a column for each slot, the newest card on top."""
    slots = view.seats[seat].slots
    return [
        [COLOURS[CARDS[slot[level]].colour] if level < len(slot) else None for slot in slots]
        for level in (2, 1, 0)
    ]


def board_of(seen: SeatView) -> Board:
    """The board of a seat as far as it is seen, which can tell prices, room and supply."""
    return Board(
        hand=seen.hand,
        played=seen.played,
        depots=seen.depots,
        strongbox=seen.strongbox,
        slots=seen.slots,
        faith=seen.faith,
        tiles=seen.tiles,
        bonus=seen.bonus,
    )


def points(view: View, seat: Seat) -> tuple[Point, ...]:
    """What `seat` has earned and where; nothing that scores is a secret."""
    return seat_points(view.seats[seat]) if 0 <= seat < len(view.seats) else ()


def seat_points(seen: SeatView) -> tuple[Point, ...]:
    """What lies on a board in points."""
    cards = sum(CARDS[number].points for slot in seen.slots for number in slot)
    kept = zip(SECTIONS, seen.tiles, strict=True)
    tiles = sum(section.points for section, tile in kept if tile == PopeTile.KEPT)
    held = seen.strongbox.total() + sum(depot.count for depot in seen.depots)
    return (
        Point("cards", cards, "Development cards"),
        Point("faith", track_points(seen.faith), "Faith track"),
        Point("pope_tiles", tiles, "Pope favour tiles"),
        Point("leaders", sum(LEADERS[number].points for number in seen.played), "Leaders"),
        Point("resources", held // RESOURCES_A_POINT, "Resources"),
    )


def why_lost(cross: int, tops: Sequence[int]) -> str:
    """Why a game against Lorenzo is lost, from his cross and the top cards; empty if it is not."""
    if cross == LAST_SPACE:
        return f"his cross reached space {LAST_SPACE}"
    left = {colour for (colour, _), top in zip(DECKS, tops, strict=True) if top}
    gone = [colour for colour in Colour if colour not in left]
    return f"no {gone[0]} cards are left" if gone else ""


def winners_of(state: State) -> tuple[Seat, ...]:
    """Most points, then most resources; equal in both, shared (R17). Who resigned does not win."""
    seen = view(state, None)
    ranks = {
        Seat(i): (sum(p.amount for p in points(seen, Seat(i))), board.supply().total())
        for i, board in enumerate(state.boards)
        if i not in state.resigned
    }
    return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
