"""Activating productions. Section 9 of the rules."""

from itertools import combinations_with_replacement, product
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ludoteca.games import Seat
from ludoteca.games.renaissance import Basic, Move, Payment, Phase, Produce, Reason, Resource
from ludoteca.games.renaissance.events import FaithGained, Produced
from ludoteca.games.renaissance.resources import RESOURCES, goods, read_goods, write_goods
from tests.games.renaissance.laid import (
    FACTS,
    after,
    answer,
    board,
    box,
    depots,
    faith,
    pay,
    played,
    produce,
    table,
)

# The example of the section.
ANNA = board(
    "1 stone | 2 servant | -", box="1 coin + 2 shield", slots="9 | 3 17 | -", played="64", hand="63"
)
PAID = pay(1, 2, 0, box="1 coin + 2 shield")
EXAMPLE = produce(
    PAID,
    1,
    2,
    basic="shield shield > stone",
    leaders={64: "servant"},
)


def test_example_of_the_rules_produces_as_printed() -> None:
    state = table(ANNA, board())
    assert played(state, EXAMPLE) == [
        Produced(Seat(0), PAID, read_goods("1 coin + 2 stone + 1 servant + 1 shield")),
        FaithGained((Seat(0),), 3),
    ]
    done = after(state, EXAMPLE)
    assert depots(done) == "- | - | -"
    assert box(done) == "1 coin + 2 stone + 1 servant + 1 shield"
    assert (faith(done), done.phase) == ([3, 0], Phase.ACTED)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (produce(pay(0, 2), 1), "done"),
        (produce(pay(1), 2), "done"),
        (produce(pay(1, 2), 2, 1), "done"),
        (produce(pay(0, 0, box="1 coin"), leaders={64: "coin"}), "done"),
        (produce(pay(1, 1), basic="stone servant > coin"), "done"),
        (produce(pay(1, 1), basic="servant stone > coin"), "done"),
        (produce(pay()), Reason.NO_POWER),  # ruling R12
        (produce(pay(0, 2), 1, 1), Reason.POWER_TWICE),
        (produce(pay(box="1 coin"), leaders={64: "coin", 63: "coin"}), Reason.NO_SUCH_POWER),
        (produce(pay(1), leaders={63: "coin"}), Reason.NO_SUCH_POWER),  # still in the hand
        (produce(pay(1), leaders={9: "coin"}), Reason.NO_SUCH_POWER),
        (produce(pay(1), 3), Reason.NO_SUCH_POWER),  # an empty slot
        (produce(pay(1), 4), Reason.NO_SUCH_POWER),
        (produce(pay(1), 0), Reason.NO_SUCH_POWER),
        (produce(pay(box="1 shield"), 2), Reason.WRONG_PAYMENT),  # card 3 is covered
        (produce(pay(0, 1), 1), Reason.WRONG_PAYMENT),
        (produce(pay(1, 2), 1), Reason.WRONG_PAYMENT),  # more than the total input
        (produce(pay(box="2 servant"), 1), Reason.NOT_THERE),
        (produce(pay(0, 3), 1), Reason.NOT_THERE),
        (produce(pay(0, 2, 0, 0), 1), Reason.NO_SUCH_DEPOT),
        # Products never pay: card 9 makes a coin and a stone, but there is one of each before.
        (produce(pay(2, 2), 1, 2, basic="stone coin > coin"), Reason.CANNOT_AFFORD),
        (
            produce(pay(box="2 coin"), basic="coin shield > coin", leaders={64: "coin"}),
            Reason.CANNOT_AFFORD,
        ),
        (produce(pay(0, 2), 1, basic="servant servant > coin"), Reason.CANNOT_AFFORD),
    ],
)
def test_producing(move: Move, expected: str) -> None:
    assert answer(table(ANNA, board()), move) == expected


def test_the_same_leader_twice_is_refused() -> None:
    twice = produce(pay(box="1 coin"), leaders={64: "coin"})
    twice = Produce(twice.payment, leaders=twice.leaders * 2)
    assert answer(table(ANNA), twice) == Reason.POWER_TWICE


def test_a_leader_with_another_ability_does_not_produce() -> None:
    state = table(board(box="1 servant", played="49 57"))
    for leader in (49, 57):
        move = produce(pay(box="1 servant"), leaders={leader: "coin"})
        assert answer(state, move) == Reason.NO_SUCH_POWER


@pytest.mark.parametrize("pays", [(), ("coin",), ("coin", "coin", "coin")])
def test_the_basic_production_takes_two_resources(pays: tuple[Any, ...]) -> None:
    basic: Any = Basic(pays, Resource.COIN)
    state = table(board(box="3 coin"))
    assert answer(state, Produce(pay(box="3 coin"), basic=basic)) == Reason.BAD_CHOICE


