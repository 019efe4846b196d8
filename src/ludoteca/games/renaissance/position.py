"""Text form of a whole table.

    seats 2
    phase placing
    turn 2
    market WBGY/RWWG/PBYW>P
    taken 1 coin
    board 1
        depots coin 1, stone 2, - ; cards 9 | - | - ; hand 51 52 ; faith 3
    deck green 1  5 ...

`seats` and `market` are required. A market is its three rows of marbles and the slide. A board
lists its non-empty parts; a missing board is empty. Depots, slots and pope tiles are in order, and
a face-down leader is 0:

    depots coin 1, stone 2, - ; box 2 coin + 1 shield ; cards 9 | 3 17 | - ; leaders 64 ;
    hand 51 52 ; faith 13 ; tiles + + ?

A deck lists its cards from the top down, face-down cards as 0; three dots stand for its remaining
cards that are on no board, in order of number. A missing deck means three dots. `tokens` are
Lorenzo's, the next one first; by default, a solo table has all tokens in order. Further parts:
`first` and `turn` for seats, `phase` (default `acting`), `turns`, `cross`, `taken`, `whites`,
`last_round` (`yes` or `no`), `away`, `resigned`, and `outcome`, as in `outcome played_out 2`.

The text preserves the whole state. It does not list the scored sections of the faith track, which
follow from the pope tiles of the first board.
The parser does not check whether the table can arise in play: `why_not_playable` does.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat
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
from ludoteca.games.renaissance import resources
from ludoteca.games.renaissance.applying import BONUS
from ludoteca.games.renaissance.board import (
    BASIC_DEPOTS,
    FACE_DOWN,
    LAST_SPACE,
    SECTIONS,
    SLOTS,
    Board,
    PopeTile,
)
from ludoteca.games.renaissance.cards import (
    CARDS,
    DECKS,
    LEADERS,
    RESHUFFLE,
    TOKENS,
    Colour,
    deck_of,
)
from ludoteca.games.renaissance.refusals import Reason
from ludoteca.games.renaissance.rules import LEADERS_DEALT, LEADERS_KEPT, SEATS
from ludoteca.games.renaissance.state import Phase, State, lowest_deck, triggers_end

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
    market = parts.read(
        "market", lambda marbles: accepted(read_market(marbles)), resources.Market()
    )
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
        taken=parts.read("taken", resources.read_goods, resources.NOTHING),
        whites=parts.read("whites", lambda n: read_number(n, range(resources.COLUMNS + 1)), 0),
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
    """Return the cards of a deck that are not among those `elsewhere`, in order of number."""
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
    lines += [f"taken {resources.write_goods(state.taken)}"] if state.taken.total() else []
    lines += [f"whites {state.whites}"] if state.whites else []
    lines += ["last_round yes"] if state.last_round else []
    lines += [f"away {write_seats(sorted(state.away))}"] if state.away else []
    lines += [f"resigned {write_seats(sorted(state.resigned))}"] if state.resigned else []
    lines += [f"outcome {write_outcome(state.outcome)}"] if state.outcome else []
    return "\n".join(lines)


_LETTERS = {marble[0].upper(): marble for marble in resources.Marble}
_TILES = {"?": PopeTile.PENDING, "+": PopeTile.KEPT, "-": PopeTile.LOST}


class _Unclear(Exception):
    """Raised for a board text that is malformed or describes an impossible board."""


def write_market(market: resources.Market) -> str:
    rows = ("".join(marble[0].upper() for marble in row) for row in market.rows)
    return f"{'/'.join(rows)}>{market.slide[0].upper()}"


def read_market(text: str) -> resources.Market | Refusal:
    letters = "".join(text.upper().split())
    rows, _, slide = letters.partition(">")
    if [len(row) for row in rows.split("/")] != [resources.COLUMNS] * resources.ROWS or len(
        slide
    ) != 1:
        return _no("a market is three rows of four marbles and the slide, as in WBGY/RWWG/PBYW>P")
    marbles = [_LETTERS.get(letter) for letter in rows.replace("/", "") + slide]
    known = [marble for marble in marbles if marble]
    if sorted(known) != sorted(resources.MARBLES):
        return _no("a market has 4 W, 2 B, 2 G, 2 Y, 2 P and 1 R")
    return resources.market_of(known)


def write_board(board: Board) -> str:
    return " ; ".join(f"{part} {text}" for part, text in _parts(board) if text)


def _parts(board: Board) -> Iterator[tuple[str, str]]:
    depots = (f"{d.resource} {d.count}" if d.count else NOTHING for d in board.depots)
    yield "depots", ", ".join(depots)
    yield "box", resources.write_goods(board.strongbox)
    yield "cards", " | ".join(" ".join(map(str, slot)) or NOTHING for slot in board.slots)
    yield "leaders", " ".join(map(str, board.played))
    yield "hand", " ".join(map(str, board.hand))
    yield "bonus", str(board.bonus) if board.bonus else ""
    yield "faith", str(board.faith)
    marks = {tile: mark for mark, tile in _TILES.items()}
    yield "tiles", " ".join(marks[tile] for tile in board.tiles)


def read_board(text: str) -> Board | Refusal:
    """Parse a board and check that it is possible."""
    try:
        return _read_parts(text)
    except _Unclear as unclear:
        return _no(str(unclear))


def _read_parts(text: str) -> Board:
    words = " ".join(text.lower().split())
    parts = [part.strip().partition(" ") for part in words.split(";") if part.strip()]
    given = {name: value.strip() for name, _, value in parts}
    if not given:
        raise _Unclear("a board has at least one part")
    if len(given) < len(parts):
        raise _Unclear("a part of the board is given twice")
    if unknown := sorted(given.keys() - _READERS.keys()):
        raise _Unclear(f"a board has {', '.join(_READERS)}, not '{unknown[0]}'")
    board = Board()
    for name, read in _READERS.items():
        if name in given:
            board = read(board, given[name])
    return board


def _no(detail: str) -> Refusal:
    return Refusal(Reason.BAD_SKETCH, detail)


def _whole(text: str, what: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4 or int(text) > most:
        raise _Unclear(f"{what} is a whole number up to {most}, not '{text}'")
    return int(text)


def _leaders(board: Board, text: str) -> Board:
    for number in _numbers(text):
        board = board.with_leader(number) if number in LEADERS else _unknown("leader", number)
    if len(set(board.played)) < len(board.played):
        raise _Unclear("a leader is there twice")
    if len(board.played) > LEADERS_KEPT:
        raise _Unclear("nobody plays more than two leaders")
    return board


def _hand(board: Board, text: str) -> Board:
    hand = tuple(_numbers(text))
    seen = [number for number in hand if number != FACE_DOWN]
    for number in seen:
        if number not in LEADERS:
            _unknown("leader", number)
    if len({*seen, *board.played}) < len(seen) + len(board.played):
        raise _Unclear("a leader is there twice")
    if len(hand) + len(board.played) > LEADERS_DEALT:
        raise _Unclear("nobody has more than four leaders")
    return replace(board, hand=hand)


def _bonus(board: Board, text: str) -> Board:
    return replace(board, bonus=_whole(text, "a bonus", max(BONUS)))


def _unknown(what: str, number: int) -> Board:
    raise _Unclear(f"there is no {what} {number}")


def _numbers(text: str) -> list[int]:
    return [_whole(word, "a card", 999) for word in text.split()]


def _cards(board: Board, text: str) -> Board:
    slots = [part.strip() for part in text.split("|")]
    if len(slots) != SLOTS:
        raise _Unclear("a board has three slots, separated by |")
    stacks = tuple(() if slot == NOTHING else tuple(_numbers(slot)) for slot in slots)
    every = [number for stack in stacks for number in stack]
    if len(set(every)) < len(every):
        raise _Unclear("a card is there twice")
    for stack in stacks:
        for place, number in enumerate(stack):
            if number not in CARDS:
                _unknown("card", number)
            if CARDS[number].level != place + 1:
                raise _Unclear(f"card {number} has level {CARDS[number].level}, not {place + 1}")
    return replace(board, slots=stacks)


def _depots(board: Board, text: str) -> Board:
    places = [part.strip() for part in text.split(",")]
    if not BASIC_DEPOTS <= len(places) <= len(board.depots):
        raise _Unclear(f"this board has {len(board.depots)} depots, separated by commas")
    for place, content in enumerate(places):
        if content == NOTHING:
            continue
        name, _, number = content.partition(" ")
        if name not in tuple(resources.Resource):
            raise _Unclear(f"a depot holds {', '.join(resources.Resource)}, not '{name}'")
        count = _whole(number.strip() or "1", "a depot", 3)
        if reason := board.why_not_store(resources.Resource(name), place, count):
            raise _Unclear(f"depot {place + 1} cannot hold {content} ({reason.partition('/')[2]})")
        board = board.with_more(resources.Resource(name), place, count)
    return board


def _box(board: Board, text: str) -> Board:
    try:
        return replace(board, strongbox=resources.read_goods(text))
    except ValueError as error:
        raise _Unclear(str(error)) from None


def _faith(board: Board, text: str) -> Board:
    return replace(board, faith=_whole(text, "faith", LAST_SPACE))


def _tiles(board: Board, text: str) -> Board:
    marks = text.split()
    if len(marks) != len(SECTIONS) or not all(mark in _TILES for mark in marks):
        raise _Unclear("there are three pope tiles: + kept, - lost, ? pending")
    tiles = tuple(_TILES[mark] for mark in marks)
    for section, tile in zip(SECTIONS, tiles, strict=True):
        if tile == PopeTile.KEPT and board.faith < section.first:
            raise _Unclear(f"who is on space {board.faith} kept no tile of {section.points} points")
    return replace(board, tiles=tiles)


# Leaders come first, because they add depots.
_READERS: Mapping[str, Callable[[Board, str], Board]] = {
    "leaders": _leaders,
    "hand": _hand,
    "bonus": _bonus,
    "cards": _cards,
    "depots": _depots,
    "box": _box,
    "faith": _faith,
    "tiles": _tiles,
}


_MOST_HELD = 99
"""Maximum number of resources in a strongbox; real games need far fewer."""


def why_not_playable(state: State) -> str:
    """Return the reason why play cannot continue from this state, or "" if it can."""
    return next(_flaws(state), "")


def _flaws(state: State) -> Iterator[str]:
    yield from _repeated_or_hidden(state)
    if any(board.strongbox.total() > _MOST_HELD for board in state.boards):
        yield f"a strongbox holds at most {_MOST_HELD} resources"
    if not state.resigned <= state.away:
        yield "a seat that resigned must be away"
    yield from _flaws_of_phase(state)
    yield from _flaws_of_track(state)
    if state.solo:
        yield from _flaws_of_lorenzo(state)
    elif state.tokens or state.cross:
        yield "only a solo game has tokens and a black cross"
    elif state.last_round != any(map(triggers_end, state.boards)):
        yield "the last round begins with a seventh card or the last space of the track"


def _repeated_or_hidden(state: State) -> Iterator[str]:
    slots = [card for board in state.boards for slot in board.slots for card in slot]
    hands = [number for board in state.boards for number in (*board.hand, *board.played)]
    for what, numbers in (("card", [*slots, *chain(*state.decks)]), ("leader", hands)):
        if FACE_DOWN in numbers:
            yield f"every {what} must be known"
        if len(set(numbers)) < len(numbers):
            yield f"a {what} is there twice"


def _flaws_of_phase(state: State) -> Iterator[str]:
    owed = state.taken.total() + state.whites
    setting_up = state.phase == Phase.SETUP
    if owed > resources.COLUMNS or (owed > 0) != (state.phase == Phase.PLACING):
        yield "one to four resources are to be placed in phase placing, and none in other phases"
    for board in state.boards:
        if setting_up and board.played:
            yield "leaders are played after the setup"
        if not setting_up and (board.bonus or len(board.hand) + len(board.played) > LEADERS_KEPT):
            yield "leaders are returned and the bonus is chosen during the setup"


def _flaws_of_track(state: State) -> Iterator[str]:
    furthest = max(state.cross, *(board.faith for board in state.boards), 0)
    for place, section in enumerate(SECTIONS):
        scored = {board.tiles[place] != PopeTile.PENDING for board in state.boards}
        if scored != {place < state.reports}:
            yield "the pope tiles of all seats are decided together, from the first to the last"
        if place >= state.reports and furthest >= section.pope:
            yield f"the pope tiles are decided once space {section.pope} is reached"


def _flaws_of_lorenzo(state: State) -> Iterator[str]:
    known = set(state.tokens)
    if RESHUFFLE not in known or FACE_DOWN in known or len(known) < len(state.tokens):
        yield f"Lorenzo's tokens must be distinct and include token {RESHUFFLE}"
    empty = any(lowest_deck(state, colour) is None for colour in Colour)
    if not state.outcome and (empty or state.cross == LAST_SPACE or triggers_end(state.board)):
        yield "this solo game is over, so it needs an outcome"
