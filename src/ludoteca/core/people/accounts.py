"""Requests about accounts."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, assert_never

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.credentials import Credentials
from ludoteca.core.people.entries import Session, VisibilityChosen
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person
from ludoteca.core.people.solved import SolvedPuzzles
from ludoteca.core.people.vacations import Vacations
from ludoteca.core.tables import decisions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Refusal
from ludoteca.messages import Done, Listener, ServerReason, Visibility, farewell, refuse
from ludoteca.ops import log

Answer: TypeAlias = (
    Done
    | messages.RecoveryCode
    | messages.Sessions
    | messages.VacationShown
    | messages.PuzzlesSolved
    | Refusal
)
_ID = 16
"""Number of hex digits of a token's digest that identify a player's session."""


class Accounts:
    """Answers requests from players about their own accounts."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        people: People,
        credentials: Credentials,
        lobby: Lobby,
        vacations: Vacations,
        step_out: Callable[[Listener], None],
        erase: Callable[[str], Awaitable[None]],
        solved: SolvedPuzzles,
    ) -> None:
        """`erase` erases what is stored about a player outside the journal."""
        self._solved = solved
        self._vacations = vacations
        self._people = people
        self._credentials = credentials
        self._lobby = lobby
        self._step_out = step_out
        self._erase = erase

    async def answer(self, client: Listener, request: messages.AnyOnAccount) -> Answer:
        """Answer a request. Without an account, only `ChangeSecret` is accepted."""
        person = await self._people.find(client.name)
        if person is None or (
            person.kept is None and not isinstance(request, messages.ChangeSecret)
        ):
            return refuse(ServerReason.NO_ACCOUNT)
        match request:
            case messages.ChangeSecret():
                no = await self._change_secret(client, person, request)
            case messages.NewRecoveryCode(secret=secret):
                return await self._new_code(client, person, secret, request.id)
            case messages.AskSessions():
                own = person.token_of(client)
                return messages.Sessions(_sessions(person, own), request.id, bool(person.recovery))
            case messages.EndSession() | messages.EndOtherSessions():
                no = await self._end_sessions(client, person, request)
            case messages.TakeVacation() | messages.EndVacation() | messages.AskVacation():
                return await self._vacations.answer(person, request)
            case messages.AskSolved() | messages.MarkSolved():
                return await self._solved.answer(person.name, request)
            case messages.DeleteMe(secret=secret):
                no = await self._delete(client, person, secret)
            case messages.ChooseVisibility(strangers_see=strangers_see):
                await self._choose(person, strangers_see)
                no = None
            case _:
                assert_never(request)
        return no or Done(request.id)

    async def _new_code(
        self, client: Listener, person: Person, secret: str, request: str
    ) -> messages.RecoveryCode | Refusal:
        code = await self._credentials.new_code(client, person, secret)
        return code if isinstance(code, Refusal) else messages.RecoveryCode(code, request)

    async def _change_secret(
        self, client: Listener, person: Person, request: messages.ChangeSecret
    ) -> Refusal | None:
        own = person.token_of(client)
        changed = person.kept is not None
        if changed and (reason := await self._credentials.why_not(client, person, request.secret)):
            return refuse(reason)
        if no := await self._credentials.keep(client, person, request.new, own):
            return no
        for holder, login in list(person.clients.items()):
            if changed and login.token != own:  # logged in with the old secret or an ended token
                self._put_out(holder)
        return None

    def _put_out(self, holder: Listener) -> None:
        """Disconnect a client whose credentials are no longer valid."""
        holder.tell(farewell(ServerReason.LEFT))
        self._step_out(holder)

    async def _choose(self, person: Person, strangers_see: Visibility) -> None:
        chosen = VisibilityChosen(person.name, strangers_see)
        await self._people.known.write(
            person, lambda: None if person.strangers_see is strangers_see else [chosen]
        )

    async def _end_sessions(
        self,
        client: Listener,
        person: Person,
        request: messages.EndSession | messages.EndOtherSessions,
    ) -> Refusal | None:
        own = person.token_of(client)
        if isinstance(request, messages.EndSession):
            wanted = request.session or _id(own)
            ended = [one for one in person.sessions if _id(one) == wanted]
            if not ended:
                return refuse(ServerReason.NO_SUCH_SESSION)
        else:
            ended = [one for one in person.sessions if one != own]
        await self._end(client, person, ended)
        return None

    async def _end(self, client: Listener, person: Person, ended: Sequence[str]) -> None:
        """End sessions and disconnect their clients; the requesting client is only logged out."""
        await self._people.end_sessions(person, ended)
        for holder, login in list(person.clients.items()):
            if login.token in ended and holder is client:
                self._step_out(holder)
            elif login.token in ended:
                self._put_out(holder)

    async def _delete(self, client: Listener, person: Person, secret: str) -> Refusal | None:
        if reason := await self._credentials.why_not(client, person, secret):
            return refuse(reason)
        kept = person.kept
        for number in self._lobby.seats_of(person.name):
            keeper = await self._lobby.find(number)
            if isinstance(keeper, Keeper) and (no := await _give_up(keeper, person.name)):
                return no

        def leave(holder: Listener) -> None:
            if holder is client:
                self._step_out(holder)
            else:
                self._put_out(holder)

        await self._solved.erase(person.name)
        await self._erase(person.name)  # first, so that a crash in between leaves nothing
        if not await self._people.delete(person, kept, leave):
            return refuse(ServerReason.WRONG_SECRET)
        log.info("account_deleted")
        return None


async def _give_up(keeper: Keeper, name: str) -> Refusal | None:
    leave = decisions.resign if keeper.table.started else decisions.stand_up
    return await keeper.decide(lambda table: leave(table, name))


def _sessions(person: Person, own: str) -> tuple[messages.SessionInfo, ...]:
    newest_first = reversed(person.sessions.values())
    return tuple(_info(one, here=one.digest == own) for one in newest_first)


def _info(session: Session, *, here: bool) -> messages.SessionInfo:
    where = shortened(session.address)
    what = session.client or session.protocol
    return messages.SessionInfo(_id(session.digest), session.since, session.used, where, what, here)


def _id(digest: str) -> str:
    return digest[:_ID]


def shortened(address: str) -> str:
    """Return the first two parts of an address: enough to recognise one's own devices."""
    sign = ":" if ":" in address else "."
    parts = address.split(sign)
    return sign.join((*parts[:2], "…")) if len(parts) > 2 else address
