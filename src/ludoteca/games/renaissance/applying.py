"""State transitions of Masters of Renaissance: one case per event."""

from typing import assert_never

from msgspec.structs import replace

from ludoteca.games.contract import Outcome, Seat
from ludoteca.games.renaissance.board import LAST_SPACE, Board, PopeTile, without
from ludoteca.games.renaissance.cards import CARDS, Ability, deck_of
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
from ludoteca.games.renaissance.market import GIVES, Marble, market_of
from ludoteca.games.renaissance.resources import NOTHING, goods
from ludoteca.games.renaissance.state import Phase, State, with_board
from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    playing_order,
)

BONUS = (0, 1, 1, 2)
"""Starting resources of choice, in playing order."""


def apply(state: State, event: Event) -> State:  # noqa: C901, PLR0912 - one case an event
    match event:
        case TableLaid():
            return _laid(state, event)
        case DecksShuffled(decks):
            return replace(state, decks=decks)
        case TokensShuffled(tokens):
            return replace(state, tokens=tokens)
        case LeadersDealt(seat, leaders):
            return with_board(state, seat, replace(state.boards[seat], hand=leaders))
        case LeaderReturned(seat, leader) | LeaderDiscarded(seat, leader):
            return _out_of_hand(state, seat, leader)
        case BonusTaken(seat, resource, depot):
            board = state.boards[seat].with_more(resource, depot)
            return with_board(state, seat, replace(board, bonus=board.bonus - 1))
        case GameBegan():
            return replace(state, phase=Phase.ACTING)
        case MarblesTaken():
            return _taken(state, event)
        case MarbleConverted(_, resource):
            taken = state.taken.plus(goods(resource))
            return replace(state, taken=taken, whites=state.whites - 1)
        case ResourcePlaced(seat, resource, depot):
            state = with_board(state, seat, state.boards[seat].with_more(resource, depot))
            return _placing(replace(state, taken=state.taken.minus(goods(resource))))
        case ResourceDiscarded(_, resource):
            return _placing(replace(state, taken=state.taken.minus(goods(resource))))
        case ResourcesMoved(seat, source, target, count):
            return with_board(state, seat, state.boards[seat].moved(source, target, count))
        case DepotsSwapped(seat, one, other):
            return with_board(state, seat, state.boards[seat].swapped(one, other))
        case CardBought(seat, card, slot, payment, beneath):
            board = state.boards[seat].paid(payment)
            slots = list(board.slots)
            slots[slot] = (*slots[slot], card)
            state = with_board(state, seat, replace(board, slots=tuple(slots)))
            return replace(_drawn(state, card, beneath), phase=Phase.ACTED)
        case CardRemoved(card, beneath):
            return _drawn(state, card, beneath)
        case Produced(seat, payment, made):
            board = state.boards[seat].paid(payment)
            board = replace(board, strongbox=board.strongbox.plus(made))
            return replace(with_board(state, seat, board), phase=Phase.ACTED)
        case LeaderPlayed(seat, leader):
            state = _out_of_hand(state, seat, leader)
            return with_board(state, seat, state.boards[seat].with_leader(leader))
        case FaithGained(seats, steps):
            for seat in seats:
                board = state.boards[seat]
                # Ruling R14: faith beyond the last space is lost.
                faith = min(LAST_SPACE, board.faith + steps)
                state = with_board(state, seat, replace(board, faith=faith))
            return state
        case CrossMoved(steps):
            return replace(state, cross=min(LAST_SPACE, state.cross + steps))
        case VaticanReport(section, kept):
            return _reported(state, section, kept)
        case LastRoundBegan():
            return replace(state, last_round=True)
        case TokenRevealed():
            return replace(state, tokens=state.tokens[1:])
        case TurnSkipped():
            return state
        case TurnPassed(to):
            return replace(state, turn=to, turns=state.turns + 1, phase=Phase.ACTING)
        case SeatsLeft(seats, resigned):
            left = state.resigned.union(seats) if resigned else state.resigned
            return replace(state, away=state.away.union(seats), resigned=left)
        case SeatReturned(seat):
            gone, left = state.away - {seat}, state.resigned - {seat}
            return replace(state, away=gone, resigned=left)
        case GameEnded(winners, ending, hands):
            shown = zip(state.boards, hands, strict=True)
            boards = tuple(replace(board, hand=hand) for board, hand in shown)
            return replace(state, boards=boards, outcome=Outcome(winners, ending))
        case _:
            assert_never(event)


def _laid(state: State, event: TableLaid) -> State:
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


def _taken(state: State, event: MarblesTaken) -> State:
    marbles = state.market.line(event.way, event.index)
    gained = goods(*(GIVES[marble] for marble in marbles if marble in GIVES))
    whites = marbles.count(Marble.WHITE)
    conversions = [leader.resource for leader in state.board.leaders(Ability.MARBLE)]
    if len(conversions) == 1:  # ruling R3: a single leader converts all of them automatically
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
    """Return the state in the phase that follows from the resources left to place."""
    done = state.taken == NOTHING and not state.whites
    return replace(state, phase=Phase.ACTED if done else Phase.PLACING)


def _drawn(state: State, card: int, beneath: int) -> State:
    place = deck_of(CARDS[card])
    left = len(state.decks[place]) - 1
    deck = (beneath, *state.decks[place][2:]) if left else ()
    return replace(state, decks=(*state.decks[:place], deck, *state.decks[place + 1 :]))


def _reported(state: State, section: int, kept: tuple[Seat, ...]) -> State:
    for i, board in enumerate(state.boards):
        tiles = list(board.tiles)
        tiles[section] = PopeTile.KEPT if i in kept else PopeTile.LOST
        state = with_board(state, Seat(i), replace(board, tiles=tuple(tiles)))
    return replace(state, reports=state.reports + 1)
