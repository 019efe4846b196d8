"""Texts that an operator supplies in place of the built-in ones."""

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.serve import serve
from ludoteca.protocols.prompts import TEXTS, read_texts
from ludoteca.protocols.prompts.texts import LONGEST_TEXT
from tests.conftest import TIMEOUT
from tests.protocols.prompts.processes import CLOSED, serving
from tests.protocols.prompts.programs import Program
from tests.protocols.prompts.remote import CalledProgram

CARDS = {str(number): f"| Goal {number}:\n\u2022 made up " for number in range(1, 13)}
FILE = """\
[texts]
username = "Who goes there?"
no_column = 'No such column, "friend"'

[common_cards]
""" + "".join(f'{number} = """\n{text}"""\n' for number, text in CARDS.items())


def test_custom_texts_replace_ours_and_the_rest_stays() -> None:
    texts = read_texts(tomllib.loads(FILE))
    assert texts.username == "Who goes there?"
    assert texts.common_cards[7] == CARDS["7"]
    assert texts.starting == TEXTS.starting
    assert read_texts({}) == TEXTS


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ({"cards": {}}, "there is no table 'cards' (there is common_cards, texts)"),
        ({"texts": 1}, "texts is not a table"),
        ({"texts": {"hello": "x"}}, "there is no text 'hello' (there is reconnect, username, "),
        ({"texts": {"common_cards": "x"}}, "there is no text 'common_cards'"),
        ({"texts": {"move": 1}}, "move in texts is not a text of 1 to 2000 characters"),
        ({"texts": {"move": ""}}, "move in texts is not a text"),
        ({"texts": {"move": "x" * (LONGEST_TEXT + 1)}}, "move in texts is not a text"),
        ({"common_cards": {**CARDS, "13": "x"}}, "there is no common card '13' (there is 1 to 12)"),
        ({"common_cards": {**CARDS, "07": "x"}}, "there is no common card '07'"),
        ({"common_cards": {"1": "x", **{str(n): "x" for n in range(3, 12)}}},
         "common_cards has all of 1 to 12, and lacks 2, 12"),
    ],
)  # fmt: skip
def test_impossible_text_is_reported(written: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - what it says is the point
        read_texts(written)
    assert str(caught.value).startswith(why)


async def test_both_ports_use_the_texts_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "texts.toml"
    path.write_text(FILE, encoding="utf-8")
    with serving("--prompts-texts", str(path), "--rmi-prompts", "0") as (process, port):
        assert process.stdout
        calls = process.stdout.readline().split()[-1]
        assert process.stdout.readline() == "ready\n"

        anna, bruno = Program("anna", 2), CalledProgram("bruno", 2)
        await anna.connect(port)
        await anna.until(lambda: bool(anna.of("Lobby")))
        await bruno.connect(int(calls))
        await bruno.until(lambda: bool(bruno.of("Lobby")))
        for program in (anna, bruno):
            await program.until(lambda p=program: bool(p.of("GraphicalGameInfo")))  # type: ignore[misc]
            assert program.of("ChooseUsername")[0]["s"] == "Who goes there?"
            assert program.of("StartingGame")[0]["s"] == "Starting game..."
            cards = program.of("GraphicalGameInfo")[0]["commonCards"]
            assert len(cards) == 2
            assert set(cards) <= set(CARDS.values())
        asked = anna if anna.heard[-1]["activePlayerUsername"] == "anna" else bruno
        assert (await asked.hear())["type"] == "MoveMessage"
        asked.say('{"s":"b,3,b,4,7","type":"Move"}')
        refused = {"s": 'No such column, "friend"', "type": "InvalidColumn"}
        assert await asked.hear() == refused
        anna.close()
        await bruno.endpoint.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "'{path}' cannot be read: No such file or directory"),
        ("[texts", "{path} is not TOML: "),
        ("[texts]\nhello = 'x'\n", "{path}: there is no text 'hello' (there is reconnect, "),
    ],
)
def test_a_bad_file_is_one_clear_sentence(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "texts.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(Complaint) as caught:
        serve({"prompts_texts": str(path)})
    assert str(caught.value).startswith(said.format(path=path))


def test_bad_file_ends_the_command_before_any_port_opens(tmp_path: Path) -> None:
    path = tmp_path / "texts.toml"
    path.write_text("[texts]\nmove = 7\n", encoding="utf-8")
    environment = {**os.environ, **CLOSED, "LUDOTECA_PROMPTS_TEXTS": str(path)}
    command = [sys.executable, "-m", "ludoteca", "serve", "--data", "off", "--prompts", "0"]
    answer = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=TIMEOUT
    )
    assert (answer.returncode, answer.stdout) == (2, "")
    said = "move in texts is not a text of 1 to 2000 characters"
    assert answer.stderr == f"ludoteca serve: {path}: {said}\n"
