"""`pipes` phase by phase: the words each client receives and the needs of deployed clients."""

import asyncio

import pytest

from ludoteca.games import Seat
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.codecs import server_frames
from ludoteca.protocols.pipes.session import BURST
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    ServerVirtualView,
    ServerWord,
    VirtualHand,
)
from tests.core.local import keeper_of
from tests.protocols.pipes.programs import PipesServer, a_good_move, lists, mover_of


def kinds(words: list[ServerWord]) -> list[type[ServerWord]]:
    return [type(word) for word in words]


# Needs of the deployed client: names


async def test_client_sees_its_name_as_typed_and_others_never_see_the_secret(
    server: PipesServer,
) -> None:
    # "Own name": everything sent to that connection says `alice#secret` for its own seat.
    alice, bob = await server.programs_at_play("alice#open-sesame", "bob", frames=True)
    own, other = alice.view.view, bob.view.view
    assert own.players == ["alice#open-sesame", "bob"]
    assert other.players == ["alice", "bob"]
    assert own.admin == "alice#open-sesame"
    assert own.currentPlayer in own.players
    assert ("alice#open-sesame", "GameMember") in (lists(alice).virtualOnlinePlayers or [])
    assert ("alice", "GameMember") in (lists(bob).virtualOnlinePlayers or [])
    await server.ask(alice, "sendPrivateMessage|psst|bob|false")
    await server.ask(alice, "sendPublicMessage|hello|false")
    assert lists(alice).virtualChatMap == (("alice#open-sesame@bob", "0"),)
    assert lists(bob).virtualChatMap == (("alice@bob", "0"),)
    assert PublicChat(["alice#open-sesame: hello"]) in alice.heard
    assert PublicChat(["alice: hello"]) in bob.heard
    await server.ask(alice, "leaveMatch")
    assert "alice" in bob.texts[-3]
    assert bob.view.view.gameResults[-1][0] == "bob"
    assert b"sesame" not in bob.sent


@pytest.mark.parametrize("name", ["", " anna", "anna ", "a" * 31, "a|b", "all", "a,b", "a\x1bb"])
async def test_a_name_is_refused_rather_than_changed(server: PipesServer, name: str) -> None:
    program = await server.program(frames=True)
    assert (await server.ask(program, f"login|{name}"))[-1] == Return("login", ok=False)
    assert (await server.ask(program, "login|anna"))[1] == Return("login", ok=True)


# "No `|` inside a field"


async def test_no_field_holds_a_pipe(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=True)
    await server.ask(anna, "sendPublicMessage|a|b|c|false")
    await server.ask(bruno, "sendPrivateMessage|d|e|anna|true")
    assert PublicChat(["anna: a|b|c"]) in bruno.heard
    assert ChatNotification("\nanna says: a¦b¦c") in bruno.heard
    assert ChatNotification("\nbruno whispers > d¦e") in anna.heard
    frames = server_frames()
    for word in [*anna.heard, *bruno.heard]:
        fields = 1 + frames.write(word).count(b"|")
        assert fields <= 3
        if isinstance(word, MatchSeen | Return):
            assert fields == 3


# "virtualView"


async def test_a_view_has_everything_in_its_place(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=True)
    for seat, program in enumerate((anna, bruno)):
        view = program.view.view
        assert program.view.seat == seat
        assert [len(row) for row in view.board] == [9] * 9
        assert [[len(row) for row in shelf] for shelf in view.shelves] == [[5] * 6] * 2
        assert view.commonGoalScores == [8, 8]
        assert all(name.startswith("CommonGoal") for name in view.commonGoals)
        assert 1 <= view.personalGoals[seat] <= 12
        assert view.personalGoals[1 - seat] == view.hiddenPoints[1 - seat] == 0
        assert view.gameResults == [[None] * 6] * 3
        assert (view.matchID, view.maxSeats, view.endGameToken) == (0, 2, True)
        # "row 1 of the 2-player board is columns 3,4; row 7 is 4,5"
        for row, columns in ((1, [3, 4]), (7, [4, 5])):
            assert [c for c, tile in enumerate(view.board[row]) if tile] == columns
    heard = kinds(anna.heard)
    assert heard.index(MatchSeen) < heard.index(NotifyStart)


