"""The commands of a match, some of which are only for the player's own turn."""

from ludoteca.games import Refusal
from ludoteca.games.shelfie import Cell, Reason, TakeTiles, read_move
from ludoteca.protocols.pipes import texts as wire
from ludoteca.protocols.pipes import words
from ludoteca.ui.commands import help_text
from ludoteca.ui.console.shelfie import drawing, state, texts
from ludoteca.ui.console.shelfie.lobby import SOON, ask_tables
from ludoteca.ui.console.shelfie.news import playing_menu
from ludoteca.ui.console.shelfie.session import ShelfieSession, ask_object, show_object
from ludoteca.ui.console.user import NO, YES

_ON_BOARD = range(drawing.SIDE)


async def select(session: ShelfieSession) -> None:
    """Let the user select cells, one at a time."""
    while True:
        session.draw(drawing.board(session.state, session.width))
        session.show(f"{texts.SELECT}\n{texts.HOW_CELL}")
        if (cell := await _chosen(session)) is None:
            return
        name = _name_at(session, cell)
        if name.startswith(state.SELECTED):
            # The server would put the tile back, as deployed programs expect.
            session.show(wire.SELECT[Reason.ALREADY_PICKED])
        elif await session.request(words.SelectCell(cell.row, cell.column)):
            session.show(texts.ITEM)
            session.draw(f"  {drawing.tile(name).replace('  ', ' ')}")
        if not await session.agrees(texts.SELECT_AGAIN):
            return


def _name_at(session: ShelfieSession, cell: Cell) -> str:
    name = session.state.view and session.state.view.board[cell.row][cell.column]
    return name or ""


async def _chosen(session: ShelfieSession) -> Cell | None:
    """Ask for a cell until the user confirms or cancels."""
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
        if (cell := drawing.read_cell(line)) is None:
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
        session.show(f"{wire.BAD_INPUT}\n{how}")
    return line


PLACES = ("1", "2", "3")


def _show_hand(session: ShelfieSession) -> None:
    session.show(texts.IN_HAND)
    session.draw(drawing.hand(session.state, session.width))


async def deselect(session: ShelfieSession) -> None:
    """Put all selected tiles back; if no tiles are selected, the server says so."""
    if session.state.hand:
        _show_hand(session)
        if not await session.agrees(texts.DESELECT):
            return
    await session.request(words.DeselectCards())


async def insert(session: ShelfieSession) -> None:
    """Let the user insert the selected tiles into the shelf, in any order."""
    if not await _is_ready(session):
        return
    session.draw("\n".join(drawing.own_shelf(session.state)))
    column = await _ask_column(session)
    if column is not None:
        await session.request(words.InsertInColumn(column))


async def _is_ready(session: ShelfieSession) -> bool:
    """Let the user sort tiles and look at objects; return whether to insert the tiles."""
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
                session.show(f"{wire.BAD_INPUT}\n{how}")


async def _ask_column(session: ShelfieSession) -> int | None:
    columns, how = [str(column + 1) for column in range(drawing.COLUMNS)], texts.HOW_COLUMN
    while (line := await session.ask_step(texts.COLUMN, how, lambda: columns)) not in columns:
        if line.lower() == texts.CANCEL:
            return None
        refusal = wire.BAD_NUMBER if line.removeprefix("-").isdigit() else wire.BAD_INPUT
        session.show(f"{refusal}\n{how}")
    return int(line) - 1


async def _sort(session: ShelfieSession) -> None:
    """Let the user swap tiles, two at a time."""
    while True:
        _show_hand(session)
        session.show(texts.SWAP)
        if (places := await _ask_places(session)) is None:
            return
        await session.request(words.SortHand(*places))
        session.draw(drawing.hand(session.state, session.width))
        if not await session.agrees(texts.SORT_AGAIN):
            return


async def _ask_places(session: ShelfieSession) -> tuple[int, int] | None:
    """Ask for two positions to swap until the user confirms or cancels."""
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
        session.show(f"{wire.BAD_INPUT}\n{how}")
    return line


async def move(session: ShelfieSession, line: str) -> None:
    """Play the typed move; if the server refuses any step, put all its tiles back."""
    if isinstance(meant := read_move(line), Refusal):
        session.show(meant.detail)
    elif not session.state.my_turn:
        session.show(wire.NOT_NOW)
    else:
        session.unsaid = {wire.SELECTED, wire.DESELECTED}
        try:
            if not await _played(session, meant):
                await _put_back(session)
                session.show(texts.PUT_BACK)
        finally:
            session.unsaid = ()


async def _played(session: ShelfieSession, meant: TakeTiles) -> bool:
    await _put_back(session)
    for cell in meant.cells:
        if not await session.request(words.SelectCell(cell.row, cell.column)):
            return False
    return await session.request(words.InsertInColumn(meant.column))


async def _put_back(session: ShelfieSession) -> None:
    if session.state.hand:
        await session.request(words.DeselectCards())


TURN = {"select": select, "deselect": deselect, "insert": insert}
"""Commands for the player's own turn."""
COMMANDS = (*texts.PLAYING, *texts.OBJECTS, "help")


async def play_on(session: ShelfieSession) -> bool:
    """Run one command in a match; return whether the user leaves."""
    if session.state.over and await session.until(lambda: _is_closed(session), SOON):
        return False
    await ask_tables(session)
    if session.fresh:
        _show_menu(session)
    line = await session.ask(
        texts.PLAYING_ASKED,
        choices=lambda: COMMANDS,
        takes=lambda line: _is_for_now(session, line),
        ends=lambda: session.state.my_turn,
    )
    if drawing.is_move(line):
        await move(session, line)
        return False
    command = texts.chosen(line, texts.PLAYING)
    if refusal := _refusal(session, command):
        session.show(refusal)
        return False
    session.show(texts.EXECUTING)
    if command in TURN:
        await TURN[command](session)
    elif command == "show":
        await ask_object(session)
    elif command == "help":
        moves = help_text("shelfie", commands=())
        session.show(
            f"{playing_menu()}\n{texts.HELP.format(objects=', '.join(texts.OBJECTS), moves=moves)}"
        )
    elif command in texts.OBJECTS:
        show_object(session, command)
    elif session.user.screen.alone or await session.agrees(texts.LEAVE, enter=True):
        left = await session.request(words.ExitGame() if command == "exit" else words.LeaveMatch())
        return left and command == "exit"
    return False


def _show_menu(session: ShelfieSession) -> None:
    """Show the commands and, if it is the user's turn, the table."""
    session.fresh = False
    session.show(playing_menu())
    if session.state.my_turn:
        session.draw(f"\n{drawing.table(session.state, session.width)}\n")
    session.show(texts.MOVE)


def _is_closed(session: ShelfieSession) -> bool:
    """Return whether the client has left a finished match; over RMI this may take a moment."""
    return session.state.phase is not state.ClientPhase.PLAYING


def _is_for_now(session: ShelfieSession, line: str) -> bool:
    """Return whether a line of piped input can be handled now."""
    command = texts.chosen(line, texts.PLAYING)
    return session.state.my_turn or not (command in TURN or drawing.is_move(line))


def _refusal(session: ShelfieSession, command: str) -> str | None:
    if command not in COMMANDS:
        return wire.NOT_VALID
    if command in TURN and not session.state.my_turn:
        return wire.NOT_NOW
    if command == "insert" and not session.state.hand:
        return wire.BAD_CONDITIONS
    return None
