"""Find puzzles: positions with one clearly best move.

    python bench/puzzles.py find build     # append puzzles to build/GAME.jsonl, until interrupted
    python bench/puzzles.py pack build     # write the package's puzzles

`master` plays games against itself with a tenth of its positions. A position becomes a puzzle if
the game's judge gives its best move at least `MARGIN` more probability of winning than any other
move, and `grandmaster` chooses this move with each of `SEEDS`. All numbers of positions and seeds
are fixed, so the same position always gets the same result. The hidden information of other seats
is removed first.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
from judge import game
from msgspec.structs import replace

from ludoteca.bots import LEVELS, Question, strategy
from ludoteca.bots.judging import Judge, Judgement, judges_of
from ludoteca.bots.renaissance import judge as renaissance_judge
from ludoteca.bots.shelfie import judge as shelfie_judge
from ludoteca.bots.teacher import question_of
from ludoteca.games import Dice, Refusal, Rules, Seat, renaissance, resolve, shelfie
from ludoteca.games.chance import shuffled
from ludoteca.games.contract import Move, State, play_move
from ludoteca.games.renaissance.cards import TOKENS
from ludoteca.messages import Puzzle

MARGIN = {"shelfie": 0.1, "renaissance": 0.06}
"""Least margin of the best move over all others, in probability of winning."""
QUICK = 0.7
"""Fraction of the margin that a quick search must find before a position is examined."""
SEEDS = (1, 2)
"""Seeds of `grandmaster`."""
PER_GAME, APART = 4, 0.15
"""Maximum number of puzzles of one game, and the fraction of the game between them."""
FOUND = {"novice": 7, "greedy": 3, "thoughtful": 3, "master": 1}
"""Number of seeds with which each level tries a puzzle; most of them must find the move."""
EASY = 0.1
"""Maximum fraction of puzzles that `novice` finds."""
COUNT = 200


class Found(msgspec.Struct, frozen=True):
    """A puzzle and its origin."""

    seed: int
    turn: int
    seats: int
    progress: float
    """Fraction of the game played."""
    position: str
    seat: int
    level: str
    """The weakest level that finds the move."""
    move: str
    margin: float


def _mask_shelfie(state: shelfie.State, seat: Seat) -> shelfie.State:
    return replace(state, goals={seat: state.goals[seat]})


def _mask_renaissance(state: renaissance.State, seat: Seat) -> renaissance.State:
    boards = [
        board if owner == seat else replace(board, hand=(0,) * len(board.hand))
        for owner, board in enumerate(state.boards)
    ]
    decks = [(*deck[:1], *(0,) * len(deck[1:])) for deck in state.decks]
    tokens = TOKENS[-len(state.tokens) :] if state.tokens else ()
    return replace(state, boards=tuple(boards), decks=tuple(decks), tokens=tokens)


class Kit(NamedTuple):
    """The parts of a game for finding puzzles."""

    rules: Rules
    write: Callable[[State], str]
    read: Callable[[str], State]
    quick: Judge
    mask: Callable[[State, Seat], State]
    seats: Sequence[int]
    """Numbers of players of successive games."""


KITS = {
    "shelfie": Kit(
        shelfie,
        shelfie.write_state,
        shelfie.read_state,
        shelfie_judge.Judge(shelfie_judge.Effort(6, 8, 2, 24, 6), by_network=True),
        _mask_shelfie,
        (2, 3, 2, 4),
    ),
    "renaissance": Kit(
        renaissance,
        renaissance.write_state,
        renaissance.read_state,
        renaissance_judge.Judge(renaissance_judge.Effort(8, 6, 2, 5), renaissance_judge.by_machine),
        _mask_renaissance,
        (2, 3, 1, 2, 4),
    ),
}


def find(kit: Kit, seed: int) -> Iterator[Found]:
    """Yield the puzzles of one game."""
    rules = kit.rules
    seats = kit.seats[seed % len(kit.seats)]
    turns = list(game(rules, seats, seed, "master"))[:-1]
    found: list[int] = []
    for number in shuffled(range(len(turns)), Dice(seed)):
        turn = turns[number]
        near = any(abs(number - other) < APART * len(turns) for other in found)
        if near or not judge_of(rules).compares(turn.move):
            continue
        seat = turn.question.seat
        text = kit.write(kit.mask(turn.state, seat))
        state = kit.read(text)
        question = question_of(rules, state, seat)
        if margin(kit.quick.judge(question)) < QUICK * MARGIN[rules.NAME]:
            continue
        if puzzle := solved(question, state):
            level, move, value = puzzle
            progress = round(number / len(turns), 2)
            yield Found(seed, number, seats, progress, text, seat, level, move, value)
            found.append(number)
            if len(found) == PER_GAME:
                return


def margin(judgement: Judgement | None) -> float:
    """Return the lead of the best move over all others, in probability of winning."""
    if judgement is None or len(judgement.lines) < 2:
        return 0.0
    best, *others = judgement.lines
    return best.chance - max(line.chance for line in others)


def solved(question: Question, state: State) -> tuple[str, str, float] | None:
    """Return level, move and margin of a puzzle; None for any other position."""
    rules = question.rules
    judge = judge_of(rules)
    judgement = judge.judge(question)
    if judgement is None or margin(judgement) < MARGIN[rules.NAME]:
        return None
    best = judgement.lines[0].move
    for seed in SEEDS:
        if strategy("grandmaster")(question, Dice(seed)) != best:
            return None
    return level_of(question, state, best), rules.write_move(best), round(margin(judgement), 3)


def level_of(question: Question, state: State, best: Move) -> str:
    """Return the weakest level that finds the move with most of its seeds."""
    wanted = after(question, state, best)
    for level, tries in FOUND.items():
        chosen = [strategy(level)(question, Dice(seed)) for seed in range(tries)]
        if 2 * sum(after(question, state, move) == wanted for move in chosen) > tries:
            return level
    return "grandmaster"


def after(question: Question, state: State, move: Move) -> str:
    """Return the position after a move; equivalent moves lead to the same one."""
    rules = question.rules
    played = play_move(rules, state, question.seat, move, Dice(0))
    assert not isinstance(played, Refusal)
    return KITS[rules.NAME].write(played[0])


def judge_of(rules: Rules) -> Judge:
    return resolve(list(judges_of(rules.NAME).values())[-1])


def pack(file: Path, target: Path) -> None:
    """Write the puzzles of a game, in an order that mixes games and levels."""
    every = {found.position: found for line in file.open("rb") for found in [_read(line)]}
    mixed = shuffled(list(every.values()), Dice(len(every)))
    easy = [found for found in mixed if found.level == "novice"]
    most = int(EASY * min(COUNT, len(mixed)))
    chosen = [found for found in mixed if found not in easy[most:]][:COUNT]
    puzzles = [Puzzle(one.position, Seat(one.seat), one.move, one.level) for one in chosen]
    target.write_bytes(b"[" + b",\n".join(map(msgspec.json.encode, puzzles)) + b"]\n")
    levels = Counter(one.level for one in chosen)
    tables = Counter(one.seats for one in chosen)
    thirds = Counter(int(3 * one.progress) for one in chosen)
    columns = (
        [len(chosen), f"{target.stat().st_size // 1000} kB"],
        [levels[level] for level in LEVELS],
        [tables[seats] for seats in range(1, 5)],
        [thirds[third] for third in range(3)],
    )
    print("|", " | ".join(str(number) for column in columns for number in column), "|")


def _read(line: bytes) -> Found:
    return msgspec.json.decode(line, type=Found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=["find", "pack"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=90000)
    asked = parser.parse_args()
    files = {name: asked.folder / f"{name}.jsonl" for name in KITS}
    if asked.action == "pack":
        for name, file in files.items():
            pack(file, Path(str(resources.files("ludoteca.bots") / name / "puzzles.json")))
        return
    for seed in count(asked.seed):
        for name, file in files.items():
            for found in find(KITS[name], seed):
                with file.open("ab") as opened:
                    opened.write(msgspec.json.encode(found) + b"\n")


if __name__ == "__main__":
    main()
