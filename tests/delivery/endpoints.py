"""Real endpoints on this machine: an SMTP server, a push service and a webhook.

They check every signature and decrypt what they receive.
"""

import asyncio
import hmac
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web
from aiosmtpd.smtp import SMTP, Envelope
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludoteca.delivery.push import base64url, from_base64url, point_of
from tests.conftest import TIMEOUT
from tests.security.certificates import certificate

CURVE = ec.SECP256R1()
BUSY = 503


class Browser:
    """The keys of a push subscription."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(CURVE)
        self.auth = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        return {"key": base64url(point_of(self.private)), "auth": base64url(self.auth)}

    def decrypted(self, body: bytes) -> bytes:
        """Decrypt a message of one record."""
        salt, point, encrypted = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        shared = self.private.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + point_of(self.private) + point
        material = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        plain = AESGCM(key).decrypt(nonce, encrypted, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


def assert_signed(authorization: str, origin: str, key: str) -> dict[str, Any]:
    """Check the signature of a push message (VAPID); return its claims."""
    kind, _, parameters = authorization.partition(" ")
    given = dict(one.strip().split("=", 1) for one in parameters.split(","))
    assert (kind, given["k"]) == ("vapid", key)
    signed, _, signature = given["t"].rpartition(".")
    raw = from_base64url(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = msgspec.json.decode(from_base64url(signed.split(".")[1]))
    assert claims["aud"] == origin
    return claims


class Endpoints:
    """Everything that has arrived."""

    def __init__(self, folder: Path) -> None:
        self.certificate = certificate(folder)
        self.browser = Browser()
        self.mails: asyncio.Queue[EmailMessage] = asyncio.Queue()
        self.pushed: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.hooked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.key = self.secret = ""
        """Public key of the server, and secret of the webhook."""
        self.status = 200
        """Status with which the webhook answers."""
        self.refused: asyncio.Queue[int] = asyncio.Queue()
        self.smtp_port = self.push_port = self.hook_port = 0

    @property
    def flags(self) -> tuple[str, ...]:
        server = f"smtp://127.0.0.1:{self.smtp_port}"
        return (
            *("--smtp", server, "--smtp-from", "games@example.org", "--mail-batch", "0"),
            *("--origin", "https://games.example.org", "--notify-networks", "127.0.0.0/8"),
        )

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a server that trusts the push service."""
        return {"SSL_CERT_FILE": str(self.certificate.cert)}

    @property
    def push_url(self) -> str:
        return f"https://127.0.0.1:{self.push_port}/push/1"

    @property
    def hook_url(self) -> str:
        return f"http://127.0.0.1:{self.hook_port}/hook"

    async def handle_DATA(self, _server: SMTP, _session: object, envelope: Envelope) -> str:  # noqa: N802 - the name that aiosmtpd calls
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        await self.mails.put(mail)
        return "250 OK"

    async def _push(self, request: web.Request) -> web.Response:
        origin = f"https://127.0.0.1:{self.push_port}"
        assert_signed(request.headers["Authorization"], origin, self.key)
        assert request.headers["Content-Encoding"] == "aes128gcm"
        await self.pushed.put(msgspec.json.decode(self.browser.decrypted(await request.read())))
        return web.Response(status=201)

    async def _hook(self, request: web.Request) -> web.Response:
        body = await request.read()
        given = dict(one.split("=") for one in request.headers["Ludoteca-Signature"].split(","))
        signed = hmac.new(self.secret.encode(), f"{given['t']}.".encode() + body, sha256)
        assert given["v1"] == signed.hexdigest()
        if self.status == 200:
            await self.hooked.put(msgspec.json.decode(body))
        else:
            await self.refused.put(self.status)
        return web.Response(status=self.status)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Endpoints"]:
        loop = asyncio.get_running_loop()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate.cert, self.certificate.key)
        async with AsyncExitStack() as cleanup:
            app = web.Application()
            app.add_routes([web.post("/push/1", self._push), web.post("/hook", self._hook)])
            runner = web.AppRunner(app)
            await runner.setup()
            cleanup.push_async_callback(runner.cleanup)
            ports = []
            for tls in (context, None):
                site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
                await site.start()
                ports.append(runner.addresses[-1][1])
            self.push_port, self.hook_port = ports
            smtp = await loop.create_server(lambda: SMTP(self, loop=loop), "127.0.0.1", 0)
            cleanup.callback(smtp.close)
            self.smtp_port = smtp.sockets[0].getsockname()[1]
            yield self


async def soon(queue: asyncio.Queue[Any]) -> Any:
    """Return the next thing that arrives."""
    return await asyncio.wait_for(queue.get(), 3 * TIMEOUT)


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body()
    assert body is not None
    text: str = body.get_content()
    return text
