"""Shared links: addresses, previews of finished games and invitations, and QR codes.

A preview has words and, if possible, a picture. A game that is unfinished, or private and requested
without its code, looks like one that does not exist.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from urllib.parse import quote

import msgspec
from aiohttp import web

from ludoteca.core import Dispatcher, Final
from ludoteca.core.journaling import log_failure
from ludoteca.core.rate_limits import CODES, REPLAYS
from ludoteca.games import GAMES, Refusal, Seat
from ludoteca.journal import JournalError
from ludoteca.messages import Clock, ServerReason, TableInfo, refuse
from ludoteca.ops.turns import Turns
from ludoteca.server import qr
from ludoteca.server.api_parameters import OneReplay
from ludoteca.server.api_routes import KEPT, LIVE, ORIGIN, SNIFF, refused
from ludoteca.server.http_clients import OwnNames
from ludoteca.server.page import NOT_THERE, TYPES, contents, game_page
from ludoteca.server.result_picture import HEIGHT, WIDTH, as_svg, available, drawn, invitation_svg

PICTURE = "/replay/{number}/picture.png"
INVITATION_PICTURE = "/t/{code}/picture.png"
QR_CODE = "/invitation.svg"
CODE = re.compile(r"[\w-]{1,64}", re.ASCII)
"""The code of a table, as it appears in an invitation link."""
ALONE = {"Content-Security-Policy": "default-src 'none'"}
NO_SUCH_GAME = refuse(ServerReason.NO_SUCH_TABLE)
LANGUAGES = ("en", "it")


class Sharing:
    """Describes links that players share."""

    def __init__(self, dispatcher: Dispatcher, names: OwnNames) -> None:
        self._dispatcher = dispatcher
        self._names = names
        self._drawing = Turns(1)
        """Draws pictures round-robin by address, one at a time."""

    async def head(self, request: web.Request) -> str:
        """Return a tag with the address for shared links, if that is not the page's own address."""
        shared = self._names.shared_address(request)
        return _metas("name", {"ludoteca-address": shared}) if shared else ""

    async def qr_code(self, request: web.Request) -> web.Response:
        """Return the QR code of the link with which others can join a table."""
        address = self._names.shared_address(request) or self._names.address(request)
        link = f"{address}/t/{request.query.get('code', '')}"
        if not CODE.fullmatch(request.query.get("code", "")) or len(link) > qr.LONGEST:
            return web.Response(status=404, headers={**SNIFF, **NOT_THERE})
        headers = {**SNIFF, **ALONE, "Cache-Control": LIVE, "Content-Type": TYPES["svg"]}
        return web.Response(body=qr.svg(link), headers=headers)

    async def replay_head(self, request: web.Request) -> str:
        """Return tags for the head of the page of a replay."""
        return await self._replay(request) + await self.head(request)

    async def invitation_head(self, request: web.Request) -> str:
        """Return tags for the head of the page of an invitation."""
        return self._invitation(request) + await self.head(request)

    async def _replay(self, request: web.Request) -> str:
        """Return tags that describe a finished game; empty if there is no such game."""
        async with self._dispatcher.archive.reading.turn(request[ORIGIN]):
            final = await self._final(request)
        if isinstance(final, Refusal):
            return ""
        code = request.query.get("code", "")
        query = f"?code={quote(code, safe='')}" if code else ""
        where = f"{self._names.address(request)}/replay/{final.head.table}"
        language = _language(request)
        title = _title(final, language)
        text = _text(final, language)
        return _preview(where, query, title, text, f"{title}. {text}")

    def _invitation(self, request: web.Request) -> str:
        """Return tags that describe an invitation; empty if its code is unknown."""
        if (info := self._invited(request)) is None:
            return ""
        language = _language(request)
        where = f"{self._names.address(request)}/t/{quote(request.match_info['code'], safe='')}"
        title = _invitation_title(info, language)
        text = ", ".join(_conditions(info, language))
        return _preview(where, "", title, text, f"{title}: {text}", f"?language={language}")

    def _invited(self, request: web.Request) -> TableInfo | None:
        """Return the table of an invitation; wrong codes are rate limited."""
        limits = self._dispatcher.limits
        if self._dispatcher.moderation.why_not_enter("", request[ORIGIN]):
            return None
        if not limits.allow(CODES, request[ORIGIN]):
            return None
        if info := self._dispatcher.lobby.infos.invited(request.match_info["code"]):
            limits.give_back(CODES, request[ORIGIN])
        return info

    async def invitation_picture(self, request: web.Request) -> web.Response:
        """Return a picture of the table behind an invitation: its seats and its rules."""
        info = self._invited(request) if available() else None
        if info is None:
            return web.Response(status=404, headers={**SNIFF, **NOT_THERE})
        if not self._dispatcher.limits.allow(REPLAYS, request[ORIGIN]):
            return refused(refuse(ServerReason.TOO_OFTEN))
        language = request.query.get("language", "")
        language = language if language in LANGUAGES else _language(request)
        seats = [holder.name if holder else "" for holder in info.seats]
        free = _texts(f"lang/{language}/table.json")["table.free"]
        text = ", ".join(_conditions(info, language))
        svg = invitation_svg(_invitation_title(info, language), seats, free, text)
        return await self._drawn(request, svg, LIVE)

    async def picture(self, request: web.Request) -> web.Response:
        """Return a picture of the end of a game."""
        async with self._dispatcher.archive.reading.turn(request[ORIGIN]):
            final = await self._final(request) if available() else NO_SUCH_GAME
        if isinstance(final, Refusal):
            if final.code == ServerReason.TOO_OFTEN:
                return refused(final)
            return web.Response(status=404, headers={**SNIFF, **NOT_THERE})
        return await self._drawn(request, as_svg(final), KEPT)

    async def _drawn(self, request: web.Request, svg: str, cache: str) -> web.Response:
        async with self._drawing.turn(request[ORIGIN]):
            data = await asyncio.to_thread(drawn, svg)
        headers = {**SNIFF, "Cache-Control": cache, "Content-Type": TYPES["png"]}
        return web.Response(body=data, headers=headers)

    async def _final(self, request: web.Request) -> Final | Refusal:
        dispatcher = self._dispatcher
        origin = request[ORIGIN]
        asked = {"number": request.match_info["number"], "code": request.query.get("code", "")}
        try:
            wanted = msgspec.convert(asked, OneReplay, strict=False)
        except msgspec.ValidationError:
            return NO_SUCH_GAME
        if dispatcher.moderation.why_not_enter("", origin):
            return NO_SUCH_GAME
        if not dispatcher.limits.allow(REPLAYS, origin):
            return refuse(ServerReason.TOO_OFTEN)
        try:
            final = await dispatcher.archive.final(wanted.number, wanted.code)
        except JournalError as error:
            log_failure(error, request=request.path)
            return NO_SUCH_GAME
        return NO_SUCH_GAME if isinstance(final, Refusal) or final.head.result is None else final


