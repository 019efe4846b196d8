"""The whole table: what is to do, the cards on offer, the market, all boards, the faith track."""

from collections.abc import Iterator

from ludoteca.clients.full.contract import Actions, Sight
from ludoteca.clients.full.renaissance.board import own_board
from ludoteca.clients.full.renaissance.tasks import tasks
from ludoteca.clients.full.renaissance.words import (
    CARD_STYLES,
    CHOSEN,
    LEGEND,
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
from ludoteca.clients.full.spans import (
    BOLD,
    DIM,
    Block,
    Choice,
    Line,
    Span,
    beside,
    fitted,
    line,
)
from ludoteca.games.renaissance import (
    CARDS,
    DECKS,
    Colour,
    Guide,
    PopeTile,
    SeatView,
    TakeMarbles,
    View,
    Way,
)
from ludoteca.games.renaissance.cards import LEVELS
from ludoteca.games.renaissance.draft import ChooseCard
from ludoteca.games.renaissance.faith import LAST_SPACE, SECTIONS, track_points

__all__ = ["SIGNS", "draw"]

CELL = 19


def draw(sight: Sight, actions: Actions, width: int, height: int) -> Block:
    """The table, with the faith track if there is room."""
    me = sight.seat
    market = _market(sight, actions)
    lines = [*tasks(sight, actions, width), *_grid(sight, actions)]
    own = [] if me is None else [own_board(sight, actions, me)]
    lines += [fitted(each, width) for each in beside([market, *own])]
    seats = range(len(sight.view.seats))
    lines += [line for seat in seats if seat != me for line in _other(sight, seat, width)]
    if len(seats) == 1:
        view: View = sight.view
        lines.append(line(f"Lorenzo: cross on {view.cross} of {LAST_SPACE}, {view.tokens} tokens"))
    track = [line(), *_track(sight), line(LEGEND, DIM)]
    return [*lines, *(track if len(lines) + len(track) <= height or width > 100 else [])]


# Cards


def _grid(sight: Sight, actions: Actions) -> Block:
    """The cards on offer: number, points and price, then the production; `*` can be bought."""
    head = [Span(f" {colour}".ljust(CELL + 1), f"{CARD_STYLES[colour]} bold") for colour in Colour]
    lines: list[Line] = [head]
    for level in reversed(LEVELS):
        lines += beside([_card(sight, actions, colour, level) for colour in Colour], gap=1)
    return lines


def _card(sight: Sight, actions: Actions, colour: Colour, level: int) -> Block:
    place = DECKS.index((colour, level))
    number = sight.view.decks[place].top
    if not number:
        return [fitted(line("   none left", DIM), CELL), line()]
    card, guide = CARDS[number], sight.guide
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
    return [fitted(first, CELL), fitted([Span(f"L{level} ", DIM), *production(card)], CELL)]


# The market


def _market(sight: Sight, actions: Actions) -> Block:
    view: View = sight.view
    lines: list[Line] = [[Span("Market, slide: ", BOLD), marble(view.market.slide)]]
    for index, row in enumerate(view.market.rows):
        spans: list[Span] = [Span("  ")]
        for each in row:
            spans += [marble(each), Span("  ")]
        lines.append([*spans, _push(sight, actions, Way.ROW, index)])
    pushes = (_push(sight, actions, Way.COLUMN, index) for index in range(4))
    lines.append([Span(" "), *(span for push in pushes for span in (push, Span(" ")))])
    return lines


def _push(sight: Sight, actions: Actions, way: Way, index: int) -> Span:
    """Where a row or a column is pushed in."""
    guide: Guide = sight.guide
    text = f"{'←' if way == Way.ROW else '↑'}{index + 1}"
    offered = [each for each in guide.lines if (each.way, each.index) == (way, index)]
    if guide.to_do != "act" or not offered:
        return Span(f"{text} ", DIM)
    brings = in_words(offered[0].goods, offered[0].faith)
    whites = f", {offered[0].whites} white to choose" if offered[0].whites else ""
    says = f"Take {way} {index + 1} of the market: {brings}{whites}"
    act = actions.play(TakeMarbles(way, index))
    return Span(f"{text}*", BOLD, Choice(f"{way} {index + 1}", says, act))


# Others, and the faith track


def _other(sight: Sight, seat: int, width: int) -> Iterator[Line]:
    """The board of another player, in two lines."""
    seen: SeatView = sight.view.seats[seat]
    style = BOLD if seat in sight.to_move else ""
    depots: list[Span] = []
    for depot in seen.depots:
        text = short(depot.resource) if depot.resource else ""
        depots += [Span(f"[{depot.count or ' '}{text or '  '}]", STYLES.get(text, ""))]
    yield fitted(
        [
            Span(f"{sight.title(seat)} ", style),
            Span(f"faith {seen.faith}, pope {pope(seen)}, depots "),
            *depots,
            Span(" box "),
            *goods(seen.strongbox),
        ],
        width,
    )
    slots = ", ".join(map(listed, seen.slots))
    hand = f", {len(seen.hand)} in hand" if seen.hand else ""
    away = " (away)" if seen.away else ""
    yield line(f"   cards {slots}; leaders {listed(seen.played)}{hand}{away}", DIM)


def pope(seen: SeatView) -> str:
    """What has become of the tiles of the pope."""
    kept = {PopeTile.PENDING: "?", PopeTile.LOST: "-"}
    tiles = zip(SECTIONS, seen.tiles, strict=True)
    return " ".join(kept.get(tile, f"+{section.points}") for section, tile in tiles)


def _track(sight: Sight) -> Block:
    """The faith track: points by space, the sections of the pope, and where all stand."""
    spaces = range(LAST_SPACE + 1)
    scoring = [space for space in spaces if track_points(space) > track_points(space - 1)]
    sections = {space: "·" for first, last, _ in SECTIONS for space in range(first, last)}
    popes = {section.pope: "P" for section in SECTIONS}
    rows = [
        ("faith", {space: str(space) for space in spaces if space % 3 == 0}),
        ("points", {space: str(track_points(space)) for space in scoring}),
        ("pope", sections | popes),
    ]
    lines = [_track_row(name, marks, DIM) for name, marks in rows]
    for seat, seen in enumerate(sight.view.seats):
        lines.append(_track_row(sight.names[seat], {seen.faith: "✚"}, STYLES["fa"]))
    if len(sight.view.seats) == 1:
        lines.append(_track_row("Lorenzo", {sight.view.cross: "✚"}, BOLD))
    return lines


def _track_row(name: str, marks: dict[int, str], style: str) -> Line:
    cells = "".join(f"{marks.get(space, ''):>3}" for space in range(LAST_SPACE + 1))
    return [Span(f"{name[:5]:<5}"), Span(cells, style)]
