"""Events as sentences, for logs and for people who cannot see the table."""

from collections.abc import Iterable
from typing import assert_never

from ludoteca.games.contract import Ending
from ludoteca.games.renaissance.board import FACE_DOWN
from ludoteca.games.renaissance.events import (
    BonusTaken,
    CardBought,
    CardRemoved,
    CrossMoved,
    DecksShuffled,
    DepotsSwapped,
    Event,
    FaithGained,
    GameBegan,
    GameEnded,
    LastRoundBegan,
    LeaderDiscarded,
    LeaderPlayed,
    LeaderReturned,
    LeadersDealt,
    MarbleConverted,
    MarblesTaken,
    Produced,
    ResourceDiscarded,
    ResourcePlaced,
    ResourcesMoved,
    TableLaid,
    TokenRevealed,
    TokensShuffled,
    VaticanReport,
)
from ludoteca.games.renaissance.faith import SECTIONS
from ludoteca.games.renaissance.resources import say_goods
from ludoteca.games.renaissance.tokens import CROSS_STEPS, DISCARDS
from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    describe_end,
    describe_seating,
    seat_name,
    seat_names,
)


def describe(event: Event) -> str:  # noqa: C901, PLR0912 - one case an event
    """What happened, in a sentence."""
    match event:
        case TableLaid(seats, first=first):
            return f"A table for {seats}. {seat_name(first)} begins."
        case DecksShuffled():
            return "The decks were shuffled."
        case TokensShuffled():
            return "Lorenzo's tokens were shuffled."
        case LeadersDealt(seat, leaders):
            return f"{seat_name(seat)} was dealt {_cards(leaders)}."
        case LeaderReturned(seat, leader):
            which = "a leader" if leader == FACE_DOWN else f"leader {leader}"
            return f"{seat_name(seat)} gave {which} back."
        case BonusTaken(seat, resource, depot):
            return f"{seat_name(seat)} begins with 1 {resource} in depot {depot + 1}."
        case GameBegan():
            return "All are ready. The first turn begins."
        case MarblesTaken(seat, way, index):
            return f"{seat_name(seat)} took {way} {index + 1} of the market."
        case MarbleConverted(seat, resource):
            return f"{seat_name(seat)} made 1 {resource} of a white marble."
        case ResourcePlaced(seat, resource, depot):
            return f"{seat_name(seat)} put 1 {resource} into depot {depot + 1}."
        case ResourceDiscarded(seat, resource):
            return f"{seat_name(seat)} discarded 1 {resource}."
        case ResourcesMoved(seat, source, target, count):
            return f"{seat_name(seat)} moved {count} from depot {source + 1} to depot {target + 1}."
        case DepotsSwapped(seat, one, other):
            return f"{seat_name(seat)} exchanged depots {one + 1} and {other + 1}."
        case CardBought(seat, card, slot):
            return f"{seat_name(seat)} bought card {card} for slot {slot + 1}."
        case CardRemoved(card):
            return f"Lorenzo removed card {card}."
        case Produced(seat, _, made):
            return f"{seat_name(seat)} produced {say_goods(made) or 'faith only'}."
        case LeaderPlayed(seat, leader):
            return f"{seat_name(seat)} played leader {leader}."
        case LeaderDiscarded(seat, leader):
            return f"{seat_name(seat)} discarded leader {leader}."
        case FaithGained(seats, steps):
            return f"{seat_names(seats)} moved {steps} on the faith track."
        case CrossMoved(steps):
            return f"Lorenzo's cross moved {steps}."
        case VaticanReport(section, kept):
            who = seat_names(kept) or "Nobody"
            return f"Vatican report {section + 1}: {who} kept {SECTIONS[section].points} points."
        case LastRoundBegan():
            return "This is the last round."
        case TokenRevealed(token):
            return f"Lorenzo drew {_token(token)}."
        case TurnSkipped() | TurnPassed() | SeatsLeft() | SeatReturned():
            return describe_seating(event)
        case GameEnded((), Ending.PLAYED_OUT):  # only a game for one has no winner at its end
            return "The game is over. Lorenzo won."
        case GameEnded(winners, ending):
            return describe_end(winners, ending)
        case _:
            assert_never(event)


def _cards(leaders: Iterable[int]) -> str:
    known = [str(leader) for leader in leaders if leader != FACE_DOWN]
    return f"leaders {' '.join(known)}" if known else "leaders face down"


def _token(token: int) -> str:
    if token in DISCARDS:
        return f"the token that removes two {DISCARDS[token]} cards"
    return f"the token that moves his cross {CROSS_STEPS[token]}"
