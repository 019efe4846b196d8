"""Friends, follows and last opponents: told when they change, and the same after a restart."""

import asyncio
from collections.abc import Callable, Mapping
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.messages import (
    AskContacts,
    AskOpponents,
    Befriend,
    Block,
    Contact,
    ContactChanged,
    Contacts,
    ContactTable,
    DeleteMe,
    Follow,
    Friendship,
    JoinTable,
    Notice,
    OpenTable,
    Opponents,
    Resign,
)
from tests.core.local import LocalClient, LocalServer, WebClient
from tests.core.nodes import Nodes

SECRET = "correct-horse"  # noqa: S105 - only here


async def accounts(server: LocalServer, *names: str) -> list[LocalClient]:
    """Let accounts enter and follow their contacts."""
    server.kind = WebClient
    clients = [await server.enter(name, SECRET) for name in names]
    for client in clients:
        await client.ask(AskContacts(follow=True))
    return clients


async def contact(client: LocalClient, request: Befriend | Follow) -> Contact:
    answer = await client.ask(request)
    assert isinstance(answer, ContactChanged), answer
    return answer.contact


async def contacts(client: LocalClient) -> dict[str, Contact]:
    answer = await client.ask(AskContacts())
    assert isinstance(answer, Contacts)
    return {one.name: one for one in answer.contacts}


def told(client: LocalClient) -> Contact:
    return client.of(ContactChanged)[-1].contact


async def opponents(client: LocalClient) -> list[str]:
    answer = await client.ask(AskOpponents())
    assert isinstance(answer, Opponents)
    return [one.name for one in answer.opponents]


async def friends(server: LocalServer, *names: str) -> list[LocalClient]:
    one, other = clients = await accounts(server, *names)
    await one.ask(Befriend(name=other.name))
    await other.ask(Befriend(name=one.name))
    return clients


async def test_a_friendship_is_asked_for_accepted_and_ended(server: LocalServer) -> None:
    anna, bruno = await accounts(server, "Anna", "Bruno")
    asked = await contact(anna, Befriend(name="bruno"))
    assert asked == Contact("Bruno", Friendship.ASKED, online=True)
    assert told(bruno) == Contact("Anna", Friendship.ASKS, online=True)
    assert (await contact(bruno, Befriend(name="Anna"))).friendship == Friendship.FRIENDS
    assert told(anna).friendship == Friendship.FRIENDS
    await server.restart()
    anna, bruno = await accounts(server, "Anna", "Bruno")
    assert (await contacts(bruno))["Anna"].friendship == Friendship.FRIENDS
    ended = await contact(bruno, Befriend(name="Anna", wanted=False))
    assert (ended.friendship, told(anna).friendship) == (Friendship.NONE, Friendship.ASKED)
    assert await contacts(bruno) == {}


async def test_declined_player_cannot_ask_again_but_can_be_asked(server: LocalServer) -> None:
    anna, bruno = await accounts(server, "Anna", "Bruno")
    await anna.ask(Befriend(name="Bruno"))
    await bruno.ask(Befriend(name="Anna", wanted=False))
    heard = len(bruno.heard)
    for wanted in (False, True):
        await anna.ask(Befriend(name="Bruno", wanted=wanted))
    assert (len(bruno.heard), await contacts(bruno)) == (heard, {})
    assert (await contact(bruno, Befriend(name="Anna"))).friendship == Friendship.FRIENDS


async def test_friends_see_where_a_friend_is(server: LocalServer) -> None:
    anna, bruno = await friends(server, "Anna", "Bruno")
    server.dispatcher.leave(bruno)
    assert told(anna) == Contact("Bruno", Friendship.FRIENDS)
    (bruno,) = await accounts(server, "Bruno")
    assert told(anna).online
    await bruno.ask(OpenTable(game="shelfie", seats=2))
    waits = ContactTable(1, "shelfie", started=False, free=True, watchable=True)
    assert told(anna).tables == (waits,)
    await bruno.ask(OpenTable(game="shelfie", seats=2, private=True))
    assert told(anna).tables == (waits,)
    carla = await server.enter("Carla")
    await carla.ask(JoinTable(table=1))
    running = ContactTable(1, "shelfie", started=True, free=False, watchable=True)
    assert told(anna).tables == (running,)
    await carla.ask(Resign(table=1))
    assert told(anna).tables == ()


async def test_blocking_ends_a_friendship_and_prevents_another(server: LocalServer) -> None:
    anna, bruno = await friends(server, "Anna", "Bruno")
    await anna.ask(Block(name="Bruno"))
    assert await contacts(anna) == {"Bruno": Contact("Bruno", blocked=True, online=True)}
    assert told(bruno) == Contact("Anna", Friendship.ASKED)  # and not online
    for request in (Befriend(name="Anna"), Follow(name="Anna")):
        assert await bruno.refused(request) == "house/blocked"
    await anna.ask(Block(name="Bruno", blocked=False))
    assert (await contacts(anna))["Bruno"].friendship == Friendship.ASKS


