"""Scripts from the first question to a seat: login; joining, opening or returning to a game."""

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.protocols import scripts
from ludoteca.protocols.prompts import texts, words
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.scripts import Asking, ask, listen, look_around, say
from ludoteca.protocols.shelfie import differences, has_two_goals, options_of

T = TypeVar("T")
Script: TypeAlias = scripts.Script[words.PromptsWord, T]

MOST_OFFERS = 10
"""Maximum number of games offered, oldest first, so that one digit is enough to choose."""
OLDEST = messages.LookAround(game=shelfie.NAME, free=True, oldest=True, limit=2 * MOST_OFFERS)
"""Request for the tables that have waited longest. Some of these tables cannot be offered."""

NUMBERED = words.OldGameIdAnswer | words.IDtojoin | words.OtherAnswer | words.BareLine
"""Types of answers that must contain the number of a game. Other types mean the oldest game."""


class UserIds:
    """Ids with which players can return. They have one digit while there are few players.

    An id is freed when its player is neither connected nor seated. In a cluster, each node has its
    own range, so an id from another node never leads to another player's seat.
    """

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._names: dict[int, str] = {}

    def of(self, name: str, known: Collection[str]) -> int:
        """Return a player's id, or assign the smallest free id.

        Ids of players who are neither connected nor seated are freed first.
        """
        keys = {messages.key(other) for other in (*known, name)}
        self._names = {n: held for n, held in self._names.items() if messages.key(held) in keys}
        for number, held in self._names.items():
            if messages.key(held) == messages.key(name):
                return number
        number = next(n for n in count(self._first) if n not in self._names)
        self._names[number] = name
        return number

    def names(self) -> tuple[str, ...]:
        """Return all players with an id."""
        return tuple(self._names.values())

    def name(self, number: int) -> str | None:
        return self._names.get(number)


class Seated(NamedTuple):
    """A seat taken by a player."""

    shown: messages.TableShown
    name: str
    """The player's name as typed."""
    number: int
    """The player's id."""
    back: bool
    """Whether the player already had the seat."""


