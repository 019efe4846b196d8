"""Everything the house says in words: the document's texts where it has one."""

from collections.abc import Sequence

RECONNECT = (
    "Would you like to start a new game, or re-join your last game? "
    "If you want to re-join write: 'Reconnect', enter otherwise"
)
USERNAME = "Choose a username"
USERNAME_TAKEN = "Select another username, this has been already selected."
FIRST_PLAYER = (
    "There are no games available, please insert how many players will be in your game "
    "(between 2 and 4)"
)
OLD_ID = "Please insert your previous game ID: "
OLD_ID_NOT_VALID = "this ID is not present! The match could be finished."
NO_SUCH_GAME = "There is no game with that number."
STARTING = "Starting game..."
MOVE = (
    "Please insert Which tiles you would like to remove from the board, and the column of your "
    "bookshelf you want to put them in (the first one will go to the first position available on "
    "the bottom of the column and the others will pile up). Example: x1,y1,x2,y2,x3,y3,column"
)
OVER = "The game is over."
KEPT = "Your move is kept, and will be played when somebody comes back."

# Why a move cannot be

WRONG_FORMAT = "Your move can't be done. Please write the input with the correct format"
WRONG_COUNT = "Choose not less than 1 tile and not more than 3"
NO_SPACE = "You don't have enough space in the column for that many tiles"
NO_COLUMN = "You chose a column that doesn't exist"
EMPTY = "You have selected an empty position."
NOT_FREE = "One of the tiles you have selected doesn't have a free side"
NOT_ADJACENT = "The tiles aren't adjacent."

# Why it is over

TOO_LATE = "You took too long to answer; your seat waits for you."
GIVEN_UP = "You were out of time too often, and your seat was given up."
NOTHING_SAID = "You say nothing; your seat waits for you."

ORDINALS = ("first", "second")


def user_id(number: int) -> str:
    """What a new player should remember."""
    return (
        f"This is your UserId: {number}\n"
        "It will be required for reconnection if you get disconnected from the game.\n"
    )


def welcome_back(name: str, number: int) -> str:
    """What somebody who comes back should know."""
    return f"Welcome back, {name}! This is your UserId: {number}"


def available(games: Sequence[tuple[int, Sequence[str], int]]) -> str:
    """The games that can be joined: number, players, seats."""
    listed = "; ".join(
        f"{number}) {', '.join(players)} ({len(players)}/{seats})"
        for number, players, seats in games
    )
    return f"Available games: {listed}"


def choose(games: str) -> str:
    """A list of games, and what to do with it."""
    return f"{games}\nAnswer the next question with the number of the game you want to join."


def lobby(names: Sequence[str], seats: int, awaited: Sequence[str] = ()) -> str:
    """How many have come, and who; and whose connection is lost, if only they are awaited."""
    waiting = "waiting for more players... " if len(names) < seats else ""
    if awaited:
        waiting = f"waiting for {', '.join(awaited)} to come back... "
    return f"{len(names)}/{seats} players connected. {waiting}Players connected: {', '.join(names)}"


def turn(name: str) -> str:
    """Whose turn it is."""
    return f"it's {name}'s turn"


def completed(which: int, name: str, points: int) -> str:
    """A common goal was completed, for all."""
    card = f"The {ORDINALS[which]} common goal card"
    return f"{card} has been completed by {name} who has been awarded {points} points"


def you_completed(which: int, points: int) -> str:
    """A common goal was completed, for who did it."""
    return (
        f"You have completed the {ORDINALS[which]} common goal card, "
        f"you have been awarded {points} points, good job!"
    )


def gone(name: str) -> str:
    """Somebody dropped, or left."""
    return f"'{name}' user logged out"


def back(name: str) -> str:
    """Somebody is here again."""
    return f"'{name}' is back"


def sits_down(name: str) -> str:
    """Somebody took a seat that was given up."""
    return f"'{name}' sits down"


def skipped(name: str) -> str:
    """Somebody's turn was skipped."""
    return f"{name}'s turn was skipped"


def alone(name: str) -> str:
    """Somebody dropped, and too few are left to play on."""
    return f"{gone(name)}\nThe game waits until somebody comes back"


def win(names: Sequence[str], points: Sequence[int], winners: Sequence[int]) -> str:
    """Who won, and the points of all."""
    scores = "".join(f"{name}: {all_of}     " for name, all_of in zip(names, points, strict=True))
    won = "Nobody has won"
    if winners:
        who = " and ".join(names[seat] for seat in winners)
        won = f"The winner is {who} who has scored {points[winners[0]]} points"
    return f"{won}\nThe final scores are:\n{scores}"