def _language(request: web.Request) -> str:
    """Return the client's first language, if the page supports it."""
    first = request.headers.get("Accept-Language", "")[:2].lower()
    return first if first in LANGUAGES else LANGUAGES[0]


def _preview(  # noqa: PLR0913, PLR0917 - a preview has these parts
    where: str, query: str, title: str, text: str, description: str, picture_query: str = ""
) -> str:
    """Return the tags of a preview, with a picture if pictures can be drawn."""
    properties = {
        "og:type": "website",
        "og:site_name": "Ludoteca",
        "og:url": where + query,
        "og:title": title,
        "og:description": text,
    }
    names = {"description": description, "twitter:card": "summary"}
    if available():
        properties |= {
            "og:image": f"{where}/picture.png{query or picture_query}",
            "og:image:type": TYPES["png"],
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": title,
        }
        names["twitter:card"] = "summary_large_image"
    return _metas("property", properties) + _metas("name", names)


def _invitation_title(info: TableInfo, language: str) -> str:
    texts = _texts(f"lang/{language}/lobby.json")
    return texts["invited.by"].format(name=info.owner, game=_game(info.game, language))


def _metas(kind: str, all_of_them: Mapping[str, str]) -> str:
    return "".join(
        f'  <meta {kind}="{name}" content="{escape(text)}">\n' for name, text in all_of_them.items()
    )


def _called(final: Final) -> list[str]:
    """Return the players' names; a seat without a player is named by its number."""
    return [name or f"#{seat}" for seat, name in enumerate(final.head.players, start=1)]


def _title(final: Final, language: str) -> str:
    """Return the game and its result."""
    totals = final.head.result.totals if final.head.result else ()
    players = (f"{name} {total}" for name, total in zip(_called(final), totals, strict=True))
    return f"{_game(final.head.game, language)}: {', '.join(players)}"


def _game(game: str, language: str) -> str:
    """Return the title of a game in a language."""
    named = _texts(game_page(game).texts.get(language, "")).get(f"game.{game}")
    return named or GAMES[game].TITLE


def _conditions(info: TableInfo, language: str) -> list[str]:
    """Return the number of taken seats, all options of the game, and the clock."""
    lobby = _texts(f"lang/{language}/lobby.json")
    own = _texts(game_page(info.game).texts.get(language, ""))
    taken = sum(holder is not None for holder in info.seats)
    seats = lobby[f"invited.seats.{'one' if taken == 1 else 'other'}"]
    is_known = isinstance(info.options, msgspec.Struct)  # otherwise the game is not installed
    options = msgspec.structs.asdict(info.options) if is_known else {}
    chosen = (own.get(f"option.{info.game}.{name}.{value}") for name, value in options.items())
    return [
        seats.format(count=taken, all=len(info.seats)),
        *filter(None, chosen),
        _clock(info.clock, _texts(f"lang/{language}/table.json")),
    ]


def _clock(clock: Clock | None, texts: Mapping[str, str]) -> str:
    if clock is None:
        return texts["clock.none"]
    if clock.turn:
        return texts["clock.a_turn"].format(time=_span(clock.turn, texts))
    bank = texts["clock.a_game"].format(time=_span(clock.bank, texts))
    if not clock.increment:
        return bank
    return texts["clock.with_increment"].format(bank=bank, time=_span(clock.increment, texts))


UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def _span(seconds: int, texts: Mapping[str, str]) -> str:
    """Format a duration in the largest unit of which it is a multiple."""
    unit, size = next(one for one in UNITS if seconds >= one[1] and seconds % one[1] == 0)
    count = seconds // size
    return texts[f"clock.{unit}.{'one' if count == 1 else 'other'}"].format(count=count)


def _text(final: Final, language: str) -> str:
    """Return a sentence with the winners, and an invitation to watch."""
    texts = _texts(f"lang/{language}/table.json")
    names = _called(final)
    winners = [names[seat] for seat in _winners(final)]
    if winners:
        form = "one" if len(winners) == 1 else "other"
        won = texts[f"final.winner.{form}"].replace("{names}", ", ".join(winners))
    else:
        won = texts["final.lost" if len(names) == 1 else "final.nobody"]
    return f"{won}. {texts['replay.shared']}"


def _winners(final: Final) -> tuple[Seat, ...]:
    return final.head.result.outcome.winners if final.head.result else ()


@cache
def _texts(path: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(contents().get(path, "{}"))
    return texts