class Arrival:
    """The questions that lead one player to a seat."""

    def __init__(self, ids: UserIds, own: texts.Texts) -> None:
        self._ids = ids
        self._texts = own
        self._name = ""
        self._number = 0
        self._reason = ""
        """Reason for repeating a question."""

    def find_seat(self) -> Script[Seated]:
        """Ask questions until the player has a seat.

        Document, 1: the server asks for a username first. `Reconnect` precedes that question only
        if an id can lead to a seat.
        """
        while True:
            by_id = False
            if (yield from self._may_return_by_id()):
                reconnect = yield from prompt(words.Reconnect(self._texts.reconnect))
                by_id = words.text_of(reconnect).strip().casefold() == "reconnect"
            welcome = yield from self._enter_by_id() if by_id else self._enter_by_name()
            if welcome:
                listed = yield from self._go_back(welcome.tables)
                if isinstance(listed, Seated):
                    return listed
                if not by_id:
                    return (yield from self._choose(listed))
                yield from ask(messages.StepOut())
            yield from say(words.OldIdNotValid(self._texts.old_id_not_valid))

    def _may_return_by_id(self) -> Script[bool]:
        """Return whether at least one player with an id is absent and may return to a seat."""
        names = self._ids.names()
        if not names:
            return False
        answer = yield from ask(messages.AskSeatKept(names=names))
        return isinstance(answer, messages.SeatKept) and answer.kept

    # Login

    def _enter_by_name(self) -> Script[messages.Welcome]:
        question: words.AskedForName = words.ChooseUsername(self._texts.username)
        while True:
            typed = yield from prompt(question)
            answer = yield from self._enter(words.text_of(typed))
            if isinstance(answer, messages.Welcome):
                return answer
            taken = answer.code == messages.ServerReason.NAME_IN_USE
            question = words.NotValidUsername(
                self._texts.username_taken if taken else answer.detail
            )

    def _enter_by_id(self) -> Script[messages.Welcome | None]:
        typed = yield from prompt(words.OldGameId(self._texts.old_id))
        name = self._ids.name(_number(words.text_of(typed)))
        if name is None:
            return None
        answer = yield from self._enter(name)
        if isinstance(answer, messages.Refused):
            yield from say(words.Waiting(answer.detail))
            return None
        return answer

    def _enter(self, typed: str) -> Asking[messages.Welcome | messages.Refused]:
        self._name = typed
        name, _, secret = typed.partition("#")
        return ask(messages.Enter(name=name, secret=secret))

    # Tables

    def _waits(self, info: messages.TableInfo) -> bool:
        """Return whether a table that starts when full has room for this player."""
        return _waits(info) and info.has_room_for(self._name.partition("#")[0])

    def _look_around(self) -> Script[Mapping[int, messages.TableInfo]]:
        """Return the player's own tables and enough waiting tables, by number."""
        around = yield from look_around(replace(OLDEST, names=self._ids.names()))
        self._number = self._ids.of(self._name.partition("#")[0], around.known)
        listed = {info.table: info for info in around.tables}
        while around.more and sum(map(self._waits, listed.values())) < MOST_OFFERS:
            around = yield from look_around(replace(OLDEST, after=around.more))
            listed |= {info.table: info for info in around.tables}
        return listed

    def _go_back(self, tables: Iterable[int]) -> Script[Seated | Mapping[int, messages.TableInfo]]:
        """Resume a seat at one of these tables, or return the listed tables if there is no seat."""
        held = list(tables)
        while True:
            listed = yield from self._look_around()
            held = [n for n in held if n not in listed or has_two_goals(listed[n])]
            if not held:
                return listed
            shown = yield from ask(messages.Watch(table=held.pop()))
            if isinstance(shown, messages.Refused):
                self._reason = shown.detail
            elif shown.seat is None or shown.info.over or not has_two_goals(shown.info):
                yield from ask(messages.StopWatching(table=shown.info.table))
            else:
                return Seated(shown, self._name, self._number, back=True)

    def _choose(self, listed: Mapping[int, messages.TableInfo]) -> Script[Seated]:
        """Have the player join a waiting game or open one."""
        yield from say(words.UserIdMessage(self._number, texts.user_id(self._number)))
        while True:
            request = yield from self._choice(filter(self._waits, listed.values()))
            if request is None:
                self._reason = self._texts.no_such_game
            else:
                answer = yield from ask(request)
                if isinstance(answer, messages.TableShown):
                    return Seated(answer, self._name, self._number, back=False)
                self._reason = answer.detail
            listed = yield from self._look_around()

    def _choice(
        self, waiting: Iterable[messages.TableInfo]
    ) -> Script[messages.JoinTable | messages.OpenTable | None]:
        oldest = sorted(waiting, key=lambda info: info.table)[:MOST_OFFERS]
        offers = tuple(_offer(number, info) for number, info in enumerate(oldest))
        available = texts.available(
            [
                (_who(info), len(info.seats), offer.about)
                for offer, info in zip(offers, oldest, strict=True)
            ]
        )
        lines = [self._reason] if self._reason else []
        self._reason = ""
        if offers:
            lines.append(texts.choose(available))
        if lines:
            yield from say(words.Waiting("\n".join(lines)))
        if not offers:
            typed = yield from prompt(words.FirstPlayer(self._texts.first_player))
            seats = _number(words.text_of(typed))
            options = options_of("prompts")
            return messages.OpenTable(
                game=shelfie.NAME,
                seats=seats,
                options=options,
                lets_go=True,
                absence=messages.AbsenceRule.FORFEIT,
            )
        answer = yield from prompt(words.OldGameId(available, offers))
        number = _number(words.text_of(answer))
        if number < 0 and not isinstance(answer, NUMBERED):
            number = 0
        return messages.JoinTable(table=oldest[number].table) if 0 <= number < len(oldest) else None


def prompt(question: words.Question) -> Script[words.ClientWord]:
    yield from say(question)
    answer = yield from listen()
    assert isinstance(answer, words.ClientWord)
    return answer


def _waits(info: messages.TableInfo) -> bool:
    """Return whether a table that starts when full has a connected player waiting at it."""
    here = any(holder and holder.here for holder in info.seats)
    free = None in info.seats and not info.started
    return here and free and not info.waits and is_offered(info) and has_two_goals(info)


def _offer(number: int, info: messages.TableInfo) -> words.GameOffer:
    players = tuple(holder.name for holder in info.seats if holder)
    return words.GameOffer(
        number, players, len(info.seats), texts.about(info, differences(info, "prompts"))
    )


def _who(info: messages.TableInfo) -> list[str]:
    """Describe the players at a table."""
    return [texts.sitting(holder) for holder in info.seats if holder]


def _number(text: str) -> int:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1
