"""A client written from the document alone plays a match and receives every message."""

import asyncio
import json
from collections import Counter
from itertools import accumulate, pairwise
from typing import Any

import pytest

from tests.conftest import no_coverage
from tests.protocols.requests.callers import Caller, living
from tests.protocols.requests.documented import (
    ANSWERS,
    SENT,
    TOLD,
    Documented,
    DocumentedCaller,
    DocumentedStream,
    conforms,
    members,
)
from tests.protocols.requests.matches import score, winner
from tests.protocols.requests.programs import open_dispatcher

pytestmark = no_coverage

KINDS = {"lines": Documented, "stream": DocumentedStream, "calls": DocumentedCaller}


async def played(kind: type[Documented]) -> tuple[list[Documented], dict[str, int], str]:
    """Return the clients of a whole match, and its result according to the rules."""
    async with open_dispatcher(ping=1.0) as (server, port):
        anna, bruno, carla = clients = [
            kind("anna", 3), kind("bruno", 3), kind("carla", 3, leaves=True)
        ]  # fmt: skip
        callers = [client for client in clients if isinstance(client, Caller)]
        async with living(*callers):
            for client in (anna, bruno, carla):
                await client.connect(port)
                await client.until(lambda c=client: bool(c.heard_of("LobbyInfoMessage")))  # type: ignore[misc]
                if client is anna:
                    await client.until(lambda: bool(anna.heard_of("PingMessage")))
            await asyncio.gather(*(client.play() for client in clients))
            return clients, score(server), winner(server)


@pytest.fixture(scope="module", params=KINDS)
def match(request: pytest.FixtureRequest) -> tuple[list[Documented], dict[str, int], str]:
    return asyncio.run(played(KINDS[request.param]))


Match = tuple[list[Documented], dict[str, int], str]


def test_every_message_of_the_document_is_met(match: Match) -> None:
    clients, _, _ = match
    assert {message["type"] for client in clients for message in client.heard} == set(TOLD)
    assert {message["type"] for client in clients for message in client.sent} == set(SENT)


def test_every_message_has_the_members_of_the_document(match: Match) -> None:
    clients, _, _ = match
    for client in clients:
        for message in client.heard:
            assert conforms(members(message), TOLD[message["type"]]), message
        for message in client.sent:
            assert conforms(members(message), SENT[message["type"]]), message


def test_every_request_has_one_response_of_its_own_kind(match: Match) -> None:
    clients, _, _ = match
    for client in clients:
        sent = Counter(message["type"] for message in client.sent)
        heard = Counter(message["type"] for message in client.heard)
        for request, response in ANSWERS.items():
            assert sent[request] == heard[response]


def test_a_taken_nickname_is_refused_until_another_one_is_sent(match: Match) -> None:
    (anna, bruno, carla), _, _ = match
    assert answers(anna, "LoginResponse", "nickname") == ["anna"]
    assert answers(bruno, "LoginResponse", "nickname") == [None, "bruno"]
    assert answers(carla, "LoginResponse", "nickname") == [None, "carla"]


def sent(client: Documented, kind: str) -> list[dict[str, Any]]:
    return [message for message in client.sent if message["type"] == kind]


def answers(client: Documented, kind: str, member: str) -> list[Any]:
    return [message[member] for message in client.heard_of(kind)]


def test_only_the_first_player_is_asked_until_the_number_is_valid(match: Match) -> None:
    (anna, bruno, carla), _, _ = match
    assert len(anna.heard_of("NumPlayersRequest")) == 2
    assert not bruno.heard_of("NumPlayersRequest") + carla.heard_of("NumPlayersRequest")


def test_lobby_is_notified_of_each_player(match: Match) -> None:
    (anna, bruno, carla), _, _ = match
    assert answers(anna, "LobbyInfoMessage", "playerName") == ["anna", "bruno", "carla"]
    assert answers(bruno, "LobbyInfoMessage", "lobby") == [
        ["anna", "bruno"],
        ["anna", "bruno", "carla"],
    ]
    for client in (anna, bruno, carla):
        assert set(answers(client, "LobbyInfoMessage", "sizeLobby")) == {3}
        assert all(answers(client, "LobbyInfoMessage", "newPlayerConnected"))


