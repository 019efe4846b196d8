"""Views: the part of a table that a seat or a spectator may see, and the points visible there."""

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
from ludoteca.games.renaissance.cards import (
    CARDS,
    DECKS,
    LEADERS,
    Card,
    CardNumber,
    Colour,
    LeaderNumber,
)
from ludoteca.games.renaissance.resources import Goods, Market
from ludoteca.games.renaissance.state import Phase, State

RESOURCES_A_POINT = 5


class SeatView(Struct, frozen=True):
    """The visible part of one seat."""

    hand: tuple[LeaderNumber, ...]
    """Leaders not yet played; those of other seats are 0 (face down) until the end."""
    played: tuple[LeaderNumber, ...]
    depots: tuple[Depot, ...]
    """The three depots of the warehouse, then leader depots in the order played."""
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
    """The top card of a deck (0 if the deck is empty) and the number of its cards."""

    top: CardNumber
    cards: int


class View(Struct, frozen=True):
    """Everything a seat or a spectator may see."""

    eyes: Seat | None
    """The seat whose view this is; None for a spectator."""
    phase: Phase
    turn: Seat | None
    """The seat to move; None during set-up, when all seats move, and at the end."""
    turns: int
    """Turns completed."""
    first: Seat
    """The seat that begins every round."""
    market: Market
    decks: tuple[DeckView, ...]
    """Column by column from the left, each from level 1 up."""
    taken: Goods
    """Resources from the market still to be placed."""
    whites: int
    """White marbles still to be converted."""
    reports: int
    """Number of faith track sections scored."""
    tokens: int
    """Number of Lorenzo's remaining tokens; 0 if there are several players."""
    cross: int
    """Space of Lorenzo's black cross, 0 to 24."""
    seats: tuple[SeatView, ...]
    last_round: bool
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
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
    """Return the visible part of a board, with its hand shown or face down."""
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


def squares(view: View, seat: Seat) -> Sequence[Sequence[str | None]]:
    """Return a seat's cards as the page names them: one column per slot, newest card on top."""
    slots = view.seats[seat].slots
    return [
        [name_of(CARDS[slot[level]]) if level < len(slot) else None for slot in slots]
        for level in (2, 1, 0)
    ]


def name_of(card: Card) -> str:
    """Return the name of a card's drawing."""
    return f"{card.colour}-{card.level}"


def board_of(seen: SeatView) -> Board:
    """Rebuild a board from its visible part, for computing prices, room and supply."""
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
    """Return the points of `seat` by source; no source of points is secret."""
    return seat_points(view.seats[seat]) if 0 <= seat < len(view.seats) else ()


def seat_points(seen: SeatView) -> tuple[Point, ...]:
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
    """Explain why a game against Lorenzo was lost; return "" if it was not."""
    if cross == LAST_SPACE:
        return f"his cross reached space {LAST_SPACE}"
    left = {colour for (colour, _), top in zip(DECKS, tops, strict=True) if top}
    gone = [colour for colour in Colour if colour not in left]
    return f"no {gone[0]} cards are left" if gone else ""


def winners_of(state: State) -> tuple[Seat, ...]:
    """Return the winners: most points, then most resources; tied seats share the win (R17)."""
    seen = view(state, None)
    ranks = {
        Seat(i): (sum(p.amount for p in points(seen, Seat(i))), board.supply().total())
        for i, board in enumerate(state.boards)
        if i not in state.resigned
    }
    return tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
