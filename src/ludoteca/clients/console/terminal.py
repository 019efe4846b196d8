"""A screen with line editing, history, completion and a status line, by prompt_toolkit."""

import asyncio
import shutil
import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI

from ludoteca.clients.console.screen import BrokenOffError, EndedError, Question, no_status
from ludoteca.clients.draw import colours

MARK = "> "
SECOND = 1.0


class Choices(Completer):
    """Completes a whole line, whatever its case."""

    def __init__(self, choices: Callable[[], Iterable[str]]) -> None:
        """These can be typed."""
        self._choices = choices

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterable[Completion]:
        """Those that begin as the line does."""
        typed = document.text_before_cursor.lstrip()
        for choice in self._choices():
            if choice.lower().startswith(typed.lower()):
                yield Completion(choice, start_position=-len(typed))


class Terminal:
    """News come above the line that is being typed, and never tear it."""

    alone = False

    def __init__(self) -> None:
        """Nothing is shown yet."""
        self.coloured = colours(sys.stdout)
        self.status: Callable[[], str] = no_status
        self._interrupted = False
        self._news: list[str] = []
        self._session: PromptSession[str] = PromptSession(
            complete_while_typing=False,
            bottom_toolbar=lambda: ANSI(self.status()),
            refresh_interval=SECOND,
        )

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return shutil.get_terminal_size().columns

    def show(self, text: str) -> None:
        """Show a text above the question that is open."""
        self._news.append(text)
        if not self._session.app.is_running:
            self._tell()
        elif len(self._news) == 1:
            run_in_terminal(self._tell)

    def _tell(self) -> None:
        told, self._news = self._news, []
        for text in told:
            print(text, flush=True)

    async def ask(self, question: Question) -> str:
        """The line somebody typed."""
        self.show(question.text)
        if self._interrupted:
            self._interrupted = False
            raise BrokenOffError
        try:
            line = await self._session.prompt_async(
                MARK, completer=Choices(question.choices), handle_sigint=False
            )
        except KeyboardInterrupt:
            raise BrokenOffError from None
        except EOFError:
            raise EndedError from None
        except asyncio.CancelledError:  # the question makes no sense any more
            self._tell()
            raise
        self._tell()
        return line.strip()

    def refresh(self) -> None:
        """Draw the status line again."""
        self._session.app.invalidate()

    def interrupt(self) -> None:
        """Break off the question that is open, or the next one."""
        if self._session.app.is_running:
            self._session.app.exit(exception=KeyboardInterrupt)
        else:
            self._interrupted = True
