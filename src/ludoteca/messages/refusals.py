"""Every reason of the house for a no; those of the games are the games' own."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games import Refusal


class HouseReason(StrEnum):
    """Codes are published: they are added to, never changed."""

    NOT_IN_YET = "house/not_in_yet"
    IN_ALREADY = "house/in_already"
    BAD_NAME = "house/bad_name"
    NAME_IN_USE = "house/name_in_use"
    WRONG_SECRET = "house/wrong_secret"  # noqa: S105 - a code
    NO_SUCH_GAME = "house/no_such_game"
    BAD_SEATS = "house/bad_seats"
    BAD_OPTIONS = "house/bad_options"
    NO_SUCH_TABLE = "house/no_such_table"
    TABLE_FULL = "house/table_full"
    NOT_SEATED = "house/not_seated"
    SEATED_ALREADY = "house/seated_already"
    NOT_THE_OWNER = "house/not_the_owner"
    NOT_STARTED = "house/not_started"
    STARTED_ALREADY = "house/started_already"
    NO_WATCHING = "house/no_watching"
    NO_SUCH_BOT = "house/no_such_bot"
    NO_SUCH_SEAT = "house/no_such_seat"
    PAUSED = "house/paused"
    UNREADABLE_MOVE = "house/unreadable_move"
    NO_DRAFT = "house/no_draft"
    NO_SUCH_PERSON = "house/no_such_person"
    NOTHING_SAID = "house/nothing_said"
    TOO_LONG = "house/too_long"
    NOT_WRITTEN = "house/not_written"


_SENTENCES: Mapping[HouseReason, str] = {
    HouseReason.NOT_IN_YET: "Come in with a name first.",
    HouseReason.IN_ALREADY: "You are in already.",
    HouseReason.BAD_NAME: "A name is 1 to 30 visible characters, none of | @ # [ ] , :",
    HouseReason.NAME_IN_USE: "Somebody of that name is here.",
    HouseReason.WRONG_SECRET: "That name belongs to somebody with another secret.",
    HouseReason.NO_SUCH_GAME: "There is no such game in the house.",
    HouseReason.BAD_SEATS: "That game is not for so many players.",
    HouseReason.BAD_OPTIONS: "That game has no such options.",
    HouseReason.NO_SUCH_TABLE: "There is no such table.",
    HouseReason.TABLE_FULL: "Every seat at that table is taken.",
    HouseReason.NOT_SEATED: "You have no seat at that table.",
    HouseReason.SEATED_ALREADY: "You have a seat at that table.",
    HouseReason.NOT_THE_OWNER: "Only who opened the table can do that.",
    HouseReason.NOT_STARTED: "The game has not started yet.",
    HouseReason.STARTED_ALREADY: "The game has started already.",
    HouseReason.NO_WATCHING: "That table is not to be watched.",
    HouseReason.NO_SUCH_BOT: "There is no such bot in the house.",
    HouseReason.NO_SUCH_SEAT: "There is no such seat at that table.",
    HouseReason.PAUSED: "The table is paused until somebody comes back.",
    HouseReason.UNREADABLE_MOVE: "That is not a move of this game.",
    HouseReason.NO_DRAFT: "You have begun no move.",
    HouseReason.NO_SUCH_PERSON: "Nobody of that name is known here.",
    HouseReason.NOTHING_SAID: "Say something.",
    HouseReason.TOO_LONG: "That is too long.",
    HouseReason.NOT_WRITTEN: "It could not be written down, so it has not happened.",
}


def refuse(reason: HouseReason, detail: str | None = None) -> Refusal:
    """The refusal for this reason, with its usual sentence or a more exact one."""
    return Refusal(reason, detail or _SENTENCES[reason])
