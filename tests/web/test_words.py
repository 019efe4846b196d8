"""The page's texts: every text in every language, and a sentence for every refusal."""

import re

import pytest

from ludoteca.games.renaissance.refusals import Reason as RenaissanceReason
from ludoteca.games.shelfie.refusals import Reason as ShelfieReason
from ludoteca.messages import ServerReason
from tests.web.texts import LANGUAGES, TEXTS, WEB

SCRIPTS = sorted(WEB.rglob("*.js"))
FORMS = (".one", ".other")
NAME = re.compile(r"""\bt\(\s*"([^"]+)"(\s*,\s*\{[^}]*\bcount\b)?""")
PLACE = re.compile(r"{\w+}")


def test_every_text_exists_in_every_language() -> None:
    english, italian = TEXTS["en"], TEXTS["it"]
    assert english.keys() == italian.keys()
    assert all(text.strip() for text in (*english.values(), *italian.values()))


@pytest.mark.parametrize("name", [name for name in TEXTS["en"] if PLACE.search(TEXTS["en"][name])])
def test_every_language_has_the_same_placeholders(name: str) -> None:
    english, italian = (set(PLACE.findall(TEXTS[language][name])) for language in LANGUAGES)
    assert english - {"{count}"} == italian - {"{count}"}


def test_every_text_used_by_the_page_exists() -> None:
    asked = [(path.name, *found) for path in SCRIPTS for found in NAME.findall(path.read_text())]
    assert len(asked) > 200
    missing = [
        (script, name)
        for script, name, counted in asked
        if name not in TEXTS["en"] and not (counted and f"{name}.other" in TEXTS["en"])
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_with_forms_has_all_of_them(language: str) -> None:
    names = TEXTS[language]
    for name in names:
        for form, other in (FORMS, FORMS[::-1]):
            if name.endswith(form):
                assert f"{name.removesuffix(form)}{other}" in names


@pytest.mark.parametrize("form", FORMS)
def test_faith_gains_have_the_same_wording_for_one_and_several_players(form: str) -> None:
    assert TEXTS["en"][f"ren.event.faith_gained{form}"].startswith("{name} moved ")
    assert TEXTS["it"][f"ren.event.faith_gained{form}"].startswith("{name}: ")  # without a verb


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", [*ServerReason, *ShelfieReason, *RenaissanceReason])
def test_every_refusal_has_a_sentence(language: str, reason: str) -> None:
    assert re.match(r"^[A-ZÈÀ].{5,}[.:]$", TEXTS[language][f"no.{reason}"])
