"""The page's types follow from the server's messages.

After a change of messages or of a game's values:

    RECORD=1 .venv/bin/pytest tests/web/test_declarations.py
"""

import os

import pytest

from tests.pages import outdated
from tests.web.declarations import declarations
from tests.web.texts import WEB

DECLARED = declarations()


@pytest.mark.parametrize("path", DECLARED)
def test_declarations_match_the_servers_types(path: str) -> None:
    file = WEB / path
    if os.environ.get("RECORD"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(DECLARED[path], encoding="utf-8")
    assert file.read_text(encoding="utf-8") == DECLARED[path], outdated(__file__)
