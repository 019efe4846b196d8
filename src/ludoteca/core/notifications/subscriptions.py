"""Subscriptions as they are stored beside the journal and shown to their owners."""

import re
import secrets
from urllib.parse import urlsplit

import msgspec

from ludoteca.games import Refusal
from ludoteca.journal import Subscription
from ludoteca.messages import (
    AddHook,
    AddMail,
    AddPush,
    HookSubscription,
    MailSubscription,
    NotificationChannel,
    PushSubscription,
    ServerReason,
    SubscriptionData,
    SubscriptionInfo,
    refuse,
)

MAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", re.ASCII)
KEY = re.compile(r"[\w-]{20,100}=*", re.ASCII)
MOST = {NotificationChannel.PUSH: 10, NotificationChannel.MAIL: 2, NotificationChannel.HOOK: 3}
"""Maximum number of subscriptions of a player, by channel."""
CHANNELS = {
    PushSubscription: NotificationChannel.PUSH,
    MailSubscription: NotificationChannel.MAIL,
    HookSubscription: NotificationChannel.HOOK,
}


def new_subscription(request: AddPush | AddMail | AddHook) -> SubscriptionData | Refusal:
    """Return the subscription that a request describes, if it is well-formed."""
    match request:
        case AddPush(endpoint=url, key=key, auth=auth, label=label, language=language):
            if not (_is_url(url) and KEY.fullmatch(key) and KEY.fullmatch(auth)):
                return refuse(ServerReason.BAD_SUBSCRIPTION)
            return PushSubscription(url, key.rstrip("="), auth.rstrip("="), label, language)
        case AddMail(address=address, language=language):
            if not MAIL.fullmatch(address):
                return refuse(ServerReason.BAD_SUBSCRIPTION)
            return MailSubscription(address, secrets.token_urlsafe(24), language)
        case AddHook(url=url):
            if not _is_url(url):
                return refuse(ServerReason.BAD_SUBSCRIPTION)
            return HookSubscription(url, secrets.token_urlsafe(32))


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        plain = parts.username is None and parts.port != 0
    except ValueError:
        return False
    is_http = parts.scheme in ("https", "http") and bool(parts.hostname)
    return plain and is_http and text.isascii() and text.isprintable() and " " not in text


def stored(identifier: str, owner: str, data: SubscriptionData) -> Subscription:
    return Subscription(identifier, owner, CHANNELS[type(data)], msgspec.json.encode(data))


def read_subscription(subscription: Subscription) -> SubscriptionData:
    data: SubscriptionData = msgspec.json.decode(subscription.data, type=SubscriptionData)
    return data


def shown(subscription: Subscription) -> SubscriptionInfo:
    """Return a subscription as its owner sees it."""
    data = read_subscription(subscription)
    channel = CHANNELS[type(data)]
    match data:
        case PushSubscription(label=label):
            return SubscriptionInfo(subscription.id, channel, label)
        case MailSubscription(address=address, confirmed=confirmed):
            return SubscriptionInfo(subscription.id, channel, address, confirmed)
        case HookSubscription(url=url):
            return SubscriptionInfo(subscription.id, channel, url)
