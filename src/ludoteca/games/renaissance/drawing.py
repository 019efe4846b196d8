"""The table as a drawing that a person can play from, in words and numbers."""

from collections.abc import Iterator

from ludoteca.games.contract import Seat
from ludoteca.games.renaissance.board import Depot
from ludoteca.games.renaissance.cards import CARDS, DECKS, LEVELS, Card
from ludoteca.games.renaissance.faith import LAST_SPACE, SECTIONS, PopeTile
from ludoteca.games.renaissance.leaders import LEADERS, Ability, Leader
from ludoteca.games.renaissance.market import COLUMNS
from ludoteca.games.renaissance.resources import write_goods
from ludoteca.games.renaissance.state import Phase
from ludoteca.games.renaissance.view import SeatView, View, points, why_lost

_EXPECTED = {
    Phase.SETUP: "All choose leaders to give back, and their starting resources.",
    Phase.ACTING: "A main action is due: the market, a card, or production.",
    Phase.PLACING: "Resources from the market are to be placed or discarded.",
    Phase.ACTED: "The main action is done: leaders, or the end of the turn.",
}
_MOVES = {
    Phase.SETUP: "return 53, then bonus coin > 3",
    Phase.ACTING: "row 2, column 4, buy 22 > 1, produce 1 3 basic coin stone = shield 64 = coin, "
    "leader 53, discard 53, swap 1 2, move 1 from 1 to 3",
    Phase.PLACING: "place coin > 3, discard coin, convert coin, swap 1 2, move 1 from 1 to 3",
    Phase.ACTED: "end, leader 53, discard 53, swap 1 2, move 1 from 1 to 3",
}
_DOES = {
    Ability.DISCOUNT: "cards cost 1 {} less",
    Ability.DEPOT: "2 more slots for {}",
    Ability.MARBLE: "a white marble is 1 {}",
    Ability.PRODUCTION: "1 {} > 1 of choice + 1 faith",
}


def draw(view: View) -> str:
    """The table as its viewer sees it, so that a person can play from it."""
    parts = [[_headline(view)], _market(view), _grid(view)]
    parts += [[_title(view, Seat(i)), *draw_seat(seen)] for i, seen in enumerate(view.seats)]
    if view.eyes is not None and 0 <= view.eyes < len(view.seats):
        hand = [number for number in view.seats[view.eyes].hand if number in LEADERS]
        parts.append(["Your hand:", *(f"  {_leader(LEADERS[n])}" for n in hand)] if hand else [])
    if not view.outcome:
        parts.append([f"Moves are written like this: {_MOVES[view.phase]}"])
    return "\n\n".join("\n".join(part) for part in parts if part)


def _headline(view: View) -> str:
    about = f"Masters of Renaissance, {len(view.seats)} players."
    if len(view.seats) == 1:
        about = f"Masters of Renaissance against Lorenzo, his cross on {view.cross}."
    if view.outcome and not view.outcome.winners and len(view.seats) == 1:
        why = why_lost(view.cross, [deck.top for deck in view.decks])
        return f"{about} The game is over: {f'Lorenzo won, {why}' if why else 'nobody won'}."
    if view.outcome:
        winners = " and ".join(f"seat {seat + 1}" for seat in view.outcome.winners)
        return f"{about} The game is over: {winners or 'nobody'} won."
    if view.turn is None:
        return f"{about} {_EXPECTED[view.phase]}"
    last_round = " This is the last round." if view.last_round else ""
    turn = f"Turn {view.turns + 1}: seat {view.turn + 1} to move."
    return f"{about} {turn}{last_round} {_EXPECTED[view.phase]}"


def _market(view: View) -> list[str]:
    lines = ["Market  " + "  ".join(f"{column + 1:<6}" for column in range(COLUMNS)).rstrip()]
    lines += [
        f"  row {i + 1} " + "  ".join(f"{marble:<6}" for marble in row).rstrip()
        for i, row in enumerate(view.market.rows)
    ]
    lines.append(f"  slide {view.market.slide}")
    if view.taken.total() or view.whites:
        whites = f" and {view.whites} white marbles to name" if view.whites else ""
        lines.append(f"  to place: {write_goods(view.taken) or 'nothing'}{whites}")
    return lines


def _grid(view: View) -> list[str]:
    lines = ["Cards on offer (points; cost; production)"]
    for level in reversed(LEVELS):
        for (colour, of_level), deck in zip(DECKS, view.decks, strict=True):
            if of_level == level:
                card = _card(CARDS[deck.top]) if deck.top else "none left"
                lines.append(f"  {colour:6} {level}  {card}")
    return lines


def _card(card: Card) -> str:
    made = " + ".join(
        filter(None, [write_goods(card.makes), f"{card.faith} faith" * bool(card.faith)])
    )
    cost = write_goods(card.cost)
    return f"{card.number:2}: {card.points:2}; {cost}; {write_goods(card.pays)} > {made}"


def _title(view: View, seat: Seat) -> str:
    total = sum(point.amount for point in points(view, seat))
    you = " (you)" if seat == view.eyes else ""
    first = ", plays first" if seat == view.first and len(view.seats) > 1 else ""
    away = ", away" if view.seats[seat].away else ""
    return f"Seat {seat + 1}{you}: {total} points{first}{away}"


def draw_seat(seen: SeatView) -> Iterator[str]:
    """A board, line by line."""
    yield f"  faith {seen.faith} of {LAST_SPACE}, pope tiles {' '.join(_tiles(seen))}"
    yield f"  depots {', '.join(f'{i + 1}: {_depot(d)}' for i, d in enumerate(seen.depots))}"
    yield f"  strongbox {write_goods(seen.strongbox) or 'empty'}"
    slots = (" ".join(map(str, slot)) or "-" for slot in seen.slots)
    yield f"  slots {', '.join(f'{i + 1}: {cards}' for i, cards in enumerate(slots))}"
    yield f"  leaders played {' '.join(map(str, seen.played)) or 'none'}, in hand {len(seen.hand)}"


def _tiles(seen: SeatView) -> Iterator[str]:
    for section, tile in zip(SECTIONS, seen.tiles, strict=True):
        yield {PopeTile.PENDING: "?", PopeTile.KEPT: f"+{section.points}", PopeTile.LOST: "-"}[tile]


def _depot(depot: Depot) -> str:
    what = depot.resource or "empty"
    return f"{what} {depot.count}/{depot.slots}"


def _leader(leader: Leader) -> str:
    needs = [
        f"{wanted.count} {wanted.colour}" + f" of level {wanted.level}" * (wanted.level is not None)
        for wanted in leader.cards
    ]
    needs += [f"{count} {resource}" for resource, count in leader.goods.each()]
    does = _DOES[leader.ability].format(leader.resource)
    return f"{leader.number}: {leader.points} points; {does}; needs {' + '.join(needs)}"
