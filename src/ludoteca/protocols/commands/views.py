"""The table as messages: single parts, or the whole table at the start or after a return."""

from collections.abc import Iterator, Sequence

from ludoteca.games import Seat, renaissance
from ludoteca.games.renaissance.board import SECTIONS
from ludoteca.games.renaissance.cards import DEPOT_SLOTS
from ludoteca.games.seating import playing_order
from ludoteca.protocols.commands import ids, texts, words
from ludoteca.protocols.commands.session import CommandsMatch

DEPOSIT = "DEPOSIT"
VAULT = "VAULT"
ALL = words.Target.BROADCAST
OTHERS = words.Target.EVERYONE_ELSE
LEADERS_KEPT = 2
"""Leaders that each player keeps."""


# Parts


def reply(
    text: str, sender: str | None = None, target: words.Target = words.Target.UNICAST
) -> words.Word:
    return words.Word(command="REPLY", info=text, sender=sender, target=target)


def one_each(goods: renaissance.Goods) -> tuple[words.Container, ...]:
    """List goods one by one."""
    return tuple(
        words.Container(ids.RESOURCES[r], 1) for r, count in goods.each() for _ in range(count)
    )


def counted(goods: renaissance.Goods) -> tuple[words.Container, ...]:
    """List goods by resource."""
    return tuple(words.Container(ids.RESOURCES[r], count) for r, count in goods.each())


def in_deposit(
    name: str, place: int, resource: renaissance.Resource | None, count: int, *, added: bool
) -> words.Word:
    """Report goods added to or removed from a deposit."""
    return words.Stored(
        command="NOTIFY_DEPOSIT_UPDATE",
        container=words.Container(ids.RESOURCES[resource], count)
        if resource and count
        else words.Container(),
        destination=DEPOSIT,
        place=place + 1,
        added=added,
        target=ALL,
        sender=name,
    )


