"""Scripts for a turn, step by step, and for chat."""

from typing import TypeAlias

from ludoteca.games import shelfie
from ludoteca.messages import Draft, Finish, Refused, Say, ServerReason, key
from ludoteca.protocols.requests import tables, texts, words
from ludoteca.protocols.requests.match import RequestsMatch
from ludoteca.protocols.requests.pacing import RequestsQuirks, Script
from ludoteca.protocols.requests.texts import note
from ludoteca.protocols.scripts import ask, say
from ludoteca.protocols.shelfie import move_id

MoveWord: TypeAlias = (
    words.PickTileRequest
    | words.UnpickTileRequest
    | words.ConfirmPickRequest
    | words.ConfirmColumnRequest
    | words.ConfirmOrderNotify
)
Response: TypeAlias = (
    words.PickTileResponse
    | words.UnpickTileResponse
    | words.ConfirmPickResponse
    | words.ConfirmColumnResponse
)


def move(word: MoveWord, match: RequestsMatch, quirks: RequestsQuirks) -> Script[None]:
    """Play one step of a turn and answer it."""
    match word:
        case words.PickTileRequest(position):
            done = yield from _step(match, shelfie.Pick(tables.cell_of(position)))
        case words.UnpickTileRequest(position):
            done = yield from _step(match, shelfie.Unpick(tables.cell_of(position)))
        case words.ConfirmPickRequest():
            done = yield from _step(match, shelfie.Close())
        case words.ConfirmColumnRequest(column) if match.hand and match.hand.closed:
            done = yield from _step(match, shelfie.ChooseColumn(column))
        case words.ConfirmColumnRequest():
            done = False
        case words.ConfirmOrderNotify():
            yield from _order(word, match, quirks)
            return
    yield from say(response(type(word), match, done=done))


def response(
    kind: type[words.RequestsMessage], match: RequestsMatch | None, *, done: bool
) -> Response:
    """Return the response to a step; a refused order asks for the column again."""
    picked = match.picked if match else ()
    if kind is words.PickTileRequest:
        return words.PickTileResponse(done, picked)
    if kind is words.UnpickTileRequest:
        return words.UnpickTileResponse(picked, done)
    if kind is words.ConfirmPickRequest:
        return words.ConfirmPickResponse(_board(match, done=done), done)
    return words.ConfirmColumnResponse(done, match.differ if match else False)


def _board(match: RequestsMatch | None, *, done: bool) -> words.Board:
    if match is None or match.view is None:
        return words.Board(())
    return tables.board_of(match.view, match.hand.cells if done and match.hand else ())


def _step(match: RequestsMatch, step: shelfie.Step) -> Script[bool]:
    match.changing = True
    answer = yield from ask(Draft(table=match.number, step=step))
    match.changing = False
    return not isinstance(answer, Refused)


def _order(
    word: words.ConfirmOrderNotify, match: RequestsMatch, quirks: RequestsQuirks
) -> Script[None]:
    """Finish a turn; ask for the column again if the tiles or the move are invalid."""
    if match.view is None or not (match.hand and match.hand.closed) or match.kept:
        if not quirks.deployed:  # deployed clients send it twice and expect no answer
            yield from say(note(texts.NOT_NOW))
        return
    again = response(words.ConfirmOrderNotify, match, done=False)
    places = tables.order_of(match.picked, word.picked_tiles)
    if places is None:
        yield from say(again)
        return
    cells = [match.hand.cells[place] for place in places]
    own = move_id(match.view.turns, cells, match.hand.column)
    yield from _step(match, shelfie.Order(tuple(places)))
    answer = yield from ask(Finish(table=match.number, keep=True, id=own))
    if isinstance(answer, Refused):
        if answer.code == ServerReason.AT_REST:
            yield from say(note(answer.detail))
        yield from say(again)


def chat(word: words.ChatMessage, match: RequestsMatch) -> Script[None]:
    """Send chat to all or to one player; tell the sender if it cannot be delivered."""
    to = ""
    if word.receiver and key(word.receiver) != key(texts.EVERYONE):
        receivers = match.receivers(word.receiver)
        if len(receivers) != 1:
            why = texts.several if receivers else texts.nobody
            yield from say(note(why(word.receiver)))
            return
        (to,) = receivers
    request = Say(text=word.text_message or "", table=match.number, to=to)
    answer = yield from ask(request)
    if isinstance(answer, Refused):
        away = answer.code == ServerReason.PERSON_AWAY
        yield from say(note(texts.gone(word.receiver or "") if away else answer.detail))
