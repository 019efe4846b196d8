"""Names that look alike share one skeleton; other names do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.messages import is_name, key, skeleton
from ludoteca.messages.names import is_new_name, is_visible

ALIKE = [
    ("Cara", "Сага"),  # noqa: RUF001 - Cyrillic
    ("Bill", "BiII"),
    ("Otto", "0tt0"),
    ("Carmen", "Carrnen"),
    ("Anna", "ΑΝΝΑ"),  # noqa: RUF001 - Greek
    ("Paolo", "\uff30ａｏｌｏ"),  # noqa: RUF001
    ("Nicolò", "Nicolo"),
    ("Anna Maria", "Anna  Maria"),
    ("D'Arco", "D’Arco"),  # noqa: RUF001
    ("Sole❤", "Sole❤\ufe0f"),
    ("Mila Rosa", "Mila_Rosa"),  # two protocols show them alike
    ("Mila", "M\u13a5la"),  # Cherokee
    ("Mila", "Mi\u05dfa"),  # Hebrew
    ("Mila", "Mi\u05d5a"),
    ("Mila 7", "Mila \u0667"),  # Arabic
    ("Mila 10", "Mila \u0967\u0966"),  # Devanagari
    ("Mila", "Mila."),
    ("Mila", "Mila\u2032"),
    ("Mila", "Mila\u2033"),
    ("Mila", "Mila_"),
    ("Dan", "\u00d0an"),  # with a stroke
    ("Bo", "\u15f7o"),  # Canadian
    ("Li", "\U0001f17bi"),  # in a black square
    ("Li", "\U0001f1f1i"),  # in a frame, as flags are written
    ("Mila", "\u028dila"),
    ("Aesop", "\u00c6sop"),
    ("Bill", "Bi\u2223\u2223"),
]
DIFFERENT = [
    ("Anna", "Anne"),
    ("Neil", "Nell"),
    ("Lia", "Ila"),
    ("p1", "p2"),
    ("Юра", "Яра"),
    ("Sören", "Saren"),
    ("李小龍", "李小虎"),
    ("مريم", "مروة"),
    (".", "_"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_look_alikes_share_a_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_distinguishable_names_have_different_skeletons(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_names_of_every_script_are_names() -> None:
    for name in (
        "Zoë",
        "José",
        "Юра",
        "Ελένη",
        "Ճան",
        "李小龍",
        "さくら",
        "مريم",
        "सीता",
        "Sole❤\ufe0f",
    ):
        assert is_name(name), name


def test_marks_are_not_stacked_on_new_names() -> None:
    for name in (
        "Vi\u0065\u0302\u0323t",
        "\u0f66\u0f92\u0fb2\u0f74\u0f56",
        "\u1000\u103c\u102d\u102f\u1038",
    ):
        assert is_new_name(name), ascii(name)
    stacked = "A" + "\u0301" * 5
    assert is_name(stacked)  # it can have been given out earlier
    assert not is_new_name(stacked)


@given(st.text(max_size=30))
def test_a_name_that_can_be_seen_has_a_skeleton(name: str) -> None:
    if is_name(name):
        assert is_visible(name)
        assert skeleton(name)
        assert key(name)
