"""Browser push: encrypted messages (RFC 8291) to push services, signed by the server (RFC 8292)."""

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludoteca.delivery import texts
from ludoteca.delivery.posting import Poster
from ludoteca.journal import Subscription, Subscriptions
from ludoteca.messages import Delivery, Notification, PushSubscription

OWN_KEY = "vapid"
"""Id of the server's private key among the subscriptions, so that all nodes have the same."""
RECORD = 4096
A_DAY = 24 * 3600
VALID = 12 * 3600
"""Seconds for which a push service keeps a message, and for which a signature is valid."""
CURVE = ec.SECP256R1()
GONE = (404, 410)
LATER = (0, 408, 425, 429)


class Keys(NamedTuple):
    """A key pair, with the public key in base64url."""

    private: ec.EllipticCurvePrivateKey
    public: str


async def own_keys(subscriptions: Subscriptions) -> Keys:
    """Return the server's keys, which are generated at the first start."""
    made = ec.generate_private_key(CURVE)
    written = made.private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    stored = await subscriptions.add(Subscription(OWN_KEY, "", OWN_KEY, written))
    private = serialization.load_der_private_key(stored.data, None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    return Keys(private, base64url(point_of(private)))


class Push:
    """Sends messages to the push services of browsers."""

    def __init__(self, poster: Poster, keys: Keys, operator: str) -> None:
        """`operator` is a URL under which push services can reach the operator, if there is one."""
        self._poster = poster
        self._keys = keys
        self._operator = operator

    async def send(self, to: PushSubscription, notification: Notification) -> Delivery:
        payload = {
            "id": notification.id,
            "kind": notification.kind,
            "title": "Ludoteca",
            "body": texts.sentence(notification, to.language),
            "path": texts.path(notification),
        }
        body = encrypted(msgspec.json.encode(payload), to)
        if body is None:
            return Delivery.GONE
        headers = {
            "Authorization": self._authorization(to.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(A_DAY),
            "Urgency": "high",
            "Topic": notification.id[:32],  # replaces an earlier message that is still waiting
        }
        return outcome(await self._poster.post(to.endpoint, body, headers))

    def _authorization(self, endpoint: str) -> str:
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID,
        }
        if self._operator:
            claims["sub"] = self._operator
        header = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(base64url(msgspec.json.encode(part)) for part in (header, claims))
        der = self._keys.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        signature = b"".join(one.to_bytes(32, "big") for one in decode_dss_signature(der))
        return f"vapid t={signed}.{base64url(signature)}, k={self._keys.public}"


def outcome(status: int) -> Delivery:
    """Return the result of a request, by its status."""
    if 200 <= status < 300:
        return Delivery.SENT
    if status in GONE:
        return Delivery.GONE
    return Delivery.LATER if status in LATER or status >= 500 else Delivery.FAILED


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(private: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key as an uncompressed point."""
    return private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def encrypted(
    payload: bytes,
    to: PushSubscription,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes | None:
    """Encrypt a payload for a browser; return None if its keys are not valid.

    The salt and the key pair of the message are random unless they are given.
    """
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    try:
        theirs, auth = from_base64url(to.key), from_base64url(to.auth)
        point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        shared = own.exchange(ec.ECDH(), point)
    except (ValueError, InvalidKey):
        return None
    ours = point_of(own)
    material = _derived(shared, auth, b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, payload + b"\x02", None)  # 2 marks the last record


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
