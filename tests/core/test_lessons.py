"""Reviews of finished games, and the moves they skip."""

from ludoteca.core import Trial
from ludoteca.games import Refusal, Seat
from ludoteca.messages import MovePlayed, Resign, TableNews, TakeBack
from tests.core.local import LocalServer, mover_of, played


async def test_moves_that_were_taken_back_are_not_reviewed(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, other = mover_of(clients)
    await played(mover)
    await mover.ask(TakeBack(table=1))
    await played(mover)
    await played(other)
    await mover.ask(Resign(table=1))
    moves = [news for news in mover.of(TableNews) if isinstance(news.record, MovePlayed)]
    taken_back, kept, last = (news.version for news in moves)
    for client, versions in ((mover, [kept]), (other, [last])):
        review = await server.dispatcher.lessons.review(1, "", seat_of(client.name))
        assert not isinstance(review, Refusal)
        assert [move.version for move in review.moves] == versions
        assert taken_back not in [odds.version for odds in review.curve]


async def test_only_a_move_of_the_seat_can_be_tried_again(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    await played(mover)
    await other.ask(Resign(table=1))
    (version,) = (n.version for n in mover.of(TableNews) if isinstance(n.record, MovePlayed))
    for client in clients:
        trial = Trial(version, seat_of(client.name))
        answer = await server.dispatcher.lessons.practise(1, "", trial)
        assert isinstance(answer, Refusal) == (client is other)


def seat_of(name: str) -> Seat:
    """Return the seat of a player, even one who has left."""
    return {"Anna": Seat(0), "Bruno": Seat(1)}[name]
