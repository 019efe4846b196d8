"""Cards, leaders and tokens map one to one to the ids of deployed programs."""

import re
from pathlib import Path

import pytest

from ludoteca.games.renaissance import CARDS, LEADERS, Ability, Goods, Resource
from ludoteca.games.renaissance.cards import TOKENS
from ludoteca.protocols.commands import ids

TABLES = Path(__file__).parents[4] / "shared/protocols/tables/s001_Masters-AM8.tables.txt"

# id | colour | level | points | price: the first and the last of every colour, and some between.
CARD_ROWS = """
     1 GREEN  3 12 4GOLD 4SHIELD
     7 GREEN  2  6 2MINION 3SHIELD
    12 GREEN  1  1 2SHIELD
    13 BLUE   3 12 4GOLD 4STONE
    22 BLUE   1  3 3GOLD
    24 BLUE   1  1 2GOLD
    25 YELLOW 3 12 4STONE 4MINION
    31 YELLOW 2  6 2SHIELD 3STONE
    36 YELLOW 1  1 2STONE
    37 PURPLE 3 12 4MINION 4SHIELD
    44 PURPLE 2  5 4MINION
    48 PURPLE 1  1 2MINION
"""


def goods(text: str) -> Goods:
    found = {ids.resource_of(name): int(n) for n, name in re.findall(r"(\d+)([A-Z]+)", text)}
    return Goods(*(found.get(resource, 0) for resource in Resource))


def test_ids_and_cards_or_leaders_correspond_one_to_one() -> None:
    assert sorted(ids.CARD_IDS.values()) == list(range(1, 49))
    assert sorted(ids.LEADER_IDS.values()) == list(range(1, 17))
    assert {ids.card_of(known) for known in ids.CARD_IDS.values()} == set(CARDS)
    assert {ids.leader_of(known) for known in ids.LEADER_IDS.values()} == set(LEADERS)
    assert [ids.card_of(0), ids.card_of(49), ids.card_of(None), ids.leader_of(17)] == [0] * 4


@pytest.mark.parametrize("row", CARD_ROWS.strip().splitlines())
def test_a_card_is_known_by_its_facts(row: str) -> None:
    known, colour, level, points, *price = row.split()
    card = CARDS[ids.card_of(int(known))]
    assert (card.colour.name, card.level, card.points) == (colour, int(level), int(points))
    assert card.cost == goods(" ".join(price))


@pytest.mark.parametrize(
    ("known", "ability", "resource"),
    [
        (1, Ability.DISCOUNT, "MINION"),
        (4, Ability.DISCOUNT, "SHIELD"),
        (5, Ability.DEPOT, "STONE"),
        (7, Ability.DEPOT, "GOLD"),
        (9, Ability.PRODUCTION, "SHIELD"),
        (12, Ability.PRODUCTION, "MINION"),
        (13, Ability.MARBLE, "MINION"),
        (16, Ability.MARBLE, "GOLD"),
    ],
)
def test_a_leader_is_known_by_its_facts(known: int, ability: Ability, resource: str) -> None:
    leader = LEADERS[ids.leader_of(known)]
    assert (leader.ability, ids.RESOURCES[leader.resource]) == (ability, resource)


def test_every_token_is_an_action() -> None:
    said = [ids.ACTIONS[token] for token in TOKENS]
    colours = [(1, "GREEN"), (2, "BLUE"), (3, "YELLOW"), (4, "PURPLE")]
    assert said == [*colours, (5, None), (5, None), (6, None)]


@pytest.mark.skipif(not TABLES.exists(), reason="the tables of deployed programs are not here")
def test_ids_agree_with_the_tables_of_deployed_programs() -> None:
    rows = [line.split("|") for line in TABLES.read_text().splitlines()]
    for head, *facts in [row for row in rows if row[0].startswith("dev ")]:
        _, known, colour, level, points = head.split()
        card = CARDS[ids.card_of(int(known))]
        assert (card.colour.name, card.level, card.points) == (colour, int(level), int(points))
        price, pays, makes = (goods(fact.partition("(")[0]) for fact in facts)
        assert (card.cost, card.makes) == (price, makes)
        if int(known) != 4:  # there the rules take coins, while deployed programs show servants
            assert card.pays == pays
    for head, wanted, does in [row for row in rows if row[0].startswith("leader ")]:
        leader = LEADERS[ids.leader_of(int(head.split()[1]))]
        assert leader.points == int(head.split()[2])
        assert leader.goods == goods(wanted if "@" not in wanted else "")
        colours = re.findall(r"(\d)x([A-Z]+)@L(\d)", wanted)
        assert sorted((str(w.count), w.colour.name, str(w.level or 0)) for w in leader.cards) == (
            sorted(colours)
        )
        assert ids.RESOURCES[leader.resource] in does
