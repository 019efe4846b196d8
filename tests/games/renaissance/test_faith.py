"""The faith track and the vatican reports. Section 11 of the rules."""

import pytest

from ludoteca.games import Seat
from ludoteca.games.renaissance import DiscardLeader, Event
from ludoteca.games.renaissance.board import SECTIONS
from ludoteca.games.renaissance.events import FaithGained, LastRoundBegan, VaticanReport
from tests.games.renaissance.laid import (
    after,
    board,
    column,
    discard,
    faith,
    pay,
    produce,
    row,
    score,
    table,
    tiles,
    told,
)

ANNA, BRUNO, CARLA = map(Seat, range(3))
FIRST_DONE = "kept pending pending"
TWO_DONE = "kept kept pending"


def of_faith(events: list[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, FaithGained | VaticanReport | LastRoundBegan)]


# The first example, and what would have been had Bruno been on 10.
@pytest.mark.parametrize(
    ("bruno", "kept"), [(11, ["kept", "kept", "kept"]), (10, ["kept", "lost", "kept"])]
)
def test_everybody_moves_before_the_report_is_checked(bruno: int, kept: list[str]) -> None:
    spaces = (15, bruno, 13)
    boards = [board(faith=space, tiles=FIRST_DONE) for space in spaces]
    state = after(table(*boards, turn=CARLA), row(2), discard("stone"))
    assert faith(state) == [16, bruno + 1, 13]
    assert tiles(state, 2) == kept
    assert tiles(state, 3) == ["pending"] * 3


# The second example, which is ruling R1: one resource after another, and a check after each.
def test_two_discarded_resources_are_two_steps() -> None:
    state = table(board(faith=7), board(faith=3), board(faith=6), turn=CARLA)
    assert of_faith(told(state, row(2), discard("stone"), discard("servant"))) == [
        FaithGained((ANNA, BRUNO), 1),
        VaticanReport(0, (ANNA, CARLA)),
        FaithGained((ANNA, BRUNO), 1),
    ]
    state = after(state, row(2), discard("stone"))
    assert (faith(state), tiles(state, 1)) == ([8, 4, 6], ["kept", "lost", "kept"])
    state = after(state, discard("servant"))
    assert (faith(state), tiles(state, 1)) == ([9, 5, 6], ["kept", "lost", "kept"])


# The table of sections: who is on the first space or further keeps the tile.
@pytest.mark.parametrize(
    ("section", "space", "tile"),
    [
        (1, 0, "lost"),
        (1, 4, "lost"),
        (1, 5, "kept"),
        (1, 7, "kept"),
        (2, 7, "lost"),
        (2, 11, "lost"),
        (2, 12, "kept"),
        (2, 15, "kept"),
        (3, 15, "lost"),
        (3, 18, "lost"),
        (3, 19, "kept"),
        (3, 23, "kept"),
    ],
)
def test_seats_that_keep_a_tile(section: int, space: int, tile: str) -> None:
    done = ("kept " * (section - 1) + "pending " * 3).split()[:3]
    anna = board(faith=SECTIONS[section - 1].pope - 1, hand="49", tiles=" ".join(done))
    state = after(table(anna, board(faith=space, tiles=" ".join(done))), DiscardLeader(49))
    assert tiles(state, section) == ["kept", tile]
    assert state.reports == section
    points = {1: 2, 2: 3, 3: 4}[section]
    gained = score(state, 1)["pope_tiles"] - sum((2, 3, 4)[: section - 1])
    assert gained == (points if tile == "kept" else 0)


def test_one_space_before_the_pope_nothing_is_reported() -> None:
    for space in (6, 14, 22):
        done = "kept " * sum(space >= s.pope for s in SECTIONS) + "pending pending pending"
        anna = board(faith=space, hand="49", tiles=" ".join(done.split()[:3]))
        events = told(table(anna, board()), DiscardLeader(49))
        assert of_faith(events) == [FaithGained((ANNA,), 1)]


# "Once and for all": a second marker that passes the pope space changes nothing.
def test_a_section_is_reported_once() -> None:
    boards = [board(faith=8, tiles=FIRST_DONE), board(faith=7, tiles="lost pending pending")]
    state = table(*boards)
    assert of_faith(told(state, row(2), discard("stone"))) == [FaithGained((BRUNO,), 1)]
    state = after(state, row(2), discard("stone"))
    assert (faith(state), tiles(state, 1)) == ([8, 8], ["kept", "lost"])


# "If a check finds more than one section due, the lower one is resolved first." Three cards and
# two leaders make eleven faith at once.
def test_a_long_way_may_pass_two_sections() -> None:
    anna = board(
        box="1 coin + 2 stone + 2 servant",
        slots="1 17 41 | 2 18 42 | 3 19 43",
        played="62 63",
        faith=7,
    )
    all_powers = produce(
        pay(box="1 coin + 2 stone + 2 servant"), 1, 2, 3, leaders={62: "coin", 63: "coin"}
    )
    state = table(anna, board(faith=5), board(faith=12))
    assert of_faith(told(state, all_powers))[:3] == [
        FaithGained((ANNA,), 11),
        VaticanReport(0, (ANNA, BRUNO, CARLA)),
        VaticanReport(1, (ANNA, CARLA)),
    ]


# Ruling R14: faith beyond space 24 is lost.
def test_faith_beyond_the_last_space_is_lost() -> None:
    anna = board(box="1 servant", slots="1 17 41 | - | -", hand="49", faith=22, tiles=TWO_DONE)
    state = after(table(anna, board(tiles=TWO_DONE)), produce(pay(box="1 servant"), 1))
    assert (faith(state), tiles(state, 3)) == ([24, 0], ["kept", "lost"])
    assert faith(after(state, DiscardLeader(49))) == [24, 0]
    assert score(state)["faith"] == 20


def test_reaching_the_last_space_reports_and_begins_the_last_round() -> None:
    state = table(board(faith=23, tiles=TWO_DONE), board(faith=20, tiles=TWO_DONE))
    assert of_faith(told(state, column(1))) == [
        FaithGained((ANNA,), 1),
        VaticanReport(2, (ANNA, BRUNO)),
        LastRoundBegan(),
    ]


# Only the last scoring space reached counts: the numbers are totals, not increments.
@pytest.mark.parametrize(
    ("space", "points"),
    [
        (0, 0),
        (2, 0),
        (3, 1),
        (5, 1),
        (6, 2),
        (9, 4),
        (13, 6),
        (15, 9),
        (20, 12),
        (23, 16),
        (24, 20),
    ],
)
def test_points_of_the_track(space: int, points: int) -> None:
    assert score(table(board(faith=space)))["faith"] == points
