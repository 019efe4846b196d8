"""Scripts that find a player a seat: the player's own, or one at the table waiting longest."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.requests.pacing import Script
from ludoteca.protocols.scripts import Asking, ask, look_around
from ludoteca.protocols.shelfie import has_two_goals, options_of

OLDEST = messages.LookAround(game=shelfie.NAME, free=True, oldest=True, limit=20)
"""Request for the tables that have waited longest. If none is suitable, the next are requested."""
UNFOLLOW = messages.LookAround(limit=1)
"""Request that stops notices about tables and players."""
MOST_CHECKED = 100
"""Maximum number of names in one request."""


class WaitingLine:
    """Players without a table, in login order. One at a time is asked for the number of players.

    All connections to a server share one line. Every conversation that follows the lobby removes
    players who found a seat or disconnected, so no clean-up is needed when a connection is lost.
    """

    def __init__(self) -> None:
        self._asked = ""
        """The player being asked for the number of players; empty if nobody is."""
        self._waiting: list[str] = []

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all players in the line; the player being asked comes first."""
        return (*filter(None, (self._asked,)), *self._waiting)

    def enter(self, name: str) -> None:
        """Append a player who is not in the line yet."""
        if messages.key(name) not in self.keys:
            self._waiting.append(messages.key(name))

    def leave(self, names: Iterable[str]) -> None:
        gone = set(map(messages.key, names))
        self._waiting = [one for one in self._waiting if one not in gone]
        if self._asked in gone:
            self._asked = ""

    def ask(self, name: str) -> bool:
        """Start asking a player if it is their turn; return whether they are being asked."""
        if self.is_next(name):
            self._asked = self._waiting.pop(0)
        return self._asked == messages.key(name)

    def is_next(self, name: str) -> bool:
        """Return whether this player should be asked now."""
        return self.keys[:1] == (messages.key(name),) and not self._asked

    def leaves_seat(self, info: messages.TableInfo, name: str) -> bool:
        """Return whether a table has a free seat for this player and all who have waited longer."""
        place = (
            self._waiting.index(messages.key(name)) if messages.key(name) in self._waiting else 0
        )
        others = sum(messages.key(kept) != messages.key(name) for kept in info.kept_for)
        return info.seats.count(None) - others > place


def enter(nickname: str) -> Asking[messages.Welcome | messages.Refused]:
    """Log in; a secret after `#` protects the name."""
    name, _, secret = nickname.partition("#")
    return ask(messages.Enter(name=name, secret=secret))


def come_back(tables: Collection[int]) -> Script[messages.TableShown | None]:
    """Resume the player's seat in this game, if any."""
    for table in tables:
        shown = yield from ask(messages.Watch(table=table))
        if not isinstance(shown, messages.TableShown):
            continue
        if has_two_goals(shown.info) and shown.seat is not None and not shown.info.over:
            return shown
        yield from ask(messages.StopWatching(table=table))
    return None


def join(
    line: WaitingLine,
    name: str,
    *,
    follow: bool = False,
    before: int | None = None,
    without: Collection[int] = (),
) -> Script[messages.TableShown | None]:
    """Join the table that has waited longest, if any; consider only tables older than `before`."""
    checked = line.keys[:MOST_CHECKED]
    look = replace(OLDEST, follow=follow, names=checked)
    around = yield from look_around(look)
    line.leave(set(checked).difference(around.known))
    while True:
        for table in sorted(i.table for i in around.tables if has_seat(i, line, name)):
            if before is not None and table >= before:
                return None
            if table in without:
                continue
            shown = yield from ask(messages.JoinTable(table=table))
            if isinstance(shown, messages.TableShown):
                return shown
        if not around.more:
            return None
        around = yield from look_around(replace(look, after=around.more))


def open_table(players: int) -> Script[messages.TableShown | None]:
    """Open a table if the number is valid; players who disconnect before the start leave it."""
    options = options_of("requests")
    request = messages.OpenTable(
        game=shelfie.NAME,
        seats=players,
        options=options,
        lets_go=True,
        absence=messages.AbsenceRule.FORFEIT,
    )
    shown = yield from ask(request)
    return shown if isinstance(shown, messages.TableShown) else None


def show_again(shown: messages.TableShown) -> Script[messages.TableShown]:
    """Request the table again; if that is refused, return the table as last shown."""
    again = yield from ask(messages.Watch(table=shown.info.table))
    return again if isinstance(again, messages.TableShown) else shown


def has_seat(info: messages.TableInfo, line: WaitingLine, name: str) -> bool:
    return _waits(info) and line.leaves_seat(info, name)


def _waits(info: messages.TableInfo) -> bool:
    """Return whether a connected player waits at a table that this protocol supports.

    Tables that start only on their owner's command are excluded.
    """
    here = any(holder and holder.here for holder in info.seats)
    free = None in info.seats and not info.started and not info.waits
    return here and free and is_offered(info, take_back=False) and has_two_goals(info)
