"""Decisions about a table, as pure functions.

A decision is the list of records that a request would cause now, or a refusal. Making a decision
changes nothing and reads no clock.
"""

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from itertools import chain, count, islice, takewhile
from typing import NamedTuple, TypeAlias

import msgspec

from ludoteca import messages
from ludoteca.core.ratings.strength import NO_STRENGTH, Strength
from ludoteca.core.tables.table import Table
from ludoteca.core.tables.transitions import apply_record
from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import GAMES, Chance, Refusal, Seat
from ludoteca.games.seating import SeatsLeft
from ludoteca.messages import BOT_NAMES, BotSpeed, Record, ServerReason, is_table_name, key, refuse

STEP = 3
"""Offset between the first bot names of successive tables, so that the names vary."""


def numbered(again: int, names: Sequence[str] = BOT_NAMES) -> Sequence[str]:
    """Return the bot names, with a number appended unless `again` is 0."""
    return [f"{name}{again + 1}" for name in names] if again else names


def free_names(number: int, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Return bot names for a table, in order of preference, excluding names of known players."""
    first = (number - 1) * STEP % len(BOT_NAMES)
    turned = (*BOT_NAMES[first:], *BOT_NAMES[:first])
    # In older journals, people may have any of these names.
    names = chain.from_iterable(numbered(again, turned) for again in count())
    return tuple(islice((name for name in names if not is_known(name)), len(BOT_NAMES)))


class NewBot(NamedTuple):
    """A bot to be seated: its kind, its possible names in order of preference, and its speed."""

    kind: str
    names: Sequence[str]
    speed: BotSpeed = BotSpeed.QUICK
    strength: Strength = NO_STRENGTH
    """Strength of a bot that adapts to the people at its table."""

    def seated(self, table: Table, seat: Seat) -> messages.SeatTaken:
        """Return the record that seats the bot."""
        name, (strength, games) = self.name_at(table), self.strength
        return messages.SeatTaken(
            seat, name, self.kind, speed=self.speed, strength=strength, strength_games=games
        )

    def name_at(self, table: Table) -> str:
        """Return a name not used at the table, preferably one whose initial is not used either."""
        taken = {key(holder.name) for holder in table.holders if holder}
        letters = {name[0] for name in taken}
        free = [name for name in self.names if key(name) not in taken]
        return next((name for name in free if key(name)[0] not in letters), free[0])


FEWEST_MATCHED = 2
JUST_SAT = 2.0
"""Seconds within which every node learns that a player has sat down."""
MOST_TIME_GIVEN = 24 * 3600
RATED_SEATS = "In a rated game, seats do not change hands."
RATED_HELP = "A rated game has no hints and no take-backs."
KEPT = 180
"""Seconds for which a rematch keeps seats for the players of the game that it follows."""

Decision: TypeAlias = list[Record] | Refusal


# Before the start


def opening(request: messages.OpenTable, owner: str) -> messages.TableOpened | Refusal:
    """Return the record that opens a table as requested, without code and time."""
    game = GAMES.get(request.game)
    if game is None:
        return refuse(ServerReason.NO_SUCH_GAME)
    if request.seats not in game.SEATS:
        takes = f"This game takes {game.SEATS[0]} to {game.SEATS[-1]} players."
        return refuse(ServerReason.BAD_SEATS, takes)
    if request.name and not is_table_name(request.name):
        return refuse(ServerReason.BAD_TABLE_NAME)
    if request.clock and not request.clock.is_sane:
        return refuse(ServerReason.BAD_CLOCK)
    if request.rated and (request.hints or request.take_back):
        return refuse(ServerReason.BAD_OPTIONS, RATED_HELP)
    try:
        given = read_value(request.options, game.OPTIONS)
        # Converted again, because a typed value has not been validated.
        options = msgspec.convert(msgspec.to_builtins(given), game.OPTIONS)
    except UNREADABLE as error:
        return refuse(ServerReason.BAD_OPTIONS, str(error))
    return messages.TableOpened(
        game=request.game,
        rules=game.VERSION,
        seats=request.seats,
        options=options,
        owner=owner,
        code="",
        private=request.private,
        watchable=request.watchable,
        clock=request.clock,
        take_back=request.take_back,
        name=request.name,
        waits=request.waits,
        lets_go=request.lets_go,
        absence=request.absence,
        hints=request.hints,
        rated=request.rated,
    )


def opening_match(request: messages.FindOpponents, owner: str) -> messages.TableOpened | Refusal:
    """Return the record that opens a table for players who want the same game."""
    if request.seats < FEWEST_MATCHED:
        return refuse(ServerReason.BAD_SEATS, "At least 2 players are needed.")
    slow = request.clock is not None and request.clock.slow
    # Nobody should wait for a player who has gone, unless turns are so long that this is normal.
    wanted = messages.OpenTable(
        game=request.game, seats=request.seats, clock=request.clock, lets_go=not slow
    )
    record = opening(wanted, owner)
    if isinstance(record, Refusal):
        return record
    return msgspec.structs.replace(record, matching=True)


def open_table(table: Table, chance: Chance, bots: Sequence[NewBot] = ()) -> Decision:
    """Open a table, seat its owner and then the bots, and start the game if all seats are taken."""
    records: list[Record] = [table.opened]
    everybody: list[str | NewBot] = [table.owner, *bots]
    for who in everybody:
        seated = sit(table, who, chance)
        if isinstance(seated, Refusal):
            return seated
        records += seated
        table = reduce(apply_record, seated, table)
    return records


def sit(table: Table, who: str | NewBot, chance: Chance, away: Collection[Seat] = ()) -> Decision:
    """Seat a person (by name) or a bot in the first free seat.

    The game starts when all seats are taken and no player is absent. People who have had a seat in
    a running game may only return to that seat, since they have seen its secrets.
    """
    if table.closed or table.over:
        return refuse(ServerReason.NO_SUCH_TABLE)
    if isinstance(who, str) and table.seat_of(who) is not None:
        return refuse(ServerReason.SEATED_ALREADY)
    name = who if isinstance(who, str) else ""
    if table.free_seat() is not None and not table.has_room_for(name):
        return refuse(ServerReason.TABLE_FULL, _kept(table))
    seat = table.seat_for(name) if name else table.free_seat()
    if seat is not None and table.is_closed_to(name):
        return refuse(ServerReason.TABLE_FULL, RATED_SEATS)
    if seat is None:
        full = table.free_seat() is None
        return refuse(ServerReason.TABLE_FULL if full else ServerReason.SAT_ELSEWHERE)
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    seated = messages.SeatTaken(seat, who) if isinstance(who, str) else who.seated(table, seat)
    if table.started:
        events = table.rules.come_back(table.state, seat)
        if isinstance(events, Refusal):
            return events
        return [msgspec.structs.replace(seated, events=tuple(events))]
    return [seated, *begin_complete(apply_record(table, seated), chance, away)]


def match(table: Table, name: str, chance: Chance, away: Collection[Seat], now: float) -> Decision:
    """Seat a person who looks for this game; if no seat is free, replace an absent player.

    Without the replacement, a second table for the same game would wait until the absent player's
    seat is freed. Players who have just sat down are not replaced: they may be connected to another
    node that this node has not heard from yet.
    """
    if table.started:
        return refuse(ServerReason.STARTED_ALREADY)
    freed: list[Record] = []
    is_new = table.seat_of(name) is None
    until = (now - JUST_SAT) * 1000
    held = ((seat, table.holders[seat]) for seat in sorted(away))
    absent = [seat for seat, holder in held if holder and holder.at <= until]
    if is_new and table.free_seat() is None and absent:
        freed = [messages.SeatFreed(absent[0])]
        table = apply_record(table, freed[0])
        away = [seat for seat in away if seat != absent[0]]
    seated = sit(table, name, chance, away)
    return seated if isinstance(seated, Refusal) else [*freed, *seated]


def _kept(table: Table) -> str:
    return f"The empty seats are kept for {', '.join(table.kept_for)}."


def is_complete(table: Table, away: Collection[Seat]) -> bool:
    """Return whether a game starts automatically: all seats are taken and nobody is awaited."""
    if table.started or table.closed or table.opened.waits or table.free_seat() is not None:
        return False
    return not awaited(table, away)


def begin_complete(table: Table, chance: Chance, away: Collection[Seat]) -> list[Record]:
    """Start the game if the table is complete."""
    return _start(table, chance) if is_complete(table, away) else []


def awaited(table: Table, away: Collection[Seat]) -> list[str]:
    """Return the absent players whose return the game needs to start; none with a slow clock."""
    if table.slow:
        return []
    return [holder.name for seat in away if (holder := table.holders[seat])]


def seat_bot(
    table: Table, name: str, bot: NewBot, chance: Chance, away: Collection[Seat] = ()
) -> Decision:
    """Seat a bot at the request of a seated player."""
    if table.seat_of(name) is None:
        return refuse(ServerReason.NOT_SEATED)
    return sit(table, bot, chance, away)


def start(
    table: Table, name: str, bot: NewBot, chance: Chance, away: Collection[Seat] = ()
) -> Decision:
    """Fill free seats with bots and start the game at the owner's request, if nobody is absent."""
    if reason := _why_not_manage(table, name):
        return refuse(reason)
    if missing := awaited(table, away):
        return _refuse_without(missing)
    seated = []
    while (seat := table.free_seat()) is not None:
        seated.append(bot.seated(table, seat))
        table = apply_record(table, seated[-1])
    return [*seated, *_start(table, chance)]


def _start(table: Table, chance: Chance) -> list[Record]:
    events = table.rules.setup(len(table.holders), table.opened.options, chance)
    if isinstance(events, Refusal):  # seats and options were checked when the table was opened
        raise TypeError(events.detail)
    return [messages.GameStarted(tuple(events))]


def resize(
    table: Table, name: str, seats: int, chance: Chance, away: Collection[Seat] = ()
) -> Decision:
    """Change the number of seats at the owner's request; if all seats are taken, start the game."""
    if reason := _why_not_manage(table, name):
        return refuse(reason)
    taken = sum(holder is not None for holder in table.holders)
    if seats not in table.rules.SEATS or seats < taken:
        return refuse(ServerReason.BAD_SEATS)
    if table.opened.matching:
        return refuse(ServerReason.BAD_SEATS, "Other players wait for a table of this size.")
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    resized = messages.TableResized(seats)
    after = apply_record(table, resized)
    if after.free_seat() is not None:
        return [resized]
    if missing := awaited(table, away):
        return _refuse_without(missing)
    return [resized, *_start(after, chance)]


def change(table: Table, name: str, request: messages.ChangeTable) -> Decision:
    """Allow or forbid hints and taking moves back at the owner's request."""
    if reason := _why_not_manage(table, name):
        return refuse(reason)
    opened = table.opened
    hints = opened.hints if request.hints is None else request.hints
    take_back = opened.take_back if request.take_back is None else request.take_back
    if (hints, take_back) == (opened.hints, opened.take_back):
        return []
    if opened.rated:
        return refuse(ServerReason.BAD_OPTIONS, RATED_HELP)
    if opened.matching:
        return refuse(ServerReason.BAD_OPTIONS, "Other players wait for a table without them.")
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    return [messages.TableChanged(hints, take_back)]


def _refuse_without(missing: list[str]) -> Refusal:
    detail = f"The game starts once every player is connected; awaited: {', '.join(missing)}."
    return refuse(ServerReason.PLAYER_AWAY, detail)


def _why_not_manage(table: Table, name: str) -> ServerReason | None:
    if table.closed:
        return ServerReason.NO_SUCH_TABLE
    if table.started:
        return ServerReason.STARTED_ALREADY
    return None if key(table.owner) == key(name) else ServerReason.NOT_THE_OWNER


def stand_up(table: Table, name: str) -> Decision:
    """Give up a player's seat; during a game, this is recorded as leaving the game."""
    seat = table.seat_of(name)
    if seat is None:
        return refuse(ServerReason.NOT_SEATED)
    return [] if table.over else give_up(table, [seat])


# During the game


def play(table: Table, seat: Seat, move: object, chance: Chance, request: str = "") -> Decision:
    if table.paused:
        return refuse(ServerReason.AT_REST)
    if table.crowded and table.rules.canonical(table.state, seat, move) is None:
        return refuse(ServerReason.TOO_MUCH_HERE)
    events = table.rules.play(table.state, seat, move, chance)
    if isinstance(events, Refusal):
        return events
    return [messages.MovePlayed(seat, tuple(events), request)]


def taker(table: Table) -> Seat | None:
    """Return the seat that may take its last move back, if any; never a bot's seat."""
    moved = (past.seat for past in reversed(table.past) if not table.bot_at(past.seat))
    return next(moved, None)


def take_back(table: Table, seat: Seat, *, with_bots: bool = True) -> Decision:
    """Take back this seat's last move and the bots' moves after it, if nothing was revealed.

    A separate record takes back each move, the latest move first. Without `with_bots`, a move
    cannot be taken back once bots have moved.
    """
    if not table.opened.take_back:
        return refuse(ServerReason.NO_TAKING_BACK)
    if taker(table) != seat:
        return refuse(ServerReason.NOTHING_TO_TAKE_BACK)
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    answers = list(takewhile(lambda past: past.seat != seat, reversed(table.past)))
    if answers and not with_bots:
        return refuse(ServerReason.NOTHING_TO_TAKE_BACK)
    return [*(messages.MoveTakenBack(past.seat) for past in answers), messages.MoveTakenBack(seat)]


def skip(table: Table, seat: Seat, chance: Chance, *, late: bool = False) -> Decision:
    """Skip a seat that is empty, absent or out of time."""
    events = table.rules.skip(table.state, seat, chance)
    if isinstance(events, Refusal):
        return events
    return [messages.SeatSkipped(seat, tuple(events), late)]


def resign(table: Table, name: str) -> Decision:
    seat = table.seat_of(name)
    if seat is None:
        return refuse(ServerReason.NOT_SEATED)
    if not table.in_play:
        return refuse(ServerReason.OVER_ALREADY if table.over else ServerReason.NOT_STARTED)
    return give_up(table, [seat], resigned=True)


def give_up(
    table: Table, seats: Sequence[Seat], *, resigned: bool = False, late: bool = False
) -> Decision:
    """Give up seats; if no person remains, the bots leave as well."""
    stay = [seat for seat in table.people() if seat not in seats]
    if not table.started:
        freed: list[Record] = [messages.SeatFreed(seat) for seat in seats]
        return freed if stay else [*freed, messages.TableClosed()]
    gone = seats if stay else [Seat(s) for s, holder in enumerate(table.holders) if holder]
    events = table.rules.leave(table.state, gone)
    if isinstance(events, Refusal):
        return events
    if resigned:
        events = [_for_good(event) for event in events]
    return [messages.SeatsGivenUp(tuple(gone), tuple(events), resigned, late=late)]


def _for_good(event: object) -> object:
    return msgspec.structs.replace(event, resigned=True) if isinstance(event, SeatsLeft) else event


def pause(table: Table, paused: messages.GamePaused) -> Decision:
    if table.over:
        return refuse(ServerReason.OVER_ALREADY)
    if table.paused:
        return refuse(ServerReason.AT_REST)
    return refuse(ServerReason.TOO_MUCH_HERE) if table.crowded else [paused]


def resume(table: Table, seat: Seat) -> Decision:
    return [messages.GameResumed(seat)] if table.paused else refuse(ServerReason.NOT_AT_REST)


def give_time(table: Table, by: Seat, to: Seat, seconds: int) -> Decision:
    if table.opened.clock is None:
        return refuse(ServerReason.NO_CLOCK)
    if table.over:
        return refuse(ServerReason.OVER_ALREADY)
    if by == to or not 0 <= to < len(table.holders) or not 0 < seconds <= MOST_TIME_GIVEN:
        return refuse(ServerReason.BAD_TIME)
    if table.crowded:
        return refuse(ServerReason.TOO_MUCH_HERE)
    return [messages.TimeGiven(by, to, seconds)]


# After the game


def open_rematch(table: Table, number: int, before: int) -> Decision:
    """Record the table of the rematch, unless another rematch was opened first."""
    return [messages.RematchOpened(number)] if table.rematch == before else []


def decline(table: Table, name: str) -> Decision:
    """Give up the seat that a rematch keeps for a person, if any."""
    return release(table, [kept for kept in table.kept_for if key(kept) == key(name)])


def release(table: Table, names: Sequence[str]) -> list[Record]:
    """Stop keeping seats of a rematch for these people."""
    seat = table.free_seat()
    return [] if seat is None else [messages.SeatFreed(seat, kept_for=name) for name in names]


def play_on(
    table: Table, seat: Seat, bot: NewBot, before: Table, events: Sequence[object]
) -> Decision:
    """Continue another table's game at this table, with bots in all seats except the owner's."""
    seated = [messages.SeatTaken(seat, table.owner)]
    filled = apply_record(table, seated[0])
    while (free := filled.free_seat()) is not None:
        seated.append(bot.seated(filled, free))
        filled = apply_record(filled, seated[-1])
    state = before.state
    line = list(events)
    for empty in (Seat(s) for s, holder in enumerate(before.holders) if holder is None):
        back = table.rules.come_back(state, empty)
        if not isinstance(back, Refusal):
            state = reduce(table.rules.apply, back, state)
            line = [*line, *back]
    return [table.opened, *seated, messages.GameStarted(tuple(line))]
