"""A client that was written from the document alone, over a socket: its words, and no others."""

import asyncio

from ludoteca.games.renaissance import CARDS, Goods
from ludoteca.wire.commands import Word
from ludoteca.wire.commands.ids import CARD_IDS, RESOURCES
from tests.wire.commands.local import said
from tests.wire.commands.player import Player
from tests.wire.commands.stories import RICH, board_of, offer, rich_match
from tests.wire.commands.tcp import Program, TcpClients

ACCEPTED = "REMOVE_CONTAINER_OK Resources accepted!"


def container(resource: str, qty: int) -> str:
    return (
        f'{{"command":"SendContainer","resCont":{{"resourceType":"{resource}","qty":{qty}}},'
        '"source":"Vault","sourceID":null,"added":false}'
    )


def price_of(card: int) -> list[tuple[str, int]]:
    return [(RESOURCES[resource], count) for resource, count in CARDS[card].cost.each()]


def answers(heard: list[Word]) -> list[str]:
    """What was answered, without the news of deposits and vaults."""
    return said(w for w in heard if w.command not in ("NOTIFY_DEPOSIT_UPDATE", "PING"))


# "sendContainer … container_reply … canBuy_Reply": there is no DONE.
async def test_a_card_is_bought_as_soon_as_it_is_paid(tcp: TcpClients) -> None:
    alice, bob = await rich_match(tcp)
    card = offer(tcp)
    buy = f'{{"command":"BuyDevelopmentCard","id":{CARD_IDS[card]},"productionSlotId":1}}'
    assert said(await alice.asks(buy)) == ["REPLY ok", "BUY_SLOT_OK"]
    *parts, (resource, count) = price_of(card)
    for part in parts:
        assert answers(await alice.asks(container(*part))) == [ACCEPTED]
    heard = answers(await alice.asks(container(resource, count)))
    assert heard[0] == ACCEPTED
    assert heard[-2:] == ["BUY_OK You bought the card!", "NOTIFY_CARDGRID"]
    assert board_of(tcp).slots[0] == (card,)
    assert board_of(tcp).strongbox == RICH.minus(CARDS[card].cost)
    await bob.until("BUY_OK")
    # A DONE too many changes nothing, a container too many is refused.
    assert said(await alice.asks('{"command":"DONE"}')) == ["REPLY There is nothing to pay for"]
    many = ["REMOVE_CONTAINER_ERROR There is nothing to pay for"]
    assert said(await alice.asks(container(resource, 1))) == many
    assert board_of(tcp).strongbox == RICH.minus(CARDS[card].cost)
    assert said(await alice.asks('{"command":"endturn"}'))[0] == "REPLY ok"
    await bob.until("NOTIFY_TURN_CHANGE")


async def test_what_is_not_owed_is_refused_and_the_payment_goes_on(tcp: TcpClients) -> None:
    alice, _ = await rich_match(tcp)
    card = offer(tcp)
    buy = f'{{"command":"BuyDevelopmentCard","id":{CARD_IDS[card]},"productionSlotId":1}}'
    await alice.asks(buy)
    price = price_of(card)
    other = next(r for r in RESOURCES.values() if r not in dict(price))
    different = ["REMOVE_CONTAINER_ERROR DifferentResourceType"]
    assert said(await alice.asks(container(other, 1))) == different
    (resource, count), *rest = price
    many = ["REMOVE_CONTAINER_ERROR You selected too many resources"]
    assert said(await alice.asks(container(resource, count + 1))) == many
    missing = ["REMOVE_CONTAINER_ERROR NotEnoughResources"]
    assert said(await alice.asks(container(resource, 99))) == missing
    for part in ((resource, count), *rest):
        heard = await alice.asks(container(*part))
    assert "BUY_OK" in [one.command for one in heard]


# "canProduce_Reply" follows "container_reply" in the same way.
async def test_a_production_runs_as_soon_as_it_is_paid(tcp: TcpClients) -> None:
    alice, bob = await rich_match(tcp)
    assert said(await alice.asks('{"command":"PRODUCE","SlotIDs":[0]}')) == ["START_FILL"]
    for resource in ("GOLD", "STONE", "SHIELD"):
        heard = await alice.asks(f'{{"command":"FILL_QM","resType":"{resource}"}}')
    assert said(heard)[-2:] == ["REPLY Now you can select the resource payment", "PRODUCTION_PRICE"]
    assert answers(await alice.asks(container("GOLD", 1))) == [ACCEPTED]
    paid = answers(await alice.asks(container("STONE", 1)))
    assert paid[-1] == "PRODUCE_OK Prod. executed correctly"
    assert board_of(tcp).strongbox == RICH.minus(Goods(1, 1, 0, -1))
    await bob.until("PRODUCE_OK")


async def test_who_begins_with_the_deployed_words_ends_with_done(tcp: TcpClients) -> None:
    alice, _ = await rich_match(tcp)
    card = offer(tcp)
    await alice.asks(f'{{"command":"BUY","cardID":{CARD_IDS[card]},"productionSlotID":1}}')
    for part in price_of(card):
        assert answers(await alice.asks(container(*part))) == [ACCEPTED]
    assert "BUY_OK" in [one.command for one in await alice.asks('{"command":"DONE"}')]


async def test_a_whole_match_without_done(tcp: TcpClients) -> None:
    names = ("alice", "bob")
    programs = await tcp.match(*names)
    players = [Player(name, 3 + place, documented=True) for place, name in enumerate(names)]
    await asyncio.gather(*(p.play(q) for p, q in zip(programs, players, strict=True)))
    for player in players:
        assert player.picture.scores is not None
        assert player.heard["BUY_OK"] > 1
        assert player.heard["PRODUCE_OK"] > 1


# The six actions of "Turn phase".
async def test_an_action_outside_one_to_six_is_refused(tcp: TcpClients) -> None:
    alice, _ = await tcp.begun("alice", "bob")
    for number in (1, 2, 3, 4, 5, 6):
        heard = await alice.asks(f'{{"command":"ActionRequest","n":{number}}}')
        assert "REPLY Ok" in said(heard)
    for wrong in ("0", "7", "-1", "99", '"six"', "null"):
        heard = await alice.asks(f'{{"command":"ActionRequest","n":{wrong}}}')
        assert said(heard)[-1:] == ["REPLY Invalid action number: there are 1 to 6"]


# "Login request": its words, and how it is done.
async def test_the_greeting_says_how_to_log_in(tcp: TcpClients) -> None:
    await tcp.program("anna")
    reader, writer = await asyncio.open_connection("127.0.0.1", tcp.port)
    newcomer = Program(reader, writer)
    tcp.programs.append(newcomer)
    greeting = await newcomer.until("REPLY")
    assert greeting.info == "Inserire username: type LOGIN 'nickname'"
    newcomer.say("LOGIN", info="anna")
    taken = await newcomer.until("REPLY")
    assert taken.info == ("Username already in use, insert a valid nickname: type LOGIN 'nickname'")
    newcomer.say("LOBBY_LIST")
    asked = await newcomer.until("REPLY")
    assert asked.info == greeting.info
