"""The picture as every word of the house changes it."""

from msgspec.structs import replace

from ludoteca.clients.console.renaissance.picture import KEPT, Asked, Picture, Stage
from ludoteca.games.renaissance import Board, Depot, Goods, Marble, Market, PopeTile, Way
from ludoteca.games.renaissance.board import without
from ludoteca.games.renaissance.faith import LAST_SPACE
from ludoteca.games.renaissance.market import COLUMNS, ROWS
from ludoteca.games.renaissance.resources import some
from ludoteca.wire.commands import Word, texts
from ludoteca.wire.commands.ids import GRID, LORENZO, MARBLES, card_of, leader_of, resource_of
from ludoteca.wire.commands.words import (
    CardPurchase,
    Container,
    Containers,
    Conversions,
    Deposit,
    Faith,
    Favours,
    GameSetup,
    LeaderHand,
    Lobbies,
    LobbyChoice,
    LobbyInfo,
    MarketLine,
    Numbered,
    PlayerList,
    Replaced,
    Scores,
    Stored,
)

_COLOURS = {word: marble for marble, word in MARBLES.items()}


def heard(picture: Picture, word: Word) -> Picture:
    """The picture after a word of the house; what does not fit into it is passed over."""
    try:
        return _heard(picture, word)
    except (LookupError, ValueError):
        return picture


def opened(picture: Picture, word: LobbyChoice) -> Picture:
    """The picture after this player asked for a room: the house does not repeat its size."""
    ours = LobbyInfo(word.name or "", picture.me, word.players or 0, 0, full=False, closed=False)
    return replace(picture, lobbies=(*picture.lobbies, ours))


def _heard(picture: Picture, word: Word) -> Picture:  # noqa: C901, PLR0912 - a case a word
    match word:
        case Lobbies(lobbies=lobbies):
            inside = picture.stage if picture.stage is not Stage.DOOR else Stage.HALL
            return replace(picture, lobbies=lobbies or (), stage=inside)
        case PlayerList(names=names):
            return _in_room(picture, word.info or "", names or ())
        case GameSetup():
            return _laid(picture, word)
        case LeaderHand(cards=cards):
            hand = tuple(leader_of(card) for card in cards)
            return _on(picture, picture.me, replace(picture.own, hand=hand))
        case MarketLine(selection=way, num=num):
            line = Way((way or "").lower())
            return replace(picture, market=picture.market.pushed(line, (num or 0) - 1))
        case Replaced(old=old, new=new):
            grid = [card_of(new) if card == card_of(old) else card for card in picture.grid]
            return replace(picture, grid=tuple(grid))
        case Favours(favours=favours):
            return _reported(picture, favours)
        case Faith(qty=steps):
            return _walked(picture, word, steps)
        case Scores():
            return replace(picture, scores=word)
        case Containers(command="ASK_MARKET_DEST", containers=containers):
            taken = tuple(r for one in containers if (r := resource_of(one.resource)))
            return replace(picture, asked=Asked.PLACES, waiting=taken)
        case Conversions(available=known, count=count):
            choices = tuple(r for one in known if (r := resource_of(one)))
            return replace(picture, asked=Asked.CONVERSION, conversions=choices, whites=count)
        case Stored() | CardPurchase() | Deposit() | Numbered():
            return _changed(picture, word)
        case _:
            return _plain(picture, word)


def _in_room(picture: Picture, info: str, names: tuple[str, ...]) -> Picture:
    before, _, after = texts.PLAYERS.partition("{0}")
    room = info.removeprefix(before).removesuffix(after)
    seats = next((one.max_players for one in picture.lobbies if one.name == room), 0)
    same = room == picture.room
    return replace(
        picture,
        stage=Stage.ROOM,
        room=room,
        people=names,
        seats=picture.seats if same and picture.seats else seats,
    )


def _laid(picture: Picture, word: GameSetup) -> Picture:
    marbles = [_COLOURS[str(one.resource)] for one in word.market]
    columns = [marbles[ROWS * i : ROWS * (i + 1)] for i in range(COLUMNS)]
    rows: tuple[tuple[Marble, ...], ...] = tuple(zip(*columns, strict=True))
    tops = [card_of(known) for known in word.grid]
    shown = sorted(zip(GRID, tops, strict=True))
    return Picture(
        me=picture.me,
        stage=Stage.SETUP,
        room=picture.room,
        people=picture.people,
        seats=len(word.names) - (LORENZO in word.names),
        names=word.names,
        market=Market(rows, marbles[-1]),
        grid=tuple(card for _, card in shown),
        boards=(Board(),) * len(word.names),
    )


def _on(picture: Picture, name: str, board: Board) -> Picture:
    """The picture with another board of a player."""
    seat = picture.names.index(name)
    boards = (*picture.boards[:seat], board, *picture.boards[seat + 1 :])
    return replace(picture, boards=boards)


