"""Masters of Renaissance, for one to four players: the functions and values of a game.

- `resources`, `cards`: the pieces, as tables of data
- `board`: a player board, storage and payment; `state`, `moves`, `events`: the other values
- `rules`: judging moves; `applying`: the state after an event, and consequent events
- `production`, `offers`: combined productions; offered moves
- `draft`, `guide`: a purchase or production in the making; possible actions
- `view`: visible information; `drawing`, `notation`, `position`: text forms
- `refusals`: codes and sentences
"""

from ludoteca.games.contract import TypeForm
from ludoteca.games.renaissance.applying import apply
from ludoteca.games.renaissance.board import Board, Depot, Payment, PopeTile
from ludoteca.games.renaissance.cards import CARDS, DECKS, LEADERS, Ability, Card, Colour, Leader
from ludoteca.games.renaissance.draft import (
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    Draft,
    Pay,
    PayTheRest,
    StartOver,
    Step,
    UseBasic,
    UseLeader,
    UseSlot,
    begin,
    finish,
    owed,
    step,
)
from ludoteca.games.renaissance.drawing import PARTS, describe, draw, draw_seat, due
from ludoteca.games.renaissance.events import Event, redact, reveals
from ludoteca.games.renaissance.guide import Guide, guide
from ludoteca.games.renaissance.moves import (
    Basic,
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    LeaderPower,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
)
from ludoteca.games.renaissance.notation import GRAMMAR, read_move, write_move
from ludoteca.games.renaissance.offers import canonical, legal_moves, sample
from ludoteca.games.renaissance.position import (
    read_board,
    read_market,
    read_state,
    why_not_playable,
    write_board,
    write_market,
    write_state,
)
from ludoteca.games.renaissance.production import run_of
from ludoteca.games.renaissance.refusals import Reason
from ludoteca.games.renaissance.resources import GIVES, Goods, Marble, Market, Resource, Way
from ludoteca.games.renaissance.rules import (
    SEATS,
    come_back,
    in_last_round,
    leave,
    outcome,
    play,
    setup,
    skip,
    takes,
)
from ludoteca.games.renaissance.state import (
    BLANK,
    Options,
    Phase,
    State,
    seats_to_move,
    turn_begins,
)
from ludoteca.games.renaissance.view import (
    SeatView,
    View,
    board_of,
    points,
    seat_points,
    seat_view,
    view,
)

NAME = "renaissance"
VERSION = 1
TITLE = "Masters of Renaissance"
OPTIONS: type[Options] = Options
EVENTS: TypeForm = Event
MOVES: TypeForm = Move
STEPS: TypeForm = Step

__all__ = [
    "BLANK",
    "CARDS",
    "DECKS",
    "EVENTS",
    "GIVES",
    "GRAMMAR",
    "LEADERS",
    "MOVES",
    "NAME",
    "OPTIONS",
    "PARTS",
    "SEATS",
    "STEPS",
    "TITLE",
    "VERSION",
    "Ability",
    "Basic",
    "Board",
    "BuyCard",
    "Card",
    "ChooseCard",
    "ChooseInput",
    "ChooseOutput",
    "Colour",
    "ConvertMarble",
    "Depot",
    "DiscardLeader",
    "DiscardResource",
    "Draft",
    "EndTurn",
    "Event",
    "Goods",
    "Guide",
    "Leader",
    "LeaderPower",
    "Marble",
    "Market",
    "Move",
    "MoveResources",
    "Options",
    "Pay",
    "PayTheRest",
    "Payment",
    "Phase",
    "PlaceResource",
    "PlayLeader",
    "PopeTile",
    "Produce",
    "Reason",
    "Resource",
    "ReturnLeader",
    "SeatView",
    "StartOver",
    "State",
    "Step",
    "SwapDepots",
    "TakeBonus",
    "TakeMarbles",
    "UseBasic",
    "UseLeader",
    "UseSlot",
    "View",
    "Way",
    "apply",
    "begin",
    "board_of",
    "canonical",
    "come_back",
    "describe",
    "draw",
    "draw_seat",
    "due",
    "finish",
    "guide",
    "in_last_round",
    "leave",
    "legal_moves",
    "outcome",
    "owed",
    "play",
    "points",
    "read_board",
    "read_market",
    "read_move",
    "read_state",
    "redact",
    "reveals",
    "run_of",
    "sample",
    "seat_points",
    "seat_view",
    "seats_to_move",
    "setup",
    "skip",
    "step",
    "takes",
    "turn_begins",
    "view",
    "why_not_playable",
    "write_board",
    "write_market",
    "write_move",
    "write_state",
]
