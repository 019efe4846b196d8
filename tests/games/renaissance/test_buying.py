"""Buying development cards: price, discounts and payment. Section 8 of the rules."""

import pytest

from ludoteca.games import Seat, renaissance
from ludoteca.games.renaissance import CARDS, BuyCard, EndTurn, Goods, Payment, Phase, Reason
from ludoteca.games.renaissance.events import CardBought
from ludoteca.games.renaissance.resources import write_goods
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    box,
    buy,
    cards_left,
    depots,
    pay,
    played,
    table,
    told,
)


# Both examples, rulings R5: a discount is automatic, of what the printed cost contains, and two
# discounts both apply.
@pytest.mark.parametrize(
    ("card", "leaders", "price"),
    [
        (22, "", "2 coin + 3 servant"),
        (22, "49", "2 coin + 2 servant"),
        (22, "51", "2 coin + 3 servant"),
        (23, "", "3 coin + 2 stone"),
        (23, "52 51", "2 coin + 1 stone"),
        (23, "51 52", "2 coin + 1 stone"),
        (5, "51", "1 servant + 1 shield"),  # not below 0
        (5, "51 49", "1 shield"),
        (3, "52", "1 coin"),
        (3, "49 50", "2 coin"),
    ],
)
def test_discounts_lower_the_price(card: int, leaders: str, price: str) -> None:
    below = "3 | - | -" if CARDS[card].level == 2 else ""
    rich = board(box="9 coin + 9 stone + 9 servant + 9 shield", slots=below, played=leaders)
    state = table(rich, tops=[card])
    assert write_goods(rich.price(CARDS[card])) == price
    slot = 1
    assert answer(state, buy(card, slot, pay(box=price))) == "done"
    full = write_goods(CARDS[card].cost)
    if full != price:
        assert answer(state, buy(card, slot, pay(box=full))) == Reason.WRONG_PAYMENT


def test_a_leader_in_the_hand_gives_no_discount() -> None:
    state = table(board(box="2 coin", hand="52"), tops=[3])
    assert answer(state, buy(3, 1, pay(box="1 coin"))) == Reason.WRONG_PAYMENT


# "It can only be placed on a slot whose top card is level 1."
def test_level_2_card_goes_only_on_a_level_1_card() -> None:
    state = table(board(box="2 coin + 3 servant", slots="1 | 3 19 | -"), tops=[22])
    answers = [answer(state, buy(22, slot, pay(box="2 coin + 3 servant"))) for slot in (1, 2, 3)]
    assert answers == ["done", Reason.WRONG_LEVEL, Reason.WRONG_LEVEL]
    assert after(state, buy(22, 1, pay(box="2 coin + 3 servant"))).boards[0].slots == (
        (1, 22),
        (3, 19),
        (),
    )


# "Any mix of warehouse, leader depots and strongbox … must match the price exactly." Card 7 costs
# a coin, a stone and a servant.
@pytest.mark.parametrize(
    ("payment", "expected"),
    [
        (pay(1, 1, 1, 0), "done"),
        (pay(0, 1, 1, 1), "done"),
        (pay(0, 1, 1, 0, box="1 coin"), "done"),
        (pay(0, 0, 1, 0, box="1 coin + 1 stone"), "done"),
        (pay(1, 1, 0, 0), Reason.WRONG_PAYMENT),  # too little
        (pay(1, 1, 1, 1), Reason.WRONG_PAYMENT),  # too much
        (pay(1, 1, 2, 0), Reason.WRONG_PAYMENT),
        (pay(1, 1, 1, 0, box="1 shield"), Reason.WRONG_PAYMENT),
        (pay(1, 2, 0, 0), Reason.WRONG_PAYMENT),
        (pay(2, 1, 0, 0), Reason.NOT_THERE),
        (pay(1, 1, 3, 0), Reason.NOT_THERE),
        (pay(2, -1, 1, 0), Reason.NOT_THERE),
        (pay(1, 1, 0, 0, box="1 servant"), Reason.NOT_THERE),
        (pay(1, 1, 1, -1, box="1 coin"), Reason.NOT_THERE),
        (Payment((1, 1, 1, 1), Goods(coin=-1)), Reason.NOT_THERE),
        (Payment((1, 1, 1)), Reason.NO_SUCH_DEPOT),
        (Payment((1, 1, 1, 0, 0)), Reason.NO_SUCH_DEPOT),
        (Payment(()), Reason.NO_SUCH_DEPOT),
    ],
)
def test_a_payment_is_exact_and_from_where_things_lie(payment: Payment, expected: str) -> None:
    anna = board(
        "1 coin | 2 stone | 2 servant | 1 coin", box="1 coin + 1 stone + 1 shield", played="56"
    )
    assert answer(table(anna, tops=[7]), buy(7, 2, payment)) == expected


