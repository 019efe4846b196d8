"""State of a `commands` client: rooms and the match.

Cards, leaders and boards are the types of the rules. Users and messages name cards and leaders by
the protocol's ids (`protocols/commands/ids.py`).
"""

import re
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games import renaissance
from ludoteca.games.renaissance.board import LAST_SPACE, without
from ludoteca.games.renaissance.resources import COLUMNS, ROWS, some
from ludoteca.games.renaissance.view import seat_points, seat_view
from ludoteca.protocols.commands import Word, texts, words
from ludoteca.protocols.commands.ids import GRID, LORENZO, MARBLES, card_of, leader_of, resource_of

KEPT = 2
"""Number of leaders that each player keeps."""


class ClientStage(StrEnum):
    """Stages of a client."""

    LOGIN = "login"
    LOBBY = "lobby"
    ROOM = "room"
    SETUP = "setup"
    TURNS = "turns"


class Expected(StrEnum):
    """Inputs that the server may expect from this player."""

    NOTHING = "nothing"
    LEADERS = "leaders"
    BONUS = "bonus"
    CONVERSION = "conversion"
    PLACES = "places"


class CommandsState(Struct, frozen=True):
    """State of a `commands` client."""

    me: str = ""
    """This player's name, exactly as typed."""
    stage: ClientStage = ClientStage.LOGIN
    lobbies: tuple[words.LobbyInfo, ...] = ()
    room: str = ""
    seats: int = 0
    """Size of the room; 0 if unknown."""
    people: tuple[str, ...] = ()
    """People in the room; empty after a match until the server lists them."""
    owner: str = ""
    """Player who may start the match."""
    names: tuple[str, ...] = ()
    """Players in turn order; in solo games, Lorenzo too."""
    market: renaissance.Market = renaissance.Market()
    grid: tuple[int, ...] = ()
    """Top cards in the order of DECKS; 0 for an empty deck."""
    boards: tuple[renaissance.Board, ...] = ()
    reports: int = 0
    turn: str = ""
    turns: int = 0
    acted: bool = False
    """Whether this player's main action is done."""
    expected: Expected = Expected.NOTHING
    bonus: int = 0
    waiting: tuple[renaissance.Resource, ...] = ()
    """Resources from the market still to be stored."""
    whites: int = 0
    conversions: tuple[renaissance.Resource, ...] = ()
    away: tuple[str, ...] = ()
    """Disconnected players."""
    bots: tuple[str, ...] = ()
    last_round: bool = False
    scores: words.Scores | None = None

    @property
    def own(self) -> renaissance.Board:
        return self.board(self.me)

    @property
    def mine(self) -> bool:
        """Whether it is this player's turn."""
        return self.stage is ClientStage.TURNS and self.turn == self.me

    @property
    def alone(self) -> bool:
        """Whether the opponent is Lorenzo."""
        return LORENZO in self.names

    @property
    def first(self) -> str:
        """Player who begins each round; empty in solo games."""
        return self.names[0] if self.names and not self.alone else ""

    def called(self, name: str) -> str:
        """Return a player's name for display; the user's own name is shown without its secret."""
        return name.partition("#")[0] if name == self.me else name

    def board(self, name: str) -> renaissance.Board:
        return self.boards[self.names.index(name)]

    def points(self, name: str) -> int:
        """Count a player's known points."""
        return sum(point.amount for point in seat_points(seat_view(self.board(name))))


_COLOURS = {word: marble for marble, word in MARBLES.items()}
_COMINGS = re.compile(
    r"# (?P<name>.+) "
    r"(?P<how>is back|is a bot \(.*\)|has left the match|has lost the connection: .*)"
)


def apply_word(state: CommandsState, word: Word) -> CommandsState:
    """Apply a message from the server; ignore it if it does not fit the state."""
    try:
        return _applied(state, word)
    except (LookupError, ValueError):
        return state


def opened(state: CommandsState, word: words.LobbyChoice) -> CommandsState:
    """Return the state after requesting a room; the server does not repeat the room's size."""
    ours = words.LobbyInfo(
        word.name or "", state.me, word.players or 0, 0, full=False, closed=False
    )
    return replace(state, lobbies=(*state.lobbies, ours))


