"""The TCP half of the document, phase by phase, for a client written from it."""

import pytest

from ludoteca.games import Seat
from ludoteca.protocols.pipes.words import MatchSeen
from tests.core.local import keeper_of
from tests.protocols.pipes.document import at_play, short, told, view_of
from tests.protocols.pipes.programs import PipesServer, Program

IN_A_MATCH = (
    "message|The player already exists in a match. In order to create a new match, you need to "
    "abandon the current one. Do you wish to continue?"
)
BUILDING = "message|The match is about to start. Building game board..."


def states(line: str) -> list[list[str]]:
    """Return the rows of matches in a line with the lists."""
    rows = view_of(line)["virtualMatchList"]
    assert isinstance(rows, list)
    return rows


# Login


async def test_login_is_answered_return_and_lists(server: PipesServer) -> None:
    anna, bruno = await server.program(), await server.program()
    heard = await told(server, anna, "login|anna")
    assert short(heard) == [
        "message|Login successful. Hi anna",
        "return|login|true",
        "serverVirtualView",
    ]
    assert view_of(heard[2])["virtualOnlinePlayers"] == [["anna", "Online"]]
    assert await told(server, bruno, "login|anna") == [
        "return|login|false",
        "message|Access denied. This username is already taken, please enter a new one...",
    ]
    assert await told(server, bruno, "createMatch|2") == [
        "message|Log in first.",
        "return|createMatch|false",
    ]


# Create and join


async def test_create_is_answered_message_lists_return(server: PipesServer) -> None:
    anna = await server.program("anna")
    heard = await told(server, anna, "createMatch|2")
    assert short(heard) == [
        "message|Match with 2 seats created. MatchID: 0",
        "serverVirtualView",
        "return|createMatch|true",
    ]
    assert states(heard[1]) == [["0", "WaitingPlayers", "1", "2"]]


@pytest.mark.parametrize("seats", ["1", "5", "-3"])
async def test_create_refuses_other_numbers_of_seats(server: PipesServer, seats: str) -> None:
    anna = await server.program("anna")
    assert short(await told(server, anna, f"createMatch|{seats}")) == [
        "message|Exceeded player number limit. Try again.",
        "serverVirtualView",
        "return|createMatch|false",
    ]


async def test_create_in_a_match_asks_to_abandon_it_and_shows_it(server: PipesServer) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    shown = [IN_A_MATCH, "serverVirtualView", "virtualView", "return|createMatch|false"]
    assert short(await told(server, mover, "createMatch|2")) == shown
    waiting = await server.program("dora")
    await told(server, waiting, "createMatch|4")
    shown.remove("virtualView")
    assert short(await told(server, waiting, "createMatch|2")) == shown


async def test_join_is_answered_message_lists_return(server: PipesServer) -> None:
    anna, bruno = await server.program("anna"), await server.program("bruno")
    await told(server, anna, "createMatch|3")
    heard = await told(server, bruno, "join|0")
    joined = ["message|bruno joined the match 0", "serverVirtualView", "return|join|true"]
    assert short(heard) == joined
    assert states(heard[1]) == [["0", "WaitingPlayers", "2", "3"]]


async def test_join_refuses_missing_and_full_rooms(server: PipesServer) -> None:
    carla = await server.program("carla")
    assert short(await told(server, carla, "join|7")) == [
        "message|The room selected does not exist. Try again.",
        "serverVirtualView",
        "return|join|false",
    ]
    mover, _ = await at_play(server, "anna", "bruno")
    full = ["message|The room is full", "serverVirtualView", "return|join|false"]
    assert short(await told(server, carla, "join|0")) == full
    server.drop(mover)
    await server.settle()
    assert (await told(server, carla, "join|0"))[0] == (
        "message|The player does not exist in any room. Try to create a new one."
    )


