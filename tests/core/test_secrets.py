"""Digests of secrets: their format, and the order in which they are computed."""

import asyncio
import hashlib

import msgspec
import pytest

from ludoteca.core.people.credentials import AT_ONCE, Stretcher, is_outdated
from ludoteca.core.people.entries import Entry, Muted, NameKept
from ludoteca.core.people.log import stream_of
from ludoteca.core.people.people import STREAM
from ludoteca.messages import Welcome
from ludoteca.ops.turns import Turns
from tests.core.local import LocalServer

SECRET, SALT = "correct-horse", "salt"


@pytest.fixture(autouse=True)
def quick_secrets() -> None:
    """Restore the real cost of digests."""


async def test_digest_names_its_parameters() -> None:
    stretcher = Stretcher()
    digest = await stretcher.digest(SECRET, SALT, "here")
    assert digest.startswith("scrypt:16384:8:5:")
    assert not is_outdated(digest)
    assert await stretcher.is_secret(SECRET, SALT, digest, "here")
    assert not await stretcher.is_secret(SECRET.upper(), SALT, digest, "here")
    assert not await stretcher.is_secret("", SALT, digest, "here")


async def test_digest_without_parameters_uses_the_original_ones() -> None:
    made = hashlib.scrypt(SECRET.encode(), salt=SALT.encode(), n=2**14, r=8, p=1).hex()
    assert is_outdated(made)
    assert await Stretcher().is_secret(SECRET, SALT, made, "here")


async def served(*waiting: tuple[str, bool], given_up: int | None = None) -> list[str]:
    """Return the order in which waiting addresses are served; some of them have priority."""
    turns, order = Turns(AT_ONCE), list[str]()
    busy = asyncio.Event()

    async def occupy() -> None:
        async with turns.turn("busy"):
            await busy.wait()

    async def wait(address: str, first: bool) -> None:
        async with turns.turn(address, first=first):
            order.append(address)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(AT_ONCE):
            tasks.create_task(occupy())
        asked = [tasks.create_task(wait(*one)) for one in waiting]
        await asyncio.sleep(0)
        assert order == []
        if given_up is not None:
            asked[given_up].cancel()
        busy.set()
    async with turns.turn("later"):  # nobody holds a turn now
        return order


async def test_address_with_many_guesses_waits_behind_one_with_a_single_guess() -> None:
    many, one = ("many", False), ("one", False)
    assert await served(many, many, many, one) == ["many", "one", "many", "many"]


async def test_an_address_that_is_known_for_the_name_goes_first() -> None:
    assert await served(("many", False), ("many", False), ("owner", True)) == [
        *("owner", "many", "many")
    ]


async def test_a_known_address_goes_first_with_one_secret_only() -> None:
    owner, stranger = ("owner", True), ("stranger", False)
    assert await served(stranger, owner, owner, owner) == ["owner", "stranger", "owner", "owner"]


async def test_cancelled_login_delays_nobody() -> None:
    assert await served(("gone", False), ("here", False), given_up=0) == ["here"]


async def test_an_older_digest_is_replaced_when_its_secret_is_used(server: LocalServer) -> None:
    secret = "hush"  # noqa: S105 - shorter than one may be today
    made = hashlib.scrypt(secret.encode(), salt=SALT.encode(), n=2**14, r=8, p=1).hex()
    entries = [NameKept("Anna", SALT, made, 5), Muted("Anna", "Bruno", muted=True)]
    await server.journal.append(STREAM, 0, [msgspec.json.encode(entry) for entry in entries])
    written = []
    for _ in range(2):
        await server.restart()
        both = await asyncio.gather(server.enter("Anna", secret), server.enter("Anna", secret))
        assert all(anna.of(Welcome) for anna in both)
        assert server.dispatcher.people.is_muted("Anna", "Bruno")
        entries_now = await server.journal.read(stream_of("Anna"))
        read = [msgspec.json.decode(one, type=Entry) for one in entries_now]
        written.append([one for one in read if isinstance(one, NameKept)])
    (before, today), again = written
    assert (before, again) == (entries[0], [before, today])
    assert (today.name, today.since, is_outdated(today.digest)) == ("Anna", 5, False)
