"""From the door to a seat: coming in, the menu, creating and joining, waiting."""

import asyncio

from msgspec.structs import replace

from ludoteca.clients.console.shelfie import tables, texts
from ludoteca.clients.console.shelfie.picture import Phase, Picture
from ludoteca.clients.console.shelfie.showing import show_object
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.wire.pipes.texts import BAD_INPUT, BAD_NUMBER, IN_A_MATCH
from ludoteca.wire.pipes.words import CreateMatch, ExitGame, Join, LeaveMatch, Login

SOON = 5.0
"""How many seconds it may take to be brought to a seat; a house takes less than one."""
PATIENCE = (0.3, 0.5, 1, 1, 2, 2, 3)
"""How many seconds lie between the attempts to come back to a name that is still in use."""


async def come_in(visit: Visit) -> None:
    """Ask for a name, and take the seat that waits for it, if there is one."""
    name = await visit.person.ask(texts.NAME, "name")
    visit.picture = replace(visit.picture, typed=name)
    if not await visit.asked(Login(name)):
        visit.picture = Picture()
        return
    await visit.until(lambda: visit.picture.lists.virtualOnlinePlayers is not None, SOON)
    if (name, "GameMember") in (visit.picture.lists.virtualOnlinePlayers or ()):
        await visit.until(lambda: visit.picture.phase is Phase.PLAYING, SOON)


async def come_back(visit: Visit) -> None:
    """Call again, under the same name and to the same seat."""
    was = visit.picture.phase
    await visit.contact.mend()
    if was is Phase.OUTSIDE:
        return
    visit.show(texts.RETURNING)
    visit.hushed = True
    try:
        returned = await _return(visit)
    finally:
        visit.hushed = False
    if not returned:
        visit.show(texts.NOT_RETURNED)
        visit.picture = Picture()
    elif was is not Phase.MENU and not await visit.until(lambda: _is_seated(visit), SOON):
        visit.show(texts.GONE)


def _is_seated(visit: Visit) -> bool:
    return visit.picture.phase in {Phase.WAITING, Phase.PLAYING}


async def _return(visit: Visit) -> bool:
    """Whether the house lets the person in again; for a while it may think they are still there."""
    for pause in PATIENCE:
        if await visit.asked(Login(visit.picture.typed)):
            return True
        await visit.person.bide(asyncio.sleep(pause))
    return False


async def choose(visit: Visit) -> bool:
    """Let the person choose from the menu; whether they go."""
    person = visit.person
    if person.knows("create"):
        await _create(visit)
        return False
    if person.knows("join"):
        await _join(visit)
        return False
    head = f"{texts.MENU_HEAD}\n{texts.listed(texts.MENU)}\n{texts.TO_PLAYER}\n{texts.MENU_ASKED}"
    match texts.chosen(await visit.ask(head, choices=lambda: texts.MENU), texts.MENU):
        case "create":
            await _create(visit)
        case "join":
            await _join(visit)
        case "exit":
            return await visit.asked(ExitGame())
        case _:
            visit.show(texts.BAD_MENU)
    return False


async def _number(visit: Visit, text: str, name: str, most: int) -> int | None:
    """A number that the person types; None if they would rather not."""
    while (line := await visit.ask(text, name)).lower() != texts.CANCEL:
        digits = line.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            visit.show(BAD_INPUT)
        elif digits != line or len(digits) > 9 or int(digits) > most:
            visit.show(BAD_NUMBER)
        else:
            return int(digits)
    return None


async def _create(visit: Visit) -> None:
    while (seats := await _number(visit, texts.SEATS, "create", 4)) is not None and seats < 2:
        visit.show(BAD_NUMBER)
    if seats is None:
        return
    visit.show(texts.SEATS_CHOSEN.format(seats=seats))
    if await visit.asked(CreateMatch(seats)) or visit.picture.said != IN_A_MATCH:
        return
    visit.person.settle()  # it is that match which may have come between
    if await visit.agrees(IN_A_MATCH.rpartition("\n")[2]) and await visit.asked(LeaveMatch()):
        await visit.asked(CreateMatch(seats))


async def _join(visit: Visit) -> None:
    rooms = tables.rooms(visit.picture)
    visit.show(rooms or texts.NO_ROOMS)
    if not rooms and not visit.person.knows("join"):
        return
    while (match := await _number(visit, texts.ROOM_ASKED, "join", 10**9)) is not None:
        listed = {int(row[0]) for row in visit.picture.lists.virtualMatchList or ()}
        if match in listed:
            break
        visit.show(BAD_NUMBER)
        if not listed:
            return
    if match is None:
        return
    visit.show(texts.ROOM_CHOSEN.format(match=match))
    if await visit.asked(Join(match)):
        await visit.until(lambda: _is_seated(visit), SOON)


async def wait(visit: Visit) -> None:
    """Let the person do what can be done until the match starts."""
    head = texts.WAITING_HEAD.format(free=visit.picture.free_seats)
    options = texts.listed(texts.WAITING)
    parts = head, texts.WAITING_OPTIONS, options, texts.TO_MATCH, texts.TO_PLAYER
    menu = "\n".join((*parts, texts.WAITING_ASKED)) if visit.fresh else texts.WAITING_ASKED
    visit.fresh = False
    line = await visit.ask(
        menu, choices=lambda: texts.WAITING, takes=_is_for_waiting, ends=lambda: False
    )
    command = texts.chosen(line, texts.WAITING)
    if command not in texts.WAITING:
        visit.show(texts.BAD_COMMAND if command.isalnum() else BAD_INPUT)
        return
    visit.show(texts.COMMAND_CHOSEN.format(command=command))
    if command == "leave":
        await visit.asked(LeaveMatch())
    else:
        show_object(visit, command)


def _is_for_waiting(line: str) -> bool:
    """Whether a line that was written beforehand is not meant for the match itself."""
    word = texts.chosen(line, texts.WAITING)
    return word in texts.WAITING or word not in {*texts.PLAYING, *texts.OBJECTS}
