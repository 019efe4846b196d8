"""The page for authors is correct: its tables match the games, and its examples run.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/client/test_clients_page.py
"""

import asyncio
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludoteca import client
from ludoteca.cli import main
from ludoteca.client import Client, Table
from ludoteca.games import renaissance, shelfie
from ludoteca.games.renaissance.cards import CROSS_STEPS, DISCARDS, RESHUFFLE
from ludoteca.games.shelfie.board import TILES_OF_A_KIND
from tests.conftest import unmeasured
from tests.pages import DOCS, outdated, record, written
from tests.server.websockets import open_web

PAGE = DOCS / "clients.md"


def example(name: str) -> str:
    return written(PAGE, name).removeprefix("```python\n").removesuffix("\n```") + "\n"


def tiles() -> str:
    rows = ["| tiles | kind | as a letter |", "|---|---|---|"]
    for place, kind in enumerate(shelfie.Kind):
        numbers = [t for t in shelfie.TILES if shelfie.kind_of(t) == kind]
        assert numbers == list(range(place * TILES_OF_A_KIND, (place + 1) * TILES_OF_A_KIND))
        rows.append(f"| {numbers[0]} to {numbers[-1]} | `Kind.{kind.name}` | {kind} |")
    return "\n".join(rows)


def goals() -> str:
    rows = ["| common goal | name | asks for |", "|---|---|---|"]
    rows += [f"| {n} | {g.title} | {g.text} |" for n, g in shelfie.COMMON_GOALS.items()]
    return "\n".join(rows)


def goods(held: renaissance.Goods, faith: int = 0) -> str:
    words = [f"{count} {resource}" for resource, count in held.each()]
    return " + ".join([*words, *([f"{faith} faith"] if faith else [])])


def cards() -> str:
    head = "| card | colour | level | points | cost | production pays | and makes |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for number, card in renaissance.CARDS.items():
        made = goods(card.makes, card.faith)
        cost, pays = goods(card.cost), goods(card.pays)
        words = (number, card.colour, card.level, card.points, cost, pays, made)
        rows.append(f"| {' | '.join(map(str, words))} |")
    return "\n".join(rows)


def leaders() -> str:
    rows = ["| leader | ability | resource | points | asks for |", "|---|---|---|---|---|"]
    for number, leader in renaissance.LEADERS.items():
        wanted = [
            f"{want.count} " + (f"level {want.level} " if want.level else "") + want.colour
            for want in leader.cards
        ]
        asks = " + ".join(wanted) or goods(leader.goods)
        words = (number, leader.ability, leader.resource, leader.points, asks)
        rows.append(f"| {' | '.join(map(str, words))} |")
    return "\n".join(rows)


def tokens() -> str:
    rows = ["| Lorenzo's token | effect |", "|---|---|"]
    rows += [f"| {n} | removes two {colour} cards |" for n, colour in DISCARDS.items()]
    for number, steps in CROSS_STEPS.items():
        and_shuffles = " and shuffles the tokens" if number == RESHUFFLE else ""
        rows.append(f"| {number} | moves his cross by {steps}{and_shuffles} |")
    return "\n".join(rows)


PARTS: dict[str, Callable[[], str]] = {
    part.__name__: part for part in (tiles, goals, cards, leaders, tokens)
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "against"),
    [
        ("my_bot.py", "shelfie uniform 2"),
        ("shelfie_bot.py", "shelfie novice 6"),
        ("renaissance_bot.py", "renaissance novice 14"),
    ],
)
def test_its_bots_play_and_win(
    name: str, against: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / name).write_text(example(name), encoding="utf-8")
    game, opponent, games = against.split()
    words = ["arena", game, "--players", f"{name},{opponent}", "--games", games, "--seed", "1"]
    assert main([*words, "--jobs", "1", "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out)
    won = {standing["player"]: standing["wins"] for standing in report["standings"]}
    assert sum(won.values()) == int(games)
    assert name == "my_bot.py" or won[name] > won[opponent]


async def test_its_client_plays_a_game(tmp_path: Path) -> None:
    file = tmp_path / "first_client.py"
    file.write_text(example("first_client.py"), encoding="utf-8")
    async with open_web() as web:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            file,
            f"http://127.0.0.1:{web.port}",
            stdout=subprocess.PIPE,
            env={**unmeasured(), "XDG_STATE_HOME": str(tmp_path)},
        )
        out, _ = await process.communicate()
    assert re.fullmatch(r"The game is over: \[\d+, \d+\] Won by seats: \([01, ]+\)\n", out.decode())


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_printed_fields_exist_in_the_view(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = example("look.py").replace("shelfie as game", f"{game} as game")
    exec(compile(code, "look.py", "exec"), {})  # noqa: S102 - our own page
    assert "View(" in capsys.readouterr().out


def test_everything_public_is_in_the_reference() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in client.__all__ if f"`{name}" not in text] == []
    for kind, called in ((Client, "client"), (Table, "table")):
        methods = [n for n, _ in inspect.getmembers(kind, inspect.isfunction) if n[0] != "_"]
        assert [name for name in methods if f"`{called}.{name}" not in text] == []
