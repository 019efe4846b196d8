"""Rules of Masters of Renaissance: set-up, the judging of moves, and absent seats."""

from collections.abc import Collection
from typing import assert_never

from ludoteca.games.chance import shuffled
from ludoteca.games.contract import Chance, Ending, Outcome, Refusal, Seat
from ludoteca.games.renaissance import events, moves
from ludoteca.games.renaissance.applying import Story
from ludoteca.games.renaissance.board import BASIC_DEPOTS, SLOTS, Board
from ludoteca.games.renaissance.cards import CARDS, DECKS, LEADERS, TOKENS, Ability, deck_of
from ludoteca.games.renaissance.events import Event
from ludoteca.games.renaissance.production import run_of, why_not_run
from ludoteca.games.renaissance.refusals import Reason, no
from ludoteca.games.renaissance.resources import LINES, MARBLES, RESOURCES, Marble, Resource, Way
from ludoteca.games.renaissance.state import (
    BLANK,
    Options,
    Phase,
    State,
    beneath,
    is_ready,
    on_offer,
)
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnSkipped, playing_order

SEATS = range(1, 5)
LEADERS_DEALT = 4
LEADERS_KEPT = 2
FAITH_BONUS = (0, 0, 1, 1)
"""Starting positions on the faith track, in playing order."""

_ACTIONS = (moves.TakeMarbles, moves.BuyCard, moves.Produce)
_PLACINGS = (moves.ConvertMarble, moves.PlaceResource, moves.DiscardResource)


def setup(seats: int, options: Options, chance: Chance) -> list[Event] | Refusal:
    """Return the events that set up the market, decks, leaders and Lorenzo's tokens."""
    if seats not in SEATS:
        return no(Reason.BAD_SEATS)
    marbles = shuffled(MARBLES, chance)
    sorted_decks = ([n for n, c in CARDS.items() if deck_of(c) == d] for d in range(len(DECKS)))
    decks = tuple(shuffled(deck, chance) for deck in sorted_decks)
    leaders = shuffled(LEADERS, chance)
    tokens = shuffled(TOKENS, chance) if seats == 1 else ()
    # Drawn last, so that a seed deals the same cards regardless of the first player.
    first = Seat(chance.below(seats) if seats > 1 else 0)
    story = Story(BLANK)
    story.tell(events.TableLaid(seats, marbles, first))
    story.tell(events.DecksShuffled(decks))
    for seat in range(seats):
        dealt = leaders[LEADERS_DEALT * seat : LEADERS_DEALT * (seat + 1)]
        story.tell(events.LeadersDealt(Seat(seat), dealt))
    order = playing_order(first, seats)
    ahead = (seat for seat, steps in zip(order, FAITH_BONUS, strict=False) if steps)
    story.gain_faith(tuple(sorted(ahead)), 1)
    if tokens:
        story.tell(events.TokensShuffled(tokens))
    return story.events


def why_not_now(state: State, seat: Seat) -> Reason | None:
    if not 0 <= seat < state.seats:
        return Reason.NO_SUCH_SEAT
    if state.outcome:
        return Reason.GAME_OVER
    if state.phase == Phase.SETUP:
        return Reason.STILL_SETTING_UP if is_ready(state.boards[seat]) else None
    return None if seat == state.turn else Reason.NOT_YOUR_TURN


def why_not_in_phase(phase: Phase, move: moves.Move) -> Reason | None:
    match phase:
        case Phase.SETUP:
            setting_up = isinstance(move, moves.ReturnLeader | moves.TakeBonus)
            return None if setting_up else Reason.STILL_SETTING_UP
        case _ if isinstance(move, moves.ReturnLeader | moves.TakeBonus):
            return Reason.SETUP_IS_OVER
        case _ if isinstance(move, moves.MoveResources | moves.SwapDepots):
            return None
        case Phase.PLACING:
            return None if isinstance(move, _PLACINGS) else Reason.STILL_PLACING
        case _ if isinstance(move, _PLACINGS):
            return Reason.NOT_PLACING
        case Phase.ACTING:
            return Reason.NOT_ACTED_YET if isinstance(move, moves.EndTurn) else None
        case Phase.ACTED:
            return Reason.ALREADY_ACTED if isinstance(move, _ACTIONS) else None
        case _:
            assert_never(phase)


def why_not_play(state: State, seat: Seat, move: moves.Move) -> Reason | None:
    reason = why_not_now(state, seat) or why_not_in_phase(state.phase, move)
    return reason or why_not(state, state.boards[seat], move)


def play(state: State, seat: Seat, move: moves.Move, chance: Chance) -> list[Event] | Refusal:
    if reason := why_not_play(state, seat, move):
        return no(reason)
    story = Story(state)
    _carry_out(story, seat, move, chance)
    return story.events


