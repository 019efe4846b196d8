"""Events of Masters of Renaissance and their visibility.

Events are stored permanently; their tags and fields are published. A face-down card or token is 0.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct

from ludoteca.games.contract import Ending, Seat, snake
from ludoteca.games.renaissance.board import FACE_DOWN, DepotPlace, Payment, SlotPlace
from ludoteca.games.renaissance.cards import CardNumber, LeaderNumber, TokenNumber
from ludoteca.games.renaissance.resources import Goods, Marble, Resource, Way
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped


class TableLaid(Struct, frozen=True, tag_field="event", tag=snake):
    """The market was filled: twelve marbles row by row, then the marble on the slide."""

    seats: int
    marbles: tuple[Marble, ...]
    first: Seat = Seat(0)
    """The seat that begins every round; seat 0 in older events, which lack this field."""


class DecksShuffled(Struct, frozen=True, tag_field="event", tag=snake):
    """The twelve decks were shuffled, each listed from the top down; only top cards are visible."""

    decks: tuple[tuple[CardNumber, ...], ...]


class TokensShuffled(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo's seven tokens were shuffled into a new stack."""

    tokens: tuple[TokenNumber, ...]


class LeadersDealt(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat was dealt leaders, which are secret."""

    seat: Seat
    leaders: tuple[LeaderNumber, ...]


class LeaderReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat returned a leader before the first turn; the leader's number is secret."""

    seat: Seat
    leader: LeaderNumber


class BonusTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat chose a resource of its starting bonus."""

    seat: Seat
    resource: Resource
    depot: DepotPlace


class GameBegan(Struct, frozen=True, tag_field="event", tag=snake):
    """All seats are ready, and the first turn begins."""


class MarblesTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat took a line of the market, and the slide marble was pushed in."""

    seat: Seat
    way: Way
    index: int


class MarbleConverted(Struct, frozen=True, tag_field="event", tag=snake):
    """A white marble became a resource."""

    seat: Seat
    resource: Resource


class ResourcePlaced(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat put a resource from the market into a depot."""

    seat: Seat
    resource: Resource
    depot: DepotPlace


class ResourceDiscarded(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat discarded a resource from the market."""

    seat: Seat
    resource: Resource


class ResourcesMoved(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat moved resources from one depot to another."""

    seat: Seat
    source: DepotPlace
    target: DepotPlace
    count: int


class DepotsSwapped(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat exchanged the contents of two depots."""

    seat: Seat
    one: DepotPlace
    other: DepotPlace


class CardBought(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat bought the top card of a deck; the card beneath, if any, becomes visible."""

    seat: Seat
    card: CardNumber
    slot: SlotPlace
    payment: Payment
    beneath: CardNumber


class CardRemoved(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo removed the top card of a deck; the card beneath, if any, becomes visible."""

    card: CardNumber
    beneath: CardNumber


class Produced(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat paid for its productions and received their output."""

    seat: Seat
    payment: Payment
    made: Goods


class LeaderPlayed(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat played a leader."""

    seat: Seat
    leader: LeaderNumber


class LeaderDiscarded(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat discarded a leader."""

    seat: Seat
    leader: LeaderNumber


class FaithGained(Struct, frozen=True, tag_field="event", tag=snake):
    """The faith markers of these seats moved together."""

    seats: tuple[Seat, ...]
    steps: int


class CrossMoved(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo's black cross moved."""

    steps: int


class VaticanReport(Struct, frozen=True, tag_field="event", tag=snake):
    """A section was scored: these seats keep their pope tiles, all others lose theirs."""

    section: int
    kept: tuple[Seat, ...]


class LastRoundBegan(Struct, frozen=True, tag_field="event", tag=snake):
    """The end condition was met; the game ends with this round."""


class TokenRevealed(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo drew a token."""

    token: TokenNumber


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over; the leaders left in all hands are revealed."""

    winners: tuple[Seat, ...]
    ending: Ending
    hands: tuple[tuple[LeaderNumber, ...], ...]


Event: TypeAlias = (
    TableLaid
    | DecksShuffled
    | TokensShuffled
    | LeadersDealt
    | LeaderReturned
    | BonusTaken
    | GameBegan
    | MarblesTaken
    | MarbleConverted
    | ResourcePlaced
    | ResourceDiscarded
    | ResourcesMoved
    | DepotsSwapped
    | CardBought
    | CardRemoved
    | Produced
    | LeaderPlayed
    | LeaderDiscarded
    | FaithGained
    | CrossMoved
    | VaticanReport
    | LastRoundBegan
    | TokenRevealed
    | TurnSkipped
    | TurnPassed
    | SeatsLeft
    | SeatReturned
    | GameEnded
)


def redact(event: Event, seat: Seat | None) -> Event | None:
    match event:
        case DecksShuffled(decks):
            return DecksShuffled(tuple((deck[0], *_face_down(deck[1:])) for deck in decks))
        case TokensShuffled(tokens):
            return TokensShuffled(_face_down(tokens))
        case LeadersDealt(owner, leaders):
            return event if owner == seat else LeadersDealt(owner, _face_down(leaders))
        case LeaderReturned(owner):
            return event if owner == seat else LeaderReturned(owner, FACE_DOWN)
        case (
            TableLaid()
            | BonusTaken()
            | GameBegan()
            | MarblesTaken()
            | MarbleConverted()
            | ResourcePlaced()
            | ResourceDiscarded()
            | ResourcesMoved()
            | DepotsSwapped()
            | CardBought()
            | CardRemoved()
            | Produced()
            | LeaderPlayed()
            | LeaderDiscarded()
            | FaithGained()
            | CrossMoved()
            | VaticanReport()
            | LastRoundBegan()
            | TokenRevealed()
            | TurnSkipped()
            | TurnPassed()
            | SeatsLeft()
            | SeatReturned()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)  # a new event stays secret until its case is added


def reveals(event: Event) -> bool:
    match event:
        case CardBought(beneath=beneath) | CardRemoved(beneath=beneath):
            return beneath != FACE_DOWN
        case (
            TableLaid()
            | DecksShuffled()
            | TokensShuffled()
            | LeadersDealt()
            | LeaderPlayed()
            | LeaderDiscarded()
            | TokenRevealed()
            | GameEnded()
        ):
            return True
        case (
            LeaderReturned()
            | BonusTaken()
            | GameBegan()
            | MarblesTaken()
            | MarbleConverted()
            | ResourcePlaced()
            | ResourceDiscarded()
            | ResourcesMoved()
            | DepotsSwapped()
            | Produced()
            | FaithGained()
            | CrossMoved()
            | VaticanReport()
            | LastRoundBegan()
            | TurnSkipped()
            | TurnPassed()
            | SeatsLeft()
            | SeatReturned()
        ):
            return False
        case _:
            assert_never(event)


def _face_down(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (FACE_DOWN,) * len(cards)
