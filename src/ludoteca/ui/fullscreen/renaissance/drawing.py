"""The whole table: tasks, cards on offer, market, all boards and the faith track."""

from collections.abc import Iterator

from ludoteca.games import renaissance
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import LEVELS
from ludoteca.games.renaissance.draft import ChooseCard
from ludoteca.ui.draw import shortened
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.renaissance.board import own_board
from ludoteca.ui.fullscreen.renaissance.tasks import tasks
from ludoteca.ui.fullscreen.renaissance.words import (
    CARD_STYLES,
    CHOSEN,
    CONVERSIONS,
    LEGEND,
    PLACES,
    SIGNS,
    STYLES,
    goods,
    in_words,
    listed,
    marble,
    points,
    production,
    short,
)
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    Block,
    Choice,
    Line,
    Span,
    beside,
    fitted,
    folded,
    line,
    width_of_block,
    width_of_line,
    wrapped,
)

__all__ = ["SIGNS", "draw"]

CELL, GAP = 19, 1
"""Width of a card, and the gap between cards."""
NARROW = 80
"""With fewer columns, cards stand in pairs and the faith track is left out."""
NAME = 12
"""Maximum letters of a name at the faith track."""


def draw(sight: Sight, actions: Actions, width: int, height: int) -> Block:
    """Draw the table, with the faith track if there is room."""
    me = sight.seat
    market = _market(sight, actions)
    narrow = width < NARROW
    lines = [*tasks(sight, actions, width), *_grid(sight, actions, 2 if narrow else 4)]
    room = width if narrow else width - width_of_block(market) - 2
    own = [] if me is None else own_board(sight, actions, me, room)
    lines += [*market, *own] if narrow else beside([market, own])
    seats = range(len(sight.view.seats))
    lines += [line for seat in seats if seat != me for line in _other(sight, seat, width)]
    if len(seats) == 1:
        view: renaissance.View = sight.view
        lines.append(line(f"Lorenzo: cross on {view.cross} of {LAST_SPACE}, {view.tokens} tokens"))
    if narrow:
        return [*lines, *wrapped(LEGEND, width, DIM)]
    track = [line(), *_track(sight, width), line(LEGEND, DIM)]
    return [*lines, *(track if len(lines) + len(track) <= height or width > 100 else [])]


# Cards


def _grid(sight: Sight, actions: Actions, wide: int) -> Block:
    """Draw the cards on offer, `wide` side by side; `*` can be bought."""
    colours, lines = list(renaissance.Colour), list[Line]()
    for first in range(0, len(colours), wide):
        some = colours[first : first + wide]
        heads = [[fitted(line(f" {each}", f"{CARD_STYLES[each]} bold"), CELL)] for each in some]
        lines += beside(heads, GAP)
        for level in reversed(LEVELS):
            lines += beside([_card(sight, actions, colour, level) for colour in some], GAP)
    return lines


def _card(sight: Sight, actions: Actions, colour: renaissance.Colour, level: int) -> Block:
    """Draw a card: number, points and price, then its level and its production."""
    place = renaissance.DECKS.index((colour, level))
    number = sight.view.decks[place].top
    if not number:
        return [fitted(line("   none left", DIM), CELL), line()]
    card, guide = renaissance.CARDS[number], sight.guide
    offer = guide.cards[place] if guide.cards else None
    choice = None
    if offer and not offer.reason:
        about = f"{colour}, level {level}, {points(card.points)}"
        says = f"Buy card {number} ({about}) for {in_words(offer.price)}"
        act = actions.draft(ChooseCard(number, offer.slots[0]))
        choice = Choice(f"card {number}", says, act, leads=CHOSEN)
    style = CARD_STYLES[colour]
    mark = Span(f"{'*' if choice else ' '}{number:>2}", f"{style} bold", choice)
    price = offer.price if offer else card.cost
    first = [mark, Span(f" {card.points:>2}p "), *goods(price)]
    told = Span(f"L{level} ", DIM)
    second = [told, *production(card)]
    if width_of_line(second) > CELL:
        second = [told, *production(card, gap="")]
    return [fitted(first, CELL), fitted(second, CELL)]


# The market


