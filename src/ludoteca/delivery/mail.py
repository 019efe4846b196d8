"""Email through an SMTP server."""

import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from ludoteca.delivery import texts
from ludoteca.messages import Delivery, MailSubscription, Notification, Recipient
from ludoteca.ops import log

TIMEOUT = 20.0
SUBMISSION, SMTPS = 587, 465
CONFIRM, UNSUBSCRIBE = "/notifications/confirm", "/notifications/unsubscribe"


class Mail:
    """Sends emails with links to this server's pages."""

    def __init__(self, server: str, sender: str, origin: str) -> None:
        self._sender = sender
        self._origin = origin
        parts = urlsplit(server)
        self._tls = parts.scheme == "smtps"
        self._host = parts.hostname
        self._port = parts.port or (SMTPS if self._tls else SUBMISSION)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None

    async def confirm(self, to: Recipient, data: MailSubscription) -> Delivery:
        """Send the link that confirms an address."""
        link = self._link(CONFIRM, to.id, data)
        language = data.language
        why = texts.text(language, "confirm.why", name=to.name, origin=self._origin)
        lines = [why, link, "", texts.text(language, "confirm.else")]
        return await self._send(data, texts.text(language, "confirm"), lines, {})

    async def send(
        self, to: Recipient, data: MailSubscription, notifications: Sequence[Notification]
    ) -> Delivery:
        """Send one email about all notifications."""
        language = data.language
        said = [texts.sentence(one, language) for one in notifications]
        links = [f"{self._origin}{texts.path(one)}" for one in notifications]
        count = len(said)
        subject = said[0] if count == 1 else texts.text(language, "several", count=count)
        link = self._link(UNSUBSCRIBE, to.id, data)
        lines = [texts.text(language, "hello", name=to.name), ""]
        for one, where in zip(said, links, strict=True):
            lines += [one, where, ""]
        lines += ["-- ", texts.text(language, "unsubscribe", link=link)]
        headers = {
            "List-Unsubscribe": f"<{link}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "X-Ludoteca-Id": " ".join(one.id for one in notifications),
        }
        return await self._send(data, subject, lines, headers)

    def _link(self, path: str, identifier: str, data: MailSubscription) -> str:
        return f"{self._origin}{path}/{identifier}/{data.token}"

    async def _send(
        self, data: MailSubscription, subject: str, lines: Sequence[str], headers: dict[str, str]
    ) -> Delivery:
        mail = EmailMessage()
        mail["From"] = self._sender
        mail["To"] = data.address
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        mail["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].rstrip(">"))
        mail["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            mail[name] = value
        mail.set_content("\n".join(lines) + "\n")
        try:
            await aiosmtplib.send(
                mail,
                hostname=self._host,
                port=self._port,
                username=self._user,
                password=self._password,
                use_tls=self._tls,
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [each.code for each in error.recipients]
            return Delivery.FAILED if min(codes) >= 500 else Delivery.LATER
        except aiosmtplib.SMTPDataError as error:
            return Delivery.FAILED if error.code >= 500 else Delivery.LATER
        except (aiosmtplib.SMTPException, OSError, ssl.SSLError) as error:
            # The text of the error may contain the address.
            log.warning("smtp_failed", reason=type(error).__name__)
            return Delivery.LATER
        return Delivery.SENT
