"""Everything the server says in words, as chat."""

from collections.abc import Sequence

from ludoteca.protocols.requests.words import ChatMessage

SERVER = "[house]"
"""Who says it: no player can have that name."""
EVERYONE = "Everyone"
"""How chat for all is addressed; no player can have this name either."""

LOGIN_FIRST = "Log in first."
NO_TABLE = "You are at no table yet."
NOT_ASKED = "Nobody asks how many will play."
NOT_NOW = "Pick your tiles and a column first, when it is your turn."
PAUSED = "The game waits until somebody comes back."
KEPT = "Your move is kept, and played when the game goes on. Another column drops it."
REMOVED = "You have been removed from the table."
GIVEN_UP = "Your seat was given up."


def note(text: str) -> ChatMessage:
    """Chat that the server sends."""
    return ChatMessage(SERVER, EVERYONE, text)


def nobody(name: str) -> str:
    """A message could not be passed on."""
    return f"Nobody called {name} plays here."


def several(name: str) -> str:
    """A message could mean more than one player."""
    return f"More than one player's name begins with {name}: nobody was sent your message."


def awaited(names: Sequence[str]) -> str:
    """The game could start, but for players who are away."""
    return f"Every seat is taken. The game starts when everybody is back: {', '.join(names)}."


def seat(number: int) -> str:
    """What a free seat is called."""
    return f"(seat {number + 1})"


def gone(name: str) -> str:
    """A player has dropped."""
    return f"{name} is away; the seat waits."


def back(name: str) -> str:
    """A player is connected again."""
    return f"{name} is back."


def left(name: str) -> str:
    """A player has given the seat up."""
    return f"{name} has left the game."


def plays_for(name: str, other: str) -> str:
    """A player has taken the seat of one who had left, maybe their own."""
    return back(name) if name == other else f"{name} plays for {other} now."


def won(names: Sequence[str], points: Sequence[int], winners: Sequence[int]) -> str:
    """How the game ended."""
    if not winners:
        return "Nobody has won."
    who = " and ".join(names[seat] for seat in winners)
    return f"The winner is {who}, with {points[winners[0]]} points."
