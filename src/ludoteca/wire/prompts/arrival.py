"""From the first question to a seat: a name, a game to join or a new one, or the way back."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET, json

from ludoteca.games import shelfie
from ludoteca.messages import (
    Done,
    Enter,
    HouseReason,
    JoinTable,
    LookAround,
    Notice,
    OpenTable,
    Presence,
    Refused,
    StepOut,
    StopWatching,
    Surroundings,
    TableInfo,
    TableShown,
    ViewThunk,
    Watch,
    Welcome,
)
from ludoteca.wire.prompts import texts
from ludoteca.wire.prompts.ids import UserIds
from ludoteca.wire.prompts.replies import ClientWord, IDtojoin, Line, OldGameIdAnswer, text_of
from ludoteca.wire.prompts.stages import Acts, Seated, StageAct
from ludoteca.wire.prompts.texts import Texts
from ludoteca.wire.prompts.words import (
    Asked,
    ChooseUsername,
    FirstPlayer,
    GameOffer,
    NotValidUsername,
    OldGameId,
    OldIdNotValid,
    Reconnect,
    UserIdMessage,
    Waiting,
)
from ludoteca.wire.shelfie.rules import options_of

MOST_OFFERS = 10
"""So many games are offered, those that have waited longest: one digit chooses."""


class Arrival:
    """Somebody who has no seat yet."""

    def __init__(self, ids: UserIds, own: Texts) -> None:
        self._ids, self._texts = ids, own
        self._name = ""
        self._by_id = self._greeted = self._paused = False
        self._number = 0
        self._held: list[int] = []
        """Tables where they may have a seat."""
        self._offered: list[int] = []
        self._reason = ""
        """Why the question is repeated."""

    def begin(self) -> Acts:
        """Ask whether it is a new game, or the way back to the last one."""
        yield Reconnect(self._texts.reconnect)

    def answered(self, question: Asked, answer: ClientWord) -> Acts:
        """The client has answered a question."""
        text = text_of(answer)
        match question:
            case Reconnect():
                back = text.strip().casefold() == "reconnect"
                yield (
                    OldGameId(self._texts.old_id) if back else ChooseUsername(self._texts.username)
                )
            case OldGameId(games=games) if games is UNSET:
                yield from self._come_back(_number(text))
            case OldGameId():
                chosen = isinstance(answer, OldGameIdAnswer | IDtojoin | Line)
                number = _number(text)
                yield self._join(number if chosen or number >= 0 else 0)
            case FirstPlayer():
                seats, options = _number(text), options_of("prompts")
                yield OpenTable(
                    game=shelfie.NAME, seats=seats, options=options, lets_go=True, id="open"
                )
            case _:
                self._by_id = False
                yield self._enter(text)

    def _enter(self, typed: str) -> Enter:
        self._name = typed
        name, _, secret = typed.partition("#")
        return Enter(name=name, secret=secret, id="enter")

    def _come_back(self, number: int) -> Acts:
        name = self._ids.name(number)
        if name is None:
            yield from self._unknown_id()
            return
        self._by_id = True
        yield self._enter(name)

    def _unknown_id(self) -> Iterator[StageAct]:
        yield OldIdNotValid(self._texts.old_id_not_valid)
        yield Reconnect(self._texts.reconnect)

    def _join(self, number: int) -> StageAct:
        if not 0 <= number < len(self._offered):
            self._reason = self._texts.no_such_game
            return LookAround(id="look")
        return JoinTable(table=self._offered[number], id="join")

    def hear(self, notice: Notice, _: ViewThunk | None) -> Acts:
        """The house has told this."""
        match notice:
            case Welcome(tables=tables):
                self._held = list(tables)
                yield LookAround(id="look")
            case Surroundings():
                yield from self._settle(notice)
            case TableShown(request="watch") if not _is_for_us(notice):
                yield StopWatching(table=notice.info.table, id="stop")
            case TableShown(request=request) if request:
                back = request == "watch"
                yield Seated(notice, self._name, self._number, back, self._paused)
            case Presence(paused=paused):  # heard by who comes back, before the table is shown
                self._paused = paused
            case Done(request="stop"):
                yield LookAround(id="look")
            case Done(request="over"):
                yield from self.begin()
            case Done():
                yield from self._unknown_id()
            case Refused():
                yield from self._refused(notice)

    def rest(self) -> Acts:
        """There is always a question open, or an answer of the house to come."""
        return ()

    def _refused(self, no: Refused) -> Acts:
        if no.request != "enter":
            self._reason = no.detail
            yield LookAround(id="look")
        elif self._by_id:
            yield Waiting(no.detail)
            yield from self._unknown_id()
        else:
            taken = no.code == HouseReason.NAME_IN_USE
            yield NotValidUsername(self._texts.username_taken if taken else no.detail)

    def _settle(self, around: Surroundings) -> Acts:
        """Go back to a seat that waits, or see what there is."""
        listed = {info.table: info for info in around.tables}
        holders = [holder.name for info in listed.values() for holder in info.seats if holder]
        self._number = self._ids.of(self._name.partition("#")[0], (*around.people, *holders))
        self._held = [n for n in self._held if n not in listed or can_be_spoken_of(listed[n])]
        if self._held:
            yield Watch(table=self._held.pop(), id="watch")
        elif self._by_id:
            yield StepOut(id="out")
        else:
            yield from self._offer(info for info in listed.values() if _waits(info))

    def _offer(self, waiting: Iterable[TableInfo]) -> Acts:
        if not self._greeted:
            self._greeted = True
            yield UserIdMessage(self._number, texts.user_id(self._number))
        oldest = sorted(waiting, key=lambda info: info.table)[:MOST_OFFERS]
        self._offered = [info.table for info in oldest]
        offers = tuple(
            GameOffer(
                number, tuple(holder.name for holder in info.seats if holder), len(info.seats)
            )
            for number, info in enumerate(oldest)
        )
        listed = texts.available([(game.id, game.players, game.seats) for game in offers])
        words = [self._reason] if self._reason else []
        self._reason = ""
        if offers:
            words.append(texts.choose(listed))
        if words:
            yield Waiting("\n".join(words))
        yield OldGameId(listed, offers) if offers else FirstPlayer(self._texts.first_player)


def can_be_spoken_of(info: TableInfo) -> bool:
    """Whether this protocol has words for a table: My Shelfie with two common goals."""
    if info.game != shelfie.NAME:
        return False
    return json.decode(info.options, type=shelfie.Options).common_goals == 2


def _waits(info: TableInfo) -> bool:
    """Whether somebody at the table waits for players."""
    here = any(holder and holder.here for holder in info.seats)
    return here and None in info.seats and not info.started and can_be_spoken_of(info)


def _is_for_us(shown: TableShown) -> bool:
    return shown.seat is not None and not shown.info.over and can_be_spoken_of(shown.info)


def _number(text: str) -> int:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1
