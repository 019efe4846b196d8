"""Conversations for the documentation of the protocol."""

from collections.abc import Sequence

DROPS, RETURNS, WAITS = "(the connection is lost)", "(another connection)", "(4 seconds pass)"
Script = Sequence[tuple[str, str]]
LOGIN = (("anna", "login|Anna"), ("bruno", "login|Bruno"))
SIT = (*LOGIN, ("anna", "createMatch|2"), ("bruno", "join|0"))
OPENING: Script = (
    ("anna", "createMatch|2"),
    ("anna", "login|Anna"),
    ("bruno", "login|anna"),
    ("bruno", "login|Bruno@home"),
    ("bruno", "login|Bruno"),
    ("bruno", "login|Bruno"),
    ("anna", "createMatch|5"),
    ("anna", "createMatch|3"),
    ("anna", "createMatch|2"),
    ("anna", "changeMatchSeats|2"),
    ("bruno", "join|7"),
    ("bruno", "join|0"),
)
REFUSALS: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|two"),
    ("anna", "dance"),
    ("anna", "leaveMatch"),
    ("anna", "createMatch|2"),
    ("anna", "selectCell|1|3"),
    ("anna", "deselectCards"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
)
AGAIN = ("anna", "selectCell|3|2")
"""A request that is refused in lines and deselects elsewhere."""
TURN: Script = (
    *SIT,
    ("anna", "selectCell|1|3"),
    ("bruno", "insertInColumnCards|1"),
    ("bruno", "deselectCards"),
    ("bruno", "selectCell|4|1"),
    ("bruno", "deselectCards"),
    ("bruno", "selectCell|4|1"),
    ("bruno", "selectCell|5|1"),
    ("bruno", "sortHand|0|2"),
    ("bruno", "sortHand|0|3"),
    ("bruno", "sortHand|0|1"),
    ("bruno", "insertInColumnCards|0"),
    ("bruno", "insertInColumnCards|5"),
    ("anna", "selectCell|4|1"),
    ("anna", "selectCell|0|0"),
    ("anna", "selectCell|4|4"),
    ("anna", "selectCell|3|2"),
    AGAIN,
    ("anna", "selectCell|7|4"),
    ("anna", "selectCell|4|2"),
    ("anna", "selectCell|5|2"),
    ("anna", "selectCell|3|3"),
)
TALK: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("dora", "login|Dora#open-sesame"),
    ("dora", "exitGame"),
    ("anna", "sendPublicMessage|Is anybody here?"),
    ("anna", "createMatch|3"),
    ("anna", "sendPublicMessage|Come in!|false"),
    ("bruno", "join|0"),
    ("bruno", "sendPublicMessage|Here I am | there you are|false"),
    ("carla", "sendPrivateMessage|Who wins?|Anna"),
    ("carla", "sendPrivateMessage|Who wins?|Carla|false"),
    ("carla", "sendPrivateMessage|Who wins?|Eve|false"),
    ("carla", "sendPrivateMessage|Who wins?|Dora|false"),
)
LEAVING: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|3"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
    ("carla", "exitGame"),
    ("bruno", "leaveMatch"),
)
ABSENCE: Script = (
    *LOGIN,
    ("carla", "login|Carla"),
    ("anna", "createMatch|3"),
    ("bruno", "join|0"),
    ("carla", "join|0"),
    ("anna", DROPS),
    ("bruno", WAITS),
    ("bruno", DROPS),
    ("bruno", RETURNS),
    ("bruno", "login|Brunello"),
    ("bruno", "join|0"),
    ("bruno", "exitGame"),
    ("bruno", RETURNS),
    ("bruno", "login|Bruno"),
)
FRAMES: Script = (
    *SIT,
    ("bruno", "selectCell|4|4"),
    ("bruno", "selectCell|1|3"),
    ("bruno", "selectCell|1|4"),
    ("bruno", "selectCell|1|4"),
    ("bruno", "selectCell|1|4"),
    ("bruno", "confirmSelection"),
    ("bruno", "sortHand|0|1"),
    ("bruno", "insertInColumn|2"),
    ("bruno", "endTurn"),
)
