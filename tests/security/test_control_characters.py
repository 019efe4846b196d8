"""Chat is text: no terminal that shows it interprets it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.messages import without_controls
from tests.protocols.one_table import open_shared
from tests.server.websockets import web_clients

ESCAPES = "\x1b[2J\x1b]0;owned\x07hello\r\n\x9b31mthere\u202e\x00"


async def test_chat_over_pipes_and_web_arrives_without_escapes() -> None:
    async with open_shared(3) as server, web_clients(server.ports["web"]) as outside:
        will = await outside.come_in("will")
        pia = await server.pia(2)
        await will.ask("table_shown", do="join_table", table=1)
        await will.say(do="say", text=ESCAPES, table=1)
        said = (await will.hear("said"))["text"]
        assert said == "[2J]0;ownedhello  31mthere"
        pia.close()


@given(st.text())
def test_cleaned_text_has_no_control_characters(text: str) -> None:
    left = without_controls(text)
    assert not {unicodedata.category(each) for each in left} & {"Cc", "Zl", "Zp"}
    if text.isprintable():
        assert left == text


@pytest.mark.parametrize("text", ["👩‍👩‍👧 ciao", "naïve", "مرحبا", "a\u200db"])
def test_ordinary_text_stays_unchanged(text: str) -> None:
    assert without_controls(text) == text
