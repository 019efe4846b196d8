"""Speed of random games, as ratios to a floor measured in the same run.

The machine may be busy. Therefore all players take turns in many short rounds, and the best round
of each counts, because it was disturbed the least.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import naive_playouts
from report import progress, table

from ludoteca.bots.machine_code import NoCompilerError, machine
from ludoteca.games import Dice, Refusal, Rules, play_move, renaissance, replay, shelfie
from ludoteca.games.shelfie import bitboard, bitshelf

SEATS, RULES = 2, 0
CARDS: Literal[2] = 2
CHANCE = Dice(0).state


class Player(NamedTuple):
    """A way to play random games."""

    name: str
    play: Callable[[int], object]
    """Plays this many games."""
    round: int
    """Games per round, which should last about a tenth of a second."""
    moves: float
    """Moves per game."""
    target: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description="measure speed")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    quick = parser.parse_args().quick
    for section in (random_games,):
        section(rounds=8 if quick else 50)


def random_games(rounds: int) -> None:
    """Measure random games of My Shelfie (two players, two common goals) and the second game."""
    # The floor has no goals and longer games, so moves per second are shown as well.
    players = [
        Player("floor: lists", play_floor, 150, turns_of_floor(150), "1x"),
        Player(
            "rules", by_the_rules(shelfie, 2), 30, by_the_rules(shelfie, 2)(30) / 30, ">= 0.05x"
        ),
        Player("bitboards", bitboards, 400, bitboards(400) / 400, ">= 2x"),
    ]
    try:
        players.append(Player("numba", numba, 20_000, warmed_up(20_000) / 20_000, ">= 80x"))
    except NoCompilerError as error:
        print(error)
    for seats in renaissance.SEATS:
        play = by_the_rules(renaissance, seats)
        players.append(Player(f"renaissance, {seats} seated", play, 10, play(10) / 10))
    best = [0.0] * len(players)
    for done in range(rounds):
        progress(f"round {done} of {rounds}")
        for i, player in enumerate(players):
            best[i] = max(best[i], player.round / seconds(player.play, player.round))
    games, moves = best[0], best[0] * players[0].moves
    table(
        ("random playouts", "games/s", "ratio", "moves/game", "moves/s", "ratio", "target"),
        [
            (
                player.name,
                f"{speed:,.0f}",
                f"{speed / games:.2f}x",
                f"{player.moves:.1f}",
                f"{speed * player.moves:,.0f}",
                f"{speed * player.moves / moves:.2f}x",
                player.target,
            )
            for player, speed in zip(players, best, strict=True)
        ],
    )


def play_floor(games: int) -> None:
    for seed in range(games):
        naive_playouts.playout(seed)


def turns_of_floor(games: int) -> float:
    """Return the turns per game of the floor, which lists the legal picks once per turn."""
    listed = naive_playouts.legal_picks
    turns = 0

    def counted(board: list[int]) -> Any:
        nonlocal turns
        turns += 1
        return listed(board)

    naive_playouts.legal_picks = counted
    play_floor(games)
    naive_playouts.legal_picks = listed
    return turns / games


def by_the_rules(rules: Rules, seats: int) -> Callable[[int], int]:
    """Return a function that plays games by the rules and counts the moves."""

    def play(games: int) -> int:
        dice, moves = Dice(0), 0
        for _ in range(games):
            state = replay(rules, accepted(rules.setup(seats, rules.OPTIONS(), dice)))
            while movers := rules.seats_to_move(state):
                seat = min(movers)
                move = accepted(rules.sample(state, seat, dice))
                state, _ = accepted(play_move(rules, state, seat, move, dice))
                moves += 1
        return moves

    return play


def accepted(answer: Any) -> Any:
    """Return an answer that must not be a refusal."""
    if isinstance(answer, Refusal):
        raise TypeError(answer.detail)
    return answer


def bitboards(games: int) -> int:
    """Play games on integers; return the number of turns."""
    return bitboard.tally(CHANCE, games, SEATS, CARDS, RULES)[1]


def numba(games: int) -> int:
    """Play the same games in machine code; return the number of turns."""
    return int(machine(bitshelf, bitboard).tally(CHANCE, games, SEATS, CARDS, RULES)[1])


def warmed_up(games: int) -> int:
    """Compile everything by playing these games, and print the time it took."""
    took = seconds(numba, 1)
    kept = machine(bitshelf, bitboard).tally.stats.cache_hits
    how = "read from its cache" if kept else "compiled"
    print(f"numba: {how} in {took:.1f} s")
    return numba(games)


def seconds(play: Callable[[int], object], games: int) -> float:
    start = time.perf_counter()
    play(games)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
