"""Ownership of names: tokens, secrets and addresses, and when a name becomes free again."""

import asyncio

import pytest

from ludoteca.core import Capacity, Dispatcher, Guests
from ludoteca.core.moderation.owner_requests import RELEASED_AFTER
from ludoteca.core.people.people import KEPT
from ludoteca.games import Seat
from ludoteca.messages import (
    AskSeatKept,
    Done,
    Enter,
    Farewell,
    OfferSeat,
    OpenTable,
    Refused,
    ReleaseSeat,
    Resign,
    SeatKept,
    SeatTaken,
    StandUp,
    TableOpened,
    TakeSeat,
    Welcome,
    write_record,
)
from tests.core.local import (
    LocalClient,
    LocalServer,
    SlowDisk,
    WebClient,
    raw,
    shown,
    written_about,
)

SECRET = "correct-horse"  # noqa: S105 - only here
ELSEWHERE = "192.0.2.7"


def somewhere(
    dispatcher: Dispatcher, address: str = ELSEWHERE, kind: type[LocalClient] = LocalClient
) -> LocalClient:
    client = kind(dispatcher)
    client.address = address
    return client


async def entered(client: LocalClient, name: str, secret: str = "", token: str = "") -> Welcome:
    answer = await client.ask(Enter(name=name, secret=secret, token=token))
    assert isinstance(answer, Welcome), answer
    return answer


async def web_table(server: LocalServer, *names: str) -> list[LocalClient]:
    server.kind = WebClient
    clients = await server.table(*names)
    server.kind = LocalClient
    return clients


def token_of(client: LocalClient) -> str:
    return client.of(Welcome)[-1].token


async def test_an_absent_seat_is_given_by_name_only_where_it_was_taken(
    server: LocalServer,
) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    server.dispatcher.leave(anna)
    assert await somewhere(server.dispatcher).refused(Enter(name="Anna")) == "house/name_kept"
    browser = WebClient(server.dispatcher)  # on every protocol, an address proves ownership
    assert (await entered(browser, "Anna")).tables == (1,)


async def is_kept(client: LocalClient, *names: str) -> bool:
    answer = await client.ask(AskSeatKept(names=names))
    assert isinstance(answer, SeatKept), answer
    return answer.kept


