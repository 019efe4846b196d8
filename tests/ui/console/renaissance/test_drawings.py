"""Drawings of boards, cards and the market, none of them wider than the screen."""

import asyncio
from functools import cache

import pytest
from msgspec.structs import replace

from ludoteca.games.renaissance import (
    CARDS,
    LEADERS,
    Board,
    Goods,
    Way,
)
from ludoteca.games.renaissance.cards import DECKS, Colour
from ludoteca.protocols.commands.ids import CARD_IDS, LORENZO
from ludoteca.protocols.commands.words import Scores
from ludoteca.ui.console.renaissance.drawing import (
    draw_board,
    draw_boards,
    draw_card,
    draw_faith,
    draw_grid,
    draw_leader,
    draw_market,
    gain,
)
from ludoteca.ui.console.renaissance.goods import fitted, paint
from ludoteca.ui.console.renaissance.news import draw_scores
from ludoteca.ui.console.renaissance.session import draw_table, look
from ludoteca.ui.console.renaissance.state import CommandsState, apply_word
from tests.protocols.commands.local import CommandsServer
from tests.protocols.commands.matches import play_out
from tests.ui.console.renaissance.states import OWN, STATE

WIDTHS = (60, 80, 120)
LONG_NAME = "Massimiliano_of_Saxe_24"


