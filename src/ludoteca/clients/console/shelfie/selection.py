"""Selecting a cell of the living room."""

import re

from ludoteca.clients.console.person import NO, YES
from ludoteca.clients.console.shelfie import drawing, texts
from ludoteca.clients.console.shelfie.showing import ask_object
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.games.shelfie import Cell
from ludoteca.wire.pipes.texts import BAD_INPUT
from ludoteca.wire.pipes.words import SelectCell

_CELL = re.compile(r"\(?\s*(-?[0-9]{1,4})\s*[,; ]\s*(-?[0-9]{1,4})\s*\)?")
_ON_BOARD = range(drawing.SIDE)


async def select(visit: Visit) -> None:
    """Select cells, one after the other, for as long as the person likes."""
    while True:
        visit.draw(drawing.board(visit.picture, visit.width))
        visit.show(texts.SELECT)
        if (cell := await _chosen(visit)) is None:
            return
        if await visit.asked(SelectCell(cell.row, cell.column)):
            visit.show(texts.ITEM)
            visit.draw(f"  {_tile_at(visit, cell)}")
        if not await visit.agrees(texts.SELECT_AGAIN):
            return


def _tile_at(visit: Visit, cell: Cell) -> str:
    name = visit.picture.view and visit.picture.view.board[cell.row][cell.column]
    return drawing.tile(name or "").replace("  ", " ")


async def _chosen(visit: Visit) -> Cell | None:
    """A cell that the person has confirmed."""
    while (cell := await _ask_cell(visit)) is not None:
        while (answer := await _ask_confirmed(visit)) == "show":
            await ask_object(visit)
        if answer in YES:
            return cell
        if answer in NO:
            return None
    return None


async def _ask_cell(visit: Visit) -> Cell | None:
    while (
        line := await visit.ask(texts.COORDINATES, choices=lambda: _cells(visit))
    ) != texts.CANCEL:
        if not (found := _CELL.fullmatch(line)):
            visit.show(texts.BAD_COORDINATES)
            continue
        cell = Cell(int(found[1]) - 1, int(found[2]) - 1)
        if cell.row in _ON_BOARD and cell.column in _ON_BOARD:
            visit.show(texts.CELL_CHOSEN.format(row=cell.row + 1, column=cell.column + 1))
            return cell
        visit.show(texts.BAD_CELL)
    return None


def _cells(visit: Visit) -> list[str]:
    """The cells that hold a tile."""
    board = visit.picture.view.board if visit.picture.view else []
    return [
        f"{row + 1},{column + 1}"
        for row, names in enumerate(board)
        for column, name in enumerate(names)
        if name is not None
    ]


async def _ask_confirmed(visit: Visit) -> str:
    answers = {*YES, *NO, "r", "show"}
    while (line := (await visit.ask(texts.CONFIRM, choices=lambda: "ynr")).lower()) not in answers:
        visit.show(BAD_INPUT)
    return line
