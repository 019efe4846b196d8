"""Texts shown when a message of the server arrives."""

from collections.abc import Iterator

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import words
from ludoteca.ui.console.shelfie import drawing, tables, texts
from ludoteca.ui.console.shelfie.chat import chat_text
from ludoteca.ui.console.shelfie.state import ClientPhase, PipesState


def news_of(
    before: PipesState, after: PipesState, word: words.Word | UnreadableError, width: int
) -> Iterator[str]:
    """Yield the texts that describe a message."""
    match word:
        case words.Message(text):
            yield drawing.in_words(text)
        case words.ChatNotification(text):
            yield chat_text(text)
        case words.NotifyStart() if after.view:
            yield from _start(after, width)
        case words.MatchSeen() if before.phase is ClientPhase.PLAYING and not after.over:
            yield from _turn(before, after, width)
        case words.NotifyEndMatch() if after.over:
            yield f"\n{tables.results(after, width)}\n"
        case words.ServerVirtualView() | words.NotifyWait():
            waiting = before.phase is after.phase is ClientPhase.WAITING
            if waiting and before.free_seats != after.free_seats > 0:
                yield texts.WAITING_HEAD.format(free=after.free_seats)


def _start(after: PipesState, width: int) -> Iterator[str]:
    assert after.view is not None
    if any(tile for shelf in after.view.shelves for row in shelf for tile in row):
        yield f"{texts.BACK}\n\n{drawing.table(after, width)}\n"
        yield f"{drawing.common_goals(after, width)}\n"
    else:
        yield texts.BUILT
        yield f"\n{drawing.board(after, width)}\n"
        yield f"{drawing.common_goals(after, width)}\n"
        yield f"{drawing.personal_goal(after, width)}\n"
        yield texts.STARTED
    if not after.my_turn:
        yield texts.TURN_OF.format(name=after.view.currentPlayer)


def _turn(before: PipesState, after: PipesState, width: int) -> Iterator[str]:
    if before.view is None or after.view is None:
        return
    if before.view.endGameToken and not after.view.endGameToken:
        yield texts.LAST_ROUND
    if after.view.currentPlayer == before.view.currentPlayer:
        return
    if after.my_turn:  # the server has announced it already
        yield f"\n{drawing.table(after, width)}\n"
        yield f"{texts.MOVE}\n{texts.PLAYING_ASKED}"
    else:
        yield texts.TURN_OF.format(name=after.view.currentPlayer)


def playing_menu() -> str:
    options = texts.listed(texts.PLAYING)
    return "\n".join((texts.PLAYING_HEAD, options, texts.TO_MATCH, texts.TO_PLAYER))