def drawn(lines: list[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)


def test_market_drawing() -> None:
    assert (
        drawn(draw_market(STATE))
        == """\
The market: row 1, 2 or 3, or column 1, 2, 3 or 4
      1        2        3        4
   1  faith    white    shield   coin     <--
   2  servant  white    stone    white    <--
   3  coin     shield   servant  white    <--
   extra marble: stone, which goes in where you push"""
    )


@pytest.mark.parametrize(
    ("played", "way", "line", "gains"),
    [
        ((), Way.ROW, 0, "1 coin + 1 shield + 1 faith (white gives nothing)"),
        ((), Way.COLUMN, 0, "1 coin + 1 servant + 1 faith"),
        ((60,), Way.COLUMN, 3, "3 coins"),
        ((57, 60), Way.COLUMN, 3, "1 coin + 2 of your choice (servant or coin)"),
    ],
)
def test_result_of_a_market_push(played: tuple[int, ...], way: Way, line: int, gains: str) -> None:
    state = replace(STATE, boards=(replace(OWN, played=played), Board()))
    assert gain(state, way, line) == gains


def test_board_drawing() -> None:
    assert (
        drawn(draw_board(STATE, 80))
        == """\
Your board: 25 points so far, you play first
  depots  1 [       ]  2 [ stone ] [ stone ]  3 [ coin  ] [       ] [       ]
  strongbox  3 coins + 1 shield
  slot 0  any 2 resources > any 1 resource
  slot 1  card 8, green 2, over 10: 1 stone > 2 faith
  slot 2  card 24, blue 1: 1 shield > 1 faith
  slot 3  free, for a card of level 1
  slot 4  leader 10, produces: 1 coin > any 1 resource + 1 faith
  faith  6 of 24; pope tiles 2 kept, 3 lost, 4 open
  leader 3, played, 2 points: cards cost 1 coin less
  leader 10, played, 4 points: produces: 1 coin > any 1 resource + 1 faith
  leader 13, played, 5 points: a white marble gives 1 servant
  leader 5 in hand, 3 points: a depot for 2 more stones
          needs 5 coins"""
    )


def test_board_of_another_player_is_drawn_alone() -> None:
    carla = replace(STATE, names=(*STATE.names, "Carla"), boards=(*STATE.boards, Board()))
    assert drawn(list(look(carla, "board carla", 80) or ())).startswith("Carla: 0 points so far")
    assert "bob" not in drawn(list(look(carla, "board carla", 80) or ()))
    narrow = draw_board(STATE, 60)
    assert narrow[1:3] == ["  depot 1 [       ]", "  depot 2 [ stone ] [ stone ]"]


def test_first_player_is_marked_among_several() -> None:
    bob_first = replace(STATE, names=("bob", "anna#secret"), boards=(Board(faith=9), OWN))
    assert draw_board(bob_first, 80)[0] == "Your board: 25 points so far"
    assert draw_boards(bob_first, 80)[0] == "bob: 4 points so far, plays first"
    alone = replace(STATE, names=("anna#secret", "LORENZO"))
    assert draw_board(alone, 80)[0] == "Your board: 25 points so far"


def test_faith_drawing() -> None:
    assert (
        drawn(draw_faith(STATE))
        == """\
Faith: the last space reached counts. When a player
reaches a P, players in its section keep the pope tile
space          3     6     9    12    15    18    21    24
points         1     2     4     6     9    12    16    20
pope               [.....P       [.......P     [.........P
anna     - - - - - - @ - - - - - - - - - - - - - - - - - -
    on 6: 2 points; pope tiles 2 kept, 3 lost, 4 open
bob      - - - - - - - - - @ - - - - - - - - - - - - - - -
    on 9: 4 points; pope tiles 2 open, 3 open, 4 open"""
    )


@pytest.mark.parametrize(
    ("card", "line"),
    [
        (9, "lies in your slot 1, covered"),
        (3, "lies in your slot 2"),
        (1, "is on offer; you lack 1 shield"),
        (7, "is on offer; you lack 1 servant"),
        (48, "cannot be seen now"),
        (20, "is on offer; you lack 2 stones"),
    ],
)
def test_looked_up_card_states_its_availability(card: int, line: str) -> None:
    assert draw_card(STATE, card)[-1] == f"  {line}"


def test_affordable_cards_are_marked_with_discounts_applied() -> None:
    rich = replace(STATE, boards=(replace(OWN, strongbox=Goods(9, 9, 9, 9)), Board()))
    grid = drawn(draw_grid(rich, 60))
    assert f"{CARD_IDS[21]:>2} green 2, 6 points  *" in grid
    assert f"{CARD_IDS[33]:>2} green 3, 9 points  *" in grid
    assert f"{CARD_IDS[35]:>2} blue 3, 9 points  *" in grid
    assert " - 5 coins" in grid  # 6, reduced by the leader's discount
    assert "blue 2: none left" in grid
    assert draw_card(rich, 1)[-1] == "  is on offer, and you can pay it"
    assert "  costs you 5 coins" in draw_card(rich, 35)
    full = replace(rich.own, slots=((9,), (3,), (4,)))
    no_room = replace(rich, boards=(full, Board()))
    assert draw_card(no_room, 1)[-1] == "  is on offer, but no slot of yours ends at level 0"


def test_cards_and_leaders_can_be_looked_up_before_a_match() -> None:
    assert len(draw_card(CommandsState(), 1)) == len(draw_leader(CommandsState(), 53)) == 3
    assert draw_leader(STATE, 53)[-1] == "  in your hand, cannot be played yet"


def test_scores_name_the_winners() -> None:
    scores = Scores(command="NOTIFY_SCORES", names=STATE.names, points=(25, 4))
    assert draw_scores(STATE, replace(scores, winners=("anna#secret",)))[-1] == (
        "You won! 25 points."
    )
    assert draw_scores(STATE, replace(scores, winners=STATE.names))[-1] == "anna and bob won!"


def test_lost_match_states_the_reason() -> None:
    lost = Scores(command="NOTIFY_SCORES", names=(STATE.me,), points=(3,), winners=(LORENZO,))
    alone = replace(STATE, names=(STATE.me, LORENZO), grid=(1,) * len(DECKS))
    crossed = replace(alone, boards=(OWN, Board(faith=24)))
    assert draw_scores(crossed, lost)[-1] == "Lorenzo won: his cross reached space 24."
    tops = tuple(0 if colour is Colour.BLUE else 1 for colour, _ in DECKS)
    emptied = replace(alone, boards=(OWN, Board()), grid=tops)
    assert draw_scores(emptied, lost)[-1] == "Lorenzo won: no blue cards are left."
    left = replace(alone, boards=(OWN, Board()))
    assert draw_scores(left, lost)[-1] == "Lorenzo won."


@cache
def moments() -> list[CommandsState]:
    """Return every state of a few matches whose players have the longest names."""
    found = []

    async def story(names: tuple[str, ...], seed: int) -> None:
        server = CommandsServer()
        clients = await server.match(*names)
        await play_out(server, clients, seed)
        state = CommandsState(me=names[0])
        for word in clients[0].heard:
            state = apply_word(state, word)
            if state.boards and word.command == "NOTIFY_TURN_CHANGE":
                found.append(state)

    for count, seed in ((1, 3), (4, 5)):
        asyncio.run(story(tuple(f"{LONG_NAME}{n}" for n in range(count)), seed))
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(width: int) -> None:
    assert len(moments()) > 20
    for state in moments():
        lines = [*draw_table(state, width), *draw_boards(state, width)]
        assert max(map(len, lines)) <= width
        grid = drawn(draw_grid(state, width))
        for number in filter(None, state.grid):
            card = CARDS[number]
            assert f"{CARD_IDS[number]:>2} {card.colour} {card.level}" in grid


@pytest.mark.parametrize("width", WIDTHS)
def test_chat_is_wrapped(width: int) -> None:
    long = "  " + "word " * 50
    fits = fitted(f"short\n{long}", width).split("\n")
    assert max(map(len, fits)) <= width
    assert " ".join(" ".join(fits).split()) == " ".join(f"short {long}".split())


def test_painting_keeps_the_text() -> None:
    text = drawn(draw_table(STATE, 80))
    painted = paint(text)
    assert "\x1b[1;38;2;240;192;64mcoin\x1b[0m" in painted
    for escape in {part[: part.index("m") + 1] for part in painted.split("\x1b")[1:]}:
        painted = painted.replace(f"\x1b{escape}", "")
    assert painted == text


def test_every_leader_can_be_drawn() -> None:
    for number in LEADERS:
        assert "needs" in drawn(draw_leader(STATE, number))
