"""A table plays what the clients of its protocol print; where it does not, they are told."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

import pytest
from msgspec import UNSET

from ludoteca.games.shelfie import EDITIONS, WORDING, Edition, Leftovers, RuleSet, Squares
from ludoteca.wire.pipes import views as pipes
from ludoteca.wire.pipes.words import CreateMatch, Join, MatchSeen, Message
from ludoteca.wire.prompts import views as prompts
from ludoteca.wire.requests.words import ChatMessage, CommonGoal, GameStartNotify, LobbyInfoMessage
from ludoteca.wire.shelfie import STATED
from ludoteca.wire.updates.picture import FIRST_CARD
from ludoteca.wire.updates.words import (
    ChatUpdate,
    GameInitialization,
    GameSelection,
    GamesList,
    StartTurnUpdate,
    WaitingUpdate,
)
from tests.pages import DOCS, written
from tests.server.websockets import Client as Browser
from tests.server.websockets import web_clients
from tests.wire.one_table import HOST, SharedServer, open_shared
from tests.wire.pipes.clients import Client as PipesClient
from tests.wire.prompts.programs import Program as PromptsProgram
from tests.wire.requests.programs import Program as RequestsProgram
from tests.wire.updates.programs import Program as UpdatesProgram

ITALIAN, ENGLISH = EDITIONS[Edition.ITALIAN], EDITIONS[Edition.ENGLISH]
ANY_KIND = RuleSet(Squares.ANY_KIND, Leftovers.STAY)


class Place:
    """A server with a port for every protocol; whoever connects is let go at the end."""

    def __init__(self, server: SharedServer, stack: AsyncExitStack) -> None:
        self.server, self.ports, self._stack = server, server.ports, stack

    async def browser(self, name: str) -> Browser:
        server = await self._stack.enter_async_context(web_clients(self.ports["web"]))
        return await server.come_in(name)

    async def pia(self, *, frames: bool = True) -> PipesClient:
        streams = await asyncio.open_connection(HOST, self.ports["pipes"], limit=1 << 20)
        pia = self._stack.enter_context(closing(PipesClient(*streams, frames=frames)))
        assert await pia.login("pia")
        return pia

    async def pat(self, seats: int) -> PromptsProgram:
        pat = PromptsProgram("pat", seats)
        await pat.connect(self.ports["prompts"])
        self._stack.callback(pat.close)
        await pat.until(lambda: bool(pat.of("Lobby")))
        return pat

    async def uma(self, *, java: bool = False) -> UpdatesProgram:
        uma = await UpdatesProgram("uma", java=java).connect(self.ports["updates"])
        self._stack.push_async_callback(uma.close)
        await uma.until(lambda: uma.of(GamesList))
        return uma

    async def rob(self, seats: int) -> RequestsProgram:
        rob = RequestsProgram("rob", seats)
        await rob.connect(self.ports["requests"])
        self._stack.callback(rob.writer.close)
        await rob.until(lambda: bool(rob.of(LobbyInfoMessage)))
        return rob


@asynccontextmanager
async def open_place(seed: int = 3) -> AsyncIterator[Place]:
    async with open_shared(seed) as server, AsyncExitStack() as stack:
        yield Place(server, stack)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    async with open_place() as place:
        yield place


async def opened_by_pipes(place: Place) -> None:
    pia = await place.pia()
    assert await pia.ask(CreateMatch(2))


async def opened_by_prompts(place: Place) -> None:
    await place.pat(2)


async def opened_by_updates(place: Place) -> None:
    uma = await place.uma()
    uma.say(GameInitialization(2, 1))
    await uma.until(lambda: uma.of(WaitingUpdate))


async def opened_by_requests(place: Place) -> None:
    await place.rob(2)


@pytest.mark.parametrize(
    ("opens", "rules"),
    [
        (opened_by_pipes, ANY_KIND),
        (opened_by_updates, ANY_KIND),
        (opened_by_prompts, ANY_KIND),
        (opened_by_requests, ITALIAN),
    ],
)
async def test_a_table_plays_what_the_clients_of_its_opener_print(
    place: Place, opens: Callable[[Place], Awaitable[None]], rules: RuleSet
) -> None:
    await opens(place)
    will = await place.browser("will")
    shown = await will.ask("table_shown", do="join_table", table=1)
    assert shown["view"]["rules"] == {"squares": rules.squares, "leftovers": rules.leftovers}


@pytest.mark.parametrize(
    ("options", "rules", "line"),
    [
        ({}, ITALIAN, "Rules of this match: both squares of one kind."),
        (
            {"edition": "english"},
            ENGLISH,
            "Rules of this match: tiles left in the living room go back into the bag before a "
            "refill.",
        ),
        (
            {"leftovers": "return"},
            RuleSet(Squares.ONE_KIND, Leftovers.RETURN),
            "Rules of this match: both squares of one kind; tiles left in the living room go back "
            "into the bag before a refill.",
        ),
    ],
)
@pytest.mark.parametrize("deployed", [False, True], ids=["lines", "deployed"])
async def test_at_a_table_with_other_rules_each_client_is_told_so_once(
    place: Place, options: dict[str, Any], rules: RuleSet, line: str, deployed: bool
) -> None:
    will = await place.browser("will")
    await will.ask("table_shown", do="open_table", game="shelfie", seats=4, options=options)
    pia, uma = await place.pia(frames=deployed), await place.uma(java=deployed)
    assert await pia.ask(Join(0))
    assert pia.heard.count(Message(line)) == 1  # before the answer
    pat = await place.pat(4)
    assert pat.of("Lobby")[0]["s"].endswith(f"\n{line}")
    uma.say(GameSelection(1))
    await uma.until(lambda: uma.of(StartTurnUpdate) and uma.of(ChatUpdate))
    assert uma.of(ChatUpdate) == [ChatUpdate("[house]", line, "all")]
    await pat.until(lambda: bool(pat.of("GraphicalGameInfo")))
    assert sum(line in word.get("s", "") for word in pat.heard) == 1
    await pia.has_heard(MatchSeen)
    assert pia.heard.count(Message(line)) == 1
    assert pia.seen.rules == rules


async def test_nobody_is_told_of_rules_that_their_client_prints(place: Place) -> None:
    pia = await place.pia()
    assert await pia.ask(CreateMatch(3))
    pat, uma = await place.pat(3), await place.uma()
    uma.say(GameSelection(1))
    await uma.until(lambda: uma.of(StartTurnUpdate))
    await pat.until(lambda: bool(pat.of("GraphicalGameInfo")))
    await pia.has_heard(MatchSeen)
    said = [word.text for word in pia.heard if isinstance(word, Message)]
    said += [word["s"] for word in pat.heard if "s" in word]
    assert not [text for text in said if "Rules" in text]
    assert not uma.of(ChatUpdate)
    assert pia.seen.rules is UNSET
    assert place.server.keeper.table.state.rules == ANY_KIND


@pytest.mark.parametrize("squares", Squares)
async def test_requests_clients_print_what_they_are_sent_and_so_what_is_played(
    squares: Squares,
) -> None:
    goals: list[CommonGoal] = []
    seeds = iter(range(2, 60))
    while not any(goal.id == 1 for goal in goals):
        async with open_place(next(seeds)) as place:
            will = await place.browser("will")
            options = {"squares": squares}
            await will.ask("table_shown", do="open_table", game="shelfie", seats=2, options=options)
            rob = await place.rob(2)
            while not (started := rob.of(GameStartNotify)):
                assert await rob.hear()
            assert not rob.of(ChatMessage)
            goals.extend(started[0].common_goals)
    cards = WORDING[squares].common_goals
    assert {goal.name for goal in goals if goal.id == 1} == {cards[1].text}


CALLED: Mapping[str, Callable[[int], str]] = {
    "pipes": lambda card: f"`{pipes.COMMON_GOALS[card]}`",
    "updates": lambda card: f"`{card - FIRST_CARD}`",
    "prompts": lambda card: f"Card number {prompts.COMMON_NUMBERS[card]}",
    "requests": lambda card: f"`{card}`",
}


@pytest.mark.parametrize("protocol", STATED)
def test_the_page_goes_through_the_cards_and_says_what_is_scored(protocol: str) -> None:
    page, stated = DOCS / "protocols" / f"{protocol}.md", STATED[protocol]
    _, _, *rows, refill = written(page, "rules").splitlines()
    cells = [re.split(r" *\| *", row)[1:-1] for row in rows]
    assert [(card, called, scored) for card, called, _, scored in cells] == [
        (str(card), CALLED[protocol](card), goal.text)
        for card, goal in WORDING[stated.squares].common_goals.items()
    ]
    assert refill.endswith(f"Tiles left in the living room {stated.leftovers}. |")
    squares = {Squares.ONE_KIND: "squares of one kind", Squares.ANY_KIND: "squares of any kind"}
    said = " ".join(page.read_text(encoding="utf-8").split())
    assert f"**{squares[stated.squares]}, leftovers {stated.leftovers}**" in said
