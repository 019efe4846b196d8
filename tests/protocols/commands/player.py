"""A program that knows only the wire format and the printed cards, and plays whole matches."""

from collections import Counter
from collections.abc import Callable, Iterator

from ludoteca.games import Dice
from ludoteca.games.renaissance import CARDS
from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.ids import RESOURCES, card_of
from ludoteca.protocols.commands.words import Blanks, Container, Containers, Conversions
from tests.protocols.commands.drawing import Board, Picture
from tests.protocols.commands.local import word


class Player:
    """A player that answers words with words."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.dice = name, Dice(seed)
        self.picture = Picture(name)
        self.tried: set[str] = set()
        self.heard: Counter[str] = Counter()

    @property
    def own(self) -> Board:
        return self.picture.boards[self.name]

    def hear(self, heard: Word) -> Iterator[Word]:
        """Yield the answers to a word."""
        self.heard[heard.command] += 1
        self.picture.draw(heard)
        mine = heard.sender == self.name
        asked = ASKED.get(heard.command)
        if asked and mine:
            yield from asked(self, heard)
        elif heard.command == "PING":
            yield word("PONG")
        elif heard.command == "REPLY":
            if "requirements" in str(heard.info):
                yield from self.act()
            if "already used" in str(heard.info):
                yield word("END_TURN")

    def discard(self, _: Word) -> Iterator[Word]:
        for leader in self.picture.hand[2:]:
            yield word("DISCARD_LEADER", id=leader)

    def choose(self, _: Word) -> Iterator[Word]:
        yield self.put("SETUP_CONTAINER", "GOLD", 1, "deposit", 3)

    def begin(self, _: Word) -> Iterator[Word]:
        self.tried = set()
        yield from self.act()

    def go_on(self, _: Word) -> Iterator[Word]:
        if "leader" in self.tried:
            yield from self.act()

    def fail(self, heard: Word) -> Iterator[Word]:
        if "already used" in str(heard.info):
            yield word("END_TURN")
        else:
            yield from self.act()

    def fill(self, heard: Word) -> Iterator[Word]:
        assert isinstance(heard, Blanks)
        held = [r for r, n in self.own.held().items() for _ in range(n)]
        made = ("SHIELD",) * heard.makes
        yield word("FILL_QM", resources=(*held[: heard.takes], *made))

    def convert(self, heard: Word) -> Iterator[Word]:
        assert isinstance(heard, Conversions)
        yield word("CONVERSION", resource=heard.available[0])

    def pay(self, heard: Word) -> Iterator[Word]:
        assert isinstance(heard, Containers)
        for owed in heard.containers:
            left = owed.qty
            for place, (resource, count) in enumerate(self.own.deposits, start=1):
                part = min(left, count) if resource == owed.resource else 0
                if part:
                    yield self.put("SEND_CONTAINER", str(resource), part, "deposit", place)
                    left -= part
            if left:
                yield self.put("SEND_CONTAINER", str(owed.resource), left, "Vault", 0)
        yield word("DONE")

    def place(self, heard: Word) -> Iterator[Word]:
        assert isinstance(heard, Containers)
        resource, own = str(heard.containers[0].resource), self.own
        places = list(enumerate(zip(own.deposits, own.sizes, strict=True), start=1))
        there = [p for p, ((r, n), size) in places if r == resource and n < size]
        basic = any(r == resource for r, _ in own.deposits[:3])
        empty = [p for p, ((r, _), _) in places if r is None and not basic]
        choice = (there or empty or [self.dice.below(5) + 1])[-1]
        yield self.put("SEND_DEPOSIT_ID", resource, 1, "deposit", choice)

    def end(self, _: Word) -> Iterator[Word]:
        yield word("END_TURN")

    def put(self, command: str, resource: str, qty: int, where: str, place: int) -> Word:
        change = Container(resource, qty)
        return word(command, container=change, destination=where, place=place)

    def act(self) -> Iterator[Word]:
        """Yield one more action to try in this turn; taking from the market always works."""
        hand = self.picture.hand
        if "leader" not in self.tried and hand and self.dice.below(3) == 0:
            self.tried.add("leader")
            yield word("ACTIVATE_LEADER", id=hand[self.dice.below(len(hand))])
        elif "buy" not in self.tried and (wish := self.wish()):
            self.tried.add("buy")
            yield word("BUY", card=wish[0], slot=wish[1])
        elif "produce" not in self.tried and self.dice.below(2) and self.own.held().total() > 1:
            self.tried.add("produce")
            yield word("PRODUCE", slots=self.powers())
        else:
            column = self.dice.below(7)
            way, num = ("column", column + 1) if column < 4 else ("row", column - 3)
            yield word("PICK_FROM_MARKET", selection=way, num=num)

    def wish(self) -> tuple[int, int] | None:
        """Return an affordable card and a slot for it."""
        held, wishes = self.own.held(), []
        for known in self.picture.grid:
            if not (card := CARDS.get(card_of(known))):
                continue
            cost = Counter({RESOURCES[r]: n for r, n in card.cost.each()})
            for slot, cards in enumerate(self.own.slots):
                if len(cards) == card.level - 1 and cost <= held:
                    wishes.append((known, slot + 1))
        return wishes[self.dice.below(len(wishes))] if wishes else None

    def powers(self) -> tuple[int, ...]:
        slots = [slot + 1 for slot, cards in enumerate(self.own.slots) if cards]
        slots += [4 + place for place in range(self.own.productions)]
        some = [slot for slot in slots if self.dice.below(3)]
        return (0, *some) if self.dice.below(2) or not some else tuple(some)


ASKED: dict[str, Callable[[Player, Word], Iterator[Word]]] = {
    "ASK_LEADER_ID": Player.discard,
    "ASK_SETUP_RESOURCES": Player.choose,
    "NOTIFY_TURN_CHANGE": Player.begin,
    "ACTIVATE_OK": Player.go_on,
    "BUY_ERROR": Player.fail,
    "PRODUCE_ERROR": Player.fail,
    "START_FILL": Player.fill,
    "BUY_SLOT_OK": Player.pay,
    "PRODUCTION_PRICE": Player.pay,
    "ASK_MULTIPLE_CONVERSION": Player.convert,
    "ASK_MARKET_DEST": Player.place,
    "MARKET_OK": Player.end,
    "BUY_OK": Player.end,
    "PRODUCE_OK": Player.end,
}
