"""Where the points of every seat come from, as a table."""

from collections.abc import Sequence

from ludoteca.games import Rules, Seat, View
from ludoteca.ui import columns


def points_table(rules: Rules, view: View, names: Sequence[str]) -> str:
    """What each seat has earned, source by source, as far as the eyes behind `view` can know."""
    points = [rules.points(view, Seat(seat)) for seat in range(len(names))]
    rows = [["points", *names]]
    rows += [
        [sources[0].title, *(str(point.amount) for point in sources)]
        for sources in zip(*points, strict=True)
    ]
    rows.append(["total", *(str(sum(point.amount for point in seat)) for seat in points)])
    return columns(rows)
