"""Every part of the document, tested by clients written from it alone, over sockets.

Comments in quotation marks name the part of the document.
"""

from msgspec.structs import replace

from ludoteca.games.renaissance import CARDS, DECKS, Depot, Goods, Phase, Resource, State
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS, RESOURCES
from tests.core.local import keeper_of
from tests.protocols.commands.document import (
    MESSAGES,
    DocumentClient,
    Line,
    answers,
    begun,
    choose,
    connect,
    container,
    enter,
    given,
    in_a_match,
    play_on,
    start,
    take,
    throw_everything,
    to_deposit,
)
from tests.protocols.commands.stories import RICH, board_of, offer
from tests.protocols.commands.tcp import TcpClients, open_tcp


def paid_from(resource: str, qty: int, source: str = "Vault", deposit: int | None = None) -> Line:
    return {
        "resCont": container(resource, qty),
        "source": source,
        "sourceID": deposit,
        "added": False,
    }


def price_of(card: int) -> list[tuple[str, int]]:
    return [(RESOURCES[resource], count) for resource, count in CARDS[card].cost.each()]


def members(line: Line) -> dict[str, object]:
    """Return the document's members of a line."""
    unnamed = {"command", "info", "target", "senderNickname"}
    return {name: value for name, value in line.items() if name not in unnamed}


# "Connection Timer"


async def test_a_silent_client_is_disconnected_after_as_many_pings() -> None:
    async with open_tcp(ping=0.02, pongs=3) as tcp:
        client = await enter(tcp, "anna")
        while await client.hear():
            pass
        asked = [line["command"] for line in client.heard]
        assert asked.count("PING") == 3
        assert asked[-1] == "INACTIVITY_KICK"


async def test_every_command_counts_as_a_pong() -> None:
    async with open_tcp(ping=0.02, pongs=10) as tcp:
        client = await enter(tcp, "anna")
        for says in ("PONG", "CREATE_LOBBY") * 6:
            await client.until("PING")
            client.say(says)


# "Login request", "Username", "Login reply", "lobby list"


async def test_logging_in(tcp: TcpClients) -> None:
    anna, bruno = await connect(tcp), await connect(tcp)
    for client in (anna, bruno):
        greeting = await client.hear()
        assert greeting
        assert greeting["command"] == "REPLY"
        assert greeting["info"].startswith("Inserire username")
    await anna.log_in("anna")
    await anna.asks("CREATE_LOBBY", lobbyName="room1", numOfPlayer=3)
    bruno.say("LOGIN", nickname="anna")
    taken = await bruno.until("REPLY")
    assert taken["info"].startswith("Username already in use, insert a valid nickname: ")
    bruno.say("LOGIN", nickname="bruno")
    welcome = await bruno.hear()
    assert welcome
    assert (welcome["command"], welcome["info"]) == ("LOGIN", "Welcome to the server")
    listed = await bruno.hear()
    assert listed
    assert listed["command"] == "LOBBY_LIST"
    (lobby,) = listed["lobbyInfos"]
    told = {"lobbyName": "room1", "Owner": "anna", "MaxPlayer": 3, "NumConnected": 1}
    assert lobby.items() >= {**told, "isFull": False, "isClosed": False}.items()


async def test_a_name_is_asked_for_before_anything_else(tcp: TcpClients) -> None:
    client = await connect(tcp)
    greeting = await client.until("REPLY")
    client.say("JoinLobby", LobbyName="room1")
    assert (await client.until("REPLY"))["info"] == greeting["info"]


# "Lobby Creation", "Join lobby", "Start game"


