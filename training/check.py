"""Compare the C++ core with the package's rules, move by move: python -m training.check [games].

For each number of players, number of common goals and rule set, this many games are compared: the
deal, moves, refills, tokens, the end and the points. The shipped network plays every other game, so
that goals are met; in the others moves are random, preferring three tiles.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any

import torch

from ludoteca.games.chance import Dice, seeded
from ludoteca.games.shelfie import BLANK, Cell, Options, TakeTiles, rules
from ludoteca.games.shelfie.bitshelf import bit_on_shelf
from ludoteca.games.shelfie.board import CELLS, KINDS, bit_of, kind_of
from ludoteca.games.shelfie.editions import RULE_SETS, Leftovers, RuleSet, Squares
from ludoteca.games.shelfie.moves import legal_moves
from ludoteca.games.shelfie.shelf import grid_of
from ludoteca.games.shelfie.state import State, tokens_left
from ludoteca.games.shelfie.view import totals
from training.core import SOURCES, Core, read
from training.dump import HEADER, constants
from training.net import Judge, evaluate, load

SHIPPED = SOURCES.parent / "src/ludoteca/bots/shelfie/weights/net.npz"

CELL_AT = {bit_of(cell): cell for cell in CELLS[4]}
SORTS = ((0, 1, 1), (0, 1, 2), (0, 1, 3), (1, 0, 2), (1, 0, 3))
LONG = torch.tensor([0, 0, 1, 0, 1])
ORDERS = {1: [(0,)], 2: [(0, 1), (1, 0)]}
ORDERS[3] = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


def as_move(number: int) -> TakeTiles:
    """Convert a move of the core to a move of the rules."""
    rest, column = divmod(number, 5)
    rest, order = divmod(rest, 6)
    down, right, size = SORTS[rest // 53]
    row, start = CELL_AT[rest % 53]
    cells = [Cell(row + i * down, start + i * right) for i in range(size)]
    return TakeTiles(tuple(cells[i] for i in ORDERS[size][order]), column)


def as_number(move: TakeTiles) -> int:
    """Convert a move of the rules to a move of the core."""
    cells, size = sorted(move.cells), len(move.cells)
    down = int(size > 1 and cells[0].column == cells[1].column)
    sort = SORTS.index((down, 1 - down, size))
    order = ORDERS[size].index(tuple(cells.index(cell) for cell in move.cells))
    return ((sort * 53 + bit_of(cells[0])) * 6 + order) * 5 + move.column


def different_moves(state: State) -> Iterator[TakeTiles]:
    """Yield the legal moves, one of each that differ only in the order of tiles of one kind."""
    for move in legal_moves(state, state.turn):
        kinds = [(kind_of(state.board[cell]), bit_of(cell)) for cell in move.cells]
        pairs = [(a, b) for n, b in enumerate(kinds) for a in kinds[:n]]
        if not any(a[0] == b[0] and a[1] > b[1] for a, b in pairs):
            yield move


def seen(state: State) -> dict[str, Any]:
    """Describe a state of the rules in the terms of the core."""
    shelves = [[0] * 6 for _ in range(4)]
    for seat, shelf in enumerate(state.shelves):
        for row, kinds in enumerate(grid_of(shelf)):
            for column, kind in enumerate(kinds):
                if kind:
                    shelves[seat][KINDS.index(kind)] |= bit_on_shelf(row, column)
    bag = [KINDS.index(kind_of(tile)) for tile in state.bag]
    claims = list(state.claims.values())
    return {
        "room": {bit_of(cell): KINDS.index(kind_of(tile)) for cell, tile in state.board.items()},
        "shelf": shelves,
        "bag": [bag.count(kind) for kind in range(6)],
        "turn": state.turn,
        "first": state.first,
        "finisher": -1 if state.finisher is None else state.finisher,
        "over": state.outcome is not None,
        "goal": [goal - 1 for goal in state.claims],
        "taken": [len(seats) for seats in claims],
        "tokens": [[seat in seats for seat in range(state.seats)] for seats in claims],
        "next": [tokens_left(state, goal)[:1] for goal in state.claims],
        "card": [state.goals[seat] - 1 for seat in sorted(state.goals)],
    }


def kept(table: Any) -> dict[str, Any]:
    """Describe a table of the core."""
    players, goals = int(table["players"]), sum(goal >= 0 for goal in table["goal"].tolist())
    room = int(table["room"])
    stacks = {2: (8, 4), 3: (8, 6, 4), 4: (8, 6, 4, 2)}
    tokens, taken = table["token"][:goals, :players].tolist(), table["taken"].tolist()[:goals]
    for of_goal, gone in zip(tokens, taken, strict=True):
        expect(sorted(filter(None, of_goal)), sorted(stacks[players][:gone]), "tokens")
    return {
        "room": {place: int(table["kind"][place]) for place in range(53) if room >> place & 1},
        "shelf": table["shelf"].tolist(),
        "bag": table["bag"].tolist(),
        **{name: int(table[name]) for name in ("turn", "first", "finisher")},
        "over": bool(table["over"]),
        "goal": table["goal"].tolist()[:goals],
        "taken": taken,
        "tokens": [[points > 0 for points in of_goal] for of_goal in tokens],
        "next": [stacks[players][gone : gone + 1] for gone in taken],
        "card": table["card"].tolist()[:players],
    }


def expect(found: object, wanted: object, what: object) -> None:
    """Exit with an error if the two differ."""
    if found != wanted:
        raise SystemExit(f"{what} differ: {found} and {wanted}")


def compare(
    judge: Judge, players: int, goals: int, rule_set: RuleSet, deals: range
) -> tuple[int, Counter[int]]:
    """Play and compare games of one sort; return the number of turns, and tokens by goal."""
    core = judge.core
    any_kind = rule_set.squares == Squares.ANY_KIND
    leftovers = rule_set.leftovers == Leftovers.RETURN
    chance = torch.tensor([seeded(deal) for deal in deals])
    chosen = torch.tensor([[players, goals, any_kind, leftovers]] * len(deals), dtype=torch.int8)
    tables, turns = core.laid(chance, chosen), 0
    options = Options(goals, squares=rule_set.squares, leftovers=rule_set.leftovers)
    dice = [Dice(deal) for deal in deals]
    states = [reduce(rules.apply, rules.setup(players, options, d), BLANK) for d in dice]
    while (seats := core.turns(tables)).max() >= 0:
        moves = core.moves(tables)
        drawn = torch.rand(len(moves.move)) + LONG[moves.move // 1590]
        best = core.best(
            torch.where(moves.game % 2 == 0, evaluate(judge(tables, moves)), drawn), moves
        )
        listed = moves.move.split(moves.counts.tolist())
        chosen_moves = moves.move[best] if len(moves.move) else best.int()
        before = read(tables).copy()
        core.play(tables, chosen_moves)
        for n, state in enumerate(states):
            if seats[n] < 0:
                continue
            if before[n]["turn"] == before[n]["first"]:  # checking every turn would take minutes
                mine = set(map(as_move, listed[n].tolist()))
                expect(mine, set(different_moves(state)), "moves")
                expect(len(mine), len(listed[n]), "numbers of moves")
            move = as_move(int(chosen_moves[n]))
            expect(as_number(move), int(chosen_moves[n]), "numbers")
            states[n] = reduce(rules.apply, rules.play(state, state.turn, move, dice[n]), state)
            after = kept(read(tables)[n])
            wanted = seen(states[n])
            if states[n].outcome:
                after.pop("turn"), wanted.pop("turn")
            expect(after, wanted, (players, goals, rule_set, n))
            turns += 1
    told = core.results(tables)
    for n, state in enumerate(states):
        expect(told[n, :players, 0].tolist(), list(totals(state)), "points")
        expect(told[n, :, 2].nonzero()[:, 0].tolist(), list(state.outcome.winners), "winners")
    tokens: Counter[int] = Counter()
    for table in read(tables):
        tokens.update(dict(zip((table["goal"] + 1).tolist(), table["taken"].tolist(), strict=True)))
    return turns, +tokens


def main(games: int) -> None:
    torch.manual_seed(1)
    expect(HEADER.read_text(encoding="utf-8"), constants(), HEADER)
    judge, turns, played = Judge(Core("cpu"), load(SHIPPED)), 0, 0
    tokens: Counter[int] = Counter()
    for players, goals, rule_set in product((2, 3, 4), (0, 1, 2), RULE_SETS):
        deals = range(played, played + games)
        more, taken = compare(judge, players, goals, rule_set, deals)
        turns, tokens, played = turns + more, tokens + taken, played + games
    print(f"{played} games of {played // games} sorts, {turns} turns: all the same")
    print("tokens by goal:", dict(sorted(tokens.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
