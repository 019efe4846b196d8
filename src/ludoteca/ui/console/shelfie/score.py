"""`ludoteca score shelfie`: the points of shelves, by goal."""

import argparse
from collections.abc import Iterable

import msgspec
from msgspec import UNSET, Struct

from ludoteca.games import shelfie
from ludoteca.games.shelfie import Edition, Grid, RuleSet, Squares, rule_set, rules_in_words
from ludoteca.ui import columns
from ludoteca.ui.draw import counted
from ludoteca.ui.positions import read_positions


class GroupScore(Struct, frozen=True):
    """A group of three or more tiles and its points."""

    kind: str
    tiles: int
    points: int


class PersonalScore(Struct, frozen=True):
    """Points of a shelf for one personal goal card."""

    card: int
    matches: int
    points: int


class ShelfScore(Struct, frozen=True):
    """Points of a shelf."""

    shelf: tuple[str, ...]
    adjacency: int
    groups: tuple[GroupScore, ...]
    common_goals: dict[int, bool]
    personal_goals: tuple[PersonalScore, ...]


def describe(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show the points of shelves by goal. A shelf is six rows of five characters from the "
        "top, separated by slashes: C, B, G, F, T, P or a dot."
    )
    parser.epilog = (
        "example: ludoteca score shelfie PP.../PPPP./FFPPB/FGGGB/FTCCC/TTTCC --personal 1"
    )
    parser.add_argument("shelves", nargs="+", metavar="SHELF", help="a shelf, or - to read one")
    parser.add_argument("--personal", type=_card, metavar="N", help="only this personal goal card")
    parser.add_argument(
        "--edition",
        choices=tuple(Edition),
        default=Edition.ITALIAN,
        help="edition of the rules (default: italian)",
    )
    parser.add_argument(
        "--squares",
        choices=tuple(Squares),
        help="kinds allowed for the two squares (default: as in the rulebook)",
    )


def _card(text: str) -> int:
    cards = sorted(shelfie.PERSONAL_GOALS)
    if text not in map(str, cards):
        raise argparse.ArgumentTypeError(f"{text} is not between {cards[0]} and {cards[-1]}")
    return int(text)


def score(arguments: argparse.Namespace) -> str:
    """Score the shelves on the command line; return text or JSON."""
    squares = Squares(arguments.squares) if arguments.squares else UNSET
    rules = rule_set(Edition(arguments.edition), squares)
    grids = read_positions(arguments.shelves, shelfie.read_grid)
    personal = arguments.personal
    cards = sorted(shelfie.PERSONAL_GOALS) if personal is None else [personal]
    scores = [_score(grid, rules, cards) for grid in grids]
    if arguments.json:
        return msgspec.json.encode(scores).decode()
    drawings = [_in_words(grid, score, rules) for grid, score in zip(grids, scores, strict=True)]
    return "\n\n".join(drawings)


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
        [f"  {number:2} {goals[number].title}", "completed" if met else "-"]
        for number, met in score.common_goals.items()
    ]
    personal = [
        [f"  card {p.card}", f"{p.matches} of 6", str(p.points)] for p in score.personal_goals
    ]
    parts = [
        shelfie.draw_grid(grid),
        f"Adjacent tiles: {counted(score.adjacency, 'point')}",
        *([columns(groups)] if groups else []),
        f"Common goals, {rules_in_words(rules)}",
        columns(common),
        "Personal goals, matches and points",
        columns(personal),
    ]
    if len(score.personal_goals) == 1:
        total = score.adjacency + score.personal_goals[0].points
        parts.append(f"In all, without tokens: {counted(total, 'point')}")
    return "\n".join(parts)
