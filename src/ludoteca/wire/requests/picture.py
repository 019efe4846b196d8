"""The table as words: its start, the end of a turn, everything again, the results."""

from collections.abc import Iterator, Sequence

from ludoteca.games import Seat, shelfie
from ludoteca.wire.requests import tables
from ludoteca.wire.requests.words import EndTurnNotify, GameResultNotify, GameStartNotify

Names = Sequence[str]


def start(view: shelfie.View, eyes: Seat, names: Names, first: Seat) -> GameStartNotify:
    """Everything on the table, and the goal of who looks at it."""
    return GameStartNotify(
        tables.board_of(view),
        tables.common_goals_of(view),
        tables.tokens_of(view),
        tables.PERSONAL_GOALS[view.seats[eyes].goal or 0],
        tuple(names),
        names[first],
    )


def turn(
    view: shelfie.View, names: Names, seat: Seat, after: Seat, *, fills: bool = False
) -> EndTurnNotify:
    """The end of a turn of a seat; `after` it comes another one, or none if it is the same."""
    return EndTurnNotify(
        tables.board_of(view),
        tables.bookshelf_of(view, seat),
        tables.tokens_of(view),
        tables.points_of(view, seat),
        fills,
        names[seat],
        names[after],
    )


def everything(view: shelfie.View, names: Names, to_move: Seat) -> Iterator[EndTurnNotify]:
    """The end of a turn for each player; only the last one leads on, to who moves now."""
    *others, last = seats_from(view, to_move)
    for seat in others:
        yield turn(view, names, seat, seat)
    yield turn(view, names, last, to_move)


def final(view: shelfie.View, names: Names, last: Seat, *, fills: bool) -> Iterator[EndTurnNotify]:
    """Everybody's shelf and full points, from which deployed clients work the winner out."""
    for seat in seats_from(view, last):
        yield turn(view, names, seat, seat, fills=fills and seat == last)


def result(view: shelfie.View, names: Names) -> GameResultNotify:
    """Who has won, and everybody's points."""
    winners = winners_of(view)
    points = dict(zip(names, all_points(view), strict=True))
    return GameResultNotify(names[winners[0]] if winners else None, points)


def all_points(view: shelfie.View) -> list[int]:
    """The points of every seat."""
    return [tables.points_of(view, seat) for seat in seats_from(view, Seat(0))]


def winners_of(view: shelfie.View) -> Sequence[Seat]:
    """Who has won, once the game is over."""
    return view.outcome.winners if view.outcome else ()


def seats_from(view: shelfie.View, first: Seat) -> list[Seat]:
    """All seats, from this one on."""
    return [Seat((first + i) % len(view.seats)) for i in range(len(view.seats))]