async def test_a_client_learns_whether_a_seat_is_kept_for_its_address(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await server.enter("Fay")  # connected, without a seat
    here, there = LocalClient(server.dispatcher), somewhere(server.dispatcher)
    assert not await is_kept(here, "Anna", "Bruno", "Fay", "Nobody")
    server.dispatcher.leave(anna)
    assert await is_kept(here, "Fay", "ANNA")
    assert not await is_kept(here, "Bruno")
    assert not await is_kept(there, "Anna")
    await server.restart()
    assert await is_kept(LocalClient(server.dispatcher), "Anna")
    back = LocalClient(server.dispatcher)
    await entered(back, "Anna", SECRET)  # from now on a secret protects the name
    server.dispatcher.leave(back)
    server.dispatcher.leave(bruno)
    assert not await is_kept(LocalClient(server.dispatcher), "Anna")


async def test_the_seat_of_a_token_is_never_given_by_address(server: LocalServer) -> None:
    anna, _ = await web_table(server, "Anna", "Bruno")
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/name_in_use"
    server.dispatcher.leave(anna)
    assert not await is_kept(LocalClient(server.dispatcher), "Anna")
    for client in (LocalClient(server.dispatcher), WebClient(server.dispatcher)):
        assert await client.refused(Enter(name="Anna")) == "house/name_kept"
    back = somewhere(server.dispatcher, kind=WebClient)
    assert (await entered(back, "Anna", token=token_of(anna))).tables == (1,)


async def test_every_token_stays_valid_and_is_given_again(server: LocalServer) -> None:
    server.kind = WebClient
    anna = await server.enter("Anna", secret=SECRET)
    phone = await server.enter("Anna", secret=SECRET)
    assert (anna.name, phone.name) == ("Anna", "Anna")
    tokens = [token_of(anna), token_of(phone)]
    assert tokens[0] != tokens[1]
    for _ in range(2):
        for token in tokens:
            assert token_of(await server.enter("Anna", token=token)) == token
        await server.restart()


async def test_oldest_token_expires_when_there_are_too_many(server: LocalServer) -> None:
    server.kind = WebClient
    tokens = [token_of(await server.enter("Anna", secret=SECRET)) for _ in range(21)]
    first = WebClient(server.dispatcher)
    assert await first.refused(Enter(name="Anna", token=tokens[0])) == "house/wrong_secret"
    assert token_of(await server.enter("Anna", token=tokens[1])) == tokens[1]


async def test_other_player_cannot_attach_a_secret_to_a_name(server: LocalServer) -> None:
    anna, bruno = await web_table(server, "Anna", "Bruno")
    carla, dora = await server.table("Carla", "Dora")
    for client in (anna, carla):
        server.dispatcher.leave(client)
    for name, code in {
        "Anna": "house/name_kept",
        "Bruno": "house/name_in_use",
        "Carla": "house/name_kept",
        "Dora": "house/name_in_use",
    }.items():
        for kind in (LocalClient, WebClient):
            stranger = somewhere(server.dispatcher, kind=kind)
            assert await stranger.refused(Enter(name=name, secret=SECRET)) == code
    assert bruno.name
    assert dora.name


async def test_its_player_adds_a_secret_and_then_no_address_is_enough(
    server: LocalServer,
) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    server.dispatcher.leave(anna)
    await entered(LocalClient(server.dispatcher), "Anna", secret=SECRET)
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/wrong_secret"
    assert (await entered(somewhere(server.dispatcher), "Anna", secret=SECRET)).tables == (1,)


async def test_a_silent_connection_is_taken_over_from_the_same_address(
    server: LocalServer,
) -> None:
    class Silent(LocalClient):
        async def answers(self) -> bool:
            return False

    anna = Silent(server.dispatcher)
    await entered(anna, "Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert await somewhere(server.dispatcher).refused(Enter(name="Anna")) == "house/name_in_use"
    assert (await entered(LocalClient(server.dispatcher), "Anna")).tables == (1,)
    assert anna.of(Farewell)[-1].code == "house/taken_over"


async def test_a_token_does_not_wait_for_a_probe(server: LocalServer) -> None:
    asked, answered = asyncio.Event(), asyncio.Event()

    class Slow(LocalClient):
        async def answers(self) -> bool:
            asked.set()
            return await answered.wait()

    (anna, _), browser = await server.table("Anna", "Bruno"), WebClient(server.dispatcher)
    server.dispatcher.leave(anna)
    token = (await entered(browser, "Anna")).token
    server.dispatcher.leave(browser)
    await entered(Slow(server.dispatcher), "Anna")
    other = LocalClient(server.dispatcher)
    probing = asyncio.create_task(other.refused(Enter(name="Anna")))
    await asked.wait()
    assert (await entered(WebClient(server.dispatcher), "Anna", token=token)).token == token
    answered.set()
    assert await probing == "house/name_in_use"


async def test_a_name_is_kept_ten_minutes_after_its_last_seat(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(Resign(table=1))
    for client in (anna, bruno):
        server.dispatcher.leave(client)
    await server.wait(599)
    assert await somewhere(server.dispatcher).refused(Enter(name="Anna")) == "house/name_kept"
    await server.restart()
    assert await somewhere(server.dispatcher).refused(Enter(name="Bruno")) == "house/name_kept"
    await server.wait(1)
    await entered(somewhere(server.dispatcher), "Anna")


async def test_player_without_a_seat_leaves_no_name_behind(server: LocalServer) -> None:
    server.dispatcher.leave(await server.enter("Anna"))
    await entered(somewhere(server.dispatcher), "Anna")


async def test_names_of_absent_players_are_bounded_for_each_address() -> None:
    server = LocalServer(capacity=Capacity(1000, 1000, absent_names_per_address=3))
    for number in range(4):
        client = await server.enter(f"Player {number}")
        await client.ask(OpenTable(game="shelfie", seats=2))
        await client.ask(StandUp(table=number + 1))
        server.dispatcher.leave(client)
    assert not await server.dispatcher.people.is_known("Player 0")
    assert await server.dispatcher.people.is_known("Player 1")


async def test_a_restart_opens_no_window(server: LocalServer) -> None:
    anna, _ = await web_table(server, "Anna", "Bruno")
    carla, _ = await server.table("Carla", "Dora")
    await server.restart()
    for name in ("Anna", "Carla"):
        stranger = somewhere(server.dispatcher)
        assert await stranger.refused(Enter(name=name)) == "house/name_kept"
    assert (await entered(LocalClient(server.dispatcher), carla.name)).tables == (2,)
    back = somewhere(server.dispatcher, kind=WebClient)
    assert (await entered(back, "Anna", token=token_of(anna))).tables == (1,)


async def test_a_seat_that_was_taken_over_is_as_safe_as_any_other(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno")
    await anna.ask(OfferSeat(table=1))
    carla = await server.enter("Carla")
    await carla.ask(TakeSeat(table=1, seat=Seat(0), code=shown(anna).info.code))
    await server.restart()
    assert await somewhere(server.dispatcher).refused(Enter(name="Carla")) == "house/name_kept"
    assert (await entered(LocalClient(server.dispatcher), "Carla")).tables == (1,)


async def test_journal_holds_no_credentials_in_plain_text(
    server: LocalServer,
) -> None:
    anna, _ = await web_table(server, "Anna", "Bruno")
    carla = somewhere(server.dispatcher)
    await entered(carla, "Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    written = b"".join(
        [*await written_about(server, "Anna"), *await written_about(server, "Carla")]
    )
    assert b"Anna" in written
    assert b"Carla" in written
    assert token_of(anna).encode() not in written
    assert ELSEWHERE.encode() not in written


async def test_entering_without_a_seat_writes_nothing(server: LocalServer) -> None:
    for kind in (LocalClient, WebClient):
        server.kind = kind
        server.dispatcher.leave(await server.enter("Anna"))
    assert await server.journal.streams("person/") == []
    anna, _ = await server.table("Anna", "Bruno")
    for table in (2, 3):
        await anna.ask(OpenTable(game="shelfie", seats=2))
        assert shown(anna).info.table == table
    assert [one.version for one in await server.journal.streams("person/")] == [1, 1]


async def test_seat_of_an_older_journal_belongs_to_the_first_login(server: LocalServer) -> None:
    record = TableOpened("shelfie", 1, 2, raw({}), "Anna", "code", at=5)
    entries = [write_record(record), write_record(SeatTaken(Seat(0), "Anna"))]
    await server.journal.append("table/000000001", 0, entries)
    await server.restart()
    first = somewhere(server.dispatcher)
    assert (await entered(first, "Anna")).tables == (1,)
    server.dispatcher.leave(first)
    await server.restart()
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/name_kept"
    assert (await entered(somewhere(server.dispatcher), "Anna")).tables == (1,)


@pytest.mark.parametrize(
    ("guests", "here", "elsewhere"), [(Guests.OPEN, "", ""), (Guests.SECRET, "no", "no")]
)
async def test_guest_setting_decides_which_addresses_return_without_a_token(
    guests: Guests, here: str, elsewhere: str
) -> None:
    server = LocalServer(guests=guests)
    for place, refused in {"local": here, ELSEWHERE: elsewhere}.items():
        anna = await server.enter(f"Anna {place}")
        await anna.ask(OpenTable(game="shelfie", seats=2))
        server.dispatcher.leave(anna)
        client = somewhere(server.dispatcher, place)
        assert not (refused and await is_kept(client, anna.name))
        answer = await client.ask(Enter(name=anna.name))
        assert isinstance(answer, Refused if refused else Welcome)


async def test_released_name_and_its_seat_go_to_the_next_login(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert await server.dispatcher.people.release("Bruno") is not None
    server.dispatcher.leave(anna)
    assert await server.dispatcher.people.release("Anna") is None
    await server.restart()
    friend = somewhere(server.dispatcher)
    assert (await entered(friend, "Anna")).tables == (1,)
    server.dispatcher.leave(friend)
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/name_kept"
    assert bruno.name


async def test_the_owner_of_the_only_table_lets_an_absent_player_in_from_anywhere(
    server: LocalServer,
) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    request = ReleaseSeat(table=1, name="Bruno")
    assert await anna.refused(request) == "house/name_in_use"
    await bruno.ask(OpenTable(game="shelfie", seats=2))
    server.dispatcher.leave(bruno)
    assert await anna.refused(request) == "house/name_kept"
    assert await anna.refused(ReleaseSeat(table=1, name="Carla")) == "house/no_such_person"
    bruno = await server.enter("Bruno")
    assert await bruno.refused(ReleaseSeat(table=1, name="Anna")) == "house/not_the_owner"
    await bruno.ask(StandUp(table=2))
    server.dispatcher.leave(bruno)
    assert await anna.refused(request) == "house/too_soon"  # a connection may drop for a moment
    server.clock.time += RELEASED_AFTER
    assert isinstance(await anna.ask(request), Done)
    assert (await entered(somewhere(server.dispatcher), "Bruno")).tables == (1,)


async def test_login_during_a_release_keeps_the_name_after_a_restart() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    anna, bruno = await web_table(server, "Anna", "Bruno")
    server.dispatcher.leave(anna)
    journal.waiting.clear()
    journal.free.clear()
    releasing = asyncio.create_task(server.dispatcher.people.release("Anna"))
    await journal.waiting.wait()
    back = somewhere(server.dispatcher, kind=WebClient)
    returning = asyncio.create_task(entered(back, "Anna", token=token_of(anna)))
    await asyncio.sleep(0)
    journal.free.set()
    assert await releasing is None
    assert (await returning).tables == (1,)
    await server.restart()
    assert await somewhere(server.dispatcher).refused(Enter(name="Anna")) == "house/name_kept"
    again = somewhere(server.dispatcher, kind=WebClient)
    assert (await entered(again, "Anna", token=token_of(back))).tables == (1,)
    assert bruno.name


async def test_token_from_before_a_release_is_invalid_for_the_next_owner(
    server: LocalServer,
) -> None:
    anna, bruno = await web_table(server, "Anna", "Bruno")
    server.dispatcher.leave(anna)
    assert await server.dispatcher.people.release("Anna") is None
    await bruno.ask(Resign(table=1))
    await server.wait(KEPT)
    next_player = await server.enter("Anna")
    await next_player.ask(OpenTable(game="shelfie", seats=2))
    late = somewhere(server.dispatcher, kind=WebClient)
    assert await late.refused(Enter(name="Anna", token=token_of(anna))) == "house/name_in_use"


async def test_a_free_name_is_given_once_while_its_secret_is_written() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    journal.free.clear()
    first = asyncio.create_task(server.enter("Anna", secret=SECRET))
    await journal.waiting.wait()
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/name_in_use"
    journal.free.set()
    assert isinstance((await first).heard[-1], Welcome)
