"""Words received by a client written from the document alone, over real sockets."""

from functools import partial

import pytest

from ludoteca.core import Dispatcher
from ludoteca.messages import Enter, JoinTable, OpenTable, ServerReason, refuse
from ludoteca.protocols.pipes import pipes, texts
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    CheckPlayerActionPhase,
    CreateMatch,
    DeselectCards,
    InsertInColumn,
    Join,
    LeaveMatch,
    MatchSeen,
    Message,
    NotifyGoToMenu,
    NotifyStart,
    NotifyWait,
    Return,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    ServerVirtualView,
    ServerWord,
)
from tests.core.local import LocalClient, shown
from tests.protocols.pipes.clients import BRISK, Client, PipesClients, match, open_tcp
from tests.protocols.pipes.remote import open_rmi
from tests.protocols.ports import open_door


async def at_play(tcp: PipesClients, *, frames: bool = False) -> tuple[Client, Client]:
    """Return two clients in a match, the player to move first."""
    clients = [await tcp.client(name, frames=frames) for name in ("anna", "bruno")]
    assert await clients[0].ask(CreateMatch(2))
    assert await clients[1].ask(Join(0))
    for client in clients:
        await client.has_heard(NotifyStart)
    mover, other = sorted(clients, key=lambda each: each.seen.currentPlayer != each.name)
    return mover, other


def states_seen(client: Client) -> list[str]:
    """Return the states in which a client has seen the first match."""
    lists = [word.virtualMatchList for word in client.heard if isinstance(word, ServerVirtualView)]
    return [rows[0][1] for rows in lists if rows]


def kinds(words: list[ServerWord]) -> list[type[ServerWord]]:
    return [type(word) for word in words]


# Words


@pytest.mark.parametrize("name", ["insertInColumn", "insertInColumnCards"])
async def test_both_names_of_an_insertion_get_the_same_answer(tcp: PipesClients, name: str) -> None:
    mover, _ = await at_play(tcp)
    mover.say(InsertInColumn(0, name))
    refused = await mover.until(lambda told: isinstance(told, Return))
    assert refused == Return("insertInColumn", ok=False)
    assert await mover.ask(SelectCell(1, 3))
    mover.say(InsertInColumn(0, name))
    done = await mover.until(lambda told: isinstance(told, Return))
    assert done == Return("insertInColumn", ok=True)


async def test_selecting_a_selected_tile_deselects_it_in_frames(tcp: PipesClients) -> None:
    mover, other = await at_play(tcp, frames=True)
    assert await mover.ask(SelectCell(1, 3))
    assert await mover.ask(SelectCell(1, 4))
    before = len(mover.heard)
    assert not await mover.ask(SelectCell(1, 4))
    assert mover.heard[before:] == [
        Message("Selection failed: You have already selected this cell"),
        Message("Deselection successful."),
        Return("selectCell", ok=False),
    ]
    assert isinstance(await mover.hear(), MatchSeen)
    assert len(mover.seen.currentPlayerHand) == 1
    assert await mover.ask(InsertInColumn(0))
    await other.until(lambda told: isinstance(told, MatchSeen) and told.view.shelves[0] != [])
    shelf = mover.seen.shelves[mover.seen.players.index(mover.name)]
    assert sum(tile is not None for row in shelf for tile in row) == 1


async def test_selecting_a_selected_tile_is_refused_in_lines(tcp: PipesClients) -> None:
    mover, _ = await at_play(tcp)
    assert await mover.ask(SelectCell(1, 3))
    assert not await mover.ask(SelectCell(1, 3))
    failed = Message("Selection failed: You have already selected this cell")
    assert await mover.hear() == failed
    assert await mover.ask(DeselectCards())  # it was still selected


async def test_a_tile_in_the_middle_stays_selected(tcp: PipesClients) -> None:
    mover, other = await at_play(tcp, frames=True)
    for cell in ((1, 3), (1, 4)):
        assert await mover.ask(SelectCell(*cell))
    assert await mover.ask(InsertInColumn(0))
    await other.until(
        lambda told: isinstance(told, MatchSeen) and told.view.currentPlayer == other.name
    )
    for cell in ((2, 3), (2, 4), (2, 5)):
        assert await other.ask(SelectCell(*cell))
    assert not await other.ask(SelectCell(2, 4))
    assert other.heard[-2] == Message("Selection failed: You have already selected this cell")
    assert len(other.seen.currentPlayerHand) == 3


# Lists


