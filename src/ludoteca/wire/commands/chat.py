"""Talk: to one person, at the table, or to the whole house."""

from ludoteca.messages import HouseReason, Refused
from ludoteca.messages import Say as SayThis
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.session import Script, Session
from ludoteca.wire.commands.words import Chat, Word


def chat(stay: Session, word: Chat) -> Script:
    """Say something to one person."""
    to, text = word.receiver or "", (word.info or "").strip()
    if stay.match and to in stay.match.names and stay.info:
        holder = stay.info.seats[stay.match.names.index(to)]
        to = holder.name if holder else to
    if not to:
        yield stay.say(texts.NOBODY)
        return
    answer = yield SayThis(text=text, to=to)
    unknown = isinstance(answer, Refused) and answer.code == HouseReason.NO_SUCH_PERSON
    if unknown and "_" in to:  # blanks in names are shown like this
        answer = yield SayThis(text=text, to=to.replace("_", " "))
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))


def chat_all(stay: Session, word: Word) -> Script:
    """Say something to all: at the table, or to the whole house."""
    text = (word.info or "").strip() or (texts.HELLO_ALL if word.command == "HELLO_ALL" else "")
    answer = yield SayThis(text=text, table=stay.info.table if stay.info else None)
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))


def hello(stay: Session, _: Word) -> Script:
    """Say hello to who says hello."""
    yield stay.say(texts.HELLO, "HELLO")
