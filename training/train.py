"""Learn My Shelfie by self-play: python -m training.train OUT [--seconds 1000] [--piece 500] ...

Writes OUT/net.npz (the average of the weights over the last steps, which plays better than any
single step), OUT/checkpoint.pt for --resume, OUT/log.jsonl with one line per generation, and some
networks along the way. Learning rate and temperature fall with the time spent. --schedule repeats
the timing of another run's log, so that a seed reproduces the run on a machine of another speed.
"""

import argparse
import json
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from training.core import Core
from training.net import Judge, Net, Seen, save
from training.selfplay import drawn_tables, lambda_returns, play_games

KEPT = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4)
"""Fractions of a run at which the network is saved."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=1000, help="length of the whole run")
    parser.add_argument(
        "--piece", type=float, default=float("inf"), help="seconds until this process stops"
    )
    parser.add_argument("--generations", type=int, default=10**9, help="maximum number in all")
    parser.add_argument("--games", type=int, default=8192, help="games per generation")
    parser.add_argument(
        "--passes", type=int, default=2, help="passes over the turns of a generation"
    )
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1.2e-3)
    parser.add_argument(
        "--trust", type=float, default=0.7, help="lambda; 1 uses only final results"
    )
    parser.add_argument(
        "--heat", type=float, default=0.05, help="temperature of choices, in tens of points"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", type=Path, help="checkpoint to resume from")
    parser.add_argument("--schedule", type=Path, help="log of a run to repeat")
    return parser.parse_args()


class Run:
    """A training run, with everything needed to resume it."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Start, or resume from a checkpoint."""
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        self.args = args
        self.core = Core("cuda" if torch.cuda.is_available() else "cpu")
        device = self.core.device
        self.net = Net().to(device)
        self.mean = deepcopy(self.net).requires_grad_(requires_grad=False)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=args.rate, fused=True)
        self.generator = torch.Generator().manual_seed(args.seed)
        self.done: dict[str, Any] = {"generation": 0, "games": 0, "seconds": 0.0, "spent": 0.0}
        if args.resume:
            self._restore(torch.load(args.resume, map_location=device))
        self.judge = Judge(self.core, self.mean)
        self.began = time.monotonic() - self.done["seconds"]
        args.out.mkdir(parents=True, exist_ok=True)

    def _parts(self) -> dict[str, Any]:
        return {"net": self.net, "mean": self.mean, "optimizer": self.optimizer}

    def _restore(self, kept: dict[str, Any]) -> None:
        for name, part in self._parts().items():
            part.load_state_dict(kept[name])
        self.generator.set_state(kept["generator"].cpu())
        torch.set_rng_state(kept["luck"].cpu())
        if self.core.device == "cuda":
            torch.cuda.set_rng_state(kept["cuda_luck"].cpu())
        self.done = kept["done"]

    def keep(self) -> None:
        kept = {name: part.state_dict() for name, part in self._parts().items()}
        kept |= {"generator": self.generator.get_state(), "luck": torch.get_rng_state()}
        if self.core.device == "cuda":
            kept["cuda_luck"] = torch.cuda.get_rng_state()
        torch.save({**kept, "done": self.done}, self.args.out / "checkpoint.pt")
        save(self.mean, self.args.out / "net.npz")

    def generation(self, spent: float) -> dict[str, Any]:
        """Play games and learn from them; return the line for the log."""
        args, number = self.args, self.done["generation"]
        fresh = number < 3
        heat = 0.5 if fresh else args.heat * max(0.1, 1 - spent)
        self.judge.update(self.mean)
        started = time.monotonic()
        tables = drawn_tables(self.core, args.games, self.generator)
        results, turns = play_games(self.core, [self.judge], tables, heat)
        targets = lambda_returns(results, turns, 1.0 if fresh else args.trust)
        seen = Seen(*(torch.cat(parts) for parts in zip(*(t.seen for t in turns), strict=True)))
        target, two = torch.cat(targets), results[: round(0.55 * args.games), :2, 0].float()
        played = time.monotonic()
        for group in self.optimizer.param_groups:
            group["lr"] = args.rate * max(0.02, 1 - spent) * min(1, (number + 1) / 5)
        for _ in range(args.passes):
            losses = self._learn(seen, target)
        self.done |= {"generation": number + 1, "games": self.done["games"] + args.games}
        self.done |= {"seconds": time.monotonic() - self.began, "spent": spent}
        return {
            **{name: round(value, 5) for name, value in self.done.items()},
            "play_s": round(played - started, 2),
            "learn_s": round(time.monotonic() - played, 2),
            "turns": len(target),
            "points": round(two.mean().item(), 2),
            "loss": [round(loss, 4) for loss in losses],
        }

    def _learn(self, seen: Seen, target: Tensor) -> list[float]:
        """Train once on the data, in random order and whole batches."""
        sums, batch = torch.zeros(2, device=target.device), self.args.batch
        order = torch.randperm(len(target), device=target.device)
        chosen_ones = order[: max(1, len(order) // batch) * batch].split(batch)
        ours, means = list(self.net.parameters()), list(self.mean.parameters())
        for chosen in chosen_ones:
            out = self.net(Seen(*(part[chosen].float() for part in seen)))
            points = functional.mse_loss(out[:, :2], target[chosen, :2])
            win = functional.binary_cross_entropy_with_logits(out[:, 2], target[chosen, 2])
            self.optimizer.zero_grad(set_to_none=True)
            (points + win).backward()
            self.optimizer.step()
            torch._foreach_lerp_(means, [p.detach() for p in ours], 0.005)
            sums += torch.stack([points.detach(), win.detach()])
        return (sums / len(chosen_ones)).tolist()

    def spent(self, schedule: list[float]) -> float:
        """Return the fraction of the run that is over."""
        if schedule:
            number = self.done["generation"]
            return schedule[number] if number < len(schedule) else 1.0
        return (time.monotonic() - self.began) / self.args.seconds


def main() -> None:
    args = arguments()
    started = time.monotonic()
    schedule = []
    if args.schedule:
        schedule = [json.loads(line)["spent"] for line in args.schedule.read_text().splitlines()]
    run = Run(args)
    kept = time.monotonic()
    with (args.out / "log.jsonl").open("a") as log:
        while run.done["generation"] < args.generations:
            spent = run.spent(schedule)
            if spent >= 1 or time.monotonic() - started > args.piece:
                break
            before = run.done["spent"]
            line = json.dumps(run.generation(spent))
            print(line, flush=True)
            log.write(line + "\n")
            log.flush()
            for part in KEPT:
                if before < part <= spent:
                    save(run.mean, args.out / f"net-{round(100 * part):02}.npz")
            if time.monotonic() - kept > 30:
                run.keep()
                kept = time.monotonic()
    run.keep()


if __name__ == "__main__":
    main()