async def test_lobbies(tcp: TcpClients) -> None:
    anna, bruno, carla = [await enter(tcp, name) for name in ("anna", "bruno", "carla")]
    await bruno.news()
    created = await anna.asks("CREATE_LOBBY", lobbyName="room1", numOfPlayer=2)
    assert [line["command"] for line in created][-2:] == ["JOIN_LOBBY", "PLAYER_LIST"]
    assert created[-1]["data"] == ["anna"]
    exists = await bruno.answers("CREATE_LOBBY", lobbyName="room1", numOfPlayer=2)
    assert exists == ["REPLY The lobby already exists"]
    unknown = await bruno.answers("JoinLobby", LobbyName="nowhere")
    assert unknown == ["REPLY The selected lobby doesn't exist"]
    assert (await bruno.answers("JoinLobby", LobbyName=""))[0].startswith("REPLY ")
    joined = await bruno.asks("JoinLobby", LobbyName="room1")
    assert [line["command"] for line in joined] == ["JOIN_LOBBY", "PLAYER_LIST"]
    assert joined[-1]["data"] == ["anna", "bruno"]
    await carla.news()
    full = await carla.answers("JoinLobby", LobbyName="room1")
    assert full == ["REPLY The lobby is full"]
    (error,) = await bruno.asks("START_GAME")
    assert error["command"] == "GAME_CREATION_ERROR"
    assert error["info"] == "Only anna (the owner of the lobby) can start the game!"
    anna.say("START_GAME")
    await bruno.until("GAME_SETUP")
    started = await carla.answers("JoinLobby", LobbyName="room1")
    assert started == ["REPLY The game is already started"]


# "Game Setup", "Cards in hand", "Ask discard"


async def test_the_start_of_a_match(tcp: TcpClients) -> None:
    anna, bruno = await in_a_match(tcp, "anna", "bruno")
    setups = [
        next(line for line in client.heard if line["command"] == "GAME_SETUP")
        for client in (anna, bruno)
    ]
    assert members(setups[0]) == members(setups[1])
    assert len(setups[0]["cardGridIds"]) == 12
    assert len(setups[0]["marketSetup"]) == 13
    assert setups[0]["nicknames"] == ["anna", "bruno"]
    (hand,) = [line["cards_ids"] for line in anna.heard if "cards_ids" in line]
    (other,) = [line["cards_ids"] for line in bruno.heard if "cards_ids" in line]
    assert len({*hand, *other}) == 8
    await anna.news()
    assert await anna.answers("DISCARD_LEADER", ID=99) == ["REPLY You selected an invalid id"]
    for leader in hand[:2]:
        heard = await anna.asks("DISCARD_LEADER", ID=leader)
        assert heard[0]["command"] == "DISCARD_OK"
        assert heard[0]["ID"] == leader
        assert heard[0]["info"] == f"You discarded {leader}"
    assert anna.picture.hand == hand[2:]
    third = await anna.answers("DISCARD_LEADER", ID=hand[2])
    assert third == ["REPLY You already discarded 2 leaders"]


# "Resources Setup", "Game started"


async def test_resources_before_the_first_turn(tcp: TcpClients) -> None:
    clients = await in_a_match(tcp, "anna", "bruno", "carla", "dino")
    anna, bruno, carla, dino = clients
    asked = {}
    for client in clients:
        for leader in client.picture.hand[:2]:
            heard = await client.asks("DISCARD_LEADER", ID=leader)
        asked[client.name] = answers(heard)[-1]
    assert asked["anna"] == "REPLY Wait for others to select their resources"
    assert asked["bruno"] == asked["carla"] == "REPLY You can select 1 resources"
    assert asked["dino"] == "REPLY You can select 2 resources"
    first = await anna.answers("SETUP_CONTAINER", **to_deposit("GOLD", 1))
    assert first == ["REPLY you are the first you cannot select extra resources"]
    wrong = await bruno.answers("SETUP_CONTAINER", **to_deposit("GOLD", 9))
    assert wrong == ["REPLY you selected an invalid deposit id"]
    # The answer comes first, then the update of all views.
    heard = await bruno.asks("SETUP_CONTAINER", **to_deposit("STONE", 2))
    assert [line["command"] for line in heard] == ["REPLY", "NOTIFY_DEPOSIT_UPDATE"]
    assert answers(heard) == ["REPLY Successfully selected the resources"]
    await anna.news()
    assert anna.picture.boards["bruno"].deposits[1] == ("STONE", 1)
    twice = await bruno.answers("SETUP_CONTAINER", **to_deposit("STONE", 2))
    assert twice == ["REPLY You already selected your bonus resources"]
    await dino.news()
    one_more = await dino.answers("SETUP_CONTAINER", **to_deposit("GOLD", 3))
    assert one_more == ["REPLY You can select one more resource"]
    last = await dino.answers("SETUP_CONTAINER", **to_deposit("GOLD", 3))
    assert last == ["REPLY Successfully selected the resources"]
    carla.say("SETUP_CONTAINER", **to_deposit("GOLD", 1))
    for client in clients:
        await client.until("REPLY", "The game has started")


