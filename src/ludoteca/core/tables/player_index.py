"""Index entries of a finished game, by which the games of each player are found and counted.

| label | stands for | value |
|---|---|---|
| `played|PLAYER` | a finished game, abandoned ones included | |
| `tally|PLAYER|GAME|won` or `…|lost` | a result | points |
| `seats|PLAYER|GAME|SEATS|won` or `…|lost` | a result by the number of seats | points |
| `goal|PLAYER|GAME|GOAL|met` or `…|missed` | a source of points | points from it |
| `beat|PLAYER|GAME|BOT` | a win against a kind of bot | points |

The rank of a `played` entry is the time at which the game ended. The rank of every other entry is
the time at which the player took the seat, so that sums since a player got the name leave out the
name's earlier owners. Abandoned games have only `played` entries. Sums of these entries are the
statistics of a player.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludoteca.core.tables.table import Holder
from ludoteca.games import Ending
from ludoteca.journal import IndexEntry, Journal
from ludoteca.messages import Result, key

WON = "won"
LOST = "lost"
MET = "met"
MISSED = "missed"
KINDS = ("beat|", "goal|", "played|", "seats|", "tally|")
"""Prefixes of all labels of players."""


def played_by(name: str) -> str:
    return f"played|{key(name)}"


def tallies_of(name: str) -> str:
    """Return the prefix of the labels for a player's results, by game."""
    return f"tally|{key(name)}|"


def seats_of(name: str) -> str:
    """Return the prefix of the labels for a player's results, by game and number of seats."""
    return f"seats|{key(name)}|"


def goals_of(name: str) -> str:
    """Return the prefix of the labels for a player's goals, by game."""
    return f"goal|{key(name)}|"


def beaten_by(name: str) -> str:
    """Return the prefix of the labels for the bots that a player has beaten, by game."""
    return f"beat|{key(name)}|"


class Total(NamedTuple):
    """Totals of a player's games whose labels differ only in the result."""

    games: int = 0
    good: int = 0
    """Number of games that were won, or in which the goal was met."""
    points: int = 0
    best: int = 0


async def totals(journal: Journal, prefix: str, since: int) -> dict[str, Total]:
    """Return the totals of a player's results or goals, by the part of the label before the result.

    `since` is the time at which the player got the name.
    """
    found: dict[str, Total] = {}
    for label, games, points, best in await journal.sums(prefix, since=since):
        what, _, how = label.removeprefix(prefix).rpartition("|")
        before = found.get(what)
        found[what] = Total(
            games=(before.games if before else 0) + games,
            good=(before.good if before else 0) + (games if how in (WON, MET) else 0),
            points=(before.points if before else 0) + points,
            best=max(before.best, best) if before else best,
        )
    return found


def entries_of(
    game: str,
    players: Sequence[Holder | None],
    result: Result,
    goals: Sequence[Mapping[str, int]],
    at: int,
) -> list[IndexEntry]:
    """Return the index entries of all people at a finished game; `goals` may be unknown."""
    entries: dict[str, IndexEntry] = {}
    for seat, player in enumerate(players):
        if player is None or player.bot:
            continue
        label = played_by(player.name)
        entries[label] = IndexEntry(label, at)
        if result.outcome.ending is Ending.ABANDONED:
            continue
        sat_down = player.at or at
        how = WON if seat in result.outcome.winners else LOST
        points = result.totals[seat]
        labels = [
            f"{tallies_of(player.name)}{game}|{how}",
            f"{seats_of(player.name)}{game}|{len(players)}|{how}",
            *(f"{beaten_by(player.name)}{game}|{bot}" for bot in _beaten(seat, players, result)),
        ]
        entries |= {label: IndexEntry(label, sat_down, points) for label in labels}
        for goal, amount in goals[seat].items() if goals else ():
            label = f"{goals_of(player.name)}{game}|{goal}|{MET if amount else MISSED}"
            entries[label] = IndexEntry(label, sat_down, amount)
    return list(entries.values())


def _beaten(seat: int, players: Sequence[Holder | None], result: Result) -> Iterator[str]:
    winners = result.outcome.winners
    if seat in winners:
        bots = (other.bot for place, other in enumerate(players) if other and place not in winners)
        yield from filter(None, bots)
