"""Packed entries equal the originals and take less memory."""

import pytest

from ludoteca.core.archive.entries import PAGE, PackedEntries


def entries_of(count: int) -> list[bytes]:
    return [b'{"record":"time_given","by":0,"to":1,"at":%d}\n\xff' % at for at in range(count)]


@pytest.mark.parametrize("count", [0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 7])
def test_entries_come_back_in_order(count: int) -> None:
    packed = PackedEntries()
    for entry in entries_of(count):
        packed.append(entry)
    assert list(packed) == list(packed) == entries_of(count)
    assert len(packed) == count


def test_packing_reduces_the_size_of_a_long_game() -> None:
    packed, entries = PackedEntries(), entries_of(20 * PAGE)
    for entry in entries:
        packed.append(entry)
    assert packed.size < sum(map(len, entries)) / 5
