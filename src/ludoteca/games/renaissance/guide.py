"""Guides for user interfaces: possible actions and their results."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import combinations, permutations
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat
from ludoteca.games.renaissance.applying import apply
from ludoteca.games.renaissance.board import BASIC_DEPOTS, FACE_DOWN, SLOTS, DepotPlace, SlotPlace
from ludoteca.games.renaissance.cards import CARDS, LEADERS, Ability, CardNumber, LeaderNumber
from ludoteca.games.renaissance.draft import (
    Bill,
    Draft,
    UseBasic,
    UseLeader,
    UseSlot,
    begin,
    bill_of,
    is_affordable,
    step,
    why_not_draft,
)
from ludoteca.games.renaissance.events import MarblesTaken
from ludoteca.games.renaissance.moves import (
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    LeaderPower,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    SwapDepots,
    TakeBonus,
)
from ludoteca.games.renaissance.offers import legal_moves
from ludoteca.games.renaissance.production import BASIC_INPUTS, Run, run_of
from ludoteca.games.renaissance.refusals import Reason
from ludoteca.games.renaissance.resources import LINES, NOTHING, Goods, Marble, Resource, Way
from ludoteca.games.renaissance.rules import LEADERS_KEPT, why_not_now, why_not_play
from ludoteca.games.renaissance.state import Phase, State

Use: TypeAlias = UseBasic | UseSlot | UseLeader


class ToDo(StrEnum):
    """The action expected of a seat."""

    RETURN_LEADERS = "return_leaders"
    TAKE_BONUS = "take_bonus"
    ACT = "act"
    CONVERT = "convert"
    PLACE = "place"
    END = "end"
    WAIT = "wait"
    OVER = "over"


class Line(Struct, frozen=True):
    """The yield of a market row or column; `whites` counts marbles that the player must convert."""

    way: Way
    index: int
    goods: Goods
    faith: int
    whites: int


class Purchase(Struct, frozen=True):
    """The top card of a deck (0 if empty), its price for the viewer, and the slots that take it."""

    card: CardNumber
    price: Goods
    slots: tuple[SlotPlace, ...]
    reason: str
    """Code of the reason why the card cannot be bought now; empty if it can."""


class Power(Struct, frozen=True):
    """A production, identified by the step that adds it to a draft: its cost, yield and choices."""

    step: Use
    price: Goods
    choices_in: int
    makes: Goods
    choices_out: int
    faith: int
    reason: str
    """Code of the reason why the production cannot be added and run now; empty if it can."""


class InHand(Struct, frozen=True):
    """A leader in the viewer's hand."""

    leader: LeaderNumber
    reason: str
    """Code of the reason why the leader cannot be played now; empty if it can."""
    discard: bool
    """Whether the leader can be discarded now."""


class Guide(Struct, frozen=True):
    """The possible actions of a seat and their results; spectators have none."""

    to_do: ToDo
    count: int = 0
    """Number of leaders, resources or white marbles to which `to_do` still applies."""
    lines: tuple[Line, ...] = ()
    """Rows from the top, then columns from the left."""
    cards: tuple[Purchase, ...] = ()
    """One purchase per deck, in the order of the view."""
    powers: tuple[Power, ...] = ()
    leaders: tuple[InHand, ...] = ()
    conversions: tuple[Resource, ...] = ()
    """Resources that a white marble may become."""
    places: Mapping[Resource, tuple[DepotPlace, ...]] = {}
    """Depots with room, for each resource that may be chosen, or must be placed or discarded."""
    swaps: tuple[tuple[DepotPlace, DepotPlace], ...] = ()
    """Pairs of filled depots that may be swapped; `moves` covers empty depots."""
    moves: tuple[tuple[DepotPlace, DepotPlace, int], ...] = ()
    """Possible moves between depots: source, target and number of resources."""
    may_end: bool = False
    bill: Bill | None = None
    """Cost and yield of the viewer's own draft."""


