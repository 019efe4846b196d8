"""The screen: shows a page in a terminal and handles keys and mouse, using prompt_toolkit."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl, UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from ludoteca.client import ClientError, RefusedError
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.page import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Composed,
    Dialog,
    Page,
    Pane,
    Spot,
    compose,
    find,
    nearest,
    towards,
)
from ludoteca.ui.fullscreen.spans import Act, AtOnce, Choice

WAYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}


def bindings(screen: "Screen", typing: Condition) -> KeyBindings:
    """Bind the keys of a screen; while the user is typing, most keys enter text."""
    keys = KeyBindings()

    def move(event: KeyPressEvent) -> None:
        way = WAYS[event.key_sequence[0].key]
        if screen.pane is Pane.TABLE:
            screen.move(way)
        else:
            screen.scroll(screen.pane, way[0])

    for key in WAYS:
        keys.add(key, filter=~typing)(move)
    keys.add("up", filter=typing)(lambda _: screen.scroll(screen.pane, -1))
    keys.add("down", filter=typing)(lambda _: screen.scroll(screen.pane, 1))
    keys.add("pageup")(lambda _: screen.turn_page(-1))
    keys.add("pagedown")(lambda _: screen.turn_page(1))
    keys.add("enter", filter=~typing)(lambda _: screen.enter())
    keys.add(" ", filter=~typing)(lambda _: screen.enter())
    keys.add("tab")(lambda _: screen.turn_to(_after(screen.pane, 1)))
    keys.add("s-tab")(lambda _: screen.turn_to(_after(screen.pane, -1)))
    keys.add("escape", eager=True)(lambda _: screen.escape())
    keys.add("f1")(lambda _: screen.press("?"))
    keys.add("c-l")(lambda event: event.app.renderer.clear())
    for key in ("c-c", "c-d", "<sigint>"):
        keys.add(key)(lambda _: screen.leave())

    @keys.add(Keys.Any, filter=~typing)
    def _(event: KeyPressEvent) -> None:
        screen.press(event.data)

    return keys


def _after(pane: Pane, steps: int) -> Pane:
    panes = list(Pane)
    return panes[(panes.index(pane) + steps) % len(panes)]


NOTCH = 3
"""Lines to scroll per notch of the mouse wheel."""
SOON = 0.05
"""Seconds to wait after Escape, which may be the start of another key's sequence."""
SECOND = 1.0


class Question(NamedTuple):
    """A question that the user answers by typing."""

    text: str
    answer: "asyncio.Future[str | None]"


class Place(NamedTuple):
    """Focus and scroll position before a dialog."""

    focus: str
    here: Spot | None
    scrolled: int


class Canvas(UIControl):
    """Draws the screen and handles the mouse."""

    def __init__(self, screen: "Screen") -> None:
        self._screen = screen

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        lines = self._screen.draw(width, height).lines
        drawn: list[StyleAndTextTuples] = [
            [(span.style, span.text) for span in spans] for spans in lines
        ]
        return UIContent(lambda n: drawn[n], line_count=len(drawn), show_cursor=False)

    def mouse_handler(self, event: MouseEvent) -> None:
        """Choose the clicked item, or scroll."""
        column, row_ = event.position
        if event.event_type is MouseEventType.MOUSE_UP:
            self._screen.click(row_, column)
        elif event.event_type is MouseEventType.SCROLL_UP:
            self._screen.wheel(row_, column, -NOTCH)
        elif event.event_type is MouseEventType.SCROLL_DOWN:
            self._screen.wheel(row_, column, NOTCH)


