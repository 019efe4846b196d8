"""Absent players are notified once, and only of turns that they have not seen."""

from typing import Any

import pytest

from ludoteca.core.notifications.outbox import (
    FIRST_RETRY,
    MOST_TRIES,
    REFRESH,
    REMIND_AFTER,
    SLOWER,
)
from ludoteca.journal import Journal, MemoryJournal
from ludoteca.messages import (
    AbsenceRule,
    AskNotifications,
    Befriend,
    Block,
    ChooseNotifications,
    Clock,
    DeleteMe,
    Delivery,
    Done,
    Invite,
    JoinTable,
    MuteTable,
    NotificationChannel,
    NotificationKind,
    NotificationSettings,
    OpenTable,
    QuietHours,
    ServerReason,
    TakeVacation,
    Watch,
)
from ludoteca.messages.notification_requests import Choices
from tests.core.local import LocalClient, LocalServer
from tests.core.nodes import Nodes, NodeServer
from tests.core.notifications.local import (
    BATCH,
    DELAY,
    HOOK,
    PUSH,
    SECRET,
    NotifyingServer,
    Received,
    add,
    add_mail,
    notifying,
    play_turn,
    settle,
    with_account,
)

HOOKED, PUSHED = NotificationChannel.HOOK, NotificationChannel.PUSH
MAILED = NotificationChannel.MAIL


@pytest.fixture
async def server() -> NotifyingServer:
    server = NotifyingServer()
    await server.dispatcher.open()
    return server


async def pair(server: NotifyingServer, **options: Any) -> tuple[LocalClient, LocalClient]:
    """Start a game of Anna, who is to move, with Bruno, who has an account and a webhook."""
    anna, bruno = await server.table("Anna", "Bruno", **({"absence": AbsenceRule.WAIT} | options))
    await with_account(bruno)
    await add(bruno, HOOK)
    await play_turn(bruno)  # if he moves first
    return anna, bruno


async def come_back(server: LocalServer) -> LocalClient:
    bruno = await server.enter("Bruno", SECRET)
    await bruno.ask(Watch(table=1))
    return bruno


def leave(client: LocalClient) -> None:
    client.dispatcher.leave(client)
    client.name = ""


