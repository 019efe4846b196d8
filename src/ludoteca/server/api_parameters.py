"""Parameters of the API's paths."""

from typing import Annotated

from msgspec import Meta, Struct, field

from ludoteca.games import GAMES
from ludoteca.games.positions import MOST_CHARACTERS

LAST_SEAT = max(max(rules.SEATS) for rules in GAMES.values()) - 1
Number = Annotated[
    int, Meta(ge=1, le=999_999_999, description="The number of a table.", examples=[1, 2, 3])
]
Name = Annotated[
    str, Meta(min_length=1, max_length=30, description="The name of a player.", examples=["Anna"])
]
OneSeat = Annotated[int, Meta(ge=0, le=LAST_SEAT, description="The seat of the player.")]
Code = Annotated[str, Meta(max_length=64, description="The code of a private table.")]

First = Annotated[int, Meta(ge=1, le=999_999_999, description="The first version to return.")]
Positions = Annotated[int, Meta(ge=1, le=100, description="The maximum number of results.")]


SINCE = "at this time or later, in milliseconds since 1970; 0 for no limit"
UNTIL = "at this time or earlier, in milliseconds since 1970; 0 for no limit"


class OneTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a table."""

    number: Number


class SomeTables(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the list of tables."""

    limit: Annotated[int, Meta(ge=1, le=200, description="The maximum number of results.")] = 100
    after: Annotated[
        str,
        Meta(
            pattern="^([fo][0-9]{1,9})?$",
            description="The start of the page, from the `Link` header of the previous page.",
        ),
    ] = ""
    search: Annotated[
        str,
        Meta(
            max_length=100,
            description="Words in the name of a table, its game or its players; "
            "its whole name or number.",
        ),
    ] = ""
    game: Annotated[str, Meta(max_length=64, description="Only tables of this game.")] = ""


