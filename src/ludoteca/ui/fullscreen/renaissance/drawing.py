"""The whole table: tasks, cards on offer, market, all boards and the faith track."""

from collections.abc import Iterator

from ludoteca.games import renaissance
from ludoteca.games.renaissance import Guide, Resource, moves
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import LEVELS
from ludoteca.games.renaissance.draft import (
    Bill,
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    Draft,
    Pay,
    PayTheRest,
    StartOver,
)
from ludoteca.games.renaissance.guide import ToDo
from ludoteca.games.renaissance.resources import say_goods, some
from ludoteca.ui.draw import counted, shortened
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.renaissance import board
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    WARN,
    Block,
    Choice,
    Line,
    Span,
    beside,
    button,
    fitted,
    folded,
    line,
    packed,
    rows,
    width_of_block,
    width_of_line,
    wrapped,
)

CELL, GAP = 19, 1
"""Width of a card, and the gap between cards."""
NARROW = 80
"""Number of columns below which cards are drawn in pairs and the faith track is omitted."""
NAME = 12
"""Maximum length of a name on the faith track."""
LEGEND = "co coin, st stone, se servant, sh shield, fa faith, wh white: nothing"
SIGNS = f"""# Signs of Masters of Renaissance
{LEGEND}
41 11p 7sh      card 41: 11 points, it costs 7 shields
L3 1se>1co 3fa  level 3; its production takes 1 servant, makes 1 coin and 3 faith
2any            2 resources of your choice
←1 ↑1           where the extra marble, on the slide, is pushed in
[st] [  ] (st)  a stone in a depot; a free place; a leader's depot, for stones
pope ?2 +2 -2   a pope favour tile of 2 points: still open, kept, lost
*  can be done now    +  is part of what you produce    ▸  is to move"""


def draw(sight: Sight, actions: Actions, width: int, height: int) -> Block:
    """Draw the table, with the faith track if there is room."""
    me = sight.seat
    market = _market(sight, actions)
    narrow = width < NARROW
    lines = [*tasks(sight, actions, width), *_grid(sight, actions, 2 if narrow else 4)]
    room = width if narrow else width - width_of_block(market) - 2
    own = [] if me is None else board.own_board(sight, actions, me, room)
    lines += [*market, *own] if narrow else beside([market, own])
    seats = range(len(sight.view.seats))
    lines += [line for seat in seats if seat != me for line in _other(sight, seat, width)]
    if len(seats) == 1:
        view: renaissance.View = sight.view
        left = counted(view.tokens, "token")
        lines.append(line(f"Lorenzo: cross on {view.cross} of {LAST_SPACE}, {left}"))
    if narrow:
        return [*lines, *wrapped(LEGEND, width, DIM)]
    track = [line(), *_track(sight, width), line(LEGEND, DIM)]
    return [*lines, *(track if len(lines) + len(track) <= height or width > 100 else [])]


# Cards


def _grid(sight: Sight, actions: Actions, wide: int) -> Block:
    """Draw the cards on offer, `wide` side by side; `*` marks cards that can be bought."""
    colours = list(renaissance.Colour)
    lines = list[Line]()
    for first in range(0, len(colours), wide):
        some = colours[first : first + wide]
        heads = [
            [fitted(line(f" {each}", f"{board.CARD_STYLES[each]} bold"), CELL)] for each in some
        ]
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
    card = renaissance.CARDS[number]
    guide = sight.guide
    offer = guide.cards[place] if guide.cards else None
    choice = None
    if offer and not offer.reason:
        about = f"{colour}, level {level}, {board.points(card.points)}"
        says = f"Buy card {number} ({about}) for {board.in_words(offer.price)}"
        act = actions.draft(ChooseCard(number, offer.slots[0]))
        choice = Choice(f"card {number}", says, act, leads=board.CHOSEN)
    style = board.CARD_STYLES[colour]
    mark = Span(f"{'*' if choice else ' '}{number:>2}", f"{style} bold", choice)
    price = offer.price if offer else card.cost
    first = [mark, Span(f" {card.points:>2}p "), *board.goods(price)]
    told = Span(f"L{level} ", DIM)
    second = [told, *board.production(card)]
    if width_of_line(second) > CELL:
        second = [told, *board.production(card, gap="")]
    return [fitted(first, CELL), fitted(second, CELL)]


# The market


def _market(sight: Sight, actions: Actions) -> Block:
    view: renaissance.View = sight.view
    lines: list[Line] = [[Span("Market, slide: ", BOLD), board.marble(view.market.slide)]]
    for index, row in enumerate(view.market.rows):
        spans: list[Span] = [Span("  ")]
        for each in row:
            spans += [board.marble(each), Span("  ")]
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
    brings = board.in_words(offered[0].goods, offered[0].faith)
    whites = f", {offered[0].whites} white to choose" if offered[0].whites else ""
    says = f"Take {way} {index + 1} of the market: {brings}{whites}"
    act = actions.play(renaissance.TakeMarbles(way, index))
    choice = Choice(f"{way} {index + 1}", says, act, leads=(*board.CONVERSIONS, *board.PLACES))
    return Span(f"{text}*", BOLD, choice)


