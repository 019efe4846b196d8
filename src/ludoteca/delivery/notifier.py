"""Sends notifications over the channels that the server offers."""

from collections.abc import Sequence

from ludoteca.delivery.hooks import Hooks
from ludoteca.delivery.mail import Mail
from ludoteca.delivery.posting import Poster
from ludoteca.delivery.push import Push, encrypted, own_keys
from ludoteca.games import Refusal
from ludoteca.journal import Subscriptions
from ludoteca.messages import (
    Delivery,
    HookSubscription,
    MailSubscription,
    Notification,
    NotificationChannel,
    Notifier,
    PushSubscription,
    Recipient,
    ServerReason,
    SubscriptionData,
    refuse,
)
from ludoteca.ops import Settings


class Channels(Notifier):
    """All channels: push and webhooks, and email if there is an SMTP server."""

    def __init__(
        self, poster: Poster, push: Push, hooks: Hooks, mail: Mail | None, key: str
    ) -> None:
        self.key = key
        self.channels = [NotificationChannel.PUSH, NotificationChannel.HOOK]
        if mail:
            self.channels.append(NotificationChannel.MAIL)
        self._poster = poster
        self._push = push
        self._hooks = hooks
        self._mail = mail

    @classmethod
    async def open(cls, settings: Settings, subscriptions: Subscriptions) -> "Channels":
        """Open the channels for these settings."""
        origin = next(iter(settings.origin), "")
        poster = Poster(settings.notify_networks)
        keys = await own_keys(subscriptions)
        sender = settings.smtp_from
        mail = Mail(settings.smtp, sender, origin) if settings.smtp and sender else None
        operator = f"mailto:{sender}" if sender else origin if origin.startswith("https:") else ""
        push = Push(poster, keys, operator)
        return cls(poster, push, Hooks(poster, origin), mail, keys.public)

    async def close(self) -> None:
        await self._poster.close()

    async def check(self, data: SubscriptionData) -> Refusal | None:
        url = ""
        match data:
            case PushSubscription(endpoint=url):
                if encrypted(b"", data) is None or not url.startswith("https:"):
                    return refuse(ServerReason.BAD_SUBSCRIPTION)
            case HookSubscription(url=url):
                pass
            case MailSubscription():
                return None
        is_allowed = await self._poster.is_allowed(url)
        return None if is_allowed else refuse(ServerReason.PRIVATE_ADDRESS)

    async def confirm(self, to: Recipient) -> Delivery:
        if self._mail is None or not isinstance(to.data, MailSubscription):
            return Delivery.FAILED
        return await self._mail.confirm(to, to.data)

    async def send(self, to: Recipient, notifications: Sequence[Notification]) -> Delivery:
        match to.data:
            case PushSubscription():
                return await self._push.send(to.data, notifications[0])
            case HookSubscription():
                return await self._hooks.send(to.data, to.name, notifications[0])
            case MailSubscription():
                # Without its SMTP server, the server keeps addresses but sends nothing.
                mail = self._mail
                return await mail.send(to, to.data, notifications) if mail else Delivery.FAILED
