"""A screen with line editing, history, completion and a status line, using prompt_toolkit."""

import os
import re
import select
import sys
import termios
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from ludoteca.ui.console.user import BrokenOffError, EndedError, Question, no_status
from ludoteca.ui.draw import colours

MARK = "> "
SECOND = 1.0
CHUNK = 4096
_REPORT = re.compile(r"\x1b\[[0-9;]*R")
"""Matches the terminal's report of the cursor position."""


@contextmanager
def no_echo() -> Iterator[None]:
    """Suppress the echo of keys that are typed while no question is open."""
    found = termios.tcgetattr(sys.stdin)
    silent = [*found]
    silent[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)  # every key except Ctrl-C
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, found)


class Choices(Completer):
    """Completes a whole line, ignoring case."""

    def __init__(self, choices: Callable[[], Iterable[str]]) -> None:
        self._choices = choices

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        for choice in self._choices():
            if choice.lower().startswith(typed.lower()):
                yield Completion(choice, start_position=-len(typed))


class Terminal:
    """Shows text above the line being typed, without disturbing it."""

    alone = False

    def __init__(self) -> None:
        self.coloured = colours(sys.stdout)
        self.status: Callable[[], str] = no_status
        self._moved = False
        """Whether the prompt has moved since the terminal was asked for its position."""
        keys = KeyBindings()
        keys.add(Keys.CPRResponse, save_before=lambda _: False)(self._placed)
        self._session: PromptSession[str] = PromptSession(
            complete_while_typing=False,
            key_bindings=keys,
            bottom_toolbar=lambda: ANSI(self.status()),
            refresh_interval=SECOND,
        )

    @property
    def width(self) -> int:
        return self._session.output.get_size().columns

    @property
    def height(self) -> int:
        return self._session.output.get_size().rows

    def show(self, text: str) -> None:
        """Show text above the open question."""
        app = self._session.app
        if not app.is_running:
            print(text, flush=True)
            return
        app.renderer.erase()
        print(text, flush=True)
        if app.renderer.waiting_for_cpr:
            self._moved = True
        else:
            app.renderer.request_absolute_cursor_position()  # the status line depends on it
        app.invalidate()

    def _placed(self, event: KeyPressEvent) -> None:
        """Read the prompt's row from the report; if the prompt has moved, request a new report."""
        renderer, moved, self._moved = event.app.renderer, self._moved, False
        row = int(event.data[2:-1].split(";")[0])
        nowhere = renderer.output.get_size().rows + 1
        renderer.report_absolute_cursor_row(nowhere if moved else row)
        if moved:
            renderer.erase()
            renderer.request_absolute_cursor_position()

    async def ask(self, question: Question) -> str:
        self.show(question.text)
        self._moved = False
        try:
            line = await self._session.prompt_async(
                MARK, completer=Choices(question.choices), handle_sigint=False
            )
        except KeyboardInterrupt:
            raise BrokenOffError from None
        except EOFError:
            raise EndedError from None
        return line.encode("utf-8", "replace").decode().strip()  # replace undecodable bytes

    def drop_typed(self) -> bool:
        """Drop input typed since the last question; return whether there was any."""
        typed = [key.data for key in get_typeahead(self._session.input)]
        while select.select([sys.stdin], [], [], 0)[0] and (
            data := os.read(sys.stdin.fileno(), CHUNK)
        ):
            typed.append(data.decode("utf-8", "replace"))
        return any(map(str.isprintable, _REPORT.sub("", "".join(typed))))

    def refresh(self) -> None:
        """Redraw the status line."""
        self._session.app.invalidate()
