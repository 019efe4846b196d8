"""My Shelfie, for two to four players: the functions and values of a game.

- `board`, `shelf`: the tiles and the living room; the bookshelf
- `goals`, `editions`: cards as tables of data; differences between the printed editions
- `state`: options, moves, events, the state
- `moves`, `rules`: legal moves and their effects
- `hand`: the draft of a move; `progress`, `missing`, `guide`: help for user interfaces; `view`
- `notation`, `position`, `sentences`, `refusals`: text forms of moves, tables, events and refusals
- `bitboard`, `bitshelf`: the same rules on integers, for bots that play thousands of games
"""

from ludoteca.games.contract import TypeForm
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.games.shelfie.board import CELLS, TILES, Board, Cell, Kind, Tile, kind_of, picture_of
from ludoteca.games.shelfie.editions import (
    EDITIONS,
    RULE_SETS,
    WORDING,
    Edition,
    Leftovers,
    RuleSet,
    Squares,
    rule_set,
    rules_in_words,
)
from ludoteca.games.shelfie.goals import (
    COMMON_GOALS,
    PERSONAL_GOALS,
    POINTS_BY_MATCHES,
    TOKENS,
    CommonGoal,
    matches,
)
from ludoteca.games.shelfie.guide import Guide, guide
from ludoteca.games.shelfie.hand import (
    ChooseColumn,
    Close,
    Hand,
    Order,
    Pick,
    Select,
    Step,
    Unpick,
    UnpickAll,
    begin,
    finish,
    step,
)
from ludoteca.games.shelfie.moves import (
    canonical,
    legal_moves,
    sample,
    seats_to_move,
    takes,
    turn_begins,
)
from ludoteca.games.shelfie.notation import (
    GRAMMAR,
    PARTS,
    draw,
    draw_board,
    draw_grid,
    due,
    read_board,
    read_grid,
    read_move,
    write_cell,
    write_move,
)
from ludoteca.games.shelfie.position import read_state, why_not_playable, write_state
from ludoteca.games.shelfie.refusals import Reason
from ludoteca.games.shelfie.rules import (
    apply,
    come_back,
    in_last_round,
    leave,
    outcome,
    play,
    redact,
    reveals,
    setup,
    skip,
)
from ludoteca.games.shelfie.sentences import describe
from ludoteca.games.shelfie.shelf import Grid, groups, kinds_in
from ludoteca.games.shelfie.state import (
    BLANK,
    BoardFilled,
    Event,
    GameEnded,
    LeftoversReturned,
    Move,
    Options,
    ShelfFilled,
    State,
    TableLaid,
    TakeTiles,
    TilesTaken,
    TokenTaken,
)
from ludoteca.games.shelfie.view import SeatView, View, adjacency, group_points, points, view

NAME = "shelfie"
VERSION = 1
TITLE = "My Shelfie"
SEATS = range(2, 5)
OPTIONS: type[Options] = Options
EVENTS: TypeForm = Event
MOVES: TypeForm = Move
STEPS: TypeForm = Step

__all__ = [
    "BLANK",
    "CELLS",
    "COMMON_GOALS",
    "EDITIONS",
    "EVENTS",
    "GRAMMAR",
    "MOVES",
    "NAME",
    "OPTIONS",
    "PARTS",
    "PERSONAL_GOALS",
    "POINTS_BY_MATCHES",
    "RULE_SETS",
    "SEATS",
    "STEPS",
    "TILES",
    "TITLE",
    "TOKENS",
    "VERSION",
    "WORDING",
    "Board",
    "BoardFilled",
    "Cell",
    "ChooseColumn",
    "Close",
    "CommonGoal",
    "Edition",
    "Event",
    "GameEnded",
    "Grid",
    "Guide",
    "Hand",
    "Kind",
    "Leftovers",
    "LeftoversReturned",
    "Move",
    "Options",
    "Order",
    "Pick",
    "Reason",
    "RuleSet",
    "SeatReturned",
    "SeatView",
    "SeatsLeft",
    "Select",
    "ShelfFilled",
    "Squares",
    "State",
    "Step",
    "TableLaid",
    "TakeTiles",
    "Tile",
    "TilesTaken",
    "TokenTaken",
    "TurnPassed",
    "TurnSkipped",
    "Unpick",
    "UnpickAll",
    "View",
    "adjacency",
    "apply",
    "begin",
    "canonical",
    "come_back",
    "describe",
    "draw",
    "draw_board",
    "draw_grid",
    "due",
    "finish",
    "group_points",
    "groups",
    "guide",
    "in_last_round",
    "kind_of",
    "kinds_in",
    "leave",
    "legal_moves",
    "matches",
    "outcome",
    "picture_of",
    "play",
    "points",
    "read_board",
    "read_grid",
    "read_move",
    "read_state",
    "redact",
    "reveals",
    "rule_set",
    "rules_in_words",
    "sample",
    "seats_to_move",
    "setup",
    "skip",
    "step",
    "takes",
    "turn_begins",
    "view",
    "why_not_playable",
    "write_cell",
    "write_move",
    "write_state",
]
