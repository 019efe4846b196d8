"""The data tables in the package equal those in the rules."""

from collections import Counter
from typing import Any

import pytest

from ludoteca.games.renaissance import (
    CARDS,
    DECKS,
    LEADERS,
    SEATS,
    Ability,
    Board,
    Colour,
    Goods,
    Marble,
    PopeTile,
    Resource,
)
from ludoteca.games.renaissance.applying import BONUS
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import (
    CROSS_STEPS,
    DEPOT_SLOTS,
    DISCARDS,
    RESHUFFLE,
    TOKENS,
    deck_of,
)
from ludoteca.games.renaissance.production import BASIC_INPUTS
from ludoteca.games.renaissance.resources import (
    COLUMNS,
    GIVES,
    LINES,
    MARBLES,
    ROWS,
    read_goods,
    write_goods,
)
from ludoteca.games.renaissance.rules import FAITH_BONUS, LEADERS_DEALT, LEADERS_KEPT
from ludoteca.games.renaissance.state import CARDS_TO_END
from ludoteca.games.renaissance.view import RESOURCES_A_POINT
from tests.games.renaissance.laid import FACTS

ABILITIES = {
    "discount": Ability.DISCOUNT,
    "extra_depot": Ability.DEPOT,
    "white_marble": Ability.MARBLE,
    "extra_production": Ability.PRODUCTION,
}


def number(fact: dict[str, Any]) -> str:
    return str(fact["id"])


# Section 15.1.
@pytest.mark.parametrize("fact", FACTS["development_cards"], ids=number)
def test_a_development_card_is_the_printed_one(fact: dict[str, Any]) -> None:
    card = CARDS[fact["id"]]
    assert (card.number, card.colour, card.level) == (fact["id"], fact["colour"], fact["level"])
    assert card.points == fact["victory_points"]
    assert card.cost == Goods(**fact["cost"])
    assert card.pays == Goods(**fact["production"]["input"])
    assert card.makes == Goods(**fact["production"]["output"])
    assert card.faith == fact["production"]["faith"]


# Section 15.2.
@pytest.mark.parametrize("fact", FACTS["leader_cards"], ids=number)
def test_a_leader_is_the_printed_one(fact: dict[str, Any]) -> None:
    leader = LEADERS[fact["id"]]
    wanted, ability = fact["requirements"], fact["ability"]
    assert (leader.number, leader.points) == (fact["id"], fact["victory_points"])
    assert leader.ability is ABILITIES[ability["type"]]
    assert leader.resource == ability["resource"]
    assert leader.goods == Goods(**wanted["resources"])
    assert [(w.colour, w.level, w.count) for w in leader.cards] == [
        (w["colour"], w["level"], w["count"]) for w in wanted["cards"]
    ]
    if "slots" in ability:
        assert ability["slots"] == DEPOT_SLOTS
    if "input" in ability:
        assert ability["input"] == {leader.resource: 1}


def test_cards_and_leaders_have_the_printed_counts_and_points() -> None:
    assert list(CARDS) == list(range(1, 49))
    assert sum(card.points for card in CARDS.values()) == 312
    assert list(LEADERS) == list(range(49, 65))
    assert len({(leader.ability, leader.resource) for leader in LEADERS.values()}) == 16


# Section 15.1: "one of each value per deck", and the misprint of section 14.
def test_a_deck_has_four_cards_one_of_each_value() -> None:
    for fact in FACTS["development_grid"]["decks"]:
        place = DECKS.index((Colour(fact["colour"]), fact["level"]))
        cards = [card for card in CARDS.values() if deck_of(card) == place]
        assert [card.number for card in cards] == fact["card_ids"]
        assert [card.points for card in cards] == [4 * fact["level"] - i for i in (3, 2, 1, 0)]
    assert len(DECKS) == len(FACTS["development_grid"]["decks"]) == 12
    assert [*Colour] == FACTS["development_grid"]["columns_left_to_right"]
    assert CARDS[33].pays == Goods(coin=2)
    assert CARDS[48].pays == Goods(shield=1)


# Sections 3 and 7.1.
def test_marbles_have_the_printed_counts_and_resources() -> None:
    facts = FACTS["market"]
    assert Counter(MARBLES) == facts["marbles"]
    assert len(MARBLES) == facts["marble_total"] == 13
    assert (ROWS, COLUMNS, len(LINES)) == (facts["rows"], facts["columns"], 7)
    gives = facts["marble_gives"]
    assert {m: gives[m]["resource"] for m in Marble if "resource" in gives[m]} == GIVES
    assert [marble for marble in Marble if marble not in GIVES] == ["white", "red"]


# Section 11.
def test_the_faith_track_is_the_printed_one() -> None:
    facts = FACTS["faith_track"]
    assert facts["last_space"] == LAST_SPACE
    by_space = [track_points(space) for space in range(LAST_SPACE + 1)]
    assert by_space == facts["victory_points_by_position"]
    assert [tuple(section) for section in SECTIONS] == [
        (s["first_space"], s["pope_space"], s["tile_victory_points"])
        for s in facts["vatican_sections"]
    ]


# Section 13.
def test_lorenzo_has_the_seven_printed_tokens() -> None:
    facts = {token["id"]: token for token in FACTS["solo"]["tokens"]}
    assert list(TOKENS) == list(facts)
    assert {n: f["colour"] for n, f in facts.items() if "colour" in f} == DISCARDS
    assert {n: f["spaces"] for n, f in facts.items() if "spaces" in f} == CROSS_STEPS
    assert facts[RESHUFFLE]["effect"] == "advance_black_cross_and_reshuffle"


# Section 4.
def test_the_bonus_by_seat_is_the_printed_one() -> None:
    facts = FACTS["setup_bonus_by_seat"]
    assert list(BONUS) == [fact["resources_of_choice"] for fact in facts]
    assert list(FAITH_BONUS) == [fact["faith"] for fact in facts]
    leaders = FACTS["leader_setup"]
    assert (leaders["dealt_per_player"], leaders["kept_per_player"]) == (
        LEADERS_DEALT,
        LEADERS_KEPT,
    )


# Section 5.
def test_an_empty_board_is_the_printed_one() -> None:
    facts = FACTS["personal_board"]
    empty = Board()
    assert [d.slots for d in empty.depots] == [
        d["slots"] for d in facts["warehouse"]["basic_depots"]
    ]
    assert len(empty.slots) == facts["development_slots"]["count"]
    assert empty.tiles == (PopeTile.PENDING,) * len(facts["pope_favour_tiles"])
    assert facts["basic_production"]["input_any"] == BASIC_INPUTS


def test_the_other_numbers_are_the_printed_ones() -> None:
    assert list(SEATS) == list(
        range(FACTS["game"]["min_players"], FACTS["game"]["max_players"] + 1)
    )
    assert FACTS["end_game"]["development_cards_trigger"] == CARDS_TO_END
    assert FACTS["scoring"]["resources_per_point"] == RESOURCES_A_POINT
    assert list(Resource) == FACTS["resources"]


@pytest.mark.parametrize(
    "text", ["", "1 coin", "2 stone + 3 shield", "1 coin + 1 stone + 1 shield"]
)
def test_goods_are_written_in_the_notation_that_is_read(text: str) -> None:
    assert write_goods(read_goods(text)) == text
