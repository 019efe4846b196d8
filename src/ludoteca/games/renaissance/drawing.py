"""Text for people: drawings of a table, detailed enough to play from, and event sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from ludoteca.games.contract import Ending, Seat
from ludoteca.games.renaissance import events
from ludoteca.games.renaissance.board import (
    FACE_DOWN,
    LAST_SPACE,
    SECTIONS,
    Depot,
    PopeTile,
    track_points,
)
from ludoteca.games.renaissance.cards import (
    CARDS,
    CROSS_STEPS,
    DECKS,
    DISCARDS,
    LEADERS,
    LEVELS,
    Ability,
    Card,
    Leader,
    say_needs,
)
from ludoteca.games.renaissance.events import Event
from ludoteca.games.renaissance.resources import COLUMNS, FAITH, GIVES, Marble, say_goods
from ludoteca.games.renaissance.rules import LEADERS_KEPT
from ludoteca.games.renaissance.state import Phase
from ludoteca.games.renaissance.view import SeatView, View, points, why_lost
from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    describe_end,
    describe_seating,
    seat_name,
    seat_names,
)

_EXPECTED = {
    Phase.SETUP: "All choose leaders to return, and their starting resources.",
    Phase.ACTING: "A main action is due: the market, a card, or production.",
    Phase.PLACING: "Resources from the market are to be placed or discarded.",
    Phase.ACTED: "The main action is done: leaders, or the end of the turn.",
}
_MOVES = {
    Phase.SETUP: "return 53, bonus coin > 3",
    Phase.ACTING: "row 2, column 4, buy 22 > 1, leader 53, discard 53,\n"
    "  produce 1 3 basic coin stone = shield 64 = coin, swap 1 2, move 1 from 1 to 3",
    Phase.PLACING: "place coin > 3, discard coin, convert coin,\n  swap 1 2, move 1 from 1 to 3",
    Phase.ACTED: "end, leader 53, discard 53, swap 1 2,\n  move 1 from 1 to 3",
}
"""Examples of moves, wrapped to 80 columns."""
_DOES = {
    Ability.DISCOUNT: "cards cost 1 {} less",
    Ability.DEPOT: "2 more places for {}s",
    Ability.MARBLE: "a white marble is 1 {}",
    Ability.PRODUCTION: "1 {} > 1 of choice + 1 faith",
}
_GIVES: Mapping[Marble, str] = {**GIVES, Marble.RED: FAITH, Marble.WHITE: "nothing"}


def draw(view: View) -> str:
    parts = [[_headline(view)], _market(view), _grid(view)]
    parts += [_seat(view, Seat(i)) for i in range(len(view.seats))]
    parts.append(_hand(view))
    return "\n\n".join("\n".join(part) for part in parts if part)


def due(view: View) -> str:
    """State the viewer's next task, with examples of moves."""
    what = _to_place(view) or _to_choose(view) or _EXPECTED[view.phase]
    return f"{what}\nMoves are written like this: {_MOVES[view.phase]}"


def _to_choose(view: View) -> str:
    """Describe the viewer's open set-up choices; empty once the first turn has begun."""
    if view.phase != Phase.SETUP or view.eyes is None:
        return ""
    seen = view.seats[view.eyes]
    if (leaders := len(seen.hand) - LEADERS_KEPT) > 0:
        return f"Leaders to return: {leaders}"
    return f"Starting resources to choose: {seen.bonus}"


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
    lines.append(f"  {', '.join(f'{marble} {_GIVES[marble]}' for marble in Marble)}")
    if placing := _to_place(view):
        lines.append(f"  {placing}")
    return lines


def _to_place(view: View) -> str:
    """Describe the resources still to be placed; empty if there are none."""
    if not (view.taken.total() or view.whites):
        return ""
    white = "white marbles" if view.whites > 1 else "white marble"
    whites = f", and {view.whites} {white} to name" if view.whites else ""
    return f"To place: {say_goods(view.taken) or 'nothing'}{whites}"


