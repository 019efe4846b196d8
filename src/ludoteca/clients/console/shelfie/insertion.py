"""What is done with the selected tiles: put back, sorted, inserted."""

from ludoteca.clients.console.shelfie import drawing, texts
from ludoteca.clients.console.shelfie.showing import ask_object
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.wire.pipes.texts import BAD_INPUT, BAD_NUMBER
from ludoteca.wire.pipes.words import DeselectCards, InsertInColumn, SortHand

PLACES = ("1", "2", "3")
METHOD = "insertInColumnCards"
"""The document's name of the request."""


def _show_hand(visit: Visit) -> None:
    visit.show(texts.IN_HAND)
    visit.draw(drawing.hand(visit.picture, visit.width))


async def deselect(visit: Visit) -> None:
    """Put all selected tiles back; with none, the house says that there is no need to."""
    if visit.picture.hand:
        _show_hand(visit)
        if not await visit.agrees(texts.DESELECT):
            return
    await visit.asked(DeselectCards())


async def insert(visit: Visit) -> None:
    """Insert the selected tiles into the shelf, in the order that the person likes."""
    if not await _is_ready(visit):
        return
    visit.draw("\n".join(drawing.own_shelf(visit.picture)))
    column = await _ask_column(visit)
    if column is not None:
        await visit.asked(InsertInColumn(column, METHOD))


async def _is_ready(visit: Visit) -> bool:
    """Whether the person wants to insert, after sorting and looking around."""
    options = texts.listed(texts.INSERTING)
    menu = f"{texts.INSERTING_HEAD}\n{options}\n{texts.INSERTING_ASKED}"
    while True:
        _show_hand(visit)
        line = await visit.ask(menu, choices=lambda: texts.INSERTING)
        match texts.chosen(line, texts.INSERTING):
            case "sort":
                await _sort(visit)
            case "show":
                await ask_object(visit)
            case "go":
                return True
            case texts.CANCEL:
                return False
            case _:
                visit.show(BAD_INPUT)


async def _ask_column(visit: Visit) -> int | None:
    columns = [str(column + 1) for column in range(drawing.COLUMNS)]
    while (line := await visit.ask(texts.COLUMN, choices=lambda: columns)) not in columns:
        if line.lower() == texts.CANCEL:
            return None
        visit.show(BAD_NUMBER if line.removeprefix("-").isdigit() else BAD_INPUT)
    return int(line) - 1


async def _sort(visit: Visit) -> None:
    """Swap two tiles, as often as the person likes."""
    while True:
        _show_hand(visit)
        visit.show(texts.SWAP)
        if (places := await _ask_places(visit)) is None:
            return
        if await visit.asked(SortHand(*places)):
            visit.draw(drawing.hand(visit.picture, visit.width))
        if not await visit.agrees(texts.SORT_AGAIN):
            return


async def _ask_places(visit: Visit) -> tuple[int, int] | None:
    """Two places that the person has confirmed."""
    while True:
        first = await _ask_place(visit, texts.FIRST)
        second = None if first is None else await _ask_place(visit, texts.SECOND)
        if first is None or second is None:
            return None
        if first == second:
            visit.show(texts.SAME_PLACE)
            continue
        visit.show(texts.PLACES_CHOSEN.format(first=first + 1, second=second + 1))
        visit.draw(drawing.hand(visit.picture, visit.width))
        match await _ask_on(visit):
            case "":
                return first, second
            case texts.CANCEL:
                return None


async def _ask_place(visit: Visit, text: str) -> int | None:
    while (line := await visit.ask(text, choices=lambda: PLACES)) not in PLACES:
        if line.lower() == texts.CANCEL:
            return None
        visit.show(texts.BAD_PLACE)
    return int(line) - 1


async def _ask_on(visit: Visit) -> str:
    answers = {"", "retry", texts.CANCEL}
    while (
        line := (await visit.ask(texts.SORT_ON, choices=lambda: ("retry", texts.CANCEL))).lower()
    ) not in answers:
        visit.show(BAD_INPUT)
    return line
