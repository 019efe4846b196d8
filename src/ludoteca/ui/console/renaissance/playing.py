"""Masters of Renaissance at the console, over the `commands` protocol."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from ludoteca.net import LostError
from ludoteca.protocols.commands import Word
from ludoteca.ui.console import DONE, ENDED
from ludoteca.ui.console.connecting import connect, play_at_the_right_port
from ludoteca.ui.console.renaissance import lobby, market, match, texts
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.state import ClientStage, Expected
from ludoteca.ui.console.user import LeftError, OvertakenError, User

PORT = 50623
Scene = Callable[[RenaissanceSession], Awaitable[None]]

_PLACES: Mapping[ClientStage, Scene] = {
    ClientStage.LOGIN: lobby.log_in,
    ClientStage.LOBBY: lobby.choose_room,
    ClientStage.ROOM: lobby.room,
}
_QUESTIONS: Mapping[Expected, Scene] = {
    Expected.LEADERS: match.choose_leaders,
    Expected.BONUS: match.choose_bonus,
    Expected.CONVERSION: market.convert,
    Expected.PLACES: market.place,
}


async def play(user: User) -> int:
    """Play until the user leaves; return the exit status."""
    return await play_at_the_right_port(user, partial(_play, user))


async def _play(user: User) -> int:
    session = RenaissanceSession(user)
    connection = await connect(user, PORT, session.connection_to)
    try:
        while True:
            await _go_on(session)
    except LeftError:
        playing = session.state.stage in (ClientStage.SETUP, ClientStage.TURNS)
        await _say_goodbye(session)
        return ENDED if playing and user.screen.alone and not session.leaving else DONE
    finally:
        await connection.close()


async def _go_on(session: RenaissanceSession) -> None:
    """Run one step of the dialogue for the current stage."""
    session.enter()
    try:
        if session.connection is None or session.connection.lost:
            await lobby.reconnect(session)
            session.user.drop_typed()
        else:
            await _scene(session)(session)
    except CancelledError:
        placing = session.state.expected in (Expected.PLACES, Expected.CONVERSION)
        session.show(texts.NO_CANCEL if placing else texts.NOTHING_TO_CANCEL)
    except OvertakenError:
        pass  # the state changed: ask the next question
    except LostError:  # or no answer in time, which is handled in the same way
        if session.connection is not None:
            await session.connection.close()


def _scene(session: RenaissanceSession) -> Scene:
    state = session.state
    if state.stage in _PLACES:
        return _PLACES[state.stage]
    if state.expected in _QUESTIONS:
        return _QUESTIONS[state.expected]
    return match.take_turn if state.mine else match.wait


async def _say_goodbye(session: RenaissanceSession) -> None:
    try:
        await session.request(Word(command="QUIT"), "REPLY")
    except LostError:
        return
