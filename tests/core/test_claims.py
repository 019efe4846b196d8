"""Names in a cluster: their owners, and the node where each player is connected."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from ludoteca.core import Capacity
from ludoteca.core.dispatch.replication import POLL
from ludoteca.core.nodes.roster import SILENCE
from ludoteca.core.people import connections, credentials
from ludoteca.core.people.entries import NameKept
from ludoteca.core.people.person import Person
from ludoteca.journal import Addition, JournalError, MemoryJournal, Stream
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.messages import (
    AskSessions,
    Block,
    ChangeSecret,
    DeleteMe,
    Done,
    EndOtherSessions,
    Enter,
    Farewell,
    JoinTable,
    LookAround,
    Mute,
    OpenTable,
    PersonHere,
    Refused,
    Say,
    Sessions,
    Welcome,
)
from ludoteca.messages.cluster import DoesAnswer, PersonChanged, Reply
from tests.core.local import LocalClient, LocalServer, WebClient, written_about
from tests.core.nodes import Nodes
from tests.postgres import fresh_schema

SECRET, OTHER = "correct-horse", "other-horse"
ELSEWHERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make digests cheap; their cost is tested elsewhere."""
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))


class Busy(MemoryJournal):
    """A journal with slow writes, so that nodes can write concurrently."""

    async def append_all(self, additions: Sequence[Addition]) -> None:
        await asyncio.sleep(0)
        await super().append_all(additions)


@pytest.fixture
async def nodes() -> Nodes:
    return await Nodes(journal=Busy()).open()


def client_at(nodes: Nodes, node: int, kind: type[LocalClient] = LocalClient) -> LocalClient:
    return kind(nodes.all[node].dispatcher)


class Away(MemoryJournal):
    """A journal that can be made unreachable."""

    away = False

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        self._check()
        return await super().read(stream, after, most)

    async def find(self, stream: str) -> Stream | None:
        self._check()
        return await super().find(stream)

    async def append_all(self, additions: Sequence[Addition]) -> None:
        self._check()
        await super().append_all(additions)

    def _check(self) -> None:
        if self.away:
            raise JournalError("away")


async def entered(
    nodes: Nodes,
    node: int,
    name: str,
    secret: str = "",
    token: str = "",
    *,
    kind: type[LocalClient] = WebClient,
) -> LocalClient:
    client = client_at(nodes, node, kind)
    answer = await client.ask(Enter(name=name, secret=secret, token=token))
    assert isinstance(answer, Welcome), answer
    await nodes.settle()
    return client


def token_of(client: LocalClient) -> str:
    return client.of(Welcome)[-1].token


def is_taken_over(client: LocalClient) -> bool:
    return [one.code for one in client.of(Farewell)] == ["house/taken_over"] and not client.name


@pytest.fixture(params=["memory", "postgres"])
async def anywhere(request: pytest.FixtureRequest) -> AsyncIterator[Nodes]:
    """Yield two nodes that share a journal of either kind."""
    if request.param == "memory":
        yield await Nodes(journal=Busy()).open()
        return
    journal = await PostgresJournal.open(await fresh_schema())
    yield await Nodes(journal=journal).open()
    await journal.close()


@pytest.mark.parametrize("secrets_of_two", [("", ""), (SECRET, OTHER)], ids=["guests", "accounts"])
@pytest.mark.parametrize("kind", [LocalClient, WebClient])
async def test_simultaneous_logins_at_two_nodes_give_a_name_to_one_client(
    anywhere: Nodes, kind: type[LocalClient], secrets_of_two: tuple[str, str]
) -> None:
    nodes = anywhere
    for number in range(5):
        clients = [client_at(nodes, 0, kind), client_at(nodes, 1, kind)]
        requests = [Enter(name=f"Anna {number}", secret=own) for own in secrets_of_two]
        asked = zip(clients, requests, strict=True)
        answers = await asyncio.gather(*(client.ask(request) for client, request in asked))
        (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
        too_late = "house/wrong_secret" if secrets_of_two[0] else "house/name_in_use"
        assert refused.code in {"house/name_in_use", too_late}
        (welcome,) = [answer for answer in answers if isinstance(answer, Welcome)]
        await nodes.settle()
        assert [client.name for client in clients if client.name] == [welcome.name]
        for server in nodes.all:
            assert welcome.name in server.dispatcher.people.here()


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 100_000, ""])
async def test_names_that_nobody_can_have_are_no_trouble(anywhere: Nodes, name: str) -> None:
    assert await client_at(anywhere, 0).refused(Enter(name=name, token=SECRET)) == "house/bad_name"
    anna = await entered(anywhere, 0, "Anna")
    for request in (Mute(name=name), Block(name=name), Say(text="hello", to=name or "\0")):
        assert await anna.refused(request) == "house/no_such_person"


