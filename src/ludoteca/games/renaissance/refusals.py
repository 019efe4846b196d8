"""The refusals of this game: codes for programs and sentences for people."""

from collections.abc import Mapping
from enum import StrEnum

from ludoteca.games.contract import Refusal


class Reason(StrEnum):
    """Published codes: codes may be added but never changed."""

    BAD_SEATS = "renaissance/bad_seats"
    NO_SUCH_SEAT = "renaissance/no_such_seat"
    GAME_OVER = "renaissance/game_over"
    NOT_YOUR_TURN = "renaissance/not_your_turn"
    STILL_SETTING_UP = "renaissance/still_setting_up"
    SETUP_IS_OVER = "renaissance/setup_is_over"
    LEADERS_FIRST = "renaissance/leaders_first"
    LEADERS_CHOSEN = "renaissance/leaders_chosen"
    ALREADY_ACTED = "renaissance/already_acted"
    NOT_ACTED_YET = "renaissance/not_acted_yet"
    STILL_PLACING = "renaissance/still_placing"
    NOT_PLACING = "renaissance/not_placing"
    NOT_TAKEN = "renaissance/not_taken"
    CONVERT_FIRST = "renaissance/convert_first"
    NOTHING_TO_CONVERT = "renaissance/nothing_to_convert"
    NO_SUCH_CONVERSION = "renaissance/no_such_conversion"
    NO_SUCH_LINE = "renaissance/no_such_line"
    NO_SUCH_DEPOT = "renaissance/no_such_depot"
    OTHER_RESOURCE_THERE = "renaissance/other_resource_there"
    IN_ANOTHER_DEPOT = "renaissance/in_another_depot"
    DEPOT_FULL = "renaissance/depot_full"
    NOTHING_TO_MOVE = "renaissance/nothing_to_move"
    DOES_NOT_FIT = "renaissance/does_not_fit"
    NOT_ON_OFFER = "renaissance/not_on_offer"
    NO_SUCH_SLOT = "renaissance/no_such_slot"
    WRONG_LEVEL = "renaissance/wrong_level"
    CANNOT_AFFORD = "renaissance/cannot_afford"
    NOT_THERE = "renaissance/not_there"
    WRONG_PAYMENT = "renaissance/wrong_payment"
    NO_POWER = "renaissance/no_power"
    NO_SUCH_POWER = "renaissance/no_such_power"
    POWER_TWICE = "renaissance/power_twice"
    BAD_CHOICE = "renaissance/bad_choice"
    NOT_IN_HAND = "renaissance/not_in_hand"
    REQUIREMENT_UNMET = "renaissance/requirement_unmet"
    NOTHING_CHOSEN = "renaissance/nothing_chosen"
    CHOICE_OPEN = "renaissance/choice_open"
    NOTHING_TO_CHOOSE = "renaissance/nothing_to_choose"
    NOT_OWED = "renaissance/not_owed"
    NOT_PAID = "renaissance/not_paid"
    DRAFT_OUT_OF_DATE = "renaissance/draft_out_of_date"
    ALREADY_GONE = "renaissance/already_gone"
    NOT_GONE = "renaissance/not_gone"
    UNREADABLE = "renaissance/unreadable"
    BAD_SKETCH = "renaissance/bad_sketch"


# BAD_SKETCH is absent, because each such refusal has its own sentence.
_SENTENCES: Mapping[Reason, str] = {
    Reason.BAD_SEATS: "Masters of Renaissance is for one to four players.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is not your turn.",
    Reason.STILL_SETTING_UP: "The table is still being set up.",
    Reason.SETUP_IS_OVER: "Setup is already over.",
    Reason.LEADERS_FIRST: "Choose which two leaders to keep before you choose resources.",
    Reason.LEADERS_CHOSEN: "You have already chosen your two leaders.",
    Reason.ALREADY_ACTED: "You have already taken your main action this turn.",
    Reason.NOT_ACTED_YET: "Take a main action before you end your turn.",
    Reason.STILL_PLACING: "First place or discard the resources you took.",
    Reason.NOT_PLACING: "You have no resources to place.",
    Reason.NOT_TAKEN: "You did not take that resource.",
    Reason.CONVERT_FIRST: "First choose what your white marbles become.",
    Reason.NOTHING_TO_CONVERT: "You have no white marble to convert.",
    Reason.NO_SUCH_CONVERSION: "None of your leaders turns a white marble into that.",
    Reason.NO_SUCH_LINE: "The market has three rows and four columns.",
    Reason.NO_SUCH_DEPOT: "You have no such depot.",
    Reason.OTHER_RESOURCE_THERE: "That depot holds another resource.",
    Reason.IN_ANOTHER_DEPOT: "That resource is already in another depot of the warehouse.",
    Reason.DEPOT_FULL: "That depot does not have room for that many resources.",
    Reason.NOTHING_TO_MOVE: "There are not that many resources to move.",
    Reason.DOES_NOT_FIT: "Those depots cannot be swapped: the resources would not fit.",
    Reason.NOT_ON_OFFER: "That card is not on top of a deck.",
    Reason.NO_SUCH_SLOT: "A board has three slots for cards.",
    Reason.WRONG_LEVEL: "A card goes on a card one level lower; a level 1 card goes into an empty "
    "slot.",
    Reason.CANNOT_AFFORD: "You cannot afford it.",
    Reason.NOT_THERE: "There are not enough resources there.",
    Reason.WRONG_PAYMENT: "The payment does not match the price.",
    Reason.NO_POWER: "Choose at least one production.",
    Reason.NO_SUCH_POWER: "You have no such production.",
    Reason.POWER_TWICE: "Each production can be used only once per action.",
    Reason.BAD_CHOICE: "Basic production uses two resources.",
    Reason.NOT_IN_HAND: "You have no such leader in your hand.",
    Reason.REQUIREMENT_UNMET: "You do not meet that leader's requirements.",
    Reason.NOTHING_CHOSEN: "First choose a card or a production.",
    Reason.CHOICE_OPEN: "First choose what your productions use and make.",
    Reason.NOTHING_TO_CHOOSE: "None of your productions has that choice.",
    Reason.NOT_OWED: "You do not need to pay that, or have already paid it.",
    Reason.NOT_PAID: "You have not paid the full price yet.",
    Reason.DRAFT_OUT_OF_DATE: "The table has changed since you began.",
    Reason.ALREADY_GONE: "That player has already left.",
    Reason.NOT_GONE: "That player has not left.",
    Reason.UNREADABLE: "That is not a move. Try 'row 2', 'buy 22 > 1' or 'end'.",
}


def no(reason: Reason) -> Refusal:
    return Refusal(reason, _SENTENCES[reason])
