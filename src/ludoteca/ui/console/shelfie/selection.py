"""Selects cells of the living room."""

from ludoteca.games.shelfie import Cell, Reason
from ludoteca.protocols.pipes.texts import BAD_INPUT, SELECT
from ludoteca.protocols.pipes.words import SelectCell
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.drawing import read_cell
from ludoteca.ui.console.shelfie.objects import ask_object
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import SELECTED
from ludoteca.ui.console.user import NO, YES

_ON_BOARD = range(drawing.SIDE)


async def select(session: ShelfieSession) -> None:
    """Select cells, one after the other, for as long as the user wants."""
    while True:
        session.draw(drawing.board(session.state, session.width))
        session.show(f"{texts.SELECT}\n{texts.HOW_CELL}")
        if (cell := await _chosen(session)) is None:
            return
        name = _name_at(session, cell)
        if name.startswith(SELECTED):
            # The server would put the tile back, as deployed programs expect.
            session.show(SELECT[Reason.ALREADY_PICKED])
        elif await session.request(SelectCell(cell.row, cell.column)):
            session.show(texts.ITEM)
            session.draw(f"  {drawing.tile(name).replace('  ', ' ')}")
        if not await session.agrees(texts.SELECT_AGAIN):
            return


def _name_at(session: ShelfieSession, cell: Cell) -> str:
    name = session.state.view and session.state.view.board[cell.row][cell.column]
    return name or ""


async def _chosen(session: ShelfieSession) -> Cell | None:
    """Ask for a cell, until confirmed or cancelled."""
    while (cell := await _ask_cell(session)) is not None:
        while (answer := await _ask_confirmed(session)) == "show":
            await ask_object(session)
        if answer in YES:
            return cell
        if answer in NO:
            return None
    return None


async def _ask_cell(session: ShelfieSession) -> Cell | None:
    how = texts.HOW_CELL
    while (
        line := await session.ask_step(texts.COORDINATES, how, lambda: _cells(session))
    ).lower() != texts.CANCEL:
        if (cell := read_cell(line)) is None:
            session.show(f"{texts.BAD_COORDINATES}\n{how}")
        elif cell.row in _ON_BOARD and cell.column in _ON_BOARD:
            session.show(texts.CELL_CHOSEN.format(row=cell.row + 1, column=cell.column + 1))
            return cell
        else:
            session.show(texts.BAD_CELL)
    return None


def _cells(session: ShelfieSession) -> list[str]:
    """Return the cells that hold a tile."""
    board = session.state.view.board if session.state.view else []
    return [
        f"{row + 1},{column + 1}"
        for row, names in enumerate(board)
        for column, name in enumerate(names)
        if name is not None
    ]


async def _ask_confirmed(session: ShelfieSession) -> str:
    answers, how = {*YES, *NO, "r", "show"}, texts.HOW_CONFIRM
    while (
        line := (await session.ask_step(texts.CONFIRM, how, lambda: "ynr")).lower()
    ) not in answers:
        session.show(f"{BAD_INPUT}\n{how}")
    return line