# "Waiting for answers"


async def test_return_is_the_last_message_of_an_answer(server: PipesServer) -> None:
    programs = await server.programs_at_play("anna", "bruno", frames=True)
    mover, other = mover_of(programs)
    answer = await server.ask(mover, "selectCell|1|3")
    assert kinds(answer) == [Message, MatchSeen, Return]
    assert kinds(await server.ask(mover, "selectCell|4|4")) == [Message, Return]
    assert kinds(await server.ask(other, "selectCell|1|4")) == [Message, Return]
    assert kinds(await server.ask(mover, "selectCell|1|4")) == [Message, MatchSeen, Return]
    assert kinds(await server.ask(mover, "confirmSelection")) == [MatchSeen, Return]
    assert kinds(await server.ask(mover, "sortHand|0|1")) == [VirtualHand, Message, Return]
    refused = await server.ask(mover, "selectCell|2|3")
    assert refused[0] == Message("Selection failed: You have confirmed your selection already")
    # "confirmSelection must be true again while the hand is not empty"
    assert kinds(await server.ask(mover, "confirmSelection")) == [MatchSeen, Return]
    assert kinds(await server.ask(mover, "insertInColumn|9")) == [Message, Return]
    assert kinds(await server.ask(mover, "insertInColumn|0")) == [Message, MatchSeen, Return]
    assert await server.ask(mover, "endTurn") == [Return("endTurn", ok=True)]


async def test_no_message_precedes_the_answer_to_a_request(server: PipesServer) -> None:
    programs = await server.programs_at_play("anna", "bruno", frames=True)
    mover, other = mover_of(programs)
    before = len(mover.heard)
    mover.write("selectCell|1|3")  # asked, and not answered yet
    await server.ask(other, "sendPublicMessage|hurry|false")
    heard = kinds(mover.heard[before:])
    assert heard == [Message, MatchSeen, Return, PublicChat, ChatNotification]


# "insert + endTurn"


async def test_consecutive_turn_of_one_player_is_announced(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=True)
    mover, other = mover_of([anna, bruno])
    answer = await server.ask(mover, "endTurn")  # (2) "if the turn is already his again"
    assert kinds(answer) == [Return, MatchSeen, NotifyUpdate]
    assert await server.ask(other, "endTurn") == [Return("endTurn", ok=True)]


@pytest.mark.parametrize("frames", [False, True])
async def test_the_end_has_one_view_with_results_and_then_nothing_of_the_match(
    server: PipesServer, frames: bool
) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=frames)
    keeper = keeper_of(server.server.dispatcher)
    while not keeper.table.over:
        seat = keeper.table.state.turn
        program = (anna, bruno)[seat]
        move = a_good_move(keeper, Seat(seat))
        steps = [f"selectCell|{row}|{column}" for row, column in move.cells]
        await server.ask(program, *steps, f"insertInColumn|{move.column}", "endTurn")
    assert keeper.listing.result
    totals = [str(total) for total in keeper.listing.result.totals]
    for program in (anna, bruno):
        seen = [word for word in program.of(MatchSeen) if word.view.gameResults[0][0]]
        assert len(seen) == 1
        assert (seen[0].seat is not None) == frames
        view = seen[0].view
        assert [row[5] for row in view.gameResults[:-1]] == totals
        assert all(view.personalGoals)
        after = program.heard[program.heard.index(seen[0]) :]
        assert NotifyEndMatch() in after
        assert "GAME OVER" in program.texts
        assert f"Congratulation! The winner is {view.gameResults[-1][0]}" in program.texts
        states = [
            row[1] for word in program.of(ServerVirtualView) for row in word.virtualMatchList or []
        ]
        assert "Closed" in states
        last_round = any(
            not word.view.endGameToken and word is not seen[0] for word in program.of(MatchSeen)
        )
        assert ("LastRound" in states) == last_round
        # Document, "Game Over Phase": "the players will all be removed from the match".
        assert lists(program).virtualMatchList in ([], [("0", "Closed", "2", "2")])
    for program in (anna, bruno):  # "create and join must work at once"
        assert Return("createMatch", ok=True) in await server.ask(program, "createMatch|2")
    achieved = [text for text in anna.texts if " achieved " in text]
    assert achieved
    assert achieved == [text for text in bruno.texts if " achieved " in text]


