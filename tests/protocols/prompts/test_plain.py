"""A person with `nc`, whose first line is not JSON, receives plain text."""

import pytest

from ludoteca.protocols.prompts.codecs import (
    GREETING,
    HOW,
    INPUT_PROMPT,
    LEGEND,
    client_lines,
    server_lines,
)
from ludoteca.protocols.prompts.words import ACK, BareLine, ChooseUsername, Waiting
from tests.protocols.prompts.talk import NEW_GAME, Client, Room

BOARD = """\
   0 1 2 3 4 5 6 7 8   your goal   you         anna
a                      . . . . .   . . . . .   . . . . .
b        . .           . T . . .   . . . . .   . . . . .
c        F T C         . . . . .   . . . . .   . . . . .
d      T B F P T B     . F B . .   . . . . .   . . . . .
e    C G G T T G T     . . . . P   B . . . .   . . . . .
f    P G T P B C       G . . C .   B . . . .   . . . . .
g        B C F         0 1 2 3 4   0 1 2 3 4   0 1 2 3 4
h          F B
i"""


@pytest.fixture
def room() -> Room:
    return Room()


def read(client: Client) -> str:
    """Return the text after the first question, which is sent before the encoding is known."""
    return client.raw.decode().partition("\n")[2]


async def test_a_person_reads_questions_and_the_table_as_text(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.say("anna", "three", "2")
    assert read(anna).startswith(f"{GREETING}\nThis is your UserId: 0\n")
    assert f"{INPUT_PROMPT}This game takes 2 to 4 players.\nThere are no games" in read(anna)
    await bruno.say("", "bruno", "first", "0", "e,4,0", "b,3,b,4,0")
    assert read(bruno).startswith(f"{GREETING}\nA name must have 1 to 30 visible")
    assert f"{INPUT_PROMPT}There is no game with that number.\nAvailable games: 0) anna" in read(
        bruno
    )
    text = "\n".join(line.rstrip() for line in read(bruno).split("\n"))
    assert "Available games: 0) anna (1/2)\nAnswer the next" in text
    assert HOW[:20] in text
    assert f"{INPUT_PROMPT}One of the tiles you have selected doesn't have a free side\n>" in text
    assert f"{BOARD}\n{LEGEND}\nCard number 2 Description: Five tiles" in text
    assert read(anna).endswith(INPUT_PROMPT)
    assert "{" not in read(anna) + read(bruno)
    assert max(map(len, text.split("\n"))) < 80


async def test_a_person_may_type_anything_later(room: Room) -> None:
    anna = room.client()
    await anna.say("", '{"s":"anna","type":"UsernameAnswer"}', "{", "2")
    assert "Players connected: anna\n" in read(anna)
    assert anna.raw.count(b"{") == 1


async def test_json_client_stays_in_json_after_plain_text(room: Room) -> None:
    anna = room.client()
    await anna.say(NEW_GAME, "anna", "2")
    assert anna.types == [
        "ChooseUsername",
        "NotValidUsername",
        "UserIdMessage",
        "FirstPlayer",
        "Lobby",
    ]


async def test_plain_text_player_returns_and_sees_the_reason_for_a_disconnection(
    room: Room,
) -> None:
    people = [room.client() for _ in range(2)]
    await people[0].say("", "anna", "2")
    await people[1].say("", "bruno", "0")
    people[1].drop()
    assert "'bruno' user logged out" in read(people[0])
    back = room.client()
    await back.say("Reconnect", "1")
    assert f"{INPUT_PROMPT}Welcome back, bruno! This is your UserId: 1\nStarting game...\n" in read(
        back
    )
    silent = room.client()
    await silent.say(*("" for _ in range(13)))
    assert read(silent).endswith("You did not answer; your seat is kept for you.\n")


def test_both_ends_can_be_read_by_programs_that_listen_in() -> None:
    server, client = server_lines(), client_lines()
    assert list(server.feed(b"\n")) == [BareLine("")]
    said = server.write(Waiting("Nothing\nyet")) + server.write(ChooseUsername("Who?"))
    assert said == f"{GREETING}\nNothing\nyet\nWho?\n{INPUT_PROMPT}".encode()
    heard = [BareLine(GREETING), BareLine("Nothing"), BareLine("yet"), BareLine("Who?")]
    assert list(client.feed(said)) == heard
    assert server.write(BareLine("hello")) == b"hello\n"
    assert server.write(ACK()) == b""
