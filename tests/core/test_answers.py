"""Every request is answered by one notice, which names it."""

from collections.abc import Mapping
from typing import get_args, get_overloads, get_type_hints

import pytest
from msgspec.structs import replace

from ludoteca.games import Seat, shelfie
from ludoteca.messages import (
    AddHook,
    AddMail,
    AddPush,
    AnyRequest,
    AskContacts,
    AskFinished,
    AskGames,
    AskHint,
    AskMoves,
    AskNotifications,
    AskOpponents,
    AskOwnTables,
    AskPoints,
    AskPositions,
    AskProfile,
    AskSeatKept,
    AskSessions,
    AskSolved,
    AskSpectators,
    AskStatistics,
    AskVacation,
    Ballot,
    Befriend,
    Block,
    ChangeSecret,
    ChangeTable,
    ChooseNotifications,
    ChooseVisibility,
    Contacts,
    DeclineRematch,
    DeleteMe,
    Done,
    Draft,
    DropMove,
    EndOtherSessions,
    EndSession,
    EndVacation,
    Enter,
    Farewell,
    FindOpponents,
    Finish,
    FinishedGames,
    Follow,
    GamesPlayed,
    GiveTime,
    GlanceAt,
    Glanced,
    HurryBots,
    Invite,
    JoinTable,
    Leave,
    LookAround,
    MarkSolved,
    MoveKept,
    Moves,
    Mute,
    MuteTable,
    NewRecoveryCode,
    Notice,
    OfferSeat,
    OpenTable,
    Opponents,
    OwnTables,
    Pause,
    Play,
    PlayOn,
    Points,
    PositionsShown,
    Profile,
    Recall,
    Refused,
    ReleaseSeat,
    Rematch,
    Remove,
    RemoveSubscription,
    Report,
    Resign,
    ResizeTable,
    Resume,
    Say,
    SeatBot,
    SeatKept,
    Silence,
    Spectators,
    StandUp,
    StartTable,
    Statistics,
    StepOut,
    StopWatching,
    Surroundings,
    TableNews,
    TableShown,
    TakeBack,
    TakeSeat,
    TakeVacation,
    TrySubscription,
    Unseat,
    Visibility,
    Vote,
    Watch,
    Welcome,
)
from ludoteca.protocols.scripts import ask
from tests.core.local import LocalClient, LocalServer, a_move, keeper_of, mover_of, play_out, raw

RUNNING, WAITING, OVER = 1, 2, 3
"""A running game of Anna and Bruno, a waiting table of Carla's and a finished game of Dora's."""


async def open_tables(server: LocalServer) -> dict[str, LocalClient]:
    """Return players at three tables by name; Eve has no table, and "" has not entered."""
    anna, bruno = await server.table("Anna", "Bruno", take_back=True)
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=3))
    await carla.ask(SeatBot(table=WAITING, bot="uniform"))
    dora, fay = await server.table("Dora", "Fay")
    await play_out([dora, fay], table=OVER)
    eve = await server.enter("Eve")
    return {
        client.name: client
        for client in (anna, bruno, carla, dora, fay, eve, LocalClient(server.dispatcher))
    }


PICK = Draft(table=RUNNING, step=raw(shelfie.Pick(shelfie.Cell(1, 3))))

