"""The metrics page, parsed by an independent reader."""

import re
from collections import defaultdict
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.ops import Metrics
from ludoteca.ops.metrics import SECONDS, Counter, Gauge, Histogram, Info

SAMPLE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'([a-z]+)="((?:[^"\\]|\\.)*)"(?:,|$)')
ESCAPES = {r"\\": "\\", r"\"": '"', r"\n": "\n"}


class Read(NamedTuple):
    """A family on the page: samples by name suffix and by labels."""

    kind: str
    meaning: str
    samples: dict[tuple[str, tuple[tuple[str, str], ...]], float]


def read_page(page: str) -> dict[str, Read]:
    """Parse a page; fail if a family is repeated, split or malformed."""
    assert page.endswith("\n")
    families: dict[str, Read] = {}
    lines = page.removesuffix("\n").split("\n")
    while lines:
        *help_of, name, meaning = lines.pop(0).split(" ", 3)
        *type_of, kind = lines.pop(0).split(" ")
        assert (help_of, type_of) == (["#", "HELP"], ["#", "TYPE", name])
        assert name not in families
        families[name] = Read(kind, meaning, {})
        while lines and not lines[0].startswith("#"):
            match = SAMPLE.fullmatch(lines.pop(0))
            assert match
            sample, labels, value = match.groups()
            assert sample.startswith(name)
            key = (sample.removeprefix(name), read_labels(labels or ""))
            assert key not in families[name].samples
            families[name].samples[key] = float(value)
    return families


def read_labels(text: str) -> tuple[tuple[str, str], ...]:
    found = LABEL.findall(text)
    assert "".join(match[0] for match in LABEL.finditer(text)) == text
    return tuple((name, re.sub(r"\\.", lambda e: ESCAPES[e[0]], value)) for name, value in found)


@given(st.lists(st.tuples(st.text(), st.text(), st.integers(0, 5)), max_size=20))
def test_page_contains_every_metric_value(events: list[tuple[str, str, int]]) -> None:
    counter = Counter("things_total", "Things.", "one", "two")
    expected: dict[tuple[str, tuple[tuple[str, str], ...]], float] = defaultdict(float)
    for one, two, by in events:
        counter.inc(one, two, by=by)
        expected["", (("one", one), ("two", two))] += by
    assert read_page(counter.page()) == {"things_total": Read("counter", "Things.", expected)}


@given(st.lists(st.floats(0, 10) | st.sampled_from(SECONDS), max_size=50))
def test_buckets_grow_and_the_last_is_everything(times: list[float]) -> None:
    histogram = Histogram("wait_seconds", "Waits.")
    for seconds in times:
        histogram.observe(seconds)
    samples = read_page(histogram.page())["wait_seconds"].samples
    buckets = [
        (float(labels[0][1]), count)
        for (kind, labels), count in samples.items()
        if kind == "_bucket"
    ]
    assert buckets == sorted(buckets)
    assert buckets == [(le, sum(seconds <= le for seconds in times)) for le, _ in buckets]
    assert buckets[-1] == (float("inf"), len(times))
    assert samples["_count", ()] == len(times)
    assert samples["_sum", ()] == pytest.approx(sum(times))


def test_a_histogram_with_labels_is_one_for_each() -> None:
    histogram = Histogram("wait_seconds", "Waits.", "kind")
    histogram.observe(0.2, "play")
    histogram.observe(0.3, "play")
    histogram.observe(9.0, "say")
    samples = read_page(histogram.page())["wait_seconds"].samples
    assert samples["_count", (("kind", "play"),)] == 2
    assert samples["_bucket", (("kind", "say"), ("le", "5.0"))] == 0
    assert samples["_bucket", (("kind", "say"), ("le", "+Inf"))] == 1


def test_a_gauge_is_looked_up_when_the_page_is_read() -> None:
    gauge, there = Gauge("people", "People."), ["Anna"]
    assert read_page(gauge.page())["people"].samples == {}
    gauge.watch(lambda: len(there))
    assert read_page(gauge.page())["people"].samples["", ()] == 1
    there.append("Bruno")
    assert read_page(gauge.page())["people"].samples["", ()] == 2


def test_boolean_gauge_is_printed_as_a_number() -> None:
    gauge = Gauge("up", "Whether it is up.")
    gauge.watch(lambda: True)
    assert gauge.page().endswith("\nup 1\n")
    gauge.watch(lambda: False)
    assert gauge.page().endswith("\nup 0\n")


def test_a_meaning_of_several_lines_stays_on_one() -> None:
    assert Counter("a_total", "One\\\ntwo.").page().split("\n")[0] == r"# HELP a_total One\\\ntwo."


def test_metric_names_state_their_kind_and_unit() -> None:
    families = read_page(Metrics().page())
    assert list(families) == [family.name for family in Metrics().families()]
    for name, family in families.items():
        assert name.startswith(("ludoteca_", "process_"))
        assert name.endswith("_total") == (family.kind == "counter")
        assert name.endswith("_seconds") >= (family.kind == "histogram")
        assert family.meaning.endswith(".")


def test_metric_without_labels_starts_at_zero() -> None:
    families = read_page(Metrics().page())
    assert families["ludoteca_notices_sent_total"].samples["", ()] == 0
    assert families["ludoteca_journal_append_seconds"].samples["_count", ()] == 0


def test_gauge_is_shown_once_it_is_set() -> None:
    info = Info("node_info", "A name.", "node")
    assert not read_page(info.page())["node_info"].samples
    info.say("one")
    assert read_page(info.page())["node_info"].samples == {("", (("node", "one"),)): 1.0}
