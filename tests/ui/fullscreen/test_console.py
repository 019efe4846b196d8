"""The full-screen console in a terminal in memory, from the first question to the end of a game.

To update the screen in its page:

    RECORD=1 .venv/bin/pytest tests/ui/fullscreen/test_console.py
"""

import asyncio
import re

import pytest

from ludoteca.client import client
from ludoteca.ui.console import UnreachableError
from tests.journal.proxy import proxy_to
from tests.pages import DOCS, outdated, record, written
from tests.server.websockets import Client, WebClients
from tests.ui.fullscreen.terminals import Terminal, console

PAGE = DOCS / "console.md"
DAY = 24 * 3600


async def table_of(web: WebClients, game: str = "shelfie", **options: object) -> Client:
    """Log bruno in and let him open a table for two."""
    bruno = await web.come_in("bruno")
    await bruno.ask("table_shown", do="open_table", game=game, seats=2, **options)
    return bruno


async def return_leaders(terminal: Terminal) -> None:
    """Return the two selected leaders."""
    for more in ("2 leaders", "1 leader"):
        await terminal.shows(f"Choose {more} to return.")
        terminal.press("enter")


async def test_player_without_flags_is_asked_for_server_and_name(web: WebClients) -> None:
    await web.come_in("bruno")
    async with console() as seated:
        terminal = seated.terminal
        await terminal.shows("Answer the questions below.", "Server: 127.0.0.1")
        terminal.press(*["\x7f"] * 9)
        terminal.type("127.0.0.1:1")
        await terminal.shows("No server at 127.0.0.1:1; `ludoteca serve` starts one")
        terminal.press("\x7f")
        terminal.type(str(web.port))
        await terminal.shows("Your name:")
        terminal.type("")
        await terminal.shows("Type something first, or press Esc to leave.")
        terminal.type("bruno")
        await terminal.shows("A player with that name is already connected.")
        terminal.type("anna")
        await terminal.shows("Lobby · 2 online", "Connected: anna, bruno")
        terminal.press("q")
        await terminal.shows("Leave Ludoteca?")
        terminal.press("y")
        assert await seated.ended() == 0


