"""What players at a table agree to: nothing of it is recorded until all do."""

from ludoteca.games import Seat
from ludoteca.hall.audience import Audience
from ludoteca.hall.table import Table
from ludoteca.messages import Ballot, Listener, PauseAsked, VoteAsked


class Votes:
    """Which seats of one table agree to what."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._agreed: dict[Ballot | None, set[Seat]] = {}
        """None stands for a pause."""

    def agree(self, table: Table, seat: Seat, what: Ballot | None) -> bool:
        """Count a vote; if not all who are asked agree yet, they are told who does."""
        self._agreed.setdefault(what, set()).add(seat)
        if self._asked_for(table, what) <= self._agreed[what]:
            return True
        self._audience.tell(self._asked(table.number, what), table)
        return False

    def _asked_for(self, table: Table, what: Ballot | None) -> set[Seat]:
        """The seats that must agree: all that people hold to a pause, else all who are connected.

        A pause stops the clock, so that it is no way out for one whose opponent is away. Players
        whose protocol has no word for it are not asked to go on with a game.
        """
        if what is None:
            return set(table.people())
        if what == Ballot.END:
            return set(table.people()) - self._audience.gone.keys()
        seats = self._audience.seats
        return {s for who, s in seats.items() if s is not None and not (who.bot or who.names_only)}

    def tell(self, listener: Listener, table: Table) -> None:
        """Tell one who has just come what others agree to."""
        for what in self._agreed:
            listener.tell(self._asked(table.number, what))

    def _asked(self, table: int, what: Ballot | None) -> PauseAsked | VoteAsked:
        seats = tuple(sorted(self._agreed[what]))
        return PauseAsked(table, seats) if what is None else VoteAsked(table, what, seats)

    def clear(self) -> None:
        """Forget all votes, for the table is another one."""
        self._agreed.clear()
