"""How the house says things to one client: words with the names as that client knows them."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.games import Seat
from ludoteca.games.renaissance import CARDS, DECKS, LEADERS, Depot, Goods, Payment, Resource
from ludoteca.games.renaissance import Ability as Skill
from ludoteca.games.renaissance.leaders import DEPOT_SLOTS
from ludoteca.messages import TableInfo, key
from ludoteca.wire.commands.ids import CARD_IDS, FAITH, LEADER_IDS, NO_CARD, RESOURCES
from ludoteca.wire.commands.words import (
    Ability,
    Container,
    Deposit,
    LobbyInfo,
    Purchase,
    Replaced,
    Slot,
    Stored,
    Target,
    Word,
)

GAME = "renaissance"
DEPOSIT, VAULT = "DEPOSIT", "VAULT"
ALL, OTHERS = Target.BROADCAST, Target.EVERYONE_ELSE


class Me(NamedTuple):
    """Who listens: a name in the house, and that name exactly as it was typed."""

    name: str
    typed: str

    def shown(self, name: str) -> str:
        """A name as one word; the listener's own as it was typed."""
        return self.typed if key(name) == key(self.name) else name.replace(" ", "_")


class Match(NamedTuple):
    """Who plays, by seat, as one client knows them, and which seat is its own."""

    names: tuple[str, ...]
    seat: Seat

    @property
    def own(self) -> str:
        """The listener's name."""
        return self.names[self.seat]


def match_of(info: TableInfo, seat: Seat, me: Me) -> Match:
    """The players of a table under names that differ; a seat without anybody has a number."""
    names: list[str] = []
    for place, holder in enumerate(info.seats):
        name = me.shown(holder.name) if holder else f"seat-{place + 1}"
        while name in names or (name == me.typed and place != seat):
            name += "_"
        names.append(name)
    return Match(tuple(names), seat)


def room_name(info: TableInfo) -> str:
    """What a table is called here: one word."""
    return info.name if info.name and " " not in info.name else f"table-{info.table}"


def people_in(info: TableInfo, me: Me) -> tuple[str, ...]:
    """Who sits at a table."""
    return tuple(me.shown(holder.name) for holder in info.seats if holder)


def is_spoken_of(info: TableInfo) -> bool:
    """Whether a table is one for this protocol: nothing unsaid there, and somebody in it."""
    here = any(holder and holder.here and not holder.bot for holder in info.seats)
    return info.game == GAME and not info.take_back and here


def lobby_info(info: TableInfo, me: Me) -> LobbyInfo:
    """A table as a lobby."""
    taken = people_in(info, me)
    full = len(taken) == len(info.seats)
    owner = me.shown(info.owner)
    return LobbyInfo(room_name(info), owner, len(info.seats), len(taken), full, info.started)


def say(command: str, sender: str | None = None, target: Target = Target.UNICAST) -> Word:
    """A command by itself."""
    return Word(command=command, sender=sender, target=target)


def reply(text: str, sender: str | None = None, target: Target = Target.UNICAST) -> Word:
    """Something in words."""
    return Word(command="REPLY", info=text, sender=sender, target=target)


def one_each(goods: Goods) -> tuple[Container, ...]:
    """Goods one by one."""
    return tuple(Container(RESOURCES[r], 1) for r, count in goods.each() for _ in range(count))


def counted(goods: Goods) -> tuple[Container, ...]:
    """Goods by resource."""
    return tuple(Container(RESOURCES[r], count) for r, count in goods.each())


def in_deposit(
    name: str, place: int, resource: Resource | None, count: int, *, added: bool
) -> Word:
    """So much more or less in a deposit."""
    return Stored(
        command="NOTIFY_DEPOSIT_UPDATE",
        container=Container(RESOURCES[resource], count) if resource and count else Container(),
        destination=DEPOSIT,
        place=place + 1,
        added=added,
        target=ALL,
        sender=name,
    )


def in_vault(name: str, goods: Goods, *, added: bool) -> list[Word]:
    """So much more or less in the vault."""
    return [
        Stored(
            command="NOTIFY_VAULT_UPDATE",
            container=container,
            destination=VAULT,
            place=0,
            added=added,
            target=ALL,
            sender=name,
        )
        for container in counted(goods)
    ]


def paid(name: str, depots: Sequence[Depot], payment: Payment) -> list[Word]:
    """What was paid, deposit by deposit, and from the vault."""
    counts = zip(depots, payment.depots, strict=True)
    return [
        *(in_deposit(name, p, d.resource, n, added=False) for p, (d, n) in enumerate(counts)),
        *in_vault(name, payment.strongbox, added=False),
    ]


def moved(name: str, depots: Sequence[Depot], one: int, other: int, count: int) -> list[Word]:
    """So many resources of one deposit that lie in another one now."""
    resource = depots[one].resource
    return [
        in_deposit(name, one, resource, count, added=False),
        in_deposit(name, other, resource, count, added=True),
    ]


def swapped(name: str, depots: Sequence[Depot], one: int, other: int) -> list[Word]:
    """Two deposits that were exchanged: both removals first, then both additions."""
    there, back = depots[one], depots[other]
    return [
        in_deposit(name, one, there.resource, there.count, added=False),
        in_deposit(name, other, back.resource, back.count, added=False),
        in_deposit(name, other, there.resource, there.count, added=True),
        in_deposit(name, one, back.resource, back.count, added=True),
    ]


def bought(name: str, card: int, slot: int, info: str | None = None) -> Word:
    """A card that was bought for a slot."""
    known = CARD_IDS[card]
    return Purchase(command="BUY_OK", card=known, slot=slot + 1, target=ALL, sender=name, info=info)


def replaced(card: int, beneath: int) -> Word:
    """The card that is seen in the place of another one, if there is any."""
    new = CARD_IDS[beneath] if beneath else NO_CARD
    return Replaced(command="NOTIFY_CARDGRID", old=CARD_IDS[card], new=new, target=ALL)


def powers(name: str, leader: int) -> list[Word]:
    """What a leader that was played brings to its board."""
    skill, resource = LEADERS[leader].ability, RESOURCES[LEADERS[leader].resource]
    if skill is Skill.DEPOT:
        new = "NOTIFY_NEW_DEPOSIT"
        return [Deposit(command=new, slots=DEPOT_SLOTS, resource=resource, target=ALL, sender=name)]
    if skill is Skill.PRODUCTION:
        ability = Ability((Container(resource, 1),), 0, (Container(FAITH, 1),), 1)
        return [Slot(command="NOTIFY_NEW_PROD_SLOT", ability=ability, target=ALL, sender=name)]
    return []


def leader_ids(leaders: Sequence[int]) -> tuple[int, ...]:
    """Leaders by the ids deployed programs know."""
    return tuple(LEADER_IDS[leader] for leader in leaders)


def level_deck(place: int) -> int:
    """A card of the deck in this place, for programs that must be shown one before it is gone."""
    return next(n for n, card in CARDS.items() if (card.colour, card.level) == DECKS[place])