def _grid(view: View) -> list[str]:
    lines = ["Cards on offer (points; cost; production)"]
    for level in reversed(LEVELS):
        for (colour, of_level), deck in zip(DECKS, view.decks, strict=True):
            if of_level == level:
                card = _card(CARDS[deck.top]) if deck.top else "none left"
                lines.append(f"  {colour:6} {level}  {card}")
    return lines


def _card(card: Card) -> str:
    return f"{card.number:2}: {card.points:2}; {say_goods(card.cost)}; {_production(card)}"


def _production(card: Card) -> str:
    return f"{say_goods(card.pays)} > {say_goods(card.makes, card.faith)}"


def _track(view: View) -> list[str]:
    """Draw the points of the faith track and the positions of all markers."""
    spaces = [at for at in range(1, LAST_SPACE + 1) if track_points(at) > track_points(at - 1)]
    lines = ["Faith   " + "".join(f"{at:>4}" for at in spaces)]
    lines.append("  points" + "".join(f"{track_points(at):>4}" for at in spaces))
    lines += [
        f"  pope on {pope}: {points} points from space {first} on"
        for first, pope, points in SECTIONS
    ]
    for i, seen in enumerate(view.seats):
        lines.append(f"  {_name(view, Seat(i))}: {_faith(seen)}")
    if len(view.seats) == 1:
        lines.append(f"  Lorenzo: his cross on {view.cross} of {LAST_SPACE}")
    return lines


def _own(view: View) -> list[str]:
    if view.eyes is None or not 0 <= view.eyes < len(view.seats):
        return []
    return [*_seat(view, view.eyes), *_hand(view)]


def _seat(view: View, seat: Seat) -> list[str]:
    return [_title(view, seat), *draw_seat(view.seats[seat])]


def _hand(view: View) -> list[str]:
    if view.eyes is None or not 0 <= view.eyes < len(view.seats):
        return []
    hand = [number for number in view.seats[view.eyes].hand if number in LEADERS]
    return ["Your hand:", *(f"  {_leader(LEADERS[n])}" for n in hand)] if hand else []


def _name(view: View, seat: Seat) -> str:
    return f"Seat {seat + 1}{' (you)' if seat == view.eyes else ''}"


def _title(view: View, seat: Seat) -> str:
    total = sum(point.amount for point in points(view, seat))
    first = ", plays first" if seat == view.first and len(view.seats) > 1 else ""
    away = ", away" if view.seats[seat].away else ""
    return f"{_name(view, seat)}: {total} {'point' if total == 1 else 'points'}{first}{away}"


def draw_seat(seen: SeatView) -> Iterator[str]:
    yield f"  {_faith(seen)}"
    yield f"  depots {', '.join(f'{i + 1}: {_depot(d)}' for i, d in enumerate(seen.depots))}"
    yield f"  strongbox {say_goods(seen.strongbox) or 'empty'}"
    slots = (" ".join(map(str, slot)) or "-" for slot in seen.slots)
    yield f"  slots {', '.join(f'{i + 1}: {cards}' for i, cards in enumerate(slots))}"
    yield from (f"    {_bought(slot)}" for slot in seen.slots if slot)
    yield f"  leaders played {' '.join(map(str, seen.played)) or 'none'}, in hand {len(seen.hand)}"
    yield from (f"    {number}: {_does(LEADERS[number])}" for number in seen.played)


def _bought(slot: Sequence[int]) -> str:
    """Describe the cards in a slot from the top down, and the production of the top card."""
    cards = [CARDS[number] for number in reversed(slot)]
    kinds = " over ".join(f"{card.colour} {card.level}" for card in cards)
    return f"{cards[0].number}: {kinds}; {_production(cards[0])}"


def _faith(seen: SeatView) -> str:
    return f"faith {seen.faith} of {LAST_SPACE}, pope tiles {' '.join(_tiles(seen))}"


def _tiles(seen: SeatView) -> Iterator[str]:
    for section, tile in zip(SECTIONS, seen.tiles, strict=True):
        yield {PopeTile.PENDING: "?", PopeTile.KEPT: f"+{section.points}", PopeTile.LOST: "-"}[tile]


def _depot(depot: Depot) -> str:
    what = depot.resource or "empty"
    return f"{what} {depot.count}/{depot.slots}"


