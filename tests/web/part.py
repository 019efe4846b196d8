"""The result of a scene: a page as a visitor sees it, or a part of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from playwright.sync_api import FloatRect, Page

from tests.web.browsers import DESKTOP, Screen, Visitors
from tests.web.servers import Programs

AROUND = """([things, margin]) => {
  const boxes = things.map((one) => [...document.querySelectorAll(one)].find((each) => each.checkVisibility()))
    .map((one) => one.getBoundingClientRect());
  const left = Math.max(0, Math.min(...boxes.map((one) => one.left)) - margin);
  const top = Math.max(0, Math.min(...boxes.map((one) => one.top)) - margin);
  const right = Math.min(innerWidth, Math.max(...boxes.map((one) => one.right)) + margin);
  const bottom = Math.min(innerHeight, Math.max(...boxes.map((one) => one.bottom)) + margin);
  return [left, top, right - left, bottom - top].map(Math.round);
}"""  # noqa: E501 - it is another language


class Part(NamedTuple):
    """The part of a page that contains these elements, with a margin."""

    page: Page
    things: tuple[str, ...]
    margin: int = 8


Story: TypeAlias = Callable[[Programs, Visitors, Screen], Page | Part]
"""Plays a scene and returns the page to photograph."""


class SpokenStory(Protocol):
    """A story that can be played in any language."""

    def __call__(
        self, programs: Programs, visitors: Visitors, screen: Screen, /, language: str = ...
    ) -> Page | Part: ...


def take(shown: Page | Part, screen: Screen, picture: Path) -> None:
    """Take the picture; of a page on a desktop, take the top."""
    if isinstance(shown, Part):
        shown.page.screenshot(path=picture, animations="disabled", caret="hide", clip=around(shown))
        return
    if screen.width >= DESKTOP.width:
        shown.evaluate("scrollTo(0, 0)")
    shown.screenshot(path=picture, animations="disabled", caret="hide")


def around(part: Part) -> FloatRect:
    """Return the part's rectangle in the window."""
    x, y, width, height = part.page.evaluate(AROUND, [part.things, part.margin])
    return {"x": x, "y": y, "width": width, "height": height}
