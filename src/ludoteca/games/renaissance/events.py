"""What can happen at a table of Masters of Renaissance, and who may know of it.

Events are kept for good: their tags and fields are published. A card or token face down is 0.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct

from ludoteca.games.contract import Ending, Seat, snake
from ludoteca.games.renaissance.board import FACE_DOWN, DepotPlace, Payment, SlotPlace
from ludoteca.games.renaissance.cards import CardNumber, LeaderNumber, TokenNumber
from ludoteca.games.renaissance.market import Marble, Way
from ludoteca.games.renaissance.resources import Goods, Resource
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped


class TableLaid(Struct, frozen=True, tag_field="event", tag=snake):
    """The market is filled for so many seats: twelve marbles row by row, and the slide."""

    seats: int
    marbles: tuple[Marble, ...]
    first: Seat = Seat(0)
    """The seat that begins every round; it was always the first one when this was not said."""


class DecksShuffled(Struct, frozen=True, tag_field="event", tag=snake):
    """The twelve decks, each from its top card down; only the top cards can be seen."""

    decks: tuple[tuple[CardNumber, ...], ...]


class TokensShuffled(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo's seven tokens form a new stack."""

    tokens: tuple[TokenNumber, ...]


class LeadersDealt(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat was dealt leaders, a secret."""

    seat: Seat
    leaders: tuple[LeaderNumber, ...]


class LeaderReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat gave a leader back before the first turn, a secret."""

    seat: Seat
    leader: LeaderNumber


class BonusTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat chose a resource of its starting bonus."""

    seat: Seat
    resource: Resource
    depot: DepotPlace


class GameBegan(Struct, frozen=True, tag_field="event", tag=snake):
    """All are ready, and the first turn begins."""


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
    """A seat bought the top card of a deck, and the one beneath, if any, can be seen."""

    seat: Seat
    card: CardNumber
    slot: SlotPlace
    payment: Payment
    beneath: CardNumber


class CardRemoved(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo removed the top card of a deck, and the one beneath, if any, can be seen."""

    card: CardNumber
    beneath: CardNumber


class Produced(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat paid for its productions and got what they make."""

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
    """The markers of these seats moved together."""

    seats: tuple[Seat, ...]
    steps: int


class CrossMoved(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo's black cross moved."""

    steps: int


class VaticanReport(Struct, frozen=True, tag_field="event", tag=snake):
    """A section was reported: these seats keep their pope tile, all others lose it."""

    section: int
    kept: tuple[Seat, ...]


class LastRoundBegan(Struct, frozen=True, tag_field="event", tag=snake):
    """The end is near: the round is finished and the game is over."""


class TokenRevealed(Struct, frozen=True, tag_field="event", tag=snake):
    """Lorenzo drew a token."""

    token: TokenNumber


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over, and the leaders left in the hands, by seat, are shown."""

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
    """What `seat` may know of `event`; None is a spectator."""
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
            assert_never(event)  # secret until someone says otherwise


def reveals(event: Event) -> bool:
    """Whether `event` shows something that was drawn or hidden."""
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
