"""Some events in words, as a person would read them."""

import pytest

from ludoteca.games import Ending, Rules, Seat, renaissance, shelfie
from ludoteca.games.renaissance import events
from ludoteca.games.renaissance.resources import Goods, Resource, Way
from ludoteca.games.shelfie import Cell, Edition, Squares
from ludoteca.games.shelfie.board import Tile

S0, S1 = Seat(0), Seat(1)
CAT = Tile(1)
PAID = renaissance.Payment((0, 0, 0))


@pytest.mark.parametrize(
    ("rules", "event", "sentence"),
    [
        (
            shelfie,
            shelfie.TableLaid(2, Edition.ENGLISH, (1, 9), S1),
            "A table for 2, English rules. Common goals: Two squares and Eight alike. "
            "Seat 2 begins.",
        ),
        (
            shelfie,
            shelfie.TableLaid(2, Edition.ITALIAN, (), S0, squares=Squares.ANY_KIND),
            "A table for 2, Italian rules with squares of any kind. Common goals: none. "
            "Seat 1 begins.",
        ),
        (
            shelfie,
            shelfie.LeftoversReturned(),
            "The tiles left in the living room went back into the bag.",
        ),
        (
            shelfie,
            shelfie.BoardFilled(((Cell(0, 3), CAT),)),
            "The living room was filled with 1 tile.",
        ),
        (
            shelfie,
            shelfie.TilesTaken(S0, (Cell(1, 3), Cell(1, 4)), 2),
            "Seat 1 put d2 e2 into column 3.",
        ),
        (
            shelfie,
            shelfie.TokenTaken(S1, 4, 8),
            "Seat 2 completed common goal 4, Six pairs: 8 points.",
        ),
        (
            shelfie,
            shelfie.GameEnded((S1,), Ending.LAST_LEFT, (1, 2)),
            "The game is over. Seat 2 won as the last one left.",
        ),
        (renaissance, events.TableLaid(2, (), S1), "A table for 2. Seat 2 begins."),
        (renaissance, events.MarblesTaken(S0, Way.ROW, 1), "Seat 1 took row 2 of the market."),
        (
            renaissance,
            events.MarbleConverted(S0, Resource.COIN),
            "Seat 1 turned a white marble into 1 coin.",
        ),
        (
            renaissance,
            events.ResourcesMoved(S0, 0, 2, 2),
            "Seat 1 moved 2 from depot 1 to depot 3.",
        ),
        (renaissance, events.DepotsSwapped(S0, 0, 1), "Seat 1 swapped depots 1 and 2."),
        (renaissance, events.LeaderPlayed(S1, 53), "Seat 2 played leader 53."),
        (renaissance, events.LeaderReturned(S1, 0), "Seat 2 returned a leader."),
        (renaissance, events.LeaderReturned(S1, 51), "Seat 2 returned leader 51."),
        (renaissance, events.CrossMoved(1), "Lorenzo's cross moved 1 space."),
        (renaissance, events.FaithGained((S0,), 2), "Seat 1 moved 2 spaces on the faith track."),
        (renaissance, events.Produced(S0, PAID, Goods(coin=2)), "Seat 1 produced 2 coins."),
        (renaissance, events.Produced(S0, PAID, Goods()), "Seat 1 produced faith only."),
        (
            renaissance,
            events.VaticanReport(0, (S0, S1)),
            "Vatican report 1: Seat 1 and Seat 2 kept 2 points.",
        ),
        (
            renaissance,
            events.TokenRevealed(3),
            "Lorenzo drew the token that removes two yellow cards.",
        ),
        (
            renaissance,
            events.GameEnded((), Ending.PLAYED_OUT, ()),
            "The game is over. Lorenzo won.",
        ),
        (renaissance, events.GameEnded((), Ending.ABANDONED, ()), "The game is over. Nobody won."),
    ],
)
def test_event_is_described_in_a_sentence(rules: Rules, event: object, sentence: str) -> None:
    assert rules.describe(event) == sentence
