"""Tables that wait for a player, before and during a match, over sockets."""

import pytest

from ludoteca.games.renaissance import CARDS, Phase, State
from ludoteca.messages import OpenTable, Watch
from ludoteca.protocols.commands import texts
from ludoteca.protocols.commands.ids import CARD_IDS, RESOURCES
from tests.core.local import keeper_of
from tests.protocols.commands.local import CommandsServer, said
from tests.protocols.commands.stories import board_of, offer, rich, rich_match, take_and_throw
from tests.protocols.commands.tcp import Program, TcpClients

KEPT, NOT_KEPT = f"REPLY {texts.KEPT}", f"REPLY {texts.NOT_KEPT}"
PICK = '{"command":"PICK_FROM_MARKET","selection":"ROW","num":1}'


async def left_alone(stays: Program, leaves: Program) -> None:
    """Drop one connection and wait until the other client knows."""
    leaves.writer.close()
    while "has lost the connection" not in str((await stays.until("REPLY")).info):
        pass


def state_of(tcp: TcpClients) -> State:
    state: State = keeper_of(tcp.dispatcher).table.state
    return state


# At a paused table the first move of a turn is kept.


async def test_a_move_is_kept_while_the_match_waits_and_played_at_the_return(
    tcp: TcpClients,
) -> None:
    alice, bob = await tcp.begun("alice", "bob")
    await left_alone(alice, bob)
    assert said(await alice.asks(PICK)) == [KEPT]
    assert state_of(tcp).phase is Phase.ACTING
    bob = await tcp.program("bob")
    await alice.reply("# bob is back")
    heard = [await alice.hear() for _ in range(2)]
    assert said(filter(None, heard)) == ["REPLY ok", "PICK_FROM_MARKET"]
    await alice.until("ASK_MARKET_DEST")
    await bob.until("PICK_FROM_MARKET")
    assert state_of(tcp).phase is Phase.PLACING


def paying(tcp: TcpClients, *, documented: bool) -> tuple[str, list[str]]:
    """Return the request that starts a purchase and every payment for it."""
    card = offer(tcp)
    known, price = CARD_IDS[card], CARDS[card].cost.each()
    begin = f'{{"command":"BUY","cardID":{known},"productionSlotID":1}}'
    if documented:
        begin = f'{{"command":"BuyDevelopmentCard","id":{known},"productionSlotId":1}}'
    payments = [
        f'{{"command":"SEND_CONTAINER","container":{{"resourceType":"{RESOURCES[r]}","qty":{n}}},'
        '"destination":"VAULT"}'
        for r, n in price
    ]
    return begin, payments if documented else [*payments, '{"command":"DONE"}']


@pytest.mark.parametrize("documented", [False, True], ids=["DONE", "at once"])
async def test_a_purchase_is_kept_and_answered_when_it_is_played(
    tcp: TcpClients, *, documented: bool
) -> None:
    alice, bob = await rich_match(tcp)
    await left_alone(alice, bob)
    begin, payments = paying(tcp, documented=documented)
    await alice.asks(begin)
    for line in payments:
        heard = await alice.asks(line)
    assert said(heard)[-1] == KEPT
    assert board_of(tcp).slots[0] == ()
    bob = await tcp.program("bob")
    await alice.until("BUY_OK")
    await bob.until("BUY_OK")
    assert len(board_of(tcp).slots[0]) == 1


async def test_a_kept_move_is_replaced_by_another_or_dropped(tcp: TcpClients) -> None:
    alice, bob = await rich_match(tcp)
    await left_alone(alice, bob)
    begin, payments = paying(tcp, documented=False)
    for line in (begin, *payments):
        heard = await alice.asks(line)
    assert said(heard) == [KEPT]
    assert said(await alice.asks(PICK)) == [f"BUY_ERROR {texts.NOT_KEPT}", KEPT]
    none = "PRODUCE_ERROR Select at least one production slot"
    assert said(await alice.asks('{"command":"PRODUCE","IDs":[]}')) == [NOT_KEPT, none]
    await tcp.program("bob")
    await alice.reply("# bob is back")
    assert said(await alice.asks('{"command":"ActionRequest","n":3}')) == ["REPLY Ok"]
    assert state_of(tcp).phase is Phase.ACTING


async def test_only_the_first_move_of_a_turn_is_queued(tcp: TcpClients) -> None:
    alice, bob = await tcp.begun("alice", "bob")
    await alice.asks(PICK)
    await left_alone(alice, bob)
    refused = "REPLY The game is paused until a player returns."
    switch = '{"command":"SWITCH_DEPOSIT","sourceID":1,"destinationID":2}'
    assert said(await alice.asks(switch)) == [refused]
    place = '{"command":"SEND_DEPOSIT_ID","depositID":3}'
    assert said(await alice.asks(place)) == [refused, "ASK_MARKET_DEST"]


async def test_queued_command_is_dropped_when_the_countdown_ends(server: CommandsServer) -> None:
    alice, bob = await rich(server)
    server.drop(bob)
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1))[-1] == KEPT
    await server.wait(61)
    await server.settle()
    heard = said(alice.news())
    assert "END_GAME" in heard
    assert NOT_KEPT not in heard
    assert "PICK_FROM_MARKET" not in heard


async def test_kept_move_is_dropped_with_its_connection(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    server.drop(bob)
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1))[-1] == KEPT
    server.drop(alice)
    alice, bob = await server.named("alice"), await server.named("bob")
    assert "PICK_FROM_MARKET" not in said(bob.news())
    await take_and_throw(alice)


# A table starts only while every seated player is connected.


async def test_lobby_does_not_start_without_an_absent_player(tcp: TcpClients) -> None:
    alice, bob = [await tcp.program(name) for name in ("alice", "bob")]
    await alice.asks('{"command":"CREATE_LOBBY","lobbyName":"room1","numOfPlayers":2}')
    await bob.asks('{"command":"JOIN_LOBBY","lobbyName":"room1"}')
    await left_alone(alice, bob)
    awaited = "GAME_CREATION_ERROR The match starts once these are connected: bob"
    assert said(await alice.asks('{"command":"START_GAME"}')) == [awaited]
    await tcp.program("bob")
    await alice.reply("# bob is back")
    heard = said(await alice.asks('{"command":"START_GAME"}'))
    assert heard[-3:] == ["GAME_SETUP", "NOTIFY_HAND", "ASK_LEADER_ID"]


async def test_last_player_to_join_sees_the_names_of_absent_players(server: CommandsServer) -> None:
    anna = await server.enter("anna")
    await anna.ask(OpenTable(game="renaissance", seats=3))
    carla, bob = await server.named("carla"), await server.named("bob")
    heard = said(await carla.says("JOIN_LOBBY", name="table-1"))
    assert not [one for one in heard if one.startswith("REPLY #")]
    server.dispatcher.leave(anna)
    carla.news()
    awaited = "REPLY # The match starts once these are connected: anna"
    assert said(await bob.says("JOIN_LOBBY", name="table-1"))[-1] == awaited
    await server.settle()
    assert awaited in said(carla.news())
    await (await server.enter("anna")).ask(Watch(table=1))
    await server.settle()
    assert "GAME_SETUP" in said(bob.news())
