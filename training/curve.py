"""Draw the learning curve: python -m training.curve LOG RATINGS > docs/pictures/training.svg.

LOG is written by `train`; RATINGS are lines of `rate`, for the networks saved along the way.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, TOP = 640, 320, 48, 24
RIGHT, BOTTOM = WIDTH - 16, HEIGHT - 40


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Parse a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def games_of(net: str, log: Sequence[dict[str, Any]]) -> int:
    """Return the number of games a network had learned from, by its file name."""
    part = float(net.removesuffix(".npz").partition("-")[2] or 100) / 100
    games: int = next((line["games"] for line in log if line["spent"] >= part), log[-1]["games"])
    return games


def drawn(log: Sequence[dict[str, Any]], ratings: Iterable[dict[str, Any]]) -> str:
    """Draw points in self-play as a line, and games won against greedy as dots."""
    end = log[-1]["games"]

    def x(games: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * games / end, 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * value / 100, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for value in range(0, 101, 20):
        parts.append(f'<path d="M{LEFT} {y(value)}H{RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4}" text-anchor="end">{value}</text>')
    for quarter in range(5):
        at, label = x(end * quarter / 4), f"{end * quarter / 4e6:.2f}"
        parts.append(f'<text x="{at}" y="{BOTTOM + 18}" text-anchor="middle">{label}</text>')
    points = " ".join(f"{x(line['games'])},{y(line['points'])}" for line in log)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#4a7ba6" stroke-width="2"/>')
    for rating in (rating for rating in ratings if rating["players"] == 2):
        at, (low, high) = x(games_of(rating["net"], log)), rating["interval"]
        parts.append(f'<path d="M{at} {y(low)}V{y(high)}" stroke="#b5562f" stroke-width="2"/>')
        parts.append(f'<circle cx="{at}" cy="{y(rating["won"])}" r="4" fill="#b5562f"/>')
    said = "dots: percent won against greedy, two players, one look; line: points in self-play"
    parts.append(f'<text x="{LEFT}" y="{TOP - 8}">{said}</text>')
    middle = (LEFT + RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">million games</text>')
    return "\n".join([*parts, "</svg>"])


if __name__ == "__main__":
    log_path, ratings_path = map(Path, sys.argv[1:])
    print(drawn(lines_of(log_path), lines_of(ratings_path)))
