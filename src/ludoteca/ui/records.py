"""The records of a table as sentences, with the names of the players."""

from collections.abc import Callable, Sequence
from typing import assert_never

from ludoteca import messages
from ludoteca.games import RULEBOOKS, Rules
from ludoteca.games.contract import Event, Seat
from ludoteca.ui.draw import counted, level_name, named, printable


def sentence(record: messages.Record, who: Callable[[Seat], str]) -> str:  # noqa: C901, PLR0912 - one case a record
    """Describe a record; `who` returns the name that a seat had just before the record."""
    match record:
        case messages.TableOpened(game=game, rules=version, seats=seats, owner=owner):
            rules = RULEBOOKS.get((game, version))
            title = rules.TITLE if rules else printable(game)
            return f"{printable(owner)} opened a table of {title} for {seats}."
        case messages.TableResized(seats):
            return f"The table is now for {seats}."
        case messages.TableChanged(hints, take_back):
            allowed = f"Hints are {'' if hints else 'not '}allowed"
            return f"{allowed}, and moves can{'' if take_back else 'not'} be taken back."
        case messages.SeatTaken(name=name, released=True):
            player = f"Another player now plays as {printable(name)}"
            return f"{player} and sees that seat's hidden goal or cards."
        case messages.SeatTaken(seat, name, bot):
            kind = f" (a bot, {printable(level_name(bot))})" if bot else ""
            return f"{printable(name)}{kind} took seat {seat + 1}."
        case messages.SeatFreed(kept_for=name) if name:
            return f"The seat kept for {printable(name)} is now free."
        case messages.SeatFreed(seat):
            return f"{who(seat)} left the seat."
        case messages.GameStarted():
            return "The game has started."
        case messages.MovePlayed(seat):
            return f"{who(seat)} moved."
        case messages.MoveTakenBack(seat):
            return f"{who(seat)} took the last move back."
        case messages.SeatSkipped(seat, late=late):
            return f"{who(seat)} {'ran out of time' if late else 'was away'}."
        case messages.SeatsGivenUp(seats, resigned=resigned):
            given_up = "gave up the seat" if len(seats) == 1 else "gave up their seats"
            return f"{' and '.join(map(who, seats))} {'resigned' if resigned else given_up}."
        case messages.StandInSeated(seat, bot):
            return f"A bot ({printable(level_name(bot))}) is playing for {who(seat)}."
        case messages.StandInLeft(seat):
            return f"{who(seat)} is back and takes over from the bot."
        case messages.SeatOffered(seat, offered):
            offers = "offers the seat" if offered else "no longer offers the seat"
            return f"{who(seat)} {offers} to another player."
        case messages.GameCalledOff():
            return "The game was called off."
        case messages.GamePaused():
            return "The game is paused."
        case messages.GameResumed(expired=True):
            return "The pause is over."
        case messages.GameResumed(seat):
            return f"{who(seat)} resumed the game."
        case messages.TimeGiven(by, to, seconds):
            return f"{who(by)} gave {who(to)} {counted(seconds, 'more second')}."
        case messages.VacationBegun(name):
            return f"{printable(name)} is on vacation: the clock is stopped."
        case messages.VacationEnded(name):
            return f"{printable(name)} is back from vacation."
        case messages.RematchOpened(number):
            return f"The rematch is at table {number}."
        case messages.TableClosed():
            return "The table was closed."
        case messages.PlayerRemoved(name, removed):
            return f"{printable(name)} {'was removed' if removed else 'may come back'}."
        case messages.PlayerMuted(name, muted):
            return f"{printable(name)} was {'muted' if muted else 'unmuted'}."
        case messages.GameRated(ratings):
            return f"New ratings: {', '.join(new_rating(who, rating) for rating in ratings)}."
        case messages.RecordDropped():
            return "A record that was not a move was dropped to save space."
        case _:
            assert_never(record)


def new_rating(who: Callable[[Seat], str], rating: messages.SeatRating) -> str:
    change = f" ({round(rating.change):+})" if rating.games else ""
    return f"{who(rating.seat)} {round(rating.rating)}{change}"


def describe(event: Event, rules: Rules | None, names: Sequence[str]) -> str:
    """Describe a game's event, or name only its tag if the game's rules are unknown."""
    if rules is None:
        return f"{str(event.get('event', '')).replace('_', ' ').capitalize()}."
    return named(rules.describe(event), names)
