"""Families of metrics: counted as things happen, shown in Prometheus' text format 0.0.4.

Counting changes one entry of a dictionary, on the event loop; everything else is done when the page
is read.
"""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import inf

SECONDS = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01),
    *(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
NOTHING: list[float] = [0] * (len(SECONDS) + 1) + [0.0]
Values = tuple[str, ...]


class Family(ABC):
    """Everything measured under one name."""

    kind = ""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        self.name, self.meaning, self.labels = name, meaning, labels

    def page(self) -> str:
        """The lines of the page for this family."""
        meaning = self.meaning.replace("\\", r"\\").replace("\n", r"\n")
        head = (f"# HELP {self.name} {meaning}", f"# TYPE {self.name} {self.kind}")
        return "".join(f"{line}\n" for line in (*head, *self._samples()))

    @abstractmethod
    def _samples(self) -> Iterator[str]:
        """A line for each thing measured."""

    def _sample(self, values: Values, value: float, suffix: str = "", le: float = 0.0) -> str:
        pairs = [*zip(self.labels, values, strict=True), *([("le", _number(le))] if le else [])]
        words = ",".join(f'{label}="{_escaped(word)}"' for label, word in pairs)
        return f"{self.name}{suffix}{f'{{{words}}}' if words else ''} {_number(value)}"


class Counter(Family):
    """How often something has happened, for each set of labels."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        self._counts: defaultdict[Values, int] = defaultdict(int, {} if labels else {(): 0})

    def inc(self, *values: str, by: int = 1) -> None:
        """Count one more, or so many more."""
        self._counts[values] += by

    def _samples(self) -> Iterator[str]:
        return (self._sample(values, count) for values, count in self._counts.items())


class Gauge(Family):
    """How many there are now, looked up when the page is read; no line while nothing is watched."""

    kind = "gauge"
    _look: Callable[[], float] | None = None

    def watch(self, look: Callable[[], float]) -> None:
        """Call `look` for the value from now on."""
        self._look = look

    def _samples(self) -> Iterator[str]:
        if self._look:
            yield self._sample((), self._look())


class Reading(Gauge):
    """A counter that is looked up when the page is read, like a gauge."""

    kind = "counter"


class Info(Family):
    """What is so as long as the process runs, said by labels; no line before it is said."""

    kind = "gauge"
    _values: Values | None = None

    def say(self, *values: str) -> None:
        """Let this be shown from now on."""
        self._values = values

    def _samples(self) -> Iterator[str]:
        if self._values is not None:
            yield self._sample(self._values, 1)


class Histogram(Family):
    """How long something takes, in seconds, for each set of labels."""

    kind = "histogram"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        # One row for each set of labels: how many in each bucket, beyond them all, and the sum.
        self._rows: defaultdict[Values, list[float]] = defaultdict(NOTHING.copy)
        if not labels:
            self._rows[()] = NOTHING.copy()

    def observe(self, seconds: float, *values: str) -> None:
        """Count one more that took so long."""
        row = self._rows[values]
        row[bisect_left(SECONDS, seconds)] += 1
        row[-1] += seconds

    def _samples(self) -> Iterator[str]:
        for values, (*counts, seconds) in self._rows.items():
            for bound, count in zip((*SECONDS, inf), accumulate(counts), strict=True):
                yield self._sample(values, count, "_bucket", le=bound)
            yield self._sample(values, seconds, "_sum")
            yield self._sample(values, sum(counts), "_count")


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return "+Inf" if value == inf else repr(+value)  # what is true is 1
