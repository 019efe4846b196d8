"""Webhooks: signed JSON."""

import hmac
import time
from hashlib import sha256

import msgspec

from ludoteca.delivery import texts
from ludoteca.delivery.posting import Poster
from ludoteca.delivery.push import outcome
from ludoteca.messages import Delivery, HookSubscription, Notification

SIGNATURE = "Ludoteca-Signature"


class Hooks:
    """Posts notifications to webhooks."""

    def __init__(self, poster: Poster, origin: str) -> None:
        self._poster = poster
        self._origin = origin

    async def send(self, to: HookSubscription, name: str, notification: Notification) -> Delivery:
        path = texts.path(notification)
        body = msgspec.json.encode(
            {
                "id": notification.id,
                "kind": notification.kind,
                "player": name,
                "table": notification.table,
                "game": notification.game,
                "by": notification.by,
                "code": notification.code,
                "at": notification.at,
                "link": f"{self._origin}{path}" if self._origin else path,
            }
        )
        headers = {
            "Content-Type": "application/json",
            SIGNATURE: signature(to.secret, int(time.time()), body),
        }
        return outcome(await self._poster.post(to.url, body, headers))


def signature(secret: str, at: int, body: bytes) -> str:
    """Return the header that signs a body and the time in seconds since 1970."""
    signed = hmac.new(secret.encode(), b"%d." % at + body, sha256).hexdigest()
    return f"t={at},v1={signed}"
