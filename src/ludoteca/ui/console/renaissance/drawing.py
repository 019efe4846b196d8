"""The table as drawings: market, cards on offer, faith tracks and player boards."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from ludoteca.games.renaissance import (
    CARDS,
    DECKS,
    LEADERS,
    Ability,
    Board,
    Card,
    Colour,
    Depot,
    Marble,
    PopeTile,
    Way,
)
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import LEVELS, say_needs
from ludoteca.games.renaissance.resources import GIVES, goods, some
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS, LORENZO
from ludoteca.ui.console.renaissance.goods import does, fitted, in_words, points, production
from ludoteca.ui.console.renaissance.state import CommandsState

_WIDTH = 9


def marble(one: Marble) -> str:
    """Name a marble by its resource."""
    return "faith" if one is Marble.RED else GIVES[one].value if one in GIVES else "white"


def draw_market(state: CommandsState) -> list[str]:
    """Draw the marbles, the row and column numbers, and the extra marble."""
    market = state.market
    lines = ["The market: row 1, 2 or 3, or column 1, 2, 3 or 4"]
    lines.append(f"      {''.join(f'{n:<{_WIDTH}}' for n in (1, 2, 3, 4))}".rstrip())
    for number, row in enumerate(market.rows, start=1):
        lines.append(f"   {number}  {''.join(f'{marble(m):<{_WIDTH}}' for m in row)}<--")
    lines.append(f"   extra marble: {marble(market.slide)}, which goes in where you push")
    return lines


def gain(state: CommandsState, way: Way, index: int) -> str:
    """Describe the resources gained by pushing a row or column now."""
    counts = Counter(state.market.line(way, index))
    found = goods(*(GIVES[one] for one in counts.elements() if one in GIVES))
    whites, kinds = counts[Marble.WHITE], state.own.leaders(Ability.MARBLE)
    if whites and len(kinds) == 1:
        found = found.plus(some(kinds[0].resource, whites))
    text = in_words(found, counts[Marble.RED])
    if not whites or len(kinds) == 1:
        return text
    if kinds:
        either = " or ".join(leader.resource for leader in kinds)
        return f"{text} + {whites} of your choice ({either})"
    return f"{text} (white gives nothing)"


CELL = 30
"""Width of the widest card."""
_GAP = "  "
_LEGEND = (
    "Cards on offer: number to type, colour and level, points",
    "  - what it costs you, then its production: takes > gives",
    "  * you can pay it now and have a place for it",
)


def within_reach(board: Board, card: Card) -> bool:
    """Return whether, as far as the client knows, a player could buy this card now."""
    fits = any(board.accepts(slot, card) for slot in range(len(board.slots)))
    return fits and board.supply().covers(board.price(card))


def draw_grid(state: CommandsState, width: int) -> list[str]:
    """Draw the cards on offer by level, as many side by side as fit."""
    beside = 4 if width >= 4 * CELL + 3 * len(_GAP) else 2 if width >= 2 * CELL + len(_GAP) else 1
    shown = dict(zip(DECKS, state.grid, strict=True))
    lines = list(_LEGEND)
    for level in reversed(LEVELS):
        cells = [_cell(state.own, shown[colour, level], colour, level) for colour in Colour]
        for first in range(0, len(cells), beside):
            lines.append("")
            lines += _joined(cells[first : first + beside])
    return lines


def _joined(cells: list[list[str]]) -> list[str]:
    rows = zip_longest(*cells, fillvalue="")
    return [_GAP.join(f"{cell:<{CELL}}" for cell in row).rstrip() for row in rows]


def _cell(board: Board, number: int, colour: Colour, level: int) -> list[str]:
    if not number:
        return [f" - {colour} {level}: none left"]
    card = CARDS[number]
    mark = "  *" if within_reach(board, card) else ""
    return [
        f"{CARD_IDS[number]:>2} {colour} {level}, {points(card.points)}{mark}",
        f" - {_short(in_words(board.price(card)))}",
        f"   {_short(in_words(card.pays))}",
        f" > {_short(in_words(card.makes, card.faith))}",
    ]


def _short(text: str) -> str:
    return text.replace(" + ", " ")


def draw_card(state: CommandsState, number: int) -> list[str]:
    card = CARDS[number]
    lines = [
        f"Card {CARD_IDS[number]}: {card.colour}, level {card.level}, {points(card.points)}",
        f"  costs {in_words(card.cost)}",
        f"  produces {production(card)}",
    ]
    if not state.boards:
        return lines
    price = state.own.price(card)
    if price != card.cost:
        lines.append(f"  costs you {in_words(price)}")
    return [*lines, f"  {_where(state, number)}"]


def _where(state: CommandsState, number: int) -> str:
    for name, board in zip(state.names, state.boards, strict=True):
        for slot, cards in enumerate(board.slots, start=1):
            if number in cards:
                whose = "your" if name == state.me else f"{name}'s"
                return f"lies in {whose} slot {slot}{_covered(cards, number)}"
    if number not in state.grid:
        return "cannot be seen now"
    missing = state.own.price(CARDS[number]).minus(state.own.supply())
    lacking = type(missing)(*(max(0, count) for count in missing))
    if lacking.total():
        return f"is on offer; you lack {in_words(lacking)}"
    if within_reach(state.own, CARDS[number]):
        return "is on offer, and you can pay it"
    return f"is on offer, but no slot of yours ends at level {CARDS[number].level - 1}"


def _covered(cards: tuple[int, ...], number: int) -> str:
    return "" if cards[-1] == number else ", covered"


def draw_leader(state: CommandsState, number: int) -> list[str]:
    leader = LEADERS[number]
    lines = [
        f"Leader {LEADER_IDS[number]}: {points(leader.points)}",
        f"  {does(leader)}",
        f"  needs {say_needs(leader)}",
    ]
    if state.boards and number in state.own.hand:
        ready = leader.is_met_by(state.own.cards(), state.own.supply())
        lines.append(
            "  in your hand" + (", can be played now" if ready else ", cannot be played yet")
        )
    return lines


_NAME = 8
_SPACES = range(LAST_SPACE + 1)
_SCORING = [s for s in _SPACES if s and track_points(s) > track_points(s - 1)]


def draw_faith(state: CommandsState) -> list[str]:
    """Draw the faith track with all players, the Vatican report sections and the tiles."""
    lines = [
        "Faith: the last space reached counts. When a player",
        "reaches a P, players in its section keep the pope tile",
        _row("space", {space: str(space) for space in _SCORING}),
        _row("points", {space: str(track_points(space)) for space in _SCORING}),
        _row("pope", _sections()),
    ]
    for name, board in zip(state.names, state.boards, strict=True):
        lines.append(_row(state.called(name), dict.fromkeys(_SPACES, "-") | {board.faith: "@"}))
        lines.append(f"    {_stands_on_track(name, board)}")
    return lines


def _row(name: str, marks: dict[int, str]) -> str:
    cells = "".join(f"{marks.get(space, ''):>2}" for space in _SPACES)
    return f"{name[:_NAME]:<{_NAME}}{cells}".rstrip()


def _sections() -> dict[int, str]:
    marks: dict[int, str] = {}
    for first, pope, _ in SECTIONS:
        marks |= dict.fromkeys(range(first, pope), "..")
        marks |= {first: " [", pope: ".P"}
    return marks


def _stands_on_track(name: str, board: Board) -> str:
    where = f"on {board.faith}: {points(track_points(board.faith))}"
    return where if name == LORENZO else f"{where}; pope tiles {tiles(board)}"


def tiles(board: Board) -> str:
    """Describe the state of the pope favour tiles."""
    said = []
    for section, tile in zip(SECTIONS, board.tiles, strict=True):
        state = {PopeTile.PENDING: "open", PopeTile.KEPT: "kept", PopeTile.LOST: "lost"}[tile]
        said.append(f"{section.points} {state}")
    return ", ".join(said)


BASIC = "any 2 resources > any 1 resource"


def draw_board(state: CommandsState, width: int) -> list[str]:
    """Draw this player's board: depots, strongbox, slots and leaders."""
    own = state.own
    lines = [f"Your board: {_stands(state, state.me)}"]
    lines += draw_depots(own, width)
    lines.append(f"  strongbox  {in_words(own.strongbox)}")
    lines += _powers(own)
    lines.append(f"  faith  {own.faith} of {LAST_SPACE}; pope tiles {tiles(own)}")
    return [*fitted("\n".join(lines), width).split("\n"), *draw_leaders(state, width)]


