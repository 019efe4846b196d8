"""Drawings at several widths, compared with stored ones and never too wide."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ludoteca.games.shelfie import (
    RULE_SETS,
    WORDING,
    Leftovers,
    RuleSet,
    Squares,
    rules_in_words,
)
from ludoteca.games.shelfie.board import COLOURS
from ludoteca.protocols.pipes.words import NotifyWait, ServerVirtualView
from ludoteca.ui.console.shelfie import drawing
from ludoteca.ui.console.shelfie.drawing import fitting, short
from ludoteca.ui.console.shelfie.news import chats
from ludoteca.ui.console.shelfie.session import DRAWINGS
from ludoteca.ui.console.shelfie.state import ClientPhase, PipesState
from ludoteca.ui.draw import paint, width_of
from tests.ui.console.shelfie.sketches import state_of

STORED = Path(__file__).parent / "drawings"
PLAYERS = ("anna", "bruno", "Carla la Magnifica di Pisa", "猫")
ALL: Mapping[str, Callable[[PipesState, int], str]] = {
    "table": drawing.table,
    "results": drawing.results,
    **{name: drawn for name, drawn in DRAWINGS.items() if name != "timer"},
}


def page(width: int, players: int) -> str:
    """Return every drawing of one match."""
    state = state_of(PLAYERS[:players])
    over = state_of(PLAYERS[:players], over=True)
    drawn = {name: draw(over if name == "results" else state, width) for name, draw in ALL.items()}
    return "\n".join(f"== {name}\n{text}\n" for name, text in drawn.items())


@pytest.mark.parametrize(("width", "players"), [(40, 2), (80, 3), (120, 4)])
def test_drawings_equal_the_stored_ones(width: int, players: int) -> None:
    stored = STORED / f"{width}.txt"
    if os.environ.get("RECORD"):
        stored.write_text(page(width, players), encoding="utf-8")
    assert page(width, players) == stored.read_text(encoding="utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [40, 47, 60, 80, 100, 120, 200])
def test_no_drawing_is_wider_than_the_window(width: int, players: int) -> None:
    for line in page(width, players).split("\n"):
        assert width_of(line) <= width, line


@given(
    name=st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=30),
    longest=st.integers(1, 30),
)
def test_truncated_name_fits_and_ends_with_an_ellipsis(name: str, longest: int) -> None:
    cut = short(name, longest)
    assert width_of(cut) <= longest
    assert cut == name or cut.endswith("…")


@given(text=st.text("abc  \n", max_size=200), width=st.integers(20, 60))
def test_wrapped_text_keeps_its_words(text: str, width: int) -> None:
    fitted = fitting(text, width)
    assert all(len(line) <= width or " " not in line.strip() for line in fitted.split("\n"))
    assert "".join(fitted.split()) == "".join(text.split())


@pytest.mark.parametrize("rules", [UNSET, *RULE_SETS])
def test_common_goals_follow_the_rules_of_the_match(rules: RuleSet | UnsetType) -> None:
    state = state_of()
    assert state.view
    squares = replace(state.view, commonGoals=["CommonGoalSquare"], commonGoalScores=[8])
    drawn = drawing.common_goals(replace(state, view=replace(squares, rules=rules)), 200)
    played = rules or RuleSet(Squares.ANY_KIND, Leftovers.STAY)
    assert WORDING[played.squares].common_goals[1].text in drawn
    assert drawn.endswith(f"\nThis match uses {rules_in_words(played)}.")


def test_every_tile_is_painted_and_nothing_else_changes() -> None:
    drawn = drawing.board(state_of(), 80)
    painted = paint(drawn, COLOURS)
    assert painted.count("\x1b[0m") == sum(drawn.count(kind) for kind in drawing.NAMES) - sum(
        name.count(kind) for name in drawing.NAMES.values() for kind in drawing.NAMES
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Anna has selected [_Books__1.1, Trophies1.3]", "Anna has selected [Books, Trophies]"),
        ("Anna achieved CommonGoalDiagonal", "Anna achieved Diagonal"),
        ("Anna achieved CommonGoal2Lines", "Anna achieved Two rows, all different"),
        ("_Books__1.1 has left the match", "_Books__1.1 has left the match"),  # part of a name
        ("[x] has selected []", "[x] has selected []"),
    ],
)
def test_messages_show_names_instead_of_identifiers(text: str, said: str) -> None:
    assert drawing.in_words(text) == said


@pytest.mark.parametrize(
    ("state", "width", "line"),
    [
        (PipesState(), 80, ""),
        (PipesState("anna#hush", ClientPhase.MENU), 80, " anna | 1 online"),
        (
            PipesState("anna", ClientPhase.WAITING, NotifyWait(7, 4, "bo")),
            80,
            " Match 7 | 3 seats free",
        ),
        (state_of(), 80, " Match 0 | your turn | 5 points | 1:05"),
        (state_of(), 30, " your turn | 5 points | 1:05"),
        (state_of(over=True), 80, " Match 0 | anna's turn | 5 points | 1:05 | last round"),
        (PipesState("anna", ClientPhase.PLAYING), 80, ""),
    ],
)
def test_status_line_describes_the_phase(state: PipesState, width: int, line: str) -> None:
    assert drawing.status(state, 65.9, width) == line


def test_only_connected_players_are_online() -> None:
    lists = ServerVirtualView(
        virtualMatchList=[("0", "GameGoing", "2", "2")],
        virtualOnlinePlayers=[("bruno", "Suspended"), ("anna#hush", "Online")],
        virtualTables=(("0", 12),),
    )
    state = PipesState("anna#hush", ClientPhase.MENU, lists=lists)
    assert drawing.status(state, 0, 80) == " anna | 1 online"
    assert drawing.online(state, 80) == (
        "Online now: 1 player\n  anna   Online\n  bruno  Suspended"
    )
    assert drawing.rooms(state) == "Room N.0 - GameGoing (2/2) - table 12 on the page"


def test_empty_lists_are_described() -> None:
    assert drawing.online(PipesState(), 80) == "Nobody is online."
    assert chats(PipesState(), 80) == "There are no messages yet."


def test_private_chats_are_listed_by_partner() -> None:
    lists = ServerVirtualView(
        virtualChatMap=(("anna#hush@bruno", "0"),), virtualPrivateChats=(("bruno > hi",),)
    )
    state = PipesState("anna#hush", ClientPhase.MENU, lists=lists, chat=("bruno: all",))
    assert chats(state, 80) == ("Match chat:\n  bruno: all\nChat with bruno:\n  bruno > hi")
