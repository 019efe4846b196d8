"""Servers whose notifications the test receives, and players with accounts."""

import asyncio
from collections.abc import Sequence

from ludoteca.core import Dispatcher
from ludoteca.games import Refusal
from ludoteca.messages import (
    AddHook,
    AddMail,
    AddPush,
    AskMoves,
    ChangeSecret,
    Delivery,
    MailSubscription,
    Moves,
    Notification,
    NotificationChannel,
    Play,
    Recipient,
    SubscriptionAdded,
    SubscriptionData,
)
from tests.core.local import LocalClient, LocalServer, WebClient

SECRET = "correct horse"  # noqa: S105 - only here
DELAY, BATCH = 30.0, 180.0


class Received:
    """A notifier that keeps what it is to send, and answers as told."""

    channels: Sequence[NotificationChannel] = tuple(NotificationChannel)[1:]
    key = "server"

    def __init__(self) -> None:
        self.sent: list[tuple[str, NotificationChannel, tuple[str, ...]]] = []
        """Name, channel and notifications of each message."""
        self.confirming: list[Recipient] = []
        self.delivery = Delivery.SENT
        self.refusal: Refusal | None = None

    async def check(self, data: SubscriptionData) -> Refusal | None:
        return self.refusal

    async def confirm(self, to: Recipient) -> Delivery:
        self.confirming.append(to)
        return self.delivery

    async def send(self, to: Recipient, notifications: Sequence[Notification]) -> Delivery:
        channel = NotificationChannel(type(to.data).__name__.removesuffix("Subscription").lower())
        self.sent.append((to.name, channel, tuple(one.id for one in notifications)))
        return self.delivery


def notifying(dispatcher: Dispatcher, received: Received) -> Dispatcher:
    """Let a dispatcher that is not open yet send notifications."""
    lobby = dispatcher.lobby
    services = lobby._services._replace(notifier=received, mail_batch=BATCH)  # noqa: SLF001
    limits = dispatcher.limits.in_force()
    return Dispatcher(services, lobby._absence_policy, limits=limits)  # noqa: SLF001


async def settle(dispatcher: Dispatcher) -> None:
    """Wait for everything that the outbox has begun."""
    outbox = dispatcher.notifications._outbox  # noqa: SLF001
    assert outbox
    while True:
        tasks = [outbox._sweeping, *outbox._tasks.values()]  # noqa: SLF001
        begun = [task for task in tasks if task and not task.done()]
        if not begun:
            return
        await asyncio.wait(begun)
        await asyncio.sleep(0)


class NotifyingServer(LocalServer):
    """A server whose notifications the test receives."""

    def __init__(self) -> None:
        self.received = Received()
        super().__init__()
        self.kind = WebClient

    def _dispatcher(self) -> Dispatcher:
        return notifying(super()._dispatcher(), self.received)

    async def wait(self, seconds: float) -> None:
        await super().wait(seconds)
        await settle(self.dispatcher)

    async def sent(
        self, seconds: float = 1.0
    ) -> list[tuple[str, NotificationChannel, tuple[str, ...]]]:
        """Advance the clock, and return what was sent meanwhile."""
        self.received.sent.clear()
        await self.wait(seconds)
        await self.wait(1)  # what was raised is sent
        return sorted(self.received.sent)


async def with_account(client: LocalClient) -> LocalClient:
    await client.ask(ChangeSecret(new=SECRET))
    return client


async def add(client: LocalClient, request: AddPush | AddMail | AddHook) -> str:
    """Add a subscription and return its id."""
    added = await client.ask(request)
    assert isinstance(added, SubscriptionAdded), added
    return added.subscription.id


HOOK = AddHook(url="https://example.org/hook")
PUSH = AddPush(endpoint="https://push.example.org/1", key="k" * 87, auth="a" * 22)
MAIL = AddMail(address="bruno@example.org")


async def add_mail(client: LocalClient, received: Received) -> str:
    """Add an email address and confirm it."""
    identifier = await add(client, MAIL)
    to = received.confirming[-1]
    assert isinstance(to.data, MailSubscription)
    assert await client.dispatcher.notifications.confirm(to.id, to.data.token)
    return identifier


async def play_turn(client: LocalClient, table: int = 1) -> None:
    """Play the moves of a turn."""
    while isinstance(answer := await client.ask(AskMoves(table=table)), Moves) and answer.moves:
        await client.ask(Play(table=table, move=answer.moves[0]))