async def test_one_key_starts_a_game_against_bots_with_hints_and_undo(
    web: WebClients,
) -> None:
    async with console(port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[p play now]", "Play My Shelfie against bots (smart)")
        terminal.press("p", "p")  # the second key press must not start another game
        await terminal.shows("My Shelfie · table 1  Your turn", "[h hint]", "anna 0 (you)")
        marked = terminal.lines()[-2]
        terminal.press("h")
        await terminal.shows(" Hint: ")
        assert terminal.lines()[-2] == marked
        terminal.press("enter")
        await terminal.shows("Hand [", "(1)(2)(3)(4)(5)")
        terminal.press("x")
        await terminal.shows("Pick up to")
        terminal.press("enter")
        await terminal.shows("(1)(2)")
        terminal.press("2")
        await terminal.shows("into column 2.", "[u undo]")
        terminal.press("u")
        await terminal.shows("anna took the last move back.", "Your turn")
        terminal.press("q")
        await terminal.shows("From the lobby you can come back", "The game waits for you.")
        terminal.press("l")
        await terminal.shows("[return]    1  My Shelfie")
        assert not any("[return]    2" in line for line in terminal.lines())


async def test_my_shelfie_fits_80_by_24_and_uses_a_larger_window(web: WebClients) -> None:
    bruno = await table_of(web)
    async with console(port=web.port, name="anna", join=1) as seated:
        terminal = seated.terminal
        await terminal.shows("(you)", "bruno", "tokens 8 4", "Personal goal", " Log ", " Chat ")
        assert terminal.colours()
        await bruno.say(do="say", table=1, text="Hello, anna!")
        await terminal.shows("bruno: Hello, anna!")
        terminal.press("t")
        await terminal.shows("Say (Esc: back):")
        terminal.type("Hello!")
        assert (await bruno.hear("said"))["text"]
        await terminal.shows("anna: Hello!", "[? help]")
        shown = "\n".join(["```", *terminal.lines(), "```"])
        record(PAGE, {"full": lambda: shown})
        assert written(PAGE, "full") == shown, outdated(__file__)
        terminal.press("right")
        await terminal.shows("Pick the book at e2")
        terminal.press("down")
        await terminal.shows("Pick the frame at d3")
        terminal.press("tab")
        await terminal.shows("»Log")
        terminal.press("up", "escape")
        await terminal.hides("»Log")
        terminal.resize(120, 40)
        await terminal.until(lambda: "│ ──" in terminal.lines()[1])
        await terminal.shows("anna: Hello!", "tokens 8 4")
        terminal.resize(50, 12)
        await terminal.shows("more, Page Down")
        terminal.press("page down", "page down", "page down")
        await terminal.shows("Personal goal")
        terminal.press("page up", "page up", "page up")
        await terminal.shows("a  b  c")


async def test_masters_of_renaissance_fits_80_by_24(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows("Choose a main action", "All are ready.", "Take row 1 of the market")
        shown = "\n".join(["```", *terminal.lines(), "```"])
        record(PAGE, {"full renaissance": lambda: shown})
        assert written(PAGE, "full renaissance") == shown, outdated(__file__)


async def test_mouse_picks_drops_scrolls_and_opens_help(web: WebClients) -> None:
    bruno = await table_of(web)
    async with console(port=web.port, name="anna", join=1, coloured=False) as seated:
        terminal = seated.terminal
        await terminal.shows("[? help]")
        if "bruno's turn" in terminal.lines()[0]:
            await bruno.say(do="play", table=1, move=await first_move(bruno))
        await terminal.shows("Your turn")
        assert terminal.colours() == set()
        terminal.click(re.search(r"\(\w\)", "\n".join(terminal.lines()))[0])  # type: ignore[index]
        await terminal.shows("(4)")
        terminal.click("(4)")
        await terminal.shows("into column 4.", "bruno's turn")
        terminal.click("[? help]")
        await terminal.shows("Use the arrow keys to move between choices")
        terminal.click("[b back]")
        await terminal.hides("Arrow keys go to")
        terminal.click("[r rules]")
        await terminal.shows("Rules", "Tidy up, and mind where you put things!")
        terminal.click("Tidy up", 65)
        await terminal.hides("[b back]")
        terminal.press("escape")
        await terminal.shows("bruno's turn", "(you)")


async def first_move(player: Client) -> object:
    moves = await player.ask("moves", do="ask_moves", table=1)
    return moves["moves"][0]


async def test_end_shows_all_points_and_offers_a_rematch(web: WebClients) -> None:
    bruno = await table_of(web)
    async with console(port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[join]")
        terminal.click("[join]")
        await terminal.shows("Personal goal")
        await bruno.say(do="resign", table=1)
        await terminal.shows("You have won!", "Adjacent tiles", "Total", "[m rematch]")
        terminal.press("m")
        await terminal.shows("table 2", "1  anna", "2  free")


async def test_table_waits_for_players_and_leaving_needs_confirmation(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=3) as seated:
        terminal = seated.terminal
        await terminal.shows("Waiting for players", "/t/", "1  anna", "2  free", "3  free")
        code = next(line for line in terminal.lines() if "/t/" in line).rpartition("/")[2]
        async with console(port=web.port, name="bruno", join=code) as other:
            await other.terminal.shows("2  bruno", "3  free")
            await terminal.shows("2  bruno", "bruno took seat 2.")
            terminal.press("s")
            await terminal.shows("Choose 2 leaders to return.")
            await other.terminal.shows("Choose 2 leaders to return.")
            other.terminal.press("q")
            await other.terminal.shows("Leave the table?", "[n stay]", "a bot plays for you until")
            other.terminal.press("g")
            await other.terminal.shows("Lobby · 2 online")
            await terminal.shows("bruno gave up the seat.")


async def test_discarding_choice_is_not_preselected(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows("Choose a main action", "[discard]", "[p pause]")
        assert terminal.lines()[-2].startswith(" Take ")
        terminal.press("h")
        await terminal.shows(" Hint: ")


async def test_selection_stays_while_another_pane_is_read(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows("Take row 1 of the market")
        for row, (key, back) in enumerate([("?", "escape"), ("r", "b"), ("q", "n")], start=1):
            await terminal.shows(f" Take row {row} of the market")
            terminal.press(key)
            await terminal.hides(f" Take row {row} of the market")
            terminal.press(back)
            await terminal.shows(f" Take row {row} of the market")
            terminal.press("down")
        terminal.click("[discard]")
        await terminal.shows("You cannot get it back.")
        terminal.press("escape")
        await terminal.shows(" Discard leader")
        terminal.press("t", "escape")
        await terminal.shows(" Discard leader", "[t chat]")


@pytest.mark.parametrize(
    ("game", "signs"),
    [
        ("shelfie", ("(C)  can be picked", "C*   a tile on your shelf where")),
        ("renaissance", ("se servant, sh shield", "2any ", "41 11p 7sh ", "pope ?2 +2 -2")),
    ],
)
async def test_help_explains_the_symbols_of_the_game(
    web: WebClients, game: str, signs: tuple[str, ...]
) -> None:
    async with console(game, port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[p play now]")
        terminal.press("p")
        await terminal.shows("table 1  Your turn")
        terminal.press("?")
        await terminal.shows(*signs, "Use the arrow keys to move between choices")


async def test_help_lists_the_keys_of_the_current_screen(web: WebClients) -> None:
    async with console(rows=40, port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[p play now]")
        terminal.press("?")
        await terminal.shows("p  play the chosen game", "o  open a table", "c  join or watch")
        terminal.press("b", "o")
        await terminal.shows("Waiting for players")
        terminal.press("?")
        await terminal.shows("s  start now")
        terminal.press("b", "s")
        await terminal.shows("Personal goal")
        terminal.press("?")
        await terminal.shows("p  ask for a pause", "u  undo your last move")


async def test_moves_and_commands_can_be_typed(web: WebClients) -> None:
    async with console("renaissance", rows=40, port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await terminal.shows(" Return leader 51", "[: type]")
        terminal.press(":", *"dance", "enter")
        await terminal.shows("That is not a move.")
        terminal.press(":", *"undo", "enter")
        await terminal.shows("'undo' is not possible now.")
        terminal.press(":", *"return 51", "enter")
        await terminal.shows("anna returned leader 51.")
        terminal.press(":", *"help", "enter")
        await terminal.shows("Signs of Masters of Renaissance")


async def test_keys_work_if_the_key_bar_is_truncated(web: WebClients) -> None:
    async with console("renaissance", 60, 20, port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        for leader in (51, 55):
            await terminal.shows(f" Return leader {leader}")
            terminal.press("enter")
        await terminal.shows("Your turn", "[u undo] [p pause] [r rules] [?]")
        terminal.resize(20, 20)
        await terminal.hides("[q]")
        terminal.press("q")
        await terminal.shows("Leave the table?")


async def test_key_after_a_closed_dialog_goes_to_the_table(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows("Choose a main action", "[discard]")
        terminal.click("[discard]")
        await terminal.shows("for 1 faith?")
        terminal.press("n", "right", "enter")
        await terminal.shows("Discard leader 63 for 1 faith?")
        terminal.press("n", "?", "b", "left", "t", "y", "enter")
        await terminal.shows("anna: y", " Discard leader 64 for 1 faith")
        assert "anna discarded" not in "\n".join(terminal.lines())


async def test_table_code_can_be_typed_immediately(web: WebClients) -> None:
    bruno = await web.come_in("bruno")
    shown = await bruno.ask("table_shown", do="open_table", game="shelfie", seats=2)
    async with console(port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[c by code]")
        terminal.press("c", *shown["info"]["code"], "enter")
        await terminal.shows("Personal goal", "bruno")


async def test_paused_game_offers_only_to_resume(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows(" Take row 1 of the market")
        terminal.press("down", "p")
        await terminal.shows("The game is paused. Press p to resume it.", "[p resume]")
        await terminal.hides("[discard]")
        assert not any("←2*" in line or "hint" in line for line in terminal.lines())
        terminal.press("enter", "p")
        await terminal.shows("anna resumed the game.", " Take row 2 of the market", "[p pause]")


async def test_taken_resources_are_placed_in_order(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        await terminal.shows(" Take row 1 of the market")
        terminal.press("enter")
        for resource in ("coin", "stone", "servant"):
            await terminal.shows(f" Put a {resource} into depot")
            terminal.press("enter")
        await terminal.shows("1 shield [discard]")


async def test_rules_are_shown_rewrapped_and_without_markdown(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await terminal.shows("[r rules]")
        terminal.press("r")
        await terminal.shows(
            "put them to work, and keep an", "eye on the pope. For 1 to 4 players;"
        )
        assert "Masters of Renaissance" in terminal.lines()
        assert "The goal" in terminal.lines()
        terminal.press(*["page down"] * 20)
        await terminal.shows("Before the first turn: return 53, bonus coin > 3")


async def test_options_wrap_to_aligned_lines(web: WebClients) -> None:
    async with console(columns=40, port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("( ) 3")
        assert "         ( ) Masters of Renaissance" in terminal.lines()


async def test_bots_have_the_same_names_as_on_the_page(web: WebClients) -> None:
    async with console(port=web.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("(•) smart", "( ) random")
        terminal.click("( ) 3")
        await terminal.shows("(•) 3")
        terminal.press("o")
        await terminal.shows("[random]", "[smart]")
        terminal.click("[random]")
        await terminal.shows("(random)")


async def test_discarding_a_leader_needs_confirmation(web: WebClients) -> None:
    async with console("renaissance", port=web.port, name="anna", create=1) as seated:
        terminal = seated.terminal
        await return_leaders(terminal)
        for answer in ("n", "y"):
            await terminal.shows("Choose a main action", "[discard]")
            terminal.click("[discard]")
            await terminal.shows("for 1 faith?", "You cannot get it back.", "[n no]", "[y yes]")
            assert "anna discarded leader" not in "\n".join(terminal.lines())
            terminal.press(answer)
        await terminal.shows("anna discarded leader", "Choose a main action")
        await terminal.hides("for 1 faith?")


async def test_players_whisper_pause_give_time_and_vote_about_absent_players(
    web: WebClients,
) -> None:
    bruno = await table_of(web, absence="wait", clock={"bank": 600})
    async with console(port=web.port, name="anna", join=1) as seated:
        terminal = seated.terminal
        await terminal.shows("· bruno 10:00 · anna ")
        terminal.press("t")
        await terminal.shows("Say (Esc: back):")
        terminal.press("escape")
        await terminal.shows("[t chat]")
        terminal.press("t")
        await terminal.shows("Say (Esc: back):")
        terminal.type("@bruno hush")
        assert (await bruno.hear("said"))["to"] == "bruno"
        await terminal.shows("anna to bruno: hush", "[t chat]")
        await bruno.ask("done", do="say", to="anna", text="psst")
        await terminal.shows("bruno to anna: psst")
        if "Your turn" in terminal.lines()[0]:
            terminal.press("enter")
            await terminal.shows("Hand [")
            terminal.press("1")
        await terminal.shows("bruno's turn", "[+ 1 more minute]")
        terminal.press("+")
        await terminal.shows("anna gave bruno 60 more seconds.")
        terminal.press("p")
        await terminal.shows("anna would like a pause.")
        await bruno.say(do="pause", table=1)
        await terminal.shows("Paused", "[p resume]")
        terminal.press("p")
        await terminal.shows("anna resumed the game.", "bruno's turn")
        await bruno.socket.close()
        await terminal.shows("bruno disconnected.", "Away: bruno.", "[vote: end the game]")
        terminal.click("[vote: let a bot play for them]")
        await terminal.shows("is playing for bruno.")
        terminal.press("q")
        await terminal.shows("Leave the table?", "the others wait for you.")
        terminal.press("l")
        await terminal.shows("[return]")


async def test_lost_connection_is_restored_or_ends_with_status_3(
    web: WebClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "SOONEST", 0.01)
    monkeypatch.setattr("ludoteca.ui.fullscreen.arrival.TIMEOUT", 0.1)
    async with proxy_to(web.port) as proxy, console(port=proxy.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[p play now]")
        terminal.press("p")
        await terminal.shows("Your turn")
        proxy.cut()
        await terminal.shows("Connection lost. Reconnecting…")
        await terminal.hides("Connection lost.")
        terminal.press("enter")
        await terminal.shows("Hand [")
        proxy.turn_to(1)
        proxy.cut()
        assert await seated.ended() == 3
        assert "There is no server" in seated.screen.farewell


async def test_choice_made_offline_is_dropped(
    web: WebClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "SOONEST", 0.01)
    async with proxy_to(web.port) as proxy, console(port=proxy.port, name="anna") as seated:
        terminal = seated.terminal
        await terminal.shows("[p play now]")
        terminal.press("p")
        await terminal.shows("Your turn")
        proxy.turn_to(1)
        proxy.cut()
        await terminal.shows("Connection lost. Reconnecting…")
        terminal.press("enter")
        await terminal.shows("nothing was done")
        proxy.turn_to(web.port)
        await terminal.hides("Connection lost.")
        await terminal.hides("Hand [")
        terminal.press("enter")
        await terminal.shows("Hand [")


async def test_missing_server_named_by_flags_is_reported() -> None:
    async with console(port=1, server="127.0.0.1") as seated:
        with pytest.raises(UnreachableError, match=r"no server at 127\.0\.0\.1:1;"):
            await seated.ended()


async def test_port_of_another_protocol_is_reported() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"message|This command is not valid.\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with console(port=port, server="127.0.0.1") as seated:
            with pytest.raises(
                UnreachableError, match=r"is not the Ludoteca web page; give its port \(`--port`"
            ):
                await seated.ended()


async def test_ctrl_c_asks_for_confirmation_and_twice_leaves(web: WebClients) -> None:
    async with console(port=web.port, name="anna") as seated:
        await seated.terminal.shows("[p play now]")
        seated.terminal.press("ctrl-c")
        await seated.terminal.shows("Leave Ludoteca?")
        seated.terminal.press("ctrl-c")
        assert await seated.ended() == 0


async def test_user_steps_back_while_the_game_goes_on(web: WebClients) -> None:
    bruno = await table_of(web, clock={"turn": 2 * DAY})
    async with console(port=web.port, name="anna", join=1) as seated:
        terminal = seated.terminal
        await terminal.shows("Your turn", "anna 1 d 23 h")
        terminal.press("b")
        await terminal.shows("This is the first step.")
        terminal.press("enter")
        await terminal.shows("Hand [")
        terminal.press("2")
        await terminal.shows("bruno's turn")
        terminal.press("b")
        await terminal.shows("Step 4 of 5", "The game goes on.", "[q back to the game]")
        moves = (await bruno.ask("moves", do="ask_moves", table=1))["moves"]
        await bruno.say(do="play", table=1, move=moves[0])
        await terminal.shows("Step 4 of 6", "The game goes on: 1 new move.")
        terminal.press("enter")
        await terminal.shows("Step 5 of 6", "into column 2")
        terminal.press(":")
        await terminal.shows("Step:")
        terminal.type("9")
        await terminal.shows("Type a number from 1 to 6.")
        terminal.press("q")
        await terminal.shows("Your turn", "Pick")


async def test_moves_are_queued_before_the_turn_and_played_or_dropped(web: WebClients) -> None:
    bruno = await table_of(web, clock={"turn": 2 * DAY})
    async with console(port=web.port, name="anna", join=1) as seated:
        terminal = seated.terminal
        await terminal.shows("Your turn")
        terminal.press("enter")
        await terminal.shows("Hand [")
        terminal.press("1")
        await terminal.shows("bruno's turn", "[: type]")
        his, *_, other = await tiles_of(bruno)
        for column in (2, 3):
            terminal.press(":", *f"{other} > {column}", "enter")
            await terminal.shows(f"Queued for your turn: {other} > {column}", "[d drop]")
        terminal.press("d")
        await terminal.hides("Queued for your turn")
        terminal.press(":", *f"{other} > 4", "enter")
        await terminal.shows(f"Queued for your turn: {other} > 4")
        terminal.press("q", "l")
        await terminal.shows("[return]")
        terminal.click("[return]")
        await terminal.shows("bruno's turn", f"Queued for your turn: {other} > 4")
        await put(web, bruno, his)
        await terminal.shows(f"anna put {other} into column 4.", "bruno's turn")
        await terminal.hides("Queued for your turn")

        last = (await tiles_of(bruno))[-1]
        terminal.press(":", *f"{last} > 5", "enter")
        await terminal.shows(f"Queued for your turn: {last} > 5")
        await put(web, bruno, last)
        await terminal.shows("Your queued move was not played.", "Your turn")
        await terminal.hides("Queued for your turn")


async def tiles_of(player: Client) -> list[str]:
    """Return the cells of single tiles that can be taken, as they are typed."""
    moves = (await player.ask("moves", do="ask_moves", table=1))["moves"]
    cells = [move["cells"][0] for move in moves if len(move["cells"]) == 1]
    return sorted({f"{'abcdefghi'[column]}{row + 1}" for row, column in cells})


async def put(web: WebClients, player: Client, tile: str) -> None:
    """Play a move, and let the server play the move that the next player has queued."""
    cell = [int(tile[1]) - 1, "abcdefghi".index(tile[0])]
    move = {"move": "take_tiles", "cells": [cell], "column": 0}
    await player.answer(do="play", table=1, move=move)
    assert web.server
    await web.server.tick()


async def test_user_goes_on_vacation_and_ends_it(web: WebClients) -> None:
    await table_of(web, clock={"turn": 2 * DAY})
    async with (
        console(port=web.port, name="carla", columns=120) as guest,
        console(port=web.port, name="anna#correct-horse", join=1, columns=120) as seated,
    ):
        terminal = seated.terminal
        await terminal.shows("Your turn")
        terminal.press("v")
        await terminal.shows("You have 21 of 21 days of vacation left this year.")
        terminal.press("g", *"15", "enter")
        await terminal.shows("Type a number of days from 1 to 14.")
        terminal.press("g", *"3", "enter")
        await terminal.shows("You are on vacation until 1970-01-0", "[e end the vacation]")
        terminal.press("b")
        await terminal.shows("your clock is stopped. Press v to", "anna is on vacation")
        terminal.press("q", "l")
        await terminal.shows("[v vacation]")
        terminal.press("v")
        await terminal.shows("[e end the vacation]")
        terminal.press("e")
        await terminal.shows("You have 20 of 21 days of vacation left this year.")
        terminal.press("b")
        await terminal.hides("20 of 21")
        terminal.click("[return]")
        await terminal.shows("Your turn")
        await terminal.hides("on vacation")
        guest.terminal.press("v")
        await guest.terminal.shows("account")