async def test_a_name_that_looks_like_one_at_another_node_is_taken(nodes: Nodes) -> None:
    await entered(nodes, 0, "Nicola")
    for name, code in {"nicola": "name_in_use", "Nico1a": "name_looks_taken"}.items():
        assert await client_at(nodes, 1).refused(Enter(name=name)) == f"house/{code}"


@pytest.mark.parametrize("secret", ["", SECRET], ids=["guests", "accounts"])
async def test_of_two_names_that_look_alike_one_is_claimed(anywhere: Nodes, secret: str) -> None:
    """When two nodes claim similar names at once, one claim wins and the other name stays free."""
    for number in range(5):
        names = f"Paul {number}", f"PauI {number}"
        clients = [client_at(anywhere, node, WebClient) for node in (0, 1)]
        asked = [
            client.ask(Enter(name=name, secret=secret))
            for client, name in zip(clients, names, strict=True)
        ]
        answers = await asyncio.gather(*asked)
        (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
        assert refused.code == "house/name_looks_taken"
        (winner,) = [client for client in clients if client.name]
        (loser,) = {*names} - {winner.name}
        for server in anywhere.all:
            assert await server.dispatcher.people.find(loser) is None
        if not secret:
            winner.dispatcher.leave(winner)  # neither had a seat, so both names are free again
            await anywhere.settle()
            later = client_at(anywhere, number % 2)
            assert isinstance(await later.ask(Enter(name=loser)), Welcome)


async def test_names_that_looked_alike_before_stay_their_players(nodes: Nodes) -> None:
    """Entering again makes no new claim: only a new name must differ visibly from all others."""
    first = await entered(nodes, 0, "Paul", SECRET)
    first.dispatcher.leave(first)
    older = Person("PauI", 1)
    kept = await credentials.Stretcher().digest(OTHER, "salt", "")
    log = nodes.all[0].dispatcher.people.known.log
    await log.write(older, [NameKept("PauI", "salt", kept, 1)], 1)
    for node, (name, secret) in enumerate({"Paul": SECRET, "PauI": OTHER}.items()):
        assert (await entered(nodes, node, name, secret)).name == name


@pytest.mark.parametrize("kind", [LocalClient, WebClient], ids=["name only", "token"])
async def test_a_secret_without_tokens_takes_over_from_another_node(
    nodes: Nodes, kind: type[LocalClient]
) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET, kind=kind)
    watcher = await entered(nodes, 0, "Eve")
    await nodes.wait(0.5)
    await watcher.ask(LookAround(follow=True))
    await anna.ask(OpenTable(game="shelfie", seats=2))
    again = await entered(nodes, 1, "Anna", SECRET, kind=LocalClient)
    assert is_taken_over(anna)
    assert again.name == "Anna"
    assert not watcher.of(PersonHere)  # they never left
    assert nodes.all[0].dispatcher.roster.node_of("Anna") == "b"
    back = await entered(nodes, 0, "Anna", SECRET, kind=kind)
    assert is_taken_over(again)
    nodes.all[0].dispatcher.leave(back)
    await nodes.settle()
    assert watcher.of(PersonHere) == [PersonHere("Anna", here=False)]


async def test_simultaneous_token_logins_at_two_nodes_stay_connected(nodes: Nodes) -> None:
    token = token_of(await entered(nodes, 0, "Anna", SECRET))
    clients = [client_at(nodes, node, WebClient) for node in (0, 1, 1, 0)]
    await asyncio.gather(*(one.ask(Enter(name="Anna", token=token)) for one in clients))
    await nodes.settle()
    assert [client.name for client in clients] == ["Anna"] * 4


