"""The documentation of the `commands` protocol: its tables and transcripts are generated here.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/commands/test_page.py
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from ludoteca.games.renaissance import CARDS, LEADERS, Ability, Goods
from ludoteca.protocols.commands import conversation as commands_conversation
from ludoteca.protocols.commands import texts
from ludoteca.protocols.commands.codecs import write_word
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS, RESOURCES
from ludoteca.protocols.commands.views import ALL, powers
from ludoteca.protocols.commands.words import (
    CLIENT_MEMBERS,
    CLIENT_NAMES,
    COMMANDS,
    SERVER_COMMANDS,
    SERVER_MEMBERS,
    SERVER_NAMES,
    SHAPES,
    Conversions,
    Numbered,
)
from tests.games.renaissance.first_seat import FirstSeat
from tests.pages import DOCS, outdated, record, written
from tests.protocols.commands.local import Client, CommandsServer

PAGE = DOCS / "protocols" / "commands.md"
BASE = {"command", "info", "target", "senderNickname", "documented"}
CONNECTS, DROPS = "(connects)", "(the connection is lost)"


def word_table() -> str:
    rows = ["| clients send | the server sends | members | meaning |", "|---|---|---|---|"]
    for shape, named in SHAPES.items():
        commands = named.split()
        sides = [
            " ".join(f"`{command}`" for command in commands if command in side)
            for side in (commands_conversation.CLIENT_COMMANDS, SERVER_COMMANDS)
        ]
        members = [name for name in shape.__struct_encode_fields__ if name not in BASE]
        shown = ", ".join(f"`{name}`" for name in members)
        rows.append(f"| {' | '.join(sides)} | {shown} | {shape.__doc__} |")
    return "\n".join(rows)


def place_table() -> str:
    places = {
        "anywhere": (*commands_conversation.ANYWHERE, "PING", "PONG"),
        "in the hall": commands_conversation.IN_THE_HALL,
        "in a lobby, before a match and after it": commands_conversation.IN_A_LOBBY,
        "in a match": commands_conversation.IN_A_MATCH,
    }
    rows = ["| where | what a client may say |", "|---|---|"]
    rows += [f"| {place} | {' '.join(f'`{c}`' for c in said)} |" for place, said in places.items()]
    return "\n".join(rows)


def name_table() -> str:
    rows = ["| the document | here |", "|---|---|"]
    rows += [f"| `{name}` | `{command}` |" for name, command in CLIENT_NAMES.items()]
    return "\n".join([*rows, *member_rows(CLIENT_MEMBERS)])


def sent_table() -> str:
    rows = ["| the document | beside |", "|---|---|"]
    return "\n".join([*rows, *member_rows(SERVER_MEMBERS)])


def answer_table() -> str:
    rows = ["| the document | deployed |", "|---|---|"]
    return "\n".join([*rows, *(f"| `{name}` | `{ours}` |" for name, ours in SERVER_NAMES.items())])


# Printed cards


def goods(counted: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counted if count)


def held(resources: Goods) -> list[tuple[str, int]]:
    return [(RESOURCES[resource], count) for resource, count in resources.each()]


def card_table() -> str:
    rows = ["| id | colour | level | points | price | takes | makes |", "|---" * 7 + "|"]
    for card in sorted(CARDS.values(), key=lambda one: CARD_IDS[one.number]):
        made = goods([*held(card.makes), ("FAITH", card.faith)])
        numbers = f"{CARD_IDS[card.number]} | {card.colour.name} | {card.level} | {card.points}"
        rows.append(f"| {numbers} | {goods(held(card.cost))} | {goods(held(card.pays))} | {made} |")
    return "\n".join(rows)


DOES = {
    Ability.DISCOUNT: "cards cost 1 {} less",
    Ability.DEPOT: "a deposit for 2 {}",
    Ability.PRODUCTION: "a production: 1 {} becomes 1 FAITH and 1 resource of choice",
    Ability.MARBLE: "white marbles become {}",
}


def leader_table() -> str:
    rows = ["| id | points | needs | does |", "|---" * 4 + "|"]
    for number, leader in sorted(LEADERS.items(), key=lambda one: LEADER_IDS[one[0]]):
        needs = [
            f"{one.count} " + (f"level {one.level} " if one.level else "") + one.colour.name
            for one in leader.cards
        ]
        needed = ", ".join([*needs, *filter(None, [goods(held(leader.goods))])])
        does = DOES[leader.ability].format(RESOURCES[leader.resource])
        rows.append(f"| {LEADER_IDS[number]} | {leader.points} | {needed} | {does} |")
    return "\n".join(rows)


def leaders_told() -> str:
    """Return the words that report a leader's deposit, production and two conversions."""
    known = {known: number for number, known in LEADER_IDS.items()}
    words = [
        Numbered(command="ACTIVATE_OK", id=5, target=ALL, sender="anna"),
        *powers("anna", known[5]),
        Numbered(command="ACTIVATE_OK", id=9, target=ALL, sender="anna"),
        *powers("anna", known[9]),
        Conversions(
            command="ASK_MULTIPLE_CONVERSION",
            info=texts.CONVERT,
            available=("MINION", "SHIELD"),
            count=2,
            sender="anna",
        ),
    ]
    return fenced([write_word(word).decode() for word in words])


