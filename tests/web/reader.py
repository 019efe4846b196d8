"""A player who uses only what a screen reader announces: roles, names and states."""

import re
import time
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.conftest import TIMEOUT
from tests.web.texts import TEXTS

LINE = re.compile(r"""\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)'?""")
PLACE = re.compile(r"\\{\w+\\}")
DONE = ("[disabled]", "[pressed]", "[checked]", "[selected]")
KEYS = {"checkbox": "Space"}


class Thing(NamedTuple):
    """An announced element."""

    role: Any
    name: str
    states: str

    def says(self, text: str) -> bool:
        """Whether the name ends with this text of the page, with any values filled in."""
        written = PLACE.sub(".*", re.escape(TEXTS["en"][text]))
        return re.search(f"{written}$", self.name) is not None


class Reader:
    """A screen reader and the keys that press the focused element."""

    def __init__(self, page: Page) -> None:
        self._main, self._keyboard = page.locator("#main"), page.keyboard
        self._aloud = ""
        self.pressed: set[str] = set()

    def listen(self) -> None:
        """Read the page once it has changed and no request is pending.

        A tile looks free until the server has answered; pressing it again would undo the pick.
        """
        until, before = time.monotonic() + TIMEOUT, self._aloud
        while self._aloud == before:
            assert time.monotonic() < until, f"nothing happens: {before}"
            expect(self._main.locator(".cell.pending, .hand.pending")).to_have_count(0)
            self._aloud = self._main.aria_snapshot()

    def heard(self, role: str, text: str) -> list[Thing]:
        """Return the enabled elements with this role whose name ends with this text."""
        plain = self._aloud.replace("''", "'")  # escaped by YAML
        found = [LINE.match(line) for line in plain.splitlines()]
        things = [Thing(*(part or "" for part in one.groups())) for one in found if one]
        free = [one for one in things if not any(state in one.states for state in DONE)]
        return [one for one in free if one.role == role and one.says(text)]

    def press(self, *wanted: tuple[str, str]) -> str:
        """Press the last element of the first kind announced, and return its text.

        The element may be gone by now; then the page is only read again.
        """
        for role, text in wanted:
            for thing in self.heard(role, text)[-1:]:
                there = self._main.get_by_role(thing.role, name=thing.name, exact=True)
                if there.evaluate_all("(all) => { all[0]?.focus(); return all.length; }"):
                    self._keyboard.press(KEYS.get(role, "Enter"))
                    self.pressed.add(text)
                else:
                    self._aloud = ""
                self.listen()
                return text
        self.listen()
        return ""

    def is_over(self) -> bool:
        return bool(self.heard("region", "final.points"))
