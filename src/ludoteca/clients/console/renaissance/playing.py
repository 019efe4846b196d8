"""Masters of Renaissance at the console, over the `commands` protocol."""

from collections.abc import Awaitable, Callable, Mapping

from ludoteca.clients.console import DONE, ENDED
from ludoteca.clients.console.arrival import arrive
from ludoteca.clients.console.person import LeftError, OvertakenError, Person
from ludoteca.clients.console.renaissance import texts
from ludoteca.clients.console.renaissance.beginning import choose_bonus, choose_leaders, wait
from ludoteca.clients.console.renaissance.lobby import come_back, hall, log_in, room
from ludoteca.clients.console.renaissance.marbles import convert, place
from ludoteca.clients.console.renaissance.picture import Asked, Stage
from ludoteca.clients.console.renaissance.session import CancelledError, Session
from ludoteca.clients.console.renaissance.turn import take_turn
from ludoteca.net import LostError
from ludoteca.wire.commands import Word

PORT = 50623
Scene = Callable[[Session], Awaitable[None]]

_PLACES: Mapping[Stage, Scene] = {Stage.DOOR: log_in, Stage.HALL: hall, Stage.ROOM: room}
_QUESTIONS: Mapping[Asked, Scene] = {
    Asked.LEADERS: choose_leaders,
    Asked.BONUS: choose_bonus,
    Asked.CONVERSION: convert,
    Asked.PLACES: place,
}


async def play(person: Person) -> int:
    """Play until the person leaves; how it ended, as an exit status."""
    session = Session(person)
    contact = await arrive(person, PORT, session.line)
    try:
        while True:
            await _go_on(session)
    except LeftError:
        playing = session.picture.stage in (Stage.SETUP, Stage.TURNS)
        await _say_goodbye(session)
        return ENDED if playing and person.screen.alone and not session.leaving else DONE
    finally:
        await contact.close()


async def _go_on(session: Session) -> None:
    """One step of the conversation, whatever it is about just now."""
    session.enter()
    try:
        if session.contact is None or session.contact.lost:
            await come_back(session)
        else:
            await _scene(session)(session)
    except CancelledError:
        asked = session.picture.asked in (Asked.PLACES, Asked.CONVERSION)
        session.show(texts.NO_CANCEL if asked else texts.NOTHING_TO_CANCEL)
    except (OvertakenError, LostError):
        pass  # there is something else to do now


def _scene(session: Session) -> Scene:
    picture = session.picture
    if picture.stage in _PLACES:
        return _PLACES[picture.stage]
    if picture.asked in _QUESTIONS:
        return _QUESTIONS[picture.asked]
    return take_turn if picture.mine else wait


async def _say_goodbye(session: Session) -> None:
    try:
        await session.asks(Word(command="QUIT"), "REPLY")
    except LostError:
        return
