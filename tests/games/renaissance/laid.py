"""Tables of Masters of Renaissance from short texts; only this module knows how states are built.

Rows, columns, depots and slots are numbered from 1, as in the rules; depots 4 and 5 belong to
leaders, in the order they were played.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Seat, renaissance
from ludoteca.games.renaissance import (
    DECKS,
    Basic,
    Board,
    BuyCard,
    Colour,
    ConvertMarble,
    DiscardResource,
    Event,
    LeaderPower,
    Marble,
    Market,
    Move,
    MoveResources,
    Options,
    Payment,
    PlaceResource,
    PopeTile,
    Produce,
    Reason,
    Resource,
    State,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    Way,
)
from ludoteca.games.renaissance.resources import market_of, read_goods, write_goods
from tests.games.renaissance.first_seat import FirstSeat

FACTS: dict[str, Any] = json.loads(
    Path(__file__).with_name("masters_of_renaissance.json").read_text(encoding="utf-8")
)
ALL: Mapping[str, Sequence[int]] = {}
NONE: Mapping[int, str] = {}
ALL_TOKENS = tuple(token["id"] for token in FACTS["solo"]["tokens"])

# Section 7.3, the example: three rows, and the slide below.
MARKET = """
    red     white   blue    yellow
    purple  white   grey    white
    yellow  blue    purple  white
    grey