def guide(state: State, seat: Seat | None, draft: Draft | None) -> Guide:
    expected = Guide(*_to_do(state, seat))
    if state.outcome or seat is None or not 0 <= seat < state.seats:
        return expected
    board = state.boards[seat]
    if draft and why_not_draft(state, draft):
        draft = None
    known = (number for number in board.hand if number in LEADERS)
    offered = list(_small_moves(state, seat))
    return replace(
        expected,
        lines=tuple(_line(state, seat, way, index) for way, index in LINES),
        cards=tuple(_purchase(state, seat, deck[0] if deck else FACE_DOWN) for deck in state.decks),
        powers=tuple(_powers(state, seat, draft)),
        leaders=tuple(
            InHand(
                leader,
                why_not_play(state, seat, PlayLeader(leader)) or "",
                discard=not why_not_play(state, seat, DiscardLeader(leader)),
            )
            for leader in known
        ),
        conversions=tuple(move.resource for move in offered if isinstance(move, ConvertMarble)),
        places=_places(offered),
        swaps=tuple(
            (one, other)
            for one, other in combinations(range(BASIC_DEPOTS), 2)
            if board.depots[one].count
            and board.depots[other].count
            and not why_not_play(state, seat, SwapDepots(one, other))
        ),
        moves=tuple(
            (source, target, count)
            for source, target in permutations(range(len(board.depots)), 2)
            for count in range(1, board.depots[source].count + 1)
            if not why_not_play(state, seat, MoveResources(source, target, count))
        ),
        may_end=not why_not_play(state, seat, EndTurn()),
        bill=bill_of(state, draft) if draft else None,
    )


def _to_do(state: State, seat: Seat | None) -> tuple[ToDo, int]:
    """Return the expected action of a seat, and the number of times that it is due."""
    if state.outcome:
        return ToDo.OVER, 0
    if seat is None or why_not_now(state, seat):
        return ToDo.WAIT, 0
    board = state.boards[seat]
    match state.phase:
        case Phase.SETUP if len(board.hand) > LEADERS_KEPT:
            return ToDo.RETURN_LEADERS, len(board.hand) - LEADERS_KEPT
        case Phase.SETUP:
            return ToDo.TAKE_BONUS, board.bonus
        case Phase.ACTING:
            return ToDo.ACT, 0
        case Phase.PLACING if state.whites:
            return ToDo.CONVERT, state.whites
        case Phase.PLACING:
            return ToDo.PLACE, state.taken.total()
        case Phase.ACTED:
            return ToDo.END, 0
        case _:
            assert_never(state.phase)


def _small_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Yield the offered moves during set-up and placing, which are few."""
    if state.phase in (Phase.SETUP, Phase.PLACING):
        yield from legal_moves(state, seat)


def _places(offered: Iterable[Move]) -> Mapping[Resource, tuple[int, ...]]:
    places: dict[Resource, tuple[int, ...]] = {}
    for move in offered:
        if isinstance(move, TakeBonus | PlaceResource):
            places[move.resource] = (*places.get(move.resource, ()), move.depot)
        elif isinstance(move, DiscardResource):
            places.setdefault(move.resource, ())
    return places


def _line(state: State, seat: Seat, way: Way, index: int) -> Line:
    taken = apply(replace(state, turn=seat), MarblesTaken(seat, way, index))
    faith = state.market.line(way, index).count(Marble.RED)
    return Line(way, index, taken.taken, faith, taken.whites)


def _purchase(state: State, seat: Seat, card: int) -> Purchase:
    board = state.boards[seat]
    known = CARDS.get(card)
    slots = tuple(slot for slot in range(SLOTS) if known and board.accepts(slot, known))
    reason = why_not_play(state, seat, BuyCard(card, slots[0] if slots else 0))
    return Purchase(card, board.price(known) if known else NOTHING, slots, reason or "")


def _powers(state: State, seat: Seat, draft: Draft | None) -> Iterator[Power]:
    """Yield the basic production, then the productions of occupied slots and of leaders."""
    board = state.boards[seat]
    before = draft or begin(state, seat)

    def power(use: Use, run: Run, choices_in: int, choices_out: int) -> Power:
        after = before if isinstance(before, Refusal) else step(state, before, use)
        reason = ""
        if isinstance(after, Refusal):
            reason = after.code
        elif not is_affordable(board, after):
            reason = Reason.CANNOT_AFFORD
        return Power(use, run.price, choices_in, run.made, choices_out, run.faith, reason)

    yield power(UseBasic(), Run(NOTHING, NOTHING, 0), BASIC_INPUTS, 1)
    for slot in range(SLOTS):
        if board.slots[slot]:
            yield power(UseSlot(slot), run_of(board, Produce(slots=(slot,))), 0, 0)
    for leader in board.leaders(Ability.PRODUCTION):
        any_of_them = LeaderPower(leader.number, leader.resource)
        run = run_of(board, Produce(leaders=(any_of_them,)))
        yield power(UseLeader(leader.number), replace(run, made=NOTHING), 0, 1)
