"""Rated games: the place of each seat, and the ratings recorded when the game ends."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.model import MEASURED, Entrant, Rating, rated
from ludoteca.core.ratings.standings import PoolOf, Standing
from ludoteca.core.services import Services
from ludoteca.core.tables.table import Table
from ludoteca.games import Ending, Seat
from ludoteca.journal import Addition
from ludoteca.messages import GameRated, Pool, Record, Result, SeatsGivenUp, key


class Settled(NamedTuple):
    """The ratings after a game: their record, and what to append to the players' streams."""

    record: GameRated
    additions: list[Addition]


def ends_rated(table: Table, after: Sequence[tuple[Record, Table]]) -> bool:
    """Return whether these records end a rated table's game in a way that counts.

    A game ended by a vote or by an operator does not count, nor does a game that all people have
    left. If they have left a game against bots, however, the bots have won.
    """
    if not after:
        return False
    record, end = after[-1]
    outcome = end.rules.outcome(end.state) if end.started else None
    if outcome is None or table.over or _changed_hands(end):
        return False
    left_to_bots = isinstance(record, SeatsGivenUp) and any(p and p.bot for p in end.players)
    return outcome.ending is not Ending.ABANDONED or left_to_bots


def _changed_hands(table: Table) -> bool:
    """Return whether an operator reassigned a player's seat to another player."""
    players = [key(player.name) if player else "" for player in table.players]
    return any(players[seat] != name for name, seat in table.sat.items())


def places(table: Table, result: Result) -> list[int]:
    """Return the place of each seat; seats with the same score share a place.

    Winners come first, then the other seats by their points. People who resigned, ran out of time
    or left come last, and so do those for whom a bot plays at the end.
    """

    def score(seat: Seat) -> tuple[int, int]:
        player = table.players[seat]
        is_person = player is not None and not player.bot
        if is_person and (table.holders[seat] is None or seat in table.stand_ins):
            return (0, 0)
        if seat in result.outcome.winners:
            return (2, 0)
        return (1, 0 if result.outcome.ending is Ending.ABANDONED else result.totals[seat])

    scores = [score(Seat(seat)) for seat in range(len(table.players))]
    return [1 + sum(other > own for other in scores) for own in scores]


async def settle(table: Table, result: Result, at: int, services: Services) -> Settled | None:
    """Return the ratings after a game, computed from the current standings.

    Return None unless a person and at least one other rated player took part.
    """
    game = table.opened.game
    pool = PoolOf(game, Pool.of(table.opened.clock))
    before: dict[Seat, Standing] = {}
    entrants: list[Entrant] = []
    for seat, place in enumerate(places(table, result)):
        player = table.players[seat]
        if player is None:
            continue
        if player.bot:
            fixed = services.bots.rating(game, player.bot)
            if fixed is not None:
                entrants.append(Entrant(Seat(seat), place, Rating(fixed, MEASURED), None))
            continue
        known = await standings.find_standing(services.journal, player.name, pool)
        before[Seat(seat)] = known
        entrants.append(Entrant(Seat(seat), place, known.now, known.games))
    if len(entrants) < 2 or not before:
        return None
    record = GameRated(rated(entrants), at)
    additions = []
    for rating in record.ratings:
        if standing := before.get(rating.seat):
            after = standing.after(rating, at)
            additions.append(standings.addition(standing, after, pool, table.number, at))
    return Settled(record, additions)
