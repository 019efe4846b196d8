"""Rate limits: token buckets of players and of their addresses."""

import pytest

from ludoteca.core.rate_limits import LIMITS, Limits, capacity_of, limits_of, unit_of
from ludoteca.journal import MemoryJournal, Stream
from ludoteca.messages import Enter, OpenTable, Refused, Welcome
from ludoteca.ops import Settings
from ludoteca.ops.buckets import Limit
from tests.core.local import Clock, LocalClient, LocalServer, client_of

CLASS = 30
"""The number of players behind one address who never meet a limit of the address."""


def test_class_behind_one_address_stays_within_its_limits() -> None:
    limits = Limits(Clock())
    pupils = [client_of(f"pupil {number}", "10.0.0.1") for number in range(CLASS)]
    for kind in ("tables", "talk"):
        for pupil in pupils:
            assert all(limits.allow_person(kind, pupil) for _ in range(LIMITS[kind].most))
            assert not limits.allow_person(kind, pupil)
        assert not limits.allow_person(kind, client_of("another", "10.0.0.1"))
        assert limits.allow_person(kind, client_of("another", "10.0.0.2"))
    assert LIMITS["logins"].most >= 5 * CLASS
    assert LIMITS["replays"].most >= 5 * CLASS


@pytest.mark.parametrize(("people", "names"), [(1, 50), (30, 150), (100, 500)])
def test_absent_names_of_an_address_grow_with_the_people_behind_it(people: int, names: int) -> None:
    settings = Settings(people_per_address=people)
    assert capacity_of(settings).absent_names_per_address == names


async def test_a_class_that_leaves_unfinished_games_can_log_in_under_new_names() -> None:
    server = LocalServer()
    for number in range(2 * CLASS):
        pupil = await server.enter(f"Pupil {number}")
        await pupil.ask(OpenTable(game="shelfie", seats=2, private=True))
        server.dispatcher.leave(pupil)
    newcomer = LocalClient(server.dispatcher)
    assert isinstance(await newcomer.ask(Enter(name="One more")), Welcome)


def test_every_limit_has_a_unit() -> None:
    assert all(map(unit_of, LIMITS))


@pytest.mark.parametrize("kind", ["hints", "report", "moderate", "mute"])
def test_limits_of_an_address_hold_for_all_its_names(kind: str) -> None:
    limits = Limits(Clock())
    done = 0
    while all(
        limits.allow_person(kind, client_of(f"name {done}", "10.0.0.1"))
        for _ in range(LIMITS[kind].most)
    ):
        done += 1
    assert 3 < done <= CLASS
    assert limits.allow_person(kind, client_of("another", "10.0.0.2"))


def test_requests_over_the_limit_wait_one_after_the_other() -> None:
    clock = Clock()
    limits = Limits(clock, limits_of(Settings(limit_requests=Limit(4, 2), people_per_address=2)))
    anna, bruno = client_of("Anna", "10.0.0.1"), client_of("Bruno", "10.0.0.1")
    assert [limits.wait(anna) for _ in range(6)] == [0, 0, 0, 0, 0.5, 1.0]
    assert [limits.wait(bruno) for _ in range(3)] == [0, 0, 0.25]  # eight for the address
    clock.time += 60
    assert limits.wait(anna) == 0


def test_disabled_limit_allows_everything_and_takes_no_memory() -> None:
    limits = Limits(Clock(), limits_of(Settings(limit_requests=None, limit_talk=None)))
    anna = client_of("Anna", "10.0.0.1")
    assert all(limits.allow_person("talk", anna) for _ in range(10_000))
    assert not any(limits.wait(anna) for _ in range(10_000))
    limits.drop_full()


def test_address_has_a_work_time_limit_and_a_client_a_fifth_of_it() -> None:
    clock = Clock()
    limits = Limits(clock)
    anna, *others = [client_of(f"pupil {number}", "10.0.0.1") for number in range(5)]
    assert limits.wait_for_work(anna, 0.1) == 0
    assert limits.wait_for_work(anna, 0.03) == pytest.approx(0.3)
    assert limits.wait_for_work(anna, -0.02) == pytest.approx(0.1)
    clock.time += 0.02
    assert limits.wait_for_work(others[0], 0.0) == pytest.approx(0)
    assert limits.wait_for_work(others[0], 0.1) == pytest.approx(0.2)  # shared by all players
    assert limits.wait_for_page("10.0.0.1") == 0
    assert limits.wait_for_work(client_of("Bruno", "10.0.0.2"), 0.1) == 0
    clock.time += 60
    assert limits.wait_for_work(anna, 0.1) == 0


def test_clients_without_a_login_share_the_limit_of_one_player() -> None:
    clock = Clock()
    limits = Limits(clock, limits_of(Settings(limit_requests=Limit(4, 2))))
    strangers = [client_of("", "10.0.0.1") for _ in range(5)]
    assert [limits.wait(stranger) for stranger in strangers] == [0, 0, 0, 0, 0.5]
    assert limits.wait(client_of("Anna", "10.0.0.1")) == 0
    assert limits.wait(client_of("", "10.0.0.2")) == 0


def test_player_named_like_an_address_has_a_separate_limit() -> None:
    limits = Limits(Clock(), limits_of(Settings(limit_requests=Limit(1, 60))))
    assert limits.wait(client_of("at 10.0.0.1", "10.0.0.2")) == 0
    assert limits.wait(client_of("", "10.0.0.1")) == 0


async def test_frequent_logins_cost_the_journal_nothing() -> None:
    class Counting(MemoryJournal):
        asked = 0

        async def find(self, stream: str) -> Stream | None:
            self.asked += 1
            return await super().find(stream)

    journal = Counting()
    server = LocalServer(journal)
    while server.dispatcher.limits.allow("logins", "10.0.0.1"):
        pass
    before = journal.asked
    client = client_of("", "10.0.0.1")
    await server.dispatcher.handle(client, Enter(name="Anna"))
    assert [one.code for one in client.of(Refused)] == ["house/too_often"]
    assert journal.asked == before