def why_not(state: State, board: Board, move: moves.Move) -> Reason | None:  # noqa: C901, PLR0912
    """Return why a move that this phase allows is illegal; None if it is legal."""
    match move:
        case moves.ReturnLeader(leader):
            if len(board.hand) <= LEADERS_KEPT:
                return Reason.LEADERS_CHOSEN
            return None if leader in board.hand else Reason.NOT_IN_HAND
        case moves.TakeBonus(resource, depot):
            if len(board.hand) > LEADERS_KEPT:
                return Reason.LEADERS_FIRST
            return board.why_not_store(resource, depot)  # a seat without a bonus is refused earlier
        case moves.TakeMarbles(way, index):
            return None if (way, index) in LINES else Reason.NO_SUCH_LINE
        case moves.ConvertMarble(resource):
            if not state.whites:
                return Reason.NOTHING_TO_CONVERT
            known = [leader.resource for leader in board.leaders(Ability.MARBLE)]
            return None if resource in known else Reason.NO_SUCH_CONVERSION
        case moves.PlaceResource(resource, depot):
            return _why_not_taken(state, resource) or board.why_not_store(resource, depot)
        case moves.DiscardResource(resource):
            return _why_not_taken(state, resource)
        case moves.MoveResources():
            return _why_not_move(board, move)
        case moves.SwapDepots(one, other):
            return _why_not_swap(board, one, other)
        case moves.BuyCard(number, slot, payment):
            if reason := why_not_buy(state, board, number, slot):
                return reason
            return board.why_not_pay(board.price(CARDS[number]), payment)
        case moves.Produce():
            return why_not_run(board, move)
        case moves.PlayLeader(leader):
            if leader not in board.hand or leader not in LEADERS:
                return Reason.NOT_IN_HAND
            met = LEADERS[leader].is_met_by(board.cards(), board.supply())
            return None if met else Reason.REQUIREMENT_UNMET
        case moves.DiscardLeader(leader):
            return None if leader in board.hand and leader in LEADERS else Reason.NOT_IN_HAND
        case moves.EndTurn():
            return None
        case _:
            assert_never(move)


def _why_not_taken(state: State, resource: Resource) -> Reason | None:
    if state.whites:
        return Reason.CONVERT_FIRST
    return None if state.taken.of(resource) else Reason.NOT_TAKEN


def why_not_buy(state: State, board: Board, number: int, slot: int) -> Reason | None:
    """Return why no payment buys this card for this slot; None if some payment does."""
    if not on_offer(state, number):
        return Reason.NOT_ON_OFFER
    if slot not in range(SLOTS):
        return Reason.NO_SUCH_SLOT
    card = CARDS[number]
    if not board.accepts(slot, card):
        return Reason.WRONG_LEVEL
    return None if board.supply().covers(board.price(card)) else Reason.CANNOT_AFFORD


def _why_not_move(board: Board, move: moves.MoveResources) -> Reason | None:
    places = range(len(board.depots))
    if move.source not in places or move.target not in places:
        return Reason.NO_SUCH_DEPOT
    depot = board.depots[move.source]
    if move.source == move.target or not 0 < move.count <= depot.count or depot.resource is None:
        return Reason.NOTHING_TO_MOVE
    left = board.with_more(depot.resource, move.source, -move.count)
    return left.why_not_store(depot.resource, move.target, move.count)


def _why_not_swap(board: Board, one: int, other: int) -> Reason | None:
    if one not in range(BASIC_DEPOTS) or other not in range(BASIC_DEPOTS):
        return Reason.NO_SUCH_DEPOT
    if one == other:
        return Reason.NOTHING_TO_MOVE
    fits = all(depot.count <= depot.slots for depot in board.swapped(one, other).depots)
    return None if fits else Reason.DOES_NOT_FIT


def _carry_out(story: Story, seat: Seat, move: moves.Move, chance: Chance) -> None:  # noqa: C901, PLR0912
    """Add all events that result from a legal move."""
    match move:
        case moves.ReturnLeader(leader):
            story.tell(events.LeaderReturned(seat, leader))
            begin_when_ready(story)
        case moves.TakeBonus(resource, depot):
            story.tell(events.BonusTaken(seat, Resource(resource), depot))
            begin_when_ready(story)
        case moves.TakeMarbles(way, index):
            reds = story.state.market.line(way, index).count(Marble.RED)
            story.tell(events.MarblesTaken(seat, Way(way), index))
            story.gain_faith((seat,), reds)  # ruling R2: before anything is discarded
        case moves.ConvertMarble(resource):
            story.tell(events.MarbleConverted(seat, Resource(resource)))
        case moves.PlaceResource(resource, depot):
            story.tell(events.ResourcePlaced(seat, Resource(resource), depot))
        case moves.DiscardResource(resource):
            discard(story, seat, Resource(resource))
        case moves.MoveResources(source, target, count):
            story.tell(events.ResourcesMoved(seat, source, target, count))
        case moves.SwapDepots(one, other):
            story.tell(events.DepotsSwapped(seat, one, other))
        case moves.BuyCard(card, slot, payment):
            board = story.state.boards[seat]
            paid = board.settled(board.price(CARDS[card]), payment)
            story.tell(events.CardBought(seat, card, slot, paid, beneath(story.state, card)))
            story.look_for_the_end()
        case moves.Produce():
            board = story.state.boards[seat]
            run = run_of(board, move)
            story.tell(events.Produced(seat, board.settled(run.price, move.payment), run.made))
            story.gain_faith((seat,), run.faith)
        case moves.PlayLeader(leader):
            story.tell(events.LeaderPlayed(seat, leader))
        case moves.DiscardLeader(leader):
            story.tell(events.LeaderDiscarded(seat, leader))
            story.gain_faith((seat,), 1)
        case moves.EndTurn():
            story.end_turn(chance)
        case _:
            assert_never(move)


