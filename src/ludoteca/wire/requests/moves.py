"""A turn, tile by tile: each request is asked of the house, and gets the answer of its own kind."""

from typing import TypeAlias

from msgspec import Raw, json

from ludoteca.games import shelfie
from ludoteca.messages import Draft, Finish, HouseReason, Refused, key
from ludoteca.messages import Say as Speak
from ludoteca.wire.dialect import Send
from ludoteca.wire.requests import tables, texts
from ludoteca.wire.requests.match import Match
from ludoteca.wire.requests.scripts import Quirks, Script, note
from ludoteca.wire.requests.words import (
    Board,
    ChatMessage,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    PickTileRequest,
    PickTileResponse,
    UnpickTileRequest,
    UnpickTileResponse,
)

MoveWord: TypeAlias = (
    PickTileRequest
    | UnpickTileRequest
    | ConfirmPickRequest
    | ConfirmColumnRequest
    | ConfirmOrderNotify
)
Response: TypeAlias = (
    PickTileResponse | UnpickTileResponse | ConfirmPickResponse | ConfirmColumnResponse
)


def move(word: MoveWord, match: Match, manner: Quirks) -> Script[None]:
    """One step of a turn, and its answer."""
    match word:
        case PickTileRequest(position):
            done = yield from _step(match, shelfie.Pick(tables.cell_of(position)))
        case UnpickTileRequest(position):
            done = yield from _step(match, shelfie.Unpick(tables.cell_of(position)))
        case ConfirmPickRequest():
            done = yield from _step(match, shelfie.Close())
        case ConfirmColumnRequest(column) if match.hand and match.hand.closed:
            done = yield from _step(match, shelfie.ChooseColumn(column))
        case ConfirmColumnRequest():
            done = False
        case ConfirmOrderNotify():
            yield from _order(word, match, manner)
            return
    yield Send(response(word, match, done=done))


def response(
    word: PickTileRequest | UnpickTileRequest | ConfirmPickRequest | ConfirmColumnRequest,
    match: Match | None,
    *,
    done: bool,
) -> Response:
    """The answer to one step of a turn."""
    picked = match.picked if match else ()
    match word:
        case PickTileRequest():
            return PickTileResponse(done, picked)
        case UnpickTileRequest():
            return UnpickTileResponse(picked, done)
        case ConfirmPickRequest():
            return ConfirmPickResponse(_board(match, done=done), done)
        case ConfirmColumnRequest():
            return ConfirmColumnResponse(done, match.differ if match else False)


def _board(match: Match | None, *, done: bool) -> Board:
    if match is None or match.view is None:
        return Board(())
    return tables.board_of(match.view, match.hand.cells if done and match.hand else ())


def _step(match: Match, step: shelfie.Step) -> Script[bool]:
    match.changing = True
    answer = yield Draft(table=match.table, step=Raw(json.encode(step)), id="step")
    match.changing = False
    return not isinstance(answer, Refused)


def _order(word: ConfirmOrderNotify, match: Match, manner: Quirks) -> Script[None]:
    """The end of a turn; tiles that were not picked, and what cannot be, ask for the column."""
    if match.view is None or not (match.hand and match.hand.closed) or match.kept:
        if not manner.deployed:  # these say it twice, and expect nothing
            yield note(texts.NOT_NOW)
        return
    again = ConfirmColumnResponse(valid=False, need_for_swap=match.differ)
    places = tables.order_of(match.picked, word.picked_tiles)
    if places is None:
        yield Send(again)
        return
    yield from _step(match, shelfie.Order(tuple(places)))
    answer = yield Finish(table=match.table, keep=True, id=f"finish-{match.view.turns}")
    if isinstance(answer, Refused):
        if answer.code == HouseReason.AT_REST:
            yield note(answer.detail)
        yield Send(again)


def chat(word: ChatMessage, match: Match) -> Script[None]:
    """Say something at the table, to all or to one; who it cannot reach is told to the sender."""
    to = ""
    if word.receiver and key(word.receiver) != key(texts.EVERYONE):
        to = match.holder(word.receiver) or ""
        if not to:
            yield note(texts.nobody(word.receiver))
            return
    answer = yield Speak(text=word.text_message or "", table=match.table, to=to, id="say")
    if isinstance(answer, Refused):
        away = answer.code == HouseReason.PERSON_AWAY
        yield note(texts.gone(word.receiver or "") if away else answer.detail)
