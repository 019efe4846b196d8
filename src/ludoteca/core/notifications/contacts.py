"""Contacts as they are stored beside the journal and shown to their owners."""

import re
import secrets
from urllib.parse import urlsplit

import msgspec

from ludoteca.games import Refusal
from ludoteca.journal import Contact
from ludoteca.messages import (
    AddHook,
    AddMail,
    AddPush,
    ContactData,
    ContactInfo,
    HookContact,
    MailContact,
    NotificationChannel,
    PushContact,
    ServerReason,
    refuse,
)

MAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", re.ASCII)
KEY = re.compile(r"[\w-]{20,100}=*", re.ASCII)
MOST = {NotificationChannel.PUSH: 10, NotificationChannel.MAIL: 2, NotificationChannel.HOOK: 3}
"""Maximum number of contacts of a player, by channel."""
CHANNELS = {
    PushContact: NotificationChannel.PUSH,
    MailContact: NotificationChannel.MAIL,
    HookContact: NotificationChannel.HOOK,
}


def new_contact(request: AddPush | AddMail | AddHook) -> ContactData | Refusal:
    """Return what a request asks to store, if it is well-formed."""
    match request:
        case AddPush(endpoint=url, key=key, auth=auth, label=label, language=language):
            if not (_is_url(url) and KEY.fullmatch(key) and KEY.fullmatch(auth)):
                return refuse(ServerReason.BAD_CONTACT)
            return PushContact(url, key.rstrip("="), auth.rstrip("="), label, language)
        case AddMail(address=address, language=language):
            if not MAIL.fullmatch(address):
                return refuse(ServerReason.BAD_CONTACT)
            return MailContact(address, secrets.token_urlsafe(24), language)
        case AddHook(url=url):
            if not _is_url(url):
                return refuse(ServerReason.BAD_CONTACT)
            return HookContact(url, secrets.token_urlsafe(32))


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        plain = parts.username is None and parts.port != 0
    except ValueError:
        return False
    is_http = parts.scheme in ("https", "http") and bool(parts.hostname)
    return plain and is_http and text.isascii() and text.isprintable() and " " not in text


def stored(identifier: str, owner: str, data: ContactData) -> Contact:
    return Contact(identifier, owner, CHANNELS[type(data)], msgspec.json.encode(data))


def read_contact(contact: Contact) -> ContactData:
    data: ContactData = msgspec.json.decode(contact.data, type=ContactData)
    return data


def shown(contact: Contact) -> ContactInfo:
    """Return a contact as its owner sees it."""
    data = read_contact(contact)
    channel = CHANNELS[type(data)]
    match data:
        case PushContact(label=label):
            return ContactInfo(contact.id, channel, label)
        case MailContact(address=address, confirmed=confirmed):
            return ContactInfo(contact.id, channel, address, confirmed)
        case HookContact(url=url):
            return ContactInfo(contact.id, channel, url)
