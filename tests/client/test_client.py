"""A player who uses the library: typed values, answers and errors."""

import asyncio
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from ludoteca.client import FarewellError, LostError, RefusedError, Table, connect
from ludoteca.client.reading import NoticeReader, _game_fields
from ludoteca.games import Dice, Outcome, Seat, renaissance, shelfie
from ludoteca.messages import (
    ContactChanged,
    Done,
    Draft,
    Friendship,
    GameResult,
    Gesture,
    Guided,
    Notice,
    Remove,
    Resign,
    Said,
    Say,
    SeatTaken,
    TableNews,
    TableSeen,
    TableShown,
    Unseat,
)
from tests.server.websockets import WebClients


def server(web: WebClients) -> str:
    return f"http://127.0.0.1:{web.port}"


async def play_out(table: Table, seed: int) -> Outcome:
    dice = Dice(seed)
    async for turn in table.turns():
        assert turn.seat == table.seat == turn.view.eyes
        await table.play(turn.moves[dice.below(len(turn.moves))])
    outcome: Outcome = table.view.outcome
    return outcome


async def test_two_play_a_whole_game_each_with_its_own_view(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna, connect(server(web), "Bruno") as bruno:
        opened = await anna.open("shelfie", 2, options=shelfie.Options(common_goals=1))
        joined = await bruno.join(opened.number)
        outcomes = await asyncio.gather(play_out(opened, 1), play_out(joined, 2))
        assert outcomes[0] == outcomes[1]
        assert isinstance(opened.view, shelfie.View)
        assert isinstance(opened.guide, shelfie.Guide)
        assert opened.info.options == shelfie.Options(common_goals=1)
        assert [holder.name for holder in opened.info.seats if holder] == ["Anna", "Bruno"]
        totals = [sum(point.amount for point in points) for points in opened.points]
        assert all(totals[winner] == max(totals) for winner in outcomes[0].winners)
        assert opened.view.eyes == 0
        assert joined.view.eyes == 1


async def test_games_in_play_and_finished_games_are_listed(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna, connect(server(web), "Bruno") as bruno:
        opened = await anna.open("shelfie", 2)
        await bruno.join(opened.number)
        (own,) = await bruno.own_tables()
        assert (own.info.table, own.seat, own.to_move) == (opened.number, 1, opened.to_move)
        await bruno.ask(Resign(table=opened.number))
        assert await anna.own_tables() == ()
        (game,) = (await bruno.games("Anna", result=GameResult.WON, opponent="bruno")).games
        assert game.table == opened.number
        profile = await bruno.profile("Anna")
        assert (profile.games, profile.they_won, profile.you_won) == ((game,), 1, 0)


async def test_moves_and_events_of_the_other_game_are_typed_too(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna:
        table = await anna.open("renaissance", 2)
        await table.seat_bot("uniform")
        await play_out(table, 3)
        assert isinstance(table.view, renaissance.View)
        assert isinstance(table.view.seats[0].strongbox, renaissance.Goods)
        kinds, events = set(), set()
        while anna._notices:  # noqa: SLF001 - those that nobody has read
            notice = anna._notices.popleft()  # noqa: SLF001
            kinds.add(type(notice))
            if isinstance(notice, TableNews):
                events |= {type(event) for event in getattr(notice.record, "events", ())}
        assert {TableShown, TableSeen, TableNews} <= kinds
        assert events <= set(renaissance.EVENTS.__args__)
        assert len(events) > 5


async def test_half_made_moves_are_typed(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna, connect(server(web), "Bruno") as bruno:
        tables = [await anna.open("shelfie", 2)]
        tables.append(await bruno.join(tables[0].number))
        turns = [table.turns() for table in tables]
        begun = [asyncio.ensure_future(anext(turn)) for turn in turns]
        ((mine,), _) = await asyncio.wait(begun, return_when=asyncio.FIRST_COMPLETED)
        mover = (anna, bruno)[mine.result().seat]
        cell = mine.result().moves[0].cells[0]
        await mover.ask(Draft(table=tables[0].number, step=shelfie.Pick(cell)))
        heard = [notice for notice in mover._notices]  # noqa: SLF001, C416
        (gesture,) = [notice for notice in heard if isinstance(notice, Gesture)]
        (guided,) = [notice for notice in heard if isinstance(notice, Guided)]
        assert gesture.draft.cells == guided.guide.hand == (cell,)
        for task in begun:
            task.cancel()


async def test_notices_come_in_order(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna:
        for text in ("one", "two", "three"):
            await anna.ask(Say(text))
        said = []
        async for notice in anna:
            if isinstance(notice, Said):
                said.append(notice.text)
            if isinstance(notice, Done) and len(said) == 3:
                break
        assert said == ["one", "two", "three"]


async def test_a_no_is_an_error_with_its_code(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna:
        with pytest.raises(RefusedError, match="There is no such table") as refused:
            await anna.join(77)
        assert refused.value.code == "house/no_such_table"
        with pytest.raises(RefusedError, match="A player with that name is already connected"):
            async with connect(server(web), "Anna"):
                pass
        table = await anna.open("shelfie", 2)
        with pytest.raises(RefusedError) as refused:
            await table.moves()
        assert refused.value.code == "house/not_started"
        await table.stand_up()
        assert [turn async for turn in table.turns()] == []


async def test_clients_with_one_token_play_the_same_game(web: WebClients) -> None:
    async with (
        connect(server(web), "Anna") as anna,
        connect(server(web), "Anna", token=anna.token) as phone,
    ):
        table = await anna.open("shelfie", 2)
        same = await phone.watch(table.number)
        await table.seat_bot("uniform")
        for one in (table, same, table):
            turn = await anext(one.turns())
            assert turn.seat == Seat(0)
            await one.play(turn.moves[0])
        assert anna.connected
        assert phone.connected


async def test_another_instance_of_a_bot_takes_its_connection_over_for_good(
    web: WebClients,
) -> None:
    async with connect(server(web), "Anna", bot=True) as anna:
        table = await anna.open("shelfie", 2)
        turn = asyncio.ensure_future(anext(table.turns()))
        async with connect(server(web), "Anna", token=anna.token, bot=True) as again:
            assert again.seated == (table.number,)
            with pytest.raises(FarewellError) as farewell:
                await turn
            assert farewell.value.code == "house/taken_over"
            with pytest.raises(FarewellError):
                await anna.look_around()
            with pytest.raises(FarewellError):
                _ = [notice async for notice in anna]
            around = await again.look_around(search=str(table.number))
            assert around.tables[0].table == table.number
            assert (await again.watch(table.number)).seat == Seat(0)


async def test_where_no_server_is_nobody_enters() -> None:
    with pytest.raises(LostError, match=r"There is no server at http://127\.0\.0\.1:1/ws"):
        async with connect("127.0.0.1:1", "Anna"):
            pass


async def test_a_bot_says_that_it_is_one(web: WebClients) -> None:
    async with (
        connect(server(web), "Robot", bot=True) as robot,
        connect(server(web), "Anna") as anna,
    ):
        table = await robot.open("renaissance", 2)
        around = await anna.look_around()
        assert (around.people, around.bots) == (("Anna",), ("Robot",))
        assert "ludoteca_people 1" in await web.metrics()
        assert [one.program for one in around.tables[0].seats if one] == [True]
        assert [one.program for one in table.info.seats if one] == [True]


async def test_turns_end_for_a_removed_player(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna, connect(server(web), "Bruno") as bruno:
        table = await anna.open("shelfie", 3)
        joined = await bruno.join(table.number)
        turns = asyncio.ensure_future(_all(joined))
        await anna.ask(Unseat(table=table.number, seat=Seat(1)))
        assert await turns == []
        await anna.ask(Remove(table=table.number, name="Bruno", removed=False))
        joined = await bruno.join(table.number)
        assert joined.seat == Seat(1)
        await table.say("Hello")


async def _all(table: Table) -> list[object]:
    return [turn async for turn in table.turns()]


def test_values_of_a_game_that_is_not_installed_stay_as_they_come() -> None:
    info = {"table": 1, "game": "goose", "rules": 9, "seats": [], "options": {"dice": 2}}
    more = {"owner": "", "private": False, "watchable": True, "started": True, "over": False}
    shown = {"notice": "table_shown", "info": info | more, "version": 4, "seat": None}
    reader = NoticeReader()
    read = reader.read(msgspec.json.encode(shown | {"view": {"geese": [1]}}))
    assert isinstance(read, TableShown)
    assert (read.view, read.info.options) == ({"geese": [1]}, {"dice": 2})
    moves = b'{"notice":"moves","table":1,"moves":[{"roll":6}]}'
    assert getattr(reader.read(moves), "moves", None) == ({"roll": 6},)
    taken = b'{"notice":"table_news","table":1,"version":5,"record":{"record":"seat_taken",'
    news = reader.read(taken + b'"seat":0,"name":"Anna"}}')
    assert isinstance(news, TableNews)
    assert news.record == SeatTaken(Seat(0), "Anna")


def test_notices_of_a_newer_release_are_passed_over() -> None:
    assert NoticeReader().read(b'{"notice":"weather","rain":true}') is None


async def test_remembered_token_restores_the_name(
    web: WebClients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    async with connect(server(web), "Anna", remember=True) as anna:
        table = await anna.open("shelfie", 2)
    (kept,) = (tmp_path / "ludoteca" / "tokens").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    async with connect(server(web), "Anna", remember=True) as again:
        assert (again.seated, again.token) == ((table.number,), anna.token)
    with pytest.raises(RefusedError) as refused:
        async with connect(server(web), "Anna"):
            pass
    assert refused.value.code == "house/name_kept"
    monkeypatch.setenv("XDG_STATE_HOME", str(kept))  # nowhere to keep anything
    async with connect(server(web), "Bruno", remember=True) as bruno:
        assert bruno.name == "Bruno"


def test_every_notice_with_a_value_of_a_game_is_typed() -> None:
    info = {"table": 1, "game": "shelfie", "rules": 1, "seats": [], "options": {"common_goals": 0}}
    more = {"owner": "", "private": False, "watchable": True, "started": True, "over": False}
    reader = NoticeReader()
    listed = reader.read(msgspec.json.encode({"notice": "table_listed", "info": info | more}))
    assert getattr(listed, "info", None).options == shelfie.Options(common_goals=0)  # type: ignore[union-attr]
    shown = {"notice": "table_shown", "info": info | more, "version": 4, "seat": None, "view": None}
    assert getattr(reader.read(msgspec.json.encode(shown)), "view", 0) is None
    move = shelfie.TakeTiles((shelfie.Cell(1, 3),), 2)
    kept = {"notice": "move_kept", "table": 1, "seat": 0, "move": move}
    assert getattr(reader.read(msgspec.json.encode(kept)), "move", None) == move
    with pytest.raises(msgspec.ValidationError):
        reader.read(b'{"notice":"move_kept","table":"one"}')


async def test_an_answer_of_another_kind_is_an_error(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna:
        with pytest.raises(TypeError, match="is not answered by TableShown"):
            await anna.ask_for(TableShown, Say("Hello"))


def test_every_value_of_a_game_in_any_notice_is_found() -> None:
    marked = {
        (str(kind.__struct_config__.tag), name)
        for kind in get_args(Notice)
        for name, _ in _game_fields(kind)
    }
    assert marked >= {
        ("table_shown", "info"),
        ("table_shown", "view"),
        ("table_news", "record"),
        ("table_seen", "guide"),
        ("moves", "moves"),
        ("gesture", "draft"),
        ("surroundings", "tables"),
    }
    assert not {tag for tag, _ in marked} & {"welcome", "said", "refused", "presence"}


async def test_friends_are_listed_and_told_of_each_other(web: WebClients) -> None:
    async with (
        connect(server(web), "Anna", secret="correct-horse") as anna,  # noqa: S106 - only here
        connect(server(web), "Bruno", secret="battery-staple") as bruno,  # noqa: S106 - only here
    ):
        assert await bruno.contacts(follow=True) == ()
        assert (await anna.befriend("Bruno")).friendship == Friendship.ASKED
        assert (await bruno.befriend("Anna")).friendship == Friendship.FRIENDS
        assert (await anna.follow("Bruno")).followed
        assert [one.name for one in await anna.contacts()] == ["Bruno"]
        table = await anna.open("shelfie", 2)
        async for notice in bruno:
            if isinstance(notice, ContactChanged) and notice.contact.tables:
                assert notice.contact.tables[0].table == table.number
                break
        await bruno.block("Anna")
        assert [one.blocked for one in await bruno.contacts()] == [True]
        assert await bruno.opponents() == ()


async def test_positions_are_analysed_in_the_types_of_the_game(web: WebClients) -> None:
    async with connect(server(web), "Anna") as anna:
        new = await anna.set_up("shelfie", 2, seed=3)
        (begun,) = new.positions
        assert isinstance(begun.view, shelfie.View)
        found = await anna.evaluate("shelfie", begun.position)
        best = found.moves[0].move
        assert isinstance(best, shelfie.TakeTiles)
        assert found.seat == begun.to_move[0]
        move = f"{found.seat + 1} {shelfie.write_move(best)}"
        after = (await anna.analyse("shelfie", begun.position, move)).positions[-1]
        assert (after.move, after.played) == (move, best)
        assert isinstance(after.events[0], shelfie.TilesTaken)
        with pytest.raises(RefusedError) as refused:
            await anna.analyse("shelfie", "nonsense")
        assert refused.value.code == "house/bad_position"
