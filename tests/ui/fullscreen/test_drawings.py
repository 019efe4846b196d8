"""Games played with only the choices that are drawn, all of which the rules must accept."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludoteca.bots.teacher import teacher_of
from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat, play_move, replay
from ludoteca.games.renaissance import CARDS, DECKS
from ludoteca.games.shelfie import WORDING
from ludoteca.messages import Reason
from ludoteca.ui.fullscreen import contract, shelfie
from ludoteca.ui.fullscreen.arrival import Welcome
from ludoteca.ui.fullscreen.contract import Sight
from ludoteca.ui.fullscreen.page import heading, spots_in
from ludoteca.ui.fullscreen.renaissance import drawing
from ludoteca.ui.fullscreen.renaissance.board import production
from ludoteca.ui.fullscreen.spans import Block, Choice, width_of_line
from tests.extensions import example

NARROW, WIDTH = 60, 80
NAMES = ("anna", "bruno", "carla", "Maximilian the Great")
GOES_ON = ("pay", "out", "in", "confirm", "leader", "convert", "card", "use", "hand")
"""The choices that continue a move, preferred in this order."""
JUDGED = 8
"""Every eighth turn, all choices are checked; otherwise only the one that is made."""


class Act(NamedTuple):
    """The request that a choice would send to the server."""

    steps: tuple[Any, ...] = ()
    move: Any = None


class Recorded:
    """Actions that return a description instead of acting."""

    def draft(self, *steps: Any, finish: bool = False) -> Act:
        return Act(steps, finish)

    def play(self, move: Any) -> Act:
        return Act((), move)


def seen(rules: Rules, state: Any, seat: Seat | None, draft: Any) -> Sight:
    """Return the table as a seat sees it."""
    view = rules.view(state, seat)
    seats = range(len(getattr(view, "seats", (0, 1))))
    return Sight(
        view,
        rules.guide(state, seat, draft),
        tuple(rules.points(view, Seat(each)) for each in seats),
        NAMES[: len(seats)],
        seat,
        {seat: draft} if draft and seat is not None else {},
        tuple(rules.seats_to_move(state)),
    )


def after(rules: Rules, state: Any, seat: Seat, draft: Any, act: Act) -> tuple[Any, Any]:
    """Return the state and the draft after a choice, which must be legal."""
    for step in act.steps:
        draft = rules.step(state, draft or rules.begin(state, seat), step)
        assert not isinstance(draft, Refusal), (step, draft)
    move = rules.finish(state, draft) if act.move is True else act.move
    if not move:
        return state, draft
    assert not isinstance(move, Refusal), move
    played = play_move(rules, state, seat, move, Dice(0))
    assert not isinstance(played, Refusal), (move, played)
    return played[0], None


def drawn(
    rules: Rules, draw: Callable[..., Block], state: Any, seat: Seat | None, draft: Any
) -> list[Choice]:
    """Return the choices that a seat, or a spectator, is shown."""
    sight = seen(rules, state, seat, draft)
    for width in (NARROW, WIDTH):
        block = draw(sight, Recorded(), width, 17)
        assert max(map(width_of_line, block)) <= width
    choices = [spot.choice for spot in spots_in(block)]
    assert len({choice.name for choice in choices}) == len(choices)
    return choices


def play_by_choices(
    rules: Rules,
    draw: Callable[..., Block],
    seats: int,
    seed: int,
    *,
    longest: int = 1000,
    goes_on: Sequence[str] = GOES_ON,
) -> tuple[Any, set[str]]:
    """Play a game by random choices; return its last state and the kinds of choices made."""
    dice, draft, made = Dice(seed), None, set()
    state = replay(rules, accepted(rules.setup(seats, rules.OPTIONS(), dice)))
    for turn in range(longest):
        if not (movers := rules.seats_to_move(state)):
            break
        seat = min(movers)
        choices = drawn(rules, draw, state, seat, draft)
        if turn % JUDGED == 0:
            assert not drawn(rules, draw, state, None, None)
            for choice in choices:
                after(rules, state, seat, draft, choice.act)  # type: ignore[arg-type]
        begun = [c for kind in goes_on for c in choices if c.name.split()[0] == kind]
        chosen = begun[0] if begun and dice.below(4) else choices[dice.below(len(choices))]
        made.add(chosen.name.split()[0])
        state, draft = after(rules, state, seat, draft, chosen.act)  # type: ignore[arg-type]
    return state, made


def accepted(events: Any) -> Any:
    assert not isinstance(events, Refusal)
    return events


def test_my_shelfie_is_playable_by_drawn_choices() -> None:
    rules = GAMES["shelfie"]
    state, made = play_by_choices(rules, shelfie.draw, 2, 1, goes_on=("column",))
    assert state.outcome
    _, more = play_by_choices(rules, shelfie.draw, 4, 1, longest=30)
    assert made | more == {"cell", "column", "hand", "back"}
    assert not drawn(rules, shelfie.draw, state, Seat(0), None)


def test_masters_of_renaissance_is_playable_by_drawn_choices() -> None:
    rules = GAMES["renaissance"]
    state, made = play_by_choices(rules, drawing.draw, 1, 3)
    assert state.outcome
    assert made >= {"return", "row", "column", "place", "discard", "end", "swap"}
    _, made = play_by_choices(rules, drawing.draw, 2, 4, longest=130)
    assert made >= {"place", "card", "slot", "use", "in", "out", "pay", "confirm", "move"}


def test_any_other_game_is_playable_by_a_menu_of_moves() -> None:
    four = example.rules()

    def draw(sight: Sight, actions: Any, width: int, _: int) -> Block:
        return contract.draw_any(sight, actions, width, None, ())

    state, made = play_by_choices(four, draw, 2, 1)
    assert state.outcome
    assert made == {"move"}


def test_requested_moves_are_offered_if_the_guide_lists_none() -> None:
    rules = GAMES["shelfie"]
    state = replay(rules, accepted(rules.setup(2, rules.OPTIONS(), Dice(1))))
    seat = min(rules.seats_to_move(state))
    asked = list(rules.legal_moves(state, seat))
    sight = seen(rules, state, seat, None)
    block = contract.draw_any(sight, Recorded(), 80, rules, asked)  # type: ignore[arg-type]
    offered: list[Any] = [spot.choice.act for spot in spots_in(block)]
    assert offered == [Act((), move) for move in asked]
    assert any(span.style.startswith("fg:#") for spans in block for span in spans)


def test_resources_to_place_are_shown_with_counts() -> None:
    rules: Any = GAMES["renaissance"]
    text = "seats 1\nphase placing\nmarket WBGY/RWWG/PBYW>P\ntaken 2 servant + 1 coin"
    state = accepted(rules.read_state(text))
    block = drawing.draw(seen(rules, state, Seat(0), None), Recorded(), WIDTH, 17)  # type: ignore[arg-type]
    assert texts_of(block)[:2] == [
        "Place in a depot, or discard: 1 coin [1] [2] [3] [discard]",
        "2 servants [1] [2] [3] [discard]",
    ]


def texts_of(block: Block) -> list[str]:
    """Return the lines of a block without styles."""
    return ["".join(span.text for span in spans).rstrip() for spans in block]


def test_cards_are_never_truncated() -> None:
    rules: Any = GAMES["renaissance"]
    state = accepted(rules.read_state("seats 1\nmarket WBGY/RWWG/PBYW>P"))
    sight = seen(rules, state, None, None)
    for number, card in CARDS.items():
        decks = list(sight.view.decks)
        place = DECKS.index((card.colour, card.level))
        decks[place] = replace(decks[place], top=number)
        shown = sight._replace(view=replace(sight.view, decks=tuple(decks)))
        made = f"L{card.level}{''.join(texts_of([production(card, gap='')]))}"
        for width in (NARROW, WIDTH):
            block = drawing.draw(shown, Recorded(), width, 17)  # type: ignore[arg-type]
            assert made in "".join(texts_of(block)).replace(" ", "")


def test_faith_track_shows_full_names_if_they_fit() -> None:
    rules: Any = GAMES["renaissance"]
    state = accepted(rules.read_state("seats 1\nmarket WBGY/RWWG/PBYW>P"))
    block = drawing.draw(seen(rules, state, Seat(0), None), Recorded(), WIDTH, 50)  # type: ignore[arg-type]
    begins = [text.split()[0].strip("✚") for text in texts_of(block)[-6:-1]]
    assert begins == ["faith", "points", "pope", "anna", "Lorenzo"]


def test_hints_name_common_goals_like_the_table() -> None:
    rules = GAMES["shelfie"]
    state = replay(rules, accepted(rules.setup(2, rules.OPTIONS(), Dice(1))))
    view = rules.view(state, Seat(0))
    number = next(iter(view.common_goals))
    told = shelfie.as_shown(Reason("goal_nearer", 1.0, {"goal": number, "percent": 50}), view)
    title = WORDING[view.rules.squares].common_goals[number].title
    assert teacher_of("shelfie").say(told) == f"brings common goal “{title}” closer"
    other = Reason("full", 1.0)
    assert shelfie.as_shown(other, view) is other


def test_title_is_truncated_before_the_state() -> None:
    class Table(Welcome):
        title, state = "Masters of Renaissance · table 1", "Your turn"

    [span] = heading(Table(), "anna", 40, 0)
    assert span.text == " Masters of Renaissan…  Your turn  anna "
