"""Hints over real sockets, and reviews of finished games over HTTP."""

from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from ludoteca.core.rate_limits import FIXED
from tests.server.running import PRIVATE, PUBLIC, RUNNING, RunningServer
from tests.server.websockets import Client, WebClients


async def alone(web: WebClients, name: str, game: str, **options: Any) -> Client:
    """Seat a player at the first table, with a bot in the other seat."""
    client = await web.come_in(name)
    await client.ask("table_shown", do="open_table", game=game, seats=2, closely=True, **options)
    await client.say(do="start_table", table=1, bot="greedy")
    while (await client.hear("table_seen"))["to_move"] == [1]:  # the bot may be the first
        pass
    return client


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_a_hint_is_one_of_the_moves_with_its_reasons(web: WebClients, game: str) -> None:
    anna = await alone(web, "Anna", game)
    hint = await anna.ask("hint", do="ask_hint", table=1, id="7")
    moves = (await anna.ask("moves", do="ask_moves", table=1))["moves"]
    assert hint["move"] in moves
    assert hint["request"] == "7"
    assert 0 <= hint["chance"] <= 1
    for reason in hint["reasons"]:
        assert reason.keys() == {"kind", "worth", "values"}


async def test_hints_are_for_tables_without_other_people_or_where_they_are_allowed(
    web: WebClients,
) -> None:
    anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
    for table, allowed in ((1, False), (2, True)):
        opened = await anna.ask(
            "table_shown", do="open_table", game="shelfie", seats=2, hints=allowed
        )
        assert opened["info"]["hints"] is allowed
        shown = await bruno.ask("table_shown", do="join_table", table=table)
        assert shown["info"]["hints"] is allowed
        mover = (anna, bruno)[shown["view"]["turn"]]
        waiting = (bruno, anna)[shown["view"]["turn"]]
        if allowed:
            assert (await mover.ask("hint", do="ask_hint", table=table))["table"] == table
            refused = await waiting.ask("refused", do="ask_hint", table=table)
            assert refused["code"] == "house/not_your_turn"
        else:
            refused = await mover.ask("refused", do="ask_hint", table=table)
            assert refused["code"] == "house/no_hints"


async def test_hints_are_for_players_of_a_game_that_goes_on(web: WebClients) -> None:
    anna, carla = await web.come_in("Anna"), await web.come_in("Carla")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
    refused = await anna.ask("refused", do="ask_hint", table=1)
    assert refused["code"] == "house/not_started"
    refused = await carla.ask("refused", do="ask_hint", table=1)
    assert refused["code"] == "house/not_seated"


async def test_hints_are_limited(web: WebClients) -> None:
    anna = await alone(web, "Anna", "shelfie")
    for _ in range(FIXED["hints"].most):
        await anna.ask("hint", do="ask_hint", table=1)
    refused = await anna.ask("refused", do="ask_hint", table=1)
    assert refused["code"] == "house/too_often"


async def test_review_has_every_move_of_a_seat_and_ends_with_the_winner(
    server: RunningServer,
) -> None:
    replay = (await server.ask(f"/api/replays/{PUBLIC}")).body.splitlines()
    records = [msgspec.json.decode(line) for line in replay[1:]]
    winners = msgspec.json.decode(replay[0])["result"]["outcome"]["winners"]
    for seat in (0, 1):
        review = await server.read_kept(f"/api/replays/{PUBLIC}/review?seat={seat}")
        versions = [move["version"] for move in review["moves"]]
        assert versions == [
            version
            for version, record in enumerate(records, start=1)
            if record["record"] == "move_played" and record.get("seat") == seat
        ]
        for move in review["moves"]:
            judged = move["judged"]
            assert judged["best_worth"] >= judged["worth"]
            if judged["best"] != judged["move"]:
                assert judged["best_reasons"]
        assert review["curve"][-1]["chance"] == (1 if winners == [seat] else 0)
        assert all(0 <= point["chance"] <= 1 for point in review["curve"])


async def test_a_position_can_be_tried_again(server: RunningServer) -> None:
    review = await server.read_kept(f"/api/replays/{PUBLIC}/review?seat=0")
    worst = max(review["moves"], key=lambda m: m["judged"]["best_worth"] - m["judged"]["worth"])
    assert worst["judged"]["best_worth"] > worst["judged"]["worth"]
    path = f"/api/replays/{PUBLIC}/try?seat=0&version={worst['version']}"
    asked = await server.read_kept(path)
    assert asked["guide"]["to_do"] == "take"
    assert asked["judged"] is None

    best = worst["judged"]["best"]
    tried = await server.read_kept(f"{path}&move={quote(msgspec.json.encode(best))}")
    assert tried["judged"]["worth"] == worst["judged"]["best_worth"]

    steps: list[Any] = [{"step": "pick", "cell": cell} for cell in best["cells"]]
    picked = await server.read_kept(f"{path}&steps={quote(msgspec.json.encode(steps))}")
    assert sorted(picked["guide"]["hand"]) == sorted(best["cells"])
    assert picked["draft"]
    order = [picked["guide"]["hand"].index(cell) for cell in best["cells"]]
    steps += [
        {"step": "order", "places": order},
        {"step": "choose_column", "column": best["column"]},
    ]
    done = await server.read_kept(f"{path}&finish=true&steps={quote(msgspec.json.encode(steps))}")
    assert done["judged"] == tried["judged"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ('&move={"move":"take_tiles","cells":[[0,0]],"column":0}', "shelfie/"),
        ("&move=nonsense", "house/unreadable_move"),
        ('&steps=[{"step":"pick","cell":[0,0]}]', "shelfie/"),
        ("&finish=true", "house/no_draft"),
    ],
)
async def test_illegal_alternative_is_refused(server: RunningServer, more: str, code: str) -> None:
    review = await server.read_kept(f"/api/replays/{PUBLIC}/review?seat=0")
    version = review["moves"][0]["version"]
    answer = await server.ask(f"/api/replays/{PUBLIC}/try?seat=0&version={version}{more}")
    assert answer.status in (400, 409)
    assert answer.json["code"].startswith(code)


async def test_lessons_need_access_to_the_replay(server: RunningServer) -> None:
    for path in ("review?seat=0", "try?seat=0&version=6"):
        for number, code in ((PRIVATE, "no_such_table"), (RUNNING, "not_over")):
            answer = await server.ask(f"/api/replays/{number}/{path}")
            assert answer.status != 200, (number, path, answer.body[:300])
            assert answer.code == f"house/{code}"
        answer = await server.ask(f"/api/replays/{PRIVATE}/{path}&code={server.code}")
        assert answer.status == 200, answer.body
    answer = await server.ask(f"/api/replays/{PUBLIC}/review?seat=3")
    assert answer.code == "house/no_such_seat"
    for version in (1, 999):
        answer = await server.ask(f"/api/replays/{PUBLIC}/try?seat=0&version={version}")
        assert answer.code == "house/no_such_version"