async def test_join_after_connection_loss_shows_the_match_again(server: PipesServer) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    server.drop(mover)
    await server.settle()
    again = await server.program()
    assert "return|login|true" in await told(server, again, f"login|{mover.name}")
    assert short(await told(server, again, "join|0"))[:4] == [
        f"message|{mover.name} joined the match 0",
        "serverVirtualView",
        "virtualView",
        "return|join|true",
    ]


async def test_ids_stay_with_their_matches_and_have_gaps(server: PipesServer) -> None:
    programs = [await server.program(name) for name in ("anna", "bruno", "carla")]
    for program in programs:
        await told(server, program, "createMatch|2")
    heard = await told(server, programs[1], "leaveMatch")
    lists = next(line for line in heard if line.startswith("serverVirtualView"))
    assert [row[0] for row in states(lists)] == ["0", "2"]
    assert "return|join|true" in await told(server, programs[1], "join|2")


async def test_chat_works_in_the_menu_and_while_the_match_waits(server: PipesServer) -> None:
    anna, bruno = await server.program("anna"), await server.program("bruno")
    await told(server, anna, "createMatch|3")
    assert await told(server, anna, "sendPublicMessage|anybody there?") == [
        "return|sendPublicMessage|true"
    ]
    private = await told(server, bruno, "sendPrivateMessage|hi|anna")
    assert private[-1] == "return|sendPrivateMessage|true"


# Initialization


async def test_the_match_starts_when_the_room_is_complete(server: PipesServer) -> None:
    anna, bruno = await server.program("anna"), await server.program("bruno")
    await told(server, anna, "createMatch|2")
    before = len(anna.sent)
    joined = short(await told(server, bruno, "join|0"))
    started = [BUILDING, "virtualView", "notifyStart|0"]
    assert joined[:4] == [
        "message|bruno joined the match 0",
        "serverVirtualView",
        "virtualView",
        "return|join|true",
    ]
    assert joined[4:7] == started
    told_anna = short(anna.sent[before:].decode().splitlines())
    first = told_anna.index(BUILDING)
    assert told_anna[first : first + 3] == started
    turn = "message|Hey {}! It's your turn"
    assert (turn.format("anna") in told_anna) != (turn.format("bruno") in joined)


async def test_a_view_is_json_alone_and_has_no_secret_of_another(server: PipesServer) -> None:
    for seat, program in enumerate(await server.programs_at_play("anna", "bruno")):
        line = next(
            line for line in program.sent.decode().splitlines() if line.startswith("virtualView|")
        )
        view = view_of(line)  # JSON that no seat follows
        assert view["personalGoals"][seat] in range(1, 13)
        assert view["personalGoals"][1 - seat] == view["hiddenPoints"][1 - seat] == 0
        assert [len(view[key]) for key in ("board", "shelves", "commonGoals", "players")] == [
            *(9, 2, 2, 2)
        ]


# A turn


async def test_selection_is_answered_with_view_return_and_message(server: PipesServer) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    heard = await told(server, mover, "selectCell|1|3")
    successful = ["virtualView", "return|selectCell|true", "message|Selection successful!"]
    assert short(heard) == successful
    view = view_of(heard[0])
    assert view["board"][1][3] == f">{view['currentPlayerHand'][0]}"


REASONS = {
    "4|4": "The cell was not selectable. Pick an item which has a free side.",
    "0|0": "You selected an illegal cell",
    "-1|40": "You selected an illegal cell",
    "1|3": "You have already selected this cell",
    "7|4": "The cell was not selectable. Pick an item which is adjacent and in line with the other "
    "selected items.",
}


@pytest.mark.parametrize(("cell", "reason"), REASONS.items())
async def test_a_refused_selection_is_answered_view_return_message(
    server: PipesServer, cell: str, reason: str
) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    await told(server, mover, "selectCell|1|3")
    heard = await told(server, mover, f"selectCell|{cell}")
    assert short(heard) == [
        "virtualView",
        "return|selectCell|false",
        f"message|Selection failed: {reason}",
    ]
    assert len(view_of(heard[0])["currentPlayerHand"]) == 1


