"""Coming in, coming back, and leaving on purpose."""

from ludoteca.messages import (
    Enter,
    LookAround,
    Refused,
    StandUp,
    StopWatching,
    TableShown,
    Watch,
    key,
)
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.ids import LORENZO
from ludoteca.wire.commands.rooms import arrived, joined, listed
from ludoteca.wire.commands.sayings import GAME, Me, reply, say
from ludoteca.wire.commands.session import Script, Session
from ludoteca.wire.commands.words import Word
from ludoteca.wire.dialect import Disconnect, Send


def login(stay: Session, word: Word) -> Script:
    """Come in under a name, with a secret behind `#` if it has one."""
    if stay.me.name:
        yield stay.say(texts.IN_ALREADY)
        return
    typed = word.info or ""
    name, _, secret = typed.partition("#")
    answer = yield Enter(name=name, secret=secret)
    if isinstance(answer, Refused):
        taken = texts.LORENZO_TAKEN.format(name) if key(name) == key(LORENZO) else ""
        yield stay.say(taken or texts.reason(answer))
        return
    stay.me = Me(answer.name, typed)
    yield Send(Word(command="LOGIN", info=texts.WELCOME))
    yield from _come_back(stay, answer.tables)
    yield Send(say("PING"))


def _come_back(stay: Session, tables: tuple[int, ...]) -> Script:
    """Return to a seat that waits, to one in a running match if there is one."""
    around = yield LookAround()
    known = {info.table: info for info in around.tables}
    ours = [number for number in tables if number not in known or known[number].game == GAME]
    for number in sorted(ours, key=lambda n: n not in known or not known[n].started):
        shown = yield Watch(table=number)
        if isinstance(shown, TableShown):
            if shown.info.game == GAME and shown.info.started:
                yield from arrived(stay, shown)
                return
            if shown.info.game == GAME:
                yield Send(listed(stay, around))
                yield from joined(stay, shown)
                return
            yield StopWatching(table=number)
    yield Send(listed(stay, around))


def quit_house(stay: Session, _: Word) -> Script:
    """Leave on purpose, and give the seat up."""
    info, stay.info = stay.info, None
    stay.forget_match()
    if info and not info.over:
        yield StandUp(table=info.table)
    yield Send(reply(texts.BYE))
    yield Disconnect()
