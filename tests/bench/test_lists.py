"""The benchmark of lists runs; its figures are not checked."""

from lists import measured

from tests.conftest import no_coverage


@no_coverage
def test_watchers_hear_of_tables_that_are_opened() -> None:
    _, received = measured("pipes", tables=3, watchers=2, opens=1, settle=0.3)
    assert received > 0
