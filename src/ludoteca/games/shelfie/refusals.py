"""The refusals of this game: codes for programs and sentences for people."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games.contract import Refusal


class Reason(StrEnum):
    """Published codes: codes may be added but never changed."""

    BAD_SEATS = "shelfie/bad_seats"
    BAD_OPTIONS = "shelfie/bad_options"
    NO_SUCH_SEAT = "shelfie/no_such_seat"
    GAME_OVER = "shelfie/game_over"
    NOT_YOUR_TURN = "shelfie/not_your_turn"
    NOTHING_TAKEN = "shelfie/nothing_taken"
    OFF_THE_BOARD = "shelfie/off_the_board"
    EMPTY_CELL = "shelfie/empty_cell"
    ALREADY_PICKED = "shelfie/already_picked"
    HAND_FULL = "shelfie/hand_full"
    NO_ROOM = "shelfie/no_room"
    NO_FREE_SIDE = "shelfie/no_free_side"
    NOT_IN_A_LINE = "shelfie/not_in_a_line"
    NOT_ADJACENT = "shelfie/not_adjacent"
    NO_SUCH_COLUMN = "shelfie/no_such_column"
    COLUMN_TOO_FULL = "shelfie/column_too_full"
    NO_COLUMN_CHOSEN = "shelfie/no_column_chosen"
    NOT_PICKED = "shelfie/not_picked"
    NOTHING_PICKED = "shelfie/nothing_picked"
    LEAVES_A_GAP = "shelfie/leaves_a_gap"
    BAD_ORDER = "shelfie/bad_order"
    HAND_CLOSED = "shelfie/hand_closed"
    HAND_OUT_OF_DATE = "shelfie/hand_out_of_date"
    ALREADY_GONE = "shelfie/already_gone"
    NOT_GONE = "shelfie/not_gone"
    UNREADABLE = "shelfie/unreadable"
    BAD_DRAWING = "shelfie/bad_drawing"


# BAD_DRAWING is absent, because each such refusal has its own sentence.
_SENTENCES: Mapping[Reason, str] = {
    Reason.BAD_SEATS: "My Shelfie is for two to four players.",
    Reason.BAD_OPTIONS: "A table has 0, 1 or 2 common goals, and the Italian or the English rules.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.NOTHING_TAKEN: "Take at least one tile.",
    Reason.OFF_THE_BOARD: "That cell is not used with this number of players.",
    Reason.EMPTY_CELL: "There is no tile on that cell.",
    Reason.ALREADY_PICKED: "That tile is already in your hand.",
    Reason.HAND_FULL: "You can take at most three tiles.",
    Reason.NO_ROOM: "No column of the bookshelf has room for that many tiles.",
    Reason.NO_FREE_SIDE: "That tile has no free side.",
    Reason.NOT_IN_A_LINE: "The tiles must be in one row or one column.",
    Reason.NOT_ADJACENT: "The tiles must be next to each other, without a gap.",
    Reason.NO_SUCH_COLUMN: "A bookshelf has five columns.",
    Reason.COLUMN_TOO_FULL: "That column does not have room for that many tiles.",
    Reason.NO_COLUMN_CHOSEN: "Choose a column for the tiles.",
    Reason.NOT_PICKED: "That tile is not in your hand.",
    Reason.NOTHING_PICKED: "You have not picked any tiles yet.",
    Reason.LEAVES_A_GAP: "Without that tile the others would not be next to each other.",
    Reason.BAD_ORDER: "The order must contain each tile in your hand exactly once.",
    Reason.HAND_CLOSED: "You have finished picking: choose a column, or put all tiles back.",
    Reason.HAND_OUT_OF_DATE: "Those tiles were picked in an earlier turn.",
    Reason.ALREADY_GONE: "That player has already left.",
    Reason.NOT_GONE: "That player has not left.",
    Reason.UNREADABLE: "Write a move as its tiles and a column, as in 'd2 e2 > 3'.",
}


def no(reason: Reason) -> Refusal:
    return Refusal(reason, _SENTENCES[reason])
