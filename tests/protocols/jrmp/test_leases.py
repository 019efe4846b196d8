"""Leases: their holders and their expiry."""

from ludoteca.protocols.jrmp import ID, Leases, Uid, VmId
from ludoteca.protocols.jrmp.dgc import MOST_HOLDERS

THING, OTHER = b"a" * ID, b"b" * ID


def holder(number: int) -> VmId:
    return VmId(b"", Uid(0, 0, number))


ANN, BEN = holder(1), holder(2)


def leases() -> Leases:
    made = Leases(term=10)
    made.add(THING, now=0)
    return made


def test_object_without_leases_or_calls_is_abandoned() -> None:
    held = leases()
    assert held.abandoned(since=-1) == []
    assert held.abandoned(since=0) == [THING]
    held.use(THING, now=5)
    assert held.abandoned(since=4) == []


def test_leased_object_is_not_abandoned_before_its_lease_ends() -> None:
    held = leases()
    assert held.hold([THING, OTHER], ANN, number=1, seconds=600, now=1) == 10
    assert held.expire(now=10.9) == 0
    assert held.abandoned(since=100) == []
    assert held.expire(now=11) == 1
    assert held.expire(now=11) == 0
    assert held.abandoned(since=11) == [THING]


def test_a_lease_that_was_dropped_is_renewed() -> None:
    held = leases()
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    assert held.expire(now=12) == 1
    held.hold([THING], ANN, number=2, seconds=10, now=13)
    assert held.abandoned(since=13) == []
    assert held.expire(now=22) == 0


def test_a_shorter_lease_is_granted_as_asked_and_none_is_negative() -> None:
    held = leases()
    assert held.hold([THING], ANN, number=1, seconds=3, now=0) == 3
    assert held.hold([THING], BEN, number=1, seconds=-3, now=0) == 0
    assert held.expire(now=3) == 2


def test_last_release_leaves_no_holder() -> None:
    held = leases()
    for each in (ANN, BEN):
        held.hold([THING], each, number=1, seconds=10, now=0)
    held.let_go([THING], ANN, number=2, now=1)
    assert held.abandoned(since=1) == []
    held.let_go([THING, OTHER], BEN, number=2, now=2)
    assert held.abandoned(since=2) == [THING]


def test_words_that_were_overtaken_do_not_count() -> None:
    held = leases()
    held.hold([THING], ANN, number=5, seconds=10, now=0)
    held.let_go([THING], ANN, number=4, now=1)
    held.hold([THING], ANN, number=3, seconds=1, now=1)
    assert held.expire(now=9) == 0
    assert held.abandoned(since=9) == []


def test_holders_of_one_object_are_limited() -> None:
    held = leases()
    for number in range(MOST_HOLDERS + 5):
        held.hold([THING], holder(number), number=1, seconds=10, now=0)
    assert held.expire(now=10) == MOST_HOLDERS


def test_removed_object_cannot_be_leased() -> None:
    held = leases()
    held.remove(THING)
    held.remove(THING)
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    held.use(THING, now=0)
    assert held.expire(now=100) == 0
    assert held.abandoned(since=100) == []


def test_a_word_that_lists_nothing_renews_everything_that_its_program_holds() -> None:
    held = leases()
    held.add(OTHER, now=0)
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    held.hold([OTHER], ANN, number=2, seconds=10, now=1)
    held.hold([THING], BEN, number=1, seconds=10, now=0)
    assert held.hold([], ANN, number=3, seconds=10, now=9) == 10
    assert held.expire(now=18) == 1  # Ben's
    assert held.is_held(THING)
    assert held.is_held(OTHER)
    assert held.expire(now=19) == 2


def test_a_word_that_lists_nothing_lets_nothing_go() -> None:
    held = leases()
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    held.let_go([], ANN, number=2, now=1)
    assert held.is_held(THING)


def test_released_lease_is_not_renewed() -> None:
    held = leases()
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    held.let_go([THING], ANN, number=2, now=1)
    held.hold([], ANN, number=3, seconds=10, now=2)
    assert held.abandoned(since=1) == [THING]


def test_late_renewal_restores_objects_not_yet_collected() -> None:
    held = leases()
    held.hold([THING], ANN, number=1, seconds=10, now=0)
    assert held.expire(now=12) == 1
    assert not held.is_held(THING)
    held.hold([], ANN, number=2, seconds=10, now=13)
    assert held.is_held(THING)
    assert held.abandoned(since=100) == []
    held.let_go([THING], ANN, number=3, now=14)
    assert held.abandoned(since=14) == [THING]


def test_expired_lease_makes_room_for_others() -> None:
    held = leases()
    for number in range(MOST_HOLDERS):
        held.hold([THING], holder(number), number=1, seconds=10, now=0)
    held.hold([], holder(0), number=2, seconds=10, now=5)
    assert held.expire(now=10) == MOST_HOLDERS - 1
    held.hold([THING], holder(99), number=1, seconds=10, now=11)
    held.let_go([THING], holder(0), number=3, now=12)
    assert held.is_held(THING)
