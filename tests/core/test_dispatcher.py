"""Sessions end to end: entering, sitting, playing, dropping, returning and watching."""

from msgspec.json import encode
from msgspec.structs import replace

from ludoteca.games import Dice, Seat, renaissance, shelfie
from ludoteca.messages import (
    AskMoves,
    ChangeSecret,
    Clock,
    Done,
    Draft,
    Enter,
    Farewell,
    Finish,
    GameStarted,
    Gesture,
    GiveTime,
    JoinTable,
    LookAround,
    MovePlayed,
    Moves,
    OpenTable,
    Play,
    Presence,
    Said,
    Say,
    SeatBot,
    SeatsGivenUp,
    SeatSkipped,
    StandUp,
    StartTable,
    StopWatching,
    Surroundings,
    TableNews,
    TableShown,
    Unseat,
    Watch,
    Welcome,
)
from tests.core.local import (
    LocalClient,
    LocalServer,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
    played,
    raw,
    shown,
)

SECRET = "correct-horse"  # noqa: S105 - only here


async def test_players_log_in_and_see_each_other(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    assert isinstance(anna.heard[-1], Welcome)
    await server.enter("Bruno")
    around = await anna.ask(LookAround(id="7"))
    assert around == Surroundings(("Anna", "Bruno"), (), "7", online=2)


async def test_name_in_use_is_refused_in_any_case(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    for name in ("Anna", "ANNA", "anna"):
        assert await LocalClient(server.dispatcher).refused(Enter(name=name)) == "house/name_in_use"
    server.dispatcher.leave(anna)
    assert isinstance((await server.enter("anna")).heard[-1], Welcome)


async def test_bad_names_are_refused(server: LocalServer) -> None:
    for name in ("", " ", "a|b", "a#b", "x" * 31, "a\nb", " anna", "[a]"):
        assert await LocalClient(server.dispatcher).refused(Enter(name=name)) == "house/bad_name", (
            name
        )


async def test_a_secret_keeps_a_name_also_after_a_restart(server: LocalServer) -> None:
    anna = await server.enter("Anna", secret=SECRET)
    server.dispatcher.leave(anna)
    for _ in range(2):
        for secret in ("", "wrong"):
            stranger = LocalClient(server.dispatcher)
            code = await stranger.refused(Enter(name="anna", secret=secret))
            assert code == "house/wrong_secret"
        back = await server.enter("Anna", secret=SECRET)
        assert back.name == "Anna"
        await server.restart()


async def test_secret_takes_over_connections_of_protocols_without_tokens(
    server: LocalServer,
) -> None:
    server.kind = WebClient
    anna, bruno = await server.table("Anna", "Bruno")
    await anna.ask(ChangeSecret(new=SECRET))
    server.kind = LocalClient
    again = await server.enter("Anna", secret=SECRET)
    assert anna.heard[-1] == Farewell("house/taken_over", "You logged in from somewhere else.")
    assert again.of(Welcome)[0].tables == (1,)
    await again.ask(Watch(table=1))
    assert shown(again).seat == shown(anna).seat
    assert [p.here for p in bruno.of(Presence)] == [False, True]


async def test_a_table_starts_when_it_is_full(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert [type(news.record) for news in anna.of(TableNews)][-1] is GameStarted
    assert shown(bruno).info.started
    assert shown(bruno).view is not None


async def test_moves_are_sent_to_all_and_secrets_to_their_owner(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    keeper = keeper_of(server.dispatcher)
    for _ in range(200):
        if keeper.table.over:
            break
        mover, _ = mover_of(clients)
        await played(mover)
    assert keeper.table.over
    before_the_end = [client.heard[:-2] for client in (*clients, eve)]
    goals = keeper.table.state.goals
    for seat, heard in enumerate(before_the_end[:2]):
        told = b"".join(encode(notice) for notice in heard if isinstance(notice, TableNews))
        others = goals[Seat(1 - seat)]
        assert b'"goal_dealt","seat":%d' % (1 - seat) not in told
        assert b'"goal_dealt","seat":%d,"goal":%d' % (1 - seat, others) not in told
    told = b"".join(encode(notice) for notice in before_the_end[2])
    assert b"goal_dealt" not in told
    assert len(eve.of(TableNews)) == len(
        [r for r in clients[0].of(TableNews) if isinstance(r.record, MovePlayed)]
    )


async def test_moves_out_of_turn_and_nonsense_are_refused(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    move = await a_move(mover)
    assert await other.refused(move) == "shelfie/not_your_turn"
    assert (
        await mover.refused(Play(table=1, move=raw({"move": "dance"}))) == "house/unreadable_move"
    )
    assert await mover.refused(Play(table=1, move=raw("x"))) == "house/unreadable_move"
    assert await mover.refused(Play(table=9, move=move.move)) == "house/no_such_table"
    eve = await server.enter("Eve")
    assert await eve.refused(move) == "house/not_seated"


async def test_a_half_made_move_is_seen_by_all_and_finished(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    answer = await mover.ask(AskMoves(table=1))
    assert isinstance(answer, Moves)
    move = answer.moves[0]
    assert await mover.refused(Finish(table=1)) == "house/no_draft"
    await mover.ask(Draft(table=1, step=raw(shelfie.Pick(move.cells[0]))))
    assert other.of(Gesture)[-1].draft.cells == move.cells
    assert await mover.refused(Finish(table=1)) == "shelfie/no_column_chosen"
    await mover.ask(Draft(table=1, step=raw(shelfie.ChooseColumn(move.column))))
    news = await mover.ask(Finish(table=1, id="f"))
    assert isinstance(news, TableNews)
    assert isinstance(news.record, MovePlayed)
    assert news.record.request == news.request == "f"
    assert other.of(TableNews)[-1] == replace(news, request="")
    assert await mover.refused(Draft(table=1, step=raw({"step": "fly"}))) == "house/unreadable_move"


async def test_returning_client_gets_only_missed_news(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, other = mover_of(clients)
    seen = keeper_of(server.dispatcher).version
    server.dispatcher.leave(other)
    await mover.ask(await a_move(mover))
    back = await server.enter(other.name)
    await back.ask(Watch(table=1, seen=seen))
    missed = back.of(TableNews)
    assert [news.version for news in missed] == list(range(seen + 1, seen + 1 + len(missed)))
    assert isinstance(missed[-1].record, MovePlayed)
    assert shown(back).view is None
    assert shown(back).version == missed[-1].version


async def test_the_turn_of_an_absent_seat_is_skipped_after_a_grace(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    keeper = keeper_of(server.dispatcher)
    (seat,) = keeper.table.rules.seats_to_move(keeper.table.state)
    mover = next(client for client in clients if keeper.table.seat_of(client.name) == seat)
    others = [client for client in clients if client is not mover]
    server.dispatcher.leave(mover)
    assert others[0].heard[-1] == Presence(1, mover.name, here=False, paused=False)
    await server.wait(2.9)
    assert not others[0].of(TableNews)[-1].version > keeper.version
    assert not isinstance(others[0].of(TableNews)[-1].record, SeatSkipped)
    await server.wait(0.2)
    assert isinstance(others[0].of(TableNews)[-1].record, SeatSkipped)


async def test_last_player_waits_and_then_wins(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    move = await a_move(mover)
    server.dispatcher.leave(other)
    assert mover.heard[-1] == Presence(1, other.name, here=False, paused=True)
    assert await mover.refused(move) == "house/paused"
    await server.wait(59)
    keeper = keeper_of(server.dispatcher)
    assert not keeper.table.over
    back = await server.enter(other.name)
    await back.ask(Watch(table=1))
    assert isinstance(await mover.ask(move), TableNews)
    server.dispatcher.leave(back)
    await server.wait(61)
    assert keeper.table.over
    assert await mover.ask(StandUp(table=1, id="up")) == Done("up")
    assert isinstance(mover.of(TableNews)[-1].record, SeatsGivenUp)
    assert keeper.table.state.outcome.winners == (keeper.table.seat_of(mover.name),)


async def test_a_restart_is_only_an_absence_of_everybody(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, _ = mover_of(clients)
    await mover.ask(await a_move(mover))
    before = keeper_of(server.dispatcher).table
    await server.restart()
    await server.wait(1000)
    back = [await server.enter(client.name) for client in clients]
    for client in back:
        assert client.of(Welcome)[0].tables == (1,)
        await client.ask(Watch(table=1))
    assert keeper_of(server.dispatcher).table == before
    mover, _ = mover_of(back)
    await played(mover)


async def test_acting_at_a_table_means_presence(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await server.restart()
    back = [await server.enter(client.name) for client in clients]
    for client in back:
        await client.ask(AskMoves(table=1))
    mover, _ = mover_of(back)
    await played(mover)


async def test_seat_of_a_leaving_player_can_be_taken_by_a_friend(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    assert await clients[0].ask(StandUp(table=1, id="s")) == Done("s")
    assert isinstance(clients[1].of(TableNews)[-1].record, SeatsGivenUp)
    dora = await server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    assert shown(dora).seat == Seat(0)
    assert await clients[0].refused(JoinTable(table=1)) == "house/table_full"


async def test_seats_can_change_before_the_start(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(table=1))
    assert await bruno.refused(JoinTable(table=1)) == "house/seated_already"
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert await bruno.refused(Unseat(table=1, seat=Seat(2))) == "house/not_the_owner"
    assert await anna.refused(Unseat(table=1, seat=Seat(0))) == "house/no_such_seat"
    assert await anna.refused(Unseat(table=1, seat=Seat(9))) == "house/no_such_seat"
    assert await anna.ask(Unseat(table=1, seat=Seat(2), id="u")) == Done("u")
    await anna.ask(StandUp(table=1))
    keeper = keeper_of(server.dispatcher)
    assert keeper.table.owner == "Bruno"
    await bruno.ask(StandUp(table=1))
    assert keeper.table.closed
    assert await anna.refused(JoinTable(table=1)) == "house/no_such_table"
    assert await anna.refused(StartTable(table=1, bot="uniform")) == "house/no_such_table"
    assert await anna.refused(SeatBot(table=1, bot="uniform")) == "house/not_seated"


async def test_an_owner_starts_with_bots_on_the_free_seats(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="renaissance", seats=3))
    assert await anna.refused(StartTable(table=1, bot="genius")) == "house/no_such_bot"
    assert await anna.refused(AskMoves(table=1)) == "house/not_started"
    assert await anna.ask(StartTable(table=1, bot="uniform", id="go")) == Done("go")
    keeper = keeper_of(server.dispatcher)
    assert [h and h.name for h in keeper.table.holders] == ["Anna", "Bice", "Elio"]
    assert await anna.refused(StartTable(table=1, bot="uniform")) == "house/started_already"


async def test_a_private_table_is_joined_by_its_code(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, private=True, watchable=False))
    code = shown(anna).info.code
    bruno = await server.enter("Bruno")
    around = await bruno.ask(LookAround())
    assert isinstance(around, Surroundings)
    assert around.tables == ()
    assert await bruno.refused(JoinTable(table=1)) == "house/no_such_table"
    assert await bruno.refused(JoinTable(code="wrong")) == "house/no_such_table"
    assert await bruno.refused(Watch(table=1)) == "house/no_such_table"
    assert await bruno.refused(Watch(table=1, code=code)) == "house/no_watching"
    await bruno.ask(JoinTable(code=code))
    assert shown(bruno).seat == Seat(1)


async def test_invalid_tables_are_not_opened(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    for request, code in (
        (OpenTable(game="chess", seats=2), "house/no_such_game"),
        (OpenTable(game="shelfie", seats=5), "house/bad_seats"),
        (OpenTable(game="shelfie", seats=2, options=raw({"edition": "x"})), "house/bad_options"),
        (OpenTable(game="shelfie", seats=2, options=raw([])), "house/bad_options"),
    ):
        assert await anna.refused(request) == code
    assert await anna.refused(Enter(name="Anna")) == "house/in_already"
    assert await LocalClient(server.dispatcher).refused(LookAround()) == "house/not_in_yet"


async def test_chat_reaches_a_table_one_player_or_everyone(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    assert await anna.ask(Say(text="hello", table=1, id="1")) == Done("1")
    assert [said.text for said in bruno.of(Said)] == ["hello"]
    assert eve.of(Said) == []
    await anna.ask(Say(text="psst", to="bruno"))
    assert bruno.of(Said)[-1].text == "psst"
    await eve.ask(Say(text="good evening"))
    assert anna.of(Said)[-1].text == bruno.of(Said)[-1].text == "good evening"
    assert await eve.refused(Say(text="hey", table=1)) == "house/no_such_table"
    assert await eve.refused(Say(text="hey", to="nobody")) == "house/no_such_person"
    assert await eve.refused(Say(text="  ")) == "house/nothing_said"
    assert await eve.refused(Say(text="x" * 501)) == "house/too_long"


async def test_client_that_stops_watching_hears_nothing_further(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    await eve.ask(StopWatching(table=1))
    heard = len(eve.heard)
    mover, _ = mover_of(clients)
    await mover.ask(await a_move(mover))
    assert len(eve.heard) == heard


async def test_a_person_alone_with_bots_leaves_and_nobody_wins(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StartTable(table=1, bot="uniform"))
    await anna.ask(StandUp(table=1))
    table = keeper_of(server.dispatcher).table
    assert table.state.outcome.winners == ()
    server.dispatcher.leave(anna)
    await server.wait(61)
    assert list(server.dispatcher.lobby) == []


async def test_the_second_game_is_hosted_like_the_first(server: LocalServer) -> None:
    dice = Dice(3)

    clients = await server.table("Anna", "Bruno", game="renaissance")
    keeper = keeper_of(server.dispatcher)
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    while not keeper.table.over:
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        move = renaissance.sample(keeper.table.state, seat, dice)
        answer = await by_seat[seat].ask(Play(table=1, move=raw(move)))
        assert isinstance(answer, TableNews)


async def test_draft_survives_records_that_do_not_change_the_game(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=Clock(turn=60))
    mover, other = mover_of(clients)
    answer = await mover.ask(AskMoves(table=1))
    assert isinstance(answer, Moves)
    await mover.ask(Draft(table=1, step=raw(shelfie.Pick(answer.moves[0].cells[0]))))
    seat = keeper_of(server.dispatcher).table.seat_of(mover.name)
    assert seat is not None
    await other.ask(GiveTime(table=1, seat=seat))
    assert await mover.refused(Finish(table=1)) == "shelfie/no_column_chosen"


async def test_a_private_table_does_not_exist_for_strangers(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno", private=True)
    code = shown(anna).info.code
    eve = await server.enter("Eve")
    for request in (
        AskMoves(table=1),
        StandUp(table=1),
        StartTable(table=1, bot="uniform"),
        StopWatching(table=1),
        Watch(table=1, code="wrong"),
        Watch(table=0, code="wrong"),
        Watch(table=0),
    ):
        assert await eve.refused(request) == "house/no_such_table"
    assert isinstance(await eve.ask(Watch(table=0, code=code)), TableShown)
    assert shown(eve).info.table == 1
    assert await eve.refused(AskMoves(table=1)) == "house/not_seated"