async def test_guest_returns_by_address_at_another_node(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", kind=LocalClient)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert await client_at(nodes, 1).refused(Enter(name="Anna")) == "house/name_in_use"
    nodes.all[0].dispatcher.leave(anna)
    stranger = client_at(nodes, 1)
    stranger.address = ELSEWHERE
    await nodes.settle()
    assert await stranger.refused(Enter(name="Anna")) == "house/name_kept"
    await entered(nodes, 1, "Anna", kind=LocalClient)
    nodes.hub.remove("b")  # its player leaves with it
    await entered(nodes, 0, "Anna", kind=LocalClient)


async def test_a_connection_that_no_longer_answers_is_taken_over_from_another_node(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SOON", 0.001)
    answered = asyncio.Event()

    class Silent(LocalClient):
        async def answers(self) -> bool:
            await answered.wait()
            return False

    anna = await entered(nodes, 0, "Anna", kind=Silent)
    bus, questions = nodes.hub.buses["a"], list[DoesAnswer]()
    answer = bus.answers[DoesAnswer]

    async def counted(sender: str, question: DoesAnswer) -> Reply:
        questions.append(question)
        if len(questions) == 5:  # until then it reports that it is waiting
            answered.set()
        return await answer(sender, question)

    bus.answers[DoesAnswer] = counted
    await entered(nodes, 1, "Anna", kind=LocalClient)
    assert len(questions) == 5
    assert is_taken_over(anna)


async def test_a_name_without_a_seat_is_free_when_its_player_or_node_is_gone(nodes: Nodes) -> None:
    anna, bruno = await entered(nodes, 0, "Anna"), await entered(nodes, 0, "Bruno")
    nodes.all[0].dispatcher.leave(anna)
    assert await client_at(nodes, 1).refused(Enter(name="Bruno")) == "house/name_in_use"
    await entered(nodes, 1, "Anna")
    nodes.kill(nodes.all[0])
    await nodes.wait(SILENCE + 1)
    await entered(nodes, 0, "Bruno")
    assert bruno.name  # it does not know yet


async def test_a_name_at_a_node_that_is_slow_to_answer_is_not_free(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna")
    never = asyncio.Event()

    async def busy(_sender: str, _question: DoesAnswer) -> Reply:
        await never.wait()
        raise AssertionError

    nodes.hub.buses["a"].answers[DoesAnswer] = busy
    assert await client_at(nodes, 1).refused(Enter(name="Anna")) == "house/name_in_use"
    assert anna.name
    await entered(nodes, 1, "Anna", token=token_of(anna))


async def test_without_a_bus_no_name_is_given_that_may_be_in_use(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    await entered(nodes, 0, "Anna")
    monkeypatch.setattr(nodes.hub.buses["b"], "connected", False)
    assert await client_at(nodes, 1).refused(Enter(name="Anna")) == "house/name_in_use"


async def test_waking_node_disconnects_clients_after_their_claim_moved(nodes: Nodes) -> None:
    anna, bruno = await entered(nodes, 0, "Anna", SECRET), await entered(nodes, 0, "Bruno")
    nodes.hub.hold("a")
    again = await entered(nodes, 1, "Anna", SECRET, kind=LocalClient)
    assert anna.name
    nodes.hub.held["a"].clear()  # every message sent meanwhile is lost
    nodes.hub.release("a")
    await nodes.all[0].dispatcher.people.known.check_claims()
    assert is_taken_over(anna)
    assert (bruno.name, again.name) == ("Bruno", "Anna")


async def test_node_without_a_bus_disconnects_clients_after_their_claim_moved(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno = await entered(nodes, 0, "Anna", SECRET), await entered(nodes, 0, "Bruno")
    nodes.hub.hold("a")
    monkeypatch.setattr(nodes.hub.buses["a"], "connected", False)
    await entered(nodes, 1, "Anna", SECRET, kind=LocalClient)
    await nodes.wait(POLL)
    assert is_taken_over(anna)
    assert bruno.name


async def test_missed_claim_is_looked_up_after_a_gap(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    await nodes.wait(0.5)
    nodes.hub.loses = lambda _sender, _receiver, message: isinstance(message, PersonChanged)
    await entered(nodes, 1, "Anna", SECRET, kind=LocalClient)
    assert anna.name
    await entered(nodes, 1, "Zoe")
    assert is_taken_over(anna)


async def test_changes_at_one_node_hold_at_all_nodes(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(Block(name="Bruno"))
    await anna.ask(Mute(name="Carla"))
    again = await entered(nodes, 1, "Anna", SECRET)
    people = nodes.all[1].dispatcher.people
    assert people.is_muted("Anna", "Bruno")
    assert people.is_muted("Anna", "Carla")
    assert await nodes.all[0].dispatcher.people.has_blocked("Anna", "Bruno")
    await again.ask(ChangeSecret(secret=SECRET, new=OTHER))
    ended = Enter(name="Anna", token=token_of(anna))
    for node in (0, 1):
        assert await client_at(nodes, node, WebClient).refused(ended) == "house/wrong_secret"
        wrong = Enter(name="Anna", secret=SECRET)
        assert await client_at(nodes, node).refused(wrong) == "house/wrong_secret"
    back = await entered(nodes, 0, "Anna", OTHER)
    await back.ask(EndOtherSessions())
    sessions = await back.ask(AskSessions())
    assert isinstance(sessions, Sessions)
    assert [one.here for one in sessions.sessions] == [True]


@pytest.mark.parametrize("kind", [WebClient, LocalClient], ids=["token", "name only"])
async def test_a_client_that_enters_elsewhere_while_the_secret_is_changed_is_disconnected(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, kind: type[LocalClient]
) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    begun, go_on, digest = asyncio.Event(), asyncio.Event(), credentials.Stretcher.digest

    async def late(*about: Any) -> str:
        begun.set()
        await go_on.wait()
        return await digest(*about)

    monkeypatch.setattr(credentials.Stretcher, "digest", late)
    change = ChangeSecret(secret=SECRET, new=OTHER)
    changing = asyncio.create_task(nodes.all[0].dispatcher.handle(anna, change))
    await begun.wait()
    thief = await entered(nodes, 1, "Anna", SECRET, kind=kind)
    assert is_taken_over(anna) is thief.names_only
    go_on.set()
    await changing
    await nodes.settle()
    assert isinstance(anna.heard[-1], Done)
    farewells = [one.code for one in thief.of(Farewell)]
    assert farewells == ["house/taken_over" if thief.names_only else "house/left"]
    assert not thief.name
    for proof in (Enter(name="Anna", secret=SECRET), Enter(name="Anna", token=token_of(thief))):
        assert await client_at(nodes, 1, WebClient).refused(proof) == "house/wrong_secret"
    await entered(nodes, 1, "Anna", token=token_of(anna))


async def test_blocked_player_cannot_sit_down_at_another_node(nodes: Nodes) -> None:
    anna, bruno = await entered(nodes, 0, "Anna"), await entered(nodes, 1, "Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    assert await bruno.refused(JoinTable(table=1)) == "house/blocked"


async def test_deleted_account_is_deleted_at_all_nodes(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    await anna.ask(DeleteMe(secret=SECRET))
    await nodes.settle()
    for server in nodes.all:
        assert server.dispatcher.people.is_deleted("Anna")
        assert (
            await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/name_in_use"
        )


async def test_deleted_account_is_refused_although_the_message_was_lost(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    nodes.hub.hold("b")
    await anna.ask(DeleteMe(secret=SECRET))
    assert not nodes.all[1].dispatcher.people.is_deleted("Anna")
    answer = await client_at(nodes, 1).ask(Enter(name="Anna"))
    assert isinstance(answer, Refused)
    assert answer.detail == "That name cannot be used again."


async def test_concurrent_writes_about_one_name_are_all_kept(nodes: Nodes) -> None:
    anna = await entered(nodes, 0, "Anna", SECRET)
    nodes.hub.hold("a")
    again = await entered(nodes, 1, "Anna", SECRET)
    await again.ask(Mute(name="Bruno"))
    await anna.ask(Mute(name="Carla"))  # this node does not know of the other connection yet
    nodes.hub.release("a")
    await nodes.settle()
    assert anna.name
    assert nodes.all[1].dispatcher.people.is_muted("Anna", "Bruno")
    assert nodes.all[1].dispatcher.people.is_muted("Anna", "Carla")


async def test_names_of_one_address_are_bounded_over_all_nodes() -> None:
    nodes = await Nodes(capacity=Capacity(absent_names_per_address=4)).open()
    for number in range(4):
        server = nodes.all[number % 2]
        nodes.clock.time += 1
        client = await entered(nodes, number % 2, f"Player {number}", kind=LocalClient)
        await client.ask(OpenTable(game="shelfie", seats=2))
        await nodes.settle()
        server.dispatcher.leave(client)
    await nodes.settle()
    assert await client_at(nodes, 0).refused(Enter(name="One more")) == "house/too_many_away"


async def test_single_server_records_no_claims(server: LocalServer) -> None:
    anna = await server.enter("Anna", SECRET)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    before = await written_about(server, "Anna")
    await server.enter("Anna", SECRET)
    assert await written_about(server, "Anna") == before
    assert b"Claimed" not in b"".join(before)


async def test_player_gets_an_answer_while_the_journal_cannot_be_read() -> None:
    journal = Away()
    nodes = await Nodes(journal=journal).open()
    anna = await entered(nodes, 0, "Anna")
    journal.away = True
    nodes.hub.buses["b"].publish(PersonChanged("Anna", 9))
    await nodes.settle()
    async with asyncio.timeout(60):
        assert await anna.refused(Mute(name="Bea")) == "house/not_written"


async def test_a_node_that_has_heard_of_nobody_releases_no_name_of_a_connected_player() -> None:
    nodes = await Nodes().open()
    await nodes.table("Anna", "Bea")
    late = nodes.add("c")
    nodes.cut("c")
    await late.dispatcher.open()
    refusal = await late.dispatcher.people.release("Bea")
    assert refusal
    assert refusal.code == "house/name_in_use"
