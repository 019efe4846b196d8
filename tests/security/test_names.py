"""Names that imitate another player's name are refused over the web and over TCP."""

import asyncio

import pytest

from ludoteca.messages import BOT_NAMES
from tests.protocols.one_table import HOST, SharedServer, open_shared
from tests.protocols.pipes.clients import Client as PipesClient
from tests.server.websockets import web_clients

LOOK_ALIKES = (
    *("Сara", "С\u0430r\u0430", "Cаrа", "CARΑ", "\uff23ara", "Ca\u0301ra", "Ϲara"),  # noqa: RUF001
    *("\U0001f172ara", "Ca\u1587a", "Ca\uab47a", "\U00010415ara"),  # by Unicode's table
)
INVISIBLE = (
    "Cara\u3164",
    "\u3164",
    "Ca\u034fra",
    "\u2800",
    "Cara\u200b",
    "\u0301\u0302",
    "\u0301Cara",
)


async def login(server: SharedServer, name: str) -> tuple[bool, str]:
    """Log in with `pipes`; return whether it succeeded and the text received."""
    streams = await asyncio.open_connection(HOST, server.ports["pipes"])
    client = PipesClient(*streams, frames=True)
    try:
        return await client.login(name), str(client.heard)
    finally:
        client.close()


async def test_a_look_alike_of_a_name_in_use_is_refused() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        await web.come_in("Cara")
        stranger = await web.connect()
        for name in LOOK_ALIKES:
            no = await stranger.ask("refused", do="enter", name=name)
            same = name == "\uff23ara"  # as wide as a Chinese letter, and the same name
            assert no["code"] == ("house/name_in_use" if same else "house/name_looks_taken"), name
        let_in, told = await login(server, "Сara")  # noqa: RUF001
        assert not let_in
        assert "That name looks too much like another player's." in told
        assert (await login(server, "Clara"))[0]


async def test_a_look_alike_of_a_protected_name_is_refused_also_while_nobody_is_there() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        owner = await web.connect()
        await owner.ask("welcome", do="enter", name="Gil", secret="correct-horse")  # noqa: S106
        await owner.ask("done", do="step_out")
        stranger = await web.connect()
        for name in ("GiI", "Gi1", "Gіl"):  # noqa: RUF001
            no = await stranger.ask("refused", do="enter", name=name)
            assert no["code"] == "house/name_looks_taken", name
        await owner.ask("welcome", do="enter", name="Gil", secret="correct-horse")  # noqa: S106


async def test_a_name_that_a_protocol_would_show_like_another_is_refused() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        await web.come_in("Mila Rosa")
        stranger = await web.connect()
        for name in ("Mila_Rosa", "mila__rosa", "Mila Rosa.", "Mila_Rosa\u2032", "M\u13a5la Rosa"):
            no = await stranger.ask("refused", do="enter", name=name)
            assert no["code"] == "house/name_looks_taken", ascii(name)
        assert not (await login(server, "Mila_Rosa"))[0]


async def test_a_table_is_not_given_a_name_that_another_has_by_its_number() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        stranger = await web.come_in("Cara")
        opening = {"do": "open_table", "game": "renaissance", "seats": 3}
        for name in ("table-32", "Table-32.", "tаble-32"):  # noqa: RUF001
            no = await stranger.ask("refused", **opening, name=name)
            assert no["code"] == "house/bad_table_name", name


async def test_an_invisible_name_is_refused() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        stranger = await web.connect()
        for name in INVISIBLE:
            no = await stranger.ask("refused", do="enter", name=name)
            assert no["code"] == "house/bad_name", ascii(name)
        let_in, told = await login(server, "Cara\u3164")
        assert not let_in
        assert "visible characters" in told


async def test_a_name_that_looks_like_a_reserved_one_is_refused_as_such() -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        stranger = await web.connect()
        for name in ("all", "A11", "LORENZO", "Everyone."):
            no = await stranger.ask("refused", do="enter", name=name)
            assert no["code"] == "house/name_reserved", name
            assert "looks like" in no["detail"]
        let_in, told = await login(server, "A11")
        assert not let_in
        assert "looks like" in told


@pytest.mark.parametrize("letters", [("i", "і"), ("o", "0")])  # noqa: RUF001
async def test_a_look_alike_of_a_bot_is_refused(letters: tuple[str, str]) -> None:
    async with open_shared(1) as server, web_clients(server.ports["web"]) as web:
        stranger = await web.connect()
        for bot in BOT_NAMES:
            if letters[0] in bot:
                no = await stranger.ask("refused", do="enter", name=bot.replace(*letters))
                assert no["code"] == "house/name_looks_taken", bot