def test_payment_is_removed_and_the_card_is_added() -> None:
    anna = board("1 coin | 2 stone | 2 servant | 1 coin", box="1 stone", played="56")
    state = table(anna, board(), tops=[7])
    move = buy(7, 2, pay(0, 0, 1, 1, box="1 stone"))
    payment = pay(0, 0, 1, 1, box="1 stone")
    # The next card of the deck becomes visible.
    assert played(state, move) == [CardBought(Seat(0), 7, 1, payment, beneath=3)]
    done = after(state, move)
    assert depots(done) == "1 coin | 2 stone | 1 servant | -"
    assert (box(done), done.boards[0].slots, done.phase) == ("", ((), (7,), ()), Phase.ACTED)
    assert done.decks[3] == (3, 11, 15)


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ("1 coin + 1 stone + 1 servant", "done"),
        ("1 coin + 1 stone + 9 shield", Reason.CANNOT_AFFORD),
        ("", Reason.CANNOT_AFFORD),
    ],
)
def test_resources_not_held_cannot_be_paid(holds: str, expected: str) -> None:
    state = table(board(box=holds), tops=[7])
    assert answer(state, buy(7, 1, pay(box="1 coin + 1 stone + 1 servant"))) == expected


# Condition 1: the card is the top card of its deck.
@pytest.mark.parametrize("card", [3, 11, 0, -1, 49, 99])
def test_only_the_top_card_of_a_deck_can_be_bought(card: int) -> None:
    state = table(board(box="9 coin"), tops=[7])
    assert answer(state, buy(card, 1, pay(box="2 coin"))) == Reason.NOT_ON_OFFER


def test_an_emptied_deck_stays_empty() -> None:
    state = table(board(box="2 coin"), board(), left={"blue": (1, 4, 4)})
    done = after(state, buy(3, 1, pay(box="2 coin")))
    assert cards_left(done, "blue") == (0, 4, 4)
    assert len(played(state, buy(3, 1, pay(box="2 coin")))) == 1
    assert not any(isinstance(move, BuyCard) for move in renaissance.legal_moves(done, Seat(0)))
    assert after(done, EndTurn()).decks[3] == ()


# A payment is offered once for each card and slot: depots first, basic ones before leaders'.
def test_the_offered_payment_takes_from_the_depots_first() -> None:
    anna = board("1 coin | 2 stone | - | 2 coin", box="2 coin + 3 servant", played="56")
    state = table(anna, tops=[11])
    offered = [
        move for move in renaissance.legal_moves(state, Seat(0)) if isinstance(move, BuyCard)
    ]
    three_coins = [buy(11, slot, pay(1, 0, 0, 2)) for slot in (1, 2, 3)]
    assert [move for move in offered if move.card == 11] == three_coins
    assert (
        renaissance.canonical(state, Seat(0), buy(11, 2, pay(0, 0, 0, 1, box="2 coin")))
        == three_coins[1]
    )


def test_a_purchase_without_a_payment_is_paid_in_the_usual_way() -> None:
    state = table(board("1 coin | 2 stone | - | 2 coin", box="2 coin", played="56"), tops=[11])
    assert told(state, BuyCard(11, 0)) == told(state, buy(11, 1, pay(1, 0, 0, 2)))
    assert answer(state, BuyCard(12, 0)) == Reason.NOT_ON_OFFER
    assert answer(table(board(box="2 coin"), tops=[11]), BuyCard(11, 0)) == Reason.CANNOT_AFFORD
