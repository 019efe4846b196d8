"""The command line of `ludoteca arena`."""

import argparse
import os

from ludoteca.cli.parser import Parser, add_game, add_json, whole_number

MOST_GAMES = 100_000


def describe(arena: Parser) -> None:
    arena.description = (
        "Let bots play each other, every deal once from every seat, on all cores, and show who "
        "wins how often and by how much, how long a move takes, and Elo ratings. The same seed "
        "gives the same games. An interrupt shows what has been played so far. example: "
        "ludoteca arena GAME --players greedy,uniform --games 200 --seed 1"
    )
    add_game(arena, seed_help="the seed of deals and of the bots' luck (default: 0)")
    arena.add_argument(
        "--players",
        required=True,
        metavar="BOT,BOT,...",
        help="who plays: bots (uniform, novice, greedy and so on), or files like my_bot.py with a "
        "function choose(view, moves, chance)",
    )
    arena.add_argument(
        "--seats",
        type=whole_number(1, 99),
        metavar="N",
        help="seats at a table (default: one for each player); with fewer seats than players, "
        "every choice of N of them plays, so that 2 makes everybody meet everybody",
    )
    arena.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=200,
        metavar="N",
        help="how many games each table plays, at least: every deal is played once from every "
        "seat (default: 200)",
    )
    arena.add_argument(
        "--budget",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="let bots look at this share of the positions they usually do (default: 1)",
    )
    arena.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes play (default: one for each core); it changes no result",
    )
    add_json(arena)
    arena.add_argument("--svg", metavar="FILE", help="write a picture of who won how often")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0.001 <= share <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not 0.001 to 100")
    return share
