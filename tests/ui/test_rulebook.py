"""The rulebook agrees with the games, in every language: its figures are compared with theirs.

To regenerate the pages of `docs/rules`:

    RECORD=1 .venv/bin/pytest tests/ui/test_rulebook.py
"""

import re
from collections import Counter
from collections.abc import Sequence
from colorsys import rgb_to_hls
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.games import GAMES, Refusal
from ludoteca.games.renaissance.applying import BONUS
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, SLOTS, Board, track_points
from ludoteca.games.renaissance.cards import (
    CARDS,
    CROSS_STEPS,
    DECKS,
    DEPOT_SLOTS,
    DISCARDS,
    LEADERS,
    LEVELS,
    TOKENS,
    Ability,
    Leader,
)
from ludoteca.games.renaissance.resources import COLUMNS, GIVES, MARBLES, ROWS, Marble
from ludoteca.games.renaissance.rules import FAITH_BONUS, LEADERS_DEALT, LEADERS_KEPT
from ludoteca.games.renaissance.state import CARDS_TO_END
from ludoteca.games.renaissance.view import RESOURCES_A_POINT
from ludoteca.games.shelfie import CELLS, COMMON_GOALS, POINTS_BY_MATCHES, TILES, Kind, group_points
from ludoteca.games.shelfie import shelf as bookshelf
from ludoteca.games.shelfie.board import TILES_OF_A_KIND
from ludoteca.games.shelfie.goals import TOKENS as TOKENS_BY_PLAYERS
from ludoteca.games.shelfie.view import END_TOKEN_POINTS
from ludoteca.messages import MOST_LATE
from ludoteca.ui import LANGUAGES, rules_of, terminal_rules
from ludoteca.ui.rulebook import RulesReader, plain_rules
from tests.pages import DOCS, outdated, record_whole
from tests.web.texts import texts

Row = Sequence[str]

TEXTS = [(game, language) for game in GAMES for language in LANGUAGES]
in_all_texts = pytest.mark.parametrize(("game", "language"), TEXTS)
in_all_languages = pytest.mark.parametrize("language", LANGUAGES)


def page(game: str, language: str) -> Path:
    return DOCS / "rules" / (f"{game}.md" if language == "en" else f"{game}.{language}.md")


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """With `RECORD=1`, write the pages before they are read."""
    for text in TEXTS:
        record_whole(page(*text), rules_of(*text))


def sections(text: str) -> list[str]:
    return re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]


