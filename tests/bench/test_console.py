"""The benchmark of the console's start runs; its figures are not checked."""

from console import STARTS, starts

from tests.conftest import no_coverage

pytestmark = no_coverage


def test_every_start_is_measured() -> None:
    taken = starts(rounds=1)
    assert taken.keys() == STARTS.keys()
    assert all(seconds > 0 for (seconds,) in taken.values())
