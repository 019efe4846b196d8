"""Drafts: purchases and productions assembled step by step, written in short texts."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Rules, Seat, renaissance
from ludoteca.games.renaissance import (
    BuyCard,
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    Draft,
    Pay,
    PayTheRest,
    Phase,
    Produce,
    Reason,
    Resource,
    StartOver,
    State,
    Step,
    UseBasic,
    UseLeader,
    UseSlot,
)
from tests.games.random_play import Setup, plain, play_out, setups

GAME: Rules = renaissance
# Rules, section 9: the worked example, with the extra production of leader 64.
BOARD = """
    leaders 64 ; cards 9 | 3 17 | - ; depots stone 1, servant 2, - ;
    box 1 coin + 2 shield ; hand 51 52
"""


def table(sketch: str = BOARD, *offered: int) -> State:
    """Build a table for two where this board is to move, with these cards on top of their decks."""
    decks = dict.fromkeys((f"{colour} {level}" for colour, level in renaissance.DECKS), "-")
    for number in offered:
        card = renaissance.CARDS[number]
        decks[f"{card.colour} {card.level}"] = str(number)
    parts = [
        f"seats 2\nmarket WBGY/RWWG/PBYW>P\nboard 1 {' '.join(sketch.split())}\nboard 2 hand 53 54",
        *(f"deck {deck} {cards}" for deck, cards in decks.items()),
    ]
    return renaissance.read_state("\n".join(parts))


def read_step(text: str) -> Step:
    """Read `card:22>2`, `slot:1`, `basic`, `leader:64`, `in:coin`, `out:coin`, `pay:2coin<1`, …"""
    word, _, value = text.partition(":")
    match word:
        case "card":
            card, _, slot = value.partition(">")
            return ChooseCard(int(card), int(slot) - 1)
        case "slot":
            return UseSlot(int(value) - 1)
        case "basic":
            return UseBasic()
        case "leader":
            return UseLeader(int(value))
        case "in":
            return ChooseInput(Resource(value))
        case "out":
            return ChooseOutput(Resource(value))
        case "pay":
            what, _, place = value.partition("<")
            depot = None if place == "box" else int(place) - 1
            return Pay(Resource(what[1:]), depot, int(what[0]))
        case "rest":
            return PayTheRest()
        case _:
            return StartOver()


def drafted(state: State, steps: str) -> Draft | Reason:
    draft = renaissance.begin(state, state.turn)
    for text in steps.split():
        if isinstance(draft, Refusal):
            break
        draft = renaissance.step(state, draft, read_step(text))
    return Reason(draft.code) if isinstance(draft, Refusal) else draft


def finished(state: State, steps: str) -> str | Reason:
    """Return the move that these steps form, as text, or the first reason for a refusal."""
    draft = drafted(state, steps)
    if isinstance(draft, Reason):
        return draft
    move = renaissance.finish(state, draft)
    return Reason(move.code) if isinstance(move, Refusal) else renaissance.write_move(move)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("slot:2 pay:1stone<1", "produce 2 with 1 0 0"),
        ("slot:1 slot:2 rest", "produce 1 2 with 1 2 0"),
        (
            "slot:1 slot:2 leader:64 basic in:shield in:shield out:stone out:servant rest",
            "produce 1 2 basic shield shield = stone 64 = servant with 1 2 0 + 1 coin + 2 shield",
        ),
        (
            "basic in:coin in:stone out:coin pay:1coin<box rest",
            "produce basic coin stone = coin with 1 0 0 + 1 coin",
        ),
        ("slot:1 over slot:2 rest", "produce 2 with 1 0 0"),
        ("", Reason.NOTHING_CHOSEN),
        ("slot:2", Reason.NOT_PAID),
        ("slot:3", Reason.NO_SUCH_POWER),
        ("slot:4", Reason.NO_SUCH_POWER),
        ("slot:1 slot:1", Reason.POWER_TWICE),
        ("basic basic", Reason.POWER_TWICE),
        ("leader:61", Reason.NO_SUCH_POWER),
        ("leader:51", Reason.NO_SUCH_POWER),
        ("leader:64 leader:64", Reason.POWER_TWICE),
        ("slot:1 in:coin", Reason.NOTHING_TO_CHOOSE),
        ("slot:1 out:coin", Reason.NOTHING_TO_CHOOSE),
        ("basic in:coin in:stone in:coin", Reason.NOTHING_TO_CHOOSE),
        ("leader:64 out:coin out:coin", Reason.NOTHING_TO_CHOOSE),
        ("basic in:coin in:coin", Reason.CANNOT_AFFORD),  # there is one coin
        ("slot:1 basic in:servant", Reason.CANNOT_AFFORD),  # the two servants are spoken for
        ("basic in:coin out:coin", Reason.CHOICE_OPEN),
        ("leader:64", Reason.CHOICE_OPEN),
        ("leader:64 pay:1coin<box", Reason.CHOICE_OPEN),
        ("leader:64 rest", Reason.CHOICE_OPEN),
        ("slot:2 pay:1stone<2", Reason.NOT_THERE),  # servants lie there
        ("slot:2 pay:2stone<1", Reason.NOT_THERE),
        ("slot:2 pay:1stone<box", Reason.NOT_THERE),
        ("slot:2 pay:1stone<9", Reason.NO_SUCH_DEPOT),
        ("slot:2 pay:1servant<2", Reason.NOT_OWED),
        ("slot:2 pay:0stone<1", Reason.NOT_OWED),
        ("slot:2 pay:1stone<1 pay:1stone<1", Reason.NOT_THERE),
        ("slot:2 pay:1stone<1 slot:1", Reason.NOT_PAID),  # another power restarts payment
        ("pay:1coin<box", Reason.NOTHING_CHOSEN),
        ("rest", Reason.NOTHING_CHOSEN),
    ],
)
def test_productions(steps: str, expected: str | Reason) -> None:
    assert finished(table(), steps) == expected


RICH_WITH_64 = "leaders 64 ; depots coin 1, -, - ; box 3 coin + 2 shield"
RICH = "cards 3 | - | - ; depots coin 1, servant 2, - ; box 2 coin + 2 servant"


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("card:22>1 rest", "buy 22 > 1 with 1 2 0 + 1 coin + 1 servant"),
        (
            "card:22>1 pay:2coin<box pay:2servant<2 pay:1servant<box",
            "buy 22 > 1 with 0 2 0 + 2 coin + 1 servant",
        ),
        ("card:22>1 pay:2coin<box rest", "buy 22 > 1 with 0 2 0 + 2 coin + 1 servant"),
        ("card:22>1", Reason.NOT_PAID),
        ("card:22>1 pay:2coin<box pay:1coin<1", Reason.NOT_OWED),
        ("card:22>1 pay:3coin<box", Reason.NOT_THERE),
        ("card:22>2", Reason.WRONG_LEVEL),
        ("card:22>4", Reason.NO_SUCH_SLOT),
        ("card:18>1", Reason.NOT_ON_OFFER),
        ("card:999>1", Reason.NOT_ON_OFFER),
        ("card:9>2", Reason.CANNOT_AFFORD),
        ("card:22>1 slot:1 rest", Reason.CANNOT_AFFORD),  # a power in place of the card
        ("slot:1", Reason.CANNOT_AFFORD),
        (
            "basic in:coin in:coin out:stone card:22>1 rest",
            "buy 22 > 1 with 1 2 0 + 1 coin + 1 servant",
        ),
    ],
)
def test_purchases(steps: str, expected: str | Reason) -> None:
    assert finished(table(RICH, 22, 9), steps) == expected


def test_a_discount_makes_it_cheaper() -> None:
    assert finished(table(f"leaders 49 ; {RICH}", 22), "card:22>1 rest") == (
        "buy 22 > 1 with 1 2 0 + 1 coin"
    )


def test_a_draft_changes_nothing_at_the_table() -> None:
    state = table()
    drafted(state, "slot:1 slot:2 rest")
    assert state == table()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"turns": 7}, Reason.DRAFT_OUT_OF_DATE),
        ({"turn": Seat(1)}, Reason.NOT_YOUR_TURN),
        ({"phase": Phase.ACTED}, Reason.ALREADY_ACTED),
        ({"phase": Phase.PLACING}, Reason.STILL_PLACING),
    ],
)
def test_a_draft_never_outlives_its_moment(changed: dict[str, object], reason: Reason) -> None:
    draft = drafted(table(), "slot:2 rest")
    assert isinstance(draft, Draft)
    later = replace(table(), **changed)
    for answer in (renaissance.step(later, draft, StartOver()), renaissance.finish(later, draft)):
        assert isinstance(answer, Refusal)
        assert answer.code == reason


@pytest.mark.parametrize("change", ["leaders 64 52", "leaders 64"])
def test_draft_is_out_of_date_after_its_resources_change(change: str) -> None:
    draft = drafted(table(RICH_WITH_64, 13), "card:13>2 rest")
    assert isinstance(draft, Draft)
    later = table(RICH_WITH_64.replace("leaders 64", change).replace("coin 1, -", "-, coin 1"), 13)
    for answer in (renaissance.step(later, draft, PayTheRest()), renaissance.finish(later, draft)):
        assert isinstance(answer, Refusal)
        assert answer.code == Reason.DRAFT_OUT_OF_DATE


@pytest.mark.parametrize(
    ("phase", "reason"),
    [
        (Phase.PLACING, Reason.STILL_PLACING),
        (Phase.ACTED, Reason.ALREADY_ACTED),
        (Phase.SETUP, Reason.STILL_SETTING_UP),
    ],
)
def test_a_draft_begins_where_a_main_action_is_due(phase: Phase, reason: Reason) -> None:
    answer = renaissance.begin(replace(table(), phase=phase), Seat(0))
    assert isinstance(answer, Refusal)
    assert answer.code == reason


@given(setups(GAME), st.data())
def test_every_offered_action_can_be_drafted(setup: Setup, data: st.DataObject) -> None:
    states = [s for s in play_out(setup).states[:-1] if s.phase is Phase.ACTING]
    state = data.draw(st.sampled_from(states))
    # With a full strongbox there is much to choose from.
    board = replace(state.board, strongbox=renaissance.Goods(6, 6, 6, 6))
    boards = tuple(board if i == state.turn else b for i, b in enumerate(state.boards))
    state = replace(state, boards=boards)
    actions = [
        move
        for move in renaissance.legal_moves(state, state.turn)
        if isinstance(move, BuyCard | Produce)
    ]
    move = data.draw(st.sampled_from(actions))
    draft = renaissance.begin(state, state.turn)
    for step in steps_to(move):
        assert not isinstance(draft, Refusal), draft
        draft = renaissance.step(state, draft, step)
    assert not isinstance(draft, Refusal), draft
    assert renaissance.finish(state, draft) == move
    assert not isinstance(renaissance.play(state, state.turn, move, Dice(0)), Refusal)


def steps_to(move: BuyCard | Produce) -> list[Step]:
    if isinstance(move, BuyCard):
        return [ChooseCard(move.card, move.slot), PayTheRest()]
    steps: list[Step] = [UseSlot(slot) for slot in move.slots]
    steps += [UseBasic()] if move.basic else []
    steps += [UseLeader(power.leader) for power in move.leaders]
    if move.basic:
        steps += [*map(ChooseInput, move.basic.pays), ChooseOutput(move.basic.makes)]
    steps += [ChooseOutput(power.makes) for power in move.leaders]
    return [*steps, PayTheRest()]


RESOURCE = st.sampled_from(Resource)
ANY_STEP = st.one_of(
    st.builds(ChooseCard, st.integers(0, 50), st.integers(-1, 3)),
    st.builds(UseSlot, st.integers(-1, 3)),
    st.builds(UseBasic),
    st.builds(UseLeader, st.integers(48, 65)),
    st.builds(ChooseInput, RESOURCE),
    st.builds(ChooseOutput, RESOURCE),
    st.builds(Pay, RESOURCE, st.none() | st.integers(-1, 5), st.integers(-1, 4)),
    st.builds(PayTheRest),
)


@given(st.lists(ANY_STEP, max_size=30))
def test_finished_draft_is_a_legal_move_after_any_steps(steps: list[Step]) -> None:
    sketch = """
        leaders 64 53 ; cards 9 | 3 17 | 16 ; depots coin 1, servant 2, shield 3, stone 2 ;
        box 5 coin + 5 stone
    """
    state = table(sketch, 22, 21, 11, 45)
    first = renaissance.begin(state, Seat(0))
    assert not isinstance(first, Refusal)

    def tried(draft: Draft, step: Step) -> Draft:
        answer = renaissance.step(state, draft, step)
        assert renaissance.step(state, draft, plain(step, list)) == answer
        return draft if isinstance(answer, Refusal) else answer

    move = renaissance.finish(state, reduce(tried, [*steps, PayTheRest()], first))
    if not isinstance(move, Refusal):
        assert not isinstance(renaissance.play(state, Seat(0), move, Dice(0)), Refusal)
