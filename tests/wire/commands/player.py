"""A program that knows only the wire and the printed cards, and plays whole matches.

It keeps the picture that deployed programs keep, from differences alone, and complains if one
does not fit: a deposit below nothing, a card that is not shown, a name that nobody has.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludoteca.games import Dice
from ludoteca.games.renaissance import CARDS
from ludoteca.wire.commands import Word
from ludoteca.wire.commands.ids import RESOURCES, card_of
from ludoteca.wire.commands.words import (
    Blanks,
    Container,
    Containers,
    Conversions,
    Deposit,
    Faith,
    Favours,
    Hand,
    Line,
    Lorenzo,
    Numbered,
    Purchase,
    Replaced,
    Scores,
    Slot,
    Stored,
    Table,
)
from tests.wire.commands.lounge import word

SIZES = (1, 2, 3)


class Board:
    """What belongs to one player, as their program draws it."""

    def __init__(self) -> None:
        self.deposits: list[tuple[str | None, int]] = [(None, 0)] * 3
        self.sizes = [*SIZES]
        self.vault: Counter[str] = Counter()
        self.slots: list[list[int]] = [[], [], []]
        self.leaders: list[int] = []
        self.productions = 0
        self.faith = 0
        self.favours = 0

    def held(self) -> Counter[str]:
        total = Counter(self.vault)
        for resource, count in self.deposits:
            if resource:
                total[resource] += count
        return total

    def store(self, place: int, change: Container, *, added: bool) -> None:
        resource, count = self.deposits[place]
        if not change.qty:
            return
        assert resource in (None, change.resource)
        count += change.qty if added else -change.qty
        assert 0 <= count <= self.sizes[place]
        kept = change.resource if count or place >= len(SIZES) else None
        self.deposits[place] = (kept, count)

    def bank(self, change: Container, *, added: bool) -> None:
        assert change.resource
        self.vault[change.resource] += change.qty if added else -change.qty
        assert self.vault[change.resource] >= 0


class Player:
    """Plays a match: hears words, and says words."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.dice = name, Dice(seed)
        self.boards: dict[str, Board] = {}
        self.names: tuple[str, ...] = ()
        self.grid: list[int] = []
        self.market: list[str] = []
        self.hand: list[int] = []
        self.scores: Scores | None = None
        self.over = False
        self.tried: set[str] = set()
        self.heard: Counter[str] = Counter()

    # The picture

    def draw(self, heard: Word) -> None:  # noqa: C901, PLR0912 - one case a word
        """Change the picture as a word says."""
        board = self.boards.get(heard.sender or "")
        match heard:
            case Table(grid=grid, names=names, market=market):
                assert self.name in names
                self.boards = {name: Board() for name in names}
                self.names, self.grid = names, list(grid)
                self.market = [str(marble.resource) for marble in market]
                assert (len(self.grid), len(self.market)) == (12, 13)
            case Hand(cards=cards):
                self.hand = list(cards)
            case Numbered(command="DISCARD_OK", id=card):
                assert heard.sender == self.name
                self.hand.remove(card or 0)
            case Numbered(command="ACTIVATE_OK", id=card):
                assert board is not None
                board.leaders.append(card or 0)
                if heard.sender == self.name and card in self.hand:
                    self.hand.remove(card)
            case Stored(command="NOTIFY_DEPOSIT_UPDATE", container=change, place=place):
                assert board is not None
                assert change is not None
                board.store((place or 0) - 1, change, added=bool(heard.added))
            case Stored(command="NOTIFY_VAULT_UPDATE", container=change):
                assert board is not None
                assert change is not None
                board.bank(change, added=bool(heard.added))
            case Purchase(command="BUY_OK", card=card, slot=slot):
                assert board is not None
                board.slots[(slot or 0) - 1].append(card or 0)
            case Replaced(old=old, new=new):
                self.grid[self.grid.index(old)] = new
            case Deposit(slots=slots, resource=resource):
                assert board is not None
                board.deposits.append((resource, 0))
                board.sizes.append(slots)
            case Slot():
                assert board is not None
                board.productions += 1
            case Line(selection=way, num=num):
                self.push(str(way), (num or 0) - 1)
            case Faith(qty=steps, command="NOTIFY_FAITHPATH_CURRENT"):
                assert board is not None
                board.faith = min(24, board.faith + steps)
            case Faith(qty=steps):
                for name, other in self.boards.items():
                    other.faith = min(24, other.faith + steps * (name != heard.sender))
            case Favours(favours=favours):
                for one, points in zip(self.boards.values(), favours, strict=True):
                    one.favours += points
            case Lorenzo(action=action, colour=colour):
                assert (colour is not None) == (action <= 4)
            case Scores():
                self.scores = heard
            case Word(command="END_GAME"):
                self.over = True

    def push(self, way: str, index: int) -> None:
        """Push the marble outside into the market, held column by column."""
        cells = [index * 3 + i for i in range(3)] if way == "COLUMN" else range(index, 12, 3)
        line = [*cells, 12]
        first = self.market[line[0]]
        for here, there in zip(line, line[1:], strict=False):
            self.market[here] = self.market[there]
        self.market[12] = first

    # Playing

    def hear(self, heard: Word) -> Iterator[Word]:
        """What it says to what it hears."""
        self.heard[heard.command] += 1
        self.draw(heard)
        mine = heard.sender == self.name
        match heard.command:
            case "PING":
                yield word("PONG")
            case "ASK_LEADER_ID":
                for leader in self.hand[:2]:
                    yield word("DISCARD_LEADER", id=leader)
            case "ASK_SETUP_RESOURCES":
                yield self.put("SETUP_CONTAINER", "GOLD", 1, "deposit", 3)
            case "NOTIFY_TURN_CHANGE":
                self.tried = set()
                yield from self.act()
            case "ACTIVATE_OK" | "DISCARD_OK" if mine and "leader" in self.tried:
                yield from self.act()
            case "REPLY" if heard.info and "requirements" in heard.info:
                yield from self.act()
            case "BUY_ERROR" | "PRODUCE_ERROR":
                yield from self.act()
            case "START_FILL":
                assert isinstance(heard, Blanks)
                yield word("FILL_QM", resources=self.chosen(heard))
            case "BUY_SLOT_OK" | "PRODUCTION_PRICE":
                assert isinstance(heard, Containers)
                yield from self.pay(heard.containers)
            case "ASK_MULTIPLE_CONVERSION":
                assert isinstance(heard, Conversions)
                yield word("CONVERSION", resource=heard.available[0])
            case "ASK_MARKET_DEST":
                assert isinstance(heard, Containers)
                yield self.place(str(heard.containers[0].resource))
            case "MARKET_OK" | "BUY_OK" | "PRODUCE_OK" if mine:
                yield word("END_TURN")

    def put(self, command: str, resource: str, qty: int, where: str, place: int) -> Word:
        change = Container(resource, qty)
        return word(command, container=change, destination=where, place=place)

    def act(self) -> Iterator[Word]:
        """One more thing to try in this turn; the market always works."""
        own = self.boards[self.name]
        if "leader" not in self.tried and self.hand and self.dice.below(3) == 0:
            self.tried.add("leader")
            yield word("ACTIVATE_LEADER", id=self.hand[0])
        elif "buy" not in self.tried and (wish := self.wish(own)):
            self.tried.add("buy")
            yield word("BUY", card=wish[0], slot=wish[1])
        elif "produce" not in self.tried and self.dice.below(2) and own.held().total() > 1:
            self.tried.add("produce")
            yield word("PRODUCE", slots=self.powers(own))
        else:
            column = self.dice.below(7)
            way, num = ("column", column + 1) if column < 4 else ("row", column - 3)
            yield word("PICK_FROM_MARKET", selection=way, num=num)

    def wish(self, own: Board) -> tuple[int, int] | None:
        held, wishes = own.held(), []
        for known in self.grid:
            card = CARDS.get(card_of(known))
            cost = Counter({RESOURCES[r]: n for r, n in card.cost.each()}) if card else Counter()
            for slot, cards in enumerate(own.slots):
                if card and len(cards) == card.level - 1 and cost <= held:
                    wishes.append((known, slot + 1))
        return wishes[self.dice.below(len(wishes))] if wishes else None

    def powers(self, own: Board) -> tuple[int, ...]:
        slots = [slot + 1 for slot, cards in enumerate(own.slots) if cards]
        slots += [4 + place for place in range(own.productions)]
        some = [slot for slot in slots if self.dice.below(3)]
        return (0, *some) if self.dice.below(2) or not some else tuple(some)

    def chosen(self, blank: Blanks) -> tuple[str, ...]:
        held = [r for r, n in self.boards[self.name].held().items() for _ in range(n)]
        return (*held[: blank.takes], *("SHIELD",) * blank.makes)

    def pay(self, price: tuple[Container, ...]) -> Iterator[Word]:
        own = self.boards[self.name]
        for owed in price:
            left = owed.qty
            for place, (resource, count) in enumerate(own.deposits, start=1):
                part = min(left, count) if resource == owed.resource else 0
                if part:
                    yield self.put("SEND_CONTAINER", str(resource), part, "deposit", place)
                    left -= part
            if left:
                yield self.put("SEND_CONTAINER", str(owed.resource), left, "Vault", 0)
        yield word("DONE")

    def place(self, resource: str) -> Word:
        own = self.boards[self.name]
        places = list(enumerate(zip(own.deposits, own.sizes, strict=True), start=1))
        there = [p for p, ((r, n), size) in places if r == resource and n < size]
        basic = any(r == resource for r, _ in own.deposits[:3])
        empty = [p for p, ((r, _), _) in places if r is None and not basic]
        choice = (there or empty or [self.dice.below(5) + 1])[-1]
        return self.put("SEND_DEPOSIT_ID", resource, 1, "deposit", choice)


def sketch(player: Player) -> dict[str, Any]:
    """What a program has drawn, to be compared."""
    return {
        name: (
            [(r if n else None, n) for r, n in board.deposits],
            +board.vault,
            board.slots,
            sorted(board.leaders),
            board.faith,
            board.favours,
        )
        for name, board in player.boards.items()
        if name != "LORENZO"
    }