def _stands(state: CommandsState, name: str) -> str:
    """Describe a player's points, and whether the player goes first."""
    so_far = f"{points(state.points(name))} so far"
    if name != state.first:
        return so_far
    return f"{so_far}, you play first" if name == state.me else f"{so_far}, plays first"


def draw_depots(board: Board, width: int) -> list[str]:
    """Draw the depots and their places, with the warehouse depots side by side if they fit."""
    drawn = [f"{place} {_places(one)}" for place, one in enumerate(board.depots, start=1)]
    usual = sum(not depot.of_leader for depot in board.depots)
    beside = f"{_GAP}depots  {_GAP.join(drawn[:usual])}"
    first = [beside] if len(beside) <= width else [f"{_GAP}depot {one}" for one in drawn[:usual]]
    return [*first, *(f"{_GAP}depot {one}" for one in drawn[usual:])]


def _places(depot: Depot) -> str:
    held = [f"{depot.resource}"] * depot.count + [""] * (depot.slots - depot.count)
    drawn = " ".join(f"[{one:^7}]" for one in held)
    return f"{drawn}  only {depot.resource}" if depot.of_leader else drawn


def _powers(board: Board) -> Iterator[str]:
    """Yield the productions with the numbers for choosing them."""
    yield f"  slot 0  {BASIC}"
    for slot, cards in enumerate(board.slots, start=1):
        yield f"  slot {slot}  {_slot(cards)}"
    for slot, leader in enumerate(board.leaders(Ability.PRODUCTION), start=len(board.slots) + 1):
        yield f"  slot {slot}  leader {LEADER_IDS[leader.number]}, {does(leader)}"


