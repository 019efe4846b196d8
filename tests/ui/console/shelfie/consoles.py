"""Consoles that play My Shelfie in terminals."""

from tests.ui.console.shelfie.players import Chosen
from tests.ui.console.typist import Typist

ASKED = "Enter the command you wish to use: "


def enter(anna: Typist, line: str, *texts: str) -> None:
    """Type a line and wait for these texts."""
    anna.type(line)
    anna.see(f"> {line}".rstrip(), *texts)


def play(anna: Typist, move: Chosen) -> None:
    """Play a move, question by question."""
    enter(anna, "select", "Enter the coordinates: ")
    for number, (row, column) in enumerate(move.cells):
        if number:
            enter(anna, "Y", "Enter the coordinates: ")
        enter(anna, f"{row + 1},{column + 1}", "Now you can confirm")
        enter(anna, "y", "Selection successful!", "Do you wish to select again? Y/N")
    enter(anna, "N", ASKED)
    enter(anna, "insert", "Type your command:")
    enter(anna, "go", "In which column would you like to insert the items? 1/2/3/4/5")
    enter(anna, str(move.column + 1), "Insertion Successful")


def play_in_one_line(anna: Typist, move: Chosen) -> None:
    """Play a move as one line, in the notation of the page."""
    cells = " ".join(f"{'abcdefghi'[column]}{row + 1}" for row, column in move.cells)
    enter(anna, f"{cells} > {move.column + 1}", "Insertion Successful")


LOST = "Connection lost. Reconnecting..."
