"""Restarts of the server, lost turns and wrong ports."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from ludoteca.ui.console.user import DROPPED
from tests.conftest import no_coverage
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import RunningServer, server
from tests.ui.console.shelfie.consoles import ASKED, LOST, enter, play
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import Typist

HERE = ("--server", "127.0.0.1")


def console(opened: RunningServer, *flags: str, name: str = "anna", rows: int = 45) -> Typist:
    return Typist(*HERE, "--port", str(opened.pipes), "--name", name, *flags, rows=rows)


@pytest.mark.parametrize(
    "polite", [pytest.param(True, marks=no_coverage), False], ids=["closed", "killed"]
)
def test_players_keep_their_seats_when_the_server_restarts(polite: bool, tmp_path: Path) -> None:
    with server(7, tmp_path) as opened, console(opened, "--create", "2") as anna:
        anna.see("MatchID: 0")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.join(0)
            bruno.sees_turn_of("bruno")
            bruno.play()
            bruno.sees_turn_of("anna")
            (row, column), *_ = bruno.next_move("anna").cells
            anna.see("Hey anna! It's your turn", ASKED)
            enter(anna, "select", "Enter the coordinates: ")
            enter(anna, f"{row + 1},{column + 1}", "(show)?")
            (opened.close if polite else opened.kill)()
        anna.see(LOST)
        opened.open()
        anna.see("Reconnected.", "Returning to your seat...", "You are back in the match.")
        anna.see("Hey anna! It's your turn", ASKED)
        assert_screen(f"shelfie-return-{'closed' if polite else 'killed'}", anna)
        with Player(opened.pipes, "bruno") as bruno:
            bruno.starts()
            finish(anna, bruno)


def finish(anna: Typist, bruno: Player) -> None:
    """Play to the end, starting with the player at the console."""
    while bruno.sees_turn_of("anna"):
        play(anna, bruno.next_move("anna"))
        if not bruno.sees_turn_of("bruno"):
            break
        anna.see("It's bruno's turn", ASKED)
        bruno.play()
        anna.see("bruno ended his turn.")
        if bruno.state.over:
            break
        anna.see("Hey anna! It's your turn", ASKED)
    anna.see("GAME OVER", "Congratulation! The winner is ", "common goals", "Menu option:", "or3")
    enter(anna, "exit", "Bye! See you soon.")
    assert anna.ended() == 0


@no_coverage
def test_input_without_a_connection_is_dropped(tmp_path: Path) -> None:
    with server(7, tmp_path) as opened, console(opened) as anna:
        anna.see("or3")
        opened.kill()
        anna.see(LOST)
        anna.type("create")
        opened.open()
        anna.see("Reconnected.", DROPPED, "or3")
        enter(anna, "join", "There are no matches yet.", "or3")
        assert "> create" not in anna.story()


@no_coverage
def test_help_repeats_the_menu_and_the_commands_of_the_waiting_room(tmp_path: Path) -> None:
    with server(7, tmp_path) as opened, console(opened) as anna:
        anna.see("Menu option:", "or3")
        enter(anna, "help", "Menu option:", "or3")
        enter(anna, "create", "(2,3 or 4):")
        enter(anna, "2", "These are the commands available:", "(1 to 3):")
        enter(anna, "help", "These are the commands available:", "leave", "(1 to 3):")


@no_coverage
def test_waiting_player_waits_on_after_a_restart(tmp_path: Path) -> None:
    with server(7, tmp_path) as opened, console(opened, "--create", "3") as anna:
        anna.see("2 seats available.", "(1 to 3):")
        opened.kill()
        opened.open()
        anna.see("Reconnected.", "2 seats available.", "(1 to 3):")
        enter(anna, "leave", "You left the match", "or3")
        opened.kill()
        opened.open()
        anna.see("Reconnected.", "Menu option:")


@no_coverage
def test_restarted_console_returns_to_its_seat() -> None:
    with server(7) as opened, Player(opened.pipes, "bruno") as bruno:
        bruno.create(2)
        with console(opened, "--join", "0") as anna:
            anna.see("The match has started!")
        bruno.hears("Player anna is suspended.")
        with console(opened) as anna:
            anna.see("Login successful. Hi anna", "The match has started!", ASKED)
            assert "Menu option:" not in anna.story()


@no_coverage
def test_waiting_match_is_left_before_a_new_one_is_created() -> None:
    with server(7, grace=60) as opened:
        with Player(opened.pipes, "anna") as before:
            before.create(3)
        with console(opened, "--create", "2") as anna:
            anna.see("The player already exists in a match.", "Do you wish to continue?")
            anna.see("Do you wish to continue?")
            enter(anna, "y", "You left the match", "Match with 2 seats created.", "(1 to 3):")


@no_coverage
async def test_lost_turn_returns_to_the_command_prompt() -> None:
    """The table was opened in a browser, with a clock of eight seconds."""

    async def in_a_browser(web: int, pipes: int) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"http://127.0.0.1:{web}/ws") as line,
        ):
            await tell(line, {"do": "enter", "name": "bruno"})
            clock = {"turn": 8}
            await tell(line, {"do": "open_table", "game": "shelfie", "seats": 2, "clock": clock})
            listening = asyncio.create_task(listen(line))
            await asyncio.to_thread(at_the_console, pipes)
            listening.cancel()

    def at_the_console(pipes: int) -> None:
        with Typist(*HERE, "--port", str(pipes), "--name", "anna", "--join", "0") as anna:
            anna.see("Hey anna! It's your turn", ASKED)
            enter(anna, "select", "Enter the coordinates: ")
            anna.write("3,")
            anna.see("The turn of anna was skipped.", "Your turn is over", ASKED)
            enter(anna, "board", "Executing command...", ASKED)

    with server(7, web=0) as opened:
        await in_a_browser(opened.web, opened.pipes)


async def tell(line: "aiohttp.ClientWebSocketResponse", request: dict[str, Any]) -> None:
    await line.send_json(request)


async def listen(line: "aiohttp.ClientWebSocketResponse") -> None:
    async for _ in line:
        pass


def test_address_is_asked_again_after_the_port_of_another_game() -> None:
    with server(7) as opened, Typist(*HERE, "--port", str(opened.commands)) as anna:
        anna.see("Connection Successful", "Connection Failed: 127.0.0.1, port ")
        anna.see(
            "commands (Masters of", "Renaissance); this console plays My Shelfie at port 8080,"
        )
        anna.see("Enter the server address:")
        anna.type("")
        anna.see("Enter the server port:")
        anna.type(str(opened.pipes))
        anna.see("Connection Successful", "Enter username:")
        anna.type("anna")
        anna.see("Login successful. Hi anna")


@no_coverage
def test_secret_is_not_shown() -> None:
    with server(7) as opened, console(opened, name="anna#hush-hush") as anna:
        anna.see("> anna#hush-hush", "Login successful. Hi anna", "or3")
        anna.shows(" anna | 1 online")
        enter(anna, "create", "(2,3 or 4):")
        enter(anna, "2", "(1 to 3):")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.join(0)
            anna.see("anna (you)") if bruno.state.my_turn else anna.see("The match has started!")
            anna.see(ASKED)
            enter(anna, "stats", "anna", ASKED)
            enter(anna, "online", "anna", ASKED)
        assert anna.story().count("hush-hush") == 1


@no_coverage
def test_chat_cannot_control_the_terminal() -> None:
    with server(7) as opened, console(opened) as anna:
        anna.see("or3")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.whisper("\x1b[2Jgone\x07", "anna")
            anna.see("bruno says: [2Jgone")
        assert "Login successful. Hi anna" in anna.story()


@no_coverage
def test_commands_cells_and_people_are_completed() -> None:
    with server(7) as opened, console(opened) as anna:
        anna.see("or3")
        anna.write("jo")
        anna.press("Tab")
        anna.see("> join")
        anna.press("Enter")
        anna.see("There are no matches yet.", "or3")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.create(2)
            anna.shows("anna | 2 online")
            anna.write("/chat[b")
            anna.press("Tab")
            anna.see("> /chat[bruno]")
            anna.type("hi")
            anna.see("hi", "Message sent to bruno")
