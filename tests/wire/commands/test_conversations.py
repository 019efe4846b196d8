"""What is said in every phase, and every refusal the document names, against the real house."""

from collections import deque

import pytest
from msgspec.structs import replace

from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    CARDS,
    Board,
    Depot,
    DiscardResource,
    EndTurn,
    Goods,
    Phase,
    Resource,
    ReturnLeader,
    State,
    TakeBonus,
    TakeMarbles,
    Way,
)
from ludoteca.hall import decisions
from ludoteca.messages import (
    Clock,
    Enter,
    JoinTable,
    OpenTable,
    Pause,
    Play,
    Resume,
    TakeBack,
)
from ludoteca.wire.commands.ids import CARD_IDS, LEADER_IDS
from ludoteca.wire.commands.words import (
    Blanks,
    Containers,
    Conversions,
    Favours,
    Lobbies,
    Numbered,
    People,
    Scores,
    Stored,
    Table,
)
from tests.hall.guests import Guest, keeper_of, raw
from tests.wire.commands.lounge import Client, Lounge, container, lounge, said

RICH = Goods(9, 9, 9, 9)
GREEN, BLUE = 1, 3  # cards of level 1 in the rules


def arrange(night: Lounge, **board: object) -> None:
    """Lay things on alice's board, for what would take many turns to come by."""
    keeper = keeper_of(night.house)
    state: State = keeper.table.state
    boards = list(state.boards)
    boards[0] = replace(boards[0], **board)
    keeper.table = replace(keeper.table, state=replace(state, boards=tuple(boards)))


def board_of(night: Lounge, seat: int = 0) -> Board:
    state: State = keeper_of(night.house).table.state
    return state.boards[seat]


def phase_of(night: Lounge) -> Phase:
    state: State = keeper_of(night.house).table.state
    return state.phase


async def again(night: Lounge, client: Client) -> Client:
    """The same person with another connection, who has been told everything anew."""
    night.drop(client)
    back = night.client(client.label)
    await back.says("LOGIN", info=client.label)
    return back


async def rich(night: Lounge, **board: object) -> list[Client]:
    """Alice, whose turn it is, with more than she had; and bob."""
    alice, bob = await night.begun("alice", "bob")
    arrange(night, **{"strongbox": RICH, **board})
    alice = await again(night, alice)
    bob.news()
    return [alice, bob]


# "Login request", "Username", "Login reply"


@lounge
async def test_login(night: Lounge) -> None:
    alice, bob = night.client(), night.client()
    assert said(alice.news()) == ["REPLY Inserire username"]
    heard = await alice.says("LOGIN", info="alice")
    assert said(heard) == ["LOGIN Welcome to the server", "LOBBY_LIST", "PING"]
    bob.news()
    taken = "REPLY Username already in use, insert a valid nickname: "
    assert said(await bob.says("LOGIN", info="Alice")) == [taken]
    lorenzo = ["REPLY Sorry but you cannot use the nickname 'lorenzo'"]
    assert said(await bob.says("LOGIN", info="lorenzo")) == lorenzo
    for name in ("", " bob", "b|b", "b" * 31):
        (refused,) = await bob.says("LOGIN", info=name)
        assert refused.info == "A name is 1 to 30 visible characters, none of | @ # [ ] , :"
    assert said(await bob.says("LOBBY_LIST")) == ["REPLY Inserire username"]
    assert said(await bob.says("LOGIN", info="bob"))[0] == "LOGIN Welcome to the server"
    already = "REPLY Incorrect command, you are already logged in the server!"
    assert said(await bob.says("LOGIN", info="bob2")) == [already]


@lounge
async def test_a_secret_keeps_a_name_and_only_its_owner_sees_it(night: Lounge) -> None:
    alice, bob = await night.match("alice#horse", "bob")
    table = next(one for one in alice.heard if isinstance(one, Table))
    assert table.names == ("alice#horse", "bob")
    assert next(one for one in bob.heard if isinstance(one, Table)).names == ("alice", "bob")
    await alice.says("CHAT_ALL", info=" hello")
    assert bob.news()[-1].sender == "alice"
    assert b"horse" not in bob.sent
    night.drop(alice)
    thief = night.client()
    heard = await thief.says("LOGIN", info="alice#donkey")
    assert said(heard)[-1] == "REPLY Username already in use, insert a valid nickname: "
    assert b"GAME_SETUP" not in thief.sent


# "Create Lobby", "Join lobby", "Player list"


