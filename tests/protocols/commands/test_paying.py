"""Buying and producing step by step, with every refusal that the document names."""

from msgspec.structs import replace

from ludoteca.games.renaissance import (
    CARDS,
    Depot,
    Goods,
    Phase,
    Resource,
)
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS
from ludoteca.protocols.commands.words import Blanks, Containers, Numbered, Stored
from tests.core.local import keeper_of
from tests.protocols.commands.local import Client, CommandsServer, container, said
from tests.protocols.commands.stories import (
    GREEN,
    RICH,
    again,
    arrange,
    board_of,
    filled,
    offer,
    phase_of,
    rich,
    take_and_throw,
)

# "Buy Development Card"


async def test_buying_a_card(server: CommandsServer) -> None:
    alice, bob = await rich(server)
    card = offer(server)
    known, price = CARD_IDS[card], CARDS[card].cost
    heard = await alice.says("BUY", card=known, slot=1)
    assert said(heard) == ["REPLY ok", "BUY_SLOT_OK"]
    assert isinstance(heard[1], Containers)
    for owed in heard[1].containers:
        paid = await alice.says("SEND_CONTAINER", container=owed, destination="VAULT", place=0)
        assert said(paid) == ["REMOVE_CONTAINER_OK Resources accepted!"]
    heard = await alice.says("DONE")
    assert [w.command for w in heard] == [
        *["NOTIFY_DEPOSIT_UPDATE"] * 3,
        *["NOTIFY_VAULT_UPDATE"] * len(list(price.each())),
        "BUY_OK",
        "NOTIFY_CARDGRID",
    ]
    assert heard[-2].info == "You bought the card!"
    assert all(
        isinstance(one, Stored) and one.container and one.container.resource is None
        for one in heard[:3]
    )
    assert said(bob.news())[-2:] == ["BUY_OK", "NOTIFY_CARDGRID"]
    assert board_of(server).slots[0] == (card,)
    assert board_of(server).strongbox == RICH.minus(price)


