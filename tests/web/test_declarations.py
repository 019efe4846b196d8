"""The types by which the modules of the page are checked follow from those of the server.

After a change of messages, or of the values of a game:

    RECORD=1 .venv/bin/pytest tests/web/test_declarations.py
"""

import os

from tests.web.declarations import declarations
from tests.web.texts import WEB

DECLARED = WEB / "messages.d.ts"


def test_the_page_knows_the_types_of_the_server() -> None:
    made = declarations()
    if os.environ.get("RECORD"):
        DECLARED.write_text(made, encoding="utf-8")
    assert DECLARED.read_text(encoding="utf-8") == made
