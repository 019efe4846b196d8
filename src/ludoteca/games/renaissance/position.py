"""Text form of a whole table.

    seats 2
    phase placing
    turn 2
    market WBGY/RWWG/PBYW>P
    taken 1 coin
    board 1
        depots coin 1, stone 2, - ; cards 9 | - | - ; hand 51 52 ; faith 3
    deck green 1  5 ...

`seats` and `market` are required. A board has the format of `read_board`; a missing board is empty.
A deck lists its cards from the top down, face-down ones as 0; three dots stand for its other cards,
by number, that lie on no board. A missing deck means three dots. `tokens` are those of Lorenzo, the
next one first; by default, a table for one has all of them in order. Further parts: `first` and
`turn` for seats, `phase` (default `acting`), `turns`, `cross`, `taken`, `whites`, `last_round`
(`yes` or `no`), `away`, `resigned`, and `outcome`, as in `outcome played_out 2`.

The text preserves the whole state: scored sections follow from the pope tiles of the first board.
The reader does not check whether play can lead to such a table.
"""

from collections.abc import Sequence

from ludoteca.games.contract import Seat
from ludoteca.games.parts import (
    NOTHING,
    Parts,
    accepted,
    read_number,
    read_numbers,
    read_outcome,
    read_seat,
    read_seats,
    write_numbers,
    write_outcome,
    write_seats,
)
from ludoteca.games.renaissance.board import FACE_DOWN, LAST_SPACE, Board, PopeTile
from ludoteca.games.renaissance.cards import CARDS, DECKS, TOKENS, deck_of
from ludoteca.games.renaissance.market import COLUMNS, Market
from ludoteca.games.renaissance.resources import NOTHING as NO_GOODS
from ludoteca.games.renaissance.resources import read_goods, write_goods
from ludoteca.games.renaissance.rules import SEATS
from ludoteca.games.renaissance.sketch import read_board, read_market, write_board, write_market
from ludoteca.games.renaissance.state import Phase, State

_NAMES = frozenset(
    [
        *("seats", "first", "turn", "turns", "phase", "market", "taken", "whites"),
        *("tokens", "cross", "last_round", "away", "resigned", "outcome"),
        *(f"board {seat}" for seat in SEATS),
        *(f"deck {colour} {level}" for colour, level in DECKS),
    ]
)
_MOST_TURNS = 9999
_REST = "..."
_YES_OR_NO = {"yes": True, "no": False}


def read_state(text: str) -> State:
    """Parse a table; a `ValueError` names the offending line."""
    parts = Parts(text, _NAMES)
    seats = parts.read("seats", lambda n: read_number(n, SEATS), 0)
    market = parts.read("market", lambda marbles: accepted(read_market(marbles)), Market())
    if not seats or not market.rows:
        raise ValueError("'seats' and 'market' must be given")
    given = parts.of_seats("board", seats, lambda sketch: accepted(read_board(sketch)))
    boards = tuple(given.get(Seat(seat), Board()) for seat in range(seats))
    owned = [number for board in boards for slot in board.slots for number in slot]
    first = parts.read("first", lambda n: read_seat(n, seats), Seat(0))
    return State(
        seats=seats,
        first=first,
        boards=boards,
        market=market,
        decks=tuple(_deck(parts, place, owned) for place in range(len(DECKS))),
        tokens=parts.read("tokens", _read_tokens, TOKENS if seats == 1 else ()),
        cross=parts.read("cross", lambda n: read_number(n, range(LAST_SPACE + 1)), 0),
        phase=parts.read("phase", Phase, Phase.ACTING),
        turn=parts.read("turn", lambda n: read_seat(n, seats), first),
        turns=parts.read("turns", lambda n: read_number(n, range(_MOST_TURNS)), 0),
        taken=parts.read("taken", read_goods, NO_GOODS),
        whites=parts.read("whites", lambda n: read_number(n, range(COLUMNS + 1)), 0),
        reports=sum(tile != PopeTile.PENDING for tile in boards[0].tiles),
        last_round=parts.read("last_round", _read_yes_or_no, otherwise=False),
        away=frozenset(parts.read("away", lambda gone: read_seats(gone, seats), ())),
        resigned=frozenset(parts.read("resigned", lambda gone: read_seats(gone, seats), ())),
        outcome=parts.read("outcome", lambda said: read_outcome(said, seats), None),
    )


def _read_yes_or_no(text: str) -> bool:
    if text not in _YES_OR_NO:
        raise ValueError(f"yes or no is wanted, not '{text}'")
    return _YES_OR_NO[text]


def _read_tokens(text: str) -> tuple[int, ...]:
    return read_numbers(text, range(len(TOKENS) + 1))


def _deck(parts: Parts, place: int, owned: Sequence[int]) -> tuple[int, ...]:
    colour, level = DECKS[place]
    return parts.read(
        f"deck {colour} {level}",
        lambda cards: _read_deck(cards, place, owned),
        _rest(place, owned),
    )


def _read_deck(text: str, place: int, owned: Sequence[int]) -> tuple[int, ...]:
    top, dots, _ = text.partition(_REST)
    cards = read_numbers(top.strip() or NOTHING, range(len(CARDS) + 1))
    known = [number for number in cards if number != FACE_DOWN]
    if len(set(known)) < len(known) or not set(known).isdisjoint(owned):
        raise ValueError("a card is there twice")
    for number in known:
        if deck_of(CARDS[number]) != place:
            raise ValueError(f"card {number} belongs to another deck")
    return (*cards, *_rest(place, [*owned, *cards])) if dots else cards


def _rest(place: int, elsewhere: Sequence[int]) -> tuple[int, ...]:
    """Return the cards of a deck, by number, that are not elsewhere."""
    cards = (number for number, card in CARDS.items() if deck_of(card) == place)
    return tuple(number for number in cards if number not in elsewhere)


def write_state(state: State) -> str:
    lines = [
        f"seats {state.seats}",
        f"first {state.first + 1}",
        f"turn {state.turn + 1}",
        f"turns {state.turns}",
        f"phase {state.phase}",
        f"market {write_market(state.market)}",
    ]
    lines += [f"board {seat + 1} {write_board(board)}" for seat, board in enumerate(state.boards)]
    lines += [
        f"deck {colour} {level} {write_numbers(deck)}"
        for (colour, level), deck in zip(DECKS, state.decks, strict=True)
    ]
    lines += [f"tokens {write_numbers(state.tokens)}", f"cross {state.cross}"]
    lines += [f"taken {write_goods(state.taken)}"] if state.taken.total() else []
    lines += [f"whites {state.whites}"] if state.whites else []
    lines += ["last_round yes"] if state.last_round else []
    lines += [f"away {write_seats(sorted(state.away))}"] if state.away else []
    lines += [f"resigned {write_seats(sorted(state.resigned))}"] if state.resigned else []
    lines += [f"outcome {write_outcome(state.outcome)}"] if state.outcome else []
    return "\n".join(lines)