async def test_an_empty_cell_and_a_fourth_tile_are_refused(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    for text in ("selectCell|1|3", "selectCell|1|4", "insertInColumnCards|1"):
        await told(server, mover, text)
    assert (await told(server, other, "selectCell|1|3"))[-1] == (
        "message|Selection failed: You chose an empty cell"
    )
    for text in ("selectCell|2|3", "selectCell|2|4", "selectCell|2|5"):
        assert "return|selectCell|true" in await told(server, other, text)
    assert (await told(server, other, "selectCell|3|5"))[-1] == (
        "message|Selection failed: You reached the limit of items you could pick"
    )


@pytest.mark.parametrize(
    "request_", ["selectCell|1|3", "deselectCards", "sortHand|0|1", "insertInColumnCards|1"]
)
async def test_a_request_out_of_turn_is_answered_view_return_message(
    server: PipesServer, request_: str
) -> None:
    _, other = await at_play(server, "anna", "bruno")
    method = request_.partition("|")[0].replace("ColumnCards", "Column")
    assert short(await told(server, other, request_)) == [
        "virtualView",
        f"return|{method}|false",
        "message|This command is not allowed right now. Wait your turn...",
    ]


async def test_a_request_before_the_start_is_answered_return_message(server: PipesServer) -> None:
    anna = await server.program("anna")
    conditions = "message|The conditions to use this command are not respected. Try again."
    assert await told(server, anna, "leaveMatch") == ["return|leaveMatch|false", conditions]
    await told(server, anna, "createMatch|2")
    assert await told(server, anna, "selectCell|1|3") == ["return|selectCell|false", conditions]
    assert await told(server, anna, "deselectCards") == [
        "return|deselectCards|false",
        "message|Deselection failed.",
    ]


async def test_a_deselection_is_answered_view_return_message(server: PipesServer) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    assert short(await told(server, mover, "deselectCards")) == [
        "virtualView",
        "return|deselectCards|false",
        "message|You didn't select any card yet. Deselection is not necessary.",
    ]
    await told(server, mover, "selectCell|1|3")
    heard = await told(server, mover, "deselectCards")
    assert short(heard) == [
        "virtualView",
        "return|deselectCards|true",
        "message|Deselection successful.",
    ]
    assert view_of(heard[0])["currentPlayerHand"] == []


async def test_two_tiles_are_swapped_counted_from_0(server: PipesServer) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    await told(server, mover, "selectCell|1|3")
    before = view_of((await told(server, mover, "selectCell|1|4"))[0])["currentPlayerHand"]
    heard = await told(server, mover, "sortHand|0|1")
    swapped = ["virtualView", "return|sortHand|true", "message|Order changed."]
    assert short(heard) == swapped
    assert view_of(heard[0])["currentPlayerHand"] == before[::-1]
    for places, text in {
        "0|2": "Not enough cards in your hand",
        "0|3": "Index out of border",
    }.items():
        refused = ["virtualView", "return|sortHand|false", f"message|{text}"]
        assert short(await told(server, mover, f"sortHand|{places}")) == refused


@pytest.mark.parametrize("column", [1, 5])
async def test_columns_of_an_insertion_are_counted_from_1(server: PipesServer, column: int) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    await told(server, mover, "selectCell|1|3")
    before = len(other.sent)
    heard = await told(server, mover, f"insertInColumnCards|{column}")
    inserted = ["virtualView", "return|insertInColumn|true", "message|Insertion Successful"]
    assert short(heard) == inserted
    view = view_of(heard[0])
    lowest = view["shelves"][view["players"].index(mover.name)][5]
    assert [place for place, tile in enumerate(lowest, 1) if tile] == [column]
    assert view["currentPlayer"] == other.name  # the insertion ends the turn
    announced = other.sent[before:].decode().splitlines()
    assert f"message|{mover.name} has inserted items in the column {column}" in announced


@pytest.mark.parametrize("column", ["0", "6", "-1"])
async def test_an_insertion_into_no_column_is_answered_view_return_message(
    server: PipesServer, column: str
) -> None:
    mover, _ = await at_play(server, "anna", "bruno")
    await told(server, mover, "selectCell|1|3")
    heard = await told(server, mover, f"insertInColumnCards|{column}")
    refused = ["virtualView", "return|insertInColumn|false", "message|Invalid number!"]
    assert short(heard) == refused
    assert len(view_of(heard[0])["currentPlayerHand"]) == 1


async def test_columns_in_frames_are_counted_by_the_name_of_the_request(
    server: PipesServer,
) -> None:
    programs = await server.programs_at_play("anna", "bruno", frames=True)
    for request_, column in (("insertInColumnCards|3", 2), ("insertInColumn|3", 3)):
        mover = next(each for each in programs if each.view.view.currentPlayer == each.name)
        cell = "selectCell|1|3" if column == 2 else "selectCell|1|4"
        await server.ask(mover, cell, "insertInColumnCards|0", request_)
        shelf = mover.view.view.shelves[programs.index(mover)]
        assert [place for place, tile in enumerate(shelf[5]) if tile] == [column]


async def test_a_column_without_room_is_answered_view_return_message(server: PipesServer) -> None:
    programs = await server.programs_at_play("anna", "bruno")
    keeper = keeper_of(server.server.dispatcher)
    while True:
        seat = keeper.table.state.turn
        move = next(keeper.table.rules.legal_moves(keeper.table.state, Seat(seat)))
        row, column = move.cells[0]
        await told(server, programs[seat], f"selectCell|{row}|{column}")
        heard = await told(server, programs[seat], "insertInColumnCards|1")
        if heard[1] == "return|insertInColumn|false":
            break
    assert short(heard) == [
        "virtualView",
        "return|insertInColumn|false",
        "message|There is not enough slot available in this column. Try again.",
    ]


# Any request


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"createMatch|two", ["message|Invalid input!", "serverVirtualView", "createMatch"]),
        (b"createMatch|\xff", ["message|Invalid input!", "serverVirtualView", "createMatch"]),
        (b"selectCell|1", ["selectCell", "message|Invalid input!"]),
        (b"insertInColumnCards|", ["insertInColumn", "message|Invalid input!"]),
        (b"dance|1", ["dance", "message|This command is not valid."]),
        (b"\xff\xfe", ["\ufffd\ufffd", "message|This command is not valid."]),
        (b"", ["", "message|This command is not valid."]),
        (b"x" * 70_000, ["", "message|Invalid input!"]),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_every_request_has_one_return_even_if_it_cannot_be_read(
    server: PipesServer, line: bytes, answer: list[str]
) -> None:
    anna = await server.program("anna")
    before = len(anna.sent)
    anna.send(line + b"\n")
    await server.settle()
    heard = short(anna.sent[before:].decode().splitlines())
    expected = [
        text if text.startswith(("message", "server")) else f"return|{text}|false"
        for text in answer
    ]
    assert heard == expected
    assert anna.open