async def test_the_last_round_is_listed_to_everybody() -> None:
    async with open_tcp(seed=3) as tcp:
        carla = await tcp.client("carla", frames=False)
        await match(tcp, 2)
        assert await carla.ask(CreateMatch(2))
        states = states_seen(carla)
        playing, last = states.index("GameGoing"), states.index("LastRound")
        assert playing < last
        assert "GameGoing" not in states[last:]


async def somebody(server: Dispatcher, name: str) -> LocalClient:
    """Enter as a player of another protocol."""
    guest = LocalClient(server)
    await guest.ask(Enter(name=name))
    return guest


async def test_a_full_table_that_has_not_started_is_ready(tcp: PipesClients) -> None:
    wanda, otto = [await somebody(tcp.dispatcher, name) for name in ("Wanda", "Otto")]
    await wanda.ask(OpenTable(game="shelfie", seats=2, waits=True))
    anna = await tcp.client("anna", frames=False)
    await anna.has_heard(ServerVirtualView)
    assert states_seen(anna) == ["WaitingPlayers"]
    await otto.ask(JoinTable(code=shown(wanda).info.code))
    await anna.until(lambda _: states_seen(anna)[-1] == "Ready")
    assert not await anna.ask(Join(0))
    assert kinds(anna.heard[-3:]) == [Message, ServerVirtualView, Return]
    assert anna.heard[-3] == Message(texts.ROOM_FULL)


# Leaving a match, and returning to it


async def test_leaving_a_running_match_answers_return_view_message(tcp: PipesClients) -> None:
    mover, other = await at_play(tcp)
    assert await mover.ask(SelectCell(1, 3))
    mover.say(LeaveMatch())
    answer = [await mover.until(lambda told: isinstance(told, Return))]
    answer += [await mover.hear() for _ in range(4)]
    assert kinds(answer) == [Return, MatchSeen, Message, ServerVirtualView, NotifyGoToMenu]
    assert answer[2] == Message(texts.YOU_LEFT)
    assert mover.seen.currentPlayerHand == []
    await other.until(lambda told: told == Message(texts.GAME_OVER))


async def test_leaving_a_match_that_has_not_started_answers_without_a_view(
    tcp: PipesClients,
) -> None:
    anna = await tcp.client("anna", frames=False)
    assert await anna.ask(CreateMatch(2))
    anna.say(LeaveMatch())
    await anna.until(lambda told: isinstance(told, NotifyGoToMenu))
    assert not any(isinstance(word, MatchSeen) for word in anna.heard)


@pytest.mark.parametrize("frames", [False, True])
async def test_returning_player_joins_their_own_match_again(
    tcp: PipesClients, frames: bool
) -> None:
    mover, other = await at_play(tcp, frames=frames)
    mover.close()
    await other.until(lambda told: "suspended" in str(told))
    again = await tcp.client(mover.name, frames=frames)
    await again.until(lambda told: isinstance(told, NotifyStart))
    before = len(again.heard)
    assert await again.ask(Join(0))
    await again.until(lambda told: isinstance(told, NotifyStart))
    answer = [word for word in again.heard[before:] if not isinstance(word, ServerVirtualView)]
    assert Message(f"{mover.name} joined the match 0") in answer
    assert any(isinstance(word, MatchSeen) for word in answer)
    said = [word.text for word in answer if isinstance(word, Message)]
    assert not {texts.IN_A_MATCH, texts.BUILDING} & set(said)
    if frames:  # the graphic client sends each `join` twice
        assert not await again.ask(Join(0))
    assert not await again.ask(CreateMatch(2))
    assert await again.ask(SelectCell(1, 3))


async def test_joining_a_match_twice_starts_it_once(tcp: PipesClients) -> None:
    _, other = await at_play(tcp)
    assert not await other.ask(Join(0))
    assert sum(isinstance(word, NotifyStart) for word in other.heard) == 1


async def test_a_move_in_a_paused_match_is_refused_and_the_hand_stays(tcp: PipesClients) -> None:
    mover, other = await at_play(tcp, frames=True)
    assert await mover.ask(SelectCell(1, 3))
    other.close()
    await mover.until(lambda told: told == Message(texts.PAUSED))
    assert not await mover.ask(InsertInColumn(0))
    *_, reason, answer = mover.heard
    assert answer == Return("insertInColumn", ok=False)
    assert reason == Message(refuse(ServerReason.PAUSED).detail)
    await tcp.client(other.name)
    await mover.until(lambda told: told == Message(f"Player {other.name} is back."))
    assert await mover.ask(InsertInColumn(0))


# Abandoned rooms