def _reported(picture: Picture, favours: tuple[int, ...]) -> Picture:
    section, boards = picture.reports, []
    for board, points in zip(picture.boards, favours, strict=True):
        tiles = list(board.tiles)
        tiles[section] = PopeTile.KEPT if points else PopeTile.LOST
        boards.append(replace(board, tiles=tuple(tiles)))
    return replace(picture, boards=tuple(boards), reports=section + 1)


def _walked(picture: Picture, word: Faith, steps: int) -> Picture:
    current = word.command == "NOTIFY_FAITHPATH_CURRENT"
    boards = [
        replace(board, faith=min(LAST_SPACE, board.faith + steps))
        if (name == word.sender) == current
        else board
        for name, board in zip(picture.names, picture.boards, strict=True)
    ]
    return replace(picture, boards=tuple(boards))


def _changed(picture: Picture, word: Word) -> Picture:
    """What changes on one board, or in one hand."""
    match word:
        case Numbered(command="ASK_SETUP_RESOURCES", id=count):
            return replace(picture, asked=Asked.BONUS, bonus=count or 0)
        case Numbered(command="DISCARD_OK", id=known):
            return _without(picture, leader_of(known))
    name = word.sender or ""
    board = picture.board(name)
    match word:
        case Numbered(command="ACTIVATE_OK", id=known):
            leader = leader_of(known)
            mine = _without(picture, leader) if name == picture.me else picture
            board = mine.board(name)
            return _on(mine, name, replace(board, played=(*board.played, leader)))
        case Deposit():
            depot = Depot(word.slots, resource_of(word.resource), of_leader=True)
            return _on(picture, name, replace(board, depots=(*board.depots, depot)))
        case CardPurchase(command="BUY_OK", card=known, slot=slot):
            slots = list(board.slots)
            slots[(slot or 0) - 1] += (card_of(known),)
            bought = _on(picture, name, replace(board, slots=tuple(slots)))
            return replace(bought, acted=picture.acted or name == picture.me)
        case Stored(command="NOTIFY_DEPOSIT_UPDATE" | "NOTIFY_VAULT_UPDATE", container=change):
            return _on(picture, name, _stored(board, word, change or Container()))
    return picture


def _without(picture: Picture, leader: int) -> Picture:
    hand = without(picture.own.hand, leader)
    fewer = _on(picture, picture.me, replace(picture.own, hand=hand))
    chosen = picture.asked is Asked.LEADERS and len(hand) <= KEPT
    return replace(fewer, asked=Asked.NOTHING) if chosen else fewer


def _stored(board: Board, word: Stored, change: Container) -> Board:
    resource = resource_of(change.resource)
    if resource is None:
        return board
    count = change.qty if word.added else -change.qty
    if word.command == "NOTIFY_VAULT_UPDATE":
        return replace(board, strongbox=Goods(*board.strongbox.plus(some(resource, count))))
    return board.with_more(resource, (word.place or 0) - 1, count)


def _plain(picture: Picture, word: Word) -> Picture:
    """Words that say everything by their name, or in words."""
    mine = word.sender == picture.me
    match word.command:
        case "LOGIN":
            return replace(picture, stage=Stage.HALL)
        case "EXIT_LOBBY":
            return Picture(me=picture.me, stage=Stage.HALL, lobbies=picture.lobbies)
        case "ASK_LEADER_ID":
            return replace(picture, asked=Asked.LEADERS)
        case "NOTIFY_GAME_STARTED":
            return replace(picture, stage=Stage.TURNS, asked=Asked.NOTHING)
        case "NOTIFY_TURN_CHANGE":
            return _turned(picture, word.sender or "")
        case "MARKET_OK":
            return replace(picture, asked=Asked.NOTHING, waiting=(), whites=0, acted=True)
        case "PRODUCE_OK" if mine:
            return replace(picture, acted=True)
        case "END_GAME":
            return replace(picture, stage=Stage.ROOM, asked=Asked.NOTHING, turn="")
        case "REPLY":
            return _replied(picture, word)
    return picture


def _replied(picture: Picture, word: Word) -> Picture:
    match word.info:
        case texts.LAST_ROUND:
            return replace(picture, last_round=True)
        case texts.ACTION_USED if picture.mine:
            return replace(picture, acted=True)
        case texts.SELECTED:
            return replace(picture, asked=Asked.NOTHING, bonus=0)
    if word.sender and word.info == texts.TURN.format(word.sender):
        return _turned(picture, word.sender)
    return picture


def _turned(picture: Picture, name: str) -> Picture:
    turns = picture.turns + 1
    over = replace(picture, turn=name, turns=turns, asked=Asked.NOTHING, waiting=(), whites=0)
    return replace(over, acted=False)
