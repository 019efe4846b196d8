"""Notices about notifications of absent players."""

from typing import TypeAlias

from msgspec import Struct

from ludoteca.messages.notice_base import Told
from ludoteca.messages.notification_requests import (
    Choices,
    NotificationChannel,
    QuietHours,
)


class SubscriptionInfo(Struct, frozen=True):
    """A destination for your notifications; shown only to you."""

    id: str
    channel: NotificationChannel
    shown: str
    """The email address, the URL, or the name of the browser."""
    confirmed: bool = True
    """Whether notifications are sent to it; an email address must be confirmed first."""


class NotificationSettings(Told, frozen=True):
    """Your choices and subscriptions, and the channels of the server."""

    channels: tuple[NotificationChannel, ...]
    key: str
    """Public key for push subscriptions; empty if the server has no push."""
    subscriptions: tuple[SubscriptionInfo, ...]
    choices: Choices
    quiet: QuietHours | None
    muted: tuple[int, ...]
    """Tables without notifications."""
    request: str = ""


class SubscriptionAdded(Told, frozen=True):
    """A subscription was added."""

    subscription: SubscriptionInfo
    secret: str = ""
    """Secret of a webhook's signatures, which is shown only once."""
    request: str = ""


NotificationNotice: TypeAlias = NotificationSettings | SubscriptionAdded