ANSWERS: Mapping[type[AnyRequest], tuple[str, AnyRequest, type[Notice]]] = {
    Enter: ("", Enter(name="Zoe"), Welcome),
    Leave: ("Eve", Leave(), Farewell),
    StepOut: ("Eve", StepOut(), Done),
    LookAround: ("Eve", LookAround(), Surroundings),
    GlanceAt: ("Eve", GlanceAt(tables=(RUNNING,)), Glanced),
    AskSeatKept: ("", AskSeatKept(names=("Anna",)), SeatKept),
    OpenTable: ("Eve", OpenTable(game="shelfie", seats=2), TableShown),
    FindOpponents: ("Eve", FindOpponents(game="shelfie"), TableShown),
    JoinTable: ("Eve", JoinTable(table=WAITING), TableShown),
    Say: ("Anna", Say(text="hello", table=RUNNING), Done),
    Recall: ("Eve", Recall(), Done),
    Mute: ("Eve", Mute(name="Anna"), Done),
    Block: ("Eve", Block(name="Anna"), Done),
    Report: ("Eve", Report(name="Anna", text="rude"), Done),
    AskStatistics: ("Eve", AskStatistics(name="Dora"), Statistics),
    AskFinished: ("Eve", AskFinished(), FinishedGames),
    AskProfile: ("Eve", AskProfile(name="Dora"), Profile),
    AskGames: ("Eve", AskGames(), GamesPlayed),
    AskOwnTables: ("Anna", AskOwnTables(), OwnTables),
    ChangeSecret: ("Eve", ChangeSecret(new="correct-horse"), Done),
    NewRecoveryCode: ("Eve", NewRecoveryCode(secret=""), Refused),
    AskSessions: ("Eve", AskSessions(), Refused),
    Befriend: ("Eve", Befriend(name="Anna"), Refused),
    Follow: ("Eve", Follow(name="Anna"), Refused),
    AskContacts: ("Eve", AskContacts(), Contacts),
    AskOpponents: ("Dora", AskOpponents(), Opponents),
    EndSession: ("Eve", EndSession(), Refused),
    EndOtherSessions: ("Eve", EndOtherSessions(), Refused),
    TakeVacation: ("Eve", TakeVacation(days=1), Refused),
    EndVacation: ("Eve", EndVacation(), Refused),
    AskSolved: ("Eve", AskSolved(), Refused),
    MarkSolved: ("Eve", MarkSolved(game="shelfie", number=1), Refused),
    AskVacation: ("Eve", AskVacation(), Refused),
    DeleteMe: ("Eve", DeleteMe(secret=""), Refused),
    AskNotifications: ("Eve", AskNotifications(), Refused),
    ChooseNotifications: ("Eve", ChooseNotifications(choices={}), Refused),
    MuteTable: ("Eve", MuteTable(table=RUNNING, muted=True), Refused),
    AddPush: ("Eve", AddPush(endpoint="https://example.org", key="", auth=""), Refused),
    AddMail: ("Eve", AddMail(address="eve@example.org"), Refused),
    AddHook: ("Eve", AddHook(url="https://example.org"), Refused),
    RemoveSubscription: ("Eve", RemoveSubscription(subscription=""), Refused),
    TrySubscription: ("Eve", TrySubscription(subscription=""), Refused),
    ChooseVisibility: ("Eve", ChooseVisibility(strangers_see=Visibility.NOTHING), Refused),
    StandUp: ("Carla", StandUp(table=WAITING), Done),
    Resign: ("Anna", Resign(table=RUNNING), Done),
    OfferSeat: ("Anna", OfferSeat(table=RUNNING), Done),
    TakeSeat: ("Eve", TakeSeat(table=RUNNING, seat=Seat(0), code=""), Refused),
    Vote: ("Anna", Vote(table=RUNNING, what=Ballot.SKIP), Refused),
    SeatBot: ("Carla", SeatBot(table=WAITING, bot="uniform"), Done),
    Unseat: ("Carla", Unseat(table=WAITING, seat=Seat(1)), Done),
    Remove: ("Carla", Remove(table=WAITING, name="Eve"), Done),
    Silence: ("Carla", Silence(table=WAITING, name="Eve"), Done),
    ReleaseSeat: ("Carla", ReleaseSeat(table=WAITING, name="Eve"), Refused),
    AskSpectators: ("Carla", AskSpectators(table=WAITING), Spectators),
    ChangeTable: ("Carla", ChangeTable(table=WAITING, hints=True), Done),
    ResizeTable: ("Carla", ResizeTable(table=WAITING, seats=4), Done),
    StartTable: ("Carla", StartTable(table=WAITING, bot="uniform"), Done),
    Watch: ("Eve", Watch(table=RUNNING, with_guide=True), TableShown),
    AskPositions: ("Eve", AskPositions(table=RUNNING), PositionsShown),
    StopWatching: ("Carla", StopWatching(table=WAITING), Done),
    Rematch: ("Dora", Rematch(table=OVER), TableShown),
    Invite: ("Carla", Invite(table=WAITING, name="Eve"), Done),
    DeclineRematch: ("Dora", DeclineRematch(table=OVER), Done),
    PlayOn: ("Eve", PlayOn(table=OVER, version=9, seat=Seat(0), bot="uniform"), TableShown),
    Play: (
        "mover",
        Play(table=RUNNING, move=raw(shelfie.TakeTiles((shelfie.Cell(1, 3),), 0))),
        TableNews,
    ),
    Draft: ("mover", PICK, Done),
    Finish: ("Anna", Finish(table=RUNNING), Refused),
    DropMove: ("Anna", DropMove(table=RUNNING), Refused),
    HurryBots: ("Anna", HurryBots(table=RUNNING), Refused),
    TakeBack: ("Anna", TakeBack(table=RUNNING), Refused),
    AskMoves: ("Anna", AskMoves(table=RUNNING), Moves),
    AskPoints: ("Anna", AskPoints(table=RUNNING), Points),
    AskHint: ("Anna", AskHint(table=RUNNING), Refused),
    Pause: ("Anna", Pause(table=RUNNING), Done),
    Resume: ("Anna", Resume(table=RUNNING), Refused),
    GiveTime: ("Anna", GiveTime(table=RUNNING, seat=Seat(1)), Refused),
}
"""For each request: the sender, an example and the kind of its answer."""


