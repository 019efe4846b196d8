"""The state after an event, and the events that other events cause.

`Story` adds the events for faith, Vatican reports, Lorenzo and the end of the game.
"""

from typing import assert_never

from msgspec.structs import replace

from ludoteca.games.chance import shuffled
from ludoteca.games.contract import Chance, Ending, Outcome, Seat
from ludoteca.games.renaissance import cards, events
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, Board, PopeTile, without
from ludoteca.games.renaissance.events import Event
from ludoteca.games.renaissance.resources import GIVES, NOTHING, Marble, goods, market_of
from ludoteca.games.renaissance.state import (
    Phase,
    State,
    beneath,
    last_seat,
    lowest_deck,
    triggers_end,
    with_board,
)
from ludoteca.games.renaissance.view import winners_of
from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    absent_after,
    playing_order,
)

BONUS = (0, 1, 1, 2)
"""Number of resources that each seat may choose at the start, in playing order."""


def apply(state: State, event: Event) -> State:  # noqa: C901, PLR0912 - one case per event
    match event:
        case events.TableLaid():
            return _laid(state, event)
        case events.DecksShuffled(decks):
            return replace(state, decks=decks)
        case events.TokensShuffled(tokens):
            return replace(state, tokens=tokens)
        case events.LeadersDealt(seat, leaders):
            return with_board(state, seat, replace(state.boards[seat], hand=leaders))
        case events.LeaderReturned(seat, leader) | events.LeaderDiscarded(seat, leader):
            return _out_of_hand(state, seat, leader)
        case events.BonusTaken(seat, resource, depot):
            board = state.boards[seat].with_more(resource, depot)
            return with_board(state, seat, replace(board, bonus=board.bonus - 1))
        case events.GameBegan():
            return replace(state, phase=Phase.ACTING)
        case events.MarblesTaken():
            return _taken(state, event)
        case events.MarbleConverted(_, resource):
            taken = state.taken.plus(goods(resource))
            return replace(state, taken=taken, whites=state.whites - 1)
        case events.ResourcePlaced(seat, resource, depot):
            state = with_board(state, seat, state.boards[seat].with_more(resource, depot))
            return _placing(replace(state, taken=state.taken.minus(goods(resource))))
        case events.ResourceDiscarded(_, resource):
            return _placing(replace(state, taken=state.taken.minus(goods(resource))))
        case events.ResourcesMoved(seat, source, target, count):
            return with_board(state, seat, state.boards[seat].moved(source, target, count))
        case events.DepotsSwapped(seat, one, other):
            return with_board(state, seat, state.boards[seat].swapped(one, other))
        case events.CardBought(seat, card, slot, payment, beneath):
            board = state.boards[seat].paid(payment)
            slots = list(board.slots)
            slots[slot] = (*slots[slot], card)
            state = with_board(state, seat, replace(board, slots=tuple(slots)))
            return replace(_drawn(state, card, beneath), phase=Phase.ACTED)
        case events.CardRemoved(card, beneath):
            return _drawn(state, card, beneath)
        case events.Produced(seat, payment, made):
            board = state.boards[seat].paid(payment)
            board = replace(board, strongbox=board.strongbox.plus(made))
            return replace(with_board(state, seat, board), phase=Phase.ACTED)
        case events.LeaderPlayed(seat, leader):
            state = _out_of_hand(state, seat, leader)
            return with_board(state, seat, state.boards[seat].with_leader(leader))
        case events.FaithGained(seats, steps):
            for seat in seats:
                board = state.boards[seat]
                # Ruling R14: faith beyond the last space is lost.
                faith = min(LAST_SPACE, board.faith + steps)
                state = with_board(state, seat, replace(board, faith=faith))
            return state
        case events.CrossMoved(steps):
            return replace(state, cross=min(LAST_SPACE, state.cross + steps))
        case events.VaticanReport(section, kept):
            return _reported(state, section, kept)
        case events.LastRoundBegan():
            return replace(state, last_round=True)
        case events.TokenRevealed():
            return replace(state, tokens=state.tokens[1:])
        case TurnSkipped():
            return state
        case TurnPassed(to):
            return replace(state, turn=to, turns=state.turns + 1, phase=Phase.ACTING)
        case SeatsLeft() | SeatReturned():
            away, resigned = absent_after(state.away, state.resigned, event)
            return replace(state, away=away, resigned=resigned)
        case events.GameEnded(winners, ending, hands):
            shown = zip(state.boards, hands, strict=True)
            boards = tuple(replace(board, hand=hand) for board, hand in shown)
            return replace(state, boards=boards, outcome=Outcome(winners, ending))
        case _:
            assert_never(event)