@lounge
async def test_lobbies(night: Lounge) -> None:
    alice, bob, carla = [await night.named(name) for name in ("alice", "bob", "carla")]
    created = ["REPLY The lobby room1 has been created correctly!",
               "JOIN_LOBBY You joined room1 correctly!",
               "PLAYER_LIST Players connected in room1:"]  # fmt: skip
    assert said(await alice.says("CREATE_LOBBY", name="room1", players=2)) == created
    exists = ["REPLY The lobby already exists"]
    assert said(await bob.says("CREATE_LOBBY", name="room1", players=3)) == exists
    assert said(await bob.says("CREATE_LOBBY", name="table-1", players=3)) == exists
    assert said(await bob.says("CREATE_LOBBY", name="five", players=5)) == [
        "REPLY That game is not for so many players."
    ]
    for name in ("", "my room"):
        (refused,) = await bob.says("CREATE_LOBBY", name=name, players=2)
        assert str(refused.info).startswith("A table is called like a person")
    (listed,) = await bob.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    (room,) = listed.lobbies or ()
    assert (room.name, room.owner, room.max_players, room.connected) == ("room1", "alice", 2, 1)
    assert (room.full, room.closed) == (False, False)
    unknown = ["REPLY The selected lobby doesn't exist"]
    assert said(await bob.says("JOIN_LOBBY", name="nowhere")) == unknown
    joined = ["JOIN_LOBBY You joined room1 correctly!", "PLAYER_LIST Players connected in room1:"]
    assert said(await bob.says("JOIN_LOBBY", name="room1")) == joined
    seen = alice.news()
    assert said(seen) == [
        "PLAYER_LIST Players connected in room1:",
        "USER_JOINED_LOBBY # The user: bob has joined the lobby",
    ]
    assert isinstance(seen[0], People)
    assert seen[0].names == ("alice", "bob")
    full = ["REPLY The lobby is full"]
    assert said(await carla.says("JOIN_LOBBY", name="room1")) == full
    assert said(await bob.says("PLAYER_LIST")) == ["PLAYER_LIST Players connected in room1:"]
    owner = "GAME_CREATION_ERROR Only alice (the owner of the lobby) can start the game!"
    assert said(await bob.says("START_GAME")) == [owner]
    assert said(await bob.says("LOBBY_LIST")) == ["REPLY You can't do that here."]
    await alice.says("START_GAME")
    started = ["REPLY The game is already started"]
    assert said(await carla.says("JOIN_LOBBY", name="room1")) == started
    assert said(await carla.says("START_GAME")) == ["REPLY You can't do that here."]


@lounge
async def test_leaving_a_lobby(night: Lounge) -> None:
    alice, bob = [await night.named(name) for name in ("alice", "bob")]
    await alice.says("CREATE_LOBBY", name="room1", players=3)
    await bob.says("JOIN_LOBBY", name="room1")
    left = await alice.says("EXIT_LOBBY")
    assert said(left)[-2:] == ["EXIT_LOBBY You left: room1 correctly!", "LOBBY_LIST"]
    assert said(bob.news()) == [
        "USER_LEFT_LOBBY # The user alice has left the lobby",
        "PLAYER_LIST Players connected in room1:",
        "REPLY The Owner has left, you are now the new Owner",
    ]
    assert said(await bob.says("QUIT")) == ["REPLY Bye bye!"]
    assert not bob.open
    (listed,) = await alice.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    assert listed.lobbies == ()


@lounge
async def test_tables_of_others_have_names_of_one_word(night: Lounge) -> None:
    anna = await night.guest("Anna Maria")
    await anna.ask(OpenTable(game="renaissance", seats=2, name="my room"))
    other = await night.guest("Carla")
    await other.ask(OpenTable(game="shelfie", seats=2))
    bob = await night.named("bob")
    (listed,) = await bob.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    assert [(room.name, room.owner) for room in listed.lobbies or ()] == [("table-1", "Anna_Maria")]
    heard = await bob.says("JOIN_LOBBY", name="table-1")  # full, and it does not wait
    assert said(heard)[:3] == [
        "JOIN_LOBBY You joined table-1 correctly!",
        "PLAYER_LIST Players connected in table-1:",
        "GAME_SETUP",
    ]
    table = next(one for one in heard if isinstance(one, Table))
    assert table.names == ("Anna_Maria", "bob")
    await bob.says("CHAT", receiver="Anna_Maria", info=" hi")
    assert anna.heard[-1].text == "hi"  # type: ignore[union-attr]


# "Start game", "Game Setup", "Cards in hand", "Ask discard"


@lounge
async def test_the_start_of_a_match(night: Lounge) -> None:
    alice, bob = await night.match("alice", "bob")
    assert said(bob.news()) == [
        "REPLY The Game is started! Have fun!",
        "GAME_SETUP",
        "NOTIFY_HAND",
        "ASK_LEADER_ID",
    ]
    market = "REPLY Please wait for the set-up phase to end!"
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)) == [market]
    assert said(await alice.says("DISCARD_LEADER", id=99)) == ["REPLY You selected an invalid id"]
    first, second, third, _ = _hand(alice)
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


def _hand(client: Client) -> tuple[int, ...]:
    hand: tuple[int, ...] = next(one.cards for one in client.heard if one.command == "NOTIFY_HAND")  # type: ignore[attr-defined]
    return hand


# "Resources Setup"