async def test_refused_purchases(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    known = CARD_IDS[offer(server)]

    async def error(client: Client, **members: int | None) -> str:
        (refused,) = await client.says("BUY", **members)
        assert refused.command == "BUY_ERROR"
        return str(refused.info)

    assert await error(bob, card=known, slot=1) == "It's not your turn"
    assert await error(alice, card=known, slot=1) == "You don't have enough resources"
    arrange(server, strongbox=RICH)
    for card in (0, 99, -1, None, CARD_IDS[keeper_of(server.dispatcher).table.state.decks[0][1]]):
        assert await error(alice, card=card, slot=1) == "Invalid ID number"
    for slot in (0, 4, None):
        assert await error(alice, card=known, slot=slot) == (
            "You can't insert that card into the selected Slot"
        )
    second = CARD_IDS[offer(server, level=2)]
    assert await error(alice, card=second, slot=1) == (
        "You can't insert that card into the selected Slot"
    )
    keeper = keeper_of(server.dispatcher)
    empty = replace(keeper.table.state, decks=((), *keeper.table.state.decks[1:]))
    keeper.table = replace(keeper.table, state=empty)
    alice = await again(server, alice)
    assert await error(alice, card=12, slot=1) == "The Deck is empty"
    await take_and_throw(alice)
    assert await error(alice, card=known, slot=1) == "You already used your main action"


async def test_only_clients_that_use_the_document_get_its_refusals(
    server: CommandsServer,
) -> None:
    alice, bob = await server.begun("alice", "bob")
    (refused,) = await alice.says("BUY", card=99, slot=1)
    assert refused.command == "BUY_ERROR"
    alice.receive(b'{"command":"ActionRequest","n":1}\n')
    await server.settle()
    alice.news()
    for command in ("BUY", "HELLO", "BUY"):
        alice.news()
        (refused,) = await alice.says(command)
    assert said([refused]) == ["REPLY Invalid ID number"]
    (refused,) = await bob.says("BUY", card=99, slot=1)
    assert refused.command == "BUY_ERROR"
    await alice.says("SEND_CONTAINER")
    await bob.says("SEND_CONTAINER")
    assert (b"REMOVE_CONT_ERROR" in alice.sent, b"REMOVE_CONTAINER_ERROR" in bob.sent) == (
        True,
    ) * 2


async def test_wrong_payment_changes_nothing(server: CommandsServer) -> None:
    alice, _ = await rich(server, depots=(Depot(1, Resource.STONE, 1), Depot(2), Depot(3)))
    keeper = keeper_of(server.dispatcher)
    decks = list(keeper.table.state.decks)
    decks[0] = (GREEN, *(card for card in decks[0] if card != GREEN))  # two shields
    keeper.table = replace(keeper.table, state=replace(keeper.table.state, decks=tuple(decks)))
    buy = {"card": CARD_IDS[GREEN], "slot": 1}

    async def refused(**members: object) -> str:
        (word,) = await alice.says("SEND_CONTAINER", **members)
        assert word.command == "REMOVE_CONTAINER_ERROR"
        return str(word.info)

    assert await refused(**container("SHIELD", 1, "VAULT", 0)) == "There is nothing to pay for"
    await alice.says("BUY", **buy)
    assert await refused(**container("SHIELD", 1, "DEPOSIT", 3)) == "NotEnoughResources"
    assert await refused(**container("SHIELD", 10, "VAULT", 0)) == "NotEnoughResources"
    assert await refused(**container("SHIELD", 0, "VAULT", 0)) == "NotEnoughResources"
    assert await refused(**container("MOOD", 1, "VAULT", 0)) == "NotEnoughResources"
    assert await refused() == "NotEnoughResources"
    assert await refused(**container("SHIELD", 1, "DEPOSIT", 1)) == "DifferentResourceType"
    nowhere = "The selected Deposit Slot does not exists!"
    assert await refused(**container("SHIELD", 1, "DEPOSIT", 7)) == nowhere
    assert await refused(**container("SHIELD", 1, "POCKET", 1)) == nowhere
    short = await alice.says("DONE")
    assert said(short) == ["BUY_ERROR NotEnoughResources", "SHOW_TURN_HELP"]
    await alice.says("BUY", **buy)
    (accepted,) = await alice.says("SEND_CONTAINER", **container("GOLD", 1, "VAULT", 0))
    assert accepted.command == "REMOVE_CONTAINER_OK"
    assert said(await alice.says("DONE"))[0] == "BUY_ERROR DifferentResourceType"
    assert board_of(server).strongbox == RICH
    assert phase_of(server) is Phase.ACTING


# "Produce"


async def test_producing(server: CommandsServer) -> None:
    producer = next(n for n, known in LEADER_IDS.items() if known == 9)  # shield to any resource
    alice, bob = await rich(server, slots=((GREEN,), (), ()), played=(producer,))
    heard = await alice.says("PRODUCE", slots=(4, 1, 0))
    assert heard == [Blanks(command="START_FILL", slot=0, takes=2, makes=1, sender="alice")]
    heard = await alice.says("FILL_QM", resources=("GOLD", "gold", "STONE"))
    assert said(heard) == ["REPLY ok", "FILL_OK", "START_FILL"]
    assert heard[1] == Numbered(command="FILL_OK", id=0, sender="alice")
    assert heard[2] == Blanks(command="START_FILL", slot=4, takes=0, makes=1, sender="alice")
    heard = await alice.says("FILL_QM", resource="MINION")
    assert said(heard) == [
        "REPLY ok",
        "FILL_OK",
        "REPLY Now you can select the resource payment",
        "PRODUCTION_PRICE",
    ]
    price = heard[-1]
    assert isinstance(price, Containers)
    assert {(one.resource, one.qty) for one in price.containers} == {("GOLD", 3), ("SHIELD", 1)}
    for owed in price.containers:
        await alice.says("SEND_CONTAINER", container=owed, destination="vault", place=0)
    bob.news()
    heard = await alice.says("DONE")
    assert heard[-1].command == "PRODUCE_OK"
    assert heard[-1].info == "Prod. executed correctly"
    assert [one.command for one in bob.news()] == [
        *["NOTIFY_VAULT_UPDATE"] * 2,
        "NOTIFY_FAITHPATH_CURRENT",
        *["NOTIFY_DEPOSIT_UPDATE"] * 3,
        *["NOTIFY_VAULT_UPDATE"] * 2,
        "PRODUCE_OK",
    ]
    assert board_of(server).strongbox == RICH.minus(Goods(3, -1, -1, 1))
    assert board_of(server).faith == 2


async def test_choices_one_after_the_other(server: CommandsServer) -> None:
    alice, _ = await rich(server)
    await alice.says("PRODUCE", slots=(0,))
    assert said(await alice.says("FILL_QM", resource="GOLD")) == ["REPLY ok"]
    assert said(await alice.says("FILL_QM", resource="GOLD")) == ["REPLY ok"]
    heard = await alice.says("FILL_QM", resource="STONE")
    assert said(heard)[-1] == "PRODUCTION_PRICE"


async def test_refused_productions(server: CommandsServer) -> None:
    alice, bob = await rich(server)
    assert said(await bob.says("PRODUCE", slots=(0,))) == ["PRODUCE_ERROR It's not your turn"]
    for slots in ((1,), (4,), (-1,), (0, 0), (0, 9)):
        (refused,) = await alice.says("PRODUCE", slots=slots)
        assert refused.command == "PRODUCE_ERROR"
    amount = "PRODUCE_ERROR You didn't select the right amount of resources"
    none = "PRODUCE_ERROR Select at least one production slot"
    assert said(await alice.says("PRODUCE", slots=())) == [none]
    assert said(await alice.says("PRODUCE")) == [none]
    nothing = "PRODUCE_ERROR There is nothing to pay for"
    assert said(await alice.says("FILL_QM", resources=("GOLD",))) == [nothing]
    unknown = ["REPLY The type doesn't exist", "START_FILL"]
    assert await filled(alice, "GOLD", "FAITH", "GOLD") == unknown
    assert await filled(alice, "GOLD") == [amount]
    assert await filled(alice) == [amount]
    await alice.says("PRODUCE", slots=(0,))
    assert said(await alice.says("DONE")) == [amount, "SHOW_TURN_HELP"]
    await filled(alice, "GOLD", "GOLD", "STONE")
    assert said(await alice.says("DONE")) == [amount, "SHOW_TURN_HELP"]
    await filled(alice, "GOLD", "GOLD", "STONE")
    await alice.says("SEND_CONTAINER", **container("GOLD", 3, "VAULT", 0))
    many = "PRODUCE_ERROR You selected too many resources"
    assert said(await alice.says("DONE")) == [many, "SHOW_TURN_HELP"]
    arrange(server, strongbox=Goods(1))
    alice = await again(server, alice)
    poor = ["REPLY ok", "FILL_OK", "PRODUCE_ERROR You don't have enough resources"]
    assert (await filled(alice, "GOLD", "GOLD", "STONE"))[:3] == poor


async def test_a_payment_ends_when_something_else_happens(server: CommandsServer) -> None:
    alice, _ = await rich(server)
    await alice.says("BUY", card=CARD_IDS[offer(server)], slot=1)
    heard = await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)
    assert "BUY_ERROR The table has changed since you began" in said(heard)
    assert said(await alice.says("DONE")) == ["REPLY There is nothing to pay for"]