def member_rows(table: Mapping[str, Mapping[str, str]]) -> list[str]:
    return [
        f"| `{name}` in `{command}` | `{member}` |"
        for command, names in table.items()
        for name, member in names.items()
        if name != member
    ]


def refusal_table() -> str:
    rows = ["| reason | text |", "|---|---|"]
    rows += [f"| `{code}` | {text} |" for code, text in texts.REASONS.items()]
    for command, reasons in texts.BY_COMMAND.items():
        rows += [f"| `{code}` to `{command}` | {text} |" for code, text in reasons.items()]
    return "\n".join(rows)


LOGIN = (
    ("anna", CONNECTS),
    ("anna", '{"command":"LOGIN","info":"anna"}'),
    ("bruno", CONNECTS),
    ("bruno", '{"command":"LOGIN","info":"anna"}'),
    ("bruno", '{"command":"LOGIN","info":"bruno#correct-horse"}'),
)
LOBBY = (
    ("anna", '{"lobbyName":"room1","numOfPlayers":3,"command":"CREATE_LOBBY"}'),
    ("bruno", '{"command":"LOBBY_LIST"}'),
    ("bruno", '{"lobbyName":"nowhere","command":"JOIN_LOBBY"}'),
    ("bruno", '{"lobbyName":"room1","command":"JOIN_LOBBY"}'),
    ("bruno", '{"command":"START_GAME"}'),
)
SETUP = (
    ("anna", '{"command":"START_GAME"}'),
    ("anna", '{"id":2,"command":"DISCARD_LEADER"}'),
    ("anna", '{"id":8,"command":"DISCARD_LEADER"}'),
    ("bruno", '{"id":13,"command":"DISCARD_LEADER"}'),
    ("bruno", '{"id":1,"command":"DISCARD_LEADER"}'),
    (
        "bruno",
        '{"container":{"resourceType":"GOLD","qty":1},"destination":"DEPOSIT",'
        '"destinationID":3,"command":"SETUP_CONTAINER"}',
    ),
)


def place(resource: str, deposit: int, command: str = "SEND_DEPOSIT_ID") -> str:
    return (
        f'{{"container":{{"resourceType":"{resource}","qty":1}},"destination":"DEPOSIT",'
        f'"destinationID":{deposit},"command":"{command}"}}'
    )


def documented(resource: str, deposit: int) -> str:
    return (
        f'{{"command":"SendContainer","resCont":{{"resourceType":"{resource}","qty":1}},'
        f'"source":"Deposit","sourceID":{deposit},"added":false}}'
    )


