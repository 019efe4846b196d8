"""A whole move that was typed in one line."""

from ludoteca.games.shelfie import TakeTiles
from ludoteca.protocols.pipes.texts import DESELECTED, NOT_NOW, SELECTED
from ludoteca.protocols.pipes.words import DeselectCards, InsertInColumn, SelectCell
from ludoteca.ui.console.shelfie import texts
from ludoteca.ui.console.shelfie.notation import read_move
from ludoteca.ui.console.shelfie.session import ShelfieSession


async def move(session: ShelfieSession, line: str) -> None:
    """Play the move in a line; if any of it is refused, all its tiles are put back."""
    if (meant := read_move(line)) is None:
        session.show(texts.BAD_MOVE)
    elif not session.state.my_turn:
        session.show(NOT_NOW)
    else:
        session.unsaid = {SELECTED, DESELECTED}
        try:
            if not await _played(session, meant):
                await _put_back(session)
                session.show(texts.PUT_BACK)
        finally:
            session.unsaid = ()


async def _played(session: ShelfieSession, meant: TakeTiles) -> bool:
    await _put_back(session)
    for cell in meant.cells:
        if not await session.request(SelectCell(cell.row, cell.column)):
            return False
    return await session.request(InsertInColumn(meant.column))


async def _put_back(session: ShelfieSession) -> None:
    if session.state.hand:
        await session.request(DeselectCards())
