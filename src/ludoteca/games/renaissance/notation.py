"""Text form of moves.

Depots, slots, rows and columns are counted from 1. A payment lists the resources taken from each
depot in order, then those from the strongbox; without a payment, the default is used:

    return 53               bonus coin > 3          row 2               column 4
    convert stone           place coin > 3          discard shield      end
    move 2 from 1 to 3      swap 2 3                leader 53           discard 53
    buy 22 > 2              buy 22 > 2 with 0 2 1 + 1 coin + 1 servant
    produce 1 3             produce 1 basic coin stone = shield 64 = servant with 0 1 0 + 2 coin

`GRAMMAR` lists the forms that people type. They can omit `>` and `place`, and write `play` for
`leader`, `slot` before a slot, and `0 coin stone > shield` for basic production.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from msgspec.structs import replace

from ludoteca.games.contract import Refusal
from ludoteca.games.renaissance import moves
from ludoteca.games.renaissance.board import Payment
from ludoteca.games.renaissance.refusals import Reason, no
from ludoteca.games.renaissance.resources import Goods, Resource, Way, write_goods

_NUMBER = r"(\d{1,3})"
_RESOURCE = "(" + "|".join(Resource) + ")"
_TO = "(?:> |slot )?"
GRAMMAR = (
    ("return 53, bonus coin > 3", "return a leader, begin with a coin in depot 3"),
    ("row 2, column 4", "take the marbles of a line of the market"),
    ("convert stone", "turn a white marble into a stone"),
    ("place coin > 3, discard coin", "put a coin into depot 3, or discard it"),
    ("buy 22 > 2", "buy card 22 for slot 2"),
    ("produce 1 3", "use the productions of slots 1 and 3"),
    ("produce 0 coin stone > shield", "turn a coin and a stone into a shield"),
    ("play 53, discard 53", "play or discard a leader"),
    ("swap 1 2, move 2 from 1 to 3", "rearrange the depots"),
    ("end", "end the turn"),
)
"""The ways to write a move, with their meanings."""


def write_move(move: moves.Move) -> str:  # noqa: C901, PLR0912 - one case per move
    match move:
        case moves.ReturnLeader(leader):
            return f"return {leader}"
        case moves.TakeBonus(resource, depot):
            return f"bonus {resource} > {depot + 1}"
        case moves.TakeMarbles(way, index):
            return f"{way} {index + 1}"
        case moves.ConvertMarble(resource):
            return f"convert {resource}"
        case moves.PlaceResource(resource, depot):
            return f"place {resource} > {depot + 1}"
        case moves.DiscardResource(resource):
            return f"discard {resource}"
        case moves.MoveResources(source, target, count):
            return f"move {count} from {source + 1} to {target + 1}"
        case moves.SwapDepots(one, other):
            return f"swap {one + 1} {other + 1}"
        case moves.BuyCard(card, slot, payment):
            return f"buy {card} > {slot + 1}{_write_payment(payment)}"
        case moves.Produce():
            return f"produce{''.join(_write_powers(move))}{_write_payment(move.payment)}"
        case moves.PlayLeader(leader):
            return f"leader {leader}"
        case moves.DiscardLeader(leader):
            return f"discard {leader}"
        case moves.EndTurn():
            return "end"
        case _:
            assert_never(move)


def _write_powers(move: moves.Produce) -> Iterator[str]:
    yield from (f" {slot + 1}" for slot in move.slots)
    if move.basic:
        yield f" basic {' '.join(move.basic.pays)} = {move.basic.makes}"
    yield from (f" {power.leader} = {power.makes}" for power in move.leaders)


def _write_payment(payment: Payment | None) -> str:
    if payment is None:
        return ""
    counts = " ".join(map(str, payment.depots))
    box = write_goods(payment.strongbox)
    return f" with {counts} + {box}" if box else f" with {counts}"


def _place(digits: str) -> int:
    return int(digits) - 1


# Pattern of each kind of move, and the function that builds the move from the matched groups.
_SORTS: Mapping[str, Callable[..., moves.Move]] = {
    f"return {_NUMBER}": lambda leader: moves.ReturnLeader(int(leader)),
    f"bonus {_RESOURCE} {_TO}{_NUMBER}": lambda r, depot: moves.TakeBonus(
        Resource(r), _place(depot)
    ),
    f"(?:market )?(row|column) {_NUMBER}": lambda way, index: moves.TakeMarbles(
        Way(way), _place(index)
    ),
    f"convert {_RESOURCE}": lambda r: moves.ConvertMarble(Resource(r)),
    f"(?:place )?{_RESOURCE} {_TO}{_NUMBER}": lambda r, depot: moves.PlaceResource(
        Resource(r), _place(depot)
    ),
    f"discard {_RESOURCE}": lambda r: moves.DiscardResource(Resource(r)),
    f"move {_NUMBER} from {_NUMBER} to {_NUMBER}": lambda count, source, target: (
        moves.MoveResources(_place(source), _place(target), int(count))
    ),
    f"swap {_NUMBER} {_NUMBER}": lambda one, other: moves.SwapDepots(_place(one), _place(other)),
    f"buy {_NUMBER} {_TO}{_NUMBER}": lambda card, slot: moves.BuyCard(int(card), _place(slot)),
    f"(?:leader|play) {_NUMBER}": lambda leader: moves.PlayLeader(int(leader)),
    f"discard {_NUMBER}": lambda leader: moves.DiscardLeader(int(leader)),
    "end": moves.EndTurn,
}
_READERS = [(re.compile(pattern), make) for pattern, make in _SORTS.items()]
_PRODUCE = re.compile(
    rf"produce((?: [1-9])*)(?: (?:basic|0) {_RESOURCE} {_RESOURCE} [=>] {_RESOURCE})?"
    rf"((?: \d{{2}} = {_RESOURCE})*)"
)
_LEADER = re.compile(rf"(\d\d) = {_RESOURCE}")
_PAYMENT = re.compile(rf"(\d{{1,3}}(?: \d{{1,3}})*)((?: \+ \d{{1,3}} {_RESOURCE})*)")
_GOODS = re.compile(rf"(\d{{1,3}}) {_RESOURCE}")


def read_move(text: str) -> moves.Move | Refusal:
    """Parse a move; capitals and extra spaces are accepted."""
    words, paid, payment = " ".join(text.lower().split()).partition(" with ")
    move = _read_words(words)
    if move is None or not paid:
        return move or no(Reason.UNREADABLE)
    settled = _read_payment(payment)
    if settled is None or not isinstance(move, moves.BuyCard | moves.Produce):
        return no(Reason.UNREADABLE)
    return replace(move, payment=settled)


def _read_words(words: str) -> moves.Move | None:
    for pattern, make in _READERS:
        if match := pattern.fullmatch(words):
            return make(*match.groups())
    if not (match := _PRODUCE.fullmatch(words)):
        return None
    slots, one, other, made, leaders, _ = match.groups()
    return moves.Produce(
        None,
        tuple(map(_place, slots.split())),
        moves.Basic((Resource(one), Resource(other)), Resource(made)) if made else None,
        tuple(moves.LeaderPower(int(n), Resource(r)) for n, r in _LEADER.findall(leaders)),
    )


def _read_payment(text: str) -> Payment | None:
    if not (match := _PAYMENT.fullmatch(text)):
        return None
    box = Goods()
    for count, resource in _GOODS.findall(match[2]):
        box = box._replace(**{resource: box.of(Resource(resource)) + int(count)})
    return Payment(tuple(map(int, match[1].split())), box)