async def test_a_refused_purchase_or_production_ends_the_open_payment(
    server: CommandsServer,
) -> None:
    alice, _ = await rich(server)
    buy = {"card": CARD_IDS[offer(server)], "slot": 1}
    ended = "A refused BUY or PRODUCE ended this payment"
    invalid, none = "Invalid ID number", "PRODUCE_ERROR Select at least one production slot"
    await filled(alice, "GOLD", "GOLD", "STONE")
    heard = await alice.says("BUY", card=99, slot=1)
    assert said(heard) == [f"PRODUCE_ERROR {ended}", f"BUY_ERROR {invalid}"]
    assert said(await alice.says("DONE")) == ["REPLY There is nothing to pay for"]
    await alice.says("BUY", **buy)
    assert said(await alice.says("PRODUCE", slots=())) == [f"BUY_ERROR {ended}", none]
    await alice.says("BUY", **buy)
    assert said(await alice.says("BUY", card=99, slot=1)) == [f"BUY_ERROR {invalid}"]
    await alice.says("BUY", **buy)
    assert await filled(alice, "GOLD", "GOLD", "STONE")  # an accepted container takes its place
    assert said(await alice.says("BUY", **buy)) == ["REPLY ok", "BUY_SLOT_OK"]
    alice.receive(b'{"command":"ActionRequest","n":1}\n')
    await server.settle()
    alice.news()
    heard = await alice.says("BUY", card=99, slot=1)  # clients of the document receive a REPLY
    assert said(heard) == [f"BUY_ERROR {ended}", f"REPLY {invalid}"]
