"""All texts of the protocol: those of its document, or our own where it has none."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.messages import HolderInfo, TableInfo


class Texts(Struct, frozen=True):
    """Fixed sentences, which an operator may replace."""

    reconnect: str = (
        "Would you like to start a new game, or re-join your last game? If you want to re-join"
        " write: 'Reconnect', enter otherwise"
    )
    username: str = "Choose a username"
    username_taken: str = "Select another username, this has been already selected."
    first_player: str = (
        "There are no games available, please insert how many players will be in your game "
        "(between 2 and 4)"
    )
    old_id: str = "Please insert your previous game ID: "
    old_id_not_valid: str = "this ID is not present! The match could be finished."
    no_such_game: str = "There is no game with that number."
    starting: str = "Starting game..."
    move: str = (
        "Please insert Which tiles you would like to remove from the board, and the column of "
        "your bookshelf you want to put them in (the first one will go to the first position "
        "available on the bottom of the column and the others will pile up). Example: "
        "x1,y1,x2,y2,x3,y3,column"
    )
    over: str = "The game is over."
    kept: str = "Your move is saved and will be played when a player comes back."

    # Refused moves

    wrong_format: str = "Your move can't be done. Please write the input with the correct format"
    wrong_count: str = "Choose not less than 1 tile and not more than 3"
    no_space: str = "You don't have enough space in the column for that many tiles"
    no_column: str = "You chose a column that doesn't exist"
    empty: str = "You have selected an empty position."
    not_free: str = "One of the tiles you have selected doesn't have a free side"
    not_adjacent: str = "The tiles aren't adjacent."

    # End of the connection or the seat

    too_late: str = "You took too long to answer; your seat is kept for you."
    removed: str = "You have been removed from the game."
    given_up: str = "You ran out of time too often, so you lost your seat."
    nothing_said: str = "You did not answer; your seat is kept for you."
    common_cards: Mapping[int, str] = MappingProxyType({})
    """Descriptions of common goals, by number on the wire. If empty, our own are used."""


TEXTS = Texts()
CARDS = range(1, 13)
LONGEST_TEXT = 2000


def read_texts(written: Mapping[str, object]) -> Texts:
    """Return the texts with these replacements; raise `ValueError` if one is invalid."""
    cards, sentences = (_table(written, name) for name in ("common_cards", "texts"))
    names = [name for name in Texts.__struct_fields__ if name != "common_cards"]
    for name in written:
        if name not in ("common_cards", "texts"):
            raise ValueError(f"there is no table '{name}' (there is common_cards, texts)")
    for name in sentences:
        if name not in names:
            raise ValueError(f"there is no text '{name}' (there is {', '.join(names)})")
    numbers = [str(number) for number in CARDS]
    for number in cards:
        if number not in numbers:
            raise ValueError(f"there is no common card '{number}' (there is 1 to {CARDS[-1]})")
    if cards and (missing := [number for number in numbers if number not in cards]):
        raise ValueError(
            f"common_cards has all of 1 to {CARDS[-1]}, and lacks {', '.join(missing)}"
        )
    common_cards = {int(number): text for number, text in cards.items()}
    return replace(TEXTS, **sentences, common_cards=common_cards)


def _table(written: Mapping[str, object], name: str) -> Mapping[str, str]:
    table = written.get(name, {})
    if not isinstance(table, Mapping):
        raise ValueError(f"{name} is not a table")  # noqa: TRY004 - one exception type for all errors in the file
    for key, text in table.items():
        if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TEXT:
            raise ValueError(f"{key} in {name} is not a text of 1 to {LONGEST_TEXT} characters")
    return table


ORDINALS = ("first", "second")


def user_id(number: int) -> str:
    """Tell a new player their id."""
    return (
        f"This is your UserId: {number}\n"
        "It will be required for reconnection if you get disconnected from the game.\n"
    )


def welcome_back(name: str, number: int) -> str:
    return f"Welcome back, {name}! This is your UserId: {number}"


def sitting(holder: HolderInfo) -> str:
    """Describe a player at a waiting table."""
    note = "bot" if holder.kind else "" if holder.here else "away"
    return f"{holder.name} ({note})" if note else holder.name


def about(info: TableInfo, rules: Sequence[str]) -> str:
    """Describe anything unusual about a table: its name, its rules and the options it allows."""
    name = [f"'{info.name}'"] if info.name else []
    allowed = ["moves can be taken back"] if info.take_back else []
    return ", ".join([*name, *rules, *allowed])


def available(games: Iterable[tuple[Sequence[str], int, str]]) -> str:
    """List the games that can be joined, numbered from 0: players, seats and description."""
    listed = "; ".join(
        f"{number}) {', '.join(players)} ({len(players)}/{seats}{about and f': {about}'})"
        for number, (players, seats, about) in enumerate(games)
    )
    return f"Available games: {listed}"


def choose(games: str) -> str:
    return f"{games}\nAnswer the next question with the number of the game you want to join."


def lobby(names: Sequence[str], seats: int, awaited: Sequence[str] = ()) -> str:
    """List the connected players, and the absent players for whom a full table waits."""
    waiting = "waiting for more players... " if len(names) < seats else ""
    if awaited:
        waiting = f"waiting for {', '.join(awaited)} to come back... "
    return f"{len(names)}/{seats} players connected. {waiting}Players connected: {', '.join(names)}"


def turn(name: str) -> str:
    return f"it's {name}'s turn"


def completed(which: int, name: str, points: int) -> str:
    """Announce a completed common goal to all players."""
    card = f"The {ORDINALS[which]} common goal card"
    return f"{card} has been completed by {name} who has been awarded {points} points"


def you_completed(which: int, points: int) -> str:
    """Announce a completed common goal to the player who completed it."""
    return (
        f"You have completed the {ORDINALS[which]} common goal card, "
        f"you have been awarded {points} points, good job!"
    )


def gone(name: str) -> str:
    """Announce that a player disconnected or left."""
    return f"'{name}' user logged out"


def back(name: str) -> str:
    return f"'{name}' is back"


def sits_down(name: str) -> str:
    """Announce that a player took a seat that had been given up."""
    return f"'{name}' sits down"


def skipped(name: str) -> str:
    return f"{name}'s turn was skipped"


def alone(name: str) -> str:
    """Announce that a player disconnected, leaving too few players to continue."""
    return f"{gone(name)}\nThe game waits until a player comes back"


def win(names: Sequence[str], points: Sequence[int], winners: Sequence[int]) -> str:
    """Announce the winners and all points."""
    scores = "".join(f"{name}: {all_of}     " for name, all_of in zip(names, points, strict=True))
    won = "Nobody has won"
    if winners:
        who = " and ".join(names[seat] for seat in winners)
        won = f"The winner is {who} who has scored {points[winners[0]]} points"
    return f"{won}\nThe final scores are:\n{scores}"
