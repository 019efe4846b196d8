"""The texts of the document, word for word and in order, phase by phase, at a real terminal."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from ludoteca.protocols.pipes.words import LeaveMatch
from tests.ui.console.servers import server
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import Typist

Steps = Sequence[tuple[str | None, Sequence[str]]]
"""Lines to type, if any, and the texts then shown; `{…}` is filled in, `*` is done by others."""

COMMANDS = (
    "What do you wish to do? These are the commands available:",
    "select --> Select a Cell",
    "deselect --> Deselect Items",
    "insert --> Insert your items in the shelf (at least one item selected)",
    "show --> Show Game Object(Hand,Goals,Board,Shelf,...)",
    "leave --> Leave Match",
    "exit --> Exit Game",
    "To send a message in the Match Chat type '/chat ' followed by your message in the console.",
    "To send a message to a online player type '/chat[nickname]' followed by your message in the "
    "console.",
    "Enter the command you wish to use:",
)
OBJECTS = (
    "List of Objects:",
    "open --> Show List of Player Chat",
    "hand --> Show selected items",
    "pgoal --> See your Personal Goal",
    "cgoal --> See Common Goals",
    "shelf --> See your shelf and the insertion limit",
    "board --> See Living Room Board",
    "stats --> See Players Stats",
    "rules --> See Game Rules",
    "end --> Show if the Endgame Token is taken (If it is, then it's the last round)",
    "online --> Show Online Players",
    "Enter the object you wish to be shown:",
)
MENU = (
    "Menu option:",
    "create --> Create a new match",
    "join --> Join a match",
    "exit --> Exit game",
    "To send a message to a online player type '/chat[nickname]' followed by your message in the "
    "console.",
    "Enter the option number you wish to select (1,2 or3):",
)
CONFIRM = (
    "Now you can confirm your choice(y),cancel your choice(n), retry again(r), see a Game "
    "Object(Board,Shelf,Goals,...)(show)?"
)
ASKED = "Enter the command you wish to use:"
AGAIN = "Do you wish to select again? Y/N"
SHOWN = {
    "open": "Match chat:",
    "hand": "You have not selected any tiles.",
    "pgoal": "Personal goal:",
    "cgoal": "Common goals:",
    "shelf": "anna (you)",
    "board": "1  2  3  4  5  6  7  8  9",
    "stats": "points",
    "rules": "MY SHELFIE",
    "end": "The Endgame Token is still available.",
    "online": "carla",
    "timer": "This turn began",
}
"""The text shown for each object."""


def _shown(name: str, text: str) -> Steps:
    """Show an object from the list, and by its own command."""
    return ("show", [OBJECTS[-1]]), (name, [text, ASKED]), (name, ["Executing", text, ASKED])


DOCUMENT: Mapping[str, Steps] = {
    "Connection ClientPhase": [
        ("tcp", ["Enter the server address:"]),
        ("127.0.0.1", ["Enter the server port:"]),
        ("{nobody}", ["Connection Failed", "Enter the server address:"]),
        ("127.0.0.1", ["Enter the server port:"]),
        ("{port}", ["Connection Successful"]),
    ],
    "Login ClientPhase": [
        (None, ["Enter username:"]),
        (
            "bruno",
            [
                "Access denied. This username is already taken, please enter a new one...",
                "Enter username:",
            ],
        ),
        ("anna", ["Login successful. Hi anna"]),
    ],
    "Game Menu ClientPhase": [
        (None, MENU),
        ("dance", ["Invalid command. Try again.", MENU[-1]]),
        ("/chat[carla]:hello", ["Message sent to carla", MENU[-1]]),
        ("/chat[[carla]]:hello", ["Message sent to carla", MENU[-1]]),
        ("/chat hello", ["Message was not sent.", MENU[-1]]),
    ],
    "Join Match ClientPhase": [
        ("join", ["Room N.0 - WaitingPlayers (1/4)", "Please enter the room number:"]),
        ("-1", ["Invalid number!", "Please enter the room number:"]),
        ("one", ["Invalid input!", "Please enter the room number:"]),
        ("9", ["Invalid number!", "Please enter the room number:"]),
        ("0", ["Selected Room 0.", "anna joined the match 0"]),
    ],
    "Waiting Players ClientPhase": [
        (
            None,
            [
                "The match has not started yet. Waiting for more players to join... 2 seats "
                "available.",
                "These are the commands available:",
                "leave --> Leave Match",
                "rules --> Read Game Rules",
                "online --> Show Online Players",
                "To send a message in the Match Chat type '/chat' followed by your message in the "
                "console.",
                "To send a message to a online player type '/chat[nickname]' followed by your "
                "message in the console.",
                "Enter the number of the command you wish to execute (1 to 3):",
            ],
        ),
        ("dance", ["Invalid command!", "(1 to 3):"]),
        ("?!", ["Invalid input!", "(1 to 3):"]),
        ("rules", ["rules command selected", "MY SHELFIE", "(1 to 3):"]),
        ("online", ["online command selected", "carla  Online", "(1 to 3):"]),
        ("/chat hello", ["anna: hello", "(1 to 3):"]),
        ("/chat[carla] hello", ["Message sent to carla", "(1 to 3):"]),
        ("leave", ["leave command selected\nYou left the match\nMenu option:", *MENU[1:]]),
    ],
    "Create Match ClientPhase": [
        ("create", ["Please select the max number of players for this match(2,3 or 4):"]),
        ("5", ["Invalid number!", "Please select the max number"]),
        ("two", ["Invalid input!", "Please select the max number"]),
        (
            "2",
            [
                "Selected 2 seats.",
                "Match with 2 seats created. MatchID: 1",
                "Waiting for more players to join... 1 seats available.",
                "(1 to 3):",
            ],
        ),
    ],
    "Match Initialization ClientPhase": [
        (
            "* bruno joins",
            [
                "bruno joined the match 1",
                "The match is about to start. Building game board...",
                "The build is complete.",
                "1  2  3  4  5  6  7  8  9",
                "Common goals:",
                "Personal goal:",
                "The match has started!",
                "It's bruno's turn",
            ],
        ),
    ],
    "Gameplay ClientPhase": [
        (None, COMMANDS),
        ("select", ["This command is not allowed right now. Wait your turn...", ASKED]),
        (
            "* bruno plays",
            [
                "bruno has selected [",
                "bruno has inserted items in the column 1",
                "bruno ended his turn.",
                "Hey anna! It's your turn",
                ASKED,
            ],
        ),
        ("dance", ["This command is not valid.", ASKED]),
        (
            "insert",
            ["The conditions to use this command are not respected. Try again.", ASKED],
        ),
    ],
    "Selection ClientPhase": [
        (
            "select",
            [
                "Executing command...",
                "1  2  3  4  5  6  7  8  9",
                "Select a cell on the board.",
                "Enter the coordinates:",
            ],
        ),
        ("(0,1)", ["Invalid numbers.", "Enter the coordinates:"]),
        ("here", ["Invalid Input.", "Enter the coordinates:"]),
        ("({row},{first})", ["You have selected ({row},{first})", CONFIRM]),
        ("r", ["Enter the coordinates:"]),
        ("1,1", ["You have selected (1,1)", CONFIRM]),
        ("y", ["Selection failed: You selected an illegal cell", AGAIN]),
        ("Y", ["Select a cell on the board.", "Enter the coordinates:"]),
        ("{row},{first}", ["You have selected ({row},{first})", CONFIRM]),
        ("show", OBJECTS),
        ("hand", ["You have not selected any tiles.", CONFIRM]),
        ("y", ["Selection successful!", "Item selected:", AGAIN]),
        ("Y", ["Enter the coordinates:"]),
        ("{row},{first}", ["You have selected ({row},{first})", CONFIRM]),
        ("y", ["Selection failed: You have already selected this cell", AGAIN]),
        ("N", [ASKED]),
    ],
    "Deselection ClientPhase": [
        (
            "deselect",
            [
                "Executing command...",
                "These are the cards you have selected:",
                "Are you sure to cancel all of your selections? y/n",
            ],
        ),
        ("y", ["Deselection successful.", ASKED]),
        (
            "deselect",
            ["You didn't select any card yet. Deselection is not necessary.", ASKED],
        ),
    ],
    "Insertion ClientPhase": [
        ("select", ["Enter the coordinates:"]),
        ("{row},{first}", [CONFIRM]),
        ("y", [AGAIN]),
        ("Y", ["Enter the coordinates:"]),
        ("{row},{second}", [CONFIRM]),
        ("y", [AGAIN]),
        ("N", [ASKED]),
        (
            "insert",
            [
                "These are the cards you have selected:",
                "These are the commands available:",
                "sort --> change the order of your cards",
                "show --> look at game board objects",
                "go --> go directly to insertion",
                "Type your command:",
            ],
        ),
    ],
    "Sort ClientPhase": [
        (
            "sort",
            [
                "These are the cards you have selected:",
                "What position do you wish to swap?",
                "Enter first position (1-3):",
            ],
        ),
        ("0", ["Not valid input. Try again.", "Enter first position (1-3):"]),
        ("2", ["Enter second position (1-3):"]),
        ("2", ["You selected the same position.", "Enter first position (1-3):"]),
        ("1", ["Enter second position (1-3):"]),
        (
            "3",
            [
                "Position selected: 1,3",
                "Would you like to Continue(press enter), to Retry (retry), to exit sort(cancel)",
            ],
        ),
        (
            "",
            [
                "Not enough cards in your hand",
                "(falls lowest)",
                "Would you like to change order again? Y/N",
            ],
        ),
        ("Y", ["Enter first position (1-3):"]),
        ("1", ["Enter second position (1-3):"]),
        ("2", ["Position selected: 1,2", "Would you like to Continue(press enter)"]),
        (
            "",
            ["Order changed.", "(falls lowest)", "Would you like to change order again? Y/N"],
        ),
        ("N", ["Type your command:"]),
        ("show", OBJECTS),
        ("board", ["1  2  3  4  5  6  7  8  9", "Type your command:"]),
        ("go", ["In which column would you like to insert the items? 1/2/3/4/5"]),
        ("1", ["Insertion Successful", "It's bruno's turn", ASKED]),
    ],
    "Chat ClientPhase": [
        ("/chat hello", ["anna: hello", ASKED]),
        ("/chatagain", ["anna: again", ASKED]),
        ("/chat:aloud", ["anna: aloud", ASKED]),
        ("/text:so", ["anna: so", ASKED]),
        ("/chat[carla] hello", ["Message sent to carla", ASKED]),
        ("/chat[nobody] hello", ["The player nobody doesn't exist", ASKED]),
        ("/chat[anna] hello", ["Message didn't reach anna", ASKED]),
        ("* carla whispers", ["carla says: psst"]),
    ],
    "Show Game Object ClientPhase": [
        ("show", ["Executing command...", *OBJECTS]),
        ("moon", ["The moon cannot be found", ASKED]),
        *(step for name, text in SHOWN.items() for step in _shown(name, text)),
        ("help", ["Executing command...", *COMMANDS]),
    ],
    "Leave Match ClientPhase": [
        ("leave", ["[y/N]"]),
        ("y", ["You left the match", *MENU]),
    ],
    "Game Over ClientPhase": [
        ("* carla creates", []),
        ("join", ["Room N.{match} - WaitingPlayers (1/2)", "Please enter the room number:"]),
        ("{match}", ["Selected Room {match}.", "The match has started!", *COMMANDS]),
        (
            "* carla leaves",
            [
                "carla has left the match",
                "GAME OVER",
                "Congratulation! The winner is anna",
                "common goals  personal goal  groups  end token  total",
                "carla ",
                "anna ",
                *MENU,
            ],
        ),
    ],
    "Exit Game ClientPhase": [("exit", ["Bye! See you soon."])],
}


@contextmanager
def _unused_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def test_the_texts_of_the_document_are_shown_in_its_order() -> None:
    with (
        server(7) as opened,
        _unused_port() as nobody,
        Player(opened.pipes, "bruno") as bruno,
        Player(opened.pipes, "carla") as carla,
        Typist(columns=140, rows=50) as anna,
    ):
        carla.create(4)
        filled: dict[str, int] = {"port": opened.pipes, "nobody": nobody}
        anna.see("How do you want to connect? tcp/rmi")
        for steps in DOCUMENT.values():
            for typed, shown in steps:
                match typed:
                    case "* bruno joins":
                        bruno.join(1)
                    case "* bruno plays":
                        bruno.sees_turn_of("bruno")
                        bruno.play()
                        bruno.sees_turn_of("anna")
                        (row, first), (_, second), *_ = bruno.next_move("anna").cells
                        filled |= {"row": row + 1, "first": first + 1, "second": second + 1}
                    case "* carla whispers":
                        carla.whisper("psst", "anna")
                    case "* carla creates":
                        assert carla.asks(LeaveMatch())
                        filled["match"] = carla.create(2)
                    case "* carla leaves":
                        assert carla.asks(LeaveMatch())
                    case str():
                        anna.type(typed.format(**filled))
                anna.see(*(text.format(**filled) for text in shown))
        assert anna.ended() == 0


CALLS: Steps = [
    ("rmi", ["Enter the client address:"]),
    ("127.0.0.1", ["Enter the server address:"]),
    ("127.0.0.1", ["Enter the server port:"]),
    ("{nobody}", ["Connection Failed", "Enter the client address:"]),
    ("127.0.0.1", ["Enter the server address:"]),
    ("127.0.0.1", ["Enter the server port:"]),
    ("{port}", ["Connection Successful", "Enter username:"]),
    ("anna", ["Login successful. Hi anna", *MENU]),
    ("/chat[carla]:hello", ["Message sent to carla", MENU[-1]]),
    ("* carla whispers", ["carla says: psst"]),
    ("exit", ["Bye! See you soon."]),
]


def test_the_texts_of_the_document_are_shown_over_rmi() -> None:
    with (
        server(7) as opened,
        _unused_port() as nobody,
        Player(opened.pipes, "carla") as carla,
        Typist(columns=140, rows=50) as anna,
    ):
        anna.see("How do you want to connect? tcp/rmi")
        for typed, shown in CALLS:
            assert typed is not None
            if typed == "* carla whispers":
                carla.whisper("psst", "anna")
            else:
                anna.type(typed.format(port=opened.rmi, nobody=nobody))
            anna.see(*shown)
        assert anna.ended() == 0