# "Turn phase"


async def test_the_six_actions(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    for number in (1, 2, 3, 4, 5):
        assert await anna.answers("ActionRequest", n=number) == ["REPLY Ok"]
    assert await anna.answers("ActionRequest", n=6) == ["REPLY You can't pass your turn"]
    for wrong in (0, 7, -1, 99, "six", None):
        refused = await anna.answers("ActionRequest", n=wrong)
        assert refused == ["REPLY Invalid action number: there are 1 to 6"]
    assert await bruno.answers("ActionRequest", n=3) == ["REPLY It's not your turn"]
    await throw_everything(anna)
    used = ["REPLY You already used your main action"]
    for number in (1, 2, 3):
        assert await anna.answers("ActionRequest", n=number) == used
    for number in (4, 5, 6):
        assert await anna.answers("ActionRequest", n=number) == ["REPLY Ok"]


async def test_actions_by_their_names(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(
        tcp, [anna, bruno], strongbox=RICH, depots=(Depot(1), Depot(2), Depot(3))
    )
    assert await anna.answers("BuyDevelopmentCard", id=0, productionSlotId=1) == [
        "REPLY Invalid ID number"
    ]
    assert await anna.answers("Produce", SlotIDs=[0]) == ["START_FILL"]
    assert await anna.answers("ActivateLeader", leaderCardID=99) == [
        "REPLY You do not own a leader with this id!"
    ]
    move = {"sourceDepositID": 1, "qty": 1, "destinationDepositID": 2}
    assert await anna.answers("ManageResources", **move) == ["REPLY NotEnoughResources"]
    assert await anna.answers("EndTurn") == ["REPLY You can't pass your turn"]
    heard = await anna.answers("SelectResourcesFromMarket", selection="ROW", number=1)
    assert "REPLY ok" in heard


# "Buy Development Card"


async def test_refused_purchase_is_a_reply(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    known = CARD_IDS[offer(tcp)]

    async def refused(client: DocumentClient, card: int, slot: int = 1) -> str:
        (text,) = await client.answers("BuyDevelopmentCard", id=card, productionSlotId=slot)
        return text

    assert await refused(bruno, known) == "REPLY It's not your turn"
    assert await refused(anna, known) == "REPLY You don't have enough resources"
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH)
    assert await refused(anna, 0) == "REPLY Invalid ID number"
    other = "REPLY You can't insert that card into the selected Slot"
    assert await refused(anna, known, 4) == other
    assert await refused(anna, CARD_IDS[offer(tcp, level=2)]) == other
    keeper = keeper_of(tcp.dispatcher)
    state: State = keeper.table.state
    keeper.table = replace(keeper.table, state=replace(state, decks=((), *state.decks[1:])))
    anna, bruno = await given(tcp, [anna, bruno])
    gone = next(n for n, card in CARDS.items() if (card.colour, card.level) == DECKS[0])
    assert await refused(anna, CARD_IDS[gone]) == "REPLY The Deck is empty"
    assert state.phase is Phase.ACTING


# "sendContainer … container_reply … canBuy_Reply": there is no DONE.
async def test_a_card_is_bought_as_soon_as_it_is_paid(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH)
    card = offer(tcp)
    await buy(anna, card)
    assert board_of(tcp).slots[0] == (card,)
    assert board_of(tcp).strongbox == RICH.minus(CARDS[card].cost)
    assert anna.own.slots[0] == [CARD_IDS[card]]
    await bruno.news()
    assert bruno.picture.boards["anna"].slots[0] == [CARD_IDS[card]]
    # One container too many is refused.
    many = await anna.answers("SendContainer", **paid_from("GOLD", 1))
    assert many == ["REMOVE_CONT_ERROR There is nothing to pay for"]
    assert await anna.answers("endturn") == ["REPLY ok", "REPLY @ It is bruno's turn"]


async def buy(client: DocumentClient, card: int) -> None:
    """Buy a card for the first slot, after a payment that is not owed."""
    accepted = await client.answers("BuyDevelopmentCard", id=CARD_IDS[card], productionSlotId=1)
    assert accepted == ["REPLY ok"]
    price = price_of(card)
    other = next(r for r in RESOURCES.values() if r not in dict(price))
    different = await client.answers("SendContainer", **paid_from(other, 1))
    assert different == ["REMOVE_CONT_ERROR DifferentResourceType"]
    *parts, (resource, owed) = price
    many = await client.answers("SendContainer", **paid_from(resource, owed + 1))
    assert many == ["REMOVE_CONT_ERROR You selected too many resources"]
    missing = await client.answers("SendContainer", **paid_from(resource, 99))
    assert missing == ["REMOVE_CONT_ERROR NotEnoughResources"]
    for part in parts:
        heard = await client.answers("SendContainer", **paid_from(*part))
        assert heard == ["REMOVE_CONT_OK Resources accepted!"]
    heard = await client.answers("SendContainer", **paid_from(resource, owed))
    assert heard == ["REMOVE_CONT_OK Resources accepted!", "BUY_OK You bought the card!"]


async def test_a_container_may_come_from_a_deposit(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    card = offer(tcp)
    (resource, owed), *rest = price_of(card)
    kind = next(one for one, known in RESOURCES.items() if known == resource)
    depots = (Depot(1), Depot(2), Depot(3, kind, owed))
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH, depots=depots)
    await anna.asks("BuyDevelopmentCard", id=CARD_IDS[card], productionSlotId=1)
    empty = await anna.answers("SendContainer", **paid_from(resource, owed, "Deposit", 1))
    assert empty == ["REMOVE_CONT_ERROR NotEnoughResources"]
    for one, qty in rest:
        await anna.asks("SendContainer", **paid_from(one, qty))
    heard = await anna.answers("SendContainer", **paid_from(resource, owed, "Deposit", 3))
    assert heard[-1] == "BUY_OK You bought the card!"
    assert anna.own.deposits[2] == (None, 0)


# Deployed clients end a payment with DONE.
async def test_a_purchase_begun_with_the_deployed_word_ends_with_done(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH)
    card = offer(tcp)
    await anna.asks("BUY", cardID=CARD_IDS[card], productionSlotID=1)
    for part in price_of(card):
        heard = await anna.answers("SendContainer", **paid_from(*part))
        assert heard == ["REMOVE_CONT_OK Resources accepted!"]
    assert await anna.answers("DONE") == ["BUY_OK You bought the card!"]


# "Produce"


async def test_a_production_runs_as_soon_as_it_is_paid(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH)
    await produce(anna)
    assert board_of(tcp).strongbox == RICH.minus(Goods(1, 1, 0, -1))
    assert "PRODUCE_OK" in answers(await bruno.news())


async def produce(client: DocumentClient) -> None:
    """Run the basic production: a coin and a stone become a shield."""
    heard = await client.asks("PRODUCE", SlotIDs=[0])
    assert [line["command"] for line in heard] == ["START_FILL"]
    asked = {"QuestionMarkInput": 2, "QuestionMarkOutput": 1, "ProdSlotID": 0}
    assert heard[0].items() >= asked.items()
    unknown = ["REPLY The type doesn't exist", "START_FILL"]
    assert await client.answers("FILL_QM", resType="FAITH") == unknown
    assert await client.answers("FILL_QM", resType="GOLD") == ["REPLY ok"]
    heard = await client.asks("FILL_QM", resType=7)
    assert answers(heard) == unknown
    assert heard[-1].items() >= {**asked, "QuestionMarkInput": 1}.items()
    assert await client.answers("FILL_QM", resType="STONE") == ["REPLY ok"]
    heard = await client.asks("FILL_QM", resType="BLANK")
    assert heard[-1].items() >= {**asked, "QuestionMarkInput": 0}.items()
    pay = ["REPLY ok", "REPLY Now you can select the resource payment"]
    assert await client.answers("FILL_QM", resType="SHIELD") == pay
    different = await client.answers("SendContainer", **paid_from("SHIELD", 1))
    assert different == ["REMOVE_CONT_ERROR DifferentResourceType"]
    paid = await client.answers("SendContainer", **paid_from("GOLD", 1))
    assert paid == ["REMOVE_CONT_OK Resources accepted!"]
    paid = await client.answers("SendContainer", **paid_from("STONE", 1))
    done = "PRODUCE_OK Prod. executed correctly"
    assert paid == ["REMOVE_CONT_OK Resources accepted!", done]


async def test_refused_productions(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(tcp, [anna, bruno], strongbox=Goods(1))
    poor = "PRODUCE_ERROR You don't have enough resources"
    await anna.asks("PRODUCE", SlotIDs=[0])
    await anna.asks("FILL_QM", resType="GOLD")
    assert (await anna.answers("FILL_QM", resType="GOLD"))[-1] == poor
    none = await anna.answers("PRODUCE", SlotIDs=[])
    assert none == ["PRODUCE_ERROR Select at least one production slot"]


# "Market Request"


async def test_the_market(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(
        tcp, [anna, bruno], depots=(Depot(1), Depot(2, Resource.SERVANT, 1), Depot(3))
    )
    nothing = ["REPLY There is nothing to place: take resources from the market first"]
    assert await anna.answers("SEND_DEPOSIT_ID", depositID=1) == nothing
    for way, text in (("ROW", "Invalid Row number"), ("COLUMN", "Invalid Column number")):
        wrong = await anna.answers("PICK_FROM_MARKET", selection=way, number=9)
        assert wrong == [f"REPLY {text}"]
    column = column_with(anna, "GOLD", "MINION")
    heard = await anna.answers("PICK_FROM_MARKET", selection="COLUMN", number=column)
    assert heard[0] == "REPLY ok"
    assert heard[-1] == "ASK_MARKET_DESTINATION"
    # One after the other, in the order in which they are listed.
    place, answered = {"GOLD": (2, 3), "MINION": (1, 2)}, list[str]()
    while anna.heard[-2]["command"] == "ASK_MARKET_DESTINATION":
        resource = anna.heard[-2]["containers"][0]["resourceType"]
        for deposit in place.get(resource, (0,)):
            answered += await anna.answers("SEND_DEPOSIT_ID", depositID=deposit)
    assert "REPLY DifferentResourceType" in answered
    assert "REPLY ResourceTypeAlreadyStored" in answered
    assert "REPLY ok" in answered
    assert anna.own.deposits[2] == ("GOLD", 1)
    await bruno.news()
    assert bruno.picture.boards["anna"].deposits == anna.own.deposits


def column_with(client: DocumentClient, *resources: str) -> int:
    """Return a column of the market with these resources; marbles are listed by column."""
    market = client.picture.market
    columns = [market[start : start + 3] for start in range(0, 12, 3)]
    return next(n for n, one in enumerate(columns, start=1) if set(resources) <= set(one))


async def test_resource_that_fits_nowhere_is_discarded(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    full = (Depot(1, Resource.SERVANT, 1), Depot(2, Resource.COIN, 2), Depot(3, Resource.STONE, 3))
    anna, bruno = await given(tcp, [anna, bruno], depots=full)
    column = column_with(anna, "GOLD")
    await anna.asks("PICK_FROM_MARKET", selection="COLUMN", number=column)
    await bruno.news()
    before = bruno.own.faith
    heard = await anna.answers("SEND_DEPOSIT_ID", depositID=2)
    assert heard[0] == "REPLY You must discard this resource"
    await bruno.news()
    assert bruno.own.faith == before + 1


async def test_conversions(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    played = tuple(number for number, known in LEADER_IDS.items() if known in (14, 16))
    anna, bruno = await given(tcp, [anna, bruno], played=played)
    await convert(anna)


async def convert(client: DocumentClient) -> None:
    """Take white marbles, which become shields; wrong choices are answered by a REPLY."""
    column = column_with(client, "BLANK")
    whites = client.picture.market[3 * column - 3 : 3 * column].count("BLANK")
    ask = "ASK_MULTIPLE_CONVERSION Please select an available conversion"
    heard = await client.answers("PICK_FROM_MARKET", selection="COLUMN", number=column)
    assert (heard[0], heard[-1]) == ("REPLY ok", ask)
    for left in range(whites - 1, -1, -1):
        for wrong in ("STONE", "BLANK"):
            refused = await client.answers("CONVERSION", resourceType=wrong)
            assert refused == ["REPLY invalid conversion chosen", ask]
        heard = await client.answers("CONVERSION", resourceType="SHIELD")
        assert heard[0] == "REPLY ok"
        assert heard[-1] == (ask if left else "ASK_MARKET_DESTINATION")


# "Activate Leader"


async def test_activating_a_leader(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    leader = anna.picture.hand[0]
    unmet = "REPLY You don't meet the requirements to activate this leader"
    assert await anna.answers("ACTIVATE_LEADER", leaderCardID=leader) == [unmet]
    cards = tuple(n for n, card in CARDS.items() if card.level < 3)
    anna, bruno = await given(tcp, [anna, bruno], strongbox=RICH, slots=(cards, (), ()))
    heard = await anna.asks("ACTIVATE_LEADER", leaderCardID=leader)
    assert heard[0]["command"] == "ACTIVATE_OK"
    assert heard[0]["leaderCardID"] == leader
    assert heard[0]["info"] == f"Correctly activated {leader} leader"
    seen = next(line for line in await bruno.news() if line["command"] == "ACTIVATE_OK")
    assert seen["leaderCardID"] == leader
    assert bruno.picture.boards["anna"].leaders == [leader]


# "Manage Deposit"


async def test_managing_deposits(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    depots = (Depot(1, Resource.STONE, 1), Depot(2), Depot(3, Resource.COIN, 2))
    anna, bruno = await given(tcp, [anna, bruno], depots=depots)

    async def answer(source: int, destination: int, qty: int | None = None) -> list[str]:
        ids = {"sourceDepositID": source, "destinationDepositID": destination}
        if qty is None:
            return await anna.answers("SWITCH_DEPOSIT", **ids)
        return await anna.answers("MANAGE_DEPOSIT", **ids, qty=qty)

    assert await answer(1, 3) == ["REPLY DepositSlotMaxDimExceeded"]
    assert await answer(3, 1, 1) == ["REPLY DifferentResourceType"]
    assert await answer(1, 2, 2) == ["REPLY NotEnoughResources"]
    assert await answer(3, 2, 1) == ["REPLY ResourceTypeAlreadyStored"]
    assert await answer(3, 2, 2) == ["REPLY ok"]
    assert await answer(2, 3) == ["REPLY ok"]
    assert anna.own.deposits[2] == ("GOLD", 2)


# "End Turn"


async def test_the_end_of_a_turn(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    assert await anna.answers("endturn") == ["REPLY You can't pass your turn"]
    await throw_everything(anna)
    assert (await anna.answers("endturn"))[0] == "REPLY ok"
    await bruno.news()
    assert await bruno.answers("ActionRequest", n=1) == ["REPLY Ok"]


# "End Game"


async def test_the_end_comes_before_the_scores(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    clients = await given(tcp, [anna, bruno], faith=20)
    await play_on(clients)
    for client in clients:
        await ended(client, "anna", "bruno")


async def ended(client: DocumentClient, *names: str) -> None:
    """Check the documented end of a match and the lobby afterwards."""
    end = next(n for n, line in enumerate(client.heard) if line["command"] == "END_GAME")
    told = [line for line in client.heard[end:] if line["command"] in ("NOTIFY_SCORES", "REPLY")]
    assert told[0]["command"] == "NOTIFY_SCORES"
    assert told[0]["players"] == list(names)
    assert len(told[0]["points"]) == len(names)
    best = max(told[0]["points"])
    assert best in [told[0]["points"][names.index(winner)] for winner in told[0]["winners"]]
    assert told[1]["info"] == "You are now in the lobby"
    assert sum(line["command"] == "NOTIFY_SCORES" for line in client.heard) == 1
    players = [line for line in client.heard if line["command"] == "PLAYER_LIST"][-1]
    assert sorted(players["data"]) == sorted(names)


async def test_the_lobby_stays_with_its_owner(tcp: TcpClients) -> None:
    anna, bruno = await begun(tcp, "anna", "bruno")
    anna, bruno = await given(tcp, [anna, bruno], faith=20)
    await play_on([anna, bruno])
    (error,) = await bruno.asks("START_GAME")
    assert error["info"] == "Only anna (the owner of the lobby) can start the game!"
    anna.say("START_GAME")
    await bruno.until("GAME_SETUP")


# A whole match


async def test_a_whole_match_has_every_message_of_the_document(tcp: TcpClients) -> None:
    names = ("anna", "bruno", "carla", "dino")
    clients = [await enter(tcp, name) for name in names]
    await clients[0].asks("CREATE_LOBBY", lobbyName="room1", numOfPlayer=4)
    for client in clients[1:]:
        await client.asks("JoinLobby", LobbyName="room1")
    await clients[3].asks("START_GAME")  # only the owner may
    await start(clients)
    await choose(clients)
    leaders = tuple(number for number, known in LEADER_IDS.items() if known in (14, 16))
    clients = await given(tcp, clients, strongbox=RICH, hand=leaders)
    anna = clients[0]
    card = offer(tcp)
    await anna.asks("BuyDevelopmentCard", id=CARD_IDS[card], productionSlotId=1)
    await anna.asks("DISCARD_LEADER", ID=anna.picture.hand[0])  # which ends the purchase
    await buy(anna, card)
    await go_round(clients)
    await anna.asks("PRODUCE", SlotIDs=[9])  # there is no such slot
    await produce(anna)
    await go_round(clients)
    cards = tuple(number for number, one in CARDS.items() if one.level < 3)
    bought = board_of(tcp).slots[0]
    clients = await given(tcp, clients, hand=leaders, slots=(bought, cards, ()))
    anna = clients[0]
    for leader in list(anna.picture.hand):
        await anna.asks("ACTIVATE_LEADER", leaderCardID=leader)
    await convert(anna)
    while anna.heard[-2]["command"] == "ASK_MARKET_DESTINATION":
        await anna.asks("SEND_DEPOSIT_ID", depositID=0)
    await go_round(clients)
    await play_on(clients)
    for client in clients:
        await ended(client, *names)
    assert {line["command"] for line in anna.heard + clients[3].heard} >= MESSAGES.keys()


async def go_round(clients: list[DocumentClient]) -> None:
    """Let the first player end the turn, and the others play theirs."""
    first, *others = clients
    assert (await first.answers("endturn"))[0] == "REPLY ok"
    for other in others:
        await other.news()
        await take(other, 3, 2, 1)
        assert (await other.answers("endturn"))[0] == "REPLY ok"
