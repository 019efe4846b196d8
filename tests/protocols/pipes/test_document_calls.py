"""The RMI half of the document, phase by phase, for a client written from it."""

from typing import Any

import msgspec
import pytest

from ludoteca.games import Seat
from ludoteca.protocols.pipes.calls import CALLBACK as CALLED
from ludoteca.protocols.pipes.calls import INPUT as SERVED
from tests.core.local import keeper_of
from tests.protocols.pipes.document import CALLBACK, INPUT, DocumentCaller, called, caller, names
from tests.protocols.pipes.programs import PipesServer

Calls = list[tuple[str, tuple[Any, ...]]]
TEXT = "Ljava/lang/String;"
MESSAGE = "sendMessageToClient"
REPLY_WITH_LISTS = [MESSAGE, "sendServerVirtualView", "notifyUpdate"]
REPLY_WITH_VIEW = [MESSAGE, "sendVirtualView", "notifyUpdate"]


async def at_play(server: PipesServer, *who: str) -> list[DocumentCaller]:
    """Return callers in one match, the player to move first."""
    callers = [await caller(server, name) for name in who]
    await called(server, callers[0], "createMatch", len(who))
    for each in callers[1:]:
        await called(server, each, "joinMatch", 0)
    return sorted(callers, key=lambda each: view_of(each)["currentPlayer"] != each.name)


def view_of(program: DocumentCaller) -> dict[str, Any]:
    """Return the last view sent to a client."""
    view = next(text for name, (text, *_) in reversed_calls(program) if name == "sendVirtualView")
    return msgspec.json.decode(view)  # type: ignore[no-any-return]


def reversed_calls(program: DocumentCaller) -> Calls:
    return [call for call in reversed(program.calls) if call[1]]


def said(calls: Calls) -> list[str]:
    return [arguments[0] for method, arguments in calls if method == MESSAGE]


async def test_login_is_answered_message_lists_update(server: PipesServer) -> None:
    anna, bruno = await caller(server), await caller(server)
    heard = await called(server, anna, "login", "anna")
    assert said(heard) == ["Login successful. Hi anna"]
    assert [name for name in names(heard) if name != "True"] == REPLY_WITH_LISTS
    refused = await called(server, bruno, "login", "anna")
    denied = "Access denied. This username is already taken, please enter a new one..."
    assert refused == [(MESSAGE, (denied,)), ("", (False,))]


async def test_create_is_answered_message_lists_update(server: PipesServer) -> None:
    anna = await caller(server, "anna")
    refused = await called(server, anna, "createMatch", 5)
    assert names(refused) == [*REPLY_WITH_LISTS, "False"]
    assert said(refused) == ["Exceeded player number limit. Try again."]
    created = await called(server, anna, "createMatch", 2)
    assert names(created) == [*REPLY_WITH_LISTS, "True"]
    assert said(created) == ["Match with 2 seats created. MatchID: 0"]
    refused = await called(server, anna, "createMatch", 2)
    assert names(refused) == [*REPLY_WITH_LISTS, "False"]
    assert said(refused)[0].endswith("abandon the current one.\nDo you wish to continue?")


async def test_join_is_answered_message_lists_update(server: PipesServer) -> None:
    anna, bruno, carla = [await caller(server, name) for name in ("anna", "bruno", "carla")]
    await called(server, anna, "createMatch", 2)
    missing = await called(server, bruno, "joinMatch", 7)
    assert names(missing) == [*REPLY_WITH_LISTS, "False"]
    assert said(missing) == ["The room selected does not exist. Try again."]
    joined = await called(server, bruno, "joinMatch", 0)
    assert names(joined)[:4] == [*REPLY_WITH_LISTS, "True"]
    assert said(joined)[0] == "bruno joined the match 0"
    assert said(await called(server, carla, "joinMatch", 0)) == ["The room is full"]
    server.drop(anna)
    await server.settle()
    assert said(await called(server, carla, "joinMatch", 0)) == [
        "The player does not exist in any room. Try to create a new one."
    ]


async def test_the_match_starts_with_a_message_the_view_and_notify_start(
    server: PipesServer,
) -> None:
    for each in await at_play(server, "anna", "bruno"):
        building = "The match is about to start. Building game board..."
        first = each.calls.index((MESSAGE, (building,)))
        assert names(each.calls)[first + 1 : first + 3] == ["sendVirtualView", "notifyStart"]
        assert each.calls[first + 2] == ("notifyStart", ())


