"""The user of a console: questions, overtaken questions and the confirmation before leaving."""

import asyncio

import pytest

from ludoteca.ui.console.user import LEAVING, LeftError, OvertakenError, User
from tests.ui.console.pipes import Piped


async def test_given_answer_is_used_once(pipe: Piped) -> None:
    anna = User(pipe.screen, {"name": "anna"})
    assert anna.knows("name")
    assert not anna.knows("port")
    assert await anna.ask("Name?", "name") == "anna"
    assert not anna.knows("name")
    pipe.write("bruno\n")
    assert await anna.ask("Name?", "name") == "bruno"
    assert pipe.shown == ["Name?", "> anna", "Name?", "> bruno"]


async def test_questions_are_overtaken_until_settled(pipe: Piped) -> None:
    anna = User(pipe.screen, {})
    asking = asyncio.create_task(anna.ask("One?"))
    while not pipe.shown:
        await asyncio.sleep(0)
    anna.overtake()
    with pytest.raises(OvertakenError):
        await asking
    with pytest.raises(OvertakenError):
        await anna.ask("Two?")
    anna.settle()
    pipe.write("three\n")
    assert await anna.ask("Three?") == "three"


async def test_available_answer_wins_over_overtaking(pipe: Piped) -> None:
    anna = User(pipe.screen, {"name": "anna"})
    anna.overtake()
    assert await anna.ask("Name?", "name") == "anna"
    anna.settle()
    pipe.write("next\nlast\n")
    assert await anna.ask("Next?") == "next"
    heard = asyncio.create_task(pipe.ask())  # reads the line and gives it back
    heard.cancel()
    await asyncio.wait({heard})
    while True:
        anna.overtake()
        try:
            assert await anna.ask("Last?") == "last"
        except OvertakenError:
            anna.settle()
            continue
        return


async def test_end_of_input_leaves(pipe: Piped) -> None:
    anna = User(pipe.screen, {})
    pipe.end()
    with pytest.raises(LeftError):
        await anna.ask("Name?")
    assert not anna.interrupted
    assert LEAVING not in pipe.shown


async def test_interrupt_leaves_a_script_and_is_remembered(pipe: Piped) -> None:
    anna = User(pipe.screen, {})
    anna.break_off()
    with pytest.raises(LeftError):
        await anna.ask("Name?")
    assert anna.interrupted


@pytest.mark.parametrize("answer", ["y", "Y", "yes", "YES"])
async def test_confirmed_exit_leaves(pipe: Piped, answer: str) -> None:
    pipe.screen.alone = False  # as if the pipe were a terminal
    anna = User(pipe.screen, {})
    anna.break_off()
    asking = asyncio.create_task(anna.ask("Name?"))
    while LEAVING not in pipe.shown:
        await asyncio.sleep(0)
    pipe.write(f"{answer}\n")
    with pytest.raises(LeftError):
        await asking
    assert pipe.shown == ["Name?", LEAVING]
    assert not anna.interrupted


async def test_waiting_player_can_leave_or_go_on_waiting(pipe: Piped) -> None:
    pipe.screen.alone = False  # as if the pipe were a terminal
    anna = User(pipe.screen, {})
    awaited: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    waiting = asyncio.create_task(anna.wait_for(awaited))
    anna.break_off()
    while pipe.shown != [LEAVING]:
        await asyncio.sleep(0)
    anna.overtake()  # the confirmation is not one of the game's questions
    pipe.write("n\n")
    awaited.set_result("here")
    assert await waiting == "here"


async def test_leaving_player_stops_waiting(pipe: Piped) -> None:
    anna = User(pipe.screen, {})
    awaited: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    waiting = asyncio.create_task(anna.wait_for(awaited))
    anna.break_off()
    with pytest.raises(LeftError):
        await waiting
    assert awaited.cancelled()


async def test_error_while_waiting_is_raised(pipe: Piped) -> None:
    anna = User(pipe.screen, {})

    async def fail() -> None:
        raise OSError("nobody")

    with pytest.raises(OSError, match="nobody"):
        await anna.wait_for(fail())