"""


def market(drawing: str) -> Market:
    """Read three rows and the slide; fail if the marbles are not those of the game."""
    assert Counter(drawing.split()) == FACTS["market"]["marbles"], drawing
    return market_of([Marble(word) for word in drawing.split()])


def board(
    depots: str = "",
    *,
    box: str = "",
    slots: str = "",
    played: str = "",
    hand: str = "",
    tiles: str = "pending pending pending",
    faith: int = 0,
) -> Board:
    """Read a board: `board("1 coin | 2 stone |", box="2 shield", slots="9 | 3 17 |", hand="5")`."""
    made = Board(hand=_numbers(hand))
    for leader in _numbers(played):
        made = made.with_leader(leader)
    for place, text in enumerate(depots.split("|")):
        for resource, count in read_goods(text.strip(" -")).each():
            assert not made.why_not_store(resource, place, count), depots
            made = made.with_more(resource, place, count)
    stacks = [_numbers(stack) for stack in slots.split("|")]
    return replace(
        made,
        strongbox=read_goods(box),
        slots=(*stacks, *[()] * (3 - len(stacks))),
        tiles=tuple(map(PopeTile, tiles.split())),
        faith=faith,
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.replace("-", "").split()))


def grid(
    boards: Sequence[Board], tops: Sequence[int] = (), left: Mapping[str, Sequence[int]] = ALL
) -> tuple[tuple[int, ...], ...]:
    """Return all cards not on a board, with these on top, and limits by colour and level."""
    owned = [number for board in boards for slot in board.slots for number in slot]
    decks = []
    for colour, level in DECKS:
        facts = (d for d in FACTS["development_grid"]["decks"] if d["colour"] == colour)
        cards = next(d["card_ids"] for d in facts if d["level"] == level)
        deck = sorted(set(cards) - set(owned), key=lambda n: (n not in tops, n))
        decks.append(tuple(deck[: left[colour][level - 1]] if colour in left else deck))
    return tuple(decks)


def table(
    *boards: Board,
    marbles: str = MARKET,
    tops: Sequence[int] = (),
    left: Mapping[str, Sequence[int]] = ALL,
    **more: Any,
) -> State:
    """Build a table after set-up with these boards; seat 0 is to move, in a solo game if `solo`."""
    decks = zip(DECKS, grid(boards, tops, left), strict=True)
    parts = [
        f"seats {len(boards)}",
        f"market {renaissance.write_market(market(marbles))}",
        *(f"deck {colour} {level} {' '.join(map(str, deck))}" for (colour, level), deck in decks),
    ]
    # The boards as they are: some have kept pope tiles that nobody on their space has.
    reports = sum(tile != PopeTile.PENDING for tile in boards[0].tiles)
    state = renaissance.read_state("\n".join(parts))
    return replace(state, **{"boards": boards, "reports": reports, **more})


def dealt(seats: int, first: int = 0) -> State:
    """Build a table before any choice: seat 0 has leaders 49 to 52, seat 1 has 53 to 56, …"""
    events = renaissance.setup(seats, Options(), FirstSeat(1, first))
    assert not isinstance(events, Refusal)
    state = reduce(renaissance.apply, events, renaissance.BLANK)
    hands = [tuple(range(49 + 4 * seat, 53 + 4 * seat)) for seat in range(seats)]
    boards = zip(state.boards, hands, strict=True)
    return replace(state, boards=tuple(replace(board, hand=hand) for board, hand in boards))


def row(number: int) -> TakeMarbles:
    return TakeMarbles(Way.ROW, number - 1)


def column(number: int) -> TakeMarbles:
    return TakeMarbles(Way.COLUMN, number - 1)


def convert(resource: str) -> ConvertMarble:
    return ConvertMarble(Resource(resource))


def place(resource: str, depot: int) -> PlaceResource:
    return PlaceResource(Resource(resource), depot - 1)


def discard(resource: str) -> DiscardResource:
    return DiscardResource(Resource(resource))


def bonus(resource: str, depot: int) -> TakeBonus:
    return TakeBonus(Resource(resource), depot - 1)


def shift(count: int, source: int, target: int) -> MoveResources:
    return MoveResources(source - 1, target - 1, count)


def swap(one: int, other: int) -> SwapDepots:
    return SwapDepots(one - 1, other - 1)


def pay(*depots: int, box: str = "") -> Payment:
    """Pay these amounts from each depot and these resources from the strongbox."""
    return Payment((*depots, *[0] * (3 - len(depots))), read_goods(box))


def buy(card: int, slot: int, payment: Payment) -> BuyCard:
    return BuyCard(card, slot - 1, payment)


def produce(
    payment: Payment | None,
    *slots: int,
    basic: str = "",
    leaders: Mapping[int, str] = NONE,
) -> Produce:
    """Build a production: `produce(pay(2, 1), 1, basic="coin coin > stone", leaders={64: …})`."""
    power = None
    if basic:
        inputs, makes = basic.split(">")
        first, second = map(Resource, inputs.split())
        power = Basic((first, second), Resource(makes.strip()))
    powers = tuple(LeaderPower(leader, Resource(makes)) for leader, makes in leaders.items())
    return Produce(payment, tuple(slot - 1 for slot in slots), power, powers)


def code(said: object) -> str:
    """Return the code of a refusal."""
    assert isinstance(said, Refusal), said
    return said.code


def to_move(state: State) -> list[int]:
    """Return the seats that may move now."""
    return sorted(renaissance.seats_to_move(state))


def played(
    state: State, move: Move, seat: int | None = None, seed: int = 0
) -> list[Event] | Reason:
    """Play a move for a seat, by default the one to move; return the events or the reason."""
    events = renaissance.play(state, state.turn if seat is None else Seat(seat), move, Dice(seed))
    return Reason(events.code) if isinstance(events, Refusal) else events


def answer(state: State, move: Move, seat: int | None = None) -> str:
    """Return `done`, or the reason for the refusal."""
    events = played(state, move, seat)
    return events if isinstance(events, Reason) else "done"


def told(state: State, *moves: Move, seat: int | None = None, seed: int = 0) -> list[Event]:
    """Return all events of these legal moves."""
    story: list[Event] = []
    for move in moves:
        events = played(state, move, seat, seed)
        assert not isinstance(events, Reason), events
        story += events
        state = reduce(renaissance.apply, events, state)
    return story


def after(state: State, *moves: Move, seat: int | None = None, seed: int = 0) -> State:
    """Return the state after these legal moves."""
    return reduce(renaissance.apply, told(state, *moves, seat=seat, seed=seed), state)


def depots(state: State, seat: int = 0) -> str:
    """Return the contents of a seat's depots in the notation of `board`."""
    held = [(d.resource, d.count) for d in state.boards[seat].depots]
    return " | ".join(f"{count} {resource}" if count else "-" for resource, count in held)


def box(state: State, seat: int = 0) -> str:
    return write_goods(state.boards[seat].strongbox)


def waiting(state: State) -> str:
    """Return the resources from the market that wait to be placed."""
    return write_goods(state.taken)


def faith(state: State) -> list[int]:
    return [board.faith for board in state.boards]


def tiles(state: State, section: int) -> list[str]:
    """Return the state of a section's tiles by seat."""
    return [board.tiles[section - 1].value for board in state.boards]


def cards_left(state: State, colour: str) -> tuple[int, ...]:
    """Return the number of cards of a colour left in the grid, from level 1 up."""
    decks = zip(DECKS, state.decks, strict=True)
    return tuple(len(deck) for (of, _), deck in decks if of is Colour(colour))


def score(state: State, seat: int = 0) -> dict[str, int]:
    """Return the points of a seat by source, as a spectator counts them."""
    return {
        p.source: p.amount for p in renaissance.points(renaissance.view(state, None), Seat(seat))
    }


def total(state: State, seat: int = 0) -> int:
    return sum(score(state, seat).values())
