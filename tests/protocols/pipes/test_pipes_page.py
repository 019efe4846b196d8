"""The documentation of the protocol: its tables and transcripts are generated here.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/pipes/test_pipes_page.py
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from ludoteca.games.shelfie import CELLS, PERSONAL_GOALS, Cell, Kind, Tile, kind_of
from ludoteca.protocols.dialect import Answer
from ludoteca.protocols.jrmp import method_hash
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.calls import CALLBACK, INPUT, LOBBY, PipesCallCodec, call_of
from ludoteca.protocols.pipes.codecs import read_client_word, write_word
from ludoteca.protocols.pipes.views import ITEMS
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    ClientWord,
    Malformed,
    Message,
    Return,
    ServerWord,
    VirtualView,
    Word,
    method_of,
)
from tests.pages import DOCS, outdated, record, written
from tests.protocols.pipes.conversations import (
    ABSENCE,
    AGAIN,
    DROPS,
    FRAMES,
    LEAVING,
    LOGIN,
    OPENING,
    REFUSALS,
    RETURNS,
    SIT,
    TALK,
    TURN,
    WAITS,
    Script,
)
from tests.protocols.pipes.examples import ASKED, TOLD
from tests.protocols.pipes.programs import Caller, PipesServer, Program

PAGE = DOCS / "protocols" / "pipes.md"
LONGEST_LINE = 150


CALLS: Script = (
    *LOGIN,
    ("anna", "createMatch|2"),
    ("anna", "deselectCards"),
    ("bruno", "join|0"),
    ("anna", "checkPlayerActionPhase"),
    ("bruno", "checkPlayerActionPhase"),
    ("bruno", "selectCell|4|4"),
    ("bruno", "selectCell|1|3"),
    ("bruno", "selectCell|1|4"),
    ("bruno", "sortHand|0|1"),
    ("bruno", "insertInColumn|2"),
    ("bruno", "endTurn"),
    ("anna", "sendPublicMessage|Well played|false"),
    ("anna", "sendPrivateMessage|Who wins?|Bruno|false"),
    ("anna", "sendPrivateMessage|Who wins?|Eve|false"),
    ("bruno", "leaveMatch"),
    ("bruno", "exitGame"),
)


async def come(server: PipesServer, how: str) -> Program:
    return await (server.caller() if how == "calls" else server.program(frames=how == "frames"))


async def talk(script: Script, how: str = "lines") -> list[list[str]]:
    """Return the lines of each step of a conversation."""
    server = PipesServer()
    programs: dict[str, Program] = {}
    for name, _ in script:
        if name not in programs:
            programs[name] = await come(server, how)
    steps = []
    for name, text in script:
        before = {other: len(program.heard) for other, program in programs.items()}
        if text == DROPS:
            server.drop(programs[name])
        elif text == RETURNS:
            programs[name] = await come(server, how)
            before[name] = 0
        elif text == WAITS:
            await server.server.wait(4)
        else:
            programs[name].write(text)
        await server.settle()
        said = [f"{name + '>':7}{called(text) if how == 'calls' else text}"]
        for other, program in programs.items():
            heard = [told(program, place) for place in range(before[other], len(program.heard))]
            said += [f"{other + '<':7}{line}".replace("\n", " ") for line in heard]
        steps.append(said)
    return steps


def called(text: str) -> str:
    """Render a request as a call; a login includes an object for callbacks."""
    method, arguments = call_of(read_client_word(text), "CALLBACK")
    return as_call(method.name, arguments)


def told(program: Program, place: int) -> str:
    """Render the words a program received in its own format."""
    if isinstance(program, Caller):
        return as_call(*program.calls[place])
    return write_word(program.heard[place]).decode()


def as_call(method: str, arguments: tuple[Any, ...]) -> str:
    texts = [str(each).lower() if isinstance(each, bool) else str(each) for each in arguments]
    return f"{method}({', '.join(texts)})" if method else f"returns {texts[0]}"


def conversation(script: Script, first: int = 0, how: str = "lines") -> str:
    """Render a conversation from some step on, with long lines shortened."""
    steps = asyncio.run(talk(script, how))
    lines = [shortened(line) for said in steps[first:] for line in said]
    return "```\n" + "\n".join(lines) + "\n```"


def shortened(line: str, longest: int = LONGEST_LINE) -> str:
    return line if len(line) <= longest else f"{line[:longest]}…"


def words_table(kinds: Any, table: Sequence[tuple[Word, str]]) -> str:
    rows = ["| word | meaning |", "|---|---|"]
    for kind in get_args(kinds):
        text = next(text for word, text in table if type(word) is kind)
        written = shortened(text).replace("|", "\\|")
        rows.append(f"| `{written}` | {str(kind.__doc__).split(chr(10))[0]} |")
    return "\n".join(rows)


def methods_table() -> str:
    """Tabulate every method of both remote objects with its equivalent in pipes."""
    pairs = [(called(text), text) for word, text in ASKED if not isinstance(word, Malformed)]
    for word, text in TOLD:
        (said,) = PipesCallCodec().write(word)
        server_word_of = (
            ("", tuple(said)) if isinstance(said, Answer) else (said.method.name, said[1])
        )
        pairs.append((as_call(*server_word_of), text))
    first: dict[str, str] = {}
    for call, text in pairs:
        cells = [f"`{shortened(each, 70)}`".replace("|", "\\|") for each in (call, text)]
        first.setdefault(call.partition("(")[0].split()[0], f"| {' | '.join(cells)} |")
    return "\n".join(["| call | between pipes |", "|---|---|", *first.values()])


def refusals_table() -> str:
    rows = ["| answer to | code | text |", "|---|---|---|"]
    tables: Mapping[str, Mapping[str, str]] = {
        "`login`": texts.LOGIN,
        "`createMatch`, `changeMatchSeats`": texts.CREATE,
        "`join`": texts.JOIN,
        "`join` while somebody is suspended": texts.REJOIN,
        "`selectCell`": texts.SELECT,
        "`deselectCards`": texts.DESELECT,
        "`sortHand`": {**texts.SORT, **{f"{code} ": text for code, text in texts.SORT_FAR.items()}},
        "`insertInColumn`": texts.INSERT,
        "`sendPrivateMessage`": texts.CHAT,
        "anything": texts.ANYWHERE,
    }
    for method, known in tables.items():
        rows += [
            f"| {method} | `{str(code).strip()}` | {text.split(chr(10))[0]} |"
            for code, text in known.items()
        ]
    return "\n".join(rows)


def tiles_table() -> str:
    rows = ["| kind | letter | on the wire |", "|---|---|---|"]
    for kind in Kind:
        names = sorted({ITEMS[tile] for tile in range(132) if kind_of(Tile(tile)) is kind})
        rows.append(f"| {kind.name.lower()} | {kind.value} | {', '.join(map(code, names))} |")
    return "\n".join(rows)


def code(text: str) -> str:
    return f"`{text}`"


def personal_goals() -> str:
    """Render all cards, four side by side."""
    lines = []
    for first in (1, 5, 9):
        cards = range(first, first + 4)
        lines.append("   ".join(f"{number:<9}" for number in cards).rstrip())
        for row in range(6):
            drawn = (
                " ".join(PERSONAL_GOALS[n].get((row, c), ".") for c in range(5)) for n in cards
            )
            lines.append("   ".join(drawn))
        lines.append("")
    return "\n".join(["```", *lines[:-1], "```"])


def board_drawing() -> str:
    fewest = {cell: seats for seats in (4, 3, 2) for cell in CELLS[seats]}
    rows = (" ".join(str(fewest.get(Cell(r, c), ".")) for c in range(9)) for r in range(9))
    return "\n".join(["```", *rows, "```"])


PARTS: dict[str, Callable[[], str]] = {
    "tiles": tiles_table,
    "personal": personal_goals,
    "board": board_drawing,
    "asked": lambda: words_table(ClientWord, ASKED),
    "told": lambda: words_table(ServerWord, TOLD),
    "refusals": refusals_table,
    "opening": lambda: conversation(OPENING),
    "confusion": lambda: conversation(REFUSALS, first=3),
    "turn": lambda: conversation(TURN, first=len(SIT)),
    "talk": lambda: conversation(TALK, first=5),
    "leaving": lambda: conversation(LEAVING, first=6),
    "absence": lambda: conversation(ABSENCE, first=6),
    "frames": lambda: conversation(FRAMES, first=2, how="frames"),
    "methods": methods_table,
    "calls": lambda: conversation(CALLS, how="calls"),
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Regenerate the parts on request before they are compared."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)


def test_the_page_names_every_member_of_the_view() -> None:
    section = PAGE.read_text().partition("\n## Lists and views\n")[2].partition("\n## ")[0]
    members = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert members == list(VirtualView.__struct_fields__)


JAVA = {
    "void": "V",
    "boolean": "Z",
    "int": "I",
    "String": "Ljava/lang/String;",
    "HashMap<String, String>": "Ljava/util/HashMap;",
    "IClientCallBack": "Lorg/am21/networkRMI/IClientCallBack;",
}


def test_the_page_has_the_signature_of_every_method() -> None:
    source = PAGE.read_text().partition("```java\n")[2].partition("```")[0]
    for interface in (LOBBY, INPUT, CALLBACK):
        name = interface.name.rpartition(".")[2]
        body = source.partition(f"interface {name} ")[2].partition("\n}")[0]
        signatures = re.findall(r"^    (\S.*) (\w+)\((.*)\);$", body, re.MULTILINE)
        hashes = [
            method_hash(method, f"({parameters_of(parameters)}){JAVA[result]}")
            for result, method, parameters in signatures
        ]
        assert sorted(hashes) == sorted(method.hash for method in interface)


def parameters_of(declared: str) -> str:
    """Return the descriptor of parameters declared in Java."""
    return "".join(JAVA[each.split()[0]] for each in declared.split(", ") if each)


TURN_WITHOUT_AGAIN = tuple(step for step in TURN if step is not AGAIN)


@pytest.mark.parametrize("script", [OPENING, TURN_WITHOUT_AGAIN, TALK, LEAVING, CALLS])
async def test_every_way_to_speak_answers_every_request_once_with_the_same_result_and_sentences(
    script: Script,
) -> None:
    async def answers(how: str) -> list[tuple[Return, list[str]]]:
        server, programs, found = (
            PipesServer(),
            dict[str, Program](),
            list[tuple[Return, list[str]]](),
        )
        for name, _ in script:
            programs[name] = programs.get(name) or await come(server, how)
        for name, text in script:
            before = {other: len(each.of(Return)) for other, each in programs.items()}
            heard = await server.ask(programs[name], text)
            told = {other: each.of(Return)[before[other] :] for other, each in programs.items()}
            (answer,) = told.pop(name)
            assert answer.method == method_of(read_client_word(text))
            assert not any(told.values())
            said = (word.text for word in heard if isinstance(word, Message | ChatNotification))
            found.append((answer, sorted(text.replace("\n", " ") for text in said)))
        return found

    assert await answers("lines") == await answers("frames") == await answers("calls")


ELSEWHERE = {
    "ACHIEVED": "test_the_end_has_one_view_with_results_and_then_nothing_of_the_match",
    "NO_SLOT": "test_a_column_without_room_is_refused",
    "IS_A_BOT": "test_bots_play_with_pipes_clients",
    "WHISPERS": "test_no_field_holds_a_pipe",
    "REMOVED": "test_a_player_removed_before_the_start_is_back_in_the_menu",
    "AWAITED": "test_last_player_to_join_sees_the_names_of_absent_players",
}
"""Sentences that no conversation of the page covers, and their tests."""


async def test_every_sentence_occurs_in_a_conversation_or_a_test() -> None:
    scripts = (OPENING, REFUSALS, TURN, TALK, LEAVING, ABSENCE)
    steps = [step for script in scripts for step in await talk(script)]
    said = "\n".join(line for step in steps for line in step)
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
    modules = Path(__file__).parent.glob("test_*.py")
    tests = re.findall(r"def (test_\w+)", "".join(map(Path.read_text, modules)))
    assert set(ELSEWHERE.values()) <= set(tests)
