"""From login to match: the name, the list of rooms, and the room before the match."""

import asyncio

from ludoteca.net import LostError
from ludoteca.protocols.commands import Word, words
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.news import room_now
from ludoteca.ui.console.renaissance.session import QUIET, RenaissanceSession
from ludoteca.ui.console.renaissance.state import CommandsState, opened

MOST_PLAYERS = 4
SOON = 3.0
"""Seconds to wait for the server to list the people in a room."""
MOST_NAMES = 9
"""Number of names to try for a room if the user gives none."""
RETRY_PAUSES = (1.0,) * 5 + (5.0,) * 11
"""Seconds between attempts to log in again while the old connection still exists on the server."""


async def log_in(session: RenaissanceSession) -> None:
    while not await enter(session, await session.ask(texts.NAME, name="name")):
        pass


async def enter(session: RenaissanceSession, name: str) -> bool:
    """Log in; return whether the server accepts this name."""
    session.state = CommandsState(me=name)
    if not name or not await session.request(Word(command="LOGIN", info=name), "PING"):
        session.state = CommandsState()
        return False
    session.seen_turn = 0
    if session.state.mine:  # after a reconnection, it is unknown whether the main action is done
        await session.request(words.Action(command="ACTION_REQUEST", n=1), "REPLY", muted=True)
    return True


async def reconnect(session: RenaissanceSession) -> None:
    """Reconnect to the same seat; the server sends everything again."""
    if session.connection is None:
        raise LostError
    name = session.state.me
    await session.connection.reconnect()
    for pause in RETRY_PAUSES if name else ():
        if await enter(session, name):
            return
        session.show(texts.STILL_HERE)
        await asyncio.sleep(pause)
    session.state = CommandsState()


async def choose_room(session: RenaissanceSession) -> None:
    """Let the user join a room or open one."""
    session.help = texts.LOBBY
    if session.user.knows("create"):
        await _create(session, "", await session.ask(texts.HOW_MANY, name="create"))
        return
    if session.user.knows("join"):
        await _join(session, await session.ask(texts.WHICH_ROOM, name="join"))
        return
    session.draw(draw_lobbies(session.state))
    rooms = [f"join {one.name}" for one in session.state.lobbies]
    menu = texts.LOBBY if session.is_new("lobby") else texts.LOBBY_SHORT
    line = await session.ask(menu, ("create ", *rooms, "solo", "list"))
    match line.split():
        case [verb, name, players] if verb.lower() == "create":
            await _create(session, name, players)
        case [verb, *name] if verb.lower() == "join":
            await _join(session, " ".join(name))
        case [verb] if verb.lower() == "solo":
            await _create(session, "", "1")
        case [verb] if verb.lower() == "list":
            await session.request(Word(command="LOBBY_LIST"), "LOBBY_LIST")
        case []:
            pass
        case _:
            session.show(texts.BAD_CREATE if line.lower().startswith("create") else texts.BAD_LOBBY)


def draw_lobbies(state: CommandsState) -> list[str]:
    if not state.lobbies:
        return [texts.NO_LOBBIES]
    return [texts.LOBBIES, *(f"  {_lobby(state, one)}" for one in state.lobbies)]


def _lobby(state: CommandsState, one: words.LobbyInfo) -> str:
    status = "playing" if one.closed else "full" if one.full else "waiting"
    owner = state.called(one.owner)
    return f"{one.name}: {one.connected} of {one.max_players} players, opened by {owner}, {status}"


async def _create(session: RenaissanceSession, name: str, players: str) -> None:
    if not players.isascii() or not players.isdigit() or not 0 < int(players) <= MOST_PLAYERS:
        session.show(texts.BAD_CREATE)
        return
    own = session.state.me.partition("#")[0].replace(" ", "_")
    names = [name] if name else [own, *(f"{own}-{n}" for n in range(2, MOST_NAMES + 1))]
    for one in names:
        word = words.LobbyChoice(command="CREATE_LOBBY", name=one, players=int(players))
        session.state = opened(session.state, word)
        if await session.request(word, "PLAYER_LIST"):
            break
    else:
        return
    if players == "1":
        await _start(session)


async def _join(session: RenaissanceSession, name: str) -> None:
    if not name:
        session.show(texts.BAD_JOIN)
        return
    await session.request(words.LobbyChoice(command="JOIN_LOBBY", name=name), "PLAYER_LIST")


async def room(session: RenaissanceSession) -> None:
    """Let the user start the match, wait for other players, or leave the room."""
    session.help = texts.ROOM_HELP
    session.met.clear()  # show the menus again in the lobby and in the next match

    def is_ready(line: str) -> bool:
        """Return whether to run a line of piped input now; `start` waits until the room is full."""
        full = len(session.state.people) >= session.state.seats
        return line.lower() in ("start now", "leave") or (full and line.lower() == "start")

    await _wait_for_people(session)
    choices = ("start", "leave")
    line = (await session.ask(lambda: room_now(session.state), choices, takes=is_ready)).lower()
    if line in ("start", "start now"):
        await _start(session)
    elif line == "leave":
        await session.request(Word(command="EXIT_LOBBY"), "LOBBY_LIST")
    else:
        session.show(texts.BAD_ROOM)


async def _wait_for_people(session: RenaissanceSession) -> None:
    """Wait until the server lists the people in the room, which takes a moment after a match."""
    for _ in range(round(SOON / QUIET)):
        if session.state.people:
            return
        await session.user.wait_for(asyncio.sleep(QUIET))


async def _start(session: RenaissanceSession) -> None:
    await session.request(Word(command="START_GAME"), "ASK_LEADER_ID", "PLAYER_LIST")