def in_vault(name: str, goods: renaissance.Goods, *, added: bool) -> list[words.Word]:
    """Report goods added to or removed from the vault."""
    return [
        words.Stored(
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


def paid(
    name: str, depots: Sequence[renaissance.Depot], payment: renaissance.Payment
) -> list[words.Word]:
    """Report a payment: deposit by deposit, then the vault."""
    counts = zip(depots, payment.depots, strict=True)
    return [
        *(in_deposit(name, p, d.resource, n, added=False) for p, (d, n) in enumerate(counts)),
        *in_vault(name, payment.strongbox, added=False),
    ]


def moved(
    name: str, depots: Sequence[renaissance.Depot], one: int, other: int, count: int
) -> list[words.Word]:
    """Report resources moved from one deposit to another."""
    resource = depots[one].resource
    return [
        in_deposit(name, one, resource, count, added=False),
        in_deposit(name, other, resource, count, added=True),
    ]


def swapped(
    name: str, depots: Sequence[renaissance.Depot], one: int, other: int
) -> list[words.Word]:
    """Report two exchanged deposits: both removals, then both additions."""
    there = depots[one]
    back = depots[other]
    return [
        in_deposit(name, one, there.resource, there.count, added=False),
        in_deposit(name, other, back.resource, back.count, added=False),
        in_deposit(name, other, there.resource, there.count, added=True),
        in_deposit(name, one, back.resource, back.count, added=True),
    ]


def bought(name: str, card: int, slot: int, info: str | None = None) -> words.Word:
    known = ids.CARD_IDS[card]
    return words.CardPurchase(
        command="BUY_OK", card=known, slot=slot + 1, target=ALL, sender=name, info=info
    )


def replaced(card: int, beneath: int) -> words.Word:
    """Report that this card left the top of its deck, with the card beneath it, if any."""
    new = ids.CARD_IDS[beneath] if beneath else ids.NO_CARD
    return words.Replaced(command="NOTIFY_CARDGRID", old=ids.CARD_IDS[card], new=new, target=ALL)


def powers(name: str, leader: int) -> list[words.Word]:
    """Report the deposit or production that a played leader adds."""
    skill = renaissance.LEADERS[leader].ability
    resource = ids.RESOURCES[renaissance.LEADERS[leader].resource]
    if skill is renaissance.Ability.DEPOT:
        new = "NOTIFY_NEW_DEPOSIT"
        return [
            words.Deposit(
                command=new, slots=DEPOT_SLOTS, resource=resource, target=ALL, sender=name
            )
        ]
    if skill is renaissance.Ability.PRODUCTION:
        ability = words.ProductionAbility(
            (words.Container(resource, 1),), 0, (words.Container(ids.FAITH, 1),), 1
        )
        return [
            words.Slot(command="NOTIFY_NEW_PROD_SLOT", ability=ability, target=ALL, sender=name)
        ]
    return []


def leader_ids(leaders: Sequence[int]) -> tuple[int, ...]:
    """Return the leaders' ids in deployed clients."""
    return tuple(ids.LEADER_IDS[leader] for leader in leaders)


def level_deck(place: int) -> int:
    """Return any card of a deck's kind. An empty deck is sent as this card and its removal."""
    return next(
        n
        for n, card in renaissance.CARDS.items()
        if (card.colour, card.level) == renaissance.DECKS[place]
    )


# The whole table


def whole_table(view: renaissance.View, match: CommandsMatch) -> Iterator[words.Word]:
    """Yield messages about everything that the client may see, then its open question."""
    yield game_setup(view, match)
    if len(view.seats) == 1:
        yield reply(texts.SOLO, match.own)
    own = view.seats[match.seat]
    cards = leader_ids((*own.hand, *own.played))
    yield words.LeaderHand(command="NOTIFY_HAND", cards=cards, sender=match.own)
    if view.phase is renaissance.Phase.SETUP:
        for seat, board in enumerate(view.seats):
            yield from _faith(match.names[seat], board.faith)
            yield from _deposits(match.names[seat], board)
        yield from question(view, match)
        return
    yield reply(texts.BEGUN, match.own)
    yield words.Word(command="NOTIFY_GAME_STARTED", target=ALL)
    for place, deck in enumerate(view.decks):
        if not deck.cards:
            yield replaced(level_deck(place), 0)
    for seat, board in enumerate(view.seats):
        yield from _board(match.names[seat], board)
    yield from _faith(ids.LORENZO, view.cross)
    for section in range(view.reports):
        yield favours(view, section, match.own)
    yield from turn(view, match)
    yield from question(view, match)


def game_setup(view: renaissance.View, match: CommandsMatch) -> words.Word:
    """Return the current table: the grid in order, and the market column by column."""
    decks = [view.decks[place].top or level_deck(place) for place in ids.GRID]
    marbles = [marble for column in zip(*view.market.rows, strict=True) for marble in column]
    return words.GameSetup(
        command="GAME_SETUP",
        grid=tuple(ids.CARD_IDS[top] for top in decks),
        names=player_names(view, match),
        market=tuple(
            words.Container(ids.MARBLES[marble], 1) for marble in (*marbles, view.market.slide)
        ),
        target=ALL,
    )


def player_names(view: renaissance.View, match: CommandsMatch) -> tuple[str, ...]:
    """Return the players in playing order, with Lorenzo in solo games."""
    names = tuple(match.names[seat] for seat in in_order(view))
    return (*names, ids.LORENZO) if len(names) == 1 else names


def in_order(view: renaissance.View) -> tuple[Seat, ...]:
    """Return the seats in playing order, which deployed clients assume in all lists of players."""
    return playing_order(view.first, len(view.seats))


def _faith(name: str, steps: int) -> Iterator[words.Word]:
    if steps:
        yield words.Faith(command="NOTIFY_FAITHPATH_CURRENT", qty=steps, target=ALL, sender=name)


def _deposits(name: str, board: renaissance.SeatView) -> Iterator[words.Word]:
    for place, depot in enumerate(board.depots):
        if depot.count:
            yield in_deposit(name, place, depot.resource, depot.count, added=True)


def _board(name: str, board: renaissance.SeatView) -> Iterator[words.Word]:
    yield from _faith(name, board.faith)
    for leader in board.played:
        yield words.Numbered(
            command="ACTIVATE_OK", id=ids.LEADER_IDS[leader], target=ALL, sender=name
        )
        yield from powers(name, leader)
    for slot, cards in enumerate(board.slots):
        for card in cards:
            yield bought(name, card, slot)
    yield from _deposits(name, board)
    yield from in_vault(name, board.strongbox, added=True)


def favours(view: renaissance.View, section: int, sender: str) -> words.Word:
    """Report the points for the papal favours in a section, by player."""
    first, _, points = SECTIONS[section]
    kept = [view.seats[seat].tiles[section] is renaissance.PopeTile.KEPT for seat in in_order(view)]
    if len(view.seats) == 1:
        kept.append(view.cross >= first)
    by_player = tuple(points * one for one in kept)
    command = "NOTIFY_FAITHPATH_FAVOURS"
    return words.Favours(command=command, favours=by_player, target=ALL, sender=sender)


def turn(view: renaissance.View, match: CommandsMatch) -> Iterator[words.Word]:
    """Announce whose turn it is, once the game has begun."""
    if view.turn is None:
        return
    name = match.names[view.turn]
    if view.last_round:
        yield reply(texts.LAST_ROUND, target=ALL)
    if view.turn == match.seat:
        yield words.Word(command="NOTIFY_TURN_CHANGE", sender=name)
    else:
        yield reply(texts.TURN.format(name), name, OTHERS)


def question(view: renaissance.View, match: CommandsMatch) -> Iterator[words.Word]:
    """Yield the client's open question."""
    own = view.seats[match.seat]
    name = match.own
    if view.phase is renaissance.Phase.SETUP:
        yield from _choice(own, match)
    elif view.phase is renaissance.Phase.PLACING and view.turn == match.seat:
        if view.whites:
            yield _conversions(view, own, name)
        else:
            yield words.Containers(
                command="ASK_MARKET_DEST", containers=one_each(view.taken), sender=name
            )


def _choice(own: renaissance.SeatView, match: CommandsMatch) -> Iterator[words.Word]:
    if len(own.hand) > LEADERS_KEPT:
        yield words.Word(command="ASK_LEADER_ID", sender=match.own)
    elif own.bonus:
        yield reply(texts.SELECT.format(own.bonus), match.own)
        yield words.Numbered(command="ASK_SETUP_RESOURCES", id=own.bonus, sender=match.own)
    else:
        yield reply(texts.WAIT, match.own)


def _conversions(view: renaissance.View, own: renaissance.SeatView, name: str) -> words.Word:
    leaders = (renaissance.LEADERS[number] for number in own.played)
    known = tuple(
        ids.RESOURCES[one.resource] for one in leaders if one.ability is renaissance.Ability.MARBLE
    )
    return words.Conversions(
        command="ASK_MULTIPLE_CONVERSION",
        info=texts.CONVERT,
        available=known,
        count=view.whites,
        sender=name,
    )
