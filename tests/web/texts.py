"""Every text of the page, by language and name."""

import json
from pathlib import Path

import ludoteca

WEB = Path(ludoteca.__file__).parent / "ui" / "web"
LANGUAGES = ("en", "it")


def texts(language: str) -> dict[str, str]:
    """Every text of the page in a language, by name."""
    whole: dict[str, str] = {}
    parts = [*(WEB / "lang" / language).iterdir(), *WEB.glob(f"games/*/*/{language}.json")]
    for part in sorted(parts):
        written = json.loads(part.read_text(), object_pairs_hook=by_name)
        assert not whole.keys() & written.keys(), part.name
        whole |= written
    return whole


def by_name(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """The texts of a file, none of which may be written twice."""
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    return dict(pairs)


TEXTS = {language: texts(language) for language in LANGUAGES}
