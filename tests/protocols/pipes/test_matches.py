"""Whole matches over real sockets, by clients that know only the wire format."""

import pytest

from ludoteca.protocols.pipes.words import (
    ClientWord,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    Join,
    Login,
    MatchSeen,
    NotifyStart,
    NotifyWait,
    PublicChat,
    Return,
    SelectCell,
    SendPublicMessage,
    ServerWord,
    method_of,
)
from tests.conftest import many, no_coverage
from tests.protocols.pipes.clients import PipesClients, assert_agreed, match, open_tcp, secrets_seen


@pytest.mark.parametrize(
    "seats", [2, pytest.param(3, marks=no_coverage), pytest.param(4, marks=no_coverage)]
)
async def test_match_is_played_to_the_end_and_ends_with_the_servers_result(seats: int) -> None:
    async def story(seed: int) -> None:
        async with open_tcp(seed) as tcp:
            seen, game = await match(tcp, seats)
            for seat, client in enumerate(tcp.clients):
                assert secrets_seen(client, seat) == 0
        for view in seen:
            assert_agreed(view, game, [f"p{n}" for n in range(seats)])

    for seed in range(many(40)):
        await story(seed)


async def test_match_ends_in_the_menu(tcp: PipesClients) -> None:
    await match(tcp, 2)
    first, second = tcp.clients
    assert await first.ask(EndTurn())
    assert await first.ask(CreateMatch(2))
    wait = next(word for word in reversed(first.heard) if isinstance(word, NotifyWait))
    assert await second.ask(Join(wait.match))


async def test_dropped_client_returns_to_everything(tcp: PipesClients) -> None:
    anna, bruno = await tcp.client("anna"), await tcp.client("bruno", frames=False)
    assert await anna.ask(CreateMatch(2))
    assert await bruno.ask(Join(0))
    assert await anna.ask(SendPublicMessage("hello"))
    await bruno.until(lambda told: isinstance(told, PublicChat))
    assert await bruno.ask(SelectCell(1, 3))
    before = bruno.seen
    bruno.close()
    # "hand put back": everyone sees the tile on the board.
    await anna.until(lambda told: isinstance(told, MatchSeen) and not told.view.currentPlayerHand)
    again = await tcp.client("bruno")
    await again.until(lambda told: isinstance(told, NotifyStart))
    assert again.seen.board == anna.seen.board
    assert again.seen.personalGoals == before.personalGoals
    assert PublicChat(["anna: hello"]) in again.heard
    kinds = [type(word) for word in again.heard]
    assert kinds.index(Return) < kinds.index(MatchSeen) < kinds.index(NotifyStart)
    assert await again.ask(SelectCell(1, 3))


@no_coverage
async def test_requests_that_are_not_waited_for_are_answered_in_order(tcp: PipesClients) -> None:
    anna, bruno = await tcp.client("anna"), await tcp.client("bruno", frames=False)
    assert await anna.ask(CreateMatch(2))
    assert await bruno.ask(Join(0))
    rounds = 500
    asked: list[ClientWord] = [SelectCell(1, 3), DeselectCards()]
    bruno.say(*asked * rounds)
    answers: list[ServerWord] = [Return("selectCell", ok=True), Return("deselectCards", ok=True)]
    for expected in answers * rounds:
        assert await bruno.until(lambda told: isinstance(told, Return)) == expected


async def test_a_whole_evening_in_one_breath(tcp: PipesClients) -> None:
    solo = await tcp.client()
    script: tuple[ClientWord, ...] = (
        Login("solo"),
        CreateMatch(3),
        SendPublicMessage("hm"),
        EndTurn(),
        ExitGame(),
    )
    solo.say(*script)
    answers = [await solo.until(lambda told: isinstance(told, Return)) for _ in range(len(script))]
    assert answers == [Return(method_of(word), ok=True) for word in script]
    with pytest.raises(EOFError):
        await solo.until(lambda _: False)
    assert await (await tcp.client()).login("solo")
