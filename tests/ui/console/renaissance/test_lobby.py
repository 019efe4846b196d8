"""The list of rooms in the console of Masters of Renaissance."""

from ludoteca.protocols.commands.words import LobbyInfo
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.lobby import draw_lobbies
from ludoteca.ui.console.renaissance.state import CommandsState


def test_rooms_are_listed_with_their_owner_and_status() -> None:
    rooms = (
        LobbyInfo("one", "Anna#correct-horse", 3, 1, full=False, closed=False),
        LobbyInfo("two", "Bruno", 2, 2, full=True, closed=False),
        LobbyInfo("three", "Carla", 2, 2, full=True, closed=True),
    )
    drawn = draw_lobbies(CommandsState(me="Anna#correct-horse", lobbies=rooms))
    assert drawn[0] == texts.LOBBIES
    assert ["waiting" in drawn[1], "full" in drawn[2], "playing" in drawn[3]] == [True] * 3
    assert "Anna" in drawn[1]
    assert "correct-horse" not in "".join(drawn)
    assert draw_lobbies(CommandsState()) == [texts.NO_LOBBIES]