async def test_a_column_without_room_is_refused(server: PipesServer) -> None:
    # Document, "Insertion Phase": "(negative|no space in column)"
    programs = await server.programs_at_play("anna", "bruno")
    keeper = keeper_of(server.server.dispatcher)
    while True:
        seat = keeper.table.state.turn
        move = next(keeper.table.rules.legal_moves(keeper.table.state, Seat(seat)))
        row, column = move.cells[0]
        answer = await server.ask(programs[seat], f"selectCell|{row}|{column}", "insertInColumn|0")
        if answer[-2] == Return("insertInColumn", ok=False):
            break
    assert answer[-1] == Message(texts.NO_SLOT)
    assert len(keeper.table.state.shelves[seat][0]) == 6
    assert (await server.ask(programs[seat], "insertInColumn|1"))[-1] == Message(texts.INSERTED)


# "Screens"


async def test_the_waiting_room_knows_its_admin_and_its_seats(server: PipesServer) -> None:
    anna, bruno, carla = [
        await server.program(name, frames=True) for name in ("anna", "bruno", "carla")
    ]
    created = await server.ask(anna, "createMatch|4")
    # Document, "Create Match Phase": message and lists; and they come before the room
    assert kinds(created)[:3] == [Message, ServerVirtualView, NotifyWait]
    await server.ask(bruno, "join|0")
    assert bruno.of(NotifyWait) == [NotifyWait(0, 4, "anna")]
    assert (await server.ask(bruno, "changeMatchSeats|3"))[-1] == Return(
        "changeMatchSeats", ok=False
    )
    await server.ask(anna, "changeMatchSeats|3")
    assert bruno.of(NotifyWait)[-1] == NotifyWait(0, 3, "anna")
    left = await server.ask(anna, "leaveMatch")
    assert NotifyGoToMenu() in left[: left.index(Return("leaveMatch", ok=True))]
    assert "anna has left the match" in bruno.texts
    assert bruno.of(NotifyWait)[-1] == NotifyWait(0, 3, "bruno")
    assert lists(bruno).virtualMatchList == [("0", "WaitingPlayers", "1", "3")]
    await server.ask(carla, "join|0")
    # "createMatch|N … if all are taken now, the game starts", and seats have moved up
    await server.ask(bruno, "changeMatchSeats|2")
    for program in (bruno, carla):
        assert program.of(NotifyStart) == [NotifyStart(0)]
        assert program.view.view.players == ["carla", "bruno"]  # she took the first free seat
        assert program.view.view.players[program.view.seat or 0] == program.name
    assert anna.of(MatchSeen) == []


async def test_simultaneous_joins_start_the_match_once_for_each_player(server: PipesServer) -> None:
    names = ("anna", "bruno", "carla")
    programs = [await server.program(name, frames=True) for name in names]
    await server.ask(programs[0], "createMatch|3")
    for program in programs[1:]:
        program.write("join|0")
    await server.settle()
    for program in programs:
        assert program.of(NotifyStart) == [NotifyStart(0)]
        assert program.view.view.players[program.view.seat or 0] == program.name


async def test_a_second_join_is_refused_and_harmless(server: PipesServer) -> None:
    # "The graphic client sends each `join` twice"
    anna, bruno = [await server.program(name, frames=True) for name in ("anna", "bruno")]
    await server.ask(anna, "createMatch|3")
    answers = await server.ask(bruno, "join|0", "join|0")
    returns = [word for word in answers if isinstance(word, Return)]
    assert returns == [Return("join", ok=True), Return("join", ok=False)]
    assert lists(anna).virtualMatchList == [("0", "WaitingPlayers", "2", "3")]


