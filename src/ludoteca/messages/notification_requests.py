"""Notifications of absent players: requests about them, and the messages for each channel."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.contract import Refusal
from ludoteca.messages.request_base import Request


class NotificationKind(StrEnum):
    """Reason for a notification."""

    TURN = "turn"
    INVITATION = "invitation"
    CLOCK = "clock"
    REMINDER = "reminder"
    TEST = "test"


class NotificationChannel(StrEnum):
    """Channel for notifications: the open page, browser push, email or a webhook."""

    PAGE = "page"
    PUSH = "push"
    MAIL = "mail"
    HOOK = "hook"


Choices: TypeAlias = dict[NotificationKind, tuple[NotificationChannel, ...]]
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Language = Annotated[str, Meta(max_length=10)]


class QuietHours(Struct, frozen=True):
    """Time of day during which no notifications are sent."""

    start: Minute
    end: Minute
    """Minutes after midnight. If the end is not after the start, it is on the next day."""
    zone: Annotated[str, Meta(max_length=60)]
    """Time zone, such as `Europe/Rome`."""


class OnNotifications(Request, frozen=True, kw_only=True):
    """A request about your own notifications, which requires an account."""


class AskNotifications(OnNotifications, frozen=True):
    """Get your choices, your subscriptions, and the channels of the server."""


class ChooseNotifications(OnNotifications, frozen=True, kw_only=True):
    """Choose the channels of each kind of notification, and your quiet hours, if any."""

    choices: Choices
    quiet: QuietHours | None = None


class MuteTable(OnNotifications, frozen=True, kw_only=True):
    """Turn off notifications about a table, or turn them on again."""

    table: int
    muted: bool


class AddPush(OnNotifications, frozen=True, kw_only=True):
    """Add a browser's push subscription. The server's key is in `notification_settings`."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    key: Annotated[str, Meta(max_length=100)]
    """The subscription's public key `p256dh`, in base64url."""
    auth: Annotated[str, Meta(max_length=50)]
    label: Annotated[str, Meta(max_length=60)] = ""
    """Name by which you recognise the browser."""
    language: Language = "en"


class AddMail(OnNotifications, frozen=True, kw_only=True):
    """Add an email address. Until it is confirmed, it receives only one link, which confirms it."""

    address: Annotated[str, Meta(max_length=254)]
    language: Language = "en"


class AddHook(OnNotifications, frozen=True, kw_only=True):
    """Add a webhook. The answer contains the secret for its signatures, shown only once."""

    url: Annotated[str, Meta(max_length=1000)]


class RemoveSubscription(OnNotifications, frozen=True, kw_only=True):
    """Erase the subscription of a browser, an email address or a webhook."""

    subscription: str


class TrySubscription(OnNotifications, frozen=True, kw_only=True):
    """Send a test message."""

    subscription: str


AnyOnNotifications: TypeAlias = (
    AskNotifications
    | ChooseNotifications
    | MuteTable
    | AddPush
    | AddMail
    | AddHook
    | RemoveSubscription
    | TrySubscription
)


class Notification(Struct, frozen=True, omit_defaults=True):
    """A message to an absent player. Its id is unique among the player's notifications."""

    kind: NotificationKind
    table: int = 0
    since: int = 0
    """Version of the table at which the turn began; 0 for an invitation."""
    game: str = ""
    at: int = 0
    """Milliseconds since 1970."""
    by: str = ""
    """Player who sent the invitation."""
    code: str = ""
    """Code of the table, for an invitation."""

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.table}-{self.since}"


class PushSubscription(Struct, frozen=True, tag=True):
    """A browser's push subscription."""

    endpoint: str
    key: str
    auth: str
    label: str
    language: str


class MailSubscription(Struct, frozen=True, tag=True):
    """An email address, and the token for the links in emails to it."""

    address: str
    token: str
    language: str
    confirmed: bool = False


class HookSubscription(Struct, frozen=True, tag=True):
    """A webhook, and the secret that signs requests to it."""

    url: str
    secret: str


SubscriptionData: TypeAlias = PushSubscription | MailSubscription | HookSubscription


class Delivery(StrEnum):
    """Result of an attempt to notify a subscription."""

    SENT = "sent"
    LATER = "later"
    """The attempt failed, but a later one may succeed."""
    FAILED = "failed"
    GONE = "gone"
    """The subscription no longer exists."""


class Recipient(Struct, frozen=True):
    """A subscription, and the name of its owner."""

    id: str
    name: str
    data: SubscriptionData


class Notifier(Protocol):
    """Sends notifications over the channels that the server offers."""

    channels: Sequence[NotificationChannel]
    key: str
    """Public key of push messages (VAPID), in base64url."""

    async def check(self, data: SubscriptionData) -> Refusal | None:
        """Return why a subscription cannot receive notifications; None if it can."""
        ...

    async def confirm(self, to: Recipient) -> Delivery:
        """Send the link that confirms an email address."""
        ...

    async def send(self, to: Recipient, notifications: Sequence[Notification]) -> Delivery:
        """Send notifications to a subscription in one message.

        Only an email may contain more than one notification.
        """
        ...