@lounge
async def test_resources_before_the_first_turn(night: Lounge) -> None:
    clients = await night.match("alice", "bob", "carla", "dino")
    alice, bob, _, dino = clients
    for client in clients:
        for leader in _hand(client)[:2]:
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
        "NOTIFY_DEPOSIT_UPDATE",
        "REPLY Successfully selected the resources",
    ]
    (twice,) = await bob.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 2))
    assert twice.info == "You already selected your bonus resources"
    one = await dino.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 3))
    assert said(one)[-3:] == [
        "NOTIFY_DEPOSIT_UPDATE",
        "REPLY You can select one more resource",
        "ASK_SETUP_RESOURCES",
    ]
    await dino.says("SETUP_CONTAINER", **container("STONE", 1, "DEPOSIT", 3))
    alice.news()
    carla = clients[2]
    begun = await carla.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 1))
    assert said(begun)[-4:] == [
        "REPLY Successfully selected the resources",
        "REPLY The game has started",
        "NOTIFY_GAME_STARTED",
        "REPLY @ It is alice's turn",
    ]
    assert said(alice.news())[-2:] == ["NOTIFY_GAME_STARTED", "NOTIFY_TURN_CHANGE"]


@lounge
async def test_two_resources_may_be_chosen_at_once(night: Lounge) -> None:
    clients = await night.match("alice", "bob", "carla", "dino")
    for leader in _hand(clients[3])[:2]:
        await clients[3].says("DISCARD_LEADER", id=leader)
    await clients[3].says("SETUP_CONTAINER", **container("STONE", 2, "DEPOSIT", 3))
    assert board_of(night, 3).depots[2] == Depot(3, Resource.STONE, 2)


# "Turn phase": action requests, and who may act


@lounge
async def test_turns(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    assert said(await alice.says("ACTION_REQUEST", n=3)) == ["REPLY Ok"]
    assert said(await bob.says("ACTION_REQUEST", n=3)) == ["REPLY It's not your turn"]
    assert said(await bob.says("END_TURN")) == ["REPLY It's not your turn"]
    assert said(await alice.says("END_TURN")) == ["REPLY You can't pass your turn"]
    assert said(await alice.says("DONE")) == ["REPLY There is nothing to pay for"]
    for command in ("START_GAME", "PLAYER_LIST", "LOBBY_LIST", "EXIT_LOBBY", "REPLY"):
        assert said(await alice.says(command)) == ["REPLY You can't do that here."]
    assert said(await alice.says("CHEAT_VAULT")) == ["REPLY There is no cheating in this house."]
    await _market(alice)
    used = ["REPLY You already used your main action"]
    assert said(await alice.says("ACTION_REQUEST", n=1)) == used
    assert said(await alice.says("ACTION_REQUEST", n=4)) == ["REPLY Ok"]
    assert said(await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)) == used
    bob.news()
    assert said(await alice.says("END_TURN")) == ["REPLY ok", "REPLY @ It is bob's turn"]
    assert said(bob.news()) == ["NOTIFY_TURN_CHANGE"]


async def _market(client: Client) -> None:
    """Take something and throw everything away."""
    heard = await client.says("PICK_FROM_MARKET", selection="row", num=1)
    while isinstance(heard[-1], Containers):
        resource = str(heard[-1].containers[0].resource)
        heard = await client.says("SEND_DEPOSIT_ID", **container(resource, 1, "DEPOSIT", 0))
    assert heard[-1].command == "MARKET_OK"


# "Market Request"


