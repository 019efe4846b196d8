"""Set-up, turns, the market, leaders and deposits, with every refusal that the document names."""

import pytest
from msgspec.structs import replace

from ludoteca.games.renaissance import (
    CARDS,
    Depot,
    Phase,
    Resource,
)
from ludoteca.games.renaissance.cards import CROSS_STEPS
from ludoteca.protocols.commands.ids import LEADER_IDS
from ludoteca.protocols.commands.words import Containers, Conversions, Faith, Stored
from tests.core.local import keeper_of
from tests.protocols.commands.local import CommandsServer, container, said
from tests.protocols.commands.stories import again, arrange, board_of, hand_of, rich, take_and_throw

# "Start game", "Game Setup", "Cards in hand", "Ask discard"


async def test_the_start_of_a_match(server: CommandsServer) -> None:
    alice, bob = await server.match("alice", "bob")
    assert said(bob.news()) == [
        "REPLY The Game is started! Have fun!",
        "GAME_SETUP",
        "NOTIFY_HAND",
        "ASK_LEADER_ID",
    ]
    market = "REPLY Please wait for the set-up phase to end!"
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)) == [market]
    assert said(await alice.says("DISCARD_LEADER", id=99)) == ["REPLY You selected an invalid id"]
    first, second, third, _ = hand_of(alice)
    assert said(await alice.says("DISCARD_LEADER", id=first)) == [
        f"DISCARD_OK You discarded {first}"
    ]
    early = await alice.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 1))
    assert said(early) == ["REPLY Please discard 2 the leader first"]
    assert said(await alice.says("DISCARD_LEADER", id=second)) == [
        f"DISCARD_OK You discarded {second}",
        "REPLY You discarded 2 Leaders!",
        "REPLY Wait for others to select their resources",
    ]
    assert said(await alice.says("DISCARD_LEADER", id=third)) == [
        "REPLY You already discarded 2 leaders"
    ]
    assert bob.news() == []


# "Resources Setup"


async def test_resources_before_the_first_turn(server: CommandsServer) -> None:
    clients = await server.match("alice", "bob", "carla", "dino")
    alice, bob, _, dino = clients
    for client in clients:
        for leader in hand_of(client)[:2]:
            await client.says("DISCARD_LEADER", id=leader)
    assert said(dino.heard)[-2:] == ["REPLY You can select 2 resources", "ASK_SETUP_RESOURCES"]
    first = await alice.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 1))
    assert said(first)[-1] == "REPLY you are the first you cannot select extra resources"
    (wrong,) = await bob.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 9))
    assert wrong.info == "you selected an invalid deposit id"
    (wrong,) = await bob.says("SETUP_CONTAINER", **container("FAITH", 1, "DEPOSIT", 1))
    assert wrong.info == "The type doesn't exist"
    chosen = await bob.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 2))
    assert said(chosen) == [
        "REPLY Successfully selected the resources",
        "NOTIFY_DEPOSIT_UPDATE",
    ]
    (twice,) = await bob.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 2))
    assert twice.info == "You already selected your bonus resources"
    one = await dino.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 3))
    assert said(one)[-3:] == [
        "REPLY You can select one more resource",
        "NOTIFY_DEPOSIT_UPDATE",
        "ASK_SETUP_RESOURCES",
    ]
    await dino.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 3))
    alice.news()
    carla = clients[2]
    begun = await carla.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 1))
    assert said(begun)[-5:] == [
        "REPLY Successfully selected the resources",
        "NOTIFY_DEPOSIT_UPDATE",
        "REPLY The game has started",
        "NOTIFY_GAME_STARTED",
        "REPLY @ It is alice's turn",
    ]
    assert said(alice.news())[-2:] == ["NOTIFY_GAME_STARTED", "NOTIFY_TURN_CHANGE"]


async def test_two_resources_may_be_chosen_at_once(server: CommandsServer) -> None:
    clients = await server.match("alice", "bob", "carla", "dino")
    for leader in hand_of(clients[3])[:2]:
        await clients[3].says("DISCARD_LEADER", id=leader)
    await clients[3].says("SETUP_CONTAINER", **container("STONE", 2, "DEPOSIT", 3))
    assert board_of(server, 3).depots[2] == Depot(3, Resource.STONE, 2)


async def test_resources_that_cannot_all_be_stored_are_refused(server: CommandsServer) -> None:
    clients = await server.match("alice", "bob", "carla", "dino")
    _, bob, _, dino = clients
    for client in (bob, dino):
        for leader in hand_of(client)[:2]:
            await client.says("DISCARD_LEADER", id=leader)
    amount = "REPLY You didn't select the right amount of resources"
    for client, qty, place, text, due in (
        (bob, 2, 2, amount, 1),
        (dino, 3, 3, amount, 2),
        (dino, 2, 1, "REPLY DepositSlotMaxDimExceeded", 2),
    ):
        heard = await client.says("SETUP_CONTAINER", **container("STONE", qty, "DEPOSIT", place))
        asked = [f"REPLY You can select {due} resources", "ASK_SETUP_RESOURCES"]
        assert said(heard) == [text, *asked]
    empty = (Depot(1), Depot(2), Depot(3))
    assert (board_of(server, 1).depots, board_of(server, 3).depots) == (empty, empty)


