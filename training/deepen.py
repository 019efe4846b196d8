"""Learn from lookahead: python -m training.deepen NET OUT [--seconds 600] ...

The network plays two-player games against itself. Instead of its favourite move, it examines its
best few: the bag is shuffled, the others reply with their favourites, and the network's evaluation
at its next turn is the value of the move. Then it learns to predict these values directly. Writes
OUT/net.npz and OUT/looked.pt (--looked learns from it again), and prints the error, also at
held-out tables.
"""

import argparse
import json
import time
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from training.core import Core, read
from training.net import SCALE, Judge, Net, Seen, evaluate, load, save, seen_after


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=600, help="seconds of self-play")
    parser.add_argument("--games", type=int, default=64, help="games played at once")
    parser.add_argument("--width", type=int, default=4, help="moves examined per turn")
    parser.add_argument("--samples", type=int, default=1, help="shuffles of the bag per move")
    parser.add_argument("--end", type=float, default=0.25, help="weight of the final result")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--batch", type=int, default=128, help="tables per batch")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--looked", type=Path, nargs="+", help="learn from looked.pt files of earlier runs"
    )
    return parser.parse_args()


class Turn(NamedTuple):
    """The best moves at each running table, and the values that lookahead found."""

    seen: Seen
    found: Tensor
    """By table and move: own points, the best other's points, the probability of winning."""
    chosen: Tensor
    game: Tensor
    seat: Tensor


class Lesson(NamedTuple):
    """Inputs of the network and the outputs it should learn."""

    seen: Seen
    target: Tensor
    game: Tensor


def best_moves(core: Core, judge: Judge, tables: Tensor, width: int) -> tuple[Tensor, Tensor]:
    """Return the `width` best moves of each table, best first, and their values; -1 pads."""
    moves = core.moves(tables)
    place = torch.arange(len(moves.move)) - (moves.ends - moves.counts)[moves.game]
    shape = len(tables), max(width, int(moves.counts.max()))
    values, numbers = torch.full(shape, -torch.inf), torch.full(shape, -1, dtype=torch.int32)
    values[moves.game, place] = evaluate(judge(tables, moves))
    numbers[moves.game, place] = moves.move
    best = values.topk(width)
    return numbers.gather(1, best.indices), best.values


def reshuffled(tables: Tensor, generator: torch.Generator) -> Tensor:
    """Return the tables with the bag in another order.

    The goals of others stay: a seat plays for its own goal, so a random one would be unlikely. The
    network learns their average effect, because it does not see them.
    """
    tables = tables.clone()
    chance = torch.randint(1, 698769069 * 2**32 - 1, (len(tables),), generator=generator)
    read(tables)["luck"] = chance.numpy().astype("uint64")
    return tables


def outlook(core: Core, judge: Judge, tables: Tensor, move: Tensor) -> Tensor:
    """Return the evaluation at the next turn of each mover after these moves, or the result."""
    seats, tables = core.turns(tables), tables.clone()
    core.play(tables, move)
    while len(others := ((turns := core.turns(tables)) >= 0).mul(turns != seats).nonzero()[:, 0]):
        there = tables[others]
        moves = core.moves(there)
        core.play(there, moves.move[core.best(evaluate(judge(there, moves)), moves)])
        tables[others] = there
    found = ends_of(core, tables)[torch.arange(len(tables)), seats]
    mine = (turns >= 0).nonzero()[:, 0]
    if len(mine):
        moves = core.moves(tables[mine])
        out = judge(tables[mine], moves)
        out = out[core.best(evaluate(out), moves)]
        found[mine] = torch.cat([out[:, :2], torch.sigmoid(out[:, 2:])], 1)
    return found


def ends_of(core: Core, tables: Tensor) -> Tensor:
    """Return the results of tables by seat, in the units of the network."""
    ends = core.results(tables).float()
    ends[..., :2] /= SCALE
    return ends


def valued(found: Tensor) -> Tensor:
    """Combine margin and probability of winning into one value."""
    return found[..., 0] - found[..., 1] + found[..., 2]


def one_turn(
    core: Core, judge: Judge, tables: Tensor, args: argparse.Namespace, chance: torch.Generator
) -> Turn:
    """Look ahead and move at each table that is not over."""
    seats = core.turns(tables)
    game = (seats >= 0).nonzero()[:, 0]
    there, width = tables[game], args.width
    numbers, liked = best_moves(core, judge, there, width)
    known = numbers >= 0
    numbers = torch.where(known, numbers, numbers[:, :1])
    hands = reshuffled(there.repeat_interleave(args.samples, 0), chance)
    looked = numbers.repeat_interleave(args.samples, 0).flatten()
    found = outlook(core, judge, hands.repeat_interleave(width, 0), looked)
    found = found.view(len(game), args.samples, width, 3).mean(1)
    # The first evaluation counts as one more sample.
    chosen = (args.samples * valued(found) + liked).masked_fill(~known, -torch.inf).argmax(1)
    seen = seen_after(core, there.repeat_interleave(width, 0), numbers.flatten())
    core.play(there, numbers[torch.arange(len(game)), chosen])
    tables[game] = there
    half = Seen(*(part.half() for part in seen))
    return Turn(half, found, chosen, game, seats[game])


