"""Explanations of moves in My Shelfie, as separate effects with values, and winning chances."""

from collections.abc import Collection, Iterator, Sequence
from math import exp

from ludoteca.bots.shelfie import greedy
from ludoteca.games import Seat
from ludoteca.games.shelfie import Event, RuleSet, TakeTiles, TilesTaken, View, write_move
from ludoteca.games.shelfie.bitshelf import ALL, COLUMN_BITS, FULL, RIGHT, WANTED, Ints, group
from ludoteca.games.shelfie.board import KINDS, Kind
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS, kinds_in
from ludoteca.games.shelfie.view import END_TOKEN_POINTS
from ludoteca.messages import Reason

UNSEEN = 0.3
"""Value per tile of an opponent's shelf for the hidden personal goal."""
SURE, UNSURE = 2.0, 8.0
"""Leads in points that make one seat e times as likely to win as another.

The first applies at the end of a game. The second is added at the beginning, and decreases as the
shelves fill.
"""
OBVIOUS: Collection[str] = ()

NAMES = {
    Kind.CAT: "cats",
    Kind.BOOK: "books",
    Kind.GAME: "games",
    Kind.FRAME: "frames",
    Kind.TROPHY: "trophies",
    Kind.PLANT: "plants",
}
_SAID = {
    "pair": "makes a pair of {tiles}",
    "group": "makes a group of {size} {tiles}",
    "merged": "joins groups of {tiles} that score more when kept apart",
    "goal_met": "completes common goal {goal} for {points} points",
    "goal_nearer": "brings common goal {goal} closer",
    "goal_farther": "spoils common goal {goal}",
    "match": "brings your personal goal to {count} of 6",
    "covered": "puts the wrong tile in {spaces} of your personal goal",
    "open": "keeps the spaces of your personal goal free",
    "full": "makes you the first to fill a shelf",
    "room": "leaves little room in column {column}",
}


def values(view: View, seat: Seat, moves: Sequence[TakeTiles]) -> Sequence[float]:
    """Return each move's change in points."""
    before = greedy.value(view, seat, _shelf(view, seat))
    return [after - before for after in greedy.evaluate(view, seat, moves)]


def alternatives(_: TakeTiles, moves: Sequence[TakeTiles]) -> Sequence[TakeTiles]:
    """Return all moves: a turn is a single move."""
    return moves


def played(
    _view: View, _seat: Seat, events: Sequence[Event], moves: Sequence[TakeTiles]
) -> TakeTiles | None:
    """Return the offered move that led to these events, if any."""
    for event in events:
        if isinstance(event, TilesTaken):
            move = TakeTiles(event.cells, event.column)
            return move if move in moves else None
    return None


def reasons(view: View, seat: Seat, move: TakeTiles) -> Iterator[Reason]:
    """Yield the effects of a move; their values add up to the value of the move."""
    own = view.seats[seat]
    before = _shelf(view, seat)
    kinds = [greedy.kind_at(view, *cell) for cell in move.cells]
    after = greedy.dropped(before, kinds, move.column)
    yield from _grown(before, after)
    for goal, tokens in view.common_goals.items():
        if goal not in own.tokens:
            yield from _nearer(goal, tokens[0], before, after, view.rules)
    if own.goal is not None:
        wanted = WANTED[ALL * (own.goal - 1) : ALL * own.goal]
        yield from _wished(wanted, before, after)
        if _spares(wanted, before, after, kinds):
            yield Reason("open", 0.0, {"count": _missing(wanted, after)})
    if after[ALL] == FULL and not view.last_round:
        yield Reason("full", float(END_TOKEN_POINTS), {"points": END_TOKEN_POINTS})
    if lost := greedy.roomy(before) - greedy.roomy(after):
        yield Reason("room", -greedy.ROOMY * lost, {"column": move.column + 1})


def chance(view: View, seat: Seat) -> float:
    """Estimate the probability that a seat wins, by comparing the values of shelves."""
    if view.outcome:
        winners = view.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0
    shelves = [_shelf(view, Seat(s)) for s in range(len(view.seats))]
    filled = sum(shelf[ALL].bit_count() for shelf in shelves) / (ROWS * COLUMNS * len(shelves))
    lead = SURE + UNSURE * (1 - filled)
    points = [_standing(view, Seat(s), shelf) for s, shelf in enumerate(shelves)]
    best = max(points)
    likely = [exp((each - best) / lead) for each in points]
    return likely[seat] / sum(likely)