def test_start_message_has_the_documented_members(match: Match) -> None:
    clients, _, _ = match
    goals = set()
    for client in clients:
        (start,) = client.heard_of("GameStartNotify")
        assert len(start["board"]["board"]) == 37
        assert len(start["commonGoals"]) == len(start["commonGoalsTokens"]) == 2
        assert start["commonGoalsTokens"] == [8, 8]
        assert start["players"] == ["anna", "bruno", "carla"]
        assert start["nextPlayer"] in start["players"]
        personal = start["personalGoal"]
        assert len(personal["positions"]) == len(personal["tiles"]) == 6
        goals.add(personal["id"])
    assert len(goals) == 3


def test_the_goal_of_another_player_is_never_sent(match: Match) -> None:
    clients, _, _ = match
    goals = [
        json.dumps(c.heard_of("GameStartNotify")[0]["personalGoal"]["positions"]) for c in clients
    ]
    for client, own in zip(clients, goals, strict=True):
        heard = json.dumps(client.heard)
        assert [goal for goal in goals if goal in heard] == [own]


def test_refusals_and_answers_come_in_the_order_of_the_requests(match: Match) -> None:
    (anna, bruno, _), _, _ = match
    for client in (anna, bruno):
        picks = answers(client, "PickTileResponse", "valid")
        assert picks[0] is False
        assert answers(client, "UnpickTileResponse", "successful") == [False, True]
        assert answers(client, "ConfirmPickResponse", "valid")[0] is False
        columns = answers(client, "ConfirmColumnResponse", "valid")
        assert columns[:3] == [False, False, True]  # nothing confirmed, no such column
        assert sum(columns) == len(sent(client, "ConfirmOrderNotify"))


def test_every_turn_is_announced_to_all_players(match: Match) -> None:
    (anna, bruno, _), _, _ = match
    for client in (anna, bruno):
        turns = client.heard_of("EndTurnNotify")
        following = [turn for turn in turns if turn["player"] != turn["nextPlayer"]]
        for turn, after in pairwise(following):
            assert turn["nextPlayer"] == after["player"]
        own = [turn for turn in turns if turn["player"] == client.name]
        filled = [sum(tile != "EMPTY" for row in t["bookshelf"] for tile in row) for t in own]
        orders = [message["pickedTiles"] for message in sent(client, "ConfirmOrderNotify")]
        assert filled[: len(orders)] == list(accumulate(map(len, orders)))
        column = next(c for c in range(5) if own[0]["bookshelf"][5][c] != "EMPTY")
        placed = [own[0]["bookshelf"][row][column] for row in (5, 4, 3)]
        assert placed[: len(orders[0])] == orders[0]  # the first one lowest


def test_disconnection_is_announced_to_the_other_players(match: Match) -> None:
    (anna, bruno, _), _, _ = match
    for client in (anna, bruno):
        assert answers(client, "PlayerDisconnectedNotify", "disconnectedPlayer") == ["carla"]


def test_chat_reaches_everyone_or_the_selected_player(match: Match) -> None:
    (anna, bruno, _), _, _ = match
    for client in (anna, bruno):
        chats = [
            (chat["player"], chat["receiver"], chat["textMessage"])
            for chat in client.heard_of("ChatMessage")
            if chat["player"] != "[house]"
        ]
        assert {(name, "Everyone", "Hello!") for name in ("anna", "bruno", "carla")} < set(chats)
        private = {(sender, to) for sender, to, text in chats if text == "Psst!"}
        others = {("bruno", "anna"), ("carla", "anna")} if client is anna else {("anna", "bruno")}
        assert private == others


def test_pings_are_answered(match: Match) -> None:
    (anna, bruno, _), _, _ = match
    for client in (anna, bruno):
        assert len(sent(client, "PongMessage")) == len(client.heard_of("PingMessage"))
    assert anna.heard_of("PingMessage")


def test_result_has_points_and_winner_and_connections_close(match: Match) -> None:
    (anna, bruno, _), points, best = match
    for client in (anna, bruno):
        assert client.heard[-1] == {"type": "GameResultNotify", "winner": best, "points": points}
        final = client.heard_of("EndTurnNotify")[-3:]
        assert {turn["player"]: turn["points"] for turn in final} == points
        assert all(turn["player"] == turn["nextPlayer"] for turn in final)
        assert client.closed
