"""English sentences for protocols that have no messages about clocks, stand-ins and pauses.

Each protocol delivers the sentences in its own way, as chat or as a server reply.
"""

from collections.abc import Iterator, Sequence

from ludoteca import messages
from ludoteca.games import Seat

PAUSED = "The game is paused."
RESUMED = "The game goes on."
ENDS = f"The pause lasts {messages.SHORT_PAUSE // 60} minutes at most."
REJECTED = "There is no pause: a player said no."
LATE = "Your turn was skipped because your time ran out."
LOST = f"Your seat was given up because your time ran out in {messages.MOST_LATE} turns in a row."
PLAYED_FOR_YOU = "A bot played for you while you were away."

_UNITS = ((24 * 3600, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def is_offered(info: messages.TableInfo, *, take_back: bool = True) -> bool:
    """Return whether a protocol that cannot display clocks lists this table.

    `take_back` says whether the protocol can display that a move was taken back.
    """
    return info.clock is None and (take_back or not info.take_back)


# A player joins a table or returns to it


def on_arrival(info: messages.TableInfo, names: Sequence[str], own: Seat | None) -> Iterator[str]:
    """Describe a table's clock and its stand-in bots to an arriving player."""
    if info.clock:
        yield _clock(info.clock)
    for seat, holder in enumerate(info.seats):
        if holder and holder.stand_in and seat != own:
            yield stands_in(names[seat], holder.stand_in)


def _clock(clock: messages.Clock) -> str:
    time = f"{_span(clock.turn)} for each turn"
    if not clock.turn:
        time = f"{_span(clock.bank)} for the whole game"
    if clock.increment:
        time += f" and {_span(clock.increment)} more for each turn"
    return (
        f"This table has a clock: {time}. A turn that runs out of time is skipped, "
        f"and after {messages.MOST_LATE} such turns in a row the seat is given up."
    )


def _span(seconds: int) -> str:
    """Format a duration in the largest unit that divides it."""
    size, unit = next((size, unit) for size, unit in _UNITS if seconds % size == 0)
    count = seconds // size
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def time_for_turn(left: int) -> str:
    """State how much time a player has for the turn that begins; `left` is in milliseconds."""
    return f"You have {_span(left // 1000)} for this turn."


# Events at a table


def on_notice(
    notice: messages.Notice, names: Sequence[str], own: Seat | None, *, chats: bool = True
) -> Iterator[str]:
    """Describe an event at a table.

    `chats` says whether the protocol has chat. Without chat, only a move can reject a pause.
    """
    match notice:
        case messages.TableNews(record=record):
            yield from _on_record(record, names, own)
        case messages.TimeLow(left=left):
            yield f"Your time runs out: {_span(max(1, left // 1000))} left."
        case messages.PauseAsked(seats=()):
            yield REJECTED
        case messages.PauseAsked(seats=seats, within=within) if own not in seats:
            yield f"{_listed([names[seat] for seat in seats])} would like to pause the game."
            if within is not None:
                no = "move or write no in chat" if chats else "move"
                seconds = _span(max(1, round(within / 1000)))
                yield f"You agree unless you {no} within {seconds}."
        case _:
            pass


def _on_record(record: messages.Record, names: Sequence[str], own: Seat | None) -> Iterator[str]:
    match record:
        case messages.SeatSkipped(seat, late=True) if seat == own:
            yield LATE
        case messages.SeatsGivenUp(seats, late=True) if own in seats:
            yield LOST
        case messages.SeatTaken(seat, released=True) if seat != own:
            yield changed_player(names[seat])
        case messages.StandInSeated(seat, bot) if seat != own:
            yield stands_in(names[seat], bot)
        case messages.StandInLeft(seat):
            yield PLAYED_FOR_YOU if seat == own else f"{names[seat]} plays again; the bot stops."
        case messages.GamePaused(until=until):
            yield PAUSED
            if until:
                yield ENDS
        case messages.GameResumed():
            yield RESUMED
        case _:
            pass


def stands_in(name: str, bot: str) -> str:
    return f"A bot ({bot}) plays for {name} until {name} is back."


def changed_player(name: str) -> str:
    """Announce that another player took over a seat and can see its secrets."""
    return f"Another player now plays as {name} and sees the hidden goal or cards of that seat."


def taken_back(name: str) -> str:
    return f"The last move of {name} was taken back."


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
