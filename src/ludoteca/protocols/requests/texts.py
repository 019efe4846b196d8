"""Texts that the server sends as chat."""

from collections.abc import Sequence

from ludoteca.protocols.requests import words

SERVER = "[house]"
"""Sender of these texts: no player can have this name."""
EVERYONE = "Everyone"
"""Receiver of chat for all players: no player can have this name either."""

LOGIN_FIRST = "Log in first."
NO_TABLE = "You are at no table yet."
NOT_ASKED = "You have not been asked for the number of players."
NOT_NOW = "Pick your tiles and a column first, when it is your turn."
PAUSED = "The game waits until a player comes back."
KEPT = "Your move is saved and will be played when the game goes on. Another column cancels it."
REMOVED = "You have been removed from the table."
GIVEN_UP = "Your seat was given up."


def note(text: str) -> words.ChatMessage:
    """Wrap text as a chat message from the server."""
    return words.ChatMessage(SERVER, EVERYONE, text)


def nobody(name: str) -> str:
    return f"No player here is called {name}."


def several(name: str) -> str:
    return f"More than one player's name begins with {name}: your message was not sent."


def awaited(names: Sequence[str]) -> str:
    """Explain that the game starts when absent players return."""
    return f"Every seat is taken. The game starts when everybody is back: {', '.join(names)}."


def seat(number: int) -> str:
    """Name a free seat."""
    return f"(seat {number + 1})"


def gone(name: str) -> str:
    return f"{name} is absent; the seat is kept."


def back(name: str) -> str:
    return f"{name} is back."


def left(name: str) -> str:
    return f"{name} has left the game."


def plays_for(name: str, other: str) -> str:
    """Announce that a player took a seat given up by the same or another player."""
    return back(name) if name == other else f"{name} plays for {other} now."


def won(names: Sequence[str], points: Sequence[int], winners: Sequence[int]) -> str:
    if not winners:
        return "Nobody has won."
    who = " and ".join(names[seat] for seat in winners)
    return f"The winner is {who}, with {points[winners[0]]} points."
