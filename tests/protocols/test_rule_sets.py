"""A table uses the rules that the clients of its protocol print; otherwise they are notified."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

import pytest
from msgspec import UNSET

from ludoteca.games.shelfie import EDITIONS, WORDING, Edition, Leftovers, RuleSet, Squares
from ludoteca.protocols.pipes import views as pipes
from ludoteca.protocols.pipes.words import CreateMatch, Join, Message, NotifyStart, NotifyUpdate
from ludoteca.protocols.prompts import views as prompts
from ludoteca.protocols.requests.words import ChatMessage, GameStartNotify, LobbyInfoMessage
from ludoteca.protocols.shelfie import STATED
from ludoteca.protocols.updates.views import FIRST_CARD
from ludoteca.protocols.updates.words import (
    Beep,
    ChatUpdate,
    GameInitialization,
    GameSelection,
    GamesList,
    StartTurnUpdate,
    WaitingUpdate,
)
from tests.pages import DOCS, written
from tests.protocols.one_table import HOST, SharedServer, open_shared
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates.programs import Program as UpdatesProgram
from tests.server.websockets import Client as Browser
from tests.server.websockets import web_clients

ITALIAN, ENGLISH = EDITIONS[Edition.ITALIAN], EDITIONS[Edition.ENGLISH]
ANY_KIND = RuleSet(Squares.ANY_KIND, Leftovers.STAY)
SQUARES_IN_PLAY = 2
"""A seed of a match with the card whose text depends on the rules."""


class Place:
    """A server with a port for every protocol; all clients are disconnected at the end."""

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

    async def returning(self, before: UpdatesProgram) -> UpdatesProgram:
        uma = await UpdatesProgram("uma", java=before.java).connect(self.ports["updates"])
        self._stack.push_async_callback(uma.close)
        return uma

    async def rob(self, seats: int) -> RequestsProgram:
        rob = RequestsProgram("rob", seats)
        await rob.connect(self.ports["requests"])
        self._stack.callback(rob.writer.close)
        await rob.until(lambda: bool(rob.of(LobbyInfoMessage) or rob.of(GameStartNotify)))
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
async def test_table_uses_the_rules_that_its_openers_client_prints(
    place: Place, opens: Callable[[Place], Awaitable[None]], rules: RuleSet
) -> None:
    await opens(place)
    will = await place.browser("will")
    shown = await will.ask("table_shown", do="join_table", table=1)
    assert shown["view"]["rules"] == {"squares": rules.squares, "leftovers": rules.leftovers}


REFILL = "tiles left in the living room go back into the bag before a refill"


async def joined(
    place: Place, options: dict[str, Any], *, deployed: bool
) -> tuple[PipesClient, PromptsProgram, UpdatesProgram]:
    """Open a table in a browser and yield it once all clients have seen it start."""
    will = await place.browser("will")
    await will.ask("table_shown", do="open_table", game="shelfie", seats=4, options=options)
    pia, uma = await place.pia(frames=deployed), await place.uma(java=deployed)
    assert await pia.ask(Join(0))
    pat = await place.pat(4)
    uma.say(GameSelection(1))
    await see_match(pia, pat, uma)
    return pia, pat, uma


async def see_match(pia: PipesClient, pat: PromptsProgram, uma: UpdatesProgram) -> None:
    await pia.has_heard(NotifyStart)
    await pia.until(lambda word: isinstance(word, NotifyUpdate))
    await pat.until(lambda: bool(pat.of("GraphicalGameInfo")))
    await uma.until(lambda: uma.of(StartTurnUpdate))
    beeps = len(uma.of(Beep))
    uma.say(Beep())
    await uma.until(lambda: len(uma.of(Beep)) > beeps)


def notes(pia: PipesClient, pat: PromptsProgram, uma: UpdatesProgram) -> list[str]:
    """Return the notes about rules that each client read during the match."""
    start = next(n for n, word in enumerate(pia.heard) if isinstance(word, NotifyStart))
    turn = next(n for n, word in enumerate(uma.heard) if isinstance(word, StartTurnUpdate))
    assert not [word for word in pia.heard[:start] if "Rules" in str(word)]
    assert not [word for word in uma.heard[:turn] if "Rules" in str(word)]
    said = [word.text for word in pia.heard[start:] if isinstance(word, Message)]
    said += [line for word in pat.of("GraphicalGameInfo") for line in word["s"].splitlines()]
    said += [word.text for word in uma.heard[turn:] if isinstance(word, ChatUpdate)]
    assert sum("Rules" in str(word) for word in pat.heard) <= 1
    return [line for line in said if "Rules" in line]


@pytest.mark.parametrize(
    ("options", "rules", "line"),
    [
        ({}, ITALIAN, "Rules of this match: both squares of one kind."),
        ({"edition": "english"}, ENGLISH, f"Rules of this match: {REFILL}."),
        (
            {"leftovers": "return"},
            RuleSet(Squares.ONE_KIND, Leftovers.RETURN),
            f"Rules of this match: both squares of one kind; {REFILL}.",
        ),
    ],
)
@pytest.mark.parametrize("deployed", [False, True], ids=["lines", "deployed"])
async def test_other_rules_are_noted_after_the_start_and_on_every_return(
    options: dict[str, Any], rules: RuleSet, line: str, deployed: bool
) -> None:
    async with open_place(SQUARES_IN_PLAY) as place:
        pia, pat, uma = await joined(place, options, deployed=deployed)
        assert 1 in place.server.keeper.table.state.claims
        assert notes(pia, pat, uma) == [line] * 3
        assert pia.seen.rules == rules
        pia.close()
        pat.close()
        await uma.close()
        pia, uma = await place.pia(frames=deployed), await place.returning(uma)
        pat = PromptsProgram("pat", 4)
        await pat.connect(place.ports["prompts"])
        await see_match(pia, pat, uma)
        assert notes(pia, pat, uma) == [line] * 3
        pat.close()


@pytest.mark.parametrize(
    ("options", "lines"),
    [({}, []), ({"leftovers": "return"}, [f"Rules of this match: {REFILL}."] * 3)],
    ids=["squares", "leftovers"],
)
async def test_rules_of_a_card_are_noted_only_if_it_is_in_play(
    place: Place, options: dict[str, Any], lines: list[str]
) -> None:
    clients = await joined(place, options, deployed=True)
    assert 1 not in place.server.keeper.table.state.claims
    assert notes(*clients) == lines


async def test_rules_that_all_clients_print_are_not_explained() -> None:
    async with open_place(SQUARES_IN_PLAY) as place:
        pia = await place.pia()
        assert await pia.ask(CreateMatch(3))
        pat, uma = await place.pat(3), await place.uma()
        uma.say(GameSelection(1))
        await see_match(pia, pat, uma)
        assert notes(pia, pat, uma) == []
        assert pia.seen.rules is UNSET
        assert place.server.keeper.table.state.rules == ANY_KIND


@pytest.mark.parametrize(
    ("squares", "lines"),
    [
        (Squares.ONE_KIND, []),
        (Squares.ANY_KIND, ["Rules of this match: squares of one kind or of two."]),
    ],
)
async def test_requests_clients_get_the_rules_and_a_note_if_they_are_unusual(
    squares: Squares, lines: list[str]
) -> None:
    async with open_place(SQUARES_IN_PLAY) as place:
        will = await place.browser("will")
        options = {"squares": squares}
        await will.ask("table_shown", do="open_table", game="shelfie", seats=2, options=options)
        for text in ("hello", "again"):
            rob = await place.rob(2)
            assert await heard_before(rob, will, text) == lines
            cards = {goal.id: goal.name for goal in rob.of(GameStartNotify)[0].common_goals}
            assert cards[1] == WORDING[squares].common_goals[1].text
            rob.writer.close()


async def heard_before(rob: RequestsProgram, will: Browser, text: str) -> list[str]:
    """Return the notes about rules up to this chat message; none come before the start."""
    await rob.until(lambda: bool(rob.of(GameStartNotify)))
    await will.ask("said", do="say", table=1, text=text)
    await rob.until(lambda: any(chat.text_message == text for chat in rob.of(ChatMessage)))
    start = next(n for n, word in enumerate(rob.heard) if isinstance(word, GameStartNotify))
    assert not [word for word in rob.heard[:start] if "Rules" in str(word)]
    said = [chat.text_message or "" for chat in rob.of(ChatMessage)]
    return [line for line in said if "Rules" in line]


CALLED: Mapping[str, Callable[[int], str]] = {
    "pipes": lambda card: f"`{pipes.COMMON_GOALS[card]}`",
    "updates": lambda card: f"`{card - FIRST_CARD}`",
    "prompts": lambda card: f"Card number {prompts.COMMON_NUMBERS[card]}",
    "requests": lambda card: f"`{card}`",
}


@pytest.mark.parametrize("protocol", STATED)
def test_page_lists_each_card_and_its_scoring(protocol: str) -> None:
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
