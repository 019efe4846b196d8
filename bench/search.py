"""Search speed of My Shelfie bots: positions per second, in Python and in machine code."""

import argparse
import time
from typing import Any, NamedTuple

from report import progress, table

from ludoteca.bots import Question
from ludoteca.bots.contract import WHOLE
from ludoteca.bots.machine_code import NoCompilerError
from ludoteca.bots.shelfie import GRANDMASTER, MASTER, PLAIN, THOUGHTFUL
from ludoteca.bots.shelfie.search import Engine, Strength, Thought, by_network
from ludoteca.games import Dice, Refusal, play_move, replay, shelfie


class Player(NamedTuple):
    """A way to search."""

    name: str
    strength: Strength
    engine: Engine
    target: str = ""


def main() -> None:
    """Ask every player about the same positions, in turns."""
    parser = argparse.ArgumentParser(description="measure the search speed of bots")
    parser.add_argument("--quick", action="store_true", help="a few seconds only, less exact")
    rounds = 2 if parser.parse_args().quick else 10
    players = [Player("thoughtful, plain", PLAIN, Engine(), "1x")]
    try:
        began = time.perf_counter()
        engine = by_network()
        Thought(questions(1)[0], WHOLE, THOUGHTFUL, engine).decide(Dice(0))
        print(f"machine code: ready in {time.perf_counter() - began:.1f} s")
        players += [
            Player("thoughtful", THOUGHTFUL, engine, ">= 20x"),
            Player("master", MASTER, engine, ">= 20x"),
            Player("grandmaster", GRANDMASTER, engine, ">= 20x"),
        ]
    except NoCompilerError as error:
        print(error)
    asked = questions(rounds)
    looked, spent, worst = ([0.0] * len(players) for _ in range(3))
    for done, question in enumerate(asked):
        progress(f"position {done} of {len(asked)}")
        for n, player in enumerate(players):
            positions, took = seconds(question, player)
            looked[n], spent[n] = looked[n] + positions, spent[n] + took
            worst[n] = max(worst[n], took)
    floor = looked[0] / spent[0]
    table(
        ("looking ahead, My Shelfie for two", "positions/s", "ratio", "ms/move", "most", "target"),
        [
            (
                player.name,
                f"{looked[n] / spent[n]:,.0f}",
                f"{looked[n] / spent[n] / floor:.1f}x",
                f"{1000 * spent[n] / len(asked):.1f}",
                f"{1000 * worst[n]:.0f}",
                player.target,
            )
            for n, player in enumerate(players)
        ],
    )


def questions(count: int) -> list[Question]:
    """Return positions of random games, from the beginning to the end of a game."""
    asked = []
    for seed in range(count):
        dice = Dice(seed)
        state = replay(shelfie, accepted(shelfie.setup(2, shelfie.Options(), dice)))
        for _ in range(2 * seed % 24):
            move = accepted(shelfie.sample(state, state.turn, dice))
            state, _ = accepted(play_move(shelfie, state, state.turn, move, dice))
        moves = list(shelfie.legal_moves(state, state.turn))
        asked.append(Question(shelfie, shelfie.view(state, state.turn), state.turn, moves))
    return asked


def accepted(answer: Any) -> Any:
    """Return an answer that must not be a refusal."""
    if isinstance(answer, Refusal):
        raise TypeError(answer.detail)
    return answer


def seconds(question: Question, player: Player) -> tuple[int, float]:
    """Return the number of positions a player searches to answer, and the seconds it takes."""
    began = time.perf_counter()
    thought = Thought(question, WHOLE, player.strength, player.engine)
    thought.decide(Dice(1))
    return thought.looked, time.perf_counter() - began


if __name__ == "__main__":
    main()