def play(core: Core, judge: Judge, args: argparse.Namespace) -> Lesson:
    """Play until the time is up; return the training data."""
    chance, lessons, games = torch.Generator().manual_seed(args.seed), [], 0
    until = time.monotonic() + args.seconds
    while time.monotonic() < until:
        deals = torch.randint(1, 698769069 * 2**32 - 1, (args.games,), generator=chance)
        tables = core.laid(deals, torch.tensor([[2, 2, 0, 0]] * args.games, dtype=torch.int8))
        turns = []
        while core.turns(tables).max() >= 0:
            turns.append(one_turn(core, judge, tables, args, chance))
        ends = ends_of(core, tables)
        for turn in turns:
            every = torch.arange(len(turn.game))
            # The result concerns the chosen move; the others keep their distance to it.
            off = ends[turn.game, turn.seat] - turn.found[every, turn.chosen]
            target = turn.found + args.end * off[:, None]
            target[..., 2].clamp_(0, 1)
            game = (games + turn.game).repeat_interleave(args.width)
            lessons.append(Lesson(turn.seen, target.flatten(0, 1), game))
        games += args.games
        print(json.dumps({"games": games, "points": ends[..., 0][:, :2].mean().item()}), flush=True)
    return joined(lessons)


class School:
    """The training data by table, and the error of a network on them."""

    def __init__(self, lesson: Lesson, width: int) -> None:
        self.lesson, self.width = lesson, width
        self.targets = lesson.target.view(-1, width, 3)
        self.values = centred(valued(self.targets))
        unseen = lesson.game.view(-1, width)[:, 0] % 8 == 7
        self.learned, self.unseen = (~unseen).nonzero()[:, 0], unseen.nonzero()[:, 0]

    def out(self, net: Net, tables: Tensor) -> Tensor:
        """Return the network's outputs for the moves at some tables."""
        rows = (self.width * tables[:, None] + torch.arange(self.width)).flatten()
        return net(Seen(*(part[rows].float() for part in self.lesson.seen))).view(-1, self.width, 3)

    def loss(self, net: Net, tables: Tensor) -> Tensor:
        """Return the loss, weighted towards comparing moves, where chance matters less."""
        out, target = self.out(net, tables), self.targets[tables]
        points = functional.mse_loss(out[..., :2], target[..., :2])
        win = functional.binary_cross_entropy_with_logits(out[..., 2], target[..., 2])
        off = functional.mse_loss(centred(liking(out)), self.values[tables])
        return 5 * off + 0.2 * (points + win)

    @torch.no_grad()
    def tested(self, net: Net, tables: Tensor) -> dict[str, float]:
        """Return the error in comparing moves, and the value of the favourites, in points."""
        liked = torch.cat([liking(self.out(net, part)) for part in tables.split(512)])
        values = self.values[tables]
        favourite = values.gather(1, liked.argmax(1, keepdim=True)).mean()
        off = functional.mse_loss(centred(liked), values)
        return {"off": round(off.item(), 5), "favourite": round(SCALE * favourite.item(), 3)}


def liking(out: Tensor) -> Tensor:
    """Combine the network's outputs into one value per move."""
    return out[..., 0] - out[..., 1] + torch.sigmoid(out[..., 2])


def centred(values: Tensor) -> Tensor:
    """Return by how much each move is better than the average at its table."""
    return values - values.mean(1, keepdim=True)


def learn(net: Net, school: School, args: argparse.Namespace) -> Net:
    """Train on the data; return the average of the weights along the way."""
    mean = deepcopy(net).requires_grad_(requires_grad=False)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate)
    for number in range(args.passes + 1):
        said = {"learned": school.tested(mean, school.learned)}
        said |= {"unseen": school.tested(mean, school.unseen)}
        print(json.dumps({"passes": number, **said}), flush=True)
        if number == args.passes:
            break
        order = school.learned[torch.randperm(len(school.learned))]
        for tables in order.split(args.batch):
            optimizer.zero_grad(set_to_none=True)
            school.loss(net, tables).backward()
            optimizer.step()
            for kept, new in zip(mean.parameters(), net.parameters(), strict=True):
                kept.lerp_(new.detach(), 0.02)
    return mean


def joined(lessons: Sequence[Lesson]) -> Lesson:
    seen = Seen(*(torch.cat(parts) for parts in zip(*(x.seen for x in lessons), strict=True)))
    return Lesson(seen, *(torch.cat([x[n] for x in lessons]) for n in (1, 2)))


def main() -> None:
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    net, core = load(args.net), Core("cpu")
    if args.looked:
        lesson = joined([Lesson(*torch.load(path, weights_only=False)) for path in args.looked])
    else:
        lesson = play(core, Judge(core, net), args)
        torch.save(tuple(lesson), args.out / "looked.pt")
    school = School(lesson, args.width)
    print(json.dumps({"tables": len(school.targets), "moves": len(lesson.target)}))
    save(learn(net, school, args), args.out / "net.npz")


if __name__ == "__main__":
    main()
