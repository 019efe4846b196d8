"""Moves of Masters of Renaissance."""

from typing import TypeAlias

from msgspec import Struct

from ludoteca.games.contract import snake
from ludoteca.games.renaissance.board import DepotPlace, Payment, SlotPlace
from ludoteca.games.renaissance.cards import CardNumber, LeaderNumber
from ludoteca.games.renaissance.resources import Resource, Way


class ReturnLeader(Struct, frozen=True, tag_field="move", tag=snake):
    """Before the first turn: return one of the four leaders. Each seat returns two."""

    leader: LeaderNumber


class TakeBonus(Struct, frozen=True, tag_field="move", tag=snake):
    """Before the first turn: choose a resource of the starting bonus and its depot."""

    resource: Resource
    depot: DepotPlace


class TakeMarbles(Struct, frozen=True, tag_field="move", tag=snake):
    """Take the marbles of a row or a column of the market."""

    way: Way
    index: int
    """Rows are 0 to 2 from the top, columns 0 to 3 from the left."""


class ConvertMarble(Struct, frozen=True, tag_field="move", tag=snake):
    """Choose a resource for a white marble, if two leaders offer different ones."""

    resource: Resource


class PlaceResource(Struct, frozen=True, tag_field="move", tag=snake):
    """Put a resource from the market into a depot."""

    resource: Resource
    depot: DepotPlace


class DiscardResource(Struct, frozen=True, tag_field="move", tag=snake):
    """Discard a resource from the market; all other seats gain faith."""

    resource: Resource


class MoveResources(Struct, frozen=True, tag_field="move", tag=snake):
    """Rearrange: move some resources from one depot to another."""

    source: DepotPlace
    target: DepotPlace
    count: int


class SwapDepots(Struct, frozen=True, tag_field="move", tag=snake):
    """Rearrange: exchange the contents of two depots of the warehouse."""

    one: DepotPlace
    other: DepotPlace


class BuyCard(Struct, frozen=True, tag_field="move", tag=snake):
    """Buy a development card for a slot, with this payment or the default one."""

    card: CardNumber
    slot: SlotPlace
    payment: Payment | None = None


class Basic(Struct, frozen=True):
    """The basic production, which turns two resources of choice into one of choice."""

    pays: tuple[Resource, Resource]
    makes: Resource


class LeaderPower(Struct, frozen=True):
    """The production of a played leader, with the resource that it makes."""

    leader: LeaderNumber
    makes: Resource


class Produce(Struct, frozen=True, tag_field="move", tag=snake):
    """Run productions together: of slots, of leaders, and the basic production."""

    payment: Payment | None = None
    slots: tuple[SlotPlace, ...] = ()
    basic: Basic | None = None
    leaders: tuple[LeaderPower, ...] = ()


class PlayLeader(Struct, frozen=True, tag_field="move", tag=snake):
    """Play a leader from the hand."""

    leader: LeaderNumber


class DiscardLeader(Struct, frozen=True, tag_field="move", tag=snake):
    """Discard a leader from the hand for one faith."""

    leader: LeaderNumber


class EndTurn(Struct, frozen=True, tag_field="move", tag=snake):
    """End the turn after its main action."""


Move: TypeAlias = (
    ReturnLeader
    | TakeBonus
    | TakeMarbles
    | ConvertMarble
    | PlaceResource
    | DiscardResource
    | MoveResources
    | SwapDepots
    | BuyCard
    | Produce
    | PlayLeader
    | DiscardLeader
    | EndTurn
)
