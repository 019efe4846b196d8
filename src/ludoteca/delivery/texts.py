"""Sentences and links of notifications, in the languages of the page."""

from collections.abc import Mapping

from ludoteca.games import GAMES
from ludoteca.messages import Notification, NotificationKind

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "turn": "It's your turn in {game} (table {table})",
        "invitation": "{by} invites you to {game}",
        "clock": "Your time is running out in {game} (table {table})",
        "reminder": "{game} is still waiting for your move (table {table})",
        "test": "This is a test: notifications will arrive here",
        "several": "{count} games are waiting for you",
        "hello": "Hello {name},",
        "unsubscribe": "Unsubscribe: {link}",
        "confirm": "Confirm your email address",
        "confirm.why": "{name} wants to get emails from {origin} at this address. If that's you, "
        "confirm the address here:",
        "confirm.else": "Otherwise, ignore this email. You won't get another one.",
    },
    "it": {
        "turn": "Tocca a te a {game} (tavolo {table})",
        "invitation": "{by} ti invita a giocare a {game}",
        "clock": "Il tuo tempo sta per scadere a {game} (tavolo {table})",
        "reminder": "{game} aspetta ancora la tua mossa (tavolo {table})",
        "test": "Questa è una prova: le notifiche arriveranno qui",
        "several": "{count} partite ti aspettano",
        "hello": "Ciao {name},",
        "unsubscribe": "Per non ricevere più queste email: {link}",
        "confirm": "Conferma il tuo indirizzo email",
        "confirm.why": "{name} vuole ricevere email da {origin} a questo indirizzo. Se sei tu, "
        "conferma l'indirizzo qui:",
        "confirm.else": "Altrimenti ignora questa email: non ne riceverai altre.",
    },
}


def text(language: str, name: str, /, **given: object) -> str:
    """Return a text with its placeholders filled in; English is the fallback."""
    return TEXTS.get(language, TEXTS["en"])[name].format(**given)


def sentence(notification: Notification, language: str) -> str:
    game = notification.game
    title = GAMES[game].TITLE if game in GAMES else game
    given = {"game": title, "table": notification.table, "by": notification.by}
    return text(language, notification.kind, **given)


def path(notification: Notification) -> str:
    """Return the path of the page that a notification leads to."""
    if notification.kind is NotificationKind.INVITATION:
        return f"/t/{notification.code}"
    return f"/table/{notification.table}" if notification.table else "/"
