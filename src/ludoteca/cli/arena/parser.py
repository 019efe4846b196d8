"""The command line of `ludoteca arena`."""

import argparse
import os

from ludoteca.cli.parser import Parser, add_game, add_json, whole_number

MOST_GAMES = 100_000


def describe(arena: Parser) -> None:
    arena.description = (
        "Let bots play each other on all cores, every deal once from every seat, and show win "
        "rates, margins, thinking times and Elo ratings. The same seed gives the same games. "
        "An interrupt shows the results so far. example: "
        "ludoteca arena GAME --players greedy,uniform --games 200 --seed 1"
    )
    add_game(arena, seed_help="random seed for deals and bots (default: 0)")
    arena.add_argument(
        "--players",
        required=True,
        metavar="BOT,BOT,...",
        help="bots (uniform, novice, greedy and so on), or files such as my_bot.py with a function "
        "choose(view, moves, chance)",
    )
    arena.add_argument(
        "--seats",
        type=whole_number(1, 99),
        metavar="N",
        help="seats at a table (default: one per player); with fewer seats than players, every "
        "combination of N players plays: 2 makes a round robin",
    )
    arena.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=200,
        metavar="N",
        help="minimum number of games per table; every deal is played once from every seat "
        "(default: 200)",
    )
    arena.add_argument(
        "--budget",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="share of their usual positions that bots examine (default: 1)",
    )
    arena.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (default: one per core); does not affect the results",
    )
    add_json(arena)
    arena.add_argument("--svg", metavar="FILE", help="write a chart of the win rates")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0.001 <= share <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not 0.001 to 100")
    return share
