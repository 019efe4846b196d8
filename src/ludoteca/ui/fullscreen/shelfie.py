"""A table of My Shelfie: living room, shelves and goals; colours only repeat the tiles' letters.

Brackets mark picked tiles, parentheses mark tiles that can be picked.
"""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from ludoteca.games import shelfie
from ludoteca.games.shelfie import kind_of, write_cell
from ludoteca.games.shelfie.board import COLOURS
from ludoteca.games.shelfie.guide import Counted
from ludoteca.messages import Reason
from ludoteca.ui.draw import counted
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    GOOD,
    Block,
    Choice,
    Line,
    Span,
    button,
    line,
    packed,
    wrapped,
)

SIDE, ROWS, COLUMNS = 9, 6, 5
LEGEND = (
    "C cat    B book    G game",
    "F frame  T trophy  P plant",
)

SIGNS = """# Signs of My Shelfie
C cat, B book, G game, F frame, T trophy, P plant; · a free place
(C)  can be picked         [C]  is picked, or would land there
(3)  drops the hand there  [x]  puts all tiles back
c    a small letter on your shelf: your personal goal needs a cat there
C*   a tile on your shelf where your personal goal needs it
fit  free places in each column
▸    is to move"""


def draw(sight: Sight, actions: Actions, width: int, height: int) -> Block:
    """Draw the table, with the goals below it."""
    me = sight.seat
    others = [seat for seat in range(len(sight.view.seats)) if seat != me]
    own = [] if me is None else [_own_shelf(sight, actions, me)]
    small = [_shelf(sight, seat) for seat in others]
    rest = [*packed(small, 34, gap=1), line(), *(line(text, DIM) for text in LEGEND)]
    lines = packed([_room(sight, actions), *own, rest], width, gap=1)
    goals = list(_goals(sight, width))
    if len(lines) + len(goals) < height:
        lines.append(line())
    return [*lines, *goals]


def shade(kind: shelfie.Kind, *, full: bool) -> str:
    """Return the style of a tile: its colour as background if `full`, otherwise as foreground."""
    red, green, blue = COLOURS[kind]
    colour = f"#{red:02x}{green:02x}{blue:02x}"
    return f"bg:{colour} fg:#000000 bold" if full else f"fg:{colour}"


def _tile(tile: shelfie.Tile, around: str, *, full: bool, choice: Choice | None = None) -> Span:
    kind = kind_of(tile)
    return Span(f"{around[0]}{kind}{around[1]}", shade(kind, full=full), choice)


def called(tile: shelfie.Tile) -> str:
    """Return the name of a tile's kind."""
    return kind_of(tile).name.lower()


# The living room


def _room(sight: Sight, actions: Actions) -> Block:
    view: shelfie.View = sight.view
    used = set(shelfie.CELLS[len(view.seats)])
    held = {cell for hand in sight.drafts.values() if hand for cell in hand.cells}
    lines = [line("    " + "  ".join("abcdefghi"), DIM)]
    for row, tiles in enumerate(view.board):
        spans = [Span(f" {row + 1} ", DIM)]
        for column, tile in enumerate(tiles):
            cell = shelfie.Cell(row, column)
            if tile is None:
                spans.append(Span(" · " if cell in used else "   ", DIM))
            else:
                spans.append(_lying(sight.guide, actions, cell, tile, held))
        lines.append(spans)
    return lines


def _lying(
    guide: shelfie.Guide,
    actions: Actions,
    cell: shelfie.Cell,
    tile: shelfie.Tile,
    held: Collection[shelfie.Cell],
) -> Span:
    """Draw a tile in the living room with its action."""
    name, where = f"cell {write_cell(cell)}", f"{called(tile)} at {write_cell(cell)}"
    if cell in guide.hand:
        back = None
        if cell in guide.unpick:
            back = Choice(name, f"Put the {where} back", actions.draft(shelfie.Unpick(cell)))
        return _tile(tile, "[]", full=True, choice=back)
    if cell in guide.pick:
        pick = Choice(name, f"Pick the {where}", actions.draft(shelfie.Pick(cell)))
        return _tile(tile, "()", full=True, choice=pick)
    return _tile(tile, "[]" if cell in held else "  ", full=cell in held)


# Shelves


def _shelf(sight: Sight, seat: int) -> Block:
    """Draw another player's shelf in a small size."""
    tight = _is_tight(sight)
    name = sight.title(seat, 5 if tight else 7)
    lines = [line(name, BOLD if seat in sight.to_move else "")]
    for row in sight.view.seats[seat].shelf:
        spans: list[Span] = []
        for tile in row:
            mark = Span("·", DIM) if tile is None else Span(kind_of(tile), _letter(tile))
            spans += [Span(" "), mark]
        lines.append(spans[1::2] if tight else spans)
    return lines


def _is_tight(sight: Sight) -> bool:
    """Return whether the shelves only just fit side by side."""
    return len(sight.view.seats) == 4


def _letter(tile: shelfie.Tile) -> str:
    return f"{shade(kind_of(tile), full=False)} bold"


