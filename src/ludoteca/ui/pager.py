"""Text on a terminal, one screen at a time."""

import shutil
import sys

MORE = "-- Press Enter for more, or type ahead -- "


class Pager:
    """Prints text; on a terminal, waits for Enter before unread lines scroll off the screen."""

    def __init__(self) -> None:
        self._interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._unread = 0
        """Number of lines printed since the user last typed something."""
        self._typed = ""
        """Text typed instead of Enter: the answer to the next question."""

    def show(self, text: str) -> None:
        """Print lines that fit the width of the screen; stop if the user types ahead."""
        for line in text.split("\n"):
            if self._typed:
                return
            if self._interactive and self._unread >= shutil.get_terminal_size().lines - 1:
                self._wait()
            if not self._typed:
                print(line)
                self._unread += 1

    def _wait(self) -> None:
        self._unread = 0
        try:
            self._typed = input(MORE).strip()
        except EOFError:
            self._interactive = False

    def ask(self, prompt: str) -> str:
        """Return a line that the user types; raise EOFError at the end of the input."""
        self._unread = 0
        typed, self._typed = self._typed, ""
        return typed or input(prompt)
