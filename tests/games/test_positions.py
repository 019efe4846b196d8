"""Positions as text: a game goes on from every written position, and bad texts are refused."""

from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.bots.judging import judge_here
from ludoteca.bots.teacher import question_of
from ludoteca.games import GAMES, Rules, Seat
from ludoteca.games.positions import MOST_CHARACTERS, chance_at, positions_of, read_position
from tests.conftest import no_coverage
from tests.games.random_play import Setup, accepted, play_out, setups
from tests.pages import DOCS

WRITTEN = [rules for rules in GAMES.values() if positions_of(rules)]
WORDS = (
    *("0", "1", "2", "3", "4", "5", "7", "12", "24", "49", "64", "99", "9" * 400),
    *("-", "+", "?", ";", "|", ".", "...", "C", "G", "coin", "shield", "yes", "no"),
    *("setup", "acting", "placing", "acted", "board 1", "seats 2", "outcome played_out 1"),
)


def written(rules: Rules, state: Any) -> str:
    functions = positions_of(rules)
    assert functions
    return functions.write_state(state)


@given(setups(*WRITTEN), st.data())
def test_every_position_of_a_game_is_read_as_it_was(setup: Setup, data: st.DataObject) -> None:
    rules = setup.rules
    state = data.draw(st.sampled_from(play_out(setup).states))
    text = written(rules, state)
    read = read_position(rules, text)
    assert len(text) < MOST_CHARACTERS * 3 // 4
    assert written(rules, read) == text
    for seat in rules.seats_to_move(state):
        assert list(rules.legal_moves(read, seat)) == list(rules.legal_moves(state, seat))
        for move in rules.legal_moves(state, seat):
            assert rules.read_move(rules.write_move(move)) == move


@st.composite
def changed_texts(draw: st.DrawFn) -> tuple[Rules, str]:
    """Draw a position of a random game, with some words and lines changed."""
    setup = draw(setups(*WRITTEN))
    lines = written(setup.rules, draw(st.sampled_from(play_out(setup).states))).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        words = lines[place].lstrip().split(" ")
        match draw(st.sampled_from(["word", "word", "word", "lose", "repeat"])):
            case "word":
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
                indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
                lines[place] = indent + " ".join(words)
            case "lose":
                lines[place] = lines[place][:4]
            case _:
                lines.insert(place, draw(st.sampled_from(lines)))
    return setup.rules, "\n".join(lines)


@no_coverage
@given(changed_texts())
def test_a_changed_position_is_refused_or_playable(drawn: tuple[Rules, str]) -> None:
    rules, text = drawn
    try:
        state = read_position(rules, text)
    except ValueError:
        return
    judge = judge_here(rules.NAME)[1]
    for seat in map(Seat, range(state.seats)):
        view = rules.view(state, seat)
        assert rules.points(view, seat)
        assert 0 <= judge.chance(rules, view, seat) <= 1
    for seat in rules.seats_to_move(state) - state.away:
        judge.judge(question_of(rules, state, seat))
        chance = chance_at(text)
        events = rules.play(state, seat, accepted(rules.sample(state, seat, chance)), chance)
        after = reduce(rules.apply, accepted(events), state)
        if rules.outcome(after) or not rules.seats_to_move(after) <= after.away:
            read_position(rules, written(rules, after))


@given(st.sampled_from(WRITTEN), st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused(rules: Rules, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_position(rules, text)


SHELFIE = "seats 2\ngoal 1 3\ngoal 2 4\nroom\n" + "\n".join(
    " ." * 9 if row != 4 else " . . . . C B . . ." for row in range(9)
)
FULL = "/".join(["CBGFT", "BGFTP", "GFTPC", "FTPCB", "TPCBG", "PCBGF"])
MASTERS = "market WBGY/RWWG/PBYW>P"


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("shelfie", "x" * (MOST_CHARACTERS + 1), "at most 2000 characters"),
        ("shelfie", SHELFIE.replace("goal 2 4", "goal 2 3"), "different personal goal"),
        ("shelfie", SHELFIE.replace("goal 2 4", ""), "different personal goal"),
        ("shelfie", f"{SHELFIE}\ncommon 1\ncommon 2\ncommon 3", "at most 2 common goals"),
        ("shelfie", f"{SHELFIE}\nresigned 2", "must be away"),
        ("shelfie", f"{SHELFIE}\naway 1", "seat 1 is to move, but it is absent"),
        ("shelfie", f"{SHELFIE}\nfinisher 2", "shelf of the finisher must be full"),
        ("shelfie", f"{SHELFIE}\nshelf 1 {FULL}", "finisher must be a seat with a full shelf"),
        ("shelfie", f"{SHELFIE}\nshelf 1 {FULL}\nfinisher 1", "seat 1 has no move"),
        ("shelfie", f"{SHELFIE}\npictures 12345", "a picture from 1 to 3 is wanted for each of 2"),
        ("shelfie", SHELFIE.replace("C B", ". .").replace(" .", " C", 1), "there is no cell"),
        ("shelfie", "seats 2\ngoal 1 3\ngoal 2 4", "seat 1 has no move"),
        ("renaissance", f"seats 2\nphase setup\n{MASTERS}", "no seat is to move"),
        ("renaissance", f"seats 2\n{MASTERS}\ndeck green 1 0", "every card must be known"),
        (
            "renaissance",
            f"seats 2\n{MASTERS}\nboard 1 hand 49 50\nboard 2 hand 50",
            "a leader is there twice",
        ),
        ("renaissance", f"seats 2\n{MASTERS}\nboard 1 hand 49 50 51", "during the setup"),
        ("renaissance", f"seats 2\n{MASTERS}\nboard 1 box 100 coin", "at most 99 resources"),
        ("renaissance", f"seats 2\n{MASTERS}\nboard 1 faith 9", "space 8 is reached"),
        ("renaissance", f"seats 2\n{MASTERS}\nboard 2 tiles - ? ?", "decided together"),
        ("renaissance", f"seats 2\n{MASTERS}\nphase placing", "one to four resources"),
        ("renaissance", f"seats 2\n{MASTERS}\nlast_round yes", "seventh card"),
        ("renaissance", f"seats 2\n{MASTERS}\ncross 3", "only a solo game"),
        ("renaissance", f"seats 1\n{MASTERS}\ntokens 1 2", "include token 7"),
        ("renaissance", f"seats 1\n{MASTERS}\ndeck blue 1 -\ndeck blue 2 -\ndeck blue 3 -", "over"),
        (
            "renaissance",
            f"seats 2\nphase setup\n{MASTERS}\nboard 1 leaders 49 ; bonus 1",
            "played after the setup",
        ),
    ],
)
def test_a_position_without_a_game_is_refused(game: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_position(GAMES[game], text)


def test_the_position_in_the_documents_is_playable() -> None:
    *_, example, _ = (DOCS / "api.md").read_text(encoding="utf-8").split("```")
    state = read_position(GAMES["shelfie"], example)
    assert list(GAMES["shelfie"].legal_moves(state, Seat(1)))


def test_games_without_a_text_form_have_no_positions() -> None:
    class Other:
        TITLE = "Another game"

    other: Any = Other
    assert positions_of(other) is None
    with pytest.raises(ValueError, match="positions of Another game have no text form"):
        read_position(other, "seats 2")
