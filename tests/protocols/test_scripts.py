"""One scripted exchange at a time, in every protocol."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import protocols
from ludoteca.messages import AnyRequest, Done, Enter, LookAround, Refused, Request, Surroundings
from ludoteca.protocols import Backlog, ConversationAct, Send, scripts
from ludoteca.protocols.scripts import ask, listen, say

Script = scripts.Script[str, None]
ScriptRunner = scripts.ScriptRunner[str]


def saying(*words: str) -> Script:
    yield from say(*words)


def asking(name: str, request: Any) -> Script:
    yield from say(f"{name} begins")
    answer = yield from ask(request)
    yield from say(f"{name} got {type(answer).__name__}")


def request_in(acts: list[ConversationAct[str]]) -> AnyRequest:
    """Return the request whose answer a script awaits."""
    asked = acts[-1]
    assert isinstance(asked, Request)
    return asked


def test_a_script_runs_to_its_end_at_once_if_it_asks_nothing() -> None:
    runner = ScriptRunner()
    assert [*runner.run(saying("a", "b"))] == [Send("a"), Send("b")]
    assert not runner.busy


def test_messages_wait_while_an_answer_is_awaited() -> None:
    runner = ScriptRunner()
    first, *asks = runner.run(asking("one", LookAround()))
    assert first == Send("one begins")
    asked = request_in(asks)
    assert [*runner.run(saying("news"))] == []
    answer = Surroundings((), (), asked.id)
    assert runner.is_answer(answer)
    assert [*runner.answer(answer)] == [Send("one got Surroundings"), Send("news")]


def test_only_the_notice_that_names_the_request_is_its_answer() -> None:
    runner = ScriptRunner()
    asked = request_in(runner.run(asking("one", LookAround())))
    assert asked.id
    assert not runner.is_answer(Done())
    assert not runner.is_answer(Refused("house/paused", "", "another"))
    assert runner.is_answer(Refused("house/paused", "", asked.id))


def test_notice_without_a_question_is_not_an_answer() -> None:
    assert not ScriptRunner().is_answer(Done())


def test_requests_are_numbered_unless_they_have_an_id_of_their_own() -> None:
    runner = ScriptRunner()
    ids = []
    for request in (LookAround(), Enter(name="Anna", id="own"), LookAround()):
        asked = request_in(runner.run(asking("one", request)))
        ids.append(asked.id)
        [*runner.answer(Done(asked.id))]
    assert len(set(ids)) == 3
    assert ids[1] == "own"


def test_waiting_client_messages_are_reported_as_backlog() -> None:
    runner = ScriptRunner()
    asked = request_in(runner.run(asking("one", LookAround()), answers=True))
    assert [*runner.run(saying("two"), answers=True)] == [Backlog(1)]
    assert [*runner.run(saying("three"), answers=True)] == [Backlog(2)]
    assert [*runner.run(saying("news"))] == []
    assert runner.messages_waiting == 2
    assert [*runner.answer(Done(asked.id))][1:] == [
        Send("two"),
        Send("three"),
        Send("news"),
        Backlog(0),
    ]


def test_next_up_script_runs_before_waiting_ones() -> None:
    runner = ScriptRunner()
    asked = request_in(runner.run(asking("one", LookAround())))
    [*runner.run(saying("waits"))]
    [*runner.run(saying("next"), next_up=True)]
    assert [*runner.answer(Done(asked.id))][1:] == [Send("next"), Send("waits")]


def test_clearing_removes_all_scripts() -> None:
    runner = ScriptRunner()
    asked = request_in(runner.run(asking("one", LookAround())))
    [*runner.run(saying("never"))]
    runner.clear()
    assert not runner.busy
    assert not runner.is_answer(Done(asked.id))


def test_a_script_that_fails_is_not_hidden() -> None:
    def failing() -> Script:
        yield from say("a")
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError, match="a fault of ours"):
        [*ScriptRunner().run(failing())]


def test_further_output_of_an_answer_precedes_the_next_script() -> None:
    runner = ScriptRunner()
    asked = request_in(runner.run(asking("one", LookAround())))
    [*runner.run(saying("waits"))]

    def news() -> Iterator[ConversationAct[str]]:
        yield from say("news")
        yield from runner.run(saying("next"), next_up=True)

    told = [*runner.answer(Done(asked.id), news())]
    assert told == [Send("one got Done"), Send("news"), Send("next"), Send("waits")]


def test_a_script_may_wait_for_the_client() -> None:
    def questions() -> Script:
        yield from say("name?")
        name = yield from listen()
        yield from say(f"{name}, age?")
        age = yield from listen()
        yield from say(f"{age}!")

    runner = ScriptRunner()
    assert [*runner.run(questions())] == [Send("name?")]
    assert runner.busy
    assert not runner.asks
    assert [*runner.run(saying("waits"))] == []
    assert [*runner.reply("Anna")] == [Send("Anna, age?")]
    assert [*runner.reply(42)] == [Send("42!"), Send("waits")]
    assert not runner.busy


def test_the_requests_of_two_connections_have_different_ids() -> None:
    ids = set()
    for prefix in ("a-", "b-"):
        asked = request_in(ScriptRunner(prefix).run(asking("one", LookAround())))
        ids.add(asked.id)
    assert ids == {"a-1", "b-1"}


def test_scripts_yield_only_by_functions_that_know_the_answer() -> None:
    bare = [
        (path.name, function.name)
        for path in Path(protocols.__file__).parent.glob("*/*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        and function.returns
        and "Script[" in ast.unparse(function.returns)
        and any(isinstance(node, ast.Yield) for node in ast.walk(function))
    ]
    assert bare == []
