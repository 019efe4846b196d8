"""The page's data about cards, leaders, track and tokens equals the rules.

After a change of the rules:

    RECORD=1 .venv/bin/pytest tests/web/test_renaissance_data.py
"""

import json
import os
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import (
    CARDS,
    CROSS_STEPS,
    DECKS,
    DISCARDS,
    LEADERS,
    RESHUFFLE,
    TOKENS,
)
from ludoteca.games.renaissance.resources import GIVES, RESOURCES
from tests.pages import outdated

PAGE = Path(ludoteca.__file__).parent / "ui" / "web"
TABLES = PAGE / "games" / "renaissance" / "tables.json"


def tables() -> dict[str, Any]:
    """Return everything printed on the components."""
    return {
        "resources": RESOURCES,
        "marbles": GIVES,
        "decks": DECKS,
        "cards": {
            number: {
                "colour": card.colour,
                "level": card.level,
                "points": card.points,
                "cost": card.cost,
                "pays": card.pays,
                "makes": card.makes,
                "faith": card.faith,
            }
            for number, card in CARDS.items()
        },
        "leaders": {
            number: {
                "points": leader.points,
                "ability": leader.ability,
                "resource": leader.resource,
                "cards": [[one.colour, one.count, one.level] for one in leader.cards],
                "goods": leader.goods,
            }
            for number, leader in LEADERS.items()
        },
        "track": [track_points(space) for space in range(LAST_SPACE + 1)],
        "sections": SECTIONS,
        "tokens": {
            token: {
                "removes": DISCARDS.get(token, ""),
                "steps": CROSS_STEPS.get(token, 0),
                "shuffles": token == RESHUFFLE,
            }
            for token in TOKENS
        },
    }


def test_page_has_the_cards_of_the_rules() -> None:
    made = json.dumps(tables(), separators=(",", ":")).replace('},"', '},\n"') + "\n"
    if os.environ.get("RECORD"):
        TABLES.write_text(made, encoding="utf-8")
    assert TABLES.read_text(encoding="utf-8") == made, outdated(__file__)
