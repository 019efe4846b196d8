"""Laws for every game."""

from functools import reduce
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludoteca.games import Dice, Ending, Refusal, Rules, Seat, play_move, replay
from tests.games.random_play import EVERY_GAME, Sequence, Setup, accepted, plain, play_out, setups

every_game = pytest.mark.parametrize("rules", EVERY_GAME.values(), ids=EVERY_GAME)


@given(setups(), st.data())
def test_offered_moves_are_accepted(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states))
    for seat in rules.seats_to_move(state):
        offered = list(rules.legal_moves(state, seat))
        assert offered
        assert len(set(offered)) == len(offered)
        for move in offered:
            accepted(rules.play(state, seat, move, Dice(0)))


@given(setups(), st.data())
def test_a_move_in_one_call_is_judged_and_applied(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states))
    move = next(rules.legal_moves(states[0], min(rules.seats_to_move(states[0]))))
    for seat in map(Seat, range(setup.seats)):
        said = rules.play(state, seat, move, Dice(0))
        expected = said if isinstance(said, Refusal) else (_after(rules, state, said), said)
        assert play_move(rules, state, seat, move, Dice(0)) == expected


@given(setups(), st.data())
def test_accepted_moves_are_offered_in_canonical_form(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    here, elsewhere = data.draw(st.tuples(st.sampled_from(states), st.sampled_from(states)))
    for seat in rules.seats_to_move(here):
        offered = set(rules.legal_moves(here, seat))
        for other in rules.seats_to_move(elsewhere):
            for move in rules.legal_moves(elsewhere, other):
                if isinstance(rules.play(here, seat, move, Dice(0)), Refusal):
                    assert move not in offered
                else:
                    assert rules.canonical(here, seat, move) in offered


@pytest.mark.parametrize("sequence", [tuple, list])
@given(setups(), st.data())
def test_plain_values_are_judged_like_typed_ones(
    sequence: Sequence, setup: Setup, data: st.DataObject
) -> None:
    rules, _, states, _ = play_out(setup)
    here, elsewhere = data.draw(
        st.tuples(st.sampled_from(states[:-1]), st.sampled_from(states[:-1]))
    )
    seat = min(rules.seats_to_move(here))
    offered = list(rules.legal_moves(here, seat))
    offered += rules.legal_moves(elsewhere, min(rules.seats_to_move(elsewhere)))
    for move in data.draw(st.lists(st.sampled_from(offered), min_size=5)):
        judged = rules.play(here, seat, move, Dice(0))
        plainly = rules.play(here, seat, plain(move, sequence), Dice(0))
        assert plainly == judged
        assert repr(plainly) == repr(judged)  # of the same types, too
        if not isinstance(judged, Refusal):
            offer = rules.canonical(here, seat, move)
            assert rules.canonical(here, seat, plain(move, sequence)) == offer


@given(setups(), st.data())
def test_a_sample_is_a_legal_move(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states))
    for seat in rules.seats_to_move(state):
        dice = Dice(data.draw(st.integers(0, 99)))
        assert rules.sample(state, seat, dice) in list(rules.legal_moves(state, seat))


@given(setups())
def test_the_events_alone_rebuild_the_state_also_from_bytes(setup: Setup) -> None:
    rules, events, states, _ = play_out(setup, absences=True)
    written = msgspec.json.encode(events)
    assert replay(rules, msgspec.json.decode(written, type=list[rules.EVENTS])) == states[-1]  # type: ignore[name-defined]


@given(setups(), st.data())
def test_view_depends_only_on_events_its_seat_received(setup: Setup, data: st.DataObject) -> None:
    rules, events, states, told = play_out(setup, absences=True)
    moment = data.draw(st.integers(0, len(states) - 1))
    for eyes in (None, *map(Seat, range(setup.seats))):
        seen = (rules.redact(event, eyes) for event in events[: told[moment]])
        known = replay(rules, (event for event in seen if event is not None))
        assert rules.view(known, eyes) == rules.view(states[moment], eyes)


