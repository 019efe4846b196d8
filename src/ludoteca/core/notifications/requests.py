"""Requests from players about their notifications, and the links in emails."""

import secrets
from hmac import compare_digest
from typing import assert_never
from zoneinfo import ZoneInfoNotFoundError

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.notifications import subscriptions
from ludoteca.core.notifications.log import NotificationLog
from ludoteca.core.notifications.outbox import Outbox
from ludoteca.core.notifications.preferences import (
    CHOSEN,
    Chosen,
    Preferences,
    Subscribed,
    TableMuted,
    Unsubscribed,
    resets,
    zone_of,
)
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.table import Table
from ludoteca.games import Refusal
from ludoteca.journal import Subscription
from ludoteca.messages import (
    Delivery,
    Done,
    HookSubscription,
    Listener,
    MailSubscription,
    Notification,
    NotificationChannel,
    NotificationKind,
    Recipient,
    ServerReason,
    key,
    refuse,
)
from ludoteca.ops import log

Answer = messages.NotificationSettings | messages.SubscriptionAdded | Done | Refusal


class Notifications:
    """Answers requests about notifications, and notifies absent players."""

    def __init__(self, services: Services, people: People, lobby: Lobby, limits: Limits) -> None:
        self._subscriptions = services.journal.subscriptions
        self._people = people
        self._lobby = lobby
        self._limits = limits
        self._notifier = services.notifier
        self._log = NotificationLog(services)
        self._outbox = (
            Outbox(services, lobby, people, self._log, self._notifier) if self._notifier else None
        )
        if self._outbox:
            services.metrics.notifications_pending.watch(self._pending)

    def _pending(self) -> int:
        return self._outbox.pending if self._outbox else 0

    async def load(self) -> None:
        """Load the preferences of players with subscriptions, and check their tables."""
        if self._outbox:
            await self._log.refresh()
            self._outbox.begin()

    def tick(self) -> None:
        if self._outbox:
            self._outbox.tick()

    def hear_left(self, name: str) -> None:
        """Record the turns seen by a player who has disconnected from this node."""
        if self._outbox and name:
            self._outbox.hear_left(name)

    async def close(self) -> None:
        if self._outbox:
            await self._outbox.close()

    # Reasons for notifications

    async def invite(self, by: str, to: str, table: Table) -> bool:
        """Notify an absent player of an invitation; return whether the player is notified."""
        if self._outbox is None:
            return False
        opened = table.opened
        kind = NotificationKind.INVITATION
        invited = Notification(kind, table.number, 0, opened.game, by=by, code=opened.code)
        return await self._outbox.raise_one(to, invited)

    # Requests

    async def kept(self, name: str) -> tuple[Preferences, tuple[messages.SubscriptionInfo, ...]]:
        """Return the preferences of a player, and the subscriptions as their owner sees them."""
        found = await self._subscriptions.of(key(name))
        return await self._log.read(name), tuple(map(subscriptions.shown, found))

    async def answer(self, client: Listener, request: messages.AnyOnNotifications) -> Answer:
        name = client.name
        if not self._people.is_kept(name):
            return refuse(ServerReason.NO_ACCOUNT)
        match request:
            case messages.AskNotifications():
                return await self._settings(name, request.id)
            case _ if not self._limits.allow_person(_limit_of(request), client):
                return refuse(ServerReason.TOO_OFTEN)
            case messages.ChooseNotifications():
                no = await self._choose(name, request)
            case messages.MuteTable(table=table, muted=muted):
                no = await self._mute(name, table, muted=muted)
            case messages.AddPush() | messages.AddMail() | messages.AddHook():
                return await self._add(name, request)
            case messages.RemoveSubscription(subscription=subscription):
                no = await self._remove(name, subscription)
            case messages.TrySubscription(subscription=subscription):
                no = await self._test(name, subscription)
            case _:
                assert_never(request)
        return no or Done(request.id)

    async def _settings(self, name: str, request: str) -> messages.NotificationSettings:
        preferences, kept = await self.kept(name)
        offered = self._notifier.channels if self._notifier else ()
        return messages.NotificationSettings(
            (NotificationChannel.PAGE, *offered),
            self._notifier.key if self._notifier else "",
            kept,
            preferences.choices,
            preferences.quiet,
            preferences.muted,
            request,
        )

    async def _choose(self, name: str, request: messages.ChooseNotifications) -> Refusal | None:
        if request.quiet:
            try:
                zone_of(request.quiet.zone)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                return refuse(ServerReason.BAD_CHOICE)
        if not set(request.choices) <= set(CHOSEN):
            return refuse(ServerReason.BAD_CHOICE)
        choices = {kind: tuple(sorted(set(request.choices.get(kind, ())))) for kind in CHOSEN}
        chosen = Chosen(choices, request.quiet)
        await self._log.write(name, lambda known: [] if _has(known, chosen) else [chosen])
        return None

    async def _mute(self, name: str, table: int, *, muted: bool) -> Refusal | None:
        if muted and self._lobby.live.get(table) is None:
            return refuse(ServerReason.NO_SUCH_TABLE)
        entry = TableMuted(table, muted)
        await self._log.write(
            name, lambda known: [entry] if (table in known.muted) != muted else []
        )
        return None

    async def _add(
        self, name: str, request: messages.AddPush | messages.AddMail | messages.AddHook
    ) -> messages.SubscriptionAdded | Refusal:
        data = subscriptions.new_subscription(request)
        if isinstance(data, Refusal):
            return data
        channel = subscriptions.CHANNELS[type(data)]
        if self._notifier is None or channel not in self._notifier.channels:
            return refuse(ServerReason.NOT_OFFERED)
        known = [one for one in await self._subscriptions.of(key(name)) if one.channel == channel]
        if len(known) >= subscriptions.MOST[channel]:
            return refuse(ServerReason.TOO_MANY_SUBSCRIPTIONS)
        if no := await self._notifier.check(data):
            return no
        subscription = subscriptions.stored(secrets.token_hex(8), key(name), data)
        await self._subscriptions.add(subscription)
        if isinstance(data, MailSubscription):
            if (
                await self._notifier.confirm(Recipient(subscription.id, name, data))
                is not Delivery.SENT
            ):
                await self._subscriptions.erase(subscription.owner, subscription.id)
                return refuse(ServerReason.NOT_DELIVERED)
        else:
            await self._subscribe(name, subscription)
        secret = data.secret if isinstance(data, HookSubscription) else ""
        return messages.SubscriptionAdded(subscriptions.shown(subscription), secret, request.id)

    async def _subscribe(self, name: str, subscription: Subscription) -> None:
        entry = Subscribed(subscription.id, NotificationChannel(subscription.channel))
        await self._log.write(
            name, lambda known: [] if subscription.id in known.subscriptions else [entry]
        )

    async def _remove(self, name: str, subscription: str) -> Refusal | None:
        await self._log.write(
            name,
            lambda known: (
                [Unsubscribed(subscription)] if subscription in known.subscriptions else []
            ),
        )
        erased = await self._subscriptions.erase(key(name), subscription) if subscription else 0
        return None if erased else refuse(ServerReason.NO_SUCH_SUBSCRIPTION)

    async def _test(self, name: str, identifier: str) -> Refusal | None:
        found = await self._subscriptions.find(identifier)
        if found is None or found.owner != key(name):
            return refuse(ServerReason.NO_SUCH_SUBSCRIPTION)
        if self._notifier is None or self._outbox is None:
            return refuse(ServerReason.NOT_OFFERED)
        data = subscriptions.read_subscription(found)
        if isinstance(data, MailSubscription) and not data.confirmed:
            return refuse(ServerReason.NOT_CONFIRMED)
        test = Notification(NotificationKind.TEST)
        delivery = await self._notifier.send(Recipient(identifier, name, data), [test])
        self._outbox.count(subscriptions.CHANNELS[type(data)], delivery)
        return None if delivery is Delivery.SENT else refuse(ServerReason.NOT_DELIVERED)

    # Without a login

    async def confirm(self, identifier: str, token: str) -> bool:
        """Confirm an email address with the token of a link; return whether the link is valid."""
        found = await self._by_link(identifier, token)
        if found is None:
            return False
        subscription, data = found
        if not data.confirmed:
            now = subscriptions.stored(
                subscription.id, subscription.owner, replace(data, confirmed=True)
            )
            await self._subscriptions.replace(now)
        await self._subscribe(subscription.owner, subscription)
        log.info("mail_confirmed")
        return True

    async def unsubscribe(self, identifier: str, token: str) -> bool:
        """Erase an email address with the token of a link; return whether the link is valid."""
        found = await self._by_link(identifier, token)
        if found is None:
            return False
        subscription, _ = found
        await self._remove(subscription.owner, subscription.id)
        log.info("mail_unsubscribed")
        return True

    async def _by_link(
        self, identifier: str, token: str
    ) -> tuple[Subscription, MailSubscription] | None:
        found = await self._subscriptions.find(identifier)
        if found is None or found.channel != NotificationChannel.MAIL:
            return None
        data = subscriptions.read_subscription(found)
        is_valid = isinstance(data, MailSubscription) and compare_digest(
            data.token.encode(), token.encode("utf-8", "replace")
        )
        return (found, data) if is_valid and isinstance(data, MailSubscription) else None

    async def erase(self, name: str) -> None:
        """Erase all subscriptions and choices of a player."""
        await self._log.write(name, resets)
        await self._subscriptions.erase(key(name))


def _limit_of(request: messages.AnyOnNotifications) -> str:
    """Return the rate limit of a request. Requests that send messages have a lower limit."""
    sending = messages.AddPush | messages.AddMail | messages.AddHook | messages.TrySubscription
    return "subscription" if isinstance(request, sending) else "notify"


def _has(known: Preferences, chosen: Chosen) -> bool:
    return (known.choices, known.quiet) == (chosen.choices, chosen.quiet)
