"""What is done with the selected tiles: put back, sorted, inserted."""

from ludoteca.protocols.pipes.texts import BAD_INPUT, BAD_NUMBER
from ludoteca.protocols.pipes.words import DeselectCards, InsertInColumn, SortHand
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.objects import ask_object
from ludoteca.ui.console.shelfie.session import ShelfieSession

PLACES = ("1", "2", "3")


def _show_hand(session: ShelfieSession) -> None:
    session.show(texts.IN_HAND)
    session.draw(drawing.hand(session.state, session.width))


async def deselect(session: ShelfieSession) -> None:
    """Put all selected tiles back; the server answers if there are none."""
    if session.state.hand:
        _show_hand(session)
        if not await session.agrees(texts.DESELECT):
            return
    await session.request(DeselectCards())


async def insert(session: ShelfieSession) -> None:
    """Insert the selected tiles into the shelf, in the order the user wants."""
    if not await _is_ready(session):
        return
    session.draw("\n".join(drawing.own_shelf(session.state)))
    column = await _ask_column(session)
    if column is not None:
        await session.request(InsertInColumn(column))


async def _is_ready(session: ShelfieSession) -> bool:
    """Whether the user goes on to insert, after sorting and looking at objects."""
    options = texts.listed(texts.INSERTING)
    menu = f"{texts.INSERTING_HEAD}\n{options}\n{texts.INSERTING_ASKED}"
    while True:
        _show_hand(session)
        how = texts.HOW_INSERTING
        line = await session.ask_step(menu, how, lambda: texts.INSERTING)
        match texts.chosen(line, texts.INSERTING):
            case "sort":
                await _sort(session)
            case "show":
                await ask_object(session)
            case "go":
                return True
            case texts.CANCEL:
                return False
            case _:
                session.show(f"{BAD_INPUT}\n{how}")


async def _ask_column(session: ShelfieSession) -> int | None:
    columns, how = [str(column + 1) for column in range(drawing.COLUMNS)], texts.HOW_COLUMN
    while (line := await session.ask_step(texts.COLUMN, how, lambda: columns)) not in columns:
        if line.lower() == texts.CANCEL:
            return None
        refusal = BAD_NUMBER if line.removeprefix("-").isdigit() else BAD_INPUT
        session.show(f"{refusal}\n{how}")
    return int(line) - 1


async def _sort(session: ShelfieSession) -> None:
    """Swap two tiles, as often as the user wants."""
    while True:
        _show_hand(session)
        session.show(texts.SWAP)
        if (places := await _ask_places(session)) is None:
            return
        await session.request(SortHand(*places))
        session.draw(drawing.hand(session.state, session.width))
        if not await session.agrees(texts.SORT_AGAIN):
            return


async def _ask_places(session: ShelfieSession) -> tuple[int, int] | None:
    """Two places that the user has confirmed."""
    while True:
        first = await _ask_place(session, texts.FIRST)
        second = None if first is None else await _ask_place(session, texts.SECOND)
        if first is None or second is None:
            return None
        if first == second:
            session.show(texts.SAME_PLACE)
            continue
        session.show(texts.PLACES_CHOSEN.format(first=first + 1, second=second + 1))
        session.draw(drawing.hand(session.state, session.width))
        match await _ask_on(session):
            case "":
                return first, second
            case texts.CANCEL:
                return None


async def _ask_place(session: ShelfieSession, text: str) -> int | None:
    how = texts.HOW_PLACE
    while (line := await session.ask_step(text, how, lambda: PLACES)) not in PLACES:
        if line.lower() == texts.CANCEL:
            return None
        session.show(f"{texts.BAD_PLACE}\n{how}")
    return int(line) - 1


async def _ask_on(session: ShelfieSession) -> str:
    answers, how = ("", "retry", texts.CANCEL), texts.HOW_SORT_ON
    while (
        line := (await session.ask_step(texts.SORT_ON, how, lambda: answers[1:])).lower()
    ) not in answers:
        session.show(f"{BAD_INPUT}\n{how}")
    return line
