"""Features that novices overlook, and those they notice."""

from typing import Any

from ludoteca.bots import Question
from ludoteca.bots.levels import LOOKS, novice
from ludoteca.games import GAMES, Dice, Rules, Seat, renaissance, shelfie
from tests.bots.shelves import FIVE_PLANTS, THREE_CORNERS
from tests.bots.tables import choice
from tests.games.renaissance.laid import board, table
from tests.games.shelfie.drawn import table as shelves

SEEDS = range(40)
# Two lines, both of which a novice sees.
ROOM = """
    . . . . . . . . .
    . . . . . . . . .
    . . . P . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
FULLER = """
    B . . . .
    C T C . G
    T F G . F
    F G T . C
    G C F . T
    B T C G B
"""
CORNERS = 8
WITHOUT_ITS_GAME = """
    . . . . B
    . . . . T
    C . . . P
    T . G . T
    B P C . B
    P B T P T
"""


def played(rules: Rules, state: Any) -> list[str]:
    """Return a novice's moves in the first seat, one for each seed."""
    return [rules.write_move(choice("novice", rules, state, Seat(0), seed)) for seed in SEEDS]


def test_novice_extends_groups() -> None:
    state = shelves(2, ROOM, [FIVE_PLANTS], goals=(1, 2))
    assert set(played(shelfie, state)) == {"d3 > 1", "d3 > 2", "d3 > 3"}


def test_novice_overlooks_good_moves_among_many() -> None:
    state = shelves(2, shelves=[FIVE_PLANTS], goals=(1, 2))
    best = shelfie.write_move(choice("greedy", shelfie, state, Seat(0)))
    moves = played(shelfie, state)
    assert moves.count(best) < len(SEEDS) / 4
    assert len(set(moves)) > 10


def test_novice_considers_common_goals_once_its_shelf_is_nearly_full() -> None:
    fourth_corner = "e7 > 5"
    few, many = (shelves(2, ROOM, [s], (CORNERS,), (1, 2)) for s in (THREE_CORNERS, FULLER))
    assert fourth_corner not in played(shelfie, few)
    assert set(played(shelfie, many)) == {fourth_corner}


def test_novice_sometimes_forgets_its_personal_goal() -> None:
    state = shelves(2, ROOM.replace("P", "G"), [WITHOUT_ITS_GAME], goals=(1, 2))
    assert len(SEEDS) / 4 < played(shelfie, state).count("d3 > 2") < len(SEEDS) * 3 / 4


def test_novice_plays_leaders_occasionally() -> None:
    moves = played(renaissance, table(board(box="5 coin", hand="53 61"), board()))
    assert 0 < moves.count("leader 53") < len(SEEDS) / 4


def test_novice_buys_any_affordable_card() -> None:
    moves = played(
        renaissance, table(board(box="5 coin + 5 shield + 5 servant + 5 stone"), board())
    )
    bought = {move.split()[1] for move in moves if move.startswith("buy")}
    assert len(bought) > 2


def test_a_game_of_others_is_played_by_looking_at_a_few_moves() -> None:
    asked = []

    class Counting(Dice):
        def below(self, n: int) -> int:
            asked.append(n)
            return super().below(n)

    rules = GAMES["shelfie"]
    state = shelves(2)
    moves = list(rules.legal_moves(state, Seat(0)))
    question = Question(rules, rules.view(state, Seat(0)), Seat(0), moves)
    assert novice(question, Counting(0)) in moves
    assert asked[:-1] == [len(moves) - n for n in range(LOOKS)]