def naming(client: LocalClient, request: str) -> list[type[Notice]]:
    """Return the notices that name a request."""
    return [type(one) for one in client.heard if getattr(one, "request", "") == request]


@pytest.mark.parametrize("kind", get_args(AnyRequest))
async def test_every_request_is_named_by_its_one_answer(
    server: LocalServer, kind: type[AnyRequest]
) -> None:
    clients = await open_tables(server)
    clients["mover"] = mover_of([clients["Anna"], clients["Bruno"]])[0]
    name, request, answer = ANSWERS[kind]
    await clients[name].ask(replace(request, id="mine"))
    for client in set(clients.values()):
        assert naming(client, "mine") == ([answer] if client is clients[name] else [])


def answers_in_scripts() -> dict[type[AnyRequest], set[type[Notice]]]:
    """Return the answers that the scripts of dialects are typed for, by request."""
    answers: dict[type[AnyRequest], set[type[Notice]]] = {}
    for overload in get_overloads(ask)[:-1]:  # the last overload covers all other requests
        hints = get_type_hints(overload)
        kinds, (_, _, answer) = hints["request"], get_args(hints["return"])
        answers |= {kind: set(get_args(answer)) for kind in get_args(kinds) or (kinds,)}
    return answers


@pytest.mark.parametrize("kind", answers_in_scripts())
def test_scripts_expect_the_answers_that_a_request_can_have(kind: type[AnyRequest]) -> None:
    _, _, answer = ANSWERS[kind]
    others = {TableNews, MoveKept, Done} if kind in (Play, Finish) else set()
    assert answers_in_scripts()[kind] == {answer, Refused} | others


async def test_a_finished_draft_is_named_by_its_news_and_once_played_by_done(
    server: LocalServer,
) -> None:
    mover, other = mover_of(await server.table("Anna", "Bruno"))
    for step in (shelfie.Pick(shelfie.Cell(1, 3)), shelfie.ChooseColumn(0)):
        await mover.ask(Draft(table=1, step=raw(step)))
    await mover.ask(Finish(table=1, id="mine"))
    await mover.ask(Finish(table=1, id="mine"))
    assert naming(mover, "mine") == [TableNews, Done]
    assert naming(other, "mine") == []


async def test_a_move_taken_back_is_answered_once(server: LocalServer) -> None:
    mover, other = mover_of(await server.table("Anna", "Bruno", take_back=True))
    await mover.ask(await a_move(mover))
    await mover.ask(TakeBack(table=1, id="mine"))
    assert naming(mover, "mine") == [Done]
    assert naming(other, "mine") == []


async def test_a_kept_move_is_named_when_it_is_kept_and_when_it_is_played(
    server: LocalServer,
) -> None:
    mover, other = mover_of(await server.table("Anna", "Bruno"))
    move = replace(await a_move(mover), keep=True, id="mine")
    server.dispatcher.leave(other)
    await mover.ask(move)
    assert naming(mover, "mine") == [MoveKept]
    (back,) = await server.back(other.name)
    assert naming(mover, "mine") == [MoveKept, TableNews]
    assert naming(back, "mine") == []


async def test_news_that_were_missed_answer_nothing(server: LocalServer) -> None:
    mover, other = mover_of(await server.table("Anna", "Bruno"))
    move = replace(await a_move(mover), id="mine")
    version = keeper_of(server.dispatcher).version
    await mover.ask(move)
    server.dispatcher.leave(mover)
    again = await server.enter(mover.name)
    await again.ask(Watch(table=1, seen=version, id="watch"))
    assert [news.version for news in again.of(TableNews)] == [version + 1]
    assert naming(again, "mine") == []
    assert await again.ask(move) == Done("mine")
    assert naming(other, "mine") == []