def _slot(cards: tuple[int, ...]) -> str:
    if not cards:
        return "free, for a card of level 1"
    *covered, top = cards
    over = f", over {' '.join(str(CARD_IDS[n]) for n in covered)}" if covered else ""
    card = CARDS[top]
    return f"card {CARD_IDS[top]}, {card.colour} {card.level}{over}: {production(card)}"


def draw_leaders(state: CommandsState, width: int) -> list[str]:
    """Draw the leaders played and in hand, with their requirements and abilities."""
    own, lines = state.own, []
    for number in own.played:
        leader = LEADERS[number]
        lines += [f"  leader {LEADER_IDS[number]}, played, {points(leader.points)}: {does(leader)}"]
    for number in own.hand:
        leader = LEADERS[number]
        ready = leader.is_met_by(own.cards(), own.supply())
        lines += [
            f"  leader {LEADER_IDS[number]} in hand, {points(leader.points)}: {does(leader)}",
            f"          needs {say_needs(leader)}" + (" - you have it" if ready else ""),
        ]
    return fitted("\n".join(lines or ["  no leaders"]), width).split("\n")


def draw_boards(state: CommandsState, width: int, only: str = "") -> list[str]:
    """Draw the boards of the other players, or of one of them."""
    lines: list[str] = []
    for name, board in zip(state.names, state.boards, strict=True):
        if name == state.me or (only and name.lower() != only):
            continue
        if name == LORENZO:
            lines.append(f"{LORENZO}: his cross on {board.faith} of {LAST_SPACE}")
            continue
        lines.append(f"{name}: {_stands(state, name)}")
        lines += _in_short(board)
    return fitted("\n".join(lines), width).split("\n")


def _in_short(board: Board) -> Iterator[str]:
    held = [f"{place}: {_filled(depot)}" for place, depot in enumerate(board.depots, start=1)]
    yield f"  depots {', '.join(held)}; strongbox {in_words(board.strongbox)}"
    for slot, cards in enumerate(board.slots, start=1):
        if cards:
            yield f"  slot {slot}  {_slot(cards)}"
    for number in board.played:
        yield f"  leader {LEADER_IDS[number]}: {does(LEADERS[number])}"
    yield f"  faith {board.faith} of {LAST_SPACE}; pope tiles {tiles(board)}"


def _filled(depot: Depot) -> str:
    if depot.resource is None:
        return f"0 of {depot.slots}"
    held = in_words(some(depot.resource, depot.count)) if depot.count else f"0 {depot.resource}s"
    return f"{held} of {depot.slots}"
