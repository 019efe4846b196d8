"""Solo games against Lorenzo. Section 13 of the rules."""

from functools import reduce
from typing import Any

import pytest

from ludoteca.games import Ending, Outcome, Refusal, Seat
from ludoteca.games.renaissance import (
    Board,
    DiscardLeader,
    EndTurn,
    Event,
    Move,
    Phase,
    PlayLeader,
    Reason,
    Resource,
    State,
    apply,
    describe,
    draw,
    leave,
    view,
)
from ludoteca.games.renaissance.events import (
    CardRemoved,
    CrossMoved,
    GameEnded,
    ResourceDiscarded,
    TokenRevealed,
    TokensShuffled,
    VaticanReport,
)
from ludoteca.games.seating import TurnPassed
from tests.games.renaissance.laid import (
    ALL_TOKENS,
    after,
    answer,
    board,
    buy,
    cards_left,
    column,
    discard,
    faith,
    pay,
    played,
    produce,
    row,
    score,
    table,
    tiles,
    told,
)

GREEN, BLUE, YELLOW, PURPLE, TWO, TWO_MORE, SHUFFLE = ALL_TOKENS
SIX_CARDS = "1 17 33 | 2 18 34 | -"
TWO_DONE = "kept kept pending"
WON = Outcome((Seat(0),), Ending.PLAYED_OUT)
LOST = Outcome((), Ending.PLAYED_OUT)


def before(token: int, anna: Board | None = None, **more: Any) -> State:
    """Return a table where the player has acted and Lorenzo will draw this token."""
    others = tuple(other for other in ALL_TOKENS if other != token)
    tokens = (token, *others)
    return table(anna or board(), phase=Phase.ACTED, tokens=tokens, **more)


def test_solo_player_has_no_bonus_and_the_cross_starts_on_0() -> None:
    state = table(board())
    assert (state.solo, state.cross, len(state.tokens)) == (True, 0, 7)
    assert not table(board(), board()).solo


# The table of tokens.
@pytest.mark.parametrize(
    ("token", "colour"), [(GREEN, "green"), (BLUE, "blue"), (YELLOW, "yellow"), (PURPLE, "purple")]
)
def test_a_colour_token_removes_two_cards(token: int, colour: str) -> None:
    state = before(token)
    done = after(state, EndTurn())
    for other in ("green", "blue", "yellow", "purple"):
        assert cards_left(done, other) == ((2, 4, 4) if other == colour else (4, 4, 4))
    assert (done.cross, done.tokens) == (0, state.tokens[1:])
    assert (done.turn, done.phase, done.turns) == (0, Phase.ACTING, 1)


@pytest.mark.parametrize("token", [TWO, TWO_MORE])
def test_the_cross_advances_two(token: int) -> None:
    state = before(token, cross=3)
    assert told(state, EndTurn()) == [TokenRevealed(token), CrossMoved(2), TurnPassed(Seat(0))]
    done = after(state, EndTurn())
    assert (done.cross, done.tokens) == (5, state.tokens[1:])


# "The black cross advances 1, then all 7 tokens are shuffled into a new stack."
def test_the_cross_advances_one_and_all_tokens_are_shuffled() -> None:
    state = table(board(), phase=Phase.ACTED, tokens=(SHUFFLE, GREEN, TWO))
    stacks = set()
    for seed in range(50):
        revealed, moved, shuffled, passed = told(state, EndTurn(), seed=seed)
        assert (revealed, moved, passed) == (
            TokenRevealed(SHUFFLE),
            CrossMoved(1),
            TurnPassed(Seat(0)),
        )
        assert isinstance(shuffled, TokensShuffled)
        assert sorted(shuffled.tokens) == sorted(ALL_TOKENS)
        stacks.add(shuffled.tokens[0])
    assert stacks == set(ALL_TOKENS)


# "The stack never runs out": the shuffle token is drawn at the latest as the seventh.
def test_a_new_stack_is_made_at_the_latest_after_the_seventh_token() -> None:
    state = table(board(), phase=Phase.ACTED, tokens=ALL_TOKENS)
    drawn: list[int] = []
    for _ in range(8):
        events = told(state, EndTurn())
        drawn += [event.token for event in events if isinstance(event, TokenRevealed)]
        state = after(state, EndTurn(), row(2), discard("stone"), discard("servant"))
        state = table(board(), phase=Phase.ACTED, tokens=state.tokens)
    assert drawn[:7] == list(ALL_TOKENS)
    assert len(state.tokens) == 6


