"""Consequences of moves: faith, Vatican reports, Lorenzo and the end of the game."""

from collections.abc import Iterable
from typing import assert_never

from ludoteca.games.chance import shuffled
from ludoteca.games.contract import Chance, Ending, Seat
from ludoteca.games.renaissance.applying import apply
from ludoteca.games.renaissance.board import FACE_DOWN, LAST_SPACE, SECTIONS
from ludoteca.games.renaissance.cards import CROSS_STEPS, DISCARDS, RESHUFFLE, TOKENS, Colour
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
from ludoteca.games.renaissance.resources import say_goods
from ludoteca.games.renaissance.state import State, beneath, last_seat, lowest_deck, triggers_end
from ludoteca.games.renaissance.view import winners_of
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
        case GameEnded((), Ending.PLAYED_OUT):  # only a solo game can end without a winner
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


class Story:
    """A growing list of events, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event and apply it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def gain_faith(self, seats: tuple[Seat, ...], steps: int) -> None:
        """Move these markers together; then check for reports and the end."""
        if seats and steps:
            self.tell(FaithGained(seats, steps))
            self._report()

    def move_cross(self, steps: int) -> None:
        """Move Lorenzo's cross; then check for reports and the end."""
        self.tell(CrossMoved(steps))
        self._report()

    def others_gain_faith(self, seat: Seat) -> None:
        """Move all other markers, or Lorenzo's cross in a solo game, by one space."""
        if self.state.solo:
            self.move_cross(1)
        else:
            # Ruling R16: absent seats gain faith like all others.
            self.gain_faith(tuple(Seat(s) for s in range(self.state.seats) if s != seat), 1)

    def _report(self) -> None:
        for section in range(self.state.reports, len(SECTIONS)):
            markers = [board.faith for board in self.state.boards]
            if max(*markers, self.state.cross, 0) < SECTIONS[section].pope:
                break
            first = SECTIONS[section].first
            kept = tuple(Seat(seat) for seat, space in enumerate(markers) if space >= first)
            self.tell(VaticanReport(section, kept))
        self.look_for_the_end()

    def look_for_the_end(self) -> None:
        """Begin the last round if a board meets the end condition; a solo game ends at once."""
        reached = any(triggers_end(board) for board in self.state.boards)
        if self.state.solo:
            # Ruling R15: a card that wins and empties a column wins.
            if reached:
                self.end((Seat(0),), Ending.PLAYED_OUT)
            elif self.state.cross == LAST_SPACE or any(
                lowest_deck(self.state, colour) is None for colour in Colour
            ):
                self.end((), Ending.PLAYED_OUT)
        elif reached and not self.state.last_round:
            self.tell(LastRoundBegan())

    def end(self, winners: tuple[Seat, ...], ending: Ending) -> None:
        """End the game unless it has already ended."""
        if not self.state.outcome:
            hands = tuple(board.hand for board in self.state.boards)
            self.tell(GameEnded(winners, ending, hands))

    def end_turn(self, chance: Chance) -> None:
        """Pass the turn: to Lorenzo and back, to the next seat, or to the end."""
        if self.state.solo:
            self._lorenzo(chance)
        elif self.state.last_round and self.state.turn == last_seat(self.state):
            self.end(winners_of(self.state), Ending.PLAYED_OUT)
        if not self.state.outcome:
            self.tell(TurnPassed(Seat((self.state.turn + 1) % self.state.seats)))

    def _lorenzo(self, chance: Chance) -> None:
        token = self.state.tokens[0]
        self.tell(TokenRevealed(token))
        if token in DISCARDS:
            for _ in range(2):
                self._remove_card(DISCARDS[token])
        else:
            self.move_cross(CROSS_STEPS[token])
        if token == RESHUFFLE and not self.state.outcome:
            self.tell(TokensShuffled(shuffled(TOKENS, chance)))

    def _remove_card(self, colour: Colour) -> None:
        deck = lowest_deck(self.state, colour)
        if deck is not None and not self.state.outcome:
            card = self.state.decks[deck][0]
            self.tell(CardRemoved(card, beneath(self.state, card)))
            self.look_for_the_end()
