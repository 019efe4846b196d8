"""How likely a seat of Masters of Renaissance is to win, by who is ahead."""

from math import exp

from ludoteca.bots.renaissance.greedy.prospects import ENGINE, faith_value, yield_of
from ludoteca.games import Seat
from ludoteca.games.renaissance import CARDS, Colour, View, points
from ludoteca.games.renaissance.cards import DECKS
from ludoteca.games.renaissance.faith import LAST_SPACE, track_points
from ludoteca.games.renaissance.state import CARDS_TO_END

SURE, UNSURE = 3.0, 0.5
"""The lead in points that makes one seat e times as likely to win as another: in the last round,
and what comes to it for every card that is missing for it."""
STEEP, EVEN = 10.0, 0.1
"""How fast a lead over Lorenzo becomes a win, and the lead with which either may win."""
OF_A_COLOUR = 12


def chance(view: View, seat: Seat) -> float:
    """How likely a seat is to win, as far as the eyes behind the view can know."""
    if view.outcome:
        winners = view.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0
    if len(view.seats) == 1:
        return 1 / (1 + exp(-STEEP * (_lead_over_lorenzo(view) - EVEN)))
    standing = [_standing(view, Seat(s)) for s in range(len(view.seats))]
    best, lead = max(standing), SURE + UNSURE * rounds_left(view)
    likely = [exp((each - best) / lead) for each in standing]
    return likely[seat] / sum(likely)


def rounds_left(view: View) -> int:
    """How many cards are missing for the last round."""
    most = max(sum(map(len, seen.slots)) for seen in view.seats)
    return 0 if view.last_round else CARDS_TO_END - most


def _standing(view: View, seat: Seat) -> float:
    """The points of a seat, the pope tiles that it comes near to, and what it still produces."""
    seen = view.seats[seat]
    earned = sum(point.amount for point in points(view, seat)) - track_points(seen.faith)
    engine = sum(yield_of(CARDS[slot[-1]]) for slot in seen.slots if slot)
    return earned + faith_value(seen.faith, seen.tiles) + ENGINE * rounds_left(view) * engine


def _lead_over_lorenzo(view: View) -> float:
    """How much nearer the seat is to its end of the game than Lorenzo to his."""
    own = view.seats[0]
    mine = max(sum(map(len, own.slots)) / CARDS_TO_END, own.faith / LAST_SPACE)
    left = dict.fromkeys(Colour, 0)
    for (colour, _), deck in zip(DECKS, view.decks, strict=True):
        left[colour] += deck.cards
    his = max(view.cross / LAST_SPACE, 1 - min(left.values()) / OF_A_COLOUR)
    return mine - his
