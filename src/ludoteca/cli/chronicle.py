"""The records of a table as sentences with players' names."""

from typing import assert_never

from ludoteca import messages
from ludoteca.cli.complaint import counted
from ludoteca.core import Table
from ludoteca.games import Seat
from ludoteca.messages.table_info import PROGRAM
from ludoteca.ui import level_name


def sentence(record: messages.Record, table: Table) -> str:  # noqa: C901, PLR0912 - one case a record
    """Describe a record, with the names of the players seated before it."""
    match record:
        case messages.TableOpened(seats=seats, owner=owner):
            return f"{printable(owner)} opened a table of {table.rules.TITLE} for {seats}."
        case messages.TableResized(seats):
            return f"The table is now for {seats}."
        case messages.SeatTaken(seat, name, released=True):
            return f"Another player took seat {seat + 1} under the name {printable(name)}."
        case messages.SeatTaken(seat, name, bot):
            kind = f" (a bot, {printable(level_name(bot))})" if bot else ""
            return f"{printable(name)}{kind} took seat {seat + 1}."
        case messages.SeatFreed(seat):
            return f"{called(table, seat)} left the seat."
        case messages.GameStarted():
            return "The game began."
        case messages.MovePlayed(seat):
            return f"{called(table, seat)} moved."
        case messages.MoveTakenBack(seat):
            return f"{called(table, seat)} took the last move back."
        case messages.SeatSkipped(seat, late=late):
            reason = "ran out of time" if late else "was away"
            return f"{called(table, seat)} {reason}: turn skipped."
        case messages.SeatsGivenUp(seats, resigned=resigned):
            who = " and ".join(called(table, seat) for seat in seats)
            return f"{who} {'resigned' if resigned else 'gave up'}."
        case messages.StandInSeated(seat, bot):
            return f"A bot ({printable(level_name(bot))}) stands in for {called(table, seat)}."
        case messages.StandInLeft(seat):
            return f"{called(table, seat)} is back and takes over from the bot."
        case messages.SeatOffered(seat, offered):
            offers = "offers the seat" if offered else "no longer offers the seat"
            return f"{called(table, seat)} {offers} to another player."
        case messages.GameCalledOff():
            return "All agreed to end the game."
        case messages.GamePaused():
            return "All agreed to pause."
        case messages.GameResumed(expired=True):
            return "The pause ended by itself."
        case messages.GameResumed(seat):
            return f"{called(table, seat)} ended the pause."
        case messages.TimeGiven(by, to, seconds):
            more = counted(seconds, "second")
            return f"{called(table, by)} gave {called(table, to)} {more} more."
        case messages.RematchOpened(number):
            return f"They play again at table {number}."
        case messages.TableClosed():
            return "The table was closed."
        case messages.PlayerRemoved(name, removed):
            return f"{printable(name)} {'was removed' if removed else 'may come back'}."
        case messages.PlayerMuted(name, muted):
            return f"{printable(name)} was {'muted' if muted else 'unmuted'}."
        case messages.RecordDropped():
            return "A record that was not a move was dropped to save space."
        case _:
            assert_never(record)


def called(table: Table, seat: Seat) -> str:
    """Return the name of the player who holds the seat or held it last."""
    player = table.players[seat]
    return printable(player.name) if player else f"Seat {seat + 1}"


def titled(table: Table, seat: Seat) -> str:
    """Return the player's name and, for a bot, its level."""
    player = table.players[seat]
    kind = ""
    if player:
        kind = player.bot or (PROGRAM if player.program else "")
    return called(table, seat) + (f" ({printable(level_name(kind))})" if kind else "")


def printable(name: str) -> str:
    """Replace control characters, so that a file's author cannot control the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
