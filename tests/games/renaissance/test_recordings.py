"""Recorded whole games still load and play the same."""

import os
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from ludoteca.games import Rules, Seat, play_move, renaissance, replay
from ludoteca.games.renaissance import Event, Move, Options, State
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnSkipped
from tests.games.random_play import accepted
from tests.games.renaissance.first_seat import FirstSeat
from tests.games.renaissance.laid import score
from tests.games.renaissance.random_games import play_out

FOLDER = Path(__file__).with_name("recordings")
RULES: Rules = renaissance

# The seeds of the recorded games by number of seats.
SEEDS = {
    1: (683, 862, 135, 1828, 101),  # won by faith, won by cards, two lost columns, the cross
    2: (106, 117, 128, 109, 158, 237),  # the first three ended by seven cards
    3: (232, 164, 198, 375, 381, 312),  # ended by seven cards; a shared victory
    4: (212, 133, 154, 185, 194, 423),  # the first is a shared victory
}
# In the first five of each row seat 0 plays first: they are older than the drawing of that seat.
GAMES = [(seats, seed) for seats, seeds in SEEDS.items() for seed in seeds]
EVERY_GAME = pytest.mark.parametrize(("seats", "seed"), GAMES)


class End(Struct, frozen=True):
    """The result of a game."""

    winners: tuple[int, ...]
    turns: int
    points: tuple[dict[str, int], ...]
    """By seat and source."""


class Moves(Struct, frozen=True):
    """The moves of a recording and the first seat."""

    moves: tuple[tuple[Seat, Move], ...]
    first: Seat = Seat(0)


class Recording(Moves, frozen=True, kw_only=True):
    """A recorded game."""

    seats: int
    seed: int
    end: End
    events: tuple[Event, ...]


def path_of(seats: int, seed: int) -> Path:
    return FOLDER / f"{seats}-{seed}.json"


def read(seats: int, seed: int) -> Recording:
    return msgspec.json.decode(path_of(seats, seed).read_bytes(), type=Recording)


def end_of(state: State) -> End:
    assert state.outcome is not None
    points = tuple(score(state, seat) for seat in range(state.seats))
    return End(tuple(map(int, state.outcome.winners)), state.turns, points)


def played(seats: int, seed: int, told: Moves) -> list[Event]:
    """Return the events of these moves with this seed."""
    dice = FirstSeat(seed, told.first)
    events = accepted(renaissance.setup(seats, Options(), dice))
    state = replay(RULES, events)
    for seat, move in told.moves:
        state, new = accepted(play_move(RULES, state, seat, move, dice))
        events = events + new
    return events


def record(seats: int, seed: int) -> None:
    """Write a game with one move or event per line, so that differences are readable."""
    path = path_of(seats, seed)
    if path.exists():
        told = msgspec.json.decode(path.read_bytes(), type=Moves)
    else:
        game = play_out(seats, seed)
        moves = tuple((turned.seat, turned.move) for turned in game.moves)
        told = Moves(moves, game.end().first)
    events = played(seats, seed, told)
    end = msgspec.json.encode(end_of(replay(RULES, events))).decode()
    lists = (told.moves, events)
    lines = (",\n".join(msgspec.json.encode(x).decode() for x in xs) for xs in lists)
    text = '{{"seats":{},"seed":{},"first":{},"end":{},\n"moves":[\n{}\n],\n"events":[\n{}\n]}}\n'
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.format(seats, seed, told.first, end, *lines), encoding="utf-8")


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Write all games on request before they are read."""
    if os.environ.get("RECORD"):
        for chosen in GAMES:
            record(*chosen)


@EVERY_GAME
def test_the_recorded_events_lead_to_the_recorded_end(seats: int, seed: int) -> None:
    recording = read(seats, seed)
    assert end_of(replay(RULES, recording.events)) == recording.end


@EVERY_GAME
def test_the_recorded_moves_lead_to_the_recorded_events(seats: int, seed: int) -> None:
    recording = read(seats, seed)
    assert (recording.seats, recording.seed) == (seats, seed)
    assert tuple(played(seats, seed, recording)) == recording.events


def test_every_seat_plays_first_in_some_recording() -> None:
    assert {read(*chosen).first for chosen in GAMES} == {0, 1, 2, 3}


def test_everything_that_can_happen_has_been_recorded() -> None:
    happened = {type(event) for chosen in GAMES for event in read(*chosen).events}
    absences = {TurnSkipped, SeatsLeft, SeatReturned}
    assert happened == set(Event.__args__) - absences


def test_the_recordings_are_small_and_all_of_them_are_replayed() -> None:
    sizes = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(sizes) == {path_of(*chosen).name for chosen in GAMES}
    assert max(sizes.values()) < 40_000
    assert sum(sizes.values()) < 700_000
