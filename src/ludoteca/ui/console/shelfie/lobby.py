"""From login to a seat: the login, the menu, creating and joining matches, and waiting."""

import asyncio

from msgspec.structs import replace

from ludoteca.protocols.pipes import texts as wire
from ludoteca.protocols.pipes import words
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.session import ShelfieSession, show_object
from ludoteca.ui.console.shelfie.state import ClientPhase, PipesState

SOON = 5.0
"""Seconds to wait for a seat; it usually takes less than one."""
RETRY_PAUSES = (0.3, 0.5, 1, 1, 2, 2, 3)
"""Seconds between attempts to log in again under a name that is still in use."""


async def log_in(session: ShelfieSession) -> None:
    """Ask for a name and log in; return to the player's match, if there is one."""
    name = await session.user.ask(texts.NAME, "name")
    session.state = replace(session.state, typed=name)
    if not await session.request(words.Login(name)):
        session.state = PipesState()
        return
    await session.until(lambda: session.state.lists.virtualOnlinePlayers is not None, SOON)
    if (name, "GameMember") in (session.state.lists.virtualOnlinePlayers or ()):
        await session.until(lambda: session.state.phase is ClientPhase.PLAYING, SOON)


async def reconnect(session: ShelfieSession) -> None:
    """Reconnect under the same name to the same seat."""
    was = session.state.phase
    session.numbered, session.fresh = False, session.fresh or was is ClientPhase.MENU
    await session.connection.reconnect()
    if was is ClientPhase.LOGIN:
        return
    session.show(texts.RETURNING)
    session.muted = True
    try:
        returned = await _return(session)
    finally:
        session.muted = False
    if not returned:
        session.show(texts.NOT_RETURNED)
        session.state = PipesState()
    elif was is not ClientPhase.MENU and not await session.until(lambda: _is_seated(session), SOON):
        session.show(texts.GONE)


def _is_seated(session: ShelfieSession) -> bool:
    return session.state.phase in {ClientPhase.WAITING, ClientPhase.PLAYING}


async def _return(session: ShelfieSession) -> bool:
    """Log in again; the old connection may still hold the name for a while."""
    for pause in RETRY_PAUSES:
        if await session.request(words.Login(session.state.typed)):
            return True
        await session.user.wait_for(asyncio.sleep(pause))
    return False


async def ask_tables(session: ShelfieSession) -> None:
    """Ask once for the page's table numbers; older servers do not know the request."""
    if session.numbered:
        return
    session.numbered = True
    session.unsaid = {wire.NOT_VALID}
    try:
        await session.request(words.ListTables())
    finally:
        session.unsaid = ()


async def choose(session: ShelfieSession) -> bool:
    """Run the user's choice from the menu; return whether the user leaves."""
    user = session.user
    if user.knows("create"):
        await _create(session)
        return False
    if user.knows("join"):
        await _join(session)
        return False
    await ask_tables(session)
    if session.fresh:
        session.fresh = False
        session.show(f"{texts.MENU_HEAD}\n{texts.listed(texts.MENU)}\n{texts.TO_PLAYER}")
    line = await session.ask(texts.MENU_ASKED, choices=lambda: texts.MENU)
    match texts.chosen(line, texts.MENU):
        case "create":
            await _create(session)
        case "join":
            await _join(session)
        case "exit":
            return await session.request(words.ExitGame())
        case "help":
            session.fresh = True
        case _:
            session.show(texts.BAD_MENU)
    return False


async def _number(session: ShelfieSession, text: str, name: str, most: int) -> int | None:
    """Ask for a number; return None if the user cancels."""
    while (line := await session.ask(text, name)).lower() != texts.CANCEL:
        digits = line.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            session.show(wire.BAD_INPUT)
        elif digits != line or len(digits) > 9 or int(digits) > most:
            session.show(wire.BAD_NUMBER)
        else:
            return int(digits)
    return None


async def _create(session: ShelfieSession) -> None:
    while (seats := await _number(session, texts.SEATS, "create", 4)) is not None and seats < 2:
        session.show(wire.BAD_NUMBER)
    if seats is None:
        return
    session.show(texts.SEATS_CHOSEN.format(seats=seats))
    if await session.request(words.CreateMatch(seats)) or session.state.said != wire.IN_A_MATCH:
        return
    session.user.settle()  # the match in progress may have withdrawn the question
    if await session.agrees(wire.IN_A_MATCH.rpartition("\n")[2]) and await session.request(
        words.LeaveMatch()
    ):
        await session.request(words.CreateMatch(seats))


async def _join(session: ShelfieSession) -> None:
    await ask_tables(session)
    rooms = drawing.rooms(session.state)
    session.show(rooms or texts.NO_ROOMS)
    given = session.user.knows("join")
    if not rooms and not given:
        return
    while (match := await _number(session, texts.ROOM_ASKED, "join", 10**9)) is not None:
        listed = {int(row[0]) for row in session.state.lists.virtualMatchList or ()}
        if match in listed or given:  # matches with a clock are not listed
            break
        session.show(wire.BAD_NUMBER)
        if not listed:
            return
    if match is None:
        return
    session.show(texts.ROOM_CHOSEN.format(match=match))
    if await session.request(words.Join(match)):
        await session.until(lambda: _is_seated(session), SOON)


async def wait(session: ShelfieSession) -> None:
    """Run commands of the waiting room until the match starts."""
    await ask_tables(session)
    head = texts.WAITING_HEAD.format(free=session.state.free_seats)
    options = texts.listed(texts.WAITING)
    parts = head, texts.WAITING_OPTIONS, options, texts.TO_ROOM, texts.TO_PLAYER
    menu = "\n".join((*parts, texts.WAITING_ASKED)) if session.fresh else texts.WAITING_ASKED
    session.fresh = False
    line = await session.ask(
        menu, choices=lambda: texts.WAITING, takes=_is_for_waiting, ends=lambda: False
    )
    command = texts.chosen(line, texts.WAITING)
    if command == "help":
        session.fresh = True
        return
    if command not in texts.WAITING:
        session.show(texts.BAD_COMMAND if command.isalnum() else wire.BAD_INPUT)
        return
    session.show(texts.COMMAND_CHOSEN.format(command=command))
    if command == "leave":
        await _leave_room(session)
    else:
        show_object(session, command)


async def _leave_room(session: ShelfieSession) -> None:
    """Leave the waiting room; hide announcements of free seats on the way to the menu."""
    room = session.state.room
    session.state = replace(session.state, room=None)
    if not await session.request(words.LeaveMatch()):
        session.state = replace(session.state, room=room)


def _is_for_waiting(line: str) -> bool:
    """Return whether a line of piped input is meant for the waiting room rather than the match."""
    word = texts.chosen(line, texts.WAITING)
    later = word in texts.PLAYING or word in texts.OBJECTS or drawing.is_move(line)
    return word in texts.WAITING or not later
