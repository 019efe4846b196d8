"""The cards on offer as a drawing, and details of cards and leaders."""

from itertools import zip_longest

from ludoteca.games.renaissance import CARDS, DECKS, LEADERS, Board, Card, Colour
from ludoteca.games.renaissance.cards import LEVELS, say_needs
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS
from ludoteca.ui.console.renaissance.goods import does, in_words, points, production
from ludoteca.ui.console.renaissance.state import CommandsState

CELL = 30
"""Width of the widest card."""
_GAP = "  "
_LEGEND = (
    "Cards on offer: number to type, colour and level, points",
    "  - what it costs you, then its production: takes > gives",
    "  * you can pay it now and have a place for it",
)


def within_reach(board: Board, card: Card) -> bool:
    """Return whether a board could take this card now, as far as the client knows."""
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