# Others, and the faith track


def _other(sight: Sight, seat: int, width: int) -> Iterator[Line]:
    """Draw another player's board, on two lines if they are wide enough."""
    seen: renaissance.SeatView = sight.view.seats[seat]
    style = BOLD if seat in sight.to_move else ""
    depots: list[Span] = []
    for depot in seen.depots:
        text = board.short(depot.resource) if depot.resource else ""
        depots += [Span(f"[{depot.count or ' '}{text or '  '}]", board.STYLES.get(text, ""))]
    first = [
        Span(f"{sight.title(seat)} ", style),
        Span(f"faith {seen.faith}, pope {board.pope(seen)}, depots "),
        *depots,
        Span(" box "),
        *board.goods(seen.strongbox),
    ]
    yield from folded(first, width, "   ")
    slots = ", ".join(map(board.listed, seen.slots))
    hand = f", {len(seen.hand)} in hand" if seen.hand else ""
    away = " (away)" if seen.away else ""
    text = f"   cards {slots}; leaders {board.listed(seen.played)}{hand}{away}"
    yield from wrapped(text, width, DIM, "   ")


def _track(sight: Sight, width: int) -> Block:
    """Draw the faith track: points by space, Vatican report sections and all positions."""
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
        lines.append(_track_row(sight.names[seat], {seen.faith: "✚"}, board.STYLES["fa"], width))
    if len(sight.view.seats) == 1:
        lines.append(_track_row("Lorenzo", {sight.view.cross: "✚"}, BOLD, width))
    return lines


def _track_row(name: str, marks: dict[int, str], style: str, width: int) -> Line:
    first, *others = (marks.get(space, "") for space in range(LAST_SPACE + 1))
    cells = f"{first:1}" + "".join(f"{mark:>3}" for mark in others)
    room = min(NAME, width - len(cells))
    return [Span(shortened(name, room).ljust(room)), Span(cells, style)]


_TO_DO = {
    ToDo.ACT: "Choose a main action, marked *: the market, a card, or productions.",
    ToDo.RETURN_LEADERS: "Choose {leaders} to return.",
    ToDo.TAKE_BONUS: "Choose a resource and its depot ({count} more):",
    ToDo.CONVERT: "What does a white marble become? ({count} more)",
    ToDo.PLACE: "Place in a depot, or discard:",
    ToDo.END: "The main action is done.",
    ToDo.WAIT: "Others are playing.",
    ToDo.OVER: "The game is over.",
}


def tasks(sight: Sight, actions: Actions, width: int) -> Block:
    """Draw the user's current task and its choices."""
    guide: Guide = sight.guide
    last = wrapped("This is the last round.", width, WARN) if sight.view.last_round else []
    draft = sight.drafts.get(sight.seat) if sight.seat is not None else None
    if guide.bill and draft and _is_begun(draft):
        bill = wrapped(_bill_text(guide.bill, draft), width, BOLD)
        return [*last, *bill, *rows(_bill(guide.bill, draft, guide, actions), width)]
    text = _waiting(sight) or _task(guide)
    *above, head = wrapped(text, width, BOLD)
    groups = [*_choices(guide, actions), *_placing(sight, guide, actions)]
    if arranging := list(_arranging(guide, actions)):
        groups.append([Span("Depots:", DIM), *arranging])
    blocks = [[head], *(rows(group, width) for group in groups)]
    return [*last, *above, *packed(blocks, width, gap=1)]


def _task(guide: Guide) -> str:
    leaders = counted(guide.count, "leader")
    return _TO_DO[guide.to_do].format(count=guide.count, leaders=leaders)


def _waiting(sight: Sight) -> str:
    """Describe the visible part of another player's unfinished move."""
    for seat, draft in sight.drafts.items():
        if seat != sight.seat and seat in sight.to_move and draft and _is_begun(draft):
            what = f"buying card {draft.card}" if draft.card else "choosing productions"
            return f"{sight.names[seat]} is {what}."
    return ""


def _choices(guide: Guide, actions: Actions) -> Iterator[list[Span]]:
    if guide.may_end:
        end = Choice("end", "End your turn", actions.play(moves.EndTurn()), "e")
        yield [button("end turn", end)]
    for resource in guide.conversions:
        says = f"Turn a white marble into a {resource}"
        act = actions.play(moves.ConvertMarble(resource))
        yield [button(resource, Choice(f"convert {resource}", says, act, leads=board.PLACES))]


