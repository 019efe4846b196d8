"""Moves, boards and markets as text, in both directions, and the table as a drawing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import Refusal, Rules, Seat, renaissance
from ludoteca.games.renaissance import (
    Basic,
    Board,
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Goods,
    LeaderPower,
    Move,
    MoveResources,
    Payment,
    PlaceResource,
    PlayLeader,
    Produce,
    Reason,
    Resource,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    Way,
)
from tests.games.random_play import Setup, play_out, setups
from tests.games.renaissance import laid

GAME: Rules = renaissance
COIN, STONE, SERVANT, SHIELD = Resource
PAID = Payment((0, 2, 1), Goods(coin=1, servant=1))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("return 53", ReturnLeader(53)),
        ("bonus coin > 3", TakeBonus(COIN, 2)),
        ("row 2", TakeMarbles(Way.ROW, 1)),
        ("column 4", TakeMarbles(Way.COLUMN, 3)),
        ("convert stone", ConvertMarble(STONE)),
        ("place shield > 4", PlaceResource(SHIELD, 3)),
        ("discard servant", DiscardResource(SERVANT)),
        ("move 2 from 1 to 3", MoveResources(0, 2, 2)),
        ("swap 2 3", SwapDepots(1, 2)),
        ("buy 22 > 2", BuyCard(22, 1)),
        ("buy 22 > 2 with 0 2 1", BuyCard(22, 1, Payment((0, 2, 1)))),
        ("buy 22 > 2 with 0 2 1 + 1 coin + 1 servant", BuyCard(22, 1, PAID)),
        ("produce 1 3", Produce(None, (0, 2))),
        ("produce basic coin coin = stone", Produce(None, (), Basic((COIN, COIN), STONE))),
        (
            "produce 2 basic coin stone = shield 64 = servant 61 = coin"
            " with 0 2 1 + 1 coin + 1 servant",
            Produce(
                PAID,
                (1,),
                Basic((COIN, STONE), SHIELD),
                (LeaderPower(64, SERVANT), LeaderPower(61, COIN)),
            ),
        ),
        ("produce", Produce()),
        ("leader 53", PlayLeader(53)),
        ("discard 53", DiscardLeader(53)),
        ("end", EndTurn()),
    ],
)
def test_a_move_both_ways(text: str, move: Move) -> None:
    assert renaissance.write_move(move) == text
    assert renaissance.read_move(text) == move
    assert renaissance.read_move(f"  {text.upper().replace(' ', '  ')} ") == move


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("market row 2", "row 2"),
        ("coin 3", "place coin > 3"),
        ("place coin 3", "place coin > 3"),
        ("bonus coin 3", "bonus coin > 3"),
        ("buy 22 slot 2", "buy 22 > 2"),
        ("play 53", "leader 53"),
        ("produce 1 0 coin stone > shield", "produce 1 basic coin stone = shield"),
    ],
)
def test_shorter_forms_of_moves_are_read(typed: str, written: str) -> None:
    assert renaissance.read_move(typed) == renaissance.read_move(written)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "row",
        "row x",
        "row 1 2",
        "place gold > 1",
        "buy 22",
        "buy 22 > 1 with",
        "buy 22 > 1 with x",
        "buy 22 > 1 with 1 + 2 gold",
        "row 1 with 0 0 0",
        "produce basic coin = stone",
        "produce 64",
        "end now",
    ],
)
def test_invalid_move_is_refused(text: str) -> None:
    answer = renaissance.read_move(text)
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.UNREADABLE


@given(setups(GAME))
def test_boards_and_markets_can_be_written_and_read(setup: Setup) -> None:
    for state in play_out(setup).states[::5]:
        market = renaissance.write_market(state.market)
        assert renaissance.read_market(market) == state.market
        for board in state.boards:
            assert renaissance.read_board(renaissance.write_board(board)) == board


def test_a_hand_face_down_can_be_written_and_read() -> None:
    board = Board(hand=(0, 0), bonus=2)
    assert renaissance.read_board(renaissance.write_board(board)) == board


def test_a_board_may_be_written_over_several_lines() -> None:
    assert renaissance.read_board("faith\n3 ;\n\tbox 1\n coin") == renaissance.read_board(
        "faith 3 ; box 1 coin"
    )


def test_goods_named_twice_are_counted_together() -> None:
    board = renaissance.read_board("box 1 coin + 2 shield + 4 coin")
    assert isinstance(board, Board)
    assert board.strongbox == Goods(coin=5, shield=2)


def test_a_board_with_everything_on_it() -> None:
    text = (
        "depots coin 1, -, shield 3, stone 2 ; box 2 coin + 1 shield ; cards 9 | 3 17 | - ;"
        " leaders 53 64 ; hand 51 ; faith 13 ; tiles + - ?"
    )
    board = renaissance.read_board(text)
    assert isinstance(board, Board)
    assert renaissance.write_board(board) == text
    assert board.supply() == Goods(coin=3, stone=2, servant=0, shield=4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("depots coin 1", "3 depots"),
        ("depots coin 1, -, -, -", "3 depots"),
        ("depots gold 1, -, -", "not 'gold'"),
        ("depots coin x, -, -", "whole number up to 3, not 'x'"),
        ("depots coin 2, -, -", "depot 1 cannot hold coin 2 (depot_full)"),
        ("depots coin 1, coin 1, -", "depot 2 cannot hold coin 1 (in_another_depot)"),
        ("leaders 53 ; depots -, -, -, coin 1", "(other_resource_there)"),
        ("leaders 12", "no leader 12"),
        ("leaders 53 53", "twice"),
        ("hand 99", "no leader 99"),
        ("leaders 53 ; hand 53", "twice"),
        ("cards 9 | 3", "three slots"),
        ("cards 17 | - | -", "card 17 has level 2, not 1"),
        ("cards 9 | 9 | -", "a card is there twice"),
        ("cards 99 | - | -", "no card 99"),
        ("cards x | - | -", "not 'x'"),
        ("box 2 gold", "not '2 gold'"),
        ("box -2 coin", "not '-2 coin'"),
        ("box 1_0 coin", "not '1_0 coin'"),
        ("box 1 coin +", "not ''"),
        ("box 99999 coin", "not '99999 coin'"),
        ("", "at least one part"),
        ("leaders 49 50 51", "more than two leaders"),
        ("hand 49 50 51 52 53", "more than four leaders"),
        ("faith 4 ; tiles + ? ?", "on space 4 kept no tile of 2 points"),
        ("bonus 3", "up to 2, not '3'"),
        ("box many", "not 'many'"),
        ("faith 25", "up to 24, not '25'"),
        ("faith ²", "not '²'"),
        ("tiles + +", "three pope tiles"),
        ("tiles + + x", "three pope tiles"),
        ("luck 7", "not 'luck'"),
        ("faith 3 ; faith 4", "given twice"),
    ],
)
def test_invalid_board_is_refused_with_the_reason(text: str, sentence: str) -> None:
    answer = renaissance.read_board(text)
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.BAD_SKETCH
    assert sentence in answer.detail


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WBGY/RWWG/PBYW",
        "WBGY/RWWG>P",
        "WBGY/RWWG/PBYW>PP",
        "WWWW/RWWG/PBYW>P",
        "XBGY/RWWG/PBYW>P",
    ],
)
def test_invalid_market_is_refused(text: str) -> None:
    answer = renaissance.read_market(text)
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.BAD_SKETCH


@given(st.text(max_size=60))
def test_any_text_is_a_board_or_refused(text: str) -> None:
    renaissance.read_board(text)
    renaissance.read_board(f"depots {text} ; box {text} ; cards {text}")
    renaissance.read_market(text)


@given(setups(GAME), st.data())
def test_drawing_shows_only_the_view_of_its_seat(setup: Setup, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(play_out(setup).states[:-1]))
    for eyes in (None, *map(Seat, range(setup.seats))):
        drawing = renaissance.draw(renaissance.view(state, eyes))
        for owner, board in enumerate(state.boards):
            for leader in board.hand:
                assert (f"  {leader}: " in drawing) == (owner == eyes)
        for deck in state.decks:
            for place, number in enumerate(deck):
                offer = f"{number:2}: {renaissance.CARDS[number].points:2};"
                assert (offer in drawing) == (place == 0)


def test_drawing_marks_the_first_player() -> None:
    state = laid.table(laid.board(), laid.board(), first=Seat(1))
    drawing = renaissance.draw(renaissance.view(state, Seat(0)))
    assert "Seat 2: 0 points, plays first\n" in drawing
    assert drawing.count("plays first") == 1
    assert "plays first" not in renaissance.draw(
        renaissance.view(laid.table(laid.board()), Seat(0))
    )
