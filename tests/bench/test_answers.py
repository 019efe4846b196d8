"""The benchmark of answers over TCP runs; its figures are not checked."""

from answers import DELAYED, QUICK, waits_by_server

from tests.conftest import no_coverage

pytestmark = no_coverage


def test_every_server_is_measured() -> None:
    waits = waits_by_server(turns=1)
    assert set(waits) == {QUICK.name, DELAYED.name, "updates", "requests"}
    assert all(wait > 0 for each in waits.values() for wait in each)
    assert len(waits["updates"]) > 2
    assert min(waits["requests"]) >= 0.020