def _placing(sight: Sight, guide: Guide, actions: Actions) -> Iterator[list[Span]]:
    """Yield each resource and the depots that accept it, as spans that stay on one line."""
    alone = len(sight.view.seats) == 1
    price = "Lorenzo's cross moves 1 space" if alone else "the others gain 1 faith"
    for resource, depots in guide.places.items():
        placing = guide.to_do == ToDo.PLACE
        taken = some(resource, sight.view.taken.of(resource))
        spans = [Span(say_goods(taken) if placing else resource)]
        spans += [_place(guide, actions, resource, depot) for depot in depots]
        if placing:
            says = f"Discard a {resource}: {price}"
            act = actions.play(moves.DiscardResource(resource))
            discard = Choice(f"discard {resource}", says, act, minor=True)
            spans.append(button("discard", discard))
        yield spans


def _place(guide: Guide, actions: Actions, resource: Resource, depot: int) -> Span:
    bonus = guide.to_do == ToDo.TAKE_BONUS
    move = moves.TakeBonus(resource, depot) if bonus else moves.PlaceResource(resource, depot)
    says = f"Put a {resource} into depot {depot + 1}"
    name = f"place {resource} {depot + 1}"
    return button(f"{depot + 1}", Choice(name, says, actions.play(move), "", ("end",)))


def _arranging(guide: Guide, actions: Actions) -> Iterator[Span]:
    """Yield the choices for swapping depots and moving resources between them."""
    for one, other in guide.swaps:
        text = f"swap {one + 1} {other + 1}"
        says = f"Swap depots {one + 1} and {other + 1}"
        yield button(
            text, Choice(text, says, actions.play(moves.SwapDepots(one, other)), minor=True)
        )
    for source, target, count in guide.moves:
        text = f"move {count}, {source + 1}>{target + 1}"
        says = f"Move {count} from depot {source + 1} to depot {target + 1}"
        move = moves.MoveResources(source, target, count)
        yield button(text, Choice(text, says, actions.play(move), minor=True))


# The unfinished move


def _is_begun(draft: Draft) -> bool:
    return bool(draft.card or draft.slots or draft.basic or draft.leaders)


def _bill_text(bill: Bill, draft: Draft) -> str:
    what = f"Card {draft.card} for slot {draft.slot + 1}" if draft.card else "Productions"
    text = f"{what}: pay {board.in_words(bill.price)}"
    if not draft.card:
        text += f", get {board.in_words(bill.gains, bill.faith)}"
    if bill.choices_in:
        return f"{text}. The basic production takes {bill.choices_in} more:"
    if bill.choices_out:
        return f"{text}. Choose {bill.choices_out} more to get:"
    owed = f"; still {board.in_words(bill.owed)}" if bill.owed.total() and bill.paid.total() else ""
    return f"{text}{owed}"


def _bill(bill: Bill, draft: Draft, guide: Guide, actions: Actions) -> Iterator[Span]:
    if bill.choices_in:
        for resource in bill.inputs:
            says, act = f"Take a {resource}", actions.draft(ChooseInput(resource))
            yield button(resource, Choice(f"in {resource}", says, act, "", board.CHOSEN))
    elif bill.choices_out:
        for resource in Resource:
            says, act = f"Make a {resource}", actions.draft(ChooseOutput(resource))
            yield button(resource, Choice(f"out {resource}", says, act, "", board.CHOSEN))
    else:
        yield from _payment(bill, draft, guide, actions)
    over = Choice("over", "Start over", actions.draft(StartOver()), "x", minor=True)
    yield button("start over", over)


def _payment(bill: Bill, draft: Draft, guide: Guide, actions: Actions) -> Iterator[Span]:
    steps = () if bill.ready else (PayTheRest(),)
    suggested = " as suggested" if bill.ways > 1 and not bill.ready else ""
    act = actions.draft(*steps, finish=True)
    yield button("confirm", Choice("confirm", f"Pay{suggested} and confirm", act, "k", ("end",)))
    if bill.ways > 1:
        for pay in bill.pay:
            place = "the strongbox" if pay.depot is None else f"depot {pay.depot + 1}"
            name = f"{pay.resource} from {place}"
            yield button(name, Choice(f"pay {name}", f"Pay a {name}", actions.draft(_one(pay))))
    for offer in guide.cards if draft.card else ():
        for slot in offer.slots if offer.card == draft.card else ():
            if slot != draft.slot:
                says = f"Put the card into slot {slot + 1} instead"
                act = actions.draft(ChooseCard(offer.card, slot))
                yield button(f"slot {slot + 1}", Choice(f"slot {slot + 1}", says, act))


def _one(pay: Pay) -> Pay:
    """Return the payment reduced to a single resource."""
    return Pay(pay.resource, pay.depot)
