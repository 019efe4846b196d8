"""A board and a state to draw."""

from ludoteca.games.renaissance import (
    Board,
    Depot,
    Goods,
    Marble,
    Market,
    PopeTile,
    Resource,
)
from ludoteca.ui.console.renaissance.state import CommandsState

_W, _B, _G, _Y, _P, _R = Marble
MARKET = Market(((_R, _W, _B, _Y), (_P, _W, _G, _W), (_Y, _B, _P, _W)), _G)
OWN = Board(
    hand=(53,),
    played=(52, 64, 57),
    depots=(Depot(1), Depot(2, Resource.STONE, 2), Depot(3, Resource.COIN, 1)),
    strongbox=Goods(coin=3, shield=1),
    slots=((9, 17), (3,), ()),
    faith=6,
    tiles=(PopeTile.KEPT, PopeTile.LOST, PopeTile.PENDING),
)
STATE = CommandsState(
    me="anna#secret",
    names=("anna#secret", "bob"),
    market=MARKET,
    grid=(1, 21, 33, 7, 0, 35, 4, 20, 36, 2, 22, 34),
    boards=(OWN, Board(faith=9)),
)
