"""Recorded conversations of other programs, replayed: the same answers in the same shapes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from ludoteca.protocols.pipes.codecs import read_server_word
from ludoteca.protocols.pipes.words import (
    MatchSeen,
    Message,
    NotifyUpdate,
    NotifyWait,
    Ping,
    Return,
    ServerVirtualView,
    ServerWord,
)
from tests.protocols.pipes.programs import PipesServer, Program
from tests.protocols.pipes.recorded_calls import words

CAPTURES = Path(__file__).parents[4] / "shared" / "protocols" / "captures"
CALLS = "s000_*.rmi_cli_session.raw.txt"
NAMES = ("s000_*.tcp_cli_session.txt", "s000_*.tcp_match_opening.txt", CALLS)
LINE = re.compile(r" *[0-9.]+ (c\d) (C>S|S>C) (.*)")

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason="there are no recordings beside this checkout"
)


class Step(NamedTuple):
    """An action of a client and all words sent until the next one."""

    who: str
    said: str
    told: list[tuple[str, ServerWord]]


def recorded(name: str) -> Iterator[Step]:
    """Yield the steps of a recording without pings."""
    step = None
    (path,) = CAPTURES.glob(name)
    for who, said in words(path.name) if name == CALLS else frames(path):
        if isinstance(said, str):
            if step:
                yield step
            step = Step(who, said, [])
        elif step and not isinstance(said, Ping):
            step.told.append((who, said))
    if step:
        yield step


def frames(path: Path) -> Iterator[tuple[str, str | ServerWord]]:
    """Yield each client with its action, or with a word it received."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not (found := LINE.fullmatch(line)):
            continue
        who, way, text = found.groups()
        if way == "C>S":
            yield who, text if text.startswith("<") else msgspec.json.decode(text)
        elif not text.startswith("<"):
            yield who, read_server_word(msgspec.json.decode(text))


async def said_again(name: str) -> list[tuple[Step, list[tuple[str, ServerWord]]]]:
    """Replay a recording; return every step with our words in place of the recorded ones."""
    # The first player of the recording moves first here.
    server, programs = PipesServer(seed=1 if name == CALLS else 7), dict[str, Program]()
    steps = []
    for step in recorded(name):
        if step.said == "<connect>":
            coming = server.caller() if name == CALLS else server.program(frames=True)
            programs[step.who] = await coming
            continue
        before = {who: len(program.heard) for who, program in programs.items()}
        if step.said == "<close>":
            if programs[step.who] in server.programs:
                server.drop(programs[step.who])
        else:
            programs[step.who].write(step.said)
        await server.settle()
        told = [
            (who, word)
            for who, program in programs.items()
            for word in program.heard[before.get(who, 0) :]
        ]
        steps.append((step, told))
    return steps


def to(who: str, told: list[tuple[str, ServerWord]]) -> list[ServerWord]:
    return [word for other, word in told if other == who]


@pytest.mark.parametrize("name", NAMES)
async def test_every_request_has_the_answer_that_was_recorded(name: str) -> None:
    steps = await said_again(name)
    assert len(steps) > 10
    for step, told in steps:
        was = [word for word in to(step.who, step.told) if isinstance(word, Return)]
        now = [word for word in to(step.who, told) if isinstance(word, Return)]
        if was:  # the recording may end before the last answer
            assert now == was, step.said


@pytest.mark.parametrize("name", NAMES)
async def test_every_client_receives_the_recorded_messages(name: str) -> None:
    for step, told in await said_again(name):
        if not any(isinstance(word, Return) for word in to(step.who, step.told)):
            continue
        for who in {who for who, _ in step.told}:
            was = {type(word) for word in to(who, step.told)}
            now = {type(word) for word in to(who, told)}
            # Here the words that end a turn come with the insertion. In both, players are brought
            # to a waiting room or a match, whatever is drawn in between. Confirming a hand is no
            # reason here to send the whole view to the others.
            closed = step.said == "confirmSelection" and who != step.who
            if step.said != "endTurn" and not closed:
                assert was - {NotifyUpdate} <= now, (step.said, who)


@pytest.mark.parametrize("name", NAMES)
async def test_refusals_are_messages_and_then_the_answer(name: str) -> None:
    for step, told in await said_again(name):
        heard = to(step.who, told)
        if any(isinstance(word, Return) and not word.ok for word in heard):
            assert [type(word) for word in heard] == [Message, Return]


@pytest.mark.parametrize("name", NAMES)
async def test_views_have_the_shape_that_was_recorded(name: str) -> None:
    def shape(value: object) -> object:
        """Return keys and lengths without random values, texts and incidental differences."""
        if isinstance(value, dict):
            return {key: shape(part) for key, part in value.items() if key != "publicChat"}
        if isinstance(value, list):
            return [len(value), type(value[0]) is list and shape(value[0])] if value else []
        return type(value)

    compared = 0
    for step, told in await said_again(name):
        for who in ("c1", "c2"):
            was = [word for word in to(who, step.told) if isinstance(word, MatchSeen)]
            now = [word for word in to(who, told) if isinstance(word, MatchSeen)]
            if was and now and step.said not in {"leaveMatch", "endTurn"}:
                compared += 1
                parts = [msgspec.to_builtins(words[-1].view) for words in (was, now)]
                for view in parts:
                    view["currentPlayerHand"] = view["currentPlayerHand"] and ["some"]
                assert shape(parts[0]) == shape(parts[1])
                assert was[-1].seat == now[-1].seat
                assert list(parts[0]) == list(parts[1])
    assert compared > 5


@pytest.mark.parametrize("name", NAMES)
async def test_lists_and_rooms_are_as_recorded(name: str) -> None:
    for step, told in await said_again(name):
        was, now = to(step.who, step.told), to(step.who, told)
        rooms = [word for word in was if isinstance(word, NotifyWait)]
        assert rooms == [word for word in now if isinstance(word, NotifyWait)][: len(rooms)]
        before = [word for word in was if isinstance(word, ServerVirtualView)]
        after = [word for word in now if isinstance(word, ServerVirtualView)]
        if before and after and step.said != "leaveMatch":
            assert (before[-1].virtualMatchList or []) == after[-1].virtualMatchList
            names = [name for name, _ in before[-1].virtualOnlinePlayers or []]
            assert names == [name for name, _ in after[-1].virtualOnlinePlayers or []]
