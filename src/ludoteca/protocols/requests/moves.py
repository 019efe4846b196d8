"""A turn, tile by tile: each request is asked of the hall, and gets its own kind of answer."""

from typing import TypeAlias

from ludoteca.games import shelfie
from ludoteca.messages import Draft, Finish, Refused, Say, ServerReason, key
from ludoteca.protocols.dialect import Send
from ludoteca.protocols.requests import tables, texts
from ludoteca.protocols.requests.match import RequestsMatch
from ludoteca.protocols.requests.pacing import RequestsQuirks
from ludoteca.protocols.requests.texts import note
from ludoteca.protocols.requests.words import (
    Board,
    ChatMessage,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    PickTileRequest,
    PickTileResponse,
    RequestsMessage,
    UnpickTileRequest,
    UnpickTileResponse,
)
from ludoteca.protocols.scripts import Script
from ludoteca.protocols.shelfie import move_id

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


def move(word: MoveWord, match: RequestsMatch, quirks: RequestsQuirks) -> Script[None]:
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
            yield from _order(word, match, quirks)
            return
    yield Send(response(type(word), match, done=done))


def response(kind: type[RequestsMessage], match: RequestsMatch | None, *, done: bool) -> Response:
    """The answer to one step of a turn; a refused order asks for the column again."""
    picked = match.picked if match else ()
    if kind is PickTileRequest:
        return PickTileResponse(done, picked)
    if kind is UnpickTileRequest:
        return UnpickTileResponse(picked, done)
    if kind is ConfirmPickRequest:
        return ConfirmPickResponse(_board(match, done=done), done)
    return ConfirmColumnResponse(done, match.differ if match else False)


def _board(match: RequestsMatch | None, *, done: bool) -> Board:
    if match is None or match.view is None:
        return Board(())
    return tables.board_of(match.view, match.hand.cells if done and match.hand else ())


def _step(match: RequestsMatch, step: shelfie.Step) -> Script[bool]:
    match.changing = True
    answer = yield Draft(table=match.number, step=step)
    match.changing = False
    return not isinstance(answer, Refused)


def _order(word: ConfirmOrderNotify, match: RequestsMatch, quirks: RequestsQuirks) -> Script[None]:
    """The end of a turn; tiles that were not picked, and what cannot be, ask for the column."""
    if match.view is None or not (match.hand and match.hand.closed) or match.kept:
        if not quirks.deployed:  # these send it twice, and expect nothing
            yield note(texts.NOT_NOW)
        return
    again = response(ConfirmOrderNotify, match, done=False)
    places = tables.order_of(match.picked, word.picked_tiles)
    if places is None:
        yield Send(again)
        return
    cells = [match.hand.cells[place] for place in places]
    own = move_id(match.view.turns, cells, match.hand.column)
    yield from _step(match, shelfie.Order(tuple(places)))
    answer = yield Finish(table=match.number, keep=True, id=own)
    if isinstance(answer, Refused):
        if answer.code == ServerReason.AT_REST:
            yield note(answer.detail)
        yield Send(again)


def chat(word: ChatMessage, match: RequestsMatch) -> Script[None]:
    """Chat at the table, with all or with one; the sender is told if it cannot be passed on."""
    to = ""
    if word.receiver and key(word.receiver) != key(texts.EVERYONE):
        receivers = match.receivers(word.receiver)
        if len(receivers) != 1:
            yield note((texts.several if receivers else texts.nobody)(word.receiver))
            return
        (to,) = receivers
    answer = yield Say(text=word.text_message or "", table=match.number, to=to)
    if isinstance(answer, Refused):
        away = answer.code == ServerReason.PERSON_AWAY
        yield note(texts.gone(word.receiver or "") if away else answer.detail)