@given(setups(), st.data())
def test_guide_depends_only_on_events_its_seat_received(setup: Setup, data: st.DataObject) -> None:
    rules, events, states, told = play_out(setup, absences=True)
    moment = data.draw(st.integers(0, len(states) - 1))
    for eyes in (None, *map(Seat, range(setup.seats))):
        seen = (rules.redact(event, eyes) for event in events[: told[moment]])
        known = replay(rules, (event for event in seen if event is not None))
        draft = None if eyes is None else rules.begin(known, eyes)
        for half_made in (None, *(() if isinstance(draft, Refusal) else (draft,))):
            guide = rules.guide(states[moment], eyes, half_made)
            assert rules.guide(known, eyes, half_made) == guide


@given(setups(), st.data())
def test_guide_always_states_whether_to_move(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup, absences=True)
    state = data.draw(st.sampled_from([rules.BLANK, *states]))
    for eyes in (None, *map(Seat, range(-1, setup.seats + 1))):
        to_do = rules.guide(state, eyes, None).to_do
        assert (to_do == "over") == (rules.outcome(state) is not None)
        assert (to_do not in ("wait", "over")) == (eyes in rules.seats_to_move(state))


@given(setups(), st.data())
def test_result_of_an_unrevealing_move_depends_only_on_known_events(
    setup: Setup, data: st.DataObject
) -> None:
    rules, events, states, told = play_out(setup)
    moment = data.draw(st.integers(0, len(states) - 1))
    for seat in rules.seats_to_move(states[moment]):
        seen = (rules.redact(event, seat) for event in events[: told[moment]])
        known = replay(rules, (event for event in seen if event is not None))
        for move in rules.legal_moves(states[moment], seat):
            happened = accepted(rules.play(states[moment], seat, move, Dice(0)))
            if not any(map(rules.reveals, happened)):
                assert rules.play(known, seat, move, Dice(1)) == happened


@given(setups())
def test_nonexistent_seat_sees_the_view_of_a_spectator(setup: Setup) -> None:
    rules, events, states, _ = play_out(setup)
    stranger = Seat(setup.seats)
    assert all(rules.redact(event, stranger) == rules.redact(event, None) for event in events)
    for state in states:
        seen = rules.view(state, stranger)
        assert msgspec.structs.replace(seen, eyes=None) == rules.view(state, None)
        assert rules.draw(seen)


@given(setups())
def test_every_game_ends_and_then_nothing_more_can_be_done(setup: Setup) -> None:
    rules, _, states, _ = play_out(setup)
    end = states[-1]
    outcome = rules.outcome(end)
    assert outcome is not None
    assert outcome.winners or setup.seats == 1  # who plays alone may lose
    assert outcome.ending is Ending.PLAYED_OUT
    last_move = next(rules.legal_moves(states[-2], min(rules.seats_to_move(states[-2]))))
    for seat in map(Seat, range(setup.seats)):
        assert not list(rules.legal_moves(end, seat))
        for answer in (
            rules.play(end, seat, last_move, Dice(0)),
            rules.sample(end, seat, Dice(0)),
            rules.skip(end, seat, Dice(0)),
            rules.leave(end, [seat]),
            rules.come_back(end, seat),
            rules.begin(end, seat),
        ):
            assert isinstance(answer, Refusal)
            assert answer.code.endswith("/game_over")


@given(setups(), st.data())
def test_seat_out_of_turn_can_do_nothing(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states[:-1]))
    mover = min(rules.seats_to_move(state))
    move = next(rules.legal_moves(state, mover))
    outside = [Seat(-1), Seat(setup.seats)]
    waiting = [Seat(s) for s in range(setup.seats) if s not in rules.seats_to_move(state)]
    for seat in (*outside, *waiting):
        assert not list(rules.legal_moves(state, seat))
        assert isinstance(rules.play(state, seat, move, Dice(0)), Refusal)
        assert isinstance(rules.sample(state, seat, Dice(0)), Refusal)
        assert isinstance(rules.skip(state, seat, Dice(0)), Refusal)
        assert isinstance(rules.begin(state, seat), Refusal)
    for seat in outside:
        assert isinstance(rules.leave(state, [seat]), Refusal)
        assert isinstance(rules.come_back(state, seat), Refusal)
        assert rules.points(rules.view(state, None), seat) == ()


@given(setups(), st.data())
def test_points_known_to_a_seat_are_never_more_than_at_the_table(
    setup: Setup, data: st.DataObject
) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states))
    for seat in map(Seat, range(setup.seats)):
        own = rules.points(rules.view(state, seat), seat)
        public = rules.points(rules.view(state, None), seat)
        assert set(public) <= set(own)
        assert len({point.source for point in own}) == len(own)


