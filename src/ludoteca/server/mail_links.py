"""The pages behind links in emails: confirm an address or unsubscribe, without a login.

Opening a link only shows a button, because email programs open links on their own.
"""

from collections.abc import Mapping
from functools import partial

from aiohttp import web

from ludoteca.core import Dispatcher
from ludoteca.core.journaling import log_failure, not_written
from ludoteca.core.rate_limits import CODES
from ludoteca.journal import JournalError
from ludoteca.messages import ServerReason, refuse
from ludoteca.server.api_routes import ORIGIN, refused
from ludoteca.server.page import HEADERS, NOT_THERE, TYPES, with_main

PATH = "/notifications/{action:confirm|unsubscribe}/{subscription}/{token}"
TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "confirm": "Confirm your email address",
        "confirm.do": "Confirm",
        "confirm.done": "Your email address is confirmed.",
        "unsubscribe": "Stop emails to this address",
        "unsubscribe.do": "Unsubscribe",
        "unsubscribe.done": "Your email address has been erased. You won't get any more emails.",
        "invalid": "This link is no longer valid.",
        "lobby": "Go to the lobby",
    },
    "it": {
        "confirm": "Conferma il tuo indirizzo email",
        "confirm.do": "Conferma",
        "confirm.done": "Il tuo indirizzo email è confermato.",
        "unsubscribe": "Non ricevere più email",
        "unsubscribe.do": "Non inviarmi più email",
        "unsubscribe.done": "Il tuo indirizzo email è stato cancellato. Non riceverai altre email.",
        "invalid": "Questo link non è più valido.",
        "lobby": "Vai alla lobby",
    },
}


def mail_routes(dispatcher: Dispatcher) -> list[web.RouteDef]:
    return [web.get(PATH, _ask), web.post(PATH, partial(_act, dispatcher))]


async def _ask(request: web.Request) -> web.Response:
    """Show the button. `HEAD` and `GET` change nothing."""
    action = request.match_info["action"]
    return _page(action, action=f"{action}.do")


async def _act(dispatcher: Dispatcher, request: web.Request) -> web.Response:
    """Confirm or unsubscribe. For one-click unsubscribing, email programs send the same request."""
    limits, origin = dispatcher.limits, request[ORIGIN]
    if not limits.allow(CODES, origin):
        return refused(refuse(ServerReason.TOO_OFTEN))
    info = request.match_info
    notifications = dispatcher.notifications
    is_confirming = info["action"] == "confirm"
    act = notifications.confirm if is_confirming else notifications.unsubscribe
    try:
        done = await act(info["subscription"], info["token"])
    except JournalError as error:
        log_failure(error, request="email link")
        return refused(not_written(error))
    if done:
        limits.give_back(CODES, origin)
    page = _page(f"{info['action']}.done" if done else "invalid")
    page.set_status(200 if done else 404)
    return page


def _page(name: str, *, action: str = "") -> web.Response:
    """Return a page in both languages; `action` is the label of the button."""
    sections = []
    for language, texts in TEXTS.items():
        button = (
            f'<form method="post"><button class="primary">{texts.get(action, "")}</button></form>'
        )
        link = f'<p><a href="/">{texts["lobby"]}</a></p>'
        below = button if action else link
        sections.append(f'<section lang="{language}"><h1>{texts[name]}</h1>{below}</section>')
    policy = HEADERS["Content-Security-Policy"].replace("form-action 'none'", "form-action 'self'")
    headers = {
        **HEADERS,
        **NOT_THERE,
        "Content-Security-Policy": policy,
        "Referrer-Policy": "same-origin",  # with `no-referrer`, the button would send no origin
        "Content-Type": TYPES["html"],
    }
    return web.Response(body=with_main("".join(sections)), headers=headers)
