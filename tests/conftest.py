"""Sizes of random tests: `make prove` runs at least twenty times as many cases."""

import itertools
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

import ludoteca
from ludoteca.cli.extensions import load_dialects

load_dialects()

PROVING = bool(os.environ.get("PROVE"))
TIMEOUT = 120.0
"""The seconds after which a missing event is a failure; a busy machine may be very slow."""
COUNTING = "COVERAGE_PROCESS_CONFIG"
"""The variable that makes programs measure coverage."""
COUNTED = 10
"""The number of examples of a law that are measured for coverage."""
TRACERS = pytest.StashKey[tuple[Any, Any]]()
"""The functions that trace the main thread and others to measure coverage."""

usual = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("test", usual, max_examples=25)
settings.register_profile("prove", usual, max_examples=500)
settings.load_profile("prove" if PROVING else "test")


def many(count: int, share: int = 20) -> int:
    """Return the number of cases: all of them when proving, a share in a quick run."""
    return count if PROVING else max(1, count // share)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run `async def` tests on asyncio, with a new event loop for each test."""
    return "asyncio"


no_coverage = pytest.mark.no_coverage
"""For tests that repeat known paths: measuring their coverage takes five times as long."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Measure coverage while modules are imported, but not while tests are collected."""
    # Every worker finds all tests, which takes more than twice as long while lines are counted.
    if session.config.getoption("dist", "no") != "no":
        return (yield)  # workers find the tests
    if sys.gettrace() and worker() == 0:
        for module in walk_packages(ludoteca.__path__, "ludoteca."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)
    with tracing(None, None):
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            import_tests()
        return (yield)


def worker() -> int:
    """Return the number of this worker, or 0 without workers."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def import_tests() -> None:
    """Import files in a different order in each worker, so that no file is compiled by all."""
    here = Path(__file__).parent
    files = sorted(here.rglob("test_*.py"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    first = len(files) * worker() // workers
    for file in (*files[first:], *files[:first]):
        import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[None]:
    """Exclude pytest from coverage: around a short test, it calls more functions than the test."""
    session.config.stash[TRACERS] = sys.gettrace(), threading.gettrace()
    with tracing(None, None):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Exclude a test's programs from coverage if the test is excluded."""
    law = getattr(getattr(item, "obj", None), "hypothesis", None)
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker(no_coverage.name):
            patch.delenv(COUNTING, raising=False)
        elif law:
            patch.setattr(law, "inner_test", counted_at_first(law.inner_test))
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Measure the coverage of a phase of a test, unless the test is excluded."""
    # Workers count twice over, so it is not enough to ask one of the two to pause.
    excluded = item.get_closest_marker(no_coverage.name)
    with tracing(*((None, None) if excluded else item.config.stash[TRACERS])):
        return (yield)


pytest_runtest_call = pytest_runtest_teardown = pytest_runtest_setup


def counted_at_first(test: Callable[..., None]) -> Callable[..., None]:
    """Measure only the first examples of a law: all others follow the same paths."""
    examples = itertools.count(1)

    @wraps(test)
    def tested(*given: Any, **drawn: Any) -> None:
        if next(examples) > COUNTED:
            _trace(None, None)
        test(*given, **drawn)

    return tested


@contextmanager
def tracing(here: Any, threads: Any) -> Iterator[None]:
    """Trace with these functions until the end of the block."""
    before = sys.gettrace(), threading.gettrace()
    _trace(here, threads)
    try:
        yield
    finally:
        _trace(*before)


def _trace(here: Any, threads: Any) -> None:
    sys.settrace(here)
    threading.settrace(threads)


def unmeasured() -> dict[str, str]:
    """Return an environment for helper programs, whose coverage is not measured."""
    return {name: value for name, value in os.environ.items() if name != COUNTING}


def without(what: str) -> NoReturn:
    """Skip a test because something is missing; fail if everything should be installed."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A job in the background inherits interrupts ignored, and so would every program tested here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
