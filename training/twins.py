"""Compare games on the CPU and on the GPU, and time the GPU: python -m training.twins."""

import time

import torch

from training.core import Core
from training.net import Judge, Net, evaluate
from training.selfplay import drawn_tables


def main() -> None:
    """Compare moves, features, evaluations, tables and results."""
    plain, quick = Core("cpu"), Core("cuda")
    generator = torch.Generator().manual_seed(1)
    tables = drawn_tables(plain, 256, generator)
    twins, net = tables.cuda(), Net()
    judges = Judge(plain, net), Judge(quick, net)
    far = {"features": 0.0, "outputs": 0.0}
    for turn in range(60):
        moves = plain.moves(tables)
        if turn % 6 == 0:
            others = quick.moves(twins)
            expect_same(moves.move, others.move)
            mine = plain.prospects(tables, moves.game, moves.move) + plain.situations(tables)
            theirs = quick.prospects(twins, others.game, others.move) + quick.situations(twins)
            for one, other in zip(mine, theirs, strict=True):
                far["features"] = max(far["features"], _distance(one, other))
            outputs = judges[0](tables, moves), judges[1](twins, others)
            far["outputs"] = max(far["outputs"], _distance(*outputs))
        move = moves.move[plain.best(torch.rand(len(moves.move)), moves)]
        plain.play(tables, move)
        quick.play(twins, move.cuda())
        expect_same(tables, twins)
    expect_same(plain.results(tables), quick.results(twins))
    print("the same games; features and outputs differ by at most", far)
    tables = drawn_tables(quick, 8192, generator)
    for _ in range(4):
        started = time.monotonic()
        moves = quick.moves(tables)
        best = quick.best(evaluate(judges[1](tables, moves)), moves)
        quick.play(tables, moves.move[best])
        torch.cuda.synchronize()
        print(f"{len(moves.move)} moves in {1000 * (time.monotonic() - started):.1f} ms")


def _distance(one: torch.Tensor, other: torch.Tensor) -> float:
    return (one - other.float().cpu()).abs().max().item()


def expect_same(one: torch.Tensor, other: torch.Tensor) -> None:
    """Exit with an error if the two devices disagree."""
    if not torch.equal(one, other.cpu()):
        raise SystemExit("the two devices differ")


if __name__ == "__main__":
    main()