@given(setups(), st.data())
def test_last_remaining_player_wins(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    assume(setup.seats > 1)
    state = data.draw(st.sampled_from(states[:-1]))
    left = data.draw(st.sampled_from(range(setup.seats)))
    others = [Seat(seat) for seat in range(setup.seats) if seat != left]
    together = rules.outcome(_after(rules, state, rules.leave(state, others)))
    one_by_one = state
    for seat in others:
        one_by_one = _after(rules, one_by_one, rules.leave(one_by_one, [seat]))
    assert together == rules.outcome(one_by_one)
    assert together is not None
    assert (together.winners, together.ending) == ((left,), Ending.LAST_LEFT)


@given(setups(), st.data())
def test_if_nobody_is_left_nobody_wins(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states[:-1]))
    everybody = [Seat(seat) for seat in range(setup.seats)]
    outcome = rules.outcome(_after(rules, state, rules.leave(state, everybody)))
    assert outcome is not None
    assert (outcome.winners, outcome.ending) == ((), Ending.ABANDONED)


@given(setups(), st.data())
def test_a_seat_that_came_back_finds_everything_as_it_was(
    setup: Setup, data: st.DataObject
) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states[:-1]))
    seat = Seat(data.draw(st.integers(0, setup.seats - 1)))
    gone = _after(rules, state, rules.leave(state, [seat]))
    if rules.outcome(gone) is None:
        assert gone != state
        assert isinstance(rules.leave(gone, [seat]), Refusal)
        assert _after(rules, gone, rules.come_back(gone, seat)) == state
    assert isinstance(rules.come_back(state, seat), Refusal)


@given(setups(), st.data())
def test_a_written_move_can_be_read(setup: Setup, data: st.DataObject) -> None:
    rules, _, states, _ = play_out(setup)
    state = data.draw(st.sampled_from(states[:-1]))
    move = rules.sample(state, min(rules.seats_to_move(state)), Dice(setup.seed))
    assert rules.read_move(rules.write_move(move)) == move
    assert msgspec.json.decode(msgspec.json.encode(move), type=rules.MOVES) == move


@every_game
@given(text=st.text())
def test_any_text_is_read_as_a_move_or_refused(rules: Rules, text: str) -> None:
    move = rules.read_move(text)
    if not isinstance(move, Refusal):
        assert rules.read_move(rules.write_move(move)) == move


@every_game
@pytest.mark.parametrize("seats", [-1, 0, 5, 99])
def test_a_table_for_too_few_or_too_many_is_refused(rules: Rules, seats: int) -> None:
    if seats not in rules.SEATS:
        assert isinstance(rules.setup(seats, rules.OPTIONS(), Dice(0)), Refusal)


@every_game
def test_same_seed_gives_the_same_game(rules: Rules) -> None:
    setup = Setup(rules, max(rules.SEATS), rules.OPTIONS(), seed=7)
    assert play_out(setup).events == play_out(setup).events


def _after(rules: Rules, state: Any, answer: list[Any] | Refusal) -> Any:
    return reduce(rules.apply, accepted(answer), state)


@given(setups(), st.data())
def test_knowledge_of_one_seat_is_enough_to_ask_the_rules(
    setup: Setup, data: st.DataObject
) -> None:
    rules, events, states, told = play_out(setup)
    moment = data.draw(st.integers(0, len(states) - 1))
    for eyes in (None, *map(Seat, range(setup.seats))):
        seen = (rules.redact(event, eyes) for event in events[: told[moment]])
        known = replay(rules, (event for event in seen if event is not None))
        for seat in map(Seat, range(setup.seats)):
            offered = set(rules.legal_moves(known, seat))
            assert offered <= set(rules.legal_moves(states[moment], seat))
            assert rules.draw(rules.view(known, seat))
            rules.leave(known, [seat])
            if seat == eyes:
                assert offered == set(rules.legal_moves(states[moment], seat))


@given(setups())
def test_every_event_has_a_sentence_with_and_without_its_secrets(setup: Setup) -> None:
    rules, events, _, _ = play_out(setup, absences=True)
    for event in events:
        told = [rules.redact(event, eyes) for eyes in (None, Seat(0))]
        for seen in (event, *(seen for seen in told if seen is not None)):
            sentence = rules.describe(seen)
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "\n" not in sentence