# "Turn phase": action requests and permission to act


async def test_turns(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    assert said(await alice.says("ACTION_REQUEST", n=3)) == ["REPLY Ok"]
    assert said(await bob.says("ACTION_REQUEST", n=3)) == ["REPLY It's not your turn"]
    assert said(await bob.says("END_TURN")) == ["REPLY It's not your turn"]
    assert said(await alice.says("END_TURN")) == ["REPLY You can't pass your turn"]
    assert said(await alice.says("DONE")) == ["REPLY There is nothing to pay for"]
    for command in ("START_GAME", "PLAYER_LIST", "LOBBY_LIST", "EXIT_LOBBY", "REPLY"):
        assert said(await alice.says(command)) == ["REPLY You can't do that here."]
    assert said(await alice.says("CHEAT_VAULT")) == ["REPLY Cheating is not possible."]
    await take_and_throw(alice)
    used = ["REPLY You already used your main action"]
    assert said(await alice.says("ACTION_REQUEST", n=1)) == used
    assert said(await alice.says("ACTION_REQUEST", n=4)) == ["REPLY Ok"]
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)) == used
    bob.news()
    assert said(await alice.says("END_TURN")) == ["REPLY ok", "REPLY @ It is bob's turn"]
    assert said(bob.news()) == ["NOTIFY_TURN_CHANGE"]


async def test_action_requests_are_refused_like_the_commands(server: CommandsServer) -> None:
    alice, bob = await server.match("alice", "bob")
    for client in (alice, bob):
        client.news()
        for number in range(1, 7):
            heard = await client.says("ACTION_REQUEST", n=number)
            assert said(heard) == ["REPLY Please wait for the set-up phase to end!"]
    for client in (alice, bob):
        for leader in hand_of(client)[:2]:
            await client.says("DISCARD_LEADER", id=leader)
    await bob.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 3))
    alice.news()
    known = hand_of(alice)[2]
    ended = ["REPLY You can't pass your turn"]
    assert said(await alice.says("END_TURN")) == ended
    assert said(await alice.says("ACTION_REQUEST", n=6)) == ended
    await alice.says("PICK_FROM_MARKET", selection="column", num=1)
    assert said(await alice.says("END_TURN")) == ended
    assert said(await alice.says("ACTION_REQUEST", n=6)) == ended
    refused = await alice.says("ACTIVATE_LEADER", id=known)
    assert said(refused) == ["REPLY First place or discard the resources you took."]
    assert await alice.says("ACTION_REQUEST", n=4) == refused
    assert said(await alice.says("ACTION_REQUEST", n=5)) == ["REPLY Ok"]


# "Market Request"