# "Removing cards", with the example: from the lowest level that has cards, and up.
@pytest.mark.parametrize(
    ("left", "still"),
    [
        ((4, 4, 4), (2, 4, 4)),
        ((2, 4, 4), (0, 4, 4)),
        ((1, 4, 4), (0, 3, 4)),
        ((0, 4, 4), (0, 2, 4)),
        ((0, 1, 4), (0, 0, 3)),  # the example
        ((0, 0, 4), (0, 0, 2)),
        ((1, 0, 4), (0, 0, 3)),
    ],
)
def test_cards_are_removed_from_the_lowest_level(
    left: tuple[int, ...], still: tuple[int, ...]
) -> None:
    state = before(YELLOW, left={"yellow": left})
    assert cards_left(state, "yellow") == left
    done = after(state, EndTurn())
    assert (cards_left(done, "yellow"), done.outcome) == (still, None)


def test_removing_the_top_card_reveals_the_next() -> None:
    state = before(YELLOW, left={"yellow": (0, 1, 4)}, tops=[32, 44])
    assert told(state, EndTurn()) == [
        TokenRevealed(YELLOW),
        CardRemoved(32, beneath=0),
        CardRemoved(44, beneath=36),
        TurnPassed(Seat(0)),
    ]


# The last example: cross on 15, player on 11, section 2 open, token +2.
@pytest.mark.parametrize(("space", "tile"), [(11, "lost"), (12, "kept")])
def test_the_cross_passes_a_pope_space(space: int, tile: str) -> None:
    anna = board(faith=space, tiles="kept pending pending")
    done = after(before(TWO, anna, cross=15), EndTurn())
    assert (done.cross, faith(done), tiles(done, 2)) == (17, [space], [tile])
    assert tiles(done, 3) == ["pending"]


def test_a_report_that_the_cross_caused_is_not_repeated() -> None:
    anna = board(faith=7, hand="49", tiles="kept pending pending")
    assert not any(
        isinstance(event, VaticanReport) for event in told(table(anna, cross=8), DiscardLeader(49))
    )


# "Resources the player discards advance it 1 space each", and ruling R1.
def test_a_discarded_resource_moves_the_cross() -> None:
    state = after(table(board(faith=4), cross=6), row(2))
    assert told(state, discard("stone"), discard("servant")) == [
        ResourceDiscarded(Seat(0), Resource.STONE),
        CrossMoved(1),
        ResourceDiscarded(Seat(0), Resource.SERVANT),
        CrossMoved(1),
        VaticanReport(0, ()),
    ]


# "Leader discards give faith to the player as usual."
def test_a_discarded_leader_moves_the_player_and_not_the_cross() -> None:
    done = after(table(board(hand="49")), DiscardLeader(49))
    assert (faith(done), done.cross) == ([1], 0)


# Every way to win: at once, after the third report, and without a token.
@pytest.mark.parametrize(
    ("anna", "move"),
    [
        (board(box="2 coin", slots=SIX_CARDS, tiles=TWO_DONE), buy(3, 3, pay(box="2 coin"))),
        (board(faith=23, tiles=TWO_DONE), column(1)),  # the red marble
        (board(faith=23, tiles=TWO_DONE, hand="49 50"), DiscardLeader(49)),
        (
            board(faith=23, tiles=TWO_DONE, box="1 stone", slots="1 17 | - | -"),
            produce(pay(box="1 stone"), 1),
        ),
    ],
)
def test_the_player_wins_at_once(anna: Board, move: Move) -> None:
    state = table(anna, cross=23)
    events = told(state, move)
    assert not any(isinstance(event, TokenRevealed | TurnPassed) for event in events)
    assert events[-1] == GameEnded(
        (Seat(0),), Ending.PLAYED_OUT, (after(state, move).boards[0].hand,)
    )
    done = after(state, move)
    assert done.outcome == WON
    # Ruling R18: alone the end is immediate, no leader action and no end of the turn after it.
    for more in (EndTurn(), DiscardLeader(50), PlayLeader(50), row(1)):
        assert answer(done, more) == Reason.GAME_OVER


def test_the_third_report_comes_before_the_end_and_the_score_is_computed() -> None:
    done = after(table(board(faith=23, tiles=TWO_DONE)), column(1))
    assert tiles(done, 3) == ["kept"]
    assert score(done) == {"cards": 0, "faith": 20, "pope_tiles": 9, "leaders": 0, "resources": 0}


