"""Attempts to take a seat: every protocol, with and without credentials, in every presence."""

import asyncio
import inspect
import sys
from collections.abc import Awaitable, Iterable
from itertools import product
from typing import NamedTuple, TypeVar

import pytest

from ludoteca.core.people import credentials
from ludoteca.core.rate_limits import FIXED
from ludoteca.core.tables.keeper import Keeper
from ludoteca.messages import Notice, OpenTable, TableShown, ViewThunk
from ludoteca.net import silence
from ludoteca.ops.buckets import Limit
from ludoteca.protocols.commands import commands
from ludoteca.server.connection import Connection
from tests.conftest import TIMEOUT, no_coverage, without
from tests.listener import LocalListener
from tests.pages import DOCS, outdated, record, written
from tests.protocols.one_table import DIALECTS, SharedServer, open_shared
from tests.requirements import PROTOCOLS
from tests.security.cuts import cut
from tests.security.entrants import ENTRANTS, ORIGIN, Entrant, from_anywhere

__all__ = ["from_anywhere"]
pytestmark = no_coverage
PAGE = DOCS / "security.md"
SECRET = "correct-horse"  # noqa: S105 - only here
SAME, OTHER = "127.0.0.1", "127.0.0.2"
STATES = ("present", "absent", "half-open")
AMPLE = dict.fromkeys(FIXED, Limit(1000, 1))
"""Disables limits: only credentials are tested here."""
T = TypeVar("T")

if sys.platform != "linux":
    without("Sockets are made deaf by a filter of Linux.")


class Case(NamedTuple):
    """A player with a seat, and a client that tries to take it."""

    protocol: str
    secret: bool
    proof: bool
    """Whether the client has the token or the secret."""
    state: str
    origin: str

    @property
    def name(self) -> str:
        return f"player-{CASES.index(self)}"


CASES = [
    Case(*each)
    for each in product(ENTRANTS, (False, True), (False, True), STATES, (SAME, OTHER))
    if each[1] or not each[2] or each[0].startswith("web")  # only the web has tokens
]


class Puppet(LocalListener):
    """Opens a table in a player's name from its own address."""

    def __init__(self, name: str) -> None:
        self.name, self.address, self.shown = name, name, 0

    def tell(self, notice: Notice, _: ViewThunk | None = None) -> None:
        if isinstance(notice, TableShown):
            self.shown = notice.info.table


async def together(work: Iterable[Awaitable[T]]) -> list[T]:
    async with asyncio.timeout(TIMEOUT):
        return await asyncio.gather(*work)


async def enter(server: SharedServer, case: Case, origin: str, secret: str, token: str) -> Entrant:
    ORIGIN.set(origin)
    return await ENTRANTS[case.protocol](server.ports, case.name, secret, token)


async def leave(entrant: Entrant) -> None:
    if inspect.isawaitable(leaving := entrant.leave()):
        await leaving


async def seated(server: SharedServer, case: Case) -> tuple[Entrant, Keeper]:
    """Return the player and the table of their seat."""
    owner = await enter(server, case, SAME, SECRET if case.secret else "", "")
    assert owner.entered, case
    puppet = Puppet(case.name)
    game = "renaissance" if case.protocol == "commands" else "shelfie"
    await server.dispatcher.handle(puppet, OpenTable(game=game, seats=2, private=True))
    server.dispatcher.lobby.listened_tables.stop_anywhere(puppet)
    keeper = await server.dispatcher.lobby.find(puppet.shown)
    assert isinstance(keeper, Keeper)
    return owner, keeper


async def absent(server: SharedServer, case: Case, owner: Entrant) -> None:
    await leave(owner)
    while server.dispatcher.people.is_here(case.name):
        await asyncio.sleep(0.01)


async def attempted(server: SharedServer, case: Case, owner: Entrant, keeper: Keeper) -> bool:
    """Return whether a client gets the seat: it enters and is then sent the table."""
    person = await server.dispatcher.people.find(case.name)
    assert person
    before, secret = {*person.clients}, SECRET if case.secret and case.proof else ""
    token = owner.token if case.proof and not case.secret else ""
    client = await enter(server, case, case.origin, secret, token)
    new = person.clients.keys() - before
    assert bool(new) is client.entered, case
    if case.protocol.startswith("web") or not client.entered:
        assert before <= person.clients.keys(), case  # nobody was disconnected
    else:
        assert before.isdisjoint(person.clients), case
    while client.entered and not any(map(keeper.has_listener, new)):
        await asyncio.sleep(0.01)
    await leave(client)
    return client.entered


async def measured() -> dict[Case, bool]:
    dialects = {**DIALECTS, "commands": lambda: commands("typed", 60.0, 4)}
    async with open_shared(11, dialects, limits=AMPLE) as server:
        players = await together(seated(server, case) for case in CASES)
        table = [(case, *player) for case, player in zip(CASES, players, strict=True)]
        await together(absent(server, c, owner) for c, owner, _ in table if c.state == "absent")
        silent = [owner for case, owner, _ in table if case.state == "half-open"]
        cut({port for owner in silent for port in (owner.port, *owner.more_ports)})
        taken = await together(attempted(server, *each) for each in table)
        await together(leave(owner) for owner, _ in players)
        return dict(zip(CASES, taken, strict=True))


@pytest.fixture(scope="module")
def taken(from_anywhere: None) -> dict[Case, bool]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(credentials, "_COST", (2, 1, 1))  # a hundred names would take half a minute
        patch.setattr(silence, "ANSWER", 1.5)
        patch.setattr(Connection, "linger", 0.5)
        found = asyncio.run(measured())
    record(PAGE, {"seats": lambda: table_of(found)})
    return found


def table_of(taken: dict[Case, bool]) -> str:
    """Render the table of the documentation: a row for each protocol and credential."""
    columns = [(state, origin) for state in STATES for origin in (SAME, OTHER)]
    places = {SAME: "same address", OTHER: "other address"}
    titles = [f"{state}, {places[origin]}" for state, origin in columns]
    rows = [
        f"| protocol | the name has | the client has | {' | '.join(titles)} |",
        "|---" * 9 + "|",
    ]
    for protocol, secret, proof in dict.fromkeys(case[:3] for case in CASES):
        kept, has = ("a secret", "the secret") if secret else ("no secret", "a token")
        got = [taken[Case(protocol, secret, proof, *column)] for column in columns]
        cells = ["**gets the seat**" if each else "refused" for each in got]
        rows.append(
            f"| {protocol} | {kept} | {has if proof else 'the name'} | {' | '.join(cells)} |"
        )
    return "\n".join(rows)


def test_seat_goes_only_to_valid_credentials(taken: dict[Case, bool]) -> None:
    for case, got in taken.items():
        by_address = not case.secret and not case.protocol.startswith("web")
        by_address = by_address and case.origin == SAME
        assert got is (case.proof or (by_address and case.state != "present")), case


def test_generated_table_of_seats_is_current(taken: dict[Case, bool]) -> None:
    assert written(PAGE, "seats") == table_of(taken), outdated(__file__)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_pages_say_that_a_secret_is_typed_behind_the_name(protocol: str) -> None:
    security = PAGE.read_text(encoding="utf-8")
    secret, _, _ = security.partition("- **A secret**")[2].partition("- **The address**")
    assert "`NAME#SECRET`" in secret
    assert f"`{protocol}`" in secret
    page = (DOCS / "protocols" / f"{protocol}.md").read_text(encoding="utf-8")
    assert "NAME#SECRET`" in page
    assert "](../security.md)" in page