class OneReplay(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game."""

    number: Number
    code: Code = ""


class SomeSpectatorPositions(Struct, frozen=True, forbid_unknown_fields=True):
    """Positions of a running game, as spectators see them."""

    number: Number
    first: First = field(default=1, name="from")
    limit: Positions = 50
    code: Code = ""


class SomePositions(Struct, frozen=True, forbid_unknown_fields=True):
    """Positions of a finished game, as seen from a seat."""

    number: Number
    first: First = field(default=1, name="from")
    limit: Positions = 50
    seat: Annotated[
        int,
        Meta(
            ge=-1,
            le=LAST_SEAT,
            description="The seat whose view is returned; -1 for a spectator's.",
        ),
    ] = -1
    code: Code = ""


class OneStudy(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game, and the number of judged positions that the client already has."""

    number: Number
    done: Annotated[
        int,
        Meta(
            ge=-1,
            le=999_999,
            description="The response is sent once more positions than this are judged, when the "
            "review is complete, or after ten seconds.",
        ),
    ] = -1
    code: Code = ""


class OneReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game, and the seat to review."""

    number: Number
    seat: OneSeat
    code: Code = ""


class OneTrial(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a finished game, and an alternative to try."""

    number: Number
    seat: OneSeat
    version: Annotated[
        int, Meta(ge=1, le=999_999_999, description="The version of the move that was played.")
    ]
    steps: Annotated[str, Meta(description="Steps of a half-made move, as a JSON array.")] = "[]"
    move: Annotated[str, Meta(description="A move, as JSON.")] = ""
    finish: Annotated[bool, Meta(description="Whether to play the steps.")] = False
    code: Code = ""


class OneMoment(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished game."""

    number: Number
    version: Annotated[
        int, Meta(ge=1, le=999_999_999, description="The version that led to the position.")
    ]
    code: Code = ""


AnalysedGame = Annotated[str, Meta(min_length=1, max_length=64, description="The game.")]
ASCII = r"^[\n -~]*$"
MOST_WRITTEN = 2300
"""Maximum length of written moves, which fit into a URL even if every character is escaped."""
Position = Annotated[
    str, Meta(max_length=MOST_CHARACTERS, pattern=ASCII, description="A whole table, as text.")
]


class OneSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table for analysis."""

    game: AnalysedGame
    seats: Annotated[int, Meta(ge=1, le=LAST_SEAT + 1, description="The number of players.")]
    options: Annotated[
        str, Meta(max_length=1000, description="The options of the table, as JSON.")
    ] = "{}"
    seed: Annotated[int, Meta(ge=0, lt=2**53, description="Equal numbers give equal tables.")] = 0


class OnePosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to evaluate."""

    game: AnalysedGame
    position: Position


class OneLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, moves to play from it, and optionally a further move or its first steps."""

    game: AnalysedGame
    position: Position
    moves: Annotated[
        str,
        Meta(
            max_length=MOST_WRITTEN,
            pattern=ASCII,
            description="Up to 50 moves, one per line: the seat, counted from 1, and its move in "
            "the notation of the game.",
        ),
    ] = ""
    eyes: Annotated[
        int,
        Meta(
            ge=-1,
            le=LAST_SEAT,
            description="The seat whose views are returned; -1 for the seat to move.",
        ),
    ] = -1
    seat: Annotated[
        int, Meta(ge=0, le=LAST_SEAT, description="The seat that makes the steps or the move.")
    ] = 0
    steps: Annotated[str, Meta(description="Steps of a half-made move, as a JSON array.")] = "[]"
    move: Annotated[str, Meta(description="A further move, as JSON.")] = ""
    finish: Annotated[bool, Meta(description="Whether to play the steps.")] = False


class OneMistake(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a finished game."""

    number: Number
    seat: OneSeat
    version: Annotated[
        int, Meta(ge=1, le=999_999_999, description="The version of the move that was played.")
    ]
    code: Code = ""


GameOfPuzzles = Annotated[str, Meta(min_length=1, max_length=64, description="The game.")]
PuzzleNumber = Annotated[
    int, Meta(ge=1, le=999_999, description="The number of the puzzle.", examples=[1, 2, 3])
]


class SomePuzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzles of a game."""

    game: GameOfPuzzles


class OnePuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle."""

    game: GameOfPuzzles
    number: PuzzleNumber


class OnePuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle, and a move to try."""

    game: GameOfPuzzles
    number: PuzzleNumber
    steps: Annotated[str, Meta(description="Steps of a half-made move, as a JSON array.")] = "[]"
    move: Annotated[str, Meta(description="A move, as JSON.")] = ""
    finish: Annotated[bool, Meta(description="Whether to play the steps.")] = False


class OnePerson(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a player."""

    name: Name


class SomeGames(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a player's finished games."""

    name: Name
    game: Annotated[str, Meta(max_length=64, description="Only this game.")] = ""
    opponent: Annotated[
        str, Meta(max_length=64, description="Only games with this player or bot.")
    ] = ""
    result: Annotated[
        str,
        Meta(
            pattern="^(won|lost|abandoned)?$",
            description="Only games that the player has won or lost, or that were abandoned.",
        ),
    ] = ""
    since: Annotated[int, Meta(ge=0, lt=2**53, description=f"Only games that ended {SINCE}.")] = 0
    until: Annotated[int, Meta(ge=0, lt=2**53, description=f"Only games that ended {UNTIL}.")] = 0
    search: Annotated[
        str,
        Meta(
            max_length=100,
            description="Words in the name of the table, the game or its players; "
            "the number of a table.",
        ),
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=100, description="The maximum number of results.")] = 20
    after: Annotated[
        str,
        Meta(
            pattern="^([0-9]{1,9})?$",
            description="The start of the page, from the `Link` of the previous page.",
        ),
    ] = ""


class OneInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of an invitation."""

    code: Annotated[str, Meta(min_length=1, max_length=64, description="The code of a table.")]


class SomePeople(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the list of connected players."""

    limit: Annotated[int, Meta(ge=1, le=1000, description="The maximum number of results.")] = 200
    after: Annotated[
        str,
        Meta(
            max_length=64,
            description="The start of the page, from the `Link` of the previous page: a name.",
        ),
    ] = ""


MOST_LEADERS = 1000
"""Maximum number of players on a leaderboard that a request can skip."""


class SomeLeaders(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a leaderboard."""

    game: Annotated[str, Meta(min_length=1, max_length=64, description="The game.")]
    pool: Annotated[
        str,
        Meta(
            pattern="^(live|slow)$",
            description="`slow` for games in which a turn may take an hour.",
        ),
    ] = "live"
    period: Annotated[
        str,
        Meta(
            pattern="^([0-9]{4}-(0[1-9]|1[0-2]))?$",
            description="A month, as in `2026-11`: the players of that month, with their ratings "
            "at its end. Without it, all players, with their current ratings.",
        ),
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=200, description="The maximum number of results.")] = 100
    after: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_LEADERS,
            description="The number of players to skip, from the `Link` of the previous page.",
        ),
    ] = 0


class Newest(Struct, frozen=True, forbid_unknown_fields=True):
    """The maximum number of recently finished games to list."""

    limit: Annotated[int, Meta(ge=1, le=100, description="The maximum number of results.")] = 20
