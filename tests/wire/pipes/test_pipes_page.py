"""The page of this protocol says what is true: tables are made from the words, talk is recorded.

To write them again:

    RECORD=1 .venv/bin/pytest tests/wire/pipes/test_pipes_page.py
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import pytest

from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.encoding import write_word
from ludoteca.wire.pipes.words import Asked, Told, Word
from tests.pages import DOCS, record, written
from tests.wire.pipes import test_among_others, test_club
from tests.wire.pipes.programs import Club, Program
from tests.wire.pipes.test_words import ASKED, TOLD

PAGE = DOCS / "protocols" / "pipes.md"
LONGEST_LINE = 150
DROPS, RETURNS, WAITS = "(the connection is lost)", "(another connection)", "(4 seconds pass)"

Script = Sequence[tuple[str, str]]

LOGIN = (("anna", "login|Anna"), ("bruno", "login|Bruno"))
SIT = (*LOGIN, ("anna", "createMatch|2"), ("bruno", "join|0"))
OPENING: Script = (
    ("anna", "createMatch|2"),
    ("anna", "login|Anna"),
    ("bruno", "login|anna"),
    ("bruno", "login|Bruno@home"),
    ("bruno", "login|Bruno"),
    ("bruno", "login|Bruno"),
    ("anna", "createMatch|5"),
    ("anna", "createMatch|3"),
    ("anna", "createMatch|2"),
    ("anna", "changeMatchSeats|2"),
    ("bruno", "join|7"),
    ("bruno", "join|0"),
)
REFUSALS: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|two"),
    ("anna", "dance"),
    ("anna", "leaveMatch"),
    ("anna", "createMatch|2"),
    ("anna", "selectCell|1|3"),
    ("anna", "deselectCards"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
)
TURN: Script = (
    *SIT,
    ("anna", "selectCell|1|3"),
    ("bruno", "insertInColumnCards|0"),
    ("bruno", "deselectCards"),
    ("bruno", "selectCell|4|1"),
    ("bruno", "deselectCards"),
    ("bruno", "selectCell|4|1"),
    ("bruno", "selectCell|5|1"),
    ("bruno", "sortHand|0|2"),
    ("bruno", "sortHand|0|3"),
    ("bruno", "sortHand|0|1"),
    ("bruno", "insertInColumnCards|5"),
    ("bruno", "insertInColumnCards|4"),
    ("anna", "selectCell|4|1"),
    ("anna", "selectCell|0|0"),
    ("anna", "selectCell|4|4"),
    ("anna", "selectCell|3|2"),
    ("anna", "selectCell|3|2"),
    ("anna", "selectCell|7|4"),
    ("anna", "selectCell|4|2"),
    ("anna", "selectCell|5|2"),
    ("anna", "selectCell|3|3"),
)
TALK: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("dora", "login|Dora#sesame"),
    ("dora", "exitGame"),
    ("anna", "sendPublicMessage|Is anybody here?"),
    ("anna", "createMatch|3"),
    ("anna", "sendPublicMessage|Come in!|false"),
    ("bruno", "join|0"),
    ("bruno", "sendPublicMessage|Here I am | there you are|false"),
    ("carla", "sendPrivateMessage|Who wins?|Anna"),
    ("carla", "sendPrivateMessage|Who wins?|Carla|false"),
    ("carla", "sendPrivateMessage|Who wins?|Eve|false"),
    ("carla", "sendPrivateMessage|Who wins?|Dora|false"),
)
LEAVING: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|3"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
    ("carla", "exitGame"),
    ("bruno", "leaveMatch"),
)
ABSENCE: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|3"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
    ("anna", DROPS),
    ("bruno", WAITS),
    ("bruno", DROPS),
    ("bruno", RETURNS),
    ("bruno", "login|Brunello"),
    ("bruno", "join|0"),
    ("bruno", "exitGame"),
    ("bruno", RETURNS),
    ("bruno", "login|Bruno"),
)
FRAMES: Script = (
    *SIT,
    ("bruno", "selectCell|4|4"),
    ("bruno", "selectCell|1|3"),
    ("bruno", "selectCell|1|4"),
    ("bruno", "confirmSelection"),
    ("bruno", "sortHand|0|1"),
    ("bruno", "insertInColumn|2"),
    ("bruno", "endTurn"),
)


async def talk(script: Script, *, frames: bool = False) -> list[list[str]]:
    """What is said, a list of lines for each step."""
    club = Club()
    programs: dict[str, Program] = {}
    for name, _ in script:
        if name not in programs:
            programs[name] = await club.program(frames=frames)
    steps = []
    for name, text in script:
        before = {other: len(program.heard) for other, program in programs.items()}
        if text == DROPS:
            club.drop(programs[name])
        elif text == RETURNS:
            programs[name] = await club.program(frames=frames)
            before[name] = 0
        elif text == WAITS:
            await club.night.wait(4)
        else:
            programs[name].write(text)
        await club.settle()
        said = [f"{name + '>':7}{text}"]
        for other, program in programs.items():
            said += [told(other, word) for word in program.heard[before[other] :]]
        steps.append(said)
    return steps


def told(name: str, word: Word) -> str:
    return f"{name + '<':7}{write_word(word).decode()}".replace("\n", " ")


def conversation(script: Script, first: int = 0, *, frames: bool = False) -> str:
    """What is said from some step on, with long lines shortened."""
    steps = asyncio.run(talk(script, frames=frames))
    lines = [shortened(line) for said in steps[first:] for line in said]
    return "```\n" + "\n".join(lines) + "\n```"


def shortened(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def words_table(kinds: Any, table: Sequence[tuple[Word, str]]) -> str:
    rows = ["| word | meaning |", "|---|---|"]
    for kind in get_args(kinds):
        text = next(text for word, text in table if type(word) is kind)
        written = shortened(text).replace("|", "\\|")
        rows.append(f"| `{written}` | {str(kind.__doc__).split(chr(10))[0]} |")
    return "\n".join(rows)


def refusals_table() -> str:
    rows = ["| answer to | code of the house | text |", "|---|---|---|"]
    tables: Mapping[str, Mapping[str, str]] = {
        "`login`": texts.LOGIN,
        "`createMatch`, `changeMatchSeats`": texts.CREATE,
        "`join`": texts.JOIN,
        "`join` while somebody is suspended": texts.REJOIN,
        "`selectCell`": texts.SELECT,
        "`deselectCards`": texts.DESELECT,
        "`sortHand`": {**texts.SORT, **{f"{code} ": text for code, text in texts.SORT_FAR.items()}},
        "`insertInColumn`": texts.INSERT,
        "`sendPrivateMessage`": texts.TALK,
        "anything": texts.ANYWHERE,
    }
    for method, known in tables.items():
        rows += [
            f"| {method} | `{str(code).strip()}` | {text.split(chr(10))[0]} |"
            for code, text in known.items()
        ]
    return "\n".join(rows)


PARTS: dict[str, Callable[[], str]] = {
    "asked": lambda: words_table(Asked, ASKED),
    "told": lambda: words_table(Told, TOLD),
    "refusals": refusals_table,
    "opening": lambda: conversation(OPENING),
    "confusion": lambda: conversation(REFUSALS, first=3),
    "turn": lambda: conversation(TURN, first=len(SIT)),
    "talk": lambda: conversation(TALK, first=5),
    "leaving": lambda: conversation(LEAVING, first=6),
    "absence": lambda: conversation(ABSENCE, first=6),
    "frames": lambda: conversation(FRAMES, first=2, frames=True),
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """If wanted, the parts are written before they are read."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_the_page_says_what_is_true(part: str) -> None:
    assert written(PAGE, part) == PARTS[part]()


