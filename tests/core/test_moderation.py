"""Bans, mutes, removals, blocks, reports and drains: their effect, scope and duration."""

from collections.abc import Sequence
from typing import Any

import pytest

from ludoteca.core.chat import REPORTED
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.moderation.moderation import OWNERS, STREAM, read_network
from ludoteca.core.people.people import KEPT
from ludoteca.core.people.relations import MOST_MUTED
from ludoteca.core.rate_limits import LIMITS
from ludoteca.core.tables.interventions import MOST_NAMES
from ludoteca.games import Refusal, Seat
from ludoteca.journal import Addition, MemoryJournal
from ludoteca.messages import (
    Announced,
    AskSpectators,
    Ballot,
    Block,
    Done,
    Enter,
    Farewell,
    GameCalledOff,
    JoinTable,
    LookAround,
    Mute,
    OfferSeat,
    OpenTable,
    PlayerRemoved,
    Rematch,
    Remove,
    Report,
    Said,
    Say,
    SeatFreed,
    Silence,
    Spectators,
    StandUp,
    StartTable,
    TableNews,
    TakeSeat,
    Unseat,
    Vote,
    Watch,
    Welcome,
)
from ludoteca.messages.operator import (
    Accepted,
    Announce,
    AnyOperatorRequest,
    Ban,
    ClientInfo,
    CloseTable,
    Drain,
    EndDrain,
    Kick,
    ListBans,
    ListClients,
    ListLimits,
    ListOperatorActions,
    ListReports,
    ListTables,
    MutePlayer,
    ReleaseName,
    SeatPlayer,
    ShowTable,
    Unban,
    UnmutePlayer,
    UnseatPlayer,
)
from tests.core.local import LocalClient, LocalServer, keeper_of, mover_of, play_out, played, shown

HOUR = 3600


async def did(server: LocalServer, request: AnyOperatorRequest) -> Any:
    """Run an operator request and return its answer."""
    return await operator_requests.answer(server.dispatcher, "operator", request)


async def done(server: LocalServer, request: AnyOperatorRequest) -> None:
    assert isinstance(await did(server, request), Accepted)


async def refused(server: LocalServer, request: AnyOperatorRequest) -> str:
    answer = await did(server, request)
    assert isinstance(answer, Refusal)
    return answer.code


async def enters(server: LocalServer, name: str, address: str = "") -> Any:
    client = LocalClient(server.dispatcher)
    client.address = address
    return await client.ask(Enter(name=name))


def soon(server: LocalServer, seconds: float) -> int:
    return int((server.clock.time + seconds) * 1000)


# Bans and mutes


async def test_a_banned_name_is_kept_out_until_then(server: LocalServer) -> None:
    zoe = await server.enter("Zoe")
    until = soon(server, HOUR)
    await done(server, Ban(name="ZOE", until=until, why="rude"))
    farewell = zoe.of(Farewell)[-1]
    assert (farewell.code, farewell.until, farewell.why) == ("house/banned", until, "rude")
    answer = await enters(server, "zoe")
    assert answer.code == "house/banned"
    assert answer.detail == "You are banned from this server until 1970-01-01 01:16 UTC: rude"
    await server.restart()
    assert (await enters(server, "zoe")).code == "house/banned"
    server.clock.time += HOUR
    assert isinstance(await enters(server, "zoe"), Welcome)
    assert await did(server, ListBans()) == []


