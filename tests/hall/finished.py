"""Games that are played to their end at the house, for whoever looks at finished ones."""

from msgspec import Raw, json

from ludoteca.games import Dice
from ludoteca.messages import JoinTable, OpenTable, Play, Refused, TableShown
from tests.hall.guests import Evening, Guest, keeper_of


async def sit_down(guests: list[Guest], game: str, *, private: bool = False) -> TableShown:
    """These guests at a new table, in play, as the first one sees it."""
    shown = await guests[0].ask(OpenTable(game=game, seats=len(guests), private=private))
    assert isinstance(shown, TableShown)
    for guest in guests[1:]:
        await guest.ask(JoinTable(code=shown.info.code))
    return shown


async def play_to_the_end(night: Evening, guests: list[Guest], number: int) -> None:
    """Random moves, until the game at a table is over."""
    dice = Dice(7)
    while True:
        table = keeper_of(night.house, number).table
        movers = table.rules.seats_to_move(table.state)
        if not movers:
            return
        seat = min(movers)
        move = Raw(json.encode(table.rules.sample(table.state, seat, dice)))
        assert not isinstance(await guests[seat].ask(Play(table=number, move=move)), Refused)
