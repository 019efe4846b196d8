"""Subscriptions are added, confirmed, shown to their owners alone, and erased."""

import msgspec
import pytest

from ludoteca.core.notifications.preferences import Preferences
from ludoteca.core.notifications.subscriptions import MOST
from ludoteca.messages import (
    AddHook,
    AddMail,
    AddPush,
    AskNotifications,
    ChooseNotifications,
    DeleteMe,
    Delivery,
    Done,
    MailSubscription,
    MuteTable,
    NotificationChannel,
    NotificationSettings,
    OpenTable,
    QuietHours,
    RemoveSubscription,
    ServerReason,
    SubscriptionAdded,
    TrySubscription,
)
from tests.core.local import LocalClient
from tests.core.notifications.local import (
    HOOK,
    MAIL,
    PUSH,
    SECRET,
    NotifyingServer,
    add,
    add_mail,
    with_account,
)


@pytest.fixture
async def server() -> NotifyingServer:
    server = NotifyingServer()
    await server.dispatcher.open()
    return server


@pytest.fixture
async def anna(server: NotifyingServer) -> LocalClient:
    return await with_account(await server.enter("Anna"))


async def settings_of(client: LocalClient) -> NotificationSettings:
    settings = await client.ask(AskNotifications())
    assert isinstance(settings, NotificationSettings)
    return settings


async def everything(server: NotifyingServer) -> bytes:
    """Return all entries and notes of the journal."""
    streams = await server.journal.streams()
    entries = [entry for one in streams for entry in await server.journal.read(one.name)]
    return b"\n".join([*entries, *(one.note for one in streams)])


async def test_subscriptions_are_shown_only_to_their_owner_and_not_in_the_journal(
    server: NotifyingServer, anna: LocalClient
) -> None:
    bruno = await with_account(await server.enter("Bruno"))
    hook = await anna.ask(HOOK)
    assert isinstance(hook, SubscriptionAdded)
    await add(anna, PUSH)
    await add_mail(anna, server.received)
    assert {one.shown for one in (await settings_of(anna)).subscriptions} == {
        "",
        HOOK.url,
        MAIL.address,
    }
    assert (await settings_of(bruno)).subscriptions == ()
    for request in (RemoveSubscription, TrySubscription):
        assert (
            await bruno.refused(request(subscription=hook.subscription.id))
            == ServerReason.NO_SUCH_SUBSCRIPTION
        )
    written = await everything(server)
    assert hook.subscription.id.encode() in written
    for secret in (HOOK.url, hook.secret, MAIL.address, PUSH.endpoint, PUSH.key, PUSH.auth):
        assert secret.encode() not in written
    assert b"example" not in msgspec.json.encode(bruno.heard)


async def test_address_gets_nothing_before_it_is_confirmed(
    server: NotifyingServer, anna: LocalClient
) -> None:
    identifier = await add(anna, MAIL)
    (subscription,) = (await settings_of(anna)).subscriptions
    notifications = server.dispatcher.notifications
    assert not subscription.confirmed
    assert not await notifications.confirm(identifier, "guess")
    assert not await notifications.unsubscribe(identifier, "é")
    assert not await notifications.confirm("another", "guess")
    data = server.received.confirming[0].data
    assert isinstance(data, MailSubscription)
    for _ in range(2):  # links may be opened again
        assert await notifications.confirm(identifier, data.token)
    assert isinstance(await anna.ask(TrySubscription(subscription=identifier)), Done)
    assert await notifications.unsubscribe(identifier, data.token)
    assert not await notifications.unsubscribe(identifier, data.token)
    assert await server.journal.subscriptions.of("anna") == []


async def test_address_that_gets_no_confirmation_is_not_kept(
    server: NotifyingServer, anna: LocalClient
) -> None:
    server.received.delivery = Delivery.LATER
    assert await anna.refused(MAIL) == ServerReason.NOT_DELIVERED
    assert await server.journal.subscriptions.of("anna") == []


@pytest.mark.parametrize(
    "request_",
    [
        AddMail(address="anna@example.org\nBcc: bruno@example.org"),
        AddMail(address="Anna <anna@example.org>"),
        AddMail(address="anna@[127.0.0.1]"),
        AddHook(url="ftp://example.org"),
        AddHook(url="https://"),
        AddHook(url="https://user@example.org"),
        AddHook(url="https://example.org:x"),
        AddHook(url="https://example.org/ x"),
        AddPush(endpoint="https://example.org", key="short", auth=PUSH.auth),
        AddPush(endpoint="example.org", key=PUSH.key, auth=PUSH.auth),
    ],
)
async def test_malformed_subscriptions_are_refused(
    anna: LocalClient, request_: AddMail | AddHook | AddPush
) -> None:
    assert await anna.refused(request_) == ServerReason.BAD_SUBSCRIPTION


async def test_number_of_subscriptions_is_limited(anna: LocalClient) -> None:
    for _ in range(MOST[NotificationChannel.PUSH]):
        await add(anna, PUSH)
    assert await anna.refused(PUSH) == ServerReason.TOO_MANY_SUBSCRIPTIONS
    await add(anna, HOOK)


async def test_deleted_account_leaves_no_subscription_nor_choice(
    server: NotifyingServer, anna: LocalClient
) -> None:
    await add(anna, HOOK)
    await add_mail(anna, server.received)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(MuteTable(table=1, muted=True))
    await anna.ask(ChooseNotifications(choices={}, quiet=QuietHours(0, 60, "Asia/Tokyo")))
    assert isinstance(await anna.ask(DeleteMe(secret=SECRET)), Done)
    assert await server.journal.subscriptions.of("anna") == []
    stream = await server.journal.find("notify/anna")
    assert stream
    assert msgspec.json.decode(stream.note, type=Preferences) == Preferences("Anna")
    assert await server.sent(10) == []


async def test_guest_has_no_notifications(server: NotifyingServer) -> None:
    guest = await server.enter("Bruno")
    for request in (AskNotifications(), HOOK):
        assert await guest.refused(request) == ServerReason.NO_ACCOUNT