# Chat


async def test_chat_is_answered_by_a_notification(server: PipesServer) -> None:
    anna, bruno = await server.program("anna"), await server.program("bruno#open-sesame")
    before = len(bruno.sent)
    assert (await told(server, anna, "sendPrivateMessage|psst|bruno"))[-2:] == [
        "chatNotification|Message sent to bruno",
        "return|sendPrivateMessage|true",
    ]
    assert "chatNotification|anna says: psst" in bruno.sent[before:].decode().splitlines()
    refused = {
        "anna": "Message didn't reach anna",
        "eve": "The player eve doesn't exist",
        "bruno": "The player bruno is not online.",
    }
    await told(server, bruno, "exitGame")
    for name, text in refused.items():
        assert await told(server, anna, f"sendPrivateMessage|psst|{name}") == [
            f"chatNotification|{text}",
            "return|sendPrivateMessage|false",
        ]
    assert await told(server, anna, "sendPublicMessage|anybody?") == [
        "chatNotification|Message was not sent.",
        "return|sendPublicMessage|false",
    ]


async def test_chat_to_all_is_answered_by_the_history_and_heard_in_the_match_alone(
    server: PipesServer,
) -> None:
    carla = await server.program("carla")
    anna, bruno = await server.programs_at_play("anna", "bruno")
    before = len(anna.sent), len(bruno.sent), len(carla.sent)
    await told(server, anna, "sendPublicMessage|hello | all")
    heard = [
        program.sent[place:].decode().splitlines()
        for program, place in zip((anna, bruno, carla), before, strict=True)
    ]
    history = r'publicChat|["anna: hello \u007c all"]'
    assert heard == [
        [history, "return|sendPublicMessage|true"],
        [history, "chatNotification|anna says: hello ¦ all"],
        [],
    ]


