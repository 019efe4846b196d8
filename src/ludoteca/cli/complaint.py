"""Errors reported in one line to the user of a command."""

LONGEST_LINE = 300


class Complaint(Exception):
    """Ends a command with one line on standard error and exit status 2."""


def one_line(text: str) -> str:
    """Join text into one printable line and shorten it if it is very long."""
    line = " ".join(text.split()).encode("utf-8", "replace").decode()
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"
