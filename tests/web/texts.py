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
        written = json.loads(part.read_text())
        assert not whole.keys() & written.keys(), part.name
        whole |= written
    return whole


TEXTS = {language: texts(language) for language in LANGUAGES}