async def test_full_room_is_reported_as_full(server: PipesServer) -> None:
    await server.programs_at_play("anna", "bruno")
    carla = await server.program("carla")
    answer = await server.ask(carla, "join|0")  # Document, "Join Match Phase": "The room is full"
    assert [answer[0], answer[-1]] == [Message("The room is full"), Return("join", ok=False)]


async def test_frames_have_their_pause_and_lines_do_not(server: PipesServer) -> None:
    # "Joiners and returners": about 400 ms between the answer and what follows.
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=True)
    assert (anna.pauses, bruno.pauses) == ([], [0.4])
    server.drop(bruno)
    assert (await server.program("bruno", frames=True)).pauses == [0.4]
    carla, dario = [await server.program(name) for name in ("carla", "dario")]
    await server.ask(carla, "createMatch|2")
    await server.ask(dario, "join|1")
    assert dario.of(NotifyStart) == [NotifyStart(1)]
    assert carla.pauses == dario.pauses == []


# Liveness


async def test_frames_are_pinged_every_ten_pulses(server: PipesServer) -> None:
    anna, bruno = await server.program("anna", frames=True), await server.program("bruno")
    silent = await server.program()
    for _ in range(30):
        for program in (anna, bruno, silent):
            program.tick()
    assert len(anna.of(Ping)) == 3
    assert bruno.of(Ping) == []
    assert silent.sent == b""


async def test_many_list_changes_are_sent_in_batches(server: PipesServer) -> None:
    anna = await server.program("anna")
    before = len(anna.of(ServerVirtualView))
    for number in range(3):
        await server.program(f"p{number}")
    assert len(anna.of(ServerVirtualView)) == before + 3
    for number in range(3, 3 * BURST):
        await server.program(f"p{number}")
    assert len(anna.of(ServerVirtualView)) < before + BURST
    async with asyncio.timeout(30):  # many clients are served in rounds
        while len(lists(anna).virtualOnlinePlayers or []) < 3 * BURST + 1:
            anna.tick()
            await asyncio.sleep(0)
            await server.settle()


# Absence


