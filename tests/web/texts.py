"""Every text of the page, by language and key."""

import json
from pathlib import Path

import ludoteca

WEB = Path(ludoteca.__file__).parent / "ui" / "web"
LANGUAGES = ("en", "it")


def texts(language: str) -> dict[str, str]:
    """Return the page's texts in a language, by key."""
    whole: dict[str, str] = {}
    parts = [*(WEB / "lang" / language).iterdir(), *WEB.glob(f"games/*/*/{language}.json")]
    for part in sorted(parts):
        written = json.loads(part.read_text(), object_pairs_hook=by_name)
        assert not whole.keys() & written.keys(), part.name
        whole |= written
    return whole


def by_name(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Build a dictionary, refusing duplicate keys."""
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    return dict(pairs)


TEXTS = {language: texts(language) for language in LANGUAGES}