# Every way to lose by the cross.
@pytest.mark.parametrize(
    ("token", "cross", "over"),
    [(TWO, 22, True), (TWO, 23, True), (TWO, 21, False), (SHUFFLE, 23, True), (SHUFFLE, 22, False)],
)
def test_the_player_loses_when_the_cross_reaches_the_last_space(
    token: int, cross: int, over: bool
) -> None:
    anna = board(faith=23, tiles=TWO_DONE)
    events = told(before(token, anna, cross=cross), EndTurn())
    done = after(before(token, anna, cross=cross), EndTurn())
    assert done.outcome == (LOST if over else None)
    if over:
        assert isinstance(events[-1], GameEnded)
        assert not any(isinstance(event, TokensShuffled | TurnPassed) for event in events)
        assert (done.cross, tiles(done, 3)) == (24, ["kept"])


def test_discarding_the_resource_that_moves_the_cross_to_its_end_loses() -> None:
    state = after(table(board(faith=23, tiles=TWO_DONE), cross=23), row(2))
    done = after(state, discard("stone"))
    assert (done.outcome, done.cross) == (LOST, 24)
    assert answer(done, discard("servant")) == Reason.GAME_OVER


# Every way to lose by a column: removed by Lorenzo, also with its first card, or bought.
@pytest.mark.parametrize(
    ("left", "removed"), [((0, 0, 2), 2), ((0, 0, 1), 1), ((0, 1, 1), 2), ((1, 0, 0), 1)]
)
def test_the_player_loses_when_lorenzo_empties_a_column(
    left: tuple[int, ...], removed: int
) -> None:
    state = before(PURPLE, left={"purple": left})
    events = told(state, EndTurn())
    assert sum(isinstance(event, CardRemoved) for event in events) == removed
    assert not any(isinstance(event, TurnPassed) for event in events)
    assert after(state, EndTurn()).outcome == LOST


def test_the_player_loses_by_buying_the_last_card_of_a_column() -> None:
    state = table(board(box="2 coin"), left={"blue": (1, 0, 0)})
    done = after(state, buy(3, 1, pay(box="2 coin")))
    assert (done.outcome, cards_left(done, "blue")) == (LOST, (0, 0, 0))
    assert TokenRevealed not in map(type, told(state, buy(3, 1, pay(box="2 coin"))))


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (before(TWO, cross=22), "Lorenzo won, his cross reached space 24."),
        (before(PURPLE, left={"purple": (0, 0, 1)}), "Lorenzo won, no purple cards are left."),
    ],
)
def test_lost_game_states_the_reason(state: State, why: str) -> None:
    done = after(state, EndTurn())
    assert draw(view(done, Seat(0))).splitlines()[0].endswith(f"The game is over: {why}")
    assert describe(told(state, EndTurn())[-1]) == "The game is over. Lorenzo won."


def test_leaving_a_solo_game_is_no_win_for_lorenzo() -> None:
    state = table(board())
    events = leave(state, [Seat(0)])
    assert not isinstance(events, Refusal)
    done = reduce(apply, events, state)
    assert draw(view(done, None)).splitlines()[0].endswith("The game is over: nobody won.")
    assert describe(events[-1]) == "The game is over. Nobody won."


# Ruling R15: the seventh card that is also the last of its colour wins.
def test_the_seventh_card_wins_also_when_it_empties_a_column() -> None:
    anna = board(box="2 coin", slots=SIX_CARDS)
    done = after(table(anna, left={"blue": (1, 0, 0)}), buy(3, 3, pay(box="2 coin")))
    assert done.outcome == WON


def test_with_two_players_an_empty_column_means_nothing() -> None:
    state = table(board(box="2 coin"), board(), left={"blue": (1, 0, 0)})
    done = after(state, buy(3, 1, pay(box="2 coin")), EndTurn())
    assert (done.outcome, done.turn, done.cross) == (None, 1, 0)


# "The player takes a normal turn; then the top token is revealed and carried out; and so on."
def test_a_token_is_drawn_after_every_turn_and_only_then() -> None:
    state = table(board(), tokens=(TWO, GREEN, SHUFFLE))
    events: list[Event] = told(state, row(2), discard("stone"), discard("servant"))
    assert not any(isinstance(event, TokenRevealed) for event in events)
    state = after(state, row(2), discard("stone"), discard("servant"))
    answers = played(state, EndTurn())
    assert isinstance(answers, list)
    assert answers[0] == TokenRevealed(TWO)
    state = after(state, EndTurn())
    assert (state.cross, state.tokens, state.turns) == (4, (GREEN, SHUFFLE), 1)