class Screen:
    """Shows a page and runs the user's choices one at a time."""

    def __init__(self, page: Page, *, coloured: bool) -> None:
        self.page = page
        self.name = ""
        self.dialog: Dialog | None = None
        self._left: Place | None = None
        """Focus and scroll position before the dialog was opened."""
        self.message = ""
        """Message to the user, shown until the next key."""
        self.notice = ""
        """Message that stays until it is cleared, such as a lost connection."""
        self.farewell = ""
        """Message to the user, shown after the console has ended."""
        self.leave: Callable[[], None] = self.close
        """Handler of Ctrl-C."""
        self.pane = Pane.TABLE
        self.focus = ""
        self.composed = Composed([], [], [], {}, {})
        self._size = (0, 0)
        self._here: Spot | None = None
        """Last position of the focus."""
        self._leads: tuple[str, ...] = ()
        self.followed = ""
        """Choice to which the table was last scrolled."""
        self.back = dict.fromkeys(Pane, 0)
        """Lines by which each pane is scrolled: the table down, the others back."""
        self._question: Question | None = None
        self._acts: asyncio.Queue[Act] = asyncio.Queue()
        self.buffer = Buffer(multiline=False, accept_handler=self._typed)
        canvas = Window(Canvas(self), always_hide_cursor=True)
        typing = Condition(lambda: self.typing)
        self._line = Window(BufferControl(self.buffer), height=1)
        label = Window(FormattedTextControl(lambda: self._label), height=1, dont_extend_width=True)
        line = ConditionalContainer(VSplit([label, self._line]), typing)
        self._canvas = canvas
        self.app: Application[None] = Application(
            Layout(HSplit([canvas, line]), canvas),
            key_bindings=bindings(self, typing),
            full_screen=True,
            mouse_support=True,
            refresh_interval=SECOND,
            color_depth=None if coloured else ColorDepth.DEPTH_1_BIT,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = SOON

    async def work(self) -> None:
        """Run the user's choices one at a time, until cancelled; show refusals."""
        while True:
            act = await self._acts.get()
            try:
                await act()
            except RefusedError as error:
                self.message = error.detail
            except ClientError as error:
                self.message = str(error)
            self.refresh()

    def refresh(self) -> None:
        """Schedule a redraw."""
        self.app.invalidate()

    def close(self) -> None:
        if self.app.is_running:
            self.app.exit()

    def show(self, page: Page, focus: str = "") -> None:
        """Show another page from the top; focus this choice if the page has it."""
        self.page = page
        self.dialog = None
        self.focus = focus
        self._here = None
        self.back = dict.fromkeys(Pane, 0)
        self._changed()

    def _changed(self) -> None:
        """Let the next key act on the new content, even if it is pressed before the redraw.

        If the last choice names a successor, the successor is focused once the screen shows it.
        """
        leads, self._leads = self._leads, ()
        if any(self._size):
            self.draw(*self._size)
        self._leads = leads
        self.refresh()

    def draw(self, width: int, height: int) -> Composed:
        """Draw the screen for a window of this size, and focus an available choice."""
        self._size = (width, height)
        composed = compose(self, width, height)
        if self.focus != (kept := self._kept(composed)):
            self.focus = kept
            composed = compose(self, width, height)
        self.composed = composed
        self._here = find(composed.spots, self.focus) or self._here
        return composed

    def _kept(self, composed: Composed) -> str:
        """Return the choice to focus: the requested successor, the current one, or the nearest."""
        if not composed.spots:
            return self.focus
        offered = {spot.choice.name for spot in composed.spots}
        if led := next((name for name in self._leads if name in offered), ""):
            self._leads = ()
            return led
        if find(composed.spots, self.focus):
            return self.focus
        line, place = (self._here.line, self._here.middle) if self._here else (0, 0)
        wanted = [spot for spot in composed.spots if not spot.choice.minor]
        spot = nearest(wanted or composed.spots, line, place)
        return spot.choice.name if spot else ""

    # Choices

    @property
    def choices(self) -> Sequence[Choice]:
        """All choices that are available now."""
        return [*(spot.choice for spot in self.composed.spots), *self.page.keys]

    def choose(self, choice: Choice) -> None:
        """Run a choice; confirm first if it cannot be undone."""
        self.message = ""
        self._leads = choice.leads
        if choice.final:
            self._confirm(choice)
        elif isinstance(choice.act, AtOnce):
            choice.act.do()
            self._changed()
        else:
            self._acts.put_nowait(choice.act)

    def _confirm(self, choice: Choice) -> None:
        def do() -> None:
            self.close_dialog()
            self.choose(choice._replace(final=""))

        choices = [
            Choice("no", "no", AtOnce(self.close_dialog), "n"),
            Choice("yes", "yes", AtOnce(do), "y", minor=True),
        ]
        self.open_dialog(Dialog(f"{choice.says}?", choice.final, choices))

    def open_dialog(self, dialog: Dialog) -> None:
        """Show a dialog over the page."""
        if not self.dialog:
            self._left = Place(self.focus, self._here, self.back[Pane.TABLE])
        self.dialog = dialog
        self.back[Pane.TABLE] = 0
        self._leads = ()
        self.focus = ""
        self._here = None
        self._changed()

    def close_dialog(self) -> None:
        """Show the page again with its earlier focus and scroll position."""
        if self.dialog and self._left:
            self.focus, self._here, self.back[Pane.TABLE] = self._left
        self.dialog = None
        self._changed()

    def move(self, way: tuple[int, int]) -> None:
        """Move the focus in this direction."""
        self.message = ""
        self._leads = ()
        if here := find(self.composed.spots, self.focus):
            self.focus = towards(self.composed.spots, here, way).choice.name

    def enter(self) -> None:
        """Run the focused choice."""
        if here := find(self.composed.spots, self.focus):
            self.choose(here.choice)

    def press(self, key: str) -> None:
        """Run the choice bound to this key, if any."""
        for choice in self.choices:
            if choice.key == key:
                self._mark(choice)
                self.choose(choice)
                return

    def _mark(self, choice: Choice) -> None:
        """Focus a choice; choices in the key bar leave the focus unchanged."""
        if find(self.composed.spots, choice.name):
            self.focus = choice.name

    def click(self, row: int, column: int) -> None:
        """Run the choice at this position, or focus the pane there."""
        pane = self._pane_at(row, column)
        if pane:
            self.turn_to(pane)
        for spot in self.composed.spots if pane is Pane.TABLE else self.composed.bar:
            if spot.line == row and spot.first <= column < spot.end:
                self._mark(spot.choice)
                self.choose(spot.choice)
                return

    def scroll(self, pane: Pane, lines: int) -> None:
        """Scroll a pane down, or up if `lines` is negative."""
        ways = lines if pane is Pane.TABLE else -lines
        self.back[pane] = max(0, min(self.composed.hidden.get(pane, 0), self.back[pane] + ways))

    def turn_page(self, way: int) -> None:
        """Scroll the focused pane by one page minus one line."""
        if area := self.composed.areas.get(self.pane):
            self.scroll(self.pane, way * max(1, area.height - 1))

    def wheel(self, row: int, column: int, lines: int) -> None:
        """Scroll the pane at this position."""
        if pane := self._pane_at(row, column):
            self.scroll(pane, lines)

    def _pane_at(self, row: int, column: int) -> Pane | None:
        areas = self.composed.areas.items()
        return next((pane for pane, area in areas if area.holds(row, column)), None)

    # Typing

    @property
    def typing(self) -> bool:
        """Whether keys enter text: an answer or a chat message."""
        return self._question is not None or self.pane is Pane.CHAT

    @property
    def _label(self) -> str:
        return f"{self._question.text} " if self._question else texts.SAY

    def turn_to(self, pane: Pane) -> None:
        """Focus a pane."""
        if self._question is None:
            self.pane = pane
            self.app.layout.focus(self._line if pane is Pane.CHAT else self._canvas)

    def ask_then(self, text: str, then: Callable[[str], Act]) -> None:
        """Ask a question before the next key is handled, then run the action for the answer."""
        answer = self.ask(text)

        async def act() -> None:
            if typed := await answer:
                await then(typed)()

        self._acts.put_nowait(act)

    def ask(self, text: str, default: str = "") -> "asyncio.Future[str | None]":
        """Ask the user for text; return None after Escape."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._question = Question(text, answer)
        self.buffer.text = default
        self.buffer.cursor_position = len(default)
        self.app.layout.focus(self._line)
        self.refresh()
        return answer

    def _answer(self, question: Question, text: str | None) -> None:
        """Close the question and deliver the answer."""
        self._question = None
        self.buffer.reset()
        self.turn_to(Pane.TABLE)
        if not question.answer.done():
            question.answer.set_result(text)

    def _typed(self, buffer: Buffer) -> bool:
        text = buffer.text.encode("utf-8", "replace").decode().strip()
        self.message = ""
        if self._question:
            self._answer(self._question, text)
        elif text:
            page = self.page
            self._acts.put_nowait(lambda: page.say(text))
            self.turn_to(Pane.TABLE)
        return False

    def escape(self) -> None:
        """Leave the question, the pane or the dialog."""
        self.message = ""
        if self._question:
            self._answer(self._question, None)
        elif self.pane is not Pane.TABLE:
            self.turn_to(Pane.TABLE)
        elif self.dialog:
            self.close_dialog()
        else:
            self.press("escape")
