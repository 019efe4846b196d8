"""`ludoteca score shelfie`: what a bookshelf is worth, goal by goal."""

import sys
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET, Struct

from ludoteca.app.position import read_positions
from ludoteca.clients import colours, columns, paint
from ludoteca.games import shelfie
from ludoteca.games.shelfie import Edition, Grid, RuleSet, Squares, rule_set, rules_in_words


class GroupScore(Struct, frozen=True):
    """A group of three or more tiles and its points."""

    kind: str
    tiles: int
    points: int


class PersonalScore(Struct, frozen=True):
    """What the shelf scores with one personal goal card."""

    card: int
    matches: int
    points: int


class ShelfScore(Struct, frozen=True):
    """What a shelf is worth."""

    shelf: tuple[str, ...]
    adjacency: int
    groups: tuple[GroupScore, ...]
    common_goals: dict[int, bool]
    personal_goals: tuple[PersonalScore, ...]


def score_shelves(
    texts: Sequence[str],
    edition: str,
    squares: str | None,
    personal: int | None,
    *,
    as_json: bool,
) -> None:
    """Print what these shelves are worth."""
    rules = rule_set(Edition(edition), Squares(squares) if squares else UNSET)
    grids = read_positions(texts, shelfie.read_grid)
    cards = sorted(shelfie.PERSONAL_GOALS) if personal is None else [personal]
    scores = [_score(grid, rules, cards) for grid in grids]
    if as_json:
        print(msgspec.json.encode(scores).decode())
        return
    drawings = [_in_words(grid, score, rules) for grid, score in zip(grids, scores, strict=True)]
    text = "\n\n".join(drawings)
    print(paint(text) if colours(sys.stdout) else text)


def _score(grid: Grid, rules: RuleSet, cards: Iterable[int]) -> ShelfScore:
    groups = sorted(shelfie.groups(grid), key=lambda group: -len(group.cells))
    return ShelfScore(
        shelf=tuple("".join(kind or "." for kind in row) for row in grid),
        adjacency=shelfie.adjacency(grid),
        groups=tuple(
            GroupScore(group.kind, len(group.cells), points)
            for group in groups
            if (points := shelfie.group_points(len(group.cells)))
        ),
        common_goals={
            number: card.is_met(grid)
            for number, card in shelfie.WORDING[rules.squares].common_goals.items()
        },
        personal_goals=tuple(
            PersonalScore(card, found, shelfie.POINTS_BY_MATCHES[found])
            for card in cards
            for found in (shelfie.matches(grid, card),)
        ),
    )


def _in_words(grid: Grid, score: ShelfScore, rules: RuleSet) -> str:
    groups = [
        [f"  {group.kind}", f"{group.tiles} tiles", str(group.points)] for group in score.groups
    ]
    goals = shelfie.WORDING[rules.squares].common_goals
    common = [
        [f"  {number:2} {goals[number].title}", "met" if met else "-"]
        for number, met in score.common_goals.items()
    ]
    personal = [
        [f"  card {p.card}", f"{p.matches} of 6", str(p.points)] for p in score.personal_goals
    ]
    parts = [
        shelfie.draw_grid(grid),
        f"Adjacent tiles: {score.adjacency} points",
        *([columns(groups)] if groups else []),
        f"Common goals, {rules_in_words(rules)}",
        columns(common),
        "Personal goals, matches and points",
        columns(personal),
    ]
    if len(score.personal_goals) == 1:
        total = score.adjacency + score.personal_goals[0].points
        parts.append(f"In all, without tokens: {total} points")
    return "\n".join(parts)