def _laid(state: State, event: events.TableLaid) -> State:
    boards = [Board()] * event.seats
    for bonus, seat in zip(BONUS, playing_order(event.first, event.seats), strict=False):
        boards[seat] = Board(bonus=bonus)
    return replace(
        state,
        seats=event.seats,
        first=event.first,
        turn=event.first,
        market=market_of(event.marbles),
        boards=tuple(boards),
    )


def _out_of_hand(state: State, seat: Seat, leader: int) -> State:
    board = state.boards[seat]
    return with_board(state, seat, replace(board, hand=without(board.hand, leader)))


def _taken(state: State, event: events.MarblesTaken) -> State:
    marbles = state.market.line(event.way, event.index)
    gained = goods(*(GIVES[marble] for marble in marbles if marble in GIVES))
    whites = marbles.count(Marble.WHITE)
    conversions = [leader.resource for leader in state.board.leaders(cards.Ability.MARBLE)]
    if len(conversions) == 1:  # ruling R3: a single leader converts them all automatically
        gained = gained.plus(goods(*conversions * whites))
    return _placing(
        replace(
            state,
            market=state.market.pushed(event.way, event.index),
            taken=gained,
            whites=whites if len(conversions) > 1 else 0,
        )
    )


def _placing(state: State) -> State:
    """Set the phase: `PLACING` while resources or white marbles are left, and then `ACTED`."""
    done = state.taken == NOTHING and not state.whites
    return replace(state, phase=Phase.ACTED if done else Phase.PLACING)


def _drawn(state: State, card: int, beneath: int) -> State:
    place = cards.deck_of(cards.CARDS[card])
    left = len(state.decks[place]) - 1
    deck = (beneath, *state.decks[place][2:]) if left else ()
    return replace(state, decks=(*state.decks[:place], deck, *state.decks[place + 1 :]))


def _reported(state: State, section: int, kept: tuple[Seat, ...]) -> State:
    for i, board in enumerate(state.boards):
        tiles = list(board.tiles)
        tiles[section] = PopeTile.KEPT if i in kept else PopeTile.LOST
        state = with_board(state, Seat(i), replace(board, tiles=tuple(tiles)))
    return replace(state, reports=state.reports + 1)


class Story:
    """A growing list of events, and the state after the last of them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event and apply it."""
        self.events.append(event)
        self.state = apply(self.state, event)

    def gain_faith(self, seats: tuple[Seat, ...], steps: int) -> None:
        """Move these markers together, then check for Vatican reports and the end of the game."""
        if seats and steps:
            self.tell(events.FaithGained(seats, steps))
            self._report()

    def move_cross(self, steps: int) -> None:
        """Move Lorenzo's cross, then check for Vatican reports and the end of the game."""
        self.tell(events.CrossMoved(steps))
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
            self.tell(events.VaticanReport(section, kept))
        self.look_for_the_end()

    def look_for_the_end(self) -> None:
        """Begin the last round if a board meets the end condition; a solo game ends immediately."""
        reached = any(triggers_end(board) for board in self.state.boards)
        if self.state.solo:
            # Ruling R15: the player wins even if the winning card empties a column.
            if reached:
                self.end((Seat(0),), Ending.PLAYED_OUT)
            elif self.state.cross == LAST_SPACE or any(
                lowest_deck(self.state, colour) is None for colour in cards.Colour
            ):
                self.end((), Ending.PLAYED_OUT)
        elif reached and not self.state.last_round:
            self.tell(events.LastRoundBegan())

    def end(self, winners: tuple[Seat, ...], ending: Ending) -> None:
        """End the game unless it has already ended."""
        if not self.state.outcome:
            hands = tuple(board.hand for board in self.state.boards)
            self.tell(events.GameEnded(winners, ending, hands))

    def end_turn(self, chance: Chance) -> None:
        """End the turn: in a solo game, Lorenzo acts; then pass the turn or end the game."""
        if self.state.solo:
            self._lorenzo(chance)
        elif self.state.last_round and self.state.turn == last_seat(self.state):
            self.end(winners_of(self.state), Ending.PLAYED_OUT)
        if not self.state.outcome:
            self.tell(TurnPassed(Seat((self.state.turn + 1) % self.state.seats)))

    def _lorenzo(self, chance: Chance) -> None:
        token = self.state.tokens[0]
        self.tell(events.TokenRevealed(token))
        if token in cards.DISCARDS:
            for _ in range(2):
                self._remove_card(cards.DISCARDS[token])
        else:
            self.move_cross(cards.CROSS_STEPS[token])
        if token == cards.RESHUFFLE and not self.state.outcome:
            self.tell(events.TokensShuffled(shuffled(cards.TOKENS, chance)))

    def _remove_card(self, colour: cards.Colour) -> None:
        deck = lowest_deck(self.state, colour)
        if deck is not None and not self.state.outcome:
            card = self.state.decks[deck][0]
            self.tell(events.CardRemoved(card, beneath(self.state, card)))
            self.look_for_the_end()
