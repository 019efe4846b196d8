"""Analysis boards over HTTP."""

from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from ludoteca.core.rate_limits import ANALYSIS
from ludoteca.games import GAMES
from ludoteca.games.positions import positions_of
from ludoteca.ops.buckets import Limit
from tests.server.running import PRIVATE, PUBLIC, RUNNING, RunningServer, asked
from tests.server.websockets import open_web

WRITTEN = [name for name, rules in GAMES.items() if positions_of(rules)]


async def follow(server: RunningServer, game: str, position: str, **more: Any) -> Any:
    query = urlencode({"position": position, **more})
    return (await server.ask(f"/api/analysis/{game}?{query}")).json


async def evaluated(server: RunningServer, game: str, position: str) -> Any:
    query = urlencode({"position": position})
    return (await server.ask(f"/api/analysis/{game}/evaluation?{query}")).json


@pytest.mark.parametrize("game", WRITTEN)
async def test_best_moves_can_be_played_one_after_the_other(
    server: RunningServer, game: str
) -> None:
    new = await server.read_kept(f"/api/analysis/{game}/new?seats=2&seed=3")
    (now,) = new["positions"]
    assert new["game"] == game
    moves = []
    start = now["position"]
    for _ in range(4):
        found = await evaluated(server, game, now["position"])
        assert found["seat"] == now["to_move"][0]
        assert found["moves"] == sorted(found["moves"], key=lambda move: -move["worth"])
        assert found["chances"][found["seat"]] == found["moves"][0]["chance"]
        assert all(0 <= chance <= 1 for chance in found["chances"])
        assert found == await evaluated(server, game, now["position"])
        move = msgspec.json.encode(found["moves"][0]["move"]).decode()
        answer = await follow(server, game, now["position"], seat=found["seat"], move=move)
        before, now = answer["positions"]
        assert before["events"] == []
        assert now["events"]
        moves.append(now["move"])
    answer = await follow(server, game, start, moves="\n".join(moves))
    assert answer["positions"][-1] == now


async def test_steps_of_a_move_are_followed(server: RunningServer) -> None:
    new = await server.read_kept("/api/analysis/shelfie/new?seats=2")
    (begun,) = new["positions"]
    seat = begun["to_move"][0]
    assert begun["guide"]["to_do"] == "take"
    pick = {"step": "pick", "cell": begun["guide"]["pick"][0]}
    steps = [msgspec.json.encode(step).decode() for step in (pick,)]
    query = {"seat": seat, "steps": f"[{','.join(steps)}]"}
    picked = await follow(server, "shelfie", begun["position"], **query)
    assert picked["draft"]
    assert picked["positions"][0]["guide"]["hand"] == [pick["cell"]]
    steps.append('{"step":"choose_column","column":0}')
    query = {"seat": seat, "steps": f"[{','.join(steps)}]", "finish": "true"}
    done = await follow(server, "shelfie", begun["position"], **query)
    assert done["draft"] is None
    assert done["positions"][1]["events"][0]["event"] == "tiles_taken"
    other = await follow(server, "shelfie", begun["position"], eyes=1 - seat)
    assert other["positions"][0]["view"]["eyes"] == 1 - seat


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"position": "nonsense"}, 400, "house/bad_position"),
        ({"position": "seats 2"}, 400, "house/bad_position"),
        ({"moves": "1 nonsense"}, 409, "shelfie/unreadable"),
        ({"moves": "nonsense"}, 400, "house/unreadable_move"),
        ({"moves": "1 a1 > 1\n" * 51}, 409, "house/too_long"),
        ({"move": "nonsense"}, 400, "house/unreadable_move"),
        ({"move": "[" * 1500}, 400, "house/unreadable_move"),
        ({"steps": "{}"}, 400, "house/unreadable_move"),
        ({"finish": "true"}, 409, "house/no_draft"),
        ({"seat": "9"}, 400, "http/bad_parameter"),
        ({"position": "x" * 4001}, 400, "http/bad_parameter"),
    ],
)
async def test_bad_requests_are_refused_with_a_sentence(
    server: RunningServer, more: dict[str, str], status: int, code: str
) -> None:
    new = await server.read_kept("/api/analysis/shelfie/new?seats=2")
    query = urlencode({"position": new["positions"][0]["position"], **more})
    answer = await server.ask(f"/api/analysis/shelfie?{query}")
    assert (answer.status, answer.json["code"]) == (status, code)


async def test_only_finished_games_are_analysed(server: RunningServer) -> None:
    replay = (await server.ask(f"/api/replays/{PUBLIC}")).body.splitlines()
    version = len(replay) - 3
    found = await server.read_kept(f"/api/replays/{PUBLIC}/analysis?version={version}")
    assert (found["game"], len(found["positions"])) == ("shelfie", 1)
    assert (await evaluated(server, "shelfie", found["positions"][0]["position"]))["moves"]
    for number, code in ((RUNNING, "house/not_over"), (PRIVATE, "house/no_such_table")):
        answer = await server.ask(f"/api/replays/{number}/analysis?version=8")
        assert answer.code == code
    answer = await server.ask(f"/api/replays/{PRIVATE}/analysis?version=8&code={server.code}")
    assert answer.status == 200
    answer = await server.ask(f"/api/replays/{PUBLIC}/analysis?version=999")
    assert answer.code == "house/no_such_version"


async def test_analysis_is_limited_per_address() -> None:
    async with open_web({ANALYSIS: Limit(3, 60)}) as web:
        path = "/api/analysis/chess/evaluation?position=x"
        codes = [(await asked(f"http://127.0.0.1:{web.port}{path}")).code for _ in range(4)]
    assert codes == ["house/no_such_game"] * 3 + ["house/too_often"]
