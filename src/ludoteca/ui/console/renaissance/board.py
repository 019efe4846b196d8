"""Player boards as drawings: the player's own in full, the others in short."""

from collections.abc import Iterator

from ludoteca.games.renaissance import CARDS, LEADERS, Ability, Board, Depot
from ludoteca.games.renaissance.board import LAST_SPACE
from ludoteca.games.renaissance.cards import say_needs
from ludoteca.games.renaissance.resources import some
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS, LORENZO
from ludoteca.ui.console.renaissance.faith import tiles
from ludoteca.ui.console.renaissance.goods import does, in_words, points, production
from ludoteca.ui.console.renaissance.paint import fitted
from ludoteca.ui.console.renaissance.state import CommandsState

BASIC = "any 2 resources > any 1 resource"
_GAP = "  "


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
    """Describe a player's points and whether they begin every round."""
    so_far = f"{points(state.points(name))} so far"
    if name != state.first:
        return so_far
    return f"{so_far}, you play first" if name == state.me else f"{so_far}, plays first"


def draw_depots(board: Board, width: int) -> list[str]:
    """Draw the depots with their places, the basic ones side by side if they fit."""
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
    """Yield the productions with the numbers to choose them by."""
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