def tables(text: str) -> list[list[Row]]:
    """Return the tables of a text as rows of cells, without the rule below the header."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = ([re.split(r" *\| *", line)[1:-1] for line in table.splitlines()] for table in found)
    return [[head, *body] for head, _, *body in rows]


def figures(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


def in_cells(row: Row) -> list[tuple[int, ...]]:
    """Return the figures in each cell of a row except the first, which names the row."""
    return [figures(cell) for cell in row[1:]]


def in_words(text: str) -> tuple[int, ...]:
    """Return the figures of a text outside its tables and its moves."""
    return figures(re.sub(r"^\|.*|`[^`]*`", "", text, flags=re.MULTILINE))


@in_all_texts
def test_page_in_docs_equals_the_packaged_text(game: str, language: str) -> None:
    text = page(game, language).read_text(encoding="utf-8")
    assert text == rules_of(game, language), outdated(__file__)


@in_all_texts
def test_rules_fit_a_terminal(game: str, language: str) -> None:
    lines = rules_of(game, language).splitlines()
    assert not [line for line in lines if len(line) > 80]
    for above, below in pairwise(lines):
        if above.startswith("|") and below.startswith("|"):
            assert len(above) == len(below)


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
@pytest.mark.parametrize("height", [24, 40])
def test_pages_of_the_rules_fit_a_terminal_and_follow_each_other(game: str, height: int) -> None:
    reader = RulesReader(game)
    first = reader.page(80, height)
    pages = [first]
    while (page := reader.page(80, height)) != first:
        pages.append(page)
    assert max(page.count("\n") + 1 for page in pages) <= height - 9
    assert [page.rpartition("\n(")[2].split(")")[0] for page in pages] == [
        f"{number}/{len(pages)}" for number in range(1, len(pages) + 1)
    ]
    title = plain_rules(game).partition("\n")[0]
    read = title + "\n".join(page.rpartition("\n")[0].removeprefix(title) for page in pages)
    assert read.split() == plain_rules(game).split()
    assert RulesReader(game).page(80, None).split() == read.split()


@pytest.mark.parametrize("game", GAMES)
def test_rules_start_with_the_title(game: str) -> None:
    assert rules_of(game).startswith(f"# {GAMES[game].TITLE}\n")


@in_all_texts
def test_all_languages_have_the_same_structure_and_figures(game: str, language: str) -> None:
    text, english = rules_of(game, language), rules_of(game)
    levels = re.compile(r"^#+ ", re.MULTILINE)
    assert levels.findall(text) == levels.findall(english)
    assert [*map(figures, sections(text))] == [*map(figures, sections(english))]


@in_all_texts
def test_example_moves_are_valid(game: str, language: str) -> None:
    rules = GAMES[game]
    moves = [rules.read_move(move) for move in re.findall(r"`(.+?)`", rules_of(game, language))]
    assert not [move for move in moves if isinstance(move, Refusal)]
    assert {type(move) for move in moves} == set(get_args(rules.MOVES) or [rules.MOVES])


@in_all_texts
def test_server_waits_as_long_as_the_rules_say(game: str, language: str) -> None:
    text, absence_policy = rules_of(game, language), AbsencePolicy()
    for sentence in (
        f" {absence_policy.grace:g} second",
        f" {absence_policy.pause:g} second",
        f" {absence_policy.stand_in:g} second",
        f" {MOST_LATE} turn",
    ):
        assert sentence in " ".join(text.split())


@in_all_texts
def test_terminal_rules_omit_page_parts_and_markers(game: str, language: str) -> None:
    text = terminal_rules(game, language)
    assert "<!--" not in text
    assert "\n\n\n" not in text
    assert text.endswith(
        rules_of(game, language).removesuffix("<!-- /terminal -->\n").rstrip()[-80:]
    )
    of_the_page = re.findall(r"<!-- page -->\n(.*?)\n", rules_of(game, language))
    assert not [sentence for sentence in of_the_page if sentence in text]


@in_all_texts
def test_plain_rules_have_no_markdown(game: str, language: str) -> None:
    text = plain_rules(game, language)
    title = rules_of(game, language).splitlines()[0].removeprefix("# ")
    assert text.startswith(f"{title.upper()}\n")
    assert not set("#`|") & set(text)
    assert "--" not in text
    assert text.splitlines() == [line.rstrip() for line in text.splitlines()]


# My Shelfie


HUES = {
    "orange": (25, 45),
    "cream": (38, 52),
    "red": (0, 20),
    "blue": (195, 230),
    "lilac": (255, 285),
    "green": (70, 130),
}


def test_rules_name_the_colours_of_the_tiles() -> None:
    sheet = (files("ludoteca") / "ui" / "web" / "games" / "shelfie" / "pieces.svg").read_text(
        encoding="utf-8"
    )
    (kinds, named), *_ = tables(rules_of("shelfie"))
    for kind, name in zip(kinds[1:], named[1:], strict=True):
        painted = re.search(
            rf'<symbol id="{kind}-1" [^>]*>\s*<rect [^>]*fill="#(..)(..)(..)"', sheet
        )
        assert painted
        red, green, blue = (int(part, 16) / 255 for part in painted.groups())
        hue, light, _ = rgb_to_hls(red, green, blue)
        lowest, highest = HUES[name]
        assert lowest <= hue * 360 <= highest, kind
        assert (light > 0.8) == (name == "cream")


@in_all_languages
def test_shelfie_pieces_agree_with_the_game(language: str) -> None:
    colours, room, *_, letters = tables(rules_of("shelfie", language))
    assert letters[0][1:] == [*Kind]
    assert [row[1:] for row in letters[1:]] == [row[1:] for row in colours]
    assert in_cells(room[0]) == [(players,) for players in CELLS]
    assert in_cells(room[1]) == [(len(cells),) for cells in CELLS.values()]
    assert in_cells(room[2]) == [*TOKENS_BY_PLAYERS.values()]
    said = in_words(sections(rules_of("shelfie", language))[2])
    assert said == (len(TILES), TILES_OF_A_KIND, bookshelf.COLUMNS, bookshelf.ROWS)


@in_all_languages
def test_shelfie_points_agree_with_the_game(language: str) -> None:
    *_, personal, groups, _ = tables(rules_of("shelfie", language))
    assert in_cells(personal[0]) == [(n,) for n in range(len(POINTS_BY_MATCHES))]
    assert in_cells(personal[1]) == [(points,) for points in POINTS_BY_MATCHES]
    assert in_cells(groups[1]) == [(group_points(tiles),) for (tiles,) in in_cells(groups[0])]
    assert in_cells(groups[1])[-1] == (group_points(len(TILES)),)
    end = sections(rules_of("shelfie", language))[8]
    assert in_words(end) == (END_TOKEN_POINTS,)


@in_all_languages
def test_every_common_goal_is_described(language: str) -> None:
    told = re.findall(r"^- (\d+) (.+?): ", rules_of("shelfie", language), re.MULTILINE)
    assert [int(number) for number, _ in told] == [*COMMON_GOALS]
    on_the_page = texts(language)
    assert [name for _, name in told] == [on_the_page[f"shelfie.goal.{n}"] for n in COMMON_GOALS]


def test_kinds_and_goals_have_the_servers_names() -> None:
    text = rules_of("shelfie")
    assert tables(text)[0][0][1:] == [kind.name.lower() for kind in Kind]
    told = re.findall(r"^- \d+ (.+?): ", text, re.MULTILINE)
    assert told == [card.title for card in COMMON_GOALS.values()]


# Masters of Renaissance


@in_all_languages
def test_renaissance_pieces_agree_with_the_game(language: str) -> None:
    text = rules_of("renaissance", language)
    levels, seats, marbles, *_ = tables(text)
    worth = {level: [c.points for c in CARDS.values() if c.level == level] for level in LEVELS}
    assert in_cells(levels[0]) == [(level,) for level in LEVELS]
    assert in_cells(levels[1]) == [(len(points),) for points in worth.values()]
    assert in_cells(levels[2]) == [(min(points), max(points)) for points in worth.values()]
    assert in_cells(seats[1]) == [(count,) for count in BONUS]
    assert in_cells(seats[2]) == [(steps,) for steps in FAITH_BONUS]
    assert in_cells(marbles[1]) == [(MARBLES.count(marble),) for marble in Marble]
    said = [*map(in_words, sections(text))]
    depots = [depot.slots for depot in Board().depots]
    assert said[2] == (*depots, SLOTS, len(CARDS), len(DECKS), len(CARDS) // len(DECKS))
    assert said[3] == (LEADERS_DEALT, LEADERS_KEPT)
    assert said[5] == (len(MARBLES), len(MARBLES) - 1, ROWS, COLUMNS, 1)


def asked(leader: Leader) -> tuple[int, ...]:
    cards = [n for wanted in leader.cards for n in (wanted.count, wanted.level) if n]
    return (*cards, *filter(None, leader.goods))


@in_all_languages
def test_leaders_agree_with_the_game(language: str) -> None:
    _, _, _, leaders, *_ = tables(rules_of("renaissance", language))
    for row, ability in zip(leaders[1:], Ability, strict=True):
        cards = [leader for leader in LEADERS.values() if leader.ability is ability]
        assert {((leader.points,), asked(leader)) for leader in cards} == {tuple(in_cells(row))}
    said = in_words(sections(rules_of("renaissance", language))[9])
    assert said == (1, len(LEADERS), 1, DEPOT_SLOTS, 1, 1, 1)


@in_all_languages
def test_faith_track_agrees_with_the_game(language: str) -> None:
    *_, track, popes, _ = tables(rules_of("renaissance", language))
    scoring = [n for n in range(1, LAST_SPACE + 1) if track_points(n) > track_points(n - 1)]
    assert in_cells(track[0]) == [(space,) for space in scoring]
    assert in_cells(track[1]) == [(track_points(space),) for space in scoring]
    columns = zip(*map(in_cells, popes[1:]), strict=True)
    assert [tuple(n for (n,) in column) for column in columns] == [*SECTIONS]


@in_all_languages
def test_end_and_lorenzo_agree_with_the_game(language: str) -> None:
    text = rules_of("renaissance", language)
    *_, tokens = tables(text)
    steps = Counter(CROSS_STEPS.values()).items()
    told = [figures(" ".join(row)) for row in tokens[1:]]
    assert told == [(len(DISCARDS), 2), *((count, step) for step, count in steps)]
    end, alone = map(in_words, sections(text)[11:13])
    assert end == (CARDS_TO_END, LAST_SPACE, 1, RESOURCES_A_POINT)
    assert alone == (len(TOKENS), 1, CARDS_TO_END, LAST_SPACE, LAST_SPACE)


def test_resources_and_abilities_have_the_servers_names() -> None:
    _, _, marbles, leaders, *_ = tables(rules_of("renaissance"))
    gives = {Marble.WHITE: "nothing", **GIVES, Marble.RED: "faith"}
    assert marbles[0][1:] == [*Marble]
    assert marbles[2][1:] == [gives[marble] for marble in Marble]
    assert [row[0] for row in leaders[1:]] == [*Ability]
