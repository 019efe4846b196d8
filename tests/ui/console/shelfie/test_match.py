"""A whole match at a real terminal, with a stored screen for each phase."""

import pytest

from tests.conftest import no_coverage
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import server
from tests.ui.console.shelfie.consoles import ASKED, enter, play, play_in_one_line
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import Typist


def test_match_from_log_in_to_log_out() -> None:
    with server(7) as opened, Typist(rows=45) as anna:
        anna.see("How do you want to connect? tcp/rmi")
        anna.type("")
        anna.see("Enter the server address: ")
        anna.type("127.0.0.1")
        anna.see("Enter the server port: ")
        enter(anna, str(opened.pipes), "Connection Successful", "Enter username:")
        assert_screen("shelfie-connection", anna)
        enter(anna, "anna", "Login successful. Hi anna", "1,2 or3")
        assert_screen("shelfie-login", anna)
        with Player(opened.pipes, "bruno") as bruno:
            anna.shows("anna | 2 online")
            create_and_start(anna, bruno)
            first_turn(anna, bruno)
            look_around(anna)
            talk(anna, bruno)
            finish(anna, bruno)
        leave(anna, opened.pipes)


def create_and_start(anna: Typist, bruno: Player) -> None:
    enter(anna, "join", "There are no matches yet.", "1,2 or3")
    enter(anna, "create", "Please select the max number of players for this match(2,3 or 4):")
    assert_screen("shelfie-create", anna)
    enter(anna, "2", "Selected 2 seats.", "Match with 2 seats created. MatchID: 0", "(1 to 3):")
    assert_screen("shelfie-waiting", anna)
    enter(anna, "3", "online command selected", "bruno  Online", "(1 to 3):", ">")
    bruno.join(0)
    bruno.starts()
    anna.see("The build is complete.", "The match has started!", "It's bruno's turn", ASKED)
    assert_screen("shelfie-start", anna)
    enter(anna, "select", "This command is not allowed right now. Wait your turn...", ASKED)
    anna.write("/chat half a li")
    bruno.play()
    anna.see("bruno ended his turn.", "Hey anna! It's your turn", ASKED, "> /chat half a li")
    assert_screen("shelfie-turn", anna)
    anna.type("ne")
    anna.see("anna: half a line", ASKED)


def first_turn(anna: Typist, bruno: Player) -> None:
    bruno.sees_turn_of("anna")
    move = bruno.next_move("anna")
    (row, column), *_ = move.cells
    enter(anna, "insert", "The conditions to use this command are not respected. Try again.", ASKED)
    enter(anna, "deselect", "You didn't select any card yet. Deselection is not necessary.", ASKED)
    enter(anna, "select", "Select a cell on the board.", "Enter the coordinates: ")
    enter(anna, "0,4", "Invalid numbers.", "Enter the coordinates: ")
    enter(anna, "5,5", "You have selected (5,5)", "(show)?")
    enter(anna, "y", "Selection failed: The cell was not selectable.", "Y/N")
    enter(anna, "Y", "Enter the coordinates: ")
    enter(anna, f"({row + 1},{column + 1})", "You have selected", "(show)?")
    assert_screen("shelfie-confirm", anna)
    enter(anna, "r", "Enter the coordinates: ")
    enter(anna, "cancel", ASKED)
    enter(anna, "select", "Enter the coordinates: ")
    enter(anna, f"{row + 1},{column + 1}", "(show)?")
    enter(anna, "n", ASKED)
    enter(anna, "select", "Enter the coordinates: ")
    enter(anna, f"{row + 1},{column + 1}", "(show)?")
    enter(anna, "show", "List of Objects:", "Enter the object you wish to be shown:")
    enter(anna, "moon", "The moon cannot be found", "(show)?")
    enter(anna, "y", "Selection successful!", "Item selected: ", "Y/N")
    assert_screen("shelfie-selection", anna)
    enter(anna, "N", ASKED)
    enter(anna, "deselect", "These are the cards you have selected:", "y/n")
    enter(anna, "n", ASKED)
    enter(anna, "2", "Are you sure to cancel all of your selections? y/n")
    assert_screen("shelfie-deselection", anna)
    enter(anna, "y", "Deselection successful.", ASKED)
    for number, (row, column) in enumerate(move.cells):
        enter(anna, "select" if not number else "Y", "Enter the coordinates: ")
        enter(anna, f"{row + 1},{column + 1}", "(show)?")
        enter(anna, "y", "Item selected: ", "Y/N")
    enter(anna, "N", ASKED)
    enter(anna, "insert", "These are the cards you have selected:", "Type your command:")
    sort(anna)
    enter(anna, "show", "Enter the object you wish to be shown:")
    enter(anna, "hand", "(falls lowest)", "Type your command:")
    enter(anna, "go", "anna (you)", "1/2/3/4/5")
    assert_screen("shelfie-insertion", anna)
    enter(anna, "6", "Invalid number!", "1/2/3/4/5")
    enter(anna, "1", "Insertion Successful", "It's bruno's turn", ASKED)