def discard(story: Story, seat: Seat, resource: Resource) -> None:
    """Discard a resource from the market; all other seats gain faith (R1)."""
    story.tell(events.ResourceDiscarded(seat, resource))
    story.others_gain_faith(seat)


def begin_when_ready(story: Story) -> None:
    if all(map(is_ready, story.state.boards)):
        story.tell(events.GameBegan())


def takes(state: State, _: Seat, move: moves.Move) -> tuple[Marble, ...]:
    """Return the marbles that a move would take; if they change, a queued move is dropped."""
    if not isinstance(move, moves.TakeMarbles) or (move.way, move.index) not in LINES:
        return ()
    return state.market.line(move.way, move.index)


def in_last_round(state: State) -> bool:
    return state.last_round


def outcome(state: State) -> Outcome | None:
    return state.outcome


def skip(state: State, seat: Seat, chance: Chance) -> list[Event] | Refusal:
    """Make the pending choices of `seat` and pass its turn.

    Before the first turn, the seat keeps the first two leaders that it was dealt, and puts coins
    into its largest depot. White marbles become the resource of its first leader that converts
    them. Pending resources from the market go into depots that already hold their kind, leader
    depots first. The most numerous of the others go into the largest empty depot. Nothing is
    rearranged; the rest is discarded.
    """
    if reason := why_not_now(state, seat):
        return no(reason)
    story = Story(state)
    story.tell(TurnSkipped(seat))
    if state.phase == Phase.SETUP:
        _choose_for(story, seat)
        return story.events
    while story.state.whites:
        leader = state.board.leaders(Ability.MARBLE)[0]
        story.tell(events.MarbleConverted(seat, leader.resource))
    while placed := _next_place(story.state, seat):
        story.tell(placed)
    for resource, count in story.state.taken.each():
        for _ in range(count):
            if not story.state.outcome:
                discard(story, seat, resource)
    if not story.state.outcome:
        story.end_turn(chance)
    return story.events


def _next_place(state: State, seat: Seat) -> events.ResourcePlaced | None:
    """Return the next pending resource that fits, and its depot."""
    board = state.boards[seat]
    fitting = [
        (board.depots[depot].resource is None, -count, RESOURCES.index(resource), -depot)
        for resource, count in state.taken.each()
        for depot in range(len(board.depots))
        if not board.why_not_store(resource, depot)
    ]
    if not fitting:
        return None
    _, _, resource, depot = min(fitting)
    return events.ResourcePlaced(seat, RESOURCES[resource], -depot)


def _choose_for(story: Story, seat: Seat) -> None:
    for leader in reversed(story.state.boards[seat].hand[LEADERS_KEPT:]):
        story.tell(events.LeaderReturned(seat, leader))
    while story.state.boards[seat].bonus:
        board = story.state.boards[seat]
        # A choice made before leaving may already occupy the largest depot.
        choices = (
            (resource, depot)
            for resource in Resource
            for depot in reversed(range(BASIC_DEPOTS))
            if not board.why_not_store(resource, depot)
        )
        story.tell(events.BonusTaken(seat, *next(choices)))
    begin_when_ready(story)


def leave(state: State, seats: Collection[Seat]) -> list[Event] | Refusal:
    """Give up these seats together; their turns are skipped from now on."""
    if not seats or not all(0 <= seat < state.seats for seat in seats):
        return no(Reason.NO_SUCH_SEAT)
    if state.outcome:
        return no(Reason.GAME_OVER)
    if state.away.intersection(seats):
        return no(Reason.ALREADY_GONE)
    story = Story(state)
    story.tell(SeatsLeft(tuple(sorted(set(seats)))))
    present = [Seat(s) for s in range(state.seats) if s not in story.state.away]
    if not present:
        story.end((), Ending.ABANDONED)
    elif len(present) == 1:
        story.end((present[0],), Ending.LAST_LEFT)
    return story.events


def come_back(state: State, seat: Seat) -> list[Event] | Refusal:
    """Return an abandoned seat to play, with everything that it had."""
    if not 0 <= seat < state.seats:
        return no(Reason.NO_SUCH_SEAT)
    if state.outcome:
        return no(Reason.GAME_OVER)
    return [SeatReturned(seat)] if seat in state.away else no(Reason.NOT_GONE)