async def test_deleted_account_disappears_from_lists(server: LocalServer) -> None:
    anna, bruno = await friends(server, "Anna", "Bruno")
    await anna.ask(Follow(name="Bruno"))
    await bruno.ask(DeleteMe(secret=SECRET))
    assert told(anna) == Contact("Bruno")
    assert await contacts(anna) == {}
    assert await anna.refused(Befriend(name="Bruno")) == "house/no_such_person"


async def test_last_opponents_are_people_who_still_own_their_names(server: LocalServer) -> None:
    server.kind = WebClient
    anna = await server.enter("Anna")
    for number, name in enumerate(("Bruno", "Carla"), start=1):
        await anna.ask(OpenTable(game="shelfie", seats=2))
        opponent = await server.enter(name)
        await opponent.ask(JoinTable(table=number))
        await opponent.ask(Resign(table=number))
        server.dispatcher.leave(opponent)
        server.clock.time += 10
    assert await opponents(anna) == ["Carla", "Bruno"]
    server.clock.time += 700  # Bruno's name is free, and another player takes it
    bruno = await server.enter("Bruno")
    await bruno.ask(OpenTable(game="shelfie", seats=2))
    assert await opponents(anna) == ["Carla"]


class Step(NamedTuple):
    """A player does something about another one, at a node."""

    by: str
    about: str
    what: str
    node: int


NAMES = ("Anna", "Bruno", "Carla")
REQUESTS: Mapping[str, Callable[..., Befriend | Follow | Block]] = {
    "ask": Befriend,
    "end": lambda name: Befriend(name=name, wanted=False),
    "follow": Follow,
    "unfollow": lambda name: Follow(name=name, followed=False),
    "block": Block,
    "unblock": lambda name: Block(name=name, blocked=False),
}
STEPS = st.builds(
    Step,
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.sampled_from(tuple(REQUESTS)),
    st.integers(0, 1),
)


class Model:
    """Relations as the rules define them."""

    def __init__(self) -> None:
        self.has: dict[str, set[tuple[str, str]]] = {
            what: set() for what in ("wish", "declined", "follow", "block")
        }

    def do(self, step: Step) -> None:
        pair = (step.by, step.about)
        back = (step.about, step.by)
        has = self.has
        blocked = pair in has["block"] or back in has["block"]
        match step.what:
            case "ask" if not blocked:
                has["wish"].add(pair)
                has["declined"].discard(pair)
            case "end":
                if back in has["wish"]:
                    has["declined"].add(pair)
                elif pair in has["wish"]:
                    has["declined"].discard(pair)
                has["wish"].discard(pair)
            case "follow" if not blocked:
                has["follow"].add(pair)
            case "unfollow":
                has["follow"].discard(pair)
            case "block":
                has["block"].add(pair)
                has["wish"].discard(pair)
                has["follow"].discard(pair)
            case "unblock":
                has["block"].discard(pair)

    def seen_by(self, name: str) -> dict[str, Contact]:
        return {
            other: contact
            for other in NAMES
            if other != name
            if (contact := self._contact(name, other)) != Contact(other, online=contact.online)
        }

    def _contact(self, name: str, other: str) -> Contact:
        pair = (name, other)
        back = (other, name)
        shows = not (pair in self.has["declined"] or pair in self.has["block"])
        friendship = Friendship.NONE
        if pair in self.has["wish"]:
            mutual = back in self.has["wish"]
            friendship = Friendship.FRIENDS if mutual else Friendship.ASKED
        elif back in self.has["wish"] and shows:
            friendship = Friendship.ASKS
        return Contact(
            other,
            friendship,
            followed=pair in self.has["follow"],
            blocked=pair in self.has["block"],
            online=back not in self.has["block"],
        )


@given(st.lists(STEPS, max_size=30))
def test_notices_and_lists_follow_from_the_requests_at_any_node(steps: list[Step]) -> None:
    asyncio.run(follows_from(steps))


async def follows_from(steps: list[Step]) -> None:
    nodes = await Nodes(2, limits={}).open()
    windows = {
        (name, node): await nodes.all[node].enter(name, SECRET) for node in (0, 1) for name in NAMES
    }
    await nodes.settle()
    for window in windows.values():
        await window.ask(AskContacts(follow=True))
    model = Model()
    for step in steps:
        if step.by != step.about:
            await windows[step.by, step.node].ask(REQUESTS[step.what](name=step.about))
            await nodes.settle()
            model.do(step)
    for (name, _), window in windows.items():
        assert follow(window.heard) == await contacts(window) == model.seen_by(name)


def follow(notices: list[Notice]) -> dict[str, Contact]:
    """Return the contacts that a client knows after these notices."""
    known: dict[str, Contact] = {}
    for notice in notices:
        if isinstance(notice, Contacts):
            known = {one.name: one for one in notice.contacts}
        elif isinstance(notice, ContactChanged):
            known[notice.contact.name] = notice.contact
    return {
        name: one for name, one in known.items() if one.friendship or one.followed or one.blocked
    }