def write(move: TakeTiles) -> str:
    cells, column = write_move(move).split(" > ")
    return f"Take {cells} into column {column}"


def say(reason: Reason) -> str:
    told = reason.values
    tiles = NAMES[told["tile"]] if "tile" in told else ""
    spaces = "a space" if told.get("count") == 1 else f"{told.get('count')} spaces"
    return _SAID[reason.kind].format(**told, tiles=tiles, spaces=spaces)


def _shelf(view: View, seat: Seat) -> Ints:
    return greedy.bits(kinds_in(view.seats[seat].shelf))


def _standing(view: View, seat: Seat, shelf: Ints) -> float:
    """Return the value of a seat's shelf and tokens."""
    seen = view.seats[seat]
    hidden = UNSEEN * shelf[ALL].bit_count() if seen.goal is None else 0.0
    return greedy.value(view, seat, shelf) + sum(seen.tokens.values()) + seen.end_token + hidden


def _grown(before: Ints, after: Ints) -> Iterator[Reason]:
    """Yield the effects of a move on groups, by kind."""
    for place, kind in enumerate(KINDS):
        if not (new := after[place] & ~before[place]):
            continue
        gained = greedy.groups(after[place]) - greedy.groups(before[place])
        size = max(group(after[place], bit).bit_count() for bit in _each(new))
        told = {"tile": kind, "size": size}
        if gained > 0:
            yield Reason("pair" if size == 2 else "group", gained, told)
        elif gained < 0:
            yield Reason("merged", gained, told)


def _nearer(goal: int, points: int, before: Ints, after: Ints, rules: RuleSet) -> Iterator[Reason]:
    """Yield the effect of a move on a common goal."""
    gained = points * (greedy.common(goal, after, rules) - greedy.common(goal, before, rules))
    part = greedy.common(goal, after, rules)
    if part == 1 and gained:
        yield Reason("goal_met", gained, {"goal": goal, "points": points})
    elif gained:
        near = round(100 * greedy.nearness(goal, after, rules.squares))
        kind = "goal_nearer" if gained > 0 else "goal_farther"
        yield Reason(kind, gained, {"goal": goal, "percent": near})


def _wished(wanted: Sequence[int], before: Ints, after: Ints) -> Iterator[Reason]:
    """Yield the effects on the personal goal: matched cells and lost cells."""
    had, has = _matches(wanted, before), _matches(wanted, after)
    covered = _missing(wanted, before) - _missing(wanted, after) - (has - had)
    if has > had:
        gained = greedy.MATCHES[has] - greedy.MATCHES[had] - greedy.OPEN * (has - had)
        yield Reason("match", gained, {"count": has})
    if covered:
        yield Reason("covered", -greedy.OPEN * covered, {"count": covered})


def _spares(wanted: Sequence[int], before: Ints, after: Ints, kinds: Sequence[int]) -> bool:
    """Return whether a move spares cells of the personal goal that another column would cover."""

    def covers(shelf: Ints) -> bool:
        gone = _missing(wanted, before) - _missing(wanted, shelf)
        return gone > _matches(wanted, shelf) - _matches(wanted, before)

    if not _missing(wanted, after) or covers(after):
        return False
    room = (c for c, bits_ in enumerate(COLUMN_BITS) if _free(before, bits_) >= len(kinds))
    return any(covers(greedy.dropped(before, kinds, column)) for column in room)


def _free(shelf: Ints, column: int) -> int:
    return ROWS - (shelf[ALL] & column).bit_count()


def _matches(wanted: Sequence[int], shelf: Ints) -> int:
    return sum(bool(alike & cell) for alike, cell in zip(shelf, wanted, strict=False))


def _missing(wanted: Sequence[int], shelf: Ints) -> int:
    return sum(not shelf[ALL] & cell for cell in wanted)


def _each(cells: int) -> Iterator[int]:
    """Yield the bits of these cells, one by one."""
    for place in range(RIGHT * COLUMNS):
        if cells >> place & 1:
            yield 1 << place