async def test_a_selection_is_answered_message_view_update(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    selected = await called(server, mover, "selectCell", 1, 3)
    assert names(selected) == [*REPLY_WITH_VIEW, "True"]
    assert said(selected) == ["Selection successful!"]
    assert view_of(mover)["board"][1][3].startswith(">")
    reasons = {
        (1, 3): "You have already selected this cell",
        (4, 4): "The cell was not selectable. Pick an item which has a free side.",
        (0, 0): "You selected an illegal cell",
        (7, 4): "The cell was not selectable. Pick an item which is adjacent and in line with the "
        "other selected items.",
    }
    for cell, reason in reasons.items():
        refused = await called(server, mover, "selectCell", *cell)
        assert names(refused) == [*REPLY_WITH_VIEW, "False"]
        assert said(refused) == [f"Selection failed: {reason}"]
    assert len(view_of(mover)["currentPlayerHand"]) == 1  # nothing was deselected
    assert said(await called(server, other, "selectCell", 1, 4)) == [
        "This command is not allowed right now. Wait your turn..."
    ]


async def test_an_empty_cell_and_a_fourth_tile_are_refused(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    for cell in ((1, 3), (1, 4)):
        await called(server, mover, "selectCell", *cell)
    await called(server, mover, "insertInColumn", 0)
    assert said(await called(server, other, "selectCell", 1, 3)) == [
        "Selection failed: You chose an empty cell"
    ]
    for cell in ((2, 3), (2, 4), (2, 5)):
        await called(server, other, "selectCell", *cell)
    assert said(await called(server, other, "selectCell", 3, 5)) == [
        "Selection failed: You reached the limit of items you could pick"
    ]


async def test_a_deselection_is_answered_message_view_update(server: PipesServer) -> None:
    anna = await caller(server, "anna")
    await called(server, anna, "createMatch", 2)
    assert said(await called(server, anna, "deselectCards")) == ["Deselection failed."]
    bruno = await caller(server, "bruno")
    await called(server, bruno, "joinMatch", 0)
    mover = anna if view_of(anna)["currentPlayer"] == "anna" else bruno
    refused = await called(server, mover, "deselectCards")
    assert names(refused) == [*REPLY_WITH_VIEW, "False"]
    assert said(refused) == ["You didn't select any card yet. Deselection is not necessary."]
    await called(server, mover, "selectCell", 1, 3)
    done = await called(server, mover, "deselectCards")
    assert names(done) == [*REPLY_WITH_VIEW, "True"]
    assert said(done) == ["Deselection successful."]


async def test_two_tiles_are_swapped_and_inserted(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    await called(server, mover, "selectCell", 1, 3)
    await called(server, mover, "selectCell", 1, 4)
    before = view_of(mover)["currentPlayerHand"]
    swapped = await called(server, mover, "sortHand", 0, 1)
    assert names(swapped) == [*REPLY_WITH_VIEW, "True"]
    assert said(swapped) == ["Order changed."]
    assert view_of(mover)["currentPlayerHand"] == before[::-1]
    for place, text in {2: "Not enough cards in your hand", 3: "Index out of border"}.items():
        refused = await called(server, mover, "sortHand", 0, place)
        assert names(refused) == [*REPLY_WITH_VIEW, "False"]
        assert said(refused) == [text]
    inserted = await called(server, mover, "insertInColumn", 4)
    assert names(inserted) == [*REPLY_WITH_VIEW, "True"]
    assert said(inserted) == ["Insertion Successful"]
    shelf = view_of(mover)["shelves"][view_of(mover)["players"].index(mover.name)]
    assert [row[4] for row in shelf[4:]] == before  # the first of the hand is lowest
    assert said(other.calls)[-4:] == [
        f"{mover.name} has selected [{', '.join(before)}]",
        f"{mover.name} has inserted items in the column 5",
        f"{mover.name} ended his turn.",
        f"Hey {other.name}! It's your turn",
    ]


async def test_a_column_without_room_is_refused(server: PipesServer) -> None:
    callers = [await caller(server, name) for name in ("anna", "bruno")]
    await called(server, callers[0], "createMatch", 2)
    await called(server, callers[1], "joinMatch", 0)
    keeper = keeper_of(server.server.dispatcher)
    while True:
        seat = keeper.table.state.turn
        move = next(keeper.table.rules.legal_moves(keeper.table.state, Seat(seat)))
        await called(server, callers[seat], "selectCell", *move.cells[0])
        heard = await called(server, callers[seat], "insertInColumn", 0)
        if names(heard)[-1] == "False":
            break
    assert names(heard) == [*REPLY_WITH_VIEW, "False"]
    assert said(heard) == ["There is not enough slot available in this column. Try again."]


async def test_chat_is_answered_by_notifications_and_heard_as_chat_messages(
    server: PipesServer,
) -> None:
    anna, bruno = await at_play(server, "anna", "bruno")
    private = await called(server, anna, "sendPrivateMessage", "psst", bruno.name)
    reply = "sendChatNotification"
    assert private[-2:] == [(reply, (f"Message sent to {bruno.name}",)), ("", (True,))]
    assert bruno.calls[-1] == ("sendChatMessage", (f"{anna.name} says: psst",))
    public = await called(server, anna, "sendPublicMessage", "hello")
    assert public == [(reply, (f"{anna.name}: hello",)), ("", (True,))]
    assert bruno.calls[-1] == ("sendChatMessage", (f"{anna.name} says: hello",))
    carla = await caller(server, "carla")
    dora = await caller(server, "dora#open-sesame")
    await called(server, dora, "exitGame")
    refused = {
        "carla": "Message didn't reach carla",
        "eve": "The player eve doesn't exist",
        "dora": "The player dora is not online.",
    }
    for name, text in refused.items():
        heard = await called(server, carla, "sendPrivateMessage", "psst", name)
        assert heard == [(reply, (text,)), ("", (False,))]
    nobody = await called(server, carla, "sendPublicMessage", "anybody?")
    assert nobody == [(reply, ("Message was not sent.",)), ("", (False,))]


async def test_chat_works_while_the_match_waits(server: PipesServer) -> None:
    anna = await caller(server, "anna")
    await called(server, anna, "createMatch", 2)
    assert names(await called(server, anna, "sendPublicMessage", "hm"))[-1] == "True"


async def test_leaving_leads_to_the_menu_and_ends_a_match_of_two(server: PipesServer) -> None:
    mover, other = await at_play(server, "anna", "bruno")
    before = len(other.calls)
    left = await called(server, mover, "leaveMatch")
    assert left[0] == (MESSAGE, ("You left the match",))
    assert names(left)[-1] == "True"
    assert said(other.calls[before:]) == [
        f"{mover.name} has left the match",
        "GAME OVER",
        f"Congratulation! The winner is {other.name}",
    ]
    assert view_of(other)["gameResults"][-1][0] == other.name
    for each in (mover, other):
        assert names(await called(server, each, "createMatch", 2))[-1] == "True"


@pytest.mark.parametrize("who", [("anna", "bruno"), ("anna", "bruno", "carla")])
async def test_exit_leaves_the_match_and_the_game(
    server: PipesServer, who: tuple[str, ...]
) -> None:
    mover, *others = await at_play(server, *who)
    before = {other: len(other.calls) for other in others}
    gone = await called(server, mover, "exitGame")
    assert gone == [(MESSAGE, ("Bye! See you soon.",)), ("", (True,))]
    assert not mover.open
    for other in others:
        heard = said(other.calls[before[other] :])
        assert heard[0] == f"{mover.name} has left the match"
        assert f"{mover.name} has left the game" in heard
    await caller(server, mover.name)  # the name is free again


async def test_a_client_is_called_by_the_methods_it_entered_with_and_no_others(
    server: PipesServer,
) -> None:
    document = {method.hash for method in CALLBACK}
    deployed = {
        CALLED[f"{name} ({types})V"].hash
        for name, types in {
            **dict.fromkeys(("sendMessageToClient", "sendServerVirtualView"), TEXT),
            **dict.fromkeys(("sendChatNotification", "notifyToWait"), TEXT),
            "sendVirtualView": f"{TEXT}I",
            **dict.fromkeys(("notifyStart", "notifyUpdate"), "I"),
        }.items()
    }
    mover, other = await at_play(server, "anna", "bruno")
    await called(server, mover, "selectCell", 1, 3)
    await called(server, mover, "sendPublicMessage", "hello")
    for each in (mover, other):
        for _ in range(20):
            each.tick()  # deployed clients are pinged, unlike those of the document
    await called(server, mover, "leaveMatch")
    assert mover.hashes | other.hashes == document
    old = DocumentCaller(server.server.dispatcher)
    server.programs.append(old)
    await called(server, old, "logIn", "carla", None)
    await called(server, old, "createMatch", 2)
    await called(server, other, "joinMatch", 0)
    await called(server, other, "sendPrivateMessage", "psst", "carla")
    assert old.hashes == deployed


async def test_the_methods_of_the_document_are_found_by_their_hashes() -> None:
    for method in INPUT:
        assert SERVED.find(method.op, method.hash), method.name
