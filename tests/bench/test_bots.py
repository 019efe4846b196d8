"""The benchmark of bots on a server runs; its figures are not checked."""

from bots import beside_bots

from ludoteca.bots import offered
from tests.conftest import no_coverage


@no_coverage
def test_games_among_people_run_beside_games_against_bots() -> None:
    run, _, waits, replaced, _ = beside_bots(
        offered("shelfie")[0], matches=2, tables=2, seconds=1, pace=0.1
    )
    assert run.moves > 0
    assert len(waits) > 0
    assert replaced == 0
