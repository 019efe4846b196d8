"""From the door to a match: a name, the rooms, and a room that waits for its match."""

import asyncio
from functools import partial

from ludoteca.clients.console.renaissance import texts
from ludoteca.clients.console.renaissance.goods import listed
from ludoteca.clients.console.renaissance.hearing import opened
from ludoteca.clients.console.renaissance.picture import Picture
from ludoteca.clients.console.renaissance.session import Session
from ludoteca.net import LostError
from ludoteca.wire.commands import Word
from ludoteca.wire.commands.words import Action, LobbyChoice, LobbyInfo

MOST_PLAYERS = 4
MOST_NAMES = 9
"""So many names are tried for a room that was not given one."""
PATIENCE = (1.0,) * 5 + (5.0,) * 11
"""How many seconds lie between the attempts to come back while the house still sees us there."""


async def log_in(session: Session) -> None:
    """Say a name that the house accepts."""
    while not await enter(session, await session.ask(texts.NAME, name="name")):
        pass


async def enter(session: Session, name: str) -> bool:
    """Whether the house lets us in under this name."""
    session.picture = Picture(me=name)
    if not name or not await session.asks(Word(command="LOGIN", info=name), "PING"):
        session.picture = Picture()
        return False
    session.seen_turn = 0
    if session.picture.mine:  # who comes back is not told whether the main action is done
        await session.asks(Action(command="ACTION_REQUEST", n=1), "REPLY", hushed=True)
    return True


async def come_back(session: Session) -> None:
    """Mend the line and take the same seat again; the house tells everything anew."""
    if session.contact is None:
        raise LostError
    name = session.picture.me
    await session.contact.mend()
    for pause in PATIENCE if name else ():
        if await enter(session, name):
            return
        session.show(texts.STILL_HERE)
        await asyncio.sleep(pause)
    session.picture = Picture()


async def hall(session: Session) -> None:
    """Choose a room, or open one."""
    session.help = texts.HALL
    if session.person.knows("create"):
        await _create(session, "", await session.ask(texts.HOW_MANY, name="create"))
        return
    if session.person.knows("join"):
        await _join(session, await session.ask(texts.WHICH_ROOM, name="join"))
        return
    session.draw(draw_lobbies(session.picture))
    rooms = [f"join {one.name}" for one in session.picture.lobbies]
    line = await session.ask(texts.HALL, ("create ", *rooms, "solo", "list"))
    match line.split():
        case [verb, name, players] if verb.lower() == "create":
            await _create(session, name, players)
        case [verb, *name] if verb.lower() == "join":
            await _join(session, " ".join(name))
        case [verb] if verb.lower() == "solo":
            await _create(session, "", "1")
        case [verb] if verb.lower() == "list":
            await session.asks(Word(command="LOBBY_LIST"), "LOBBY_LIST")
        case []:
            pass
        case _:
            session.show(texts.BAD_CREATE if line.lower().startswith("create") else texts.BAD_HALL)


def draw_lobbies(picture: Picture) -> list[str]:
    """The rooms of the house."""
    if not picture.lobbies:
        return [texts.NO_LOBBIES]
    return [texts.LOBBIES, *(f"  {_lobby(picture, one)}" for one in picture.lobbies)]


def _lobby(picture: Picture, one: LobbyInfo) -> str:
    state = "playing" if one.closed else "full" if one.full else "waiting"
    owner = picture.called(one.owner)
    return f"{one.name}: {one.connected} of {one.max_players} players, by {owner}, {state}"


async def _create(session: Session, name: str, players: str) -> None:
    if not players.isascii() or not players.isdigit() or not 0 < int(players) <= MOST_PLAYERS:
        session.show(texts.BAD_CREATE)
        return
    own = session.picture.me.partition("#")[0].replace(" ", "_")
    names = [name] if name else [own, *(f"{own}-{n}" for n in range(2, MOST_NAMES + 1))]
    for one in names:
        word = LobbyChoice(command="CREATE_LOBBY", name=one, players=int(players))
        session.picture = opened(session.picture, word)
        if await session.asks(word, "PLAYER_LIST"):
            break
    else:
        return
    if players == "1":
        await _start(session)


async def _join(session: Session, name: str) -> None:
    if not name:
        session.show(texts.BAD_JOIN)
        return
    await session.asks(LobbyChoice(command="JOIN_LOBBY", name=name), "PLAYER_LIST")


async def room(session: Session) -> None:
    """Wait for others, and start."""
    session.help = texts.ROOM_HELP

    def is_ready(line: str) -> bool:
        """A `start` that was written beforehand waits until all have come."""
        full = len(session.picture.people) >= session.picture.seats
        return line.lower() in ("start now", "leave") or (full and line.lower() == "start")

    question = partial(_room_now, session)
    line = (await session.ask(question, ("start", "leave"), takes=is_ready)).lower()
    if line in ("start", "start now"):
        await _start(session)
    elif line == "leave":
        await session.asks(Word(command="EXIT_LOBBY"), "LOBBY_LIST")
    else:
        session.show(texts.BAD_ROOM)


def _room_now(session: Session) -> str:
    picture = session.picture
    others = [name for name in picture.people if name != picture.me]
    text = texts.ROOM if others else texts.ROOM_ALONE
    return text.format(room=picture.room, people=listed(others))


async def _start(session: Session) -> None:
    await session.asks(Word(command="START_GAME"), "ASK_LEADER_ID", "PLAYER_LIST")