MARKET = (
    ("anna", '{"selection":"ROW","num":9,"command":"PICK_FROM_MARKET"}'),
    ("anna", '{"selection":"COLUMN","num":1,"command":"PICK_FROM_MARKET"}'),
    ("anna", place("GOLD", 2)),
    ("anna", place("MINION", 2)),
    ("anna", place("MINION", 3)),
    ("anna", place("MINION", 0)),
    ("anna", '{"command":"END_TURN"}'),
)
PAYING = (
    ("bruno", '{"cardID":46,"productionSlotID":1,"command":"BUY"}'),
    ("bruno", '{"IDs":[0],"command":"PRODUCE"}'),
    ("bruno", '{"resourceTypeArrayList":["GOLD","GOLD","SHIELD"],"command":"FILL_QM"}'),
    ("bruno", '{"selection":"COLUMN","num":4,"command":"PICK_FROM_MARKET"}'),
    ("bruno", place("STONE", 1)),
    ("bruno", place("SHIELD", 2)),
    ("bruno", '{"command":"END_TURN"}'),
    ("anna", '{"IDs":[0],"command":"PRODUCE"}'),
    ("anna", '{"resourceTypeArrayList":["GOLD","MINION","SHIELD"],"command":"FILL_QM"}'),
    ("anna", place("GOLD", 2, "SEND_CONTAINER")),
    ("anna", place("MINION", 1, "SEND_CONTAINER")),
    ("anna", place("MINION", 3, "SEND_CONTAINER")),
    ("anna", '{"command":"DONE"}'),
    ("anna", '{"command":"END_TURN"}'),
)
BUYING = (
    ("bruno", '{"cardID":35,"productionSlotID":1,"command":"BUY"}'),
    ("bruno", place("GOLD", 3, "SEND_CONTAINER")),
    ("bruno", place("STONE", 1, "SEND_CONTAINER")),
    ("bruno", place("SHIELD", 2, "SEND_CONTAINER")),
    ("bruno", '{"command":"DONE"}'),
)
DOCUMENTED = (
    ("bruno", '{"command":"ActionRequest","n":1}'),
    ("bruno", '{"command":"BuyDevelopmentCard","id":46,"productionSlotId":1}'),
    ("bruno", '{"command":"BuyDevelopmentCard","id":35,"productionSlotId":1}'),
    ("bruno", documented("GOLD", 3)),
    ("bruno", documented("GOLD", 3)),
    ("bruno", documented("STONE", 1)),
    ("bruno", documented("SHIELD", 2)),
    ("bruno", '{"command":"endturn"}'),
    ("anna", '{"command":"ActionRequest","n":3}'),
    ("anna", '{"command":"PICK_FROM_MARKET","selection":"COLUMN","number":4}'),
    ("anna", '{"command":"SEND_DEPOSIT_ID","depositID":0}'),
)
KEPT = (
    ("anna", DROPS),
    ("bruno", '{"selection":"ROW","num":1,"command":"PICK_FROM_MARKET"}'),
    ("anna", CONNECTS),
    ("anna", '{"command":"LOGIN","info":"anna"}'),
)
RETURN = (
    ("anna", DROPS),
    ("anna", CONNECTS),
    ("anna", '{"command":"LOGIN","info":"anna"}'),
    ("anna", '{"receiver":"bruno","command":"CHAT","info":" sorry"}'),
    ("bruno", '{"command":"QUIT"}'),
    ("anna", '{"command":"EXIT_LOBBY"}'),
)
SOLO = (
    ("anna", CONNECTS),
    ("anna", '{"command":"LOGIN","info":"anna"}'),
    ("anna", '{"lobbyName":"alone","numOfPlayers":1,"command":"CREATE_LOBBY"}'),
    ("anna", '{"command":"START_GAME"}'),
    ("anna", '{"id":2,"command":"DISCARD_LEADER"}'),
    ("anna", '{"id":8,"command":"DISCARD_LEADER"}'),
    ("anna", '{"selection":"ROW","num":2,"command":"PICK_FROM_MARKET"}'),
    ("anna", place("STONE", 3)),
    ("anna", place("MINION", 2)),
    ("anna", '{"command":"END_TURN"}'),
)
BEFORE = (*LOGIN, *LOBBY, *SETUP, *MARKET, *PAYING)
STORY = (*BEFORE, *BUYING, *RETURN)


def conversation(script: Sequence[tuple[str, str]], part: Sequence[tuple[str, str]]) -> str:
    """Return one part of a scripted conversation."""

    async def talk() -> list[str]:
        server = CommandsServer(FirstSeat(7))
        clients: dict[str, Client] = {}
        lines: list[str] = []
        start = next(i for i in range(len(script)) if tuple(script[i : i + len(part)]) == part)
        for number, (name, words) in enumerate(script):
            said = [f"{name + '>':7}{words}"]
            if words == CONNECTS:
                clients[name] = server.client(name)
            elif words == DROPS:
                server.drop(clients.pop(name))
            else:
                clients[name].receive(words.encode() + b"\n")
            await server.settle()
            for other, client in clients.items():
                lines_heard = client.sent.decode().splitlines()
                said += [f"{other + '<':7}{line}" for line in lines_heard[client.shown :]]
                client.shown = len(lines_heard)
            lines += said if start <= number < start + len(part) else []
        return lines

    return fenced(asyncio.run(talk()))


def fenced(lines: Sequence[str]) -> str:
    return "\n".join(["```", *lines, "```"])


PARTS: dict[str, Callable[[], str]] = {
    "words": word_table,
    "places": place_table,
    "names": name_table,
    "sent": sent_table,
    "answers": answer_table,
    "cards": card_table,
    "leaders": leader_table,
    "told": leaders_told,
    "refusals": refusal_table,
    "login": lambda: conversation(STORY, LOGIN),
    "lobby": lambda: conversation(STORY, LOBBY),
    "setup": lambda: conversation(STORY, SETUP),
    "market": lambda: conversation(STORY, MARKET),
    "paying": lambda: conversation(STORY, PAYING),
    "buying": lambda: conversation(STORY, BUYING),
    "documented": lambda: conversation((*BEFORE, *DOCUMENTED), DOCUMENTED),
    "kept": lambda: conversation((*BEFORE, *KEPT), KEPT),
    "return": lambda: conversation(STORY, RETURN),
    "solo": lambda: conversation(SOLO, SOLO),
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Regenerate the parts on request before they are compared."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)


def test_the_page_names_every_command() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"`{command}`" not in page] == []