@lounge
async def test_the_market(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    for way, text in (("ROW", "Invalid Row number"), ("column", "Invalid Column number")):
        for num in (0, 9, None):
            (wrong,) = await alice.says("PICK_FROM_MARKET", selection=way, num=num)
            assert wrong.info == text
    assert said(await alice.says("PICK_FROM_MARKET", num=1)) == ["REPLY Invalid Row number"]
    early = await alice.says("SEND_DEPOSIT_ID", **container("GOLD", 1, "DEPOSIT", 1))
    assert said(early) == ["REPLY You have no resources to place."]
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
    # Nowhere as things are arranged: deposit 1 is full, and one type goes into one deposit.
    heard = await alice.says("SEND_DEPOSIT_ID", **container("MINION", 1, "DEPOSIT", 3))
    assert said(heard) == [
        "REPLY You must discard this resource",
        "NOTIFY_FAITHPATH_OTHERS",
        "MARKET_OK",
    ]
    assert said(bob.news()) == ["NOTIFY_FAITHPATH_OTHERS"]


@lounge
async def test_a_type_that_is_stored_elsewhere(night: Lounge) -> None:
    alice, _ = await night.begun("alice", "bob")
    arrange(night, depots=(Depot(1), Depot(2, Resource.COIN, 1), Depot(3)))
    alice = await again(night, alice)
    await alice.says("PICK_FROM_MARKET", selection="column", num=1)
    heard = await alice.says("SEND_DEPOSIT_ID", **container("GOLD", 1, "DEPOSIT", 3))
    assert said(heard) == ["REPLY ResourceTypeAlreadyStored", "ASK_MARKET_DEST"]
    moved = await alice.says("MANAGE_DEPOSIT", source=2, place=3, qty=1)
    assert said(moved)[-2:] == ["MANAGE_DEPOSIT_OK", "ASK_MARKET_DEST"]
    heard = await alice.says("SEND_DEPOSIT_ID", **container("gold", 1, "deposit", 3))
    assert said(heard)[:2] == ["REPLY ok", "NOTIFY_DEPOSIT_UPDATE"]


@lounge
async def test_two_leaders_that_convert_white_marbles_ask_for_each(night: Lounge) -> None:
    played = tuple(n for n, known in LEADER_IDS.items() if known in (14, 16))
    alice, _ = await rich(night, played=played)
    wrong = await alice.says("CONVERSION", resource="GOLD")
    assert said(wrong) == ["REPLY You have no resources to place."]
    heard = await alice.says("PICK_FROM_MARKET", selection="COLUMN", num=2)
    asked = heard[-1]
    assert isinstance(asked, Conversions)
    assert asked.info == "Please select an available conversion"
    assert (set(asked.available), asked.count) == ({"SHIELD", "GOLD"}, 2)
    early = await alice.says("SEND_DEPOSIT_ID", **container("STONE", 1, "DEPOSIT", 1))
    assert said(early)[0] == "REPLY Say first what your white marbles become."
    for resource in ("STONE", "BLANK", None):
        heard = await alice.says("CONVERSION", resource=resource)
        assert said(heard) == [
            "CONVERSION_ERROR invalid conversion chosen",
            "ASK_MULTIPLE_CONVERSION Please select an available conversion",
        ]
    heard = await alice.says("CONVERSION", resource="gold")
    assert isinstance(heard[-1], Conversions)
    assert heard[-1].count == 1
    heard = await alice.says("CONVERSION", resource="SHIELD")
    assert isinstance(heard[-1], Containers)
    assert {one.resource for one in heard[-1].containers} == {"STONE", "GOLD", "SHIELD"}


# "Buy Development Card"


def offer(night: Lounge, level: int = 1) -> int:
    """A card on offer, by the number of the rules."""
    state: State = keeper_of(night.house).table.state
    return next(deck[0] for deck in state.decks if deck and CARDS[deck[0]].level == level)


@lounge
async def test_buying_a_card(night: Lounge) -> None:
    alice, bob = await rich(night)
    card = offer(night)
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
    assert board_of(night).slots[0] == (card,)
    assert board_of(night).strongbox == RICH.minus(price)


@lounge
async def test_what_cannot_be_bought(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    known = CARD_IDS[offer(night)]

    async def error(client: Client, **members: int | None) -> str:
        (refused,) = await client.says("BUY", **members)
        assert refused.command == "BUY_ERROR"
        return str(refused.info)

    assert await error(bob, card=known, slot=1) == "It's not your turn"
    assert await error(alice, card=known, slot=1) == "You don't have enough resources"
    arrange(night, strongbox=RICH)
    for card in (0, 99, -1, None, CARD_IDS[keeper_of(night.house).table.state.decks[0][1]]):
        assert await error(alice, card=card, slot=1) == "Invalid ID number"
    for slot in (0, 4, None):
        assert await error(alice, card=known, slot=slot) == (
            "You can't insert that card into the selected Slot"
        )
    second = CARD_IDS[offer(night, level=2)]
    assert await error(alice, card=second, slot=1) == (
        "You can't insert that card into the selected Slot"
    )
    keeper = keeper_of(night.house)
    empty = replace(keeper.table.state, decks=((), *keeper.table.state.decks[1:]))
    keeper.table = replace(keeper.table, state=empty)
    alice = await again(night, alice)
    assert await error(alice, card=12, slot=1) == "The Deck is empty"
    await _market(alice)
    assert await error(alice, card=known, slot=1) == "You already used your main action"


@lounge
async def test_a_wrong_payment_comes_to_nothing(night: Lounge) -> None:
    alice, _ = await rich(night, depots=(Depot(1, Resource.STONE, 1), Depot(2), Depot(3)))
    keeper = keeper_of(night.house)
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
    assert board_of(night).strongbox == RICH
    assert phase_of(night) is Phase.ACTING


# "Produce"


@lounge
async def test_producing(night: Lounge) -> None:
    producer = next(n for n, known in LEADER_IDS.items() if known == 9)  # shield to anything
    alice, bob = await rich(night, slots=((GREEN,), (), ()), played=(producer,))
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
    assert board_of(night).strongbox == RICH.minus(Goods(3, -1, -1, 1))
    assert board_of(night).faith == 2


@lounge
async def test_choices_one_after_the_other(night: Lounge) -> None:
    alice, _ = await rich(night)
    await alice.says("PRODUCE", slots=(0,))
    assert said(await alice.says("FILL_QM", resource="GOLD")) == ["REPLY ok"]
    assert said(await alice.says("FILL_QM", resource="GOLD")) == ["REPLY ok"]
    heard = await alice.says("FILL_QM", resource="STONE")
    assert said(heard)[-1] == "PRODUCTION_PRICE"


async def _produced(client: Client, *fill: str) -> list[str]:
    await client.says("PRODUCE", slots=(0,))
    return said(await client.says("FILL_QM", resources=fill))


@lounge
async def test_what_cannot_be_produced(night: Lounge) -> None:
    alice, bob = await rich(night)
    assert said(await bob.says("PRODUCE", slots=(0,))) == ["PRODUCE_ERROR It's not your turn"]
    for slots in ((1,), (4,), (-1,), (0, 0), (0, 9)):
        (refused,) = await alice.says("PRODUCE", slots=slots)
        assert refused.command == "PRODUCE_ERROR"
    amount = "PRODUCE_ERROR You didn't select the right amount of resources"
    assert said(await alice.says("PRODUCE", slots=())) == [amount]
    assert said(await alice.says("PRODUCE")) == [amount]
    nothing = "PRODUCE_ERROR There is nothing to pay for"
    assert said(await alice.says("FILL_QM", resources=("GOLD",))) == [nothing]
    unknown = ["REPLY The type doesn't exist", "PRODUCE_ERROR The type doesn't exist"]
    assert await _produced(alice, "GOLD", "FAITH", "GOLD") == unknown
    assert await _produced(alice, "GOLD") == [amount]
    assert await _produced(alice) == [amount]
    await alice.says("PRODUCE", slots=(0,))
    assert said(await alice.says("DONE")) == [amount, "SHOW_TURN_HELP"]
    await _produced(alice, "GOLD", "GOLD", "STONE")
    assert said(await alice.says("DONE")) == [amount, "SHOW_TURN_HELP"]
    await _produced(alice, "GOLD", "GOLD", "STONE")
    await alice.says("SEND_CONTAINER", **container("GOLD", 3, "VAULT", 0))
    many = "PRODUCE_ERROR You selected too many resources"
    assert said(await alice.says("DONE")) == [many, "SHOW_TURN_HELP"]
    arrange(night, strongbox=Goods(1))
    alice = await again(night, alice)
    poor = ["REPLY ok", "FILL_OK", "PRODUCE_ERROR You don't have enough resources"]
    assert (await _produced(alice, "GOLD", "GOLD", "STONE"))[:3] == poor


@lounge
async def test_a_payment_ends_when_something_else_happens(night: Lounge) -> None:
    alice, _ = await rich(night)
    await alice.says("BUY", card=CARD_IDS[offer(night)], slot=1)
    heard = await alice.says("PICK_FROM_MARKET", selection="ROW", num=1)
    assert "BUY_ERROR The table has changed since you began" in said(heard)
    assert said(await alice.says("DONE")) == ["REPLY There is nothing to pay for"]


# "Activate Leader"


@pytest.mark.parametrize(
    ("known", "brings"),
    [(1, []), (5, ["NOTIFY_NEW_DEPOSIT"]), (9, ["NOTIFY_NEW_PROD_SLOT"]), (13, [])],
)
def test_activating_a_leader(known: int, brings: list[str]) -> None:
    leader = next(number for number, one in LEADER_IDS.items() if one == known)

    @lounge
    async def story(night: Lounge) -> None:
        cards = tuple(n for n, card in CARDS.items() if card.level < 3)
        alice, bob = await rich(night, hand=(leader,), slots=(cards, (), ()))
        heard = await alice.says("ACTIVATE_LEADER", id=known)
        assert said(heard) == [f"ACTIVATE_OK Correctly activated {known} leader", *brings]
        assert said(bob.news()) == ["ACTIVATE_OK", *brings]

    story()


@lounge
async def test_a_leader_that_cannot_be_activated_can_be_discarded(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    known = _hand(alice)[2]
    unmet = "REPLY You don't meet the requirements to activate this leader"
    assert said(await alice.says("ACTIVATE_LEADER", id=known)) == [unmet]
    other = "REPLY You do not own a leader with this id!"
    assert said(await alice.says("ACTIVATE_LEADER", id=99)) == [other]
    heard = await alice.says("DISCARD_LEADER", id=known)
    assert said(heard) == [f"DISCARD_OK You discarded {known}", "NOTIFY_FAITHPATH_CURRENT"]
    assert said(bob.news()) == ["NOTIFY_FAITHPATH_CURRENT"]


# "Manage Deposit"


@lounge
async def test_managing_deposits(night: Lounge) -> None:
    depots = (Depot(1, Resource.STONE, 1), Depot(2), Depot(3, Resource.COIN, 2))
    alice, bob = await rich(night, depots=depots)

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


# "Last Turn Notify", "End Game"


@lounge
async def test_the_last_round_and_the_end(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    arrange(night, faith=23)
    alice = await again(night, alice)
    bob.news()
    heard = await alice.says("DISCARD_LEADER", id=_hand(alice)[0])
    assert said(heard)[1:] == [
        "NOTIFY_FAITHPATH_CURRENT",
        *["NOTIFY_FAITHPATH_FAVOURS"] * 3,
        "REPLY # THIS IS THE LAST ROUND",
    ]
    assert [one.favours for one in heard if isinstance(one, Favours)] == [(2, 0), (3, 0), (4, 0)]
    await _market(alice)
    bob.news()
    await alice.says("END_TURN")
    assert said(bob.news()) == ["REPLY # THIS IS THE LAST ROUND", "NOTIFY_TURN_CHANGE"]
    await _market(bob)
    alice.news()
    await bob.says("END_TURN")
    heard = alice.news()
    assert said(heard) == [
        "NOTIFY_SCORES",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert isinstance(heard[0], Scores)
    assert heard[0].winners == ("alice",)
    # The room is there again: it can be listed, started by its owner, and left.
    players = await bob.says("PLAYER_LIST")
    assert isinstance(players[-1], People)
    assert sorted(players[-1].names or ()) == ["alice", "bob"]
    started = await bob.says("START_GAME")
    assert said(started)[-3:] == ["GAME_SETUP", "NOTIFY_HAND", "ASK_LEADER_ID"]
    assert keeper_of(night.house, 2).table.opened.name == "room1"


@lounge
async def test_after_the_end_the_room_can_be_left(night: Lounge) -> None:
    alice, bob = await night.begun("alice", "bob")
    await bob.says("QUIT")
    assert said(alice.news()) == [
        "REPLY # bob has left the match",
        "NOTIFY_SCORES",
        "USER_LEFT_GAME",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    left = await alice.says("EXIT_LOBBY")
    assert said(left) == ["EXIT_LOBBY You left: room1 correctly!", "LOBBY_LIST"]
    assert isinstance(left[-1], Lobbies)
    assert left[-1].lobbies == ()


@lounge
async def test_a_match_that_is_over_before_it_was_told_to_have_started(night: Lounge) -> None:
    alice, bob = [await night.named(name) for name in ("alice", "bob")]
    await alice.says("CREATE_LOBBY", name="room1", players=2)
    await bob.says("JOIN_LOBBY", name="room1")
    alice.news()
    alice.receive(b'{"command":"START_GAME"}\n')
    for _ in range(2):
        await night.house.handle(alice, alice.requests.popleft())
    waiting, alice.requests = alice.requests, deque()  # alice's line is slow
    await bob.says("QUIT")
    alice.requests.extendleft(waiting)
    await night.settle()
    assert said(alice.news())[-2:] == [
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert "GAME_SETUP" not in said(alice.heard)


@lounge
async def test_a_match_that_ends_in_the_middle_of_a_command(night: Lounge) -> None:
    alice, bob = await rich(night)
    alice.receive(b'{"command":"PRODUCE","IDs":[0]}\n{"command":"HELLO"}\n')
    await night.house.handle(alice, alice.requests.popleft())
    waiting, alice.requests = alice.requests, deque()
    await bob.says("QUIT")
    assert "END_GAME" in said(alice.news())
    alice.requests.extendleft(waiting)
    await night.settle()
    assert "HELLO Hello!" in said(alice.news())


@lounge
async def test_after_a_match_at_a_table_of_the_browser(night: Lounge) -> None:
    anna = await night.guest("Anna")
    await anna.ask(OpenTable(game="renaissance", seats=2))
    bob = await night.named("bob")
    await bob.says("JOIN_LOBBY", name="table-1")
    night.house.leave(anna)
    bob.news()
    await night.wait(60)
    await night.settle()
    assert said(bob.news())[-2:] == [
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in table-1:",
    ]
    assert said(await bob.says("PLAYER_LIST")) == ["PLAYER_LIST Players connected in table-1:"]
    again_ = await bob.says("START_GAME")
    assert said(again_) == ["PLAYER_LIST Players connected in table-2:"]
    back = Guest(night.house)
    await back.ask(Enter(name="Anna"))
    assert said(await bob.says("EXIT_LOBBY"))[-1] == "LOBBY_LIST"


# Talk


@lounge
async def test_chat(night: Lounge) -> None:
    alice, bob = [await night.named(name) for name in ("alice", "bob")]
    assert await alice.says("CHAT", receiver="bob", info=" hi bob") == []
    (heard,) = bob.news()
    line = b'{"receiver":"alice","command":"CHAT","info":" hi bob","target":"UNICAST"'
    assert line + b',"senderNickname":"bob"}\n' in bob.sent
    await alice.says("CHAT_ALL", receiver="Everyone", info=" hi all")
    (heard,) = bob.news()
    assert (heard.command, heard.info, heard.sender) == ("CHAT_ALL", " hi all", "alice")
    nobody = "REPLY Sorry to inform you the user you want to contact isn't connected."
    assert said(await alice.says("CHAT", receiver="nobody", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", receiver="no_body", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", receiver="no_body")) == ["REPLY Say something."]
    assert said(await alice.says("CHAT_ALL", info=" ")) == ["REPLY Say something."]
    assert said(await bob.says("HELLO")) == ["HELLO Hello!"]
    assert said(await bob.says("HELLO_ALL")) == []
    assert said(alice.news()) == ["CHAT_ALL  Hello all!"]
    anna = await night.guest("Anna Maria")
    await bob.says("CHAT", receiver="Anna_Maria", info=" ciao")
    assert anna.heard[-1].text == "ciao"  # type: ignore[union-attr]


# "Connection Timer"


@lounge
async def test_pings(night: Lounge) -> None:
    alice, stranger = await night.named("alice"), night.client()
    stranger.news()
    stranger.tick()
    assert stranger.news() == []
    for _ in range(5):  # every command counts as a pong
        alice.tick()
        alice.tick()
        assert said(alice.news()) == ["PING", "PING"]
        await alice.says("PONG")
    assert said(await alice.says("PING")) == ["PONG"]
    for _ in range(3):
        alice.tick()
    assert said(alice.news()) == ["PING", "PING", "INACTIVITY_KICK"]
    assert not alice.open


@lounge
async def test_what_cannot_be_read_is_answered_in_words(night: Lounge) -> None:
    alice = await night.named("alice")
    alice.receive(b'hello\n{"command":"DANCE"}\nnull\n')
    assert [word.command for word in alice.news()] == ["REPLY"] * 3
    alice.receive(b"x" * 20_000)
    assert not alice.open


@lounge
async def test_a_client_may_say_much_at_once(night: Lounge) -> None:
    alice = night.client()
    lines = [
        '{"command":"LOGIN","info":"alice"}',
        '{"command":"CREATE_LOBBY","lobbyName":"s1","numOfPlayers":1}',
        '{"command":"START_GAME"}',
    ]
    alice.receive("\n".join([*lines, ""]).encode())
    await night.settle()
    assert "GAME_SETUP" in said(alice.heard)
    alice.receive(b'{"command":"HELLO"}\n' * 500)
    await night.settle()
    assert alice.open
    bob = night.client()
    bob.receive(b'{"command":"LOGIN","info":"bob"}\n' * 9000)
    assert not bob.open
    assert said(bob.heard)[1:] == ["REPLY So many commands at once cannot be answered."]
    carla = await night.named("carla")
    carla.receive(b'{"command":"QUIT"}\n{"command":"HELLO"}\n')
    assert said(carla.news()) == ["REPLY Bye bye!"]


# Seats change hands, and time passes


@lounge
async def test_a_seat_that_was_left_can_be_taken_by_another(night: Lounge) -> None:
    alice, bob, carla = await night.begun("alice", "bob", "carla")
    await bob.says("QUIT")
    assert said(alice.news()) == ["REPLY # bob has left the match"]
    eve = await night.named("eve")
    heard = await eve.says("JOIN_LOBBY", name="room1")
    table = next(one for one in heard if isinstance(one, Table))
    assert table.names == ("alice", "eve", "carla")
    assert said(heard)[-1] == "REPLY @ It is alice's turn"
    assert said(alice.news()) == ["REPLY # eve plays for bob from now on"]
    carla.news()
    await _market(alice)
    await alice.says("END_TURN")
    assert said(carla.news())[-1] == "REPLY @ It is bob's turn"  # as carla's program knows them
    assert said(eve.news())[-1] == "NOTIFY_TURN_CHANGE"
    await eve.says("QUIT")
    bob = await night.named("bob")
    await bob.says("JOIN_LOBBY", name="room1")
    assert said(alice.news())[-2:] == ["REPLY # bob has left the match", "REPLY # bob is back"]


@lounge
async def test_a_seat_without_anybody_has_a_number(night: Lounge) -> None:
    alice, bob, _ = await night.begun("alice", "bob", "carla")
    await bob.says("QUIT")
    alice = await again(night, alice)
    table = next(one for one in alice.heard if isinstance(one, Table))
    assert table.names == ("alice", "seat-2", "carla")


async def _at_a_table_with(night: Lounge, **options: object) -> tuple[Guest, Client]:
    """Anna with a browser, and bob who begins, in a match that has begun."""
    bob = await night.named("bob")
    anna = await night.guest("anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, **options))  # type: ignore[arg-type]
    keeper = keeper_of(night.house)
    await bob.says("JOIN_LOBBY", name="table-1")
    for person in (0, 1):
        for leader in keeper.table.state.boards[person].hand[2:]:
            move = raw(ReturnLeader(leader))
            asks = anna if person == 0 else bob
            await night.house.handle(asks, Play(table=1, move=move))
    await night.house.handle(bob, Play(table=1, move=raw(TakeBonus(Resource.COIN, 2))))
    await anna.ask(Play(table=1, move=raw(TakeMarbles(Way.ROW, 0))))
    while keeper.table.state.taken.total():
        resource = next(keeper.table.state.taken.each())[0]
        await anna.ask(Play(table=1, move=raw(DiscardResource(resource))))
    await anna.ask(Play(table=1, move=raw(EndTurn())))
    await night.settle()
    assert bob.news()[-1].command == "NOTIFY_TURN_CHANGE"
    return anna, bob


@lounge
async def test_who_is_out_of_time_is_told_that_nothing_is_asked_any_more(night: Lounge) -> None:
    anna, bob = await _at_a_table_with(night, clock=Clock(turn=30))
    await bob.says("PICK_FROM_MARKET", selection="COLUMN", num=1)
    await night.wait(31)
    heard = said(bob.news())
    assert heard[0] == "REPLY # bob is skipped"
    assert heard[-2:] == ["MARKET_OK", "REPLY @ It is anna's turn"]
    await _pass(anna)
    await bob.says("PRODUCE", slots=(0,))
    await night.wait(31)
    assert said(bob.news())[0] == "PRODUCE_ERROR The table has changed since you began"
    await _pass(anna)
    await night.wait(31)
    await night.settle()
    assert said(bob.news())[-3:] == [
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in table-1:",
    ]


async def _pass(anna: Guest) -> None:
    leader = keeper_of(anna.house).table.state.boards[0].hand
    await anna.ask(Play(table=1, move=raw(TakeMarbles(Way.ROW, 0))))
    while keeper_of(anna.house).table.state.taken.total():
        resource = next(keeper_of(anna.house).table.state.taken.each())[0]
        await anna.ask(Play(table=1, move=raw(DiscardResource(resource))))
    await anna.ask(Play(table=1, move=raw(EndTurn())))
    assert leader == keeper_of(anna.house).table.state.boards[0].hand


@lounge
async def test_a_seat_that_is_lost_while_the_match_goes_on(night: Lounge) -> None:
    alice, bob, _ = await night.begun("alice", "bob", "carla")
    keeper = keeper_of(night.house)
    await keeper.ask(lambda table: decisions.give_up(table, [Seat(1)]))
    await night.settle()
    assert said(bob.news())[-4:] == [
        "REPLY You have lost your seat",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert "END_GAME" not in said(alice.news())
    assert said(await bob.says("START_GAME")) == ["REPLY The game is not over yet."]
    assert said(await bob.says("EXIT_LOBBY"))[-1] == "LOBBY_LIST"


@lounge
async def test_a_move_that_is_taken_back_is_told_by_the_whole_picture(night: Lounge) -> None:
    """Tables with taking back are not listed here; who sits at one is told everything anew."""
    bob = await night.named("bob")
    anna = await night.guest("anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, take_back=True))
    assert said(await bob.says("LOBBY_LIST")) == ["LOBBY_LIST"]
    unknown = ["REPLY The selected lobby doesn't exist"]
    assert said(await bob.says("JOIN_LOBBY", name="table-1")) == unknown
    night.drop(bob)
    bruno = await night.guest("bob")
    await bruno.ask(JoinTable(table=1))
    night.house.leave(bruno)
    bob = await night.named("bob")
    keeper = keeper_of(night.house)
    leader = keeper.table.state.boards[0].hand[0]
    await anna.ask(Play(table=1, move=raw(ReturnLeader(leader))))
    bob.news()
    await anna.ask(TakeBack(table=1))
    assert said(bob.news()) == ["GAME_SETUP", "NOTIFY_HAND", "ASK_LEADER_ID"]


@lounge
async def test_pauses_are_told(night: Lounge) -> None:
    anna, bob = await _at_a_table_with(night)
    await anna.ask(Pause(table=1))
    await night.house.handle(bob, Pause(table=1))
    assert said(bob.news()) == ["REPLY # The match is paused"]
    paused = ["REPLY The game is paused until somebody resumes it."]
    assert said(await bob.says("PICK_FROM_MARKET", selection="ROW", num=1)) == paused
    await anna.ask(Resume(table=1))
    assert said(bob.news()) == ["REPLY # The match goes on"]


@lounge
async def test_somebody_else_may_come_in_as_you_with_your_secret(night: Lounge) -> None:
    alice = await night.named("alice#horse")
    other = await night.named("alice#horse")
    assert said(alice.news()) == ["REPLY You came in from somewhere else."]
    assert not alice.open
    assert other.open


@lounge
async def test_who_sits_at_tables_of_other_games_comes_to_the_hall(night: Lounge) -> None:
    alice = await night.guest("alice")
    await alice.ask(OpenTable(game="shelfie", seats=2))
    await alice.ask(OpenTable(game="shelfie", seats=2, private=True))
    night.house.leave(alice)
    client = night.client("alice")
    assert said(await client.says("LOGIN", info="alice"))[-2:] == ["LOBBY_LIST", "PING"]
    await client.says("CREATE_LOBBY", name="room1", players=2)
    back = await again(night, client)
    assert said(back.heard)[-5:] == [
        "LOGIN Welcome to the server",
        "LOBBY_LIST",
        "JOIN_LOBBY You joined room1 correctly!",
        "PLAYER_LIST Players connected in room1:",
        "PING",
    ]


@lounge
async def test_who_has_seats_in_two_lobbies_can_go_from_one_to_the_other(night: Lounge) -> None:
    alice = await night.guest("alice")
    for _ in range(2):
        await alice.ask(OpenTable(game="renaissance", seats=2))
    night.house.leave(alice)
    client = await night.named("alice")
    assert said(client.heard)[-2] == "PLAYER_LIST Players connected in table-1:"
    await client.says("EXIT_LOBBY")
    heard = await client.says("JOIN_LOBBY", name="table-2")
    assert said(heard)[-1] == "PLAYER_LIST Players connected in table-2:"