async def test_last_player_to_join_sees_the_names_of_absent_players(tcp: PipesClients) -> None:
    anna, bruno = [await tcp.client(name, frames=False) for name in ("anna", "bruno")]
    assert await anna.ask(CreateMatch(2))
    anna.close()
    await bruno.until(
        lambda told: (
            isinstance(told, ServerVirtualView)
            and told.virtualOnlinePlayers == [("bruno", "Online")]
        )
    )
    assert await bruno.ask(Join(0))
    awaited = Message(texts.AWAITED.format(names="anna"))
    await bruno.until(lambda told: told == awaited)
    assert states_seen(bruno)[-1] == "Ready"
    assert not any(isinstance(word, NotifyStart) for word in bruno.heard)
    again = await tcp.client("anna", frames=False)
    for client in (again, bruno):
        await client.has_heard(NotifyStart)
    for client, name in ((again, "anna"), (bruno, "bruno")):
        assert await client.ask(CheckPlayerActionPhase()) == (client.seen.currentPlayer == name)
    other = await tcp.client("otto", frames=False)
    await again.until(
        lambda told: (
            isinstance(told, ServerVirtualView) and len(told.virtualOnlinePlayers or ()) > 2
        )
    )
    other.close()
    assert states_seen(again)[-1] == "GameGoing"


async def test_room_is_released_with_its_owner() -> None:
    async with open_door("pipes", partial(pipes, BRISK), pause=60) as (server, port):
        tcp = PipesClients(server, port)
        anna, bruno = [await tcp.client(name, frames=False) for name in ("anna", "bruno")]
        assert await anna.ask(CreateMatch(2))
        await bruno.until(lambda _: states_seen(bruno)[-1:] == ["WaitingPlayers"])
        anna.close()
        await bruno.until(
            lambda told: isinstance(told, ServerVirtualView) and told.virtualMatchList == []
        )
        assert not await bruno.ask(Join(0))
        assert bruno.heard[-3] == Message(texts.NO_SUCH_ROOM)
        again = await tcp.client("anna", frames=False)
        await again.has_heard(ServerVirtualView)
        assert states_seen(again) == []  # there is no match to return to
        assert await again.ask(CreateMatch(2))
        for client in tcp.clients:
            client.close()


async def test_departure_is_announced_in_the_waiting_room() -> None:
    async with open_door("pipes", partial(pipes, BRISK), pause=60) as (server, port):
        tcp = PipesClients(server, port)
        anna, bruno = [await tcp.client(name) for name in ("anna", "bruno")]
        assert await anna.ask(CreateMatch(3))
        assert await bruno.ask(Join(0))
        anna.close()
        await bruno.until(lambda told: told == Message("anna has left the match"))
        await bruno.until(lambda told: told == NotifyWait(0, 3, "bruno"))
        lists = [word for word in bruno.heard if isinstance(word, ServerVirtualView)]
        assert lists[-1].virtualMatchList == [("0", "WaitingPlayers", "1", "3")]
        for client in tcp.clients:
            client.close()


# Chat


async def test_chat_outcome_is_a_message_in_calls() -> None:
    async with open_rmi() as rmi:
        anna, bruno = await rmi.caller("anna"), await rmi.caller("bruno")
        assert await anna.ask(SendPrivateMessage("hi", "bruno"))
        assert anna.heard[-1] == Message("Message sent to bruno")
        assert not await anna.ask(SendPrivateMessage("hi", "eve"))
        assert anna.heard[-1] == Message("The player eve doesn't exist")
        assert not await anna.ask(SendPublicMessage("hi"))
        assert anna.heard[-1] == Message(texts.NOT_SENT)
        await bruno.until(lambda told: isinstance(told, ChatNotification))
        assert bruno.heard[-1] == ChatNotification("\nanna whispers > hi")
        assert not any(isinstance(word, ChatNotification) for word in anna.heard)


@pytest.mark.parametrize(
    ("frames", "text"), [(True, "\nanna whispers > psst"), (False, "anna says: psst")]
)
async def test_a_private_message_is_whispered_to_deployed_clients(
    tcp: PipesClients, frames: bool, text: str
) -> None:
    anna, bruno = await tcp.client("anna"), await tcp.client("bruno", frames=frames)
    assert await anna.ask(SendPrivateMessage("psst", "bruno"))
    assert await bruno.until(lambda told: isinstance(told, ChatNotification)) == (
        ChatNotification(text)
    )
    assert await anna.ask(CreateMatch(2))
    assert await bruno.ask(Join(0))
    assert await anna.ask(SendPublicMessage("hello"))
    said = await bruno.until(lambda told: isinstance(told, ChatNotification))
    assert said == ChatNotification("\nanna says: hello" if frames else "anna says: hello")
