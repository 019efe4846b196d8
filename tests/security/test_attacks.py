"""Attacks from a few addresses beside honest matches, which must not be affected.

With PROVE, the attacks are as large as the limits allow, and their effect on the matches and the
server is measured. Otherwise they are small, and the successful actions are counted.
"""

import asyncio
import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.journal.sqlite_file import FILE
from ludoteca.ops import Settings
from tests.conftest import PROVING, TIMEOUT, many, no_coverage
from tests.security import attackers
from tests.security.attackers import Attack, Done
from tests.security.disturbed import Disturbed, attacked, disturbed
from tests.security.long_tables import Opening, gifts_of_time, rearranged, write_long_tables
from tests.security.servers import OpenServer, http, serving

pytestmark = no_coverage
MATCHES, SECONDS = 20, 15
TRIES = 3
"""Other programs on the machine can only make moves slower."""
NOTICED, SLOWEST = 0.02, 0.1
"""Seconds of a move that players do not notice, and the maximum."""
SETTINGS = Settings()


def endured(server: OpenServer, what: Attack, clients: int, least: dict[str, int]) -> Done:
    """Attack a server and return what the attackers did; no honest player may be affected.

    Fail if they did less than `least`, since there would have been no attack.
    """
    done: Done = Counter()
    for _ in range(TRIES):
        if not PROVING:
            done = attacked(server, what, clients, TIMEOUT, Counter(least))
            break
        found = asyncio.run(disturbed(server, what, clients, matches=MATCHES, seconds=SECONDS))
        done += found.done
        assert found.peak <= 1.2 * found.usual, str(found)
        if is_unnoticed(found):
            break
    else:
        pytest.fail(str(found))
    assert done >= Counter(least)
    return done


def is_unnoticed(found: Disturbed) -> bool:
    usual, slow = (run.wait(0.99) for run in (found.calm, found.run))
    return slow <= max(2 * usual, NOTICED) and slow < SLOWEST


@pytest.mark.parametrize("what", [attackers.rmi_bursts, attackers.rmi_bursts_over_tcp])
def test_bursts_of_calls_without_end(what: Attack) -> None:
    with serving() as server:
        endured(server, what, many(190), {"ended": many(190)})


@pytest.mark.parametrize(("opening", "records"), [(rearranged, 18_070), (gifts_of_time, 183_068)])
def test_readers_of_long_tables(tmp_path: Path, opening: Opening, records: int) -> None:
    asyncio.run(write_long_tables(tmp_path, opening, many(records, share=100)))
    words = ("--data", str(tmp_path), "--web")
    least = {"watched": 10, "read 200": 10}
    with serving(*words, "0") as server:
        endured(server, attackers.readers, 10, least)
    with serving(*words, str(server.ports["web"])) as server:  # so that players can come back
        endured(server, attackers.readers, 10, least)


def test_chat_of_emoji_is_limited(tmp_path: Path) -> None:
    quota = SETTINGS.limit_chat
    assert quota
    kilobytes = many(quota.most, share=100)
    with serving("--data", str(tmp_path), "--limit-chat", f"{kilobytes}/86400") as server:
        endured(server, attackers.talkers, many(30, share=10), {"done": 1, "refused": 1})
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        talk = "SELECT SUM(LENGTH(body)) FROM entries WHERE stream = 'talk/house'"
        ((size,),) = file.execute(talk)
    assert 0 < size / 1000 < 1.1 * kilobytes


def test_silent_clients() -> None:
    with serving() as server:
        clients = many(2000, share=50)
        done = endured(server, attackers.silent_clients, clients, {"logged in": clients})
    assert not done["closed"]


def test_tables_opened_by_one_address() -> None:
    with serving() as server:
        least = {"table_shown": 1, "refused": 1}
        endured(server, attackers.table_openers, many(30, share=10), least)
        tables = json.loads(http(server.ports["web"], "/api/tables?limit=100")[1])
    waiting = [info for info in tables if not info["started"]]  # listed before all others
    assert 0 < len(waiting) <= SETTINGS.waiting_tables_per_address