@pytest.mark.parametrize("part", ["opening", "turn", "talk", "leaving"])
def test_both_encodings_answer_every_request_once_with_the_same_result(part: str) -> None:
    script = {"opening": OPENING, "turn": TURN, "talk": TALK, "leaving": LEAVING}[part]
    answers = [
        [
            [line for line in said if "<" in line and "return|" in line]
            for said in asyncio.run(talk(script, frames=frames))
        ]
        for frames in (False, True)
    ]
    assert answers[0] == answers[1]
    for (name, text), said in zip(script, answers[0], strict=True):
        assert [line.split("|")[1] for line in said] == [text.split("|")[0]]
        assert said[0].startswith(f"{name}<")


ELSEWHERE = {
    "ACHIEVED": "test_the_end_has_one_view_with_results_and_then_nothing_of_the_match",
    "AT_REST": "test_what_browsers_do_is_told_as_well_as_it_can_be",
    "RESUMED": "test_what_browsers_do_is_told_as_well_as_it_can_be",
    "TAKEN_BACK": "test_what_browsers_do_is_told_as_well_as_it_can_be",
    "NO_SLOT": "test_a_column_without_room_is_refused",
}
"""Sentences that no conversation of the page holds, and the tests of them."""


def test_every_sentence_is_said_somewhere() -> None:
    scripts = (OPENING, REFUSALS, TURN, TALK, LEAVING, ABSENCE)
    said = "\n".join(line for s in scripts for step in asyncio.run(talk(s)) for line in step)
    sentences = {
        name: re.escape(text.replace("\n", " ").strip())
        for name, text in vars(texts).items()
        if name.isupper() and isinstance(text, str)
    }
    unsaid = {
        name
        for name, text in sentences.items()
        if not re.search(r"\|" + re.sub(r"\\{\w+\\}", ".+", text) + "(\n|$)", said)
    }
    assert unsaid == set(ELSEWHERE)
    tests = {**vars(test_club), **vars(test_among_others)}
    assert set(ELSEWHERE.values()) <= set(tests)
