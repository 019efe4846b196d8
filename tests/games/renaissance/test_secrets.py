"""The knowledge of each seat. Sections 4 and 17 of the rules."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Seat, renaissance
from ludoteca.games.renaissance import DiscardLeader, Event, PlayLeader, State
from ludoteca.games.renaissance.events import (
    DecksShuffled,
    LeaderDiscarded,
    LeaderPlayed,
    LeaderReturned,
    LeadersDealt,
    TokenRevealed,
    TokensShuffled,
)
from tests.conftest import no_coverage
from tests.games.random_play import accepted
from tests.games.renaissance.laid import after, board, buy, pay, table, told
from tests.games.renaissance.random_games import Game, games

pytestmark = no_coverage

OWNER, OTHER, SPECTATOR = Seat(0), Seat(1), None
DECKS = tuple((4 * deck + 1, 4 * deck + 2, 4 * deck + 3, 4 * deck + 4) for deck in range(12))
TOPS = tuple((deck[0], 0, 0, 0) for deck in DECKS)
HIDDEN = (
    # event, as its owner knows it, as everybody else does
    (
        LeadersDealt(OWNER, (49, 50, 51, 52)),
        LeadersDealt(OWNER, (49, 50, 51, 52)),
        LeadersDealt(OWNER, (0, 0, 0, 0)),
    ),
    (LeaderReturned(OWNER, 49), LeaderReturned(OWNER, 49), LeaderReturned(OWNER, 0)),
    (DecksShuffled(DECKS), DecksShuffled(TOPS), DecksShuffled(TOPS)),
    (
        TokensShuffled((3, 1, 2, 7, 5, 6, 4)),
        TokensShuffled((0,) * 7),
        TokensShuffled((0,) * 7),
    ),
    (LeaderPlayed(OWNER, 49), LeaderPlayed(OWNER, 49), LeaderPlayed(OWNER, 49)),
    (LeaderDiscarded(OWNER, 49), LeaderDiscarded(OWNER, 49), LeaderDiscarded(OWNER, 49)),
    (TokenRevealed(3), TokenRevealed(3), TokenRevealed(3)),
)


@pytest.mark.parametrize(("event", "own", "public"), HIDDEN, ids=lambda event: type(event).__name__)
def test_redacted_event_by_audience(event: Event, own: Event, public: Event) -> None:
    assert renaissance.redact(event, OWNER) == own
    assert renaissance.redact(event, OTHER) == public
    assert renaissance.redact(event, SPECTATOR) == public


@given(games())
def test_all_other_events_are_sent_unchanged(game: Game) -> None:
    secret = LeadersDealt | LeaderReturned | DecksShuffled | TokensShuffled
    for event in game.events():
        if not isinstance(event, secret):
            for eyes in (SPECTATOR, *map(Seat, range(game.seats))):
                assert renaissance.redact(event, eyes) == event


# "Hands … stay secret; how many leaders a player still holds is public."
@pytest.mark.parametrize(
    ("eyes", "hands"),
    [(0, [(49, 50), (0,), ()]), (1, [(0, 0), (51,), ()]), (2, [(0, 0), (0,), ()])],
)
def test_a_hand_is_seen_by_its_owner_only(eyes: int, hands: list[tuple[int, ...]]) -> None:
    state = table(board(hand="49 50"), board(hand="51", played="52"), board())
    view = renaissance.view(state, Seat(eyes))
    assert [seat.hand for seat in view.seats] == hands
    assert [seat.played for seat in view.seats] == [(), (52,), ()]
    nobody = renaissance.view(state, SPECTATOR)
    assert [seat.hand for seat in nobody.seats] == [(0, 0), (0,), ()]


def test_of_a_deck_the_top_card_and_the_size_are_seen() -> None:
    state = table(board(box="2 coin"), board(), tops=[3, 23], left={"purple": (0, 1, 4)})
    decks = renaissance.view(state, OWNER).decks
    assert [(deck.top, deck.cards) for deck in decks] == [
        *[(1, 4), (17, 4), (33, 4)],
        *[(3, 4), (23, 4), (35, 4)],
        *[(4, 4), (20, 4), (36, 4)],
        *[(0, 0), (18, 1), (34, 4)],
    ]
    bought = renaissance.view(after(state, buy(3, 1, pay(box="2 coin"))), OWNER)
    assert (bought.decks[3].top, bought.decks[3].cards) == (7, 3)


def test_of_the_tokens_only_their_number_is_seen() -> None:
    assert renaissance.view(table(board(), tokens=(3, 1, 7)), OWNER).tokens == 3


def test_at_the_end_the_hands_are_shown() -> None:
    state = table(board(hand="49 50"), board(hand="51"))
    end = reduce(renaissance.apply, accepted(renaissance.leave(state, [OWNER])), state)
    for eyes in (OWNER, OTHER, SPECTATOR):
        assert [seat.hand for seat in renaissance.view(end, eyes).seats] == [(49, 50), (51,)]


# Playing or discarding a leader tells everybody which one it was, and leaves the other hidden.
def test_a_leader_that_leaves_the_hand_is_seen() -> None:
    state = table(board(slots="1 | 3 | 4", hand="49 57"), board())
    assert told(state, PlayLeader(49)) == [LeaderPlayed(OWNER, 49)]
    view = renaissance.view(after(state, PlayLeader(49)), OTHER)
    assert (view.seats[0].hand, view.seats[0].played) == ((0,), (49,))
    assert renaissance.view(after(state, DiscardLeader(49)), OTHER).seats[0].hand == (0,)


def changed(state: State, eyes: Seat | None, seed: int) -> State:
    """Return the state with everything changed that this viewer may not see."""
    dice = Dice(seed)
    boards = []
    for seat, owned in enumerate(state.boards):
        hand = tuple(49 + dice.below(16) for _ in owned.hand)
        boards.append(owned if seat == eyes else replace(owned, hand=hand))
    decks = tuple((*deck[:1], *reversed(deck[1:])) for deck in state.decks)
    tokens = tuple(reversed(state.tokens))
    return replace(state, boards=tuple(boards), decks=decks, tokens=tokens)


@given(games(), st.integers(0, 99))
def test_view_does_not_depend_on_hidden_values(game: Game, seed: int) -> None:
    for state in game.states()[::7]:
        for eyes in (SPECTATOR, *map(Seat, range(game.seats))):
            other = changed(state, eyes, seed)
            assert other != state
            assert renaissance.view(other, eyes) == renaissance.view(state, eyes)


# Decision 7: a view can be rebuilt from what its eyes have seen, after every move …
@given(games())
def test_view_depends_only_on_events_its_seat_received(game: Game) -> None:
    for eyes in (SPECTATOR, *map(Seat, range(game.seats))):
        known = rebuilt(renaissance.BLANK, game.opening, eyes)
        for turned in game.moves:
            assert renaissance.view(known, eyes) == renaissance.view(turned.before, eyes)
            known = rebuilt(known, turned.events, eyes)
        assert renaissance.view(known, eyes) == renaissance.view(game.end(), eyes)


# … and after every single event, also in the middle of a move.
@given(games())
def test_spectator_view_follows_from_each_received_event(game: Game) -> None:
    known = renaissance.BLANK
    for _, event, state in game.told():
        known = rebuilt(known, [event], SPECTATOR)
        assert renaissance.view(known, SPECTATOR) == renaissance.view(state, SPECTATOR)


def rebuilt(known: State, events: list[Event], eyes: Seat | None) -> State:
    """Return the state a seat knows after these events."""
    for event in events:
        seen = renaissance.redact(event, eyes)
        known = known if seen is None else renaissance.apply(known, seen)
    return known
