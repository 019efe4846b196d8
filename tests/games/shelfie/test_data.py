"""The data tables in the package equal those in the rules."""

from collections import Counter

import pytest

from ludoteca.games import shelfie
from ludoteca.games.shelfie.board import CELLS, LAYOUT, TILES, Kind, kind_of, picture_of
from ludoteca.games.shelfie.goals import COMMON_GOALS, PERSONAL_GOALS, POINTS_BY_MATCHES, TOKENS
from tests.games.shelfie.drawn import EXAMPLES


def test_there_are_22_tiles_of_each_of_six_kinds_with_three_pictures() -> None:
    facts = EXAMPLES["tiles"]
    assert len(TILES) == facts["total"] == 132
    assert set(Counter(map(kind_of, TILES)).values()) == {facts["per_type"]}
    assert [kind.name.lower() for kind in Kind] == [kind["name"] for kind in facts["types"]]
    assert [kind.value for kind in Kind] == [kind["letter"] for kind in facts["types"]]
    for kind in Kind:
        pictures = Counter(picture_of(tile) for tile in TILES if kind_of(tile) is kind)
        assert [pictures[n] for n in (1, 2, 3)] == facts["suggested_art_variant_counts"]


def test_the_living_room_is_the_printed_one() -> None:
    rows = ["".join(line.split()) for line in LAYOUT.strip().splitlines()]
    assert rows == EXAMPLES["board"]["layout"]
    for seats, cells in EXAMPLES["board"]["cells_in_use"].items():
        assert len(CELLS[int(seats)]) == cells


def test_the_living_room_is_unchanged_by_a_quarter_turn() -> None:
    for cells in CELLS.values():
        assert {(column, 8 - row) for row, column in cells} == set(cells)


@pytest.mark.parametrize("card", EXAMPLES["personal_goals"], ids=lambda card: str(card["number"]))
def test_a_personal_goal_card_is_the_printed_one(card: dict[str, object]) -> None:
    cells = card["cells"]
    assert isinstance(cells, list)
    expected = {(cell["row"], cell["column"]): cell["type"] for cell in cells}
    assert PERSONAL_GOALS[int(str(card["number"]))] == expected
    assert sorted(expected.values()) == sorted(Kind)


def test_there_are_twelve_goals_of_each_sort() -> None:
    assert list(PERSONAL_GOALS) == list(COMMON_GOALS) == list(range(1, 13))
    for card in EXAMPLES["common_goals"]:
        assert COMMON_GOALS[card["number"]].key == card["key"]


def test_points_and_tokens_are_the_printed_ones() -> None:
    personal = EXAMPLES["personal_goal_points"]
    assert POINTS_BY_MATCHES == tuple(personal[str(n)] for n in range(7))
    groups = EXAMPLES["adjacency_points"]
    assert [shelfie.group_points(n) for n in range(1, 6)] == [groups[str(n)] for n in range(1, 6)]
    assert {shelfie.group_points(n) for n in range(6, 31)} == {groups["6 or more"]}
    tokens = EXAMPLES["common_goal_tokens"]["by_players"]
    assert {str(seats): list(stack) for seats, stack in TOKENS.items()} == tokens