# Announcements, leaving and the end


async def test_a_turn_is_announced_step_by_step(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    before = len(other.sent)
    view = view_of((await told(server, mover, "selectCell|1|3"))[0])
    await told(server, mover, "insertInColumnCards|2")
    said = [line for line in other.sent[before:].decode().splitlines() if "message|" in line]
    assert said == [
        f"message|{mover.name} has selected [{view['currentPlayerHand'][0]}]",
        f"message|{mover.name} has inserted items in the column 2",
        f"message|{mover.name} ended his turn.",
        f"message|Hey {other.name}! It's your turn",
    ]


def said_to(program: Program, before: int) -> list[str]:
    return [
        line.partition("|")[2]
        for line in program.sent[before:].decode().splitlines()
        if line.startswith("message|")
    ]


async def test_leaving_is_answered_return_view_message_and_ends_a_match_of_two(
    server: PipesServer,
) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    before = len(other.sent)
    assert short(await told(server, mover, "leaveMatch"))[:3] == [
        "return|leaveMatch|true",
        "virtualView",
        "message|You left the match",
    ]
    assert said_to(other, before) == [
        f"{mover.name} has left the match",
        "GAME OVER",
        f"Congratulation! The winner is {other.name}",
    ]
    lists = [line for line in other.sent[before:].decode().splitlines() if "MatchList" in line]
    assert states(lists[-1]) == [["0", "Closed", "2", "2"]]
    for program in (mover, other):  # the match is deleted, and both are in the menu
        assert "return|createMatch|true" in await told(server, program, "createMatch|2")


async def test_exiting_is_answered_return_message_and_frees_the_name(server: PipesServer) -> None:
    anna = await server.program("anna")
    assert await told(server, anna, "exitGame") == [
        "return|exitGame|true",
        "message|Bye! See you soon.",
    ]
    assert not anna.open
    assert "return|login|true" in await told(server, await server.program(), "login|anna")


@pytest.mark.parametrize("names", [("anna", "bruno"), ("anna", "bruno", "carla")])
async def test_exit_from_a_match_leaves_the_match_and_the_game(
    server: PipesServer, names: tuple[str, ...]
) -> None:
    mover, *others = await at_play(server, *names)
    before = {other: len(other.sent) for other in others}
    await told(server, mover, "exitGame")
    for other in others:
        said = said_to(other, before[other])
        assert said[0] == f"{mover.name} has left the match"
        assert said.count(f"{mover.name} has left the game") == 1


async def test_exit_after_another_match_began_is_not_announced(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno")
    await told(server, bruno, "leaveMatch")
    await told(server, anna, "createMatch|2")
    before = len(anna.sent)
    await told(server, bruno, "exitGame")
    assert said_to(anna, before) == []


@pytest.mark.parametrize("frames", [False, True])
async def test_nothing_of_a_match_is_shown_before_it_starts(
    server: PipesServer, frames: bool
) -> None:
    anna = await server.program("anna", frames=frames)
    for text in ("createMatch|2", "createMatch|2", "selectCell|1|3", "leaveMatch"):
        await server.ask(anna, text)
    assert anna.of(MatchSeen) == []