async def test_the_market(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    for way, text in (("ROW", "Invalid Row number"), ("column", "Invalid Column number")):
        for num in (0, 9, None):
            (wrong,) = await alice.says("PICK_FROM_MARKET", selection=way, num=num)
            assert wrong.info == text
    assert said(await alice.says("PICK_FROM_MARKET", num=1)) == ["REPLY Invalid Row number"]
    early = await alice.says("SEND_DEPOSIT_ID", **container("GOLD", 1, "DEPOSIT", 1))
    nothing = ["REPLY There is nothing to place: take resources from the market first"]
    assert said(early) == nothing
    assert said(await alice.says("SEND_DEPOSIT_ID", place=1)) == nothing
    assert said(await bob.says("SEND_DEPOSIT_ID", place=1)) == ["REPLY It's not your turn"]
    heard = await alice.says("PICK_FROM_MARKET", selection="column", num=1)
    assert said(heard) == [
        "REPLY ok",
        "PICK_FROM_MARKET",
        "REPLY Deposit 0 throws a resource away: all others gain a faith point",
        "ASK_MARKET_DEST",
    ]
    assert isinstance(heard[-1], Containers)
    assert [one.resource for one in heard[-1].containers] == ["GOLD", "MINION", "MINION"]
    assert said(bob.news()) == [
        "REPLY alice has extracted the COLUMN 1 from the market!",
        "PICK_FROM_MARKET",
    ]
    placed = await alice.says("SEND_DEPOSIT_ID", place=2)  # the document names no resource
    assert said(placed) == ["REPLY ok", "NOTIFY_DEPOSIT_UPDATE", "ASK_MARKET_DEST"]
    for place, text in ((2, "DifferentResourceType"),
                        (8, "The selected Deposit Slot does not exists!")):  # fmt: skip
        heard = await alice.says("SEND_DEPOSIT_ID", **container("MINION", 1, "DEPOSIT", place))
        assert said(heard) == [f"REPLY {text}", "ASK_MARKET_DEST"]
    await alice.says("SEND_DEPOSIT_ID", **container("MINION", 1, "DEPOSIT", 1))
    heard = await alice.says("SEND_DEPOSIT_ID", **container("STONE", 1, "DEPOSIT", 3))
    assert said(heard)[0] == "REPLY You did not take that resource."
    bob.news()
    # Nowhere as things are: deposit 1 is full, and one type goes into one deposit.
    heard = await alice.says("SEND_DEPOSIT_ID", **container("MINION", 1, "DEPOSIT", 3))
    assert said(heard) == [
        "REPLY You must discard this resource",
        "NOTIFY_FAITHPATH_OTHERS",
        "MARKET_OK",
    ]
    assert said(bob.news()) == ["NOTIFY_FAITHPATH_OTHERS"]


async def test_every_resource_that_cannot_be_placed_is_asked_for_again(
    server: CommandsServer,
) -> None:
    alice, _ = await server.begun("alice", "bob")
    await alice.says("PICK_FROM_MARKET", selection="column", num=1)
    taken, unknown = "REPLY You did not take that resource.", "REPLY The type doesn't exist"
    for resource, text in (("STONE", taken), ("FAITH", unknown), ("MOOD", unknown)):
        for place in (0, 1):
            heard = await alice.says("SEND_DEPOSIT_ID", **container(resource, 1, "DEPOSIT", place))
            assert said(heard) == [text, "ASK_MARKET_DEST"]


async def test_a_type_that_is_stored_elsewhere(server: CommandsServer) -> None:
    alice, _ = await server.begun("alice", "bob")
    arrange(server, depots=(Depot(1), Depot(2, Resource.COIN, 1), Depot(3)))
    alice = await again(server, alice)
    await alice.says("PICK_FROM_MARKET", selection="column", num=1)
    heard = await alice.says("SEND_DEPOSIT_ID", **container("GOLD", 1, "DEPOSIT", 3))
    assert said(heard) == ["REPLY ResourceTypeAlreadyStored", "ASK_MARKET_DEST"]
    moved = await alice.says("MANAGE_DEPOSIT", source=2, place=3, qty=1)
    assert said(moved)[-2:] == ["MANAGE_DEPOSIT_OK", "ASK_MARKET_DEST"]
    heard = await alice.says("SEND_DEPOSIT_ID", **container("gold", 1, "deposit", 3))
    assert said(heard)[:2] == ["REPLY ok", "NOTIFY_DEPOSIT_UPDATE"]


async def test_two_leaders_that_convert_white_marbles_ask_for_each(server: CommandsServer) -> None:
    played = tuple(n for n, known in LEADER_IDS.items() if known in (14, 16))
    alice, _ = await rich(server, played=played)
    wrong = await alice.says("CONVERSION", resource="GOLD")
    nothing = ["REPLY There is nothing to place: take resources from the market first"]
    assert said(wrong) == nothing
    heard = await alice.says("PICK_FROM_MARKET", selection="COLUMN", num=2)
    asked = heard[-1]
    assert isinstance(asked, Conversions)
    assert asked.info == "Please select an available conversion"
    assert (set(asked.available), asked.count) == ({"SHIELD", "GOLD"}, 2)
    early = await alice.says("SEND_DEPOSIT_ID", **container("STONE", 1, "DEPOSIT", 1))
    assert said(early)[0] == "REPLY First choose what your white marbles become."
    for resource in ("STONE", "BLANK", None):
        heard = await alice.says("CONVERSION", resource=resource)
        assert said(heard) == [
            "CONVERSION_ERROR invalid conversion chosen",
            "ASK_MULTIPLE_CONVERSION Please select an available conversion",
        ]
    heard = await alice.says("CONVERSION", resource="gold")
    assert said(heard)[0] == "REPLY ok"
    assert isinstance(heard[-1], Conversions)
    assert heard[-1].count == 1
    heard = await alice.says("CONVERSION", resource="SHIELD")
    assert isinstance(heard[-1], Containers)
    assert {one.resource for one in heard[-1].containers} == {"STONE", "GOLD", "SHIELD"}


# "Activate Leader"


@pytest.mark.parametrize(
    ("known", "brings"),
    [(1, []), (5, ["NOTIFY_NEW_DEPOSIT"]), (9, ["NOTIFY_NEW_PROD_SLOT"]), (13, [])],
)
async def test_activating_a_leader(server: CommandsServer, known: int, brings: list[str]) -> None:
    leader = next(number for number, one in LEADER_IDS.items() if one == known)

    cards = tuple(n for n, card in CARDS.items() if card.level < 3)
    alice, bob = await rich(server, hand=(leader,), slots=(cards, (), ()))
    heard = await alice.says("ACTIVATE_LEADER", id=known)
    assert said(heard) == [f"ACTIVATE_OK Correctly activated {known} leader", *brings]
    assert said(bob.news()) == ["ACTIVATE_OK", *brings]


async def test_a_leader_that_cannot_be_activated_can_be_discarded(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    known = hand_of(alice)[2]
    unmet = "REPLY You don't meet the requirements to activate this leader"
    assert said(await alice.says("ACTIVATE_LEADER", id=known)) == [unmet]
    other = "REPLY You do not own a leader with this id!"
    assert said(await alice.says("ACTIVATE_LEADER", id=99)) == [other]
    heard = await alice.says("DISCARD_LEADER", id=known)
    assert said(heard) == [f"DISCARD_OK You discarded {known}", "NOTIFY_FAITHPATH_CURRENT"]
    assert said(bob.news()) == ["NOTIFY_FAITHPATH_CURRENT"]


# "Manage Deposit"


async def test_managing_deposits(server: CommandsServer) -> None:
    depots = (Depot(1, Resource.STONE, 1), Depot(2), Depot(3, Resource.COIN, 2))
    alice, bob = await rich(server, depots=depots)

    async def answer(command: str, **members: int) -> list[str]:
        return said(await alice.says(command, **members))

    full = ["REPLY DepositSlotMaxDimExceeded"]
    assert await answer("SWITCH_DEPOSIT", source=1, place=3) == full
    assert await answer("MANAGE_DEPOSIT", source=3, place=1, qty=2) == [
        "REPLY DifferentResourceType"
    ]
    assert await answer("MANAGE_DEPOSIT", source=1, place=2, qty=2) == ["REPLY NotEnoughResources"]
    assert await answer("MANAGE_DEPOSIT", source=2, place=1, qty=1) == ["REPLY NotEnoughResources"]
    assert await answer("MANAGE_DEPOSIT", source=3, place=2, qty=1) == [
        "REPLY ResourceTypeAlreadyStored"
    ]
    nowhere = ["REPLY The selected Deposit Slot does not exists!"]
    assert await answer("SWITCH_DEPOSIT", source=1, place=4) == nowhere
    ok = ["REPLY ok", *["NOTIFY_DEPOSIT_UPDATE"] * 2, "MANAGE_DEPOSIT_OK"]
    assert await answer("MANAGE_DEPOSIT", source=3, place=2, qty=2) == ok
    assert said(bob.news()) == ["NOTIFY_DEPOSIT_UPDATE"] * 2
    swapped = await alice.says("SWITCH_DEPOSIT", source=2, place=3)
    changes = [one for one in swapped if isinstance(one, Stored)]
    assert [(one.place, one.added) for one in changes] == [
        (2, False), (3, False), (3, True), (2, True)
    ]  # fmt: skip


async def test_a_deposit_of_a_leader_cannot_be_switched(server: CommandsServer) -> None:
    leader = next(number for number, known in LEADER_IDS.items() if known == 5)
    depots = (Depot(1, Resource.STONE, 1), Depot(2), Depot(3))
    shelf = Depot(2, Resource.STONE, 1, of_leader=True)
    alice, _ = await rich(server, played=(leader,), depots=(*depots, shelf))
    own = ["REPLY A leader's deposit cannot be switched: use MANAGE_DEPOSIT"]
    assert said(await alice.says("SWITCH_DEPOSIT", source=4, place=1)) == own
    assert said(await alice.says("SWITCH_DEPOSIT", source=1, place=4)) == own
    nowhere = ["REPLY The selected Deposit Slot does not exists!"]
    assert said(await alice.says("SWITCH_DEPOSIT", source=1, place=5)) == nowhere
    moved = await alice.says("MANAGE_DEPOSIT", source=1, place=4, qty=1)
    assert said(moved)[0] == "REPLY ok"


async def test_lorenzo_does_not_step_beyond_the_end_of_the_track(server: CommandsServer) -> None:
    (alice,) = await server.match("alice")
    for leader in hand_of(alice)[:2]:
        await alice.says("DISCARD_LEADER", id=leader)
    keeper = keeper_of(server.dispatcher)
    two_steps = next(token for token, steps in CROSS_STEPS.items() if steps == 2)
    state = replace(keeper.table.state, cross=23, tokens=(two_steps,), phase=Phase.ACTED)
    keeper.table = replace(keeper.table, state=state)
    alice = await again(server, alice)
    alice.news()
    heard = await alice.says("END_TURN")
    steps = [one.qty for one in heard if isinstance(one, Faith) and one.sender == "LORENZO"]
    assert steps == [1]
    assert "END_GAME" in said(heard)
