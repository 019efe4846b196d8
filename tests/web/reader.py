"""Somebody who plays by what a screen reader announces: roles, names and states of the page."""

import re
import time
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.web.browsers import TIMEOUT
from tests.web.texts import TEXTS

LINE = re.compile(r"""\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)'?""")
PLACE = re.compile(r"\\{\w+\\}")
DONE = ("[disabled]", "[pressed]", "[checked]", "[selected]")
KEYS = {"checkbox": "Space"}


class Thing(NamedTuple):
    """Something that is announced."""

    role: Any
    name: str
    states: str

    def says(self, text: str) -> bool:
        """Whether it says this text of the page at its end, whatever is filled in."""
        written = PLACE.sub(".*", re.escape(TEXTS["en"][text]))
        return re.search(f"{written}$", self.name) is not None


class Reader:
    """Ears, and the keys that press what is in focus."""

    def __init__(self, page: Page) -> None:
        self._main, self._keyboard = page.locator("#main"), page.keyboard
        self._aloud = ""
        self.pressed: set[str] = set()

    def listen(self) -> None:
        """Read the page aloud once it differs from before and no request is pending.

        A tile looks free until the server has answered; pressing it again then would undo the pick.
        """
        until, before = time.monotonic() + TIMEOUT / 1000, self._aloud
        while self._aloud == before:
            assert time.monotonic() < until, f"nothing happens: {before}"
            expect(self._main.locator(".cell.pending, .hand.pending")).to_have_count(0)
            self._aloud = self._main.aria_snapshot()

    def heard(self, role: str, text: str) -> list[Thing]:
        """What was announced of this kind, says this text and can be pressed."""
        plain = self._aloud.replace("''", "'")  # as YAML writes it
        found = [LINE.match(line) for line in plain.splitlines()]
        things = [Thing(*(part or "" for part in one.groups())) for one in found if one]
        free = [one for one in things if not any(state in one.states for state in DONE)]
        return [one for one in free if one.role == role and one.says(text)]

    def press(self, *wanted: tuple[str, str]) -> str:
        """Press the last thing of the first kind that there is, and hear what comes of it.

        What was announced may have gone meanwhile. The text that was pressed is told.
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