async def test_last_player_wins_after_the_pause(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno")
    server.drop(bruno)
    await server.settle()
    assert lists(anna).virtualMatchList == [("0", "Pause", "2", "2")]
    assert texts.PAUSED in anna.texts
    mover = anna.view.view.currentPlayer == "anna"
    refused = await server.ask(anna, "selectCell|1|3", "insertInColumn|0")
    assert Return("insertInColumn", ok=False) in refused or not mover
    await server.server.wait(61)
    await server.settle()
    assert NotifyEndMatch() in anna.heard
    assert "Congratulation! The winner is anna" in anna.texts
    assert anna.view.view.players == ["anna", "bruno"]  # "do not drop a seat that left"


async def test_first_player_to_return_finds_the_match_paused(server: PipesServer) -> None:
    for program in await server.programs_at_play("anna", "bruno"):
        server.drop(program)
    anna = await server.program("anna")
    assert lists(anna).virtualMatchList == [("0", "Pause", "2", "2")]
    assert texts.PAUSED in anna.texts
    bruno = await server.program("bruno")
    await server.settle()
    assert "Player bruno is back." in anna.texts
    for program in (anna, bruno):
        assert lists(program).virtualMatchList == [("0", "GameGoing", "2", "2")]
    assert texts.PAUSED not in bruno.texts


async def test_unwritten_move_has_not_happened(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno")
    mover, other = mover_of([anna, bruno])
    await server.ask(mover, "selectCell|1|3")
    await server.server.journal.close()
    for text in ("insertInColumn|0", "leaveMatch"):
        method = text.split("|")[0]
        assert Return(method, ok=False) in await server.ask(mover, text)
    assert mover.view.view.currentPlayerHand != []
    assert (await server.ask(other, "createMatch|2"))[0] == Message(
        texts.IN_A_MATCH.replace("\n", " ")
    )


async def test_player_dropped_in_a_waiting_room_returns_to_it(server: PipesServer) -> None:
    anna = await server.program("anna")
    await server.ask(anna, "createMatch|2")
    server.drop(anna)
    anna = await server.program("anna", frames=True)
    assert kinds(anna.heard)[-2:] == [NotifyWait, NotifyUpdate]
    assert anna.of(MatchSeen) == []


async def test_server_says_why_it_disconnects(server: PipesServer) -> None:
    anna = await server.program("anna#open-sesame")
    again = await server.program("anna#open-sesame")
    assert anna.texts[-1] == "You logged in from somewhere else."
    assert not anna.open
    assert again.open


# Chat


async def test_private_chats_are_for_the_two_and_numbered_for_each_reader(
    server: PipesServer,
) -> None:
    names = ("anna", "bruno", "Carla")
    anna, bruno, carla = [await server.program(name, frames=True) for name in names]
    await server.ask(anna, "sendPrivateMessage|for bruno|bruno|false")
    await server.ask(carla, "sendPrivateMessage|for anna|ANNA|false")
    await server.ask(bruno, "sendPrivateMessage|for anna too|anna|false")
    assert lists(anna).virtualChatMap == (("anna@bruno", "0"), ("Carla@anna", "1"))
    assert lists(anna).virtualPrivateChats == (
        ("anna > for bruno", "bruno > for anna too"),
        ("Carla > for anna",),
    )
    assert lists(carla).virtualChatMap == (("Carla@anna", "0"),)
    assert b"for bruno" not in carla.sent
    assert b"for anna too" not in carla.sent
    assert b'"Carla > for anna"' not in bruno.sent
    sent = await server.ask(anna, "sendPrivateMessage|again|bruno|false")
    assert kinds(sent) == [ServerVirtualView, Message, Return]
    assert sent[1] == Message("Message sent to bruno")


@pytest.mark.parametrize(
    ("receiver", "text"),
    [
        ("anna", "Message didn't reach anna"),
        ("#All", "The player #All doesn't exist"),  # what the graphic client sends
        ("nobody", "The player nobody doesn't exist"),
    ],
)
async def test_a_private_message_may_not_arrive(
    server: PipesServer, receiver: str, text: str
) -> None:
    anna = await server.program("anna")
    answer = await server.ask(anna, f"sendPrivateMessage|hi|{receiver}|false")
    assert answer == [ChatNotification(text), Return("sendPrivateMessage", ok=False)]


async def test_empty_or_endless_talk_is_refused(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno")
    for text in ("", " ", "x" * 501):
        answer = await server.ask(anna, f"sendPublicMessage|{text}|false")
        refused = ChatNotification("Message was not sent.")
        assert answer == [refused, Return("sendPublicMessage", ok=False)]
        answer = await server.ask(anna, f"sendPrivateMessage|{text}|bruno|false")
        assert answer[-1] == Return("sendPrivateMessage", ok=False)
    assert bruno.of(PublicChat) == []


@pytest.mark.parametrize("how", ["frames", "calls"])
async def test_a_private_message_reaches_a_name_with_blanks(server: PipesServer, how: str) -> None:
    # The text client cuts `/chat[Anna Maria Rossi] hi there` at its first blank.
    anna = await server.program("Anna Maria Rossi", frames=True)
    bruno = await (
        server.caller("bruno") if how == "calls" else server.program("bruno", frames=True)
    )
    for text in ("Maria Rossi] hi there", "hi there"):
        answer = await server.ask(bruno, f"sendPrivateMessage|{text}|Anna Maria Rossi|false")
        assert answer[-1] == Return("sendPrivateMessage", ok=True)
        assert anna.of(ChatNotification)[-1].text == "\nbruno whispers > hi there"
    answer = await server.ask(bruno, "sendPrivateMessage|Maria Rossi]|Anna Maria Rossi|false")
    assert answer[-1] == Return("sendPrivateMessage", ok=False)  # nothing was typed
    line = await server.program("carla")
    await server.ask(line, "sendPrivateMessage|Maria Rossi] hi|Anna Maria Rossi")
    assert anna.of(ChatNotification)[-1].text == "\ncarla whispers > Maria Rossi] hi"
