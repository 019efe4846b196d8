"""The desk of the house: every request is answered, by a notice or by a refusal."""

import secrets
from collections.abc import Callable, Collection
from typing import Any, assert_never

import msgspec

from ludoteca.games import Chance, Refusal
from ludoteca.hall import table as tables
from ludoteca.hall.keeper import LIVE, Keeper, Listener
from ludoteca.hall.patience import Patience
from ludoteca.hall.people import People
from ludoteca.hall.table import Decision, Table
from ludoteca.journal import Journal
from ludoteca.messages import (
    AnyRequest,
    AskMoves,
    Done,
    Draft,
    Enter,
    Farewell,
    Finish,
    HouseReason,
    JoinTable,
    LookAround,
    Moves,
    Notice,
    OpenTable,
    Play,
    Refused,
    Said,
    Say,
    SeatBot,
    StandUp,
    StartTable,
    StopWatching,
    Surroundings,
    TableOpened,
    Unseat,
    Watch,
    Welcome,
    refuse,
)

CODE_BYTES = 6
LONGEST_TEXT = 500


class Luck:
    """Chance for real tables, where nobody may guess what comes."""

    POOL = 4096

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self._bytes = b""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; of eight bytes, the bias is nothing."""
        if not self._bytes:
            self._bytes = secrets.token_bytes(self.POOL)
        drawn, self._bytes = self._bytes[:8], self._bytes[8:]
        return int.from_bytes(drawn, "big") * n >> 64


class House:
    """People, tables, and the way from a request to its answer."""

    def __init__(
        self,
        journal: Journal,
        now: Callable[[], float],
        bots: Collection[str] = (),
        chance: Chance | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Nobody is in yet."""
        self._journal, self._now, self._bots = journal, now, bots
        self._chance = chance or Luck()
        self._patience = patience or Patience()
        self._people = People(journal)
        self._keepers: dict[int, Keeper] = {}
        self._last_number = 0

    async def open(self) -> None:
        """Remember whose names are kept, and the games that are not over."""
        await self._people.remember()
        for stream in await self._journal.streams("table/"):
            number = int(stream.name.rpartition("/")[2])
            self._last_number = max(self._last_number, number)
            if stream.note == LIVE:
                await self._find(number)

    async def handle(self, visitor: Listener, request: AnyRequest) -> None:
        """Answer a request."""
        answer = await self._answer(visitor, request)
        if isinstance(answer, Refusal):
            visitor.tell(Refused(answer.code, answer.detail, request.id))
        elif answer is not None:
            visitor.tell(answer)

    async def _answer(self, visitor: Listener, request: AnyRequest) -> Notice | Refusal | None:
        """The answer to a request; None if the visitor has been told already."""
        if isinstance(request, Enter):
            return await self._enter(visitor, request)
        if not visitor.name:
            return refuse(HouseReason.NOT_IN_YET)
        match request:
            case LookAround():
                return self.surroundings(request.id)
            case OpenTable():
                return await self._open_table(visitor, request)
            case JoinTable():
                return await self._join(visitor, request)
            case Say():
                return self._say(visitor, request)
            case _:
                keeper = await self._find(request.table)
                if keeper is None:
                    return refuse(HouseReason.NO_SUCH_TABLE)
                return await self._at_table(visitor, keeper, request)

    async def _at_table(
        self,
        visitor: Listener,
        keeper: Keeper,
        request: StandUp
        | SeatBot
        | Unseat
        | StartTable
        | Watch
        | StopWatching
        | Play
        | Draft
        | Finish
        | AskMoves,
    ) -> Notice | Refusal | None:
        name = visitor.name
        match request:
            case Watch(seen=seen):
                if keeper.table.seat_of(name) is None and not keeper.table.opened.watchable:
                    return refuse(HouseReason.NO_WATCHING)
                await keeper.listen(visitor, seen, request.id)
                return None
            case StopWatching():
                keeper.forget(visitor)
                return Done(request.id)
            case StandUp():
                return await self._decide(keeper, request, lambda t: tables.stand_up(t, name))
            case Unseat(seat=seat):
                return await self._decide(keeper, request, lambda t: tables.unseat(t, name, seat))
            case SeatBot(bot=bot) | StartTable(bot=bot) if bot not in self._bots:
                return refuse(HouseReason.NO_SUCH_BOT)
            case SeatBot(bot=bot):
                return await self._decide(keeper, request, lambda t: self._seat_bot(t, name, bot))
            case StartTable(bot=bot):
                chance = self._chance
                return await self._decide(
                    keeper, request, lambda t: tables.start(t, name, chance, bot)
                )
            case Play() | Draft() | Finish() | AskMoves():
                return await self._in_game(visitor, keeper, request)
            case _:
                assert_never(request)

    async def _in_game(
        self, visitor: Listener, keeper: Keeper, request: Play | Draft | Finish | AskMoves
    ) -> Notice | Refusal | None:
        seat = keeper.table.seat_of(visitor.name)
        if seat is None:
            return refuse(HouseReason.NOT_SEATED)
        if not keeper.table.started:
            return refuse(HouseReason.NOT_STARTED)
        if not keeper.hears(visitor):  # whoever acts at a table is there
            await keeper.listen(visitor)
        rules = keeper.table.rules
        match request:
            case AskMoves():
                moves = tuple(rules.legal_moves(keeper.table.state, seat))
                return Moves(keeper.table.number, moves, request.id)
            case Play(move=raw):
                # The answer to a move is its news, which names the request.
                move = _read(raw, rules.MOVES)
                return (
                    move if isinstance(move, Refusal) else await keeper.play(seat, move, request.id)
                )
            case Draft(step=raw):
                step = _read(raw, rules.STEPS)
                refusal = step if isinstance(step, Refusal) else keeper.draft(seat, step)
                return refusal or Done(request.id)
            case Finish():
                return await keeper.finish(seat, request.id)
            case _:
                assert_never(request)

    async def _decide(
        self, keeper: Keeper, request: AnyRequest, decide: Callable[[Table], Decision]
    ) -> Notice | Refusal:
        return await keeper.ask(decide) or Done(request.id)

    def _seat_bot(self, table: Table, name: str, bot: str) -> Decision:
        if table.seat_of(name) is None:
            return refuse(HouseReason.NOT_SEATED)
        return tables.sit(table, tables.bot_name(table, bot), self._chance, bot)

    async def _find(self, number: int) -> Keeper | None:
        if number not in self._keepers:
            found = await Keeper.found(number, self._journal, self._chance, self._now)
            if found is None:
                return None
            self._keepers.setdefault(number, found)
        return self._keepers[number]

    # Coming in and leaving

    async def _enter(self, visitor: Listener, request: Enter) -> Notice | Refusal:
        if visitor.name:
            return refuse(HouseReason.IN_ALREADY)
        answer = await self._people.enter(visitor, request.name, request.secret, request.token)
        if isinstance(answer, Refusal):
            return answer
        token, before = answer
        if before is not None:
            before.tell(Farewell("house/taken_over", "You came in from somewhere else."))
            self._forget(before)
        seats = (n for n, keeper in self._keepers.items() if _plays(keeper.table, visitor.name))
        return Welcome(visitor.name, token, tuple(sorted(seats)))

    def leave(self, visitor: Listener) -> None:
        """A connection is gone: its seats wait, and its name with them."""
        if visitor.name:
            self._forget(visitor)
            seated = any(_plays(keeper.table, visitor.name) for keeper in self._keepers.values())
            self._people.leave(visitor, seated=seated)

    def _forget(self, visitor: Listener) -> None:
        for keeper in self._keepers.values():
            keeper.forget(visitor)

    def surroundings(self, request: str = "") -> Surroundings:
        """Who is here, and which tables can be seen."""
        tables_open = (
            keeper.info()
            for keeper in self._keepers.values()
            if not keeper.table.opened.private and not keeper.table.closed and not keeper.table.over
        )
        return Surroundings(tuple(self._people.here()), tuple(tables_open), request)

    # Tables

    async def _open_table(self, visitor: Listener, request: OpenTable) -> Refusal | None:
        record = TableOpened(
            game=request.game,
            rules=tables.RULES_VERSION,
            seats=request.seats,
            options=request.options,
            owner=visitor.name,
            code=secrets.token_hex(CODE_BYTES),
            private=request.private,
            watchable=request.watchable,
        )
        self._last_number += 1
        keeper = await Keeper.opened(
            self._last_number, record, self._journal, self._chance, self._now
        )
        if isinstance(keeper, Refusal):
            return keeper
        self._keepers[keeper.table.number] = keeper
        await keeper.listen(visitor, request=request.id)
        return None

    async def _join(self, visitor: Listener, request: JoinTable) -> Refusal | None:
        keeper = self._by_code(request.code) if request.code else await self._find(request.table)
        if keeper is None or (keeper.table.opened.private and not request.code):
            return refuse(HouseReason.NO_SUCH_TABLE)
        name, chance = visitor.name, self._chance
        if refusal := await keeper.ask(lambda table: tables.sit(table, name, chance)):
            return refusal
        await keeper.listen(visitor, request=request.id)
        return None

    def _by_code(self, code: str) -> Keeper | None:
        keepers = (k for k in self._keepers.values() if k.table.opened.code == code)
        return next(keepers, None)

    # Talking

    def _say(self, visitor: Listener, request: Say) -> Notice | Refusal:
        if not request.text.strip():
            return refuse(HouseReason.NOTHING_SAID)
        if len(request.text) > LONGEST_TEXT:
            return refuse(HouseReason.TOO_LONG)
        said = Said(visitor.name, request.text, int(self._now() * 1000), request.table, request.to)
        if request.to:
            person = self._people.find(request.to)
            if person is None or person.visitor is None:
                return refuse(HouseReason.NO_SUCH_PERSON)
            person.visitor.tell(said)
        elif request.table is not None:
            keeper = self._keepers.get(request.table)
            if keeper is None or not keeper.hears(visitor):
                return refuse(HouseReason.NO_SUCH_TABLE)
            keeper.tell_all(said)
        else:
            self._people.tell_all(said)
        return Done(request.id)

    # Time

    async def tick(self) -> None:
        """Do what is due by now, at every table; let go of tables that need no keeper."""
        for number, keeper in list(self._keepers.items()):
            await keeper.tick(self._patience)
            if keeper.idle and (keeper.table.closed or keeper.table.over):
                del self._keepers[number]

    def next_due(self) -> float | None:
        """When something will be due if nothing changes."""
        dues = (keeper.due(self._patience) for keeper in self._keepers.values())
        return min((due.at for due in dues if due), default=None)


def _plays(table: Table, name: str) -> bool:
    return not table.over and not table.closed and table.seat_of(name) is not None


def _read(raw: msgspec.Raw, kind: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return refuse(HouseReason.UNREADABLE_MOVE, str(error))
