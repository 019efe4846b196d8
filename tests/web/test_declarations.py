"""The types by which the modules of the page are checked follow from those of the server.

After a change of messages, or of the values of a game:

    RECORD=1 .venv/bin/pytest tests/web/test_declarations.py
"""

import os

import pytest

from tests.web.declarations import declarations
from tests.web.texts import WEB

DECLARED = declarations()


@pytest.mark.parametrize("path", DECLARED)
def test_the_page_knows_the_types_of_the_server(path: str) -> None:
    file = WEB / path
    if os.environ.get("RECORD"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(DECLARED[path], encoding="utf-8")
    assert file.read_text(encoding="utf-8") == DECLARED[path]