def sort(anna: Typist) -> None:
    enter(anna, "sort", "What position do you wish to swap?", "Enter first position (1-3):")
    enter(anna, "1", "Enter second position (1-3):")
    enter(anna, "1", "You selected the same position.", "Enter first position (1-3):")
    enter(anna, "4", "Not valid input. Try again.", "Enter first position (1-3):")
    enter(anna, "1", "Enter second position (1-3):")
    enter(anna, "2", "Position selected: 1,2", "to exit sort(cancel)")
    enter(anna, "retry", "Enter first position (1-3):")
    enter(anna, "1", "Enter second position (1-3):")
    enter(anna, "3", "Position selected: 1,3", "to exit sort(cancel)")
    anna.type("")
    anna.see("Order changed.", "Would you like to change order again? Y/N")
    assert_screen("shelfie-sort", anna)
    enter(anna, "N", "Type your command:")


def look_around(anna: Typist) -> None:
    for name, text in (
        ("hand", "You have not selected any tiles."),
        ("pgoal", "Personal goal: 0 of 6"),
        ("cgoal", "Common goals:"),
        ("shelf", "anna (you)"),
        ("shelves", "bruno"),
        ("board", "[ ] selected"),
        ("stats", "points"),
        ("end", "The Endgame Token is still available."),
        ("timer", "This turn began"),
        ("online", "GameMember"),
        ("help", "You can also type the name of an object"),
    ):
        enter(anna, name, "Executing command...", text, ASKED)
        assert_screen(f"shelfie-{name}", anna)
    enter(anna, "rules", "MY SHELFIE", "(1/", "Type rules again to read on.", ASKED)
    assert any("MY SHELFIE" in line for line in anna.screen())  # nothing scrolled off
    enter(anna, "rules", "(2/", ASKED)


def talk(anna: Typist, bruno: Player) -> None:
    enter(anna, "/chat[bruno] psst", "Message sent to bruno", ASKED)
    enter(anna, "/chat[zoe]:psst", "The player zoe doesn't exist", ASKED)
    enter(anna, "/chat hello, all", "Match chat:", "anna: hello, all", ASKED)
    enter(anna, "open", "Chat with bruno:", "anna > psst", ASKED)
    assert_screen("shelfie-chat", anna)
    bruno.until(lambda: any("hello, all" in line for line in bruno.state.chat))


def finish(anna: Typist, bruno: Player) -> None:
    bruno.play()
    anna.see("Hey anna! It's your turn", ASKED)
    enter(anna, "d9 > 1", "Selection failed: ", "Nothing was moved", ASKED)
    enter(anna, "z9 > 1", "There is no cell z9: columns are a to i, rows 1 to 9.", ASKED)
    play(anna, bruno.next_move("anna"))
    assert bruno.sees_turn_of("bruno")
    bruno.play()
    while bruno.sees_turn_of("anna"):
        anna.see("Hey anna! It's your turn", ASKED)
        play_in_one_line(anna, bruno.next_move("anna"))
        if not bruno.sees_turn_of("bruno"):
            break
        anna.see("It's bruno's turn", ASKED)
        bruno.play()
    anna.see("GAME OVER", "Congratulation! The winner is ", "common goals", "Menu option:", "or3")
    assert_screen("shelfie-over", anna)


def leave(anna: Typist, port: int) -> None:
    anna.shows("anna | 1 online")
    with Player(port, "carla") as carla:
        match = carla.create(2)
        with Player(port, "dora"):  # a list that includes her includes the match
            anna.shows("anna | 3 online")
        anna.shows("anna | 2 online")
        enter(anna, "2", f"Room N.{match} - WaitingPlayers (1/2)", "Please enter the room number:")
        assert_screen("shelfie-join", anna)
        enter(anna, "77", "Invalid number!", "Please enter the room number:")
        enter(anna, str(match), f"anna joined the match {match}", ASKED)
        enter(anna, "leave", "Do you really want to leave the match? You give up your seat. [y/N]")
        enter(anna, "n", ASKED)
        enter(anna, "5", "[y/N]")
        enter(anna, "y", "You left the match", "or3")
        assert_screen("shelfie-leave", anna)
    enter(anna, "exit", "Bye! See you soon.")
    assert anna.ended() == 0
    assert_screen("shelfie-exit", anna)


@no_coverage
@pytest.mark.parametrize("columns", [40, 60])
def test_narrow_window_is_supported(columns: int) -> None:
    words = ("--server", "127.0.0.1", "--name", "anna", "--create", "2", "--port")
    with server(7) as opened, Typist(*words, str(opened.pipes), columns=columns, rows=60) as anna:
        anna.see("MatchID: 0", "3):", ">")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.join(0)
            anna.see("Enter the command you wish to use: ")
            assert_screen(f"shelfie-narrow-{columns}", anna)
            bruno.sees_turn_of("bruno")
            bruno.play()
            anna.see("Hey anna! It's your turn")
            anna.see("Enter the command you wish to use: ")
            assert_screen(f"shelfie-narrow-{columns}-turn", anna)