def _leader(leader: Leader) -> str:
    needs = say_needs(leader)
    return f"{leader.number}: {leader.points} points; {_does(leader)}; needs {needs}"


def _does(leader: Leader) -> str:
    return _DOES[leader.ability].format(leader.resource)


PARTS: Mapping[str, Callable[[View], Iterable[str]]] = {
    "market": _market,
    "cards": _grid,
    "track": _track,
    "board": _own,
}
"""Parts of the table that can be drawn separately."""


def describe(event: Event) -> str:  # noqa: C901, PLR0912 - one case per event
    match event:
        case events.TableLaid(seats, first=first):
            return f"A table for {seats}. {seat_name(first)} begins."
        case events.DecksShuffled():
            return "The decks were shuffled."
        case events.TokensShuffled():
            return "Lorenzo's tokens were shuffled."
        case events.LeadersDealt(seat, leaders):
            return f"{seat_name(seat)} was dealt {_cards(leaders)}."
        case events.LeaderReturned(seat, leader):
            which = "a leader" if leader == FACE_DOWN else f"leader {leader}"
            return f"{seat_name(seat)} returned {which}."
        case events.BonusTaken(seat, resource, depot):
            return f"{seat_name(seat)} begins with 1 {resource} in depot {depot + 1}."
        case events.GameBegan():
            return "All are ready. The first turn begins."
        case events.MarblesTaken(seat, way, index):
            return f"{seat_name(seat)} took {way} {index + 1} of the market."
        case events.MarbleConverted(seat, resource):
            return f"{seat_name(seat)} turned a white marble into 1 {resource}."
        case events.ResourcePlaced(seat, resource, depot):
            return f"{seat_name(seat)} put 1 {resource} into depot {depot + 1}."
        case events.ResourceDiscarded(seat, resource):
            return f"{seat_name(seat)} discarded 1 {resource}."
        case events.ResourcesMoved(seat, source, target, count):
            return f"{seat_name(seat)} moved {count} from depot {source + 1} to depot {target + 1}."
        case events.DepotsSwapped(seat, one, other):
            return f"{seat_name(seat)} swapped depots {one + 1} and {other + 1}."
        case events.CardBought(seat, card, slot):
            return f"{seat_name(seat)} bought card {card} for slot {slot + 1}."
        case events.CardRemoved(card):
            return f"Lorenzo removed card {card}."
        case events.Produced(seat, _, made):
            return f"{seat_name(seat)} produced {say_goods(made) or 'faith only'}."
        case events.LeaderPlayed(seat, leader):
            return f"{seat_name(seat)} played leader {leader}."
        case events.LeaderDiscarded(seat, leader):
            return f"{seat_name(seat)} discarded leader {leader}."
        case events.FaithGained(seats, steps):
            return f"{seat_names(seats)} moved {_spaces(steps)} on the faith track."
        case events.CrossMoved(steps):
            return f"Lorenzo's cross moved {_spaces(steps)}."
        case events.VaticanReport(section, kept):
            who = seat_names(kept) or "Nobody"
            return f"Vatican report {section + 1}: {who} kept {SECTIONS[section].points} points."
        case events.LastRoundBegan():
            return "This is the last round."
        case events.TokenRevealed(token):
            return f"Lorenzo drew {_token(token)}."
        case TurnSkipped() | TurnPassed() | SeatsLeft() | SeatReturned():
            return describe_seating(event)
        case events.GameEnded((), Ending.PLAYED_OUT):  # only a solo game can end without a winner
            return "The game is over. Lorenzo won."
        case events.GameEnded(winners, ending):
            return describe_end(winners, ending)
        case _:
            assert_never(event)


def _cards(leaders: Iterable[int]) -> str:
    known = [str(leader) for leader in leaders if leader != FACE_DOWN]
    return f"leaders {' '.join(known)}" if known else "leaders face down"


def _token(token: int) -> str:
    if token in DISCARDS:
        return f"the token that removes two {DISCARDS[token]} cards"
    return f"the token that moves his cross {_spaces(CROSS_STEPS[token])}"


def _spaces(count: int) -> str:
    return f"{count} {'space' if count == 1 else 'spaces'}"