def _applied(state: CommandsState, word: Word) -> CommandsState:  # noqa: C901, PLR0912 - a case per message
    match word:
        case words.Lobbies(lobbies=lobbies):
            inside = state.stage if state.stage is not ClientStage.LOGIN else ClientStage.LOBBY
            return replace(state, lobbies=lobbies or (), stage=inside)
        case words.PlayerList(names=names):
            return _in_room(state, word.info or "", names or ())
        case words.GameSetup():
            return _laid(state, word)
        case words.LeaderHand(cards=cards):
            hand = tuple(leader_of(card) for card in cards)
            return _on(state, state.me, replace(state.own, hand=hand))
        case words.MarketLine(selection=way, num=num):
            line = renaissance.Way((way or "").lower())
            return replace(state, market=state.market.pushed(line, (num or 0) - 1))
        case words.Replaced(old=old, new=new):
            grid = [card_of(new) if card == card_of(old) else card for card in state.grid]
            return replace(state, grid=tuple(grid))
        case words.Favours(favours=favours):
            return _reported(state, favours)
        case words.Faith(qty=steps):
            return _walked(state, word, steps)
        case words.Scores():
            return replace(state, scores=word)
        case words.Containers(command="ASK_MARKET_DEST", containers=containers):
            taken = tuple(r for one in containers if (r := resource_of(one.resource)))
            return replace(state, expected=Expected.PLACES, waiting=taken)
        case words.Conversions(available=known, count=count):
            choices = tuple(r for one in known if (r := resource_of(one)))
            return replace(state, expected=Expected.CONVERSION, conversions=choices, whites=count)
        case words.Stored() | words.CardPurchase() | words.Deposit() | words.Numbered():
            return _changed(state, word)
        case _:
            return _plain(state, word)


def _in_room(state: CommandsState, info: str, names: tuple[str, ...]) -> CommandsState:
    before, _, after = texts.PLAYERS.partition("{0}")
    room = info.removeprefix(before).removesuffix(after)
    known = next((one for one in state.lobbies if one.name == room), None)
    same = room == state.room
    seats = known.max_players if known else 0
    owner = state.owner if same and state.people else known.owner if known else ""
    return replace(
        state,
        stage=ClientStage.ROOM,
        room=room,
        people=names,
        seats=state.seats if same and state.seats else seats,
        owner=owner if owner in names else next(iter(names), ""),  # passes to the next player
    )


def _laid(state: CommandsState, word: words.GameSetup) -> CommandsState:
    marbles = [_COLOURS[str(one.resource)] for one in word.market]
    columns = [marbles[ROWS * i : ROWS * (i + 1)] for i in range(COLUMNS)]
    rows: tuple[tuple[renaissance.Marble, ...], ...] = tuple(zip(*columns, strict=True))
    tops = [card_of(known) for known in word.grid]
    shown = sorted(zip(GRID, tops, strict=True))
    return CommandsState(
        me=state.me,
        stage=ClientStage.SETUP,
        room=state.room,
        people=state.people,
        seats=len(word.names) - (LORENZO in word.names),
        names=word.names,
        market=renaissance.Market(rows, marbles[-1]),
        grid=tuple(card for _, card in shown),
        boards=(renaissance.Board(),) * len(word.names),
    )


def _on(state: CommandsState, name: str, board: renaissance.Board) -> CommandsState:
    """Return the state with a player's board replaced."""
    seat = state.names.index(name)
    boards = (*state.boards[:seat], board, *state.boards[seat + 1 :])
    return replace(state, boards=boards)


def _reported(state: CommandsState, favours: tuple[int, ...]) -> CommandsState:
    section, boards = state.reports, []
    for board, points in zip(state.boards, favours, strict=True):
        tiles = list(board.tiles)
        tiles[section] = renaissance.PopeTile.KEPT if points else renaissance.PopeTile.LOST
        boards.append(replace(board, tiles=tuple(tiles)))
    return replace(state, boards=tuple(boards), reports=section + 1)


def _walked(state: CommandsState, word: words.Faith, steps: int) -> CommandsState:
    current = word.command == "NOTIFY_FAITHPATH_CURRENT"
    boards = [
        replace(board, faith=min(LAST_SPACE, board.faith + steps))
        if (name == word.sender) == current
        else board
        for name, board in zip(state.names, state.boards, strict=True)
    ]
    return replace(state, boards=tuple(boards))