@pytest.mark.parametrize(
    ("banned", "out", "still_in"),
    [
        ("10.1.2.3", "10.1.2.3", "10.1.2.4"),
        ("10.1.2.0/24", "10.1.2.200", "10.1.3.1"),
        ("10.1.2.3", "::ffff:10.1.2.3", "::ffff:10.1.2.4"),
        ("127.0.0.1", "local", "127.0.0.2"),
        ("::1", "127.0.0.1", "2001:db8::1"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64", "2001:db8:1:3::/64"),
        ("2001:db8::/32", "2001:db8:ffff::1", "10.1.2.3"),
    ],
)
async def test_a_banned_address_is_kept_out(
    server: LocalServer, banned: str, out: str, still_in: str
) -> None:
    await done(server, Ban(address=banned))
    assert (await enters(server, "Anna", out)).code == "house/banned"
    assert server.dispatcher.moderation.goodbye(out)
    assert isinstance(await enters(server, "Anna", still_in), Welcome)
    assert server.dispatcher.moderation.goodbye(still_in) is None
    await done(server, Unban(address=banned))
    assert isinstance(await enters(server, "Bruno", out), Welcome)


async def test_a_ban_is_on_one_thing_that_makes_sense(server: LocalServer) -> None:
    assert await refused(server, Ban()) == "operator/bad_address"
    assert await refused(server, Ban(name="Anna", address="::1")) == "operator/bad_address"
    assert await refused(server, Ban(name="a|b")) == "house/bad_name"
    assert await refused(server, Unban(address="10.0.0.1")) == "operator/not_banned"
    assert await refused(server, MutePlayer(name="")) == "house/bad_name"
    assert await refused(server, UnmutePlayer(name="Anna")) == "house/no_such_person"
    assert await did(server, ListOperatorActions()) == []
    assert read_network("") is None


async def test_kicked_player_may_return(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await done(server, Kick(name="bruno", why="asleep"))
    farewell = bruno.of(Farewell)[-1]
    assert farewell.code == "house/kicked"
    assert farewell.detail == "The operator has disconnected you: asleep"
    assert farewell.why == "asleep"
    assert await bruno.refused(LookAround()) == "house/not_in_yet"
    assert await refused(server, Kick(name="Bruno")) == "house/person_away"
    back = await server.enter("Bruno")
    assert back.of(Welcome)[-1].tables == (1,)
    assert not anna.of(Farewell)


async def test_player_muted_by_the_operator_cannot_chat_anywhere(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await done(server, MutePlayer(name="bruno", until=soon(server, HOUR)))
    for say in (Say(text="a"), Say(text="a", table=1), Say(text="a", to="Anna")):
        assert await bruno.refused(say) == "house/muted"
    assert not anna.of(Said)
    server.clock.time += HOUR
    assert isinstance(await bruno.ask(Say(text="a")), Done)
    await done(server, MutePlayer(name="bruno"))
    await server.restart()
    assert await (await server.enter("Bruno")).refused(Say(text="a")) == "house/muted"
    await done(server, UnmutePlayer(name="Bruno"))
    assert await did(server, ListBans()) == []


async def test_an_entry_that_cannot_be_read_costs_only_itself(server: LocalServer) -> None:
    await server.journal.append(STREAM, 0, [b"nonsense"])
    await server.restart()
    await done(server, Ban(name="Zoe"))
    await server.restart()
    assert (await enters(server, "Zoe")).code == "house/banned"
    assert len(await did(server, ListOperatorActions())) == 1


# Listing


async def test_operator_lists_clients_tables_and_limits(server: LocalServer) -> None:
    await server.table("Anna", "Bruno", private=True)
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    clients = await did(server, ListClients())
    assert clients[0] == ClientInfo("Anna", "local", "tests", 1_000_000, (1,))
    assert [client.name for client in clients] == ["Anna", "Bruno", "Carla"]
    assert [table.table for table in await did(server, ListTables())] == [1, 2]
    state = await did(server, ShowTable(table=1))
    assert state.info.private
    assert state.away == ()
    assert len(state.to_move) == 1
    assert await refused(server, ShowTable(table=9)) == "house/no_such_table"
    limits = {limit.limit: limit for limit in await did(server, ListLimits())}
    assert (limits["talk"].unit, limits["report"].burst, limits["report"].seconds) == (
        "messages",
        5,
        500,
    )
    absent = limits["absent names of an address"]
    assert (absent.burst, absent.unit, absent.rate) == (150, "names", 0)


# Tables


async def test_a_table_can_be_closed_at_any_time(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await done(server, CloseTable(table=1, why="empty"))
    assert await anna.refused(JoinTable(table=1)) == "house/no_such_table"
    bruno, _ = await server.table("Bruno", "Carla")
    await done(server, CloseTable(table=2))
    assert keeper_of(server.dispatcher, 2).table.over
    assert isinstance(bruno.of(TableNews)[-1].record, GameCalledOff)
    assert await refused(server, CloseTable(table=2)) == "house/over_already"
    assert [one.did.table for one in await did(server, ListOperatorActions())] == [2, 1]


async def test_a_seat_can_be_given_to_another_in_a_running_game(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    carla = await server.enter("Carla")
    assert await refused(server, SeatPlayer(table=1, seat=Seat(1), name="Zoe")) == (
        "house/no_such_person"
    )
    assert await refused(server, SeatPlayer(table=1, seat=Seat(9), name="Carla")) == (
        "house/no_such_seat"
    )
    assert await refused(server, SeatPlayer(table=1, seat=Seat(1), name="anna")) == (
        "house/seated_already"
    )
    await done(server, SeatPlayer(table=1, seat=Seat(1), name="Carla"))
    keeper = keeper_of(server.dispatcher)
    assert keeper.table.in_play
    assert keeper.away == {1}
    assert bruno.of(Farewell)[-1].code == "house/kicked"
    await carla.ask(Watch(table=1))
    assert keeper.away == frozenset()
    assert shown(carla).seat == 1
    mover, _ = mover_of([anna, carla])
    await played(mover)
    await done(server, UnseatPlayer(table=1, seat=Seat(0)))
    assert keeper.table.over


async def test_before_the_start_a_seat_is_given_and_taken(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(Remove(table=1, name="Bruno"))
    await done(server, SeatPlayer(table=1, seat=Seat(2), name="Bruno"))
    assert keeper_of(server.dispatcher).table.seat_of("Bruno") == 2
    assert not keeper_of(server.dispatcher).table.removed
    await bruno.ask(Watch(table=1))
    await done(server, UnseatPlayer(table=1, seat=Seat(2)))
    assert keeper_of(server.dispatcher).table.seat_of("Bruno") is None
    assert await refused(server, UnseatPlayer(table=1, seat=Seat(2))) == "house/no_such_seat"


async def test_the_name_of_an_absent_guest_can_be_released(server: LocalServer) -> None:
    _, bruno = await server.table("Anna", "Bruno")
    assert await refused(server, ReleaseName(name="Zoe")) == "house/no_such_person"
    assert await refused(server, ReleaseName(name="Bruno")) == "house/name_in_use"
    server.dispatcher.leave(bruno)
    assert (await enters(server, "Bruno", "10.9.8.7")).code == "house/name_kept"
    await done(server, ReleaseName(name="bruno"))
    back = await enters(server, "Bruno", "10.9.8.7")
    assert back.tables == (1,)


# The owner of a table


async def test_the_owner_removes_a_player_before_the_start(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    bruno.protocol = "web"
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    assert await bruno.refused(Unseat(table=1, seat=Seat(0))) == "house/not_the_owner"
    assert isinstance(await anna.ask(Unseat(table=1, seat=Seat(1))), Done)
    records = [news.record for news in bruno.of(TableNews)]
    assert records == [SeatFreed(Seat(1)), PlayerRemoved("Bruno")]
    assert not bruno.of(Farewell)
    for way in (JoinTable(table=1), JoinTable(code=shown(anna).info.code), Watch(table=1)):
        assert await bruno.refused(way) == "house/removed"
    await server.restart()
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    assert await bruno.refused(JoinTable(table=1)) == "house/removed"
    await anna.ask(Remove(table=1, name="bruno", removed=False))
    await bruno.ask(JoinTable(table=1))
    assert shown(bruno).seat == 1
    assert [one.by for one in await did(server, ListOperatorActions())] == ["Anna", "Anna"]
    assert len(await server.journal.read(OWNERS)) == 2


async def test_clients_of_other_protocols_stay_connected_when_they_are_removed(
    server: LocalServer,
) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    bruno.protocol = "pipes"
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    await anna.ask(Remove(table=1, name="Bruno"))
    records = [news.record for news in bruno.of(TableNews)]
    assert records == [SeatFreed(Seat(1)), PlayerRemoved("Bruno")]
    assert not bruno.of(Farewell)
    assert not keeper_of(server.dispatcher).has_listener(bruno)


async def test_the_owner_removes_and_mutes_spectators_at_any_time(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    zoe = await server.enter("Zoe")
    await zoe.ask(Watch(table=1))
    assert await bruno.refused(AskSpectators(table=1)) == "house/not_the_owner"
    assert await anna.ask(AskSpectators(table=1)) == Spectators(1, ("Zoe",))
    assert await bruno.refused(Silence(table=1, name="Zoe")) == "house/not_the_owner"
    await anna.ask(Silence(table=1, name="Zoe"))
    assert await zoe.refused(Say(text="left!", table=1)) == "house/muted"
    assert isinstance(await zoe.ask(Say(text="hello")), Done)
    await anna.ask(Silence(table=1, name="zoe", muted=False))
    assert isinstance(await zoe.ask(Say(text="sorry", table=1)), Done)
    await anna.ask(Remove(table=1, name="ZOE"))
    assert not keeper_of(server.dispatcher).has_listener(zoe)
    assert await zoe.refused(Watch(table=1)) == "house/removed"
    assert (await anna.ask(AskSpectators(table=1))) == Spectators(1, (), ("ZOE",))


async def test_removed_player_takes_no_seat_over(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    zoe, code = await server.enter("Zoe"), shown(bruno).info.code
    await bruno.ask(OfferSeat(table=1))
    await anna.ask(Remove(table=1, name="Zoe"))
    assert await zoe.refused(TakeSeat(table=1, seat=Seat(1), code=code)) == "house/removed"
    await anna.ask(Remove(table=1, name="Zoe", removed=False))
    await zoe.ask(TakeSeat(table=1, seat=Seat(1), code=code))
    assert keeper_of(server.dispatcher).table.seat_of("Zoe") == 1


async def test_players_of_a_running_game_are_safe_from_its_owner(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    for request in (
        Remove(table=1, name="Bruno"),
        Silence(table=1, name="Bruno"),
        Unseat(table=1, seat=Seat(1)),
    ):
        assert await anna.refused(request) == "house/started_already"
    assert await anna.refused(Remove(table=1, name="Anna")) == "house/no_such_person"


async def test_number_of_names_an_owner_can_remove_is_limited(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    for kind, field in ((Remove, "removed"), (Silence, "muted")):
        for number in range(MOST_NAMES):
            assert isinstance(await anna.ask(kind(table=1, name=f"guest {number}")), Done)
            server.clock.time += 10
        assert await anna.refused(kind(table=1, name="Zoe")) == "house/too_often"
        assert len(getattr(keeper_of(server.dispatcher).table, field)) == MOST_NAMES


# Blocks and reports between players


@pytest.mark.parametrize("secret", ["", "correct-horse"])
async def test_a_block_keeps_off_tables_and_messages(server: LocalServer, secret: str) -> None:
    anna, bruno = await server.enter("Anna", secret), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert isinstance(await anna.ask(Block(name="BRUNO")), Done)
    assert await bruno.refused(JoinTable(table=1)) == "house/blocked"
    assert await bruno.refused(Say(text="hello", to="Anna")) == "house/blocked"
    await bruno.ask(Say(text="hello all"))
    assert not anna.of(Said)
    await server.restart()
    anna, bruno = await server.enter("Anna", secret), await server.enter("Bruno")
    assert await bruno.refused(JoinTable(table=1)) == "house/blocked"
    await anna.ask(Block(name="Bruno", blocked=False))
    await bruno.ask(JoinTable(table=1))
    assert shown(bruno).seat == 1
    assert await anna.refused(Block(name="anna")) == "house/no_such_person"


async def test_blocks_made_before_the_first_seat_survive_a_restart(
    server: LocalServer,
) -> None:
    anna = await server.enter("Anna")
    for request in (Block(name="Bruno"), Mute(name="Carla"), Mute(name="Dino")):
        await anna.ask(request)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(Mute(name="Dino", muted=False))
    await server.restart()
    people = server.dispatcher.people
    assert await people.has_blocked("Anna", "Bruno")
    assert not await people.has_blocked("Anna", "Carla")
    await server.enter("Anna")
    assert people.is_muted("Anna", "Bruno")
    assert people.is_muted("Anna", "Carla")
    assert not people.is_muted("Anna", "Dino")


async def test_a_block_is_over_when_the_name_is_free(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(Block(name="Bruno"))
    await anna.ask(StandUp(table=1))
    server.dispatcher.leave(anna)
    assert await bruno.refused(Say(text="hello", to="Anna")) == "house/blocked"
    await server.wait(KEPT)
    assert await bruno.refused(Say(text="hello", to="Anna")) == "house/no_such_person"


@pytest.mark.parametrize("secret", ["", "correct-horse"])
async def test_the_players_that_one_can_mute_or_block_are_bounded(
    server: LocalServer, secret: str
) -> None:
    anna = await server.enter("Anna", secret)
    for number in range(MOST_MUTED):
        assert isinstance(await anna.ask(Block(name=f"guest {number}")), Done)
    server.clock.time += 4000
    for request in (Mute(name="Zoe"), Block(name="Zoe")):
        assert await anna.refused(request) == "house/too_often"
    assert isinstance(await anna.ask(Mute(name="guest 1", muted=False)), Done)  # still blocked
    assert await anna.refused(Block(name="Zoe")) == "house/too_often"
    assert isinstance(await anna.ask(Block(name="guest 1", blocked=False)), Done)
    assert isinstance(await anna.ask(Block(name="Zoe")), Done)


@pytest.mark.parametrize("secret", ["", "correct-horse"])
async def test_changes_of_mutes_are_limited_and_repetitions_are_not(
    server: LocalServer, secret: str
) -> None:
    anna = await server.enter("Anna", secret)
    for number in range(LIMITS["mute"].most):
        answer = await anna.ask(Mute(name="Zoe", muted=number % 2 == 0))
        assert isinstance(answer, Done)
    assert await anna.refused(Mute(name="Zoe")) == "house/too_often"
    assert await anna.refused(Block(name="Zoe")) == "house/too_often"
    for _ in range(LIMITS["mute"].most):  # already muted
        assert isinstance(await anna.ask(Mute(name="Zoe", muted=False)), Done)


class Counting(MemoryJournal):
    """A journal that counts the entries of each write."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    async def append_all(self, additions: Sequence[Addition]) -> None:
        self.sizes.append(
            sum(len(one.note or b"") + len(b"".join(one.entries)) for one in additions)
        )
        await super().append_all(additions)


async def test_a_block_is_one_write_of_bounded_size() -> None:
    journal = Counting()
    anna = await LocalServer(journal).enter("Anna", "correct-horse")
    for number in range(MOST_MUTED):
        name = f"{number:03}{chr(0x1D160) * 27}"  # a note, normalised to three characters
        journal.sizes.clear()
        assert isinstance(await anna.ask(Block(name=name)), Done)
        assert len(journal.sizes) == 1
    assert journal.sizes[0] < 150_000


async def test_report_includes_the_reported_messages(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    zoe = await server.enter("Zoe")
    for number in range(REPORTED + 5):
        await bruno.ask(Say(text=f"rude {number}", table=1))
    await bruno.ask(Say(text="in private", to="Anna"))
    await bruno.ask(Say(text="to Zoe", to="Zoe"))
    await anna.ask(Report(name="Bruno", text="He is rude.", table=1))
    await anna.ask(Report(name="Bruno", text="And here."))
    await zoe.ask(Report(name="Bruno", text="What does he say there?", table=1))
    heard = await did(server, ListReports())
    assert [(one.by, one.name, one.text) for one in heard] == [
        ("Zoe", "Bruno", "What does he say there?"),
        ("Anna", "Bruno", "And here."),
        ("Anna", "Bruno", "He is rude."),
    ]
    assert [said.text for said in heard[0].talk] == ["to Zoe"]
    assert [said.text for said in heard[1].talk] == ["in private"]
    assert [said.text for said in heard[2].talk][::19] == ["rude 5", "rude 24"]
    assert len(await did(server, ListReports(count=1))) == 1


async def test_reports_are_limited_and_say_something(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    assert await anna.refused(Report(name="Bruno", text=" ")) == "house/nothing_said"
    assert await anna.refused(Report(name="Bruno", text="x" * 501)) == "house/too_long"
    assert await anna.refused(Report(name="anna", text="x")) == "house/no_such_person"
    for _ in range(5):
        assert isinstance(await anna.ask(Report(name="Bruno", text="x")), Done)
    assert await anna.refused(Report(name="Bruno", text="x")) == "house/too_often"


# Announcements and drains


async def test_announcement_reaches_all_players(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await done(server, Announce(text="Cake\nat five\x07"))
    for client in (anna, bruno):
        assert client.of(Announced) == [Announced("Cake at five", 1_000_000)]


async def test_a_drain_lets_games_end_and_none_begin(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    assert not server.dispatcher.availability.is_drained()
    assert await did(server, Drain()) == Accepted(waiting_for=1)
    assert carla.of(Announced)[-1].code == "house/draining"
    for client, request in (
        (LocalClient(server.dispatcher), Enter(name="Zoe")),
        (anna, JoinTable(table=2)),
        (anna, OpenTable(game="shelfie", seats=2)),
        (carla, StartTable(table=2, bot="uniform")),
    ):
        assert await client.refused(request) == "house/draining"
    server.dispatcher.leave(bruno)
    assert await anna.refused(Vote(table=1, what=Ballot.BOT)) != "house/draining"
    bruno = (await server.back("Bruno"))[0]
    assert not server.dispatcher.availability.is_drained()
    await play_out([anna, bruno])
    assert server.dispatcher.availability.is_drained()
    assert await anna.refused(Rematch(table=1)) == "house/draining"
    await done(server, EndDrain())
    assert not server.dispatcher.availability.is_drained()
    await anna.ask(JoinTable(table=2))
    assert shown(anna).seat == 1


async def test_drain_ends_after_its_time_limit(server: LocalServer) -> None:
    await server.table("Anna", "Bruno")
    await done(server, Drain(within=60))
    server.clock.time += 59
    assert not server.dispatcher.availability.is_drained()
    server.clock.time += 1
    assert server.dispatcher.availability.is_drained()
    await server.restart()
    assert not server.dispatcher.availability.is_drained()