async def test_absent_player_is_notified_once_after_the_delay(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    assert await server.sent(DELAY - 3) == []
    (message,) = await server.sent(3)
    assert message[:2] == ("Bruno", HOOKED)
    assert await server.sent(1000) == []
    await server.restart()
    assert await server.sent(1000) == []


async def test_connected_player_is_not_notified_even_after_leaving(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    await play_turn(anna)
    await server.wait(1)
    leave(bruno)
    assert await server.sent(1000) == []
    await server.restart()
    assert await server.sent(1000) == []


async def test_turn_that_ends_before_the_delay_is_not_notified(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    back = await come_back(server)
    await play_turn(back)
    leave(back)
    assert await server.sent(1000) == []


async def test_turn_before_a_crash_is_notified_after_it(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    leave(bruno)
    await play_turn(anna)
    await server.restart()
    await server.wait(1)
    assert len(await server.sent(DELAY)) == 1


async def test_mail_collects_notifications_of_several_tables(server: NotifyingServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", absence=AbsenceRule.WAIT)
    await with_account(bruno)
    await add_mail(bruno, server.received)
    for table in (2, 3):
        await anna.ask(OpenTable(game="shelfie", seats=2, absence=AbsenceRule.WAIT))
        code = server.dispatcher.lobby.live[table].opened.code
        await bruno.ask(JoinTable(code=code))
    for table in (1, 2, 3):
        await play_turn(bruno, table)
    leave(bruno)
    for table in (1, 2, 3):
        await play_turn(anna, table)
    await server.wait(1)
    assert await server.sent(DELAY) == []
    ((_, channel, ids),) = await server.sent(BATCH)
    assert channel == MAILED
    assert len(set(ids)) == 3


async def test_failed_message_is_retried_with_longer_pauses_and_an_end(
    server: NotifyingServer,
) -> None:
    anna, bruno = await pair(server)
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    server.received.delivery = Delivery.LATER
    assert len(await server.sent(DELAY)) == 1
    for tries in range(MOST_TRIES - 1):
        pause = FIRST_RETRY * SLOWER**tries
        assert await server.sent(pause - 3) == []
        assert len(await server.sent(3)) == 1
    assert await server.sent(100_000) == []


async def test_subscription_that_is_gone_is_erased(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    server.received.delivery = Delivery.GONE
    assert len(await server.sent(DELAY)) == 1
    assert await server.journal.subscriptions.of("bruno") == []


async def test_muted_tables_and_kinds_are_not_notified(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    await add(bruno, PUSH)
    await bruno.ask(ChooseNotifications(choices={NotificationKind.TURN: (PUSHED,)}))
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    ((_, channel, _),) = await server.sent(DELAY)
    assert channel == PUSHED
    back = await come_back(server)
    assert isinstance(await back.ask(MuteTable(table=1, muted=True)), Done)
    await play_turn(back)
    leave(back)
    await play_turn(anna)
    await server.wait(1)
    assert await server.sent(DELAY) == []


async def test_nothing_is_sent_in_quiet_hours(server: NotifyingServer) -> None:
    server.clock.ahead = 100 * 86_400 - server.clock.time  # midnight
    anna, bruno = await pair(server)
    quiet = QuietHours(22 * 60, 60, "UTC")
    await bruno.ask(ChooseNotifications(choices={NotificationKind.TURN: (HOOKED,)}, quiet=quiet))
    leave(bruno)
    await play_turn(anna)
    assert await server.sent(3500) == []
    assert len(await server.sent(100)) == 1


async def test_low_clock_is_notified_once_as_well(server: NotifyingServer) -> None:
    anna, bruno = await pair(server, clock=Clock(turn=3600))
    leave(bruno)
    await play_turn(anna)
    await server.wait(1)
    ((_, _, (turn,)),) = await server.sent(DELAY)
    ((_, _, (clock,)),) = await server.sent(3600 - DELAY - 60)
    assert turn.removeprefix("turn") == clock.removeprefix("clock")


async def test_absent_player_is_invited_by_a_notification(server: NotifyingServer) -> None:
    bruno = await with_account(await server.enter("Bruno"))
    await add(bruno, HOOK)
    leave(bruno)
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert isinstance(await anna.ask(Invite(table=1, name="Bruno")), Done)
    await server.restart()  # the invitation is recorded
    assert await server.sent() == [("Bruno", HOOKED, ("invitation-1-0",))]
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    assert await carla.refused(Invite(table=2, name="Dora")) == ServerReason.PERSON_AWAY


async def test_blocked_and_deleted_players_do_not_invite_and_a_friend_does(
    server: NotifyingServer,
) -> None:
    names = ("Bruno", "Anna", "Carla", "Dora", "Emma")
    bruno, *others = [await with_account(await server.enter(name)) for name in names]
    await add(bruno, HOOK)
    for other in others:
        await other.ask(OpenTable(game="shelfie", seats=2))
    anna, carla, dora, emma = others
    await dora.ask(Befriend(name="Bruno"))
    await bruno.ask(Befriend(name="Dora"))
    await bruno.ask(Block(name="Anna"))
    server.clock.ahead = 100 * 86_400 - server.clock.time  # midnight
    choices: Choices = {NotificationKind.INVITATION: (HOOKED,)}
    quiet = QuietHours(22 * 60, 60, "UTC")
    await bruno.ask(ChooseNotifications(choices=choices, quiet=quiet))
    leave(bruno)
    assert await anna.refused(Invite(table=1, name="Bruno")) == ServerReason.BLOCKED
    for table, other in enumerate((carla, dora, emma), start=2):
        assert isinstance(await other.ask(Invite(table=table, name="Bruno")), Done)
    again = await server.enter("Bruno", SECRET)
    await again.ask(Block(name="Carla"))  # the invitation is still waiting for the end of the hour
    leave(again)
    await emma.ask(DeleteMe(secret=SECRET))
    assert await server.sent(3600) == [("Bruno", HOOKED, ("invitation-3-0",))]


async def test_reminder_is_sent_although_the_turn_was_seen(server: NotifyingServer) -> None:
    anna, bruno = await pair(server, clock=Clock(turn=3 * 86400))
    await bruno.ask(ChooseNotifications(choices=dict.fromkeys(NotificationKind, (HOOKED,))))
    await play_turn(anna)
    await server.wait(1)
    leave(bruno)
    await server.restart()
    assert await server.sent(REMIND_AFTER - 60) == []
    ((name, channel, (identifier,)),) = await server.sent(60)
    assert (name, channel) == ("Bruno", HOOKED)
    assert identifier.startswith("reminder-1-")
    assert await server.sent(REMIND_AFTER) == []


async def test_player_on_vacation_is_not_reminded(server: NotifyingServer) -> None:
    anna, bruno = await pair(server, clock=Clock(turn=3 * 86400))
    await bruno.ask(ChooseNotifications(choices={NotificationKind.REMINDER: (HOOKED,)}))
    await play_turn(anna)
    await bruno.ask(TakeVacation(days=2))
    await server.wait(1)
    leave(bruno)
    assert await server.sent(REMIND_AFTER) == []


class NotifyingNodes(Nodes):
    """Nodes whose notifications the test receives together."""

    def __init__(self, journal: Journal) -> None:
        self.received = Received()
        super().__init__(2, journal=journal)

    def add(self, name: str) -> NodeServer:
        node = super().add(name)
        node.dispatcher = notifying(node.dispatcher, self.received)
        return node

    async def wait(self, seconds: float) -> None:
        await super().wait(seconds)
        for node in self.all:
            await settle(node.dispatcher)


async def test_turn_is_notified_by_one_node_or_by_another_if_it_stops() -> None:
    nodes = NotifyingNodes(MemoryJournal())
    await nodes.open()
    anna, bruno = await nodes.table("Anna", "Bruno", absence=AbsenceRule.WAIT)
    await with_account(bruno)
    await add(bruno, HOOK)
    await play_turn(bruno)
    await nodes.settle()
    leave(bruno)
    await nodes.wait(6)
    await play_turn(anna)
    await nodes.wait(DELAY + 5)
    assert len(nodes.received.sent) == 1
    back = await come_back(nodes.all[1])
    await play_turn(back)
    await nodes.settle()
    leave(back)
    await play_turn(anna)
    await nodes.wait(2)
    nodes.kill(nodes.all[0])  # where Anna has played
    await nodes.wait(DELAY + 20)
    assert len(nodes.received.sent) == 2


async def test_turn_is_notified_if_its_node_stops_soon_after_the_start() -> None:
    nodes = NotifyingNodes(MemoryJournal())
    first, second = nodes.all
    nodes.all = [second]
    await nodes.open()
    await nodes.wait(REFRESH)
    nodes.all = [first, second]
    await first.dispatcher.open()
    await nodes.wait(0.5)
    anna, bruno = [await first.enter(name) for name in ("Anna", "Bruno")]
    await anna.ask(OpenTable("shelfie", 2, absence=AbsenceRule.WAIT))
    await bruno.ask(JoinTable(table=1))
    await with_account(bruno)
    await add(bruno, HOOK)
    await play_turn(bruno)
    await nodes.settle()
    leave(bruno)
    await play_turn(anna)
    nodes.kill(first)  # before the second node looks at the others again
    await nodes.wait(DELAY + 20)
    assert len(nodes.received.sent) == 1


async def test_settings_show_subscriptions_only_to_their_owner(server: NotifyingServer) -> None:
    anna, bruno = await pair(server)
    await with_account(anna)
    shown = [await one.ask(AskNotifications()) for one in (anna, bruno)]
    assert all(isinstance(one, NotificationSettings) for one in shown)
    assert [len(getattr(one, "subscriptions", ())) for one in shown] == [0, 1]
