"""Tables with many cards and resources, drawn at random."""

from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Rules, renaissance
from ludoteca.games.renaissance import CARDS, LEADERS, Board, Goods, Phase, State
from tests.games.random_play import play_out, setups

GAME: Rules = renaissance


@st.composite
def rich_boards(draw: st.DrawFn) -> Board:
    """Draw a board with two played leaders, cards in its slots and a full strongbox."""
    board = Board(strongbox=Goods(*(draw(st.integers(0, 9)) for _ in range(4))))
    for leader in draw(st.lists(st.sampled_from(sorted(LEADERS)), max_size=2, unique=True)):
        board = board.with_leader(leader)
    slots = []
    for slot in range(3):
        levels = range(1, draw(st.integers(0, 3)) + 1)
        # A third of the cards for each slot, so that no card is there twice.
        stacks = [[n for n in CARDS if CARDS[n].level == at and n % 3 == slot] for at in levels]
        slots.append(tuple(draw(st.sampled_from(stack)) for stack in stacks))
    board = replace(board, slots=tuple(slots), faith=draw(st.integers(0, 20)))
    for resource in draw(st.permutations(list(renaissance.Resource))):
        for depot in range(len(board.depots)):
            count = draw(st.integers(0, 2))
            if count and not board.why_not_store(resource, depot, count):
                board = board.with_more(resource, depot, count)
    return board


@st.composite
def rich_tables(draw: st.DrawFn) -> State:
    """Draw a table where the seat to move has a rich board."""
    states = play_out(draw(setups(GAME))).states[:-1]
    state: State = draw(st.sampled_from([state for state in states if state.phase is Phase.ACTING]))
    board = draw(rich_boards())
    owned = {number for slot in board.slots for number in slot}
    decks = tuple(tuple(n for n in deck if n not in owned) for deck in state.decks)
    boards = tuple(board if seat == state.turn else b for seat, b in enumerate(state.boards))
    return replace(state, boards=boards, decks=decks)
