"""The match as text: every tile is a letter, so that colours are never needed."""

from collections.abc import Iterable

from ludoteca.clients.console.shelfie import texts
from ludoteca.clients.console.shelfie.blocks import Block, beside, counted, short, wrapped
from ludoteca.clients.console.shelfie.picture import GOALS, SELECTED, Picture, kind_at
from ludoteca.games.shelfie import (
    CELLS,
    COMMON_GOALS,
    PERSONAL_GOALS,
    TOKENS,
    WORDING,
    Cell,
    Kind,
    rules_in_words,
)
from ludoteca.wire.pipes.words import VirtualView

ROWS, COLUMNS, SIDE = 6, 5, 9
NAMES = {kind: f"{kind.name.capitalize()}s" for kind in Kind} | {Kind.TROPHY: "Trophies"}


# What lies on the table


def board_block(view: VirtualView) -> Block:
    """The living room; tiles that are selected now are in brackets."""
    used = set(CELLS.get(view.maxSeats, ()))
    lines = [f"    {'  '.join(str(column + 1) for column in range(SIDE))}"]
    for row, names in enumerate(view.board):
        marks = (_mark(name, Cell(row, column) in used) for column, name in enumerate(names))
        lines.append(f" {row + 1} {''.join(marks)}".rstrip())
    return lines


def _mark(name: str | None, used: bool) -> str:
    if name is None:
        return " . " if used else "   "
    kind = kind_at(name) or "?"
    return f"[{kind}]" if name.startswith(SELECTED) else f" {kind} "


LEGEND: Block = (
    "",
    *(f"{kind} {NAMES[kind]}" for kind in Kind),
    "",
    "[ ] selected",
    " .  empty",
)
"""What the marks mean."""


def shelf_block(view: VirtualView, seat: int, title: str) -> Block:
    """A shelf, its columns with their numbers, and how many tiles still fit into each."""
    shelf = view.shelves[seat]
    free = [sum(row[column] is None for row in shelf) for column in range(COLUMNS)]
    return [
        title,
        "+-----------+",
        *(f"| {' '.join(_letter(name) for name in row)} |" for row in shelf),
        "+-1-2-3-4-5-+",
        f"  {' '.join(map(str, free))}   fit",
    ]


def _letter(name: str | None) -> str:
    return "." if name is None else kind_at(name) or "?"


def title_of(picture: Picture, seat: int) -> str:
    """How a seat is called above its shelf."""
    view = _view(picture)
    name = short(view.players[seat])
    return f"{short(picture.name)} (you)" if seat == picture.seat else name


def own_shelf(picture: Picture) -> Block:
    """The shelf of whoever looks."""
    return shelf_block(_view(picture), picture.seat, title_of(picture, picture.seat))


def goal_block(picture: Picture) -> Block:
    """The personal goal as a shelf; what is met already is in brackets."""
    view = _view(picture)
    number = view.personalGoals[picture.seat]
    goal, shelf = PERSONAL_GOALS.get(number, {}), view.shelves[picture.seat]
    met = {(row, column) for (row, column), kind in goal.items() if _is(shelf[row][column], kind)}

    def cell(row: int, column: int) -> str:
        kind = goal.get((row, column), ".")
        return f"[{kind}]" if (row, column) in met else f" {kind} "

    return [
        f"Personal goal: {len(met)} of {len(goal)}",
        "+-----------------+",
        *(f"| {''.join(cell(row, column) for column in range(COLUMNS))} |" for row in range(ROWS)),
        "+--1--2--3--4--5--+",
        f"  {counted(view.hiddenPoints[picture.seat], 'point')} so far",
    ]


def _is(name: str | None, kind: Kind) -> bool:
    return name is not None and kind_at(name) is kind


def _view(picture: Picture) -> VirtualView:
    assert picture.view is not None  # noqa: S101 - only a match is drawn
    return picture.view


# Whole drawings


def board(picture: Picture, width: int) -> str:
    """The living room, and what its letters mean."""
    room = board_block(_view(picture))
    wide = beside([room, LEGEND], width)
    if len(wide.split("\n")) == len(room):
        return wide
    marks = [" ".join(mark.split()) for mark in LEGEND if mark]
    return "\n".join([*room, *(", ".join(marks[at : at + 3]) for at in (0, 3, 6))])


def table(picture: Picture, width: int) -> str:
    """What one needs for a move: the living room, the own shelf, the own goal."""
    return beside([board_block(_view(picture)), own_shelf(picture), goal_block(picture)], width)


def shelves(picture: Picture, width: int) -> str:
    """Everybody's shelf, the own one first."""
    view = _view(picture)
    seats = sorted(range(len(view.shelves)), key=lambda seat: seat != picture.seat)
    return beside([shelf_block(view, seat, title_of(picture, seat)) for seat in seats], width)


def common_goals(picture: Picture, width: int) -> str:
    """The common goals: what they ask, what is still to be had for them, and by which rules."""
    view, cards = _view(picture), WORDING[picture.rules.squares].common_goals
    lines = ["Common goals:"]
    for name, score in zip(view.commonGoals, view.commonGoalScores, strict=True):
        tokens = [str(token) for token in TOKENS.get(view.maxSeats, ()) if token <= score]
        left = f"tokens left: {' '.join(tokens)}" if tokens else "no token left"
        goal = cards.get(GOALS.get(name, 0))
        said = f"{goal.title} ({left}): {goal.text}" if goal else f"{name} ({left})"
        lines.append(wrapped(f"- {said}", width, "  "))
    lines.append(wrapped(texts.RULES.format(rules=rules_in_words(picture.rules)), width, "  "))
    return "\n".join(lines)


def personal_goal(picture: Picture, _: int) -> str:
    """The personal goal."""
    return "\n".join(goal_block(picture))


def tile(name: str) -> str:
    """A tile as its letter and its name."""
    kind = kind_at(name)
    return f"{kind} {NAMES[kind]}" if kind else name


def hand(picture: Picture, _: int) -> str:
    """The selected tiles with their places: the first one falls lowest."""
    items = picture.hand
    if not items:
        return texts.EMPTY_HAND
    lowest = ["  (falls lowest)"] if len(items) > 1 else [""]
    notes = [*lowest, *[""] * len(items)]
    return "\n".join(f"  {i + 1}. {tile(name)}{notes[i]}" for i, name in enumerate(items))


def in_words(text: str) -> str:
    """A message of the house, with tiles and goals called as people call them."""
    for name, number in GOALS.items():
        text = text.replace(name, COMMON_GOALS[number].title)
    for name in _item_names(text):
        text = text.replace(name, tile(name).partition(" ")[2])
    return text


def _item_names(text: str) -> Iterable[str]:
    inside = text.partition("[")[2].rpartition("]")[0]
    return [name for name in inside.split(", ") if kind_at(name)]
