"""Absent seats: skipping, leaving and returning.

Before the first turn, an absent seat keeps the first two leaders it was dealt and takes coins into
its largest depot. White marbles become the resource of its first such leader. Pending resources
from the market go into leader depots and to others of their kind, then the most numerous into the
largest empty depot. Nothing is rearranged, and the rest is discarded.
"""

from collections.abc import Collection

from ludoteca.games.contract import Chance, Ending, Refusal, Seat
from ludoteca.games.renaissance.board import BASIC_DEPOTS
from ludoteca.games.renaissance.cards import Ability
from ludoteca.games.renaissance.events import (
    BonusTaken,
    Event,
    LeaderReturned,
    MarbleConverted,
    ResourcePlaced,
)
from ludoteca.games.renaissance.refusals import Reason, no
from ludoteca.games.renaissance.resources import RESOURCES, Resource
from ludoteca.games.renaissance.rules import LEADERS_KEPT, begin_when_ready, discard, why_not_now
from ludoteca.games.renaissance.state import Phase, State
from ludoteca.games.renaissance.story import Story
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnSkipped


def skip(state: State, seat: Seat, chance: Chance) -> list[Event] | Refusal:
    """Make the pending choices of `seat` for it and pass its turn."""
    if reason := why_not_now(state, seat):
        return no(reason)
    story = Story(state)
    story.tell(TurnSkipped(seat))
    if state.phase == Phase.SETUP:
        _choose_for(story, seat)
        return story.events
    while story.state.whites:
        leader = state.board.leaders(Ability.MARBLE)[0]
        story.tell(MarbleConverted(seat, leader.resource))
    while placed := _next_place(story.state, seat):
        story.tell(placed)
    for resource, count in story.state.taken.each():
        for _ in range(count):
            if not story.state.outcome:
                discard(story, seat, resource)
    if not story.state.outcome:
        story.end_turn(chance)
    return story.events


def _next_place(state: State, seat: Seat) -> ResourcePlaced | None:
    """Return the next pending resource that fits, with its depot."""
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
    return ResourcePlaced(seat, RESOURCES[resource], -depot)


def _choose_for(story: Story, seat: Seat) -> None:
    for leader in reversed(story.state.boards[seat].hand[LEADERS_KEPT:]):
        story.tell(LeaderReturned(seat, leader))
    while story.state.boards[seat].bonus:
        board = story.state.boards[seat]
        # The largest depot may be taken by a choice made before leaving.
        choices = (
            (resource, depot)
            for resource in Resource
            for depot in reversed(range(BASIC_DEPOTS))
            if not board.why_not_store(resource, depot)
        )
        story.tell(BonusTaken(seat, *next(choices)))
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
    """Return an abandoned seat to play with everything it had."""
    if not 0 <= seat < state.seats:
        return no(Reason.NO_SUCH_SEAT)
    if state.outcome:
        return no(Reason.GAME_OVER)
    return [SeatReturned(seat)] if seat in state.away else no(Reason.NOT_GONE)
