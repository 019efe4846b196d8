"""The whole table in words: at the start, and for who comes back.

Deployed programs build their picture in this order and no other: what hangs on boards only after
NOTIFY_GAME_STARTED, an empty deck first with a card and then without, the open question last.
"""

from collections.abc import Iterator

from ludoteca.games import Seat
from ludoteca.games.renaissance import LEADERS, Phase, PopeTile, SeatView, View
from ludoteca.games.renaissance import Ability as Skill
from ludoteca.games.renaissance.faith import SECTIONS
from ludoteca.games.seating import playing_order
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.ids import CARD_IDS, GRID, LEADER_IDS, LORENZO, MARBLES, RESOURCES
from ludoteca.wire.commands.sayings import (
    ALL,
    OTHERS,
    Match,
    bought,
    in_deposit,
    in_vault,
    leader_ids,
    level_deck,
    one_each,
    powers,
    replaced,
    reply,
    say,
)
from ludoteca.wire.commands.words import (
    Container,
    Containers,
    Conversions,
    Faith,
    Favours,
    Hand,
    Numbered,
    Table,
    Word,
)

KEPT = 2
"""How many leaders everybody keeps."""


def picture(view: View, match: Match) -> Iterator[Word]:
    """Everything that these eyes see, and what they are asked."""
    yield game_setup(view, match)
    if len(view.seats) == 1:
        yield reply(texts.SOLO, match.own)
    own = view.seats[match.seat]
    cards = leader_ids((*own.hand, *own.played))
    yield Hand(command="NOTIFY_HAND", cards=cards, sender=match.own)
    if view.phase is Phase.SETUP:
        for seat, board in enumerate(view.seats):
            yield from _faith(match.names[seat], board.faith)
            yield from _deposits(match.names[seat], board)
        yield from question(view, match)
        return
    yield reply(texts.BEGUN, match.own)
    yield say("NOTIFY_GAME_STARTED", target=ALL)
    for place, deck in enumerate(view.decks):
        if not deck.cards:
            yield replaced(level_deck(place), 0)
    for seat, board in enumerate(view.seats):
        yield from _board(match.names[seat], board)
    yield from _faith(LORENZO, view.cross)
    for section in range(view.reports):
        yield favours(view, section, match.own)
    yield from turn(view, match)
    yield from question(view, match)


def game_setup(view: View, match: Match) -> Word:
    """The table as it is now: by the order of the grid, and the market column by column."""
    decks = [view.decks[place].top or level_deck(place) for place in GRID]
    marbles = [marble for column in zip(*view.market.rows, strict=True) for marble in column]
    return Table(
        command="GAME_SETUP",
        grid=tuple(CARD_IDS[top] for top in decks),
        names=everybody(view, match),
        market=tuple(Container(MARBLES[marble], 1) for marble in (*marbles, view.market.slide)),
        target=ALL,
    )


def everybody(view: View, match: Match) -> tuple[str, ...]:
    """Who plays, the first player first; Lorenzo too, against one."""
    names = tuple(match.names[seat] for seat in in_order(view))
    return (*names, LORENZO) if len(names) == 1 else names


def in_order(view: View) -> tuple[Seat, ...]:
    """The seats in playing order: deployed clients take every list of players for that."""
    return playing_order(view.first, len(view.seats))


def _faith(name: str, steps: int) -> Iterator[Word]:
    if steps:
        yield Faith(command="NOTIFY_FAITHPATH_CURRENT", qty=steps, target=ALL, sender=name)


def _deposits(name: str, board: SeatView) -> Iterator[Word]:
    for place, depot in enumerate(board.depots):
        if depot.count:
            yield in_deposit(name, place, depot.resource, depot.count, added=True)


def _board(name: str, board: SeatView) -> Iterator[Word]:
    yield from _faith(name, board.faith)
    for leader in board.played:
        yield Numbered(command="ACTIVATE_OK", id=LEADER_IDS[leader], target=ALL, sender=name)
        yield from powers(name, leader)
    for slot, cards in enumerate(board.slots):
        for card in cards:
            yield bought(name, card, slot)
    yield from _deposits(name, board)
    yield from in_vault(name, board.strongbox, added=True)


def favours(view: View, section: int, sender: str) -> Word:
    """Who keeps the papal favour of a section, in points."""
    first, _, points = SECTIONS[section]
    kept = [view.seats[seat].tiles[section] is PopeTile.KEPT for seat in in_order(view)]
    if len(view.seats) == 1:
        kept.append(view.cross >= first)
    by_player = tuple(points * one for one in kept)
    command = "NOTIFY_FAITHPATH_FAVOURS"
    return Favours(command=command, favours=by_player, target=ALL, sender=sender)


def turn(view: View, match: Match) -> Iterator[Word]:
    """Whose turn it is, once the game has begun."""
    if view.turn is None:
        return
    name = match.names[view.turn]
    if view.last_round:
        yield reply(texts.LAST_ROUND, target=ALL)
    if view.turn == match.seat:
        yield say("NOTIFY_TURN_CHANGE", name)
    else:
        yield reply(texts.TURN.format(name), name, OTHERS)


def question(view: View, match: Match) -> Iterator[Word]:
    """What the listener is asked just now."""
    own, name = view.seats[match.seat], match.own
    if view.phase is Phase.SETUP:
        yield from _choice(own, match)
    elif view.phase is Phase.PLACING and view.turn == match.seat:
        if view.whites:
            yield _conversions(view, own, name)
        else:
            yield Containers(
                command="ASK_MARKET_DEST", containers=one_each(view.taken), sender=name
            )


def _choice(own: SeatView, match: Match) -> Iterator[Word]:
    if len(own.hand) > KEPT:
        yield say("ASK_LEADER_ID", match.own)
    elif own.bonus:
        yield reply(texts.SELECT.format(own.bonus), match.own)
        yield Numbered(command="ASK_SETUP_RESOURCES", id=own.bonus, sender=match.own)
    else:
        yield reply(texts.WAIT, match.own)


def _conversions(view: View, own: SeatView, name: str) -> Word:
    leaders = (LEADERS[number] for number in own.played)
    known = tuple(RESOURCES[one.resource] for one in leaders if one.ability is Skill.MARBLE)
    return Conversions(
        command="ASK_MULTIPLE_CONVERSION",
        info=texts.CONVERT,
        available=known,
        count=view.whites,
        sender=name,
    )