def _changed(state: CommandsState, word: Word) -> CommandsState:
    """Apply a change to one board or one hand."""
    match word:
        case words.Numbered(command="ASK_SETUP_RESOURCES", id=count):
            return replace(state, expected=Expected.BONUS, bonus=count or 0)
        case words.Numbered(command="DISCARD_OK", id=known):
            return _without(state, leader_of(known))
    name = word.sender or ""
    board = state.board(name)
    match word:
        case words.Numbered(command="ACTIVATE_OK", id=known):
            leader = leader_of(known)
            mine = _without(state, leader) if name == state.me else state
            board = mine.board(name)
            return _on(mine, name, replace(board, played=(*board.played, leader)))
        case words.Deposit():
            depot = renaissance.Depot(word.slots, resource_of(word.resource), of_leader=True)
            return _on(state, name, replace(board, depots=(*board.depots, depot)))
        case words.CardPurchase(command="BUY_OK", card=known, slot=slot):
            slots = list(board.slots)
            slots[(slot or 0) - 1] += (card_of(known),)
            bought = _on(state, name, replace(board, slots=tuple(slots)))
            return replace(bought, acted=state.acted or name == state.me)
        case words.Stored(
            command="NOTIFY_DEPOSIT_UPDATE" | "NOTIFY_VAULT_UPDATE", container=change
        ):
            return _on(state, name, _stored(board, word, change or words.Container()))
    return state


def _without(state: CommandsState, leader: int) -> CommandsState:
    hand = without(state.own.hand, leader)
    fewer = _on(state, state.me, replace(state.own, hand=hand))
    chosen = state.expected is Expected.LEADERS and len(hand) <= KEPT
    return replace(fewer, expected=Expected.NOTHING) if chosen else fewer


def _stored(
    board: renaissance.Board, word: words.Stored, change: words.Container
) -> renaissance.Board:
    resource = resource_of(change.resource)
    if resource is None:
        return board
    count = change.qty if word.added else -change.qty
    if word.command == "NOTIFY_VAULT_UPDATE":
        return replace(
            board, strongbox=renaissance.Goods(*board.strongbox.plus(some(resource, count)))
        )
    return board.with_more(resource, (word.place or 0) - 1, count)


def _plain(state: CommandsState, word: Word) -> CommandsState:
    """Apply a message that has only a command or a text."""
    mine = word.sender == state.me
    match word.command:
        case "LOGIN":
            return replace(state, stage=ClientStage.LOBBY)
        case "EXIT_LOBBY":
            return CommandsState(me=state.me, stage=ClientStage.LOBBY, lobbies=state.lobbies)
        case "ASK_LEADER_ID":
            return replace(state, expected=Expected.LEADERS)
        case "NOTIFY_GAME_STARTED":
            return replace(state, stage=ClientStage.TURNS, expected=Expected.NOTHING)
        case "NOTIFY_TURN_CHANGE":
            return _turned(state, word.sender or "")
        case "MARKET_OK":
            return replace(state, expected=Expected.NOTHING, waiting=(), whites=0, acted=True)
        case "PRODUCE_OK" if mine:
            return replace(state, acted=True)
        case "END_GAME":
            room = replace(state, stage=ClientStage.ROOM, people=(), owner="", away=())
            return replace(room, expected=Expected.NOTHING, turn="")
        case "REPLY":
            return _replied(state, word)
    return state


def _replied(state: CommandsState, word: Word) -> CommandsState:
    match word.info:
        case texts.LAST_ROUND:
            return replace(state, last_round=True)
        case texts.ACTION_USED if state.mine:
            return replace(state, acted=True)
        case texts.SELECTED:
            return replace(state, expected=Expected.NOTHING, bonus=0)
        case texts.NEW_OWNER:
            return replace(state, owner=state.me)
    if found := _COMINGS.fullmatch(word.info or ""):
        return _moved(state, found["name"], found["how"])
    if word.sender and word.info == texts.TURN.format(word.sender):
        return _turned(state, word.sender)
    return state


def _moved(state: CommandsState, name: str, how: str) -> CommandsState:
    """Record that a player joined, left or is a bot."""
    if how.startswith("is a bot"):
        return replace(state, bots=(*(one for one in state.bots if one != name), name))
    away = tuple(one for one in state.away if one != name)
    return replace(state, away=away if how == "is back" else (*away, name))


def _turned(state: CommandsState, name: str) -> CommandsState:
    turns = state.turns + 1
    over = replace(state, turn=name, turns=turns, expected=Expected.NOTHING, waiting=(), whites=0)
    return replace(over, acted=False)