def _own_shelf(sight: Sight, actions: Actions, seat: int) -> Block:
    """Draw the user's own shelf with landing places, and the personal goal in small letters."""
    guide: shelfie.Guide = sight.guide
    view: shelfie.View = sight.view
    wishes = {}
    if personal := guide.seats[seat].personal:
        wishes = {tuple(wish.cell): wish for wish in personal.wishes}
    heads = [_head(sight, actions, column) for column in range(COLUMNS)]
    lands = _landing(sight)
    lines: list[Line] = [
        line(f"{sight.title(seat, 8)} (you)", BOLD if seat in sight.to_move else ""),
        [Span(" "), *heads],
    ]
    for row, tiles in enumerate(view.seats[seat].shelf):
        spans = [Span("│", DIM)]
        for column, tile in enumerate(tiles):
            wish = wishes.get((row, column))
            if (row, column) in lands:
                spans.append(_tile(lands[row, column], "[]", full=True))
            elif tile is not None:
                spans.append(_tile(tile, " *" if wish and wish.met else "  ", full=True))
            elif wish:
                small = f" {wish.kind.lower()} "
                spans.append(Span(small, shade(wish.kind, full=False)))
            else:
                spans.append(Span(" · ", DIM))
        lines.append([*spans, Span("│", DIM)])
    free = "".join(f" {count} " for count in guide.columns)
    fit = "" if _is_tight(sight) else " fit"
    lines.append(line(f" {free}{fit}", DIM) if guide.columns else line())
    lines.append(_hand(sight, actions))
    return lines


def _head(sight: Sight, actions: Actions, column: int) -> Span:
    """Draw a column's number, in parentheses if the hand can be dropped there."""
    guide: shelfie.Guide = sight.guide
    number = str(column + 1)
    if column >= len(guide.lands) or not guide.lands[column]:
        return Span(f" {number} ", DIM)
    drop = actions.play(shelfie.TakeTiles(guide.hand, column))
    says = f"Drop the hand into column {number}"
    return Span(f"({number})", BOLD, Choice(f"column {number}", says, drop, number))


def _landing(sight: Sight) -> dict[tuple[int, int], shelfie.Tile]:
    """Return where the tiles in the hand would land in the focused column."""
    guide: shelfie.Guide = sight.guide
    _, _, number = sight.focus.partition("column ")
    if not number or int(number) > len(guide.lands):
        return {}
    hand = [sight.view.board[row][column] for row, column in guide.hand]
    return dict(zip(guide.lands[int(number) - 1], hand, strict=False))


def _hand(sight: Sight, actions: Actions) -> Line:
    """Draw the picked tiles in the order in which they drop, with their actions."""
    guide: shelfie.Guide = sight.guide
    if not guide.hand:
        most = f"Pick up to {guide.most}" if guide.most > 1 else "Pick 1"
        return line(most if guide.to_do == "take" else "")
    spans = [Span("Hand ")]
    places = range(len(guide.hand))
    for place, (row, column) in enumerate(guide.hand):
        tile = sight.view.board[row][column]
        first = None
        if place:
            order = (place, *(other for other in places if other != place))
            says = f"Drop the {called(tile)} first"
            first = Choice(f"hand {place}", says, actions.draft(shelfie.Order(order)))
        spans.append(_tile(tile, "[]", full=True, choice=first))
    back = Choice("back", "Put all tiles back", actions.draft(shelfie.UnpickAll()), "x")
    return [*spans, Span(" "), button("x", back)]


# Goals


def _goals(sight: Sight, width: int) -> Iterator[Line]:
    view: shelfie.View = sight.view
    cards = shelfie.WORDING[view.rules.squares].common_goals
    for number, tokens in view.common_goals.items():
        card = cards[number]
        met = [number in seat.tokens for seat in view.seats]
        far = ", ".join(
            f"{name} {_far(number, seat, done)}"
            for name, seat, done in zip(sight.names, sight.guide.seats, met, strict=True)
        )
        left = f"tokens {' '.join(map(str, tokens))}" if tokens else "no tokens left"
        own = sight.seat is not None and met[sight.seat]
        yield from wrapped(f"{card.title} ({left}): {far}", width, GOOD if own else BOLD, "  ")
        yield from wrapped(f"  {card.text}", width, DIM, "  ")
    if sight.seat is None or not (personal := sight.guide.seats[sight.seat].personal):
        return
    met_wishes = sum(wish.met for wish in personal.wishes)
    text = f"Personal goal, small letters on your shelf: {met_wishes} of {len(personal.wishes)}"
    last = " This is the last round." if view.last_round and not view.outcome else ""
    yield from wrapped(f"{text}, {counted(personal.points, 'point')}.{last}", width, BOLD)


def as_shown(reason: Reason, view: shelfie.View) -> Reason:
    """Return the reason for a hint, with common goals named as on the table."""
    if "goal" not in reason.values:
        return reason
    title = shelfie.WORDING[view.rules.squares].common_goals[reason.values["goal"]].title
    return replace(reason, values={**reason.values, "goal": f"“{title}”"})


def _far(number: int, seat: Counted, done: bool) -> str:
    count = seat.goals[number]
    if done:
        return "done"
    return "no longer possible" if number in seat.lost else f"{count.have} of {count.want}"