def _market(sight: Sight, actions: Actions) -> Block:
    view: renaissance.View = sight.view
    lines: list[Line] = [[Span("Market, slide: ", BOLD), marble(view.market.slide)]]
    for index, row in enumerate(view.market.rows):
        spans: list[Span] = [Span("  ")]
        for each in row:
            spans += [marble(each), Span("  ")]
        lines.append([*spans, _push(sight, actions, renaissance.Way.ROW, index)])
    pushes = (_push(sight, actions, renaissance.Way.COLUMN, index) for index in range(4))
    lines.append([Span(" "), *(span for push in pushes for span in (push, Span(" ")))])
    return lines


def _push(sight: Sight, actions: Actions, way: renaissance.Way, index: int) -> Span:
    """Draw the choice that pushes a row or a column."""
    guide: renaissance.Guide = sight.guide
    text = f"{'←' if way == renaissance.Way.ROW else '↑'}{index + 1}"
    offered = [each for each in guide.lines if (each.way, each.index) == (way, index)]
    if guide.to_do != "act" or not offered:
        return Span(f"{text} ", DIM)
    brings = in_words(offered[0].goods, offered[0].faith)
    whites = f", {offered[0].whites} white to choose" if offered[0].whites else ""
    says = f"Take {way} {index + 1} of the market: {brings}{whites}"
    act = actions.play(renaissance.TakeMarbles(way, index))
    choice = Choice(f"{way} {index + 1}", says, act, leads=(*CONVERSIONS, *PLACES))
    return Span(f"{text}*", BOLD, choice)


# Others, and the faith track


def _other(sight: Sight, seat: int, width: int) -> Iterator[Line]:
    """Draw the board of another player, in two lines if there is room."""
    seen: renaissance.SeatView = sight.view.seats[seat]
    style = BOLD if seat in sight.to_move else ""
    depots: list[Span] = []
    for depot in seen.depots:
        text = short(depot.resource) if depot.resource else ""
        depots += [Span(f"[{depot.count or ' '}{text or '  '}]", STYLES.get(text, ""))]
    first = [
        Span(f"{sight.title(seat)} ", style),
        Span(f"faith {seen.faith}, pope {pope(seen)}, depots "),
        *depots,
        Span(" box "),
        *goods(seen.strongbox),
    ]
    yield from folded(first, width, "   ")
    slots = ", ".join(map(listed, seen.slots))
    hand = f", {len(seen.hand)} in hand" if seen.hand else ""
    away = " (away)" if seen.away else ""
    text = f"   cards {slots}; leaders {listed(seen.played)}{hand}{away}"
    yield from wrapped(text, width, DIM, "   ")


def pope(seen: renaissance.SeatView) -> str:
    """Describe the state of the pope's favour tiles."""
    kept = {renaissance.PopeTile.PENDING: "?", renaissance.PopeTile.LOST: "-"}
    tiles = zip(SECTIONS, seen.tiles, strict=True)
    return " ".join(kept.get(tile, f"+{section.points}") for section, tile in tiles)


def _track(sight: Sight, width: int) -> Block:
    """Draw the faith track: points by space, vatican report sections and all positions."""
    spaces = range(LAST_SPACE + 1)
    scoring = [space for space in spaces if track_points(space) > track_points(space - 1)]
    sections = {space: "·" for first, last, _ in SECTIONS for space in range(first, last)}
    popes = {section.pope: "P" for section in SECTIONS}
    rows = [
        ("faith", {space: str(space) for space in spaces if space % 3 == 0}),
        ("points", {space: str(track_points(space)) for space in scoring}),
        ("pope", sections | popes),
    ]
    lines = [_track_row(name, marks, DIM, width) for name, marks in rows]
    for seat, seen in enumerate(sight.view.seats):
        lines.append(_track_row(sight.names[seat], {seen.faith: "✚"}, STYLES["fa"], width))
    if len(sight.view.seats) == 1:
        lines.append(_track_row("Lorenzo", {sight.view.cross: "✚"}, BOLD, width))
    return lines


def _track_row(name: str, marks: dict[int, str], style: str, width: int) -> Line:
    first, *others = (marks.get(space, "") for space in range(LAST_SPACE + 1))
    cells = f"{first:1}" + "".join(f"{mark:>3}" for mark in others)
    room = min(NAME, width - len(cells))
    return [Span(shortened(name, room).ljust(room)), Span(cells, style)]
