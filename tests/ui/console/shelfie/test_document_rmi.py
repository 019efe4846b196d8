"""The RMI part of the document at a real terminal: connection and commands of each phase."""

import socket

from tests.ui.console.servers import server
from tests.ui.console.shelfie.consoles import ASKED, enter
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import Typist

OBJECTS = {
    "hand": "You have not selected any tiles.",
    "pgoal": "Personal goal: 0 of 6",
    "cgoal": "Common goals:",
    "shelf": "anna (you)",
    "board": "1  2  3  4  5  6  7  8  9",
    "stats": "points",
    "rules": "MY SHELFIE",
    "end": "The Endgame Token is still available.",
    "timer": "This turn began",
    "online": "bruno",
    "open": "Match chat:",
    "help": "select",
}
"""The text shown by each command of the Gameplay Phase."""


def test_the_connection_and_every_command_of_the_document_by_rmi() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = str(unused.getsockname()[1])
        with (
            server(7) as opened,
            Player(opened.pipes, "bruno") as bruno,
            Typist(columns=140, rows=50) as anna,
        ):
            anna.see("How do you want to connect? tcp/rmi")
            enter(anna, "rmi", "Enter the client address: ")
            enter(anna, "127.0.0.1", "Enter the server address: ")
            enter(anna, "localhost", "Enter the server port: ")
            enter(anna, nobody, "Connection Failed", "Enter the client address: ")
            enter(anna, "127.0.0.1", "Enter the server address: ")
            enter(anna, "localhost", "Enter the server port: ")
            enter(anna, str(opened.rmi), "Connection Successful", "Enter username:")
            enter(anna, "anna", "Login successful. Hi anna", "or3")
            enter(anna, "/chat[bruno]:hello", "Message sent to bruno", "or3")
            enter(anna, "create", "(2,3 or 4):")
            enter(anna, "2", "Match with 2 seats created. MatchID: 0", "(1 to 3):")
            enter(anna, "/chat anybody?", "anna: anybody?", "(1 to 3):")
            enter(anna, "/chat[bruno] come", "Message sent to bruno", "(1 to 3):")
            bruno.join(0)
            anna.see("The match has started!", ASKED)
            enter(anna, "/text:hello", "anna: hello", ASKED)
            for command, shown in OBJECTS.items():
                enter(anna, command, "Executing command...", shown, ASKED)
            enter(anna, "exit", "[y/N]")
            enter(anna, "y", "Bye! See you soon.")
            assert anna.ended() == 0