# Section 5.6: any two resources, equal or different, become any one.
@pytest.mark.parametrize(
    ("pays", "makes"), [*product(combinations_with_replacement(RESOURCES, 2), RESOURCES)]
)
def test_the_basic_production(pays: tuple[Resource, Resource], makes: Resource) -> None:
    state = table(board(box=write_goods(goods(*pays))), board())
    basic = f"{pays[1]} {pays[0]} > {makes}"
    done = after(state, produce(pay(box=box(state)), basic=basic))
    assert (box(done), faith(done)) == (f"1 {makes}", [0, 0])


# Ruling R10: faith is no resource, so it cannot even be asked for.
@pytest.mark.parametrize("field", ["basic", "leaders"])
def test_faith_cannot_be_the_free_choice(field: str) -> None:
    choice: Any = {
        "basic": {"pays": ["coin", "coin"], "makes": "faith"},
        "leaders": [{"leader": 64, "makes": "faith"}],
    }
    move = {"move": "produce", "payment": {"depots": [0, 0, 0]}, field: choice[field]}
    with pytest.raises(msgspec.ValidationError, match="faith"):
        msgspec.convert(move, type=Produce)
    assert "faith" not in list(Resource)


# Section 15.1: the power of every card, paid from the strongbox.
@pytest.mark.parametrize("fact", FACTS["development_cards"], ids=lambda fact: str(fact["id"]))
def test_the_power_of_a_card(fact: dict[str, Any]) -> None:
    covered = {1: "", 2: "5" if fact["id"] != 5 else "6", 3: "5 21"}[fact["level"]]
    power = fact["production"]
    paid = " + ".join(f"{count} {resource}" for resource, count in power["input"].items())
    state = table(board(box=paid, slots=f"{covered} {fact['id']} | - | -"))
    done = after(state, produce(pay(box=paid), 1))
    made = dict(done.boards[0].strongbox.each())
    assert (made, faith(done)) == (power["output"], [power["faith"]])


# Sections 10.3 and 15.2: one of its resource for one of choice, and one faith.
@pytest.mark.parametrize("makes", RESOURCES)
@pytest.mark.parametrize(
    ("leader", "pays"), [(61, "shield"), (62, "servant"), (63, "stone"), (64, "coin")]
)
def test_the_power_of_a_leader(leader: int, pays: str, makes: Resource) -> None:
    state = table(board(f"1 {pays} | - | -", played=str(leader)))
    done = after(state, produce(pay(1), leaders={leader: makes}))
    assert (depots(done), box(done), faith(done)) == ("- | - | -", f"1 {makes}", [1])


def test_two_leaders_produce_together() -> None:
    state = table(board("1 coin | 1 stone | -", played="63 64"))
    for powers in ({63: "shield", 64: "coin"}, {64: "coin", 63: "shield"}):
        done = after(state, produce(pay(1, 1), leaders=powers))
        assert (box(done), faith(done)) == ("1 coin + 1 shield", [2])


def test_a_production_without_faith_moves_no_marker() -> None:
    state = table(board("1 stone | - | -", slots="5 | - | -"))
    events = played(state, produce(pay(1), 1))
    assert events == [Produced(Seat(0), pay(1), read_goods("1 servant"))]


# Step 3: the player decides from where it is paid. Card 10 turns two coins into three others.
@pytest.mark.parametrize(
    ("payment", "left", "in_the_box"),
    [
        (pay(0, 2, 0, 0), "- | - | - | 2 coin", "2 coin"),
        (pay(0, 1, 0, 1), "- | 1 coin | - | 1 coin", "2 coin"),
        (pay(0, 0, 0, 2), "- | 2 coin | - | -", "2 coin"),
        (pay(0, 0, 0, 1, box="1 coin"), "- | 2 coin | - | 1 coin", "1 coin"),
        (pay(0, 0, 0, 0, box="2 coin"), "- | 2 coin | - | 2 coin", ""),
    ],
)
def test_the_player_decides_from_where_it_is_paid(
    payment: Payment, left: str, in_the_box: str
) -> None:
    anna = board("- | 2 coin | - | 2 coin", box="2 coin", slots="10 | - | -", played="56")
    done = after(table(anna), produce(payment, 1))
    made = "1 stone + 1 servant + 1 shield"
    assert depots(done) == left
    assert box(done) == (f"{in_the_box} + {made}" if in_the_box else made)


def test_productions_without_a_payment_are_paid_in_the_usual_way() -> None:
    state = table(ANNA, board())
    assert played(state, replace(EXAMPLE, payment=None)) == played(state, EXAMPLE)
    dear = produce(None, 1, basic="servant servant > coin")
    assert answer(state, dear) == Reason.CANNOT_AFFORD
    assert answer(state, Produce()) == Reason.NO_POWER
