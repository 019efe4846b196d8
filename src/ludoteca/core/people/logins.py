"""Logins: credentials for existing names, and rules for new ones."""

import secrets
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.cache import LooksTakenError
from ludoteca.core.people.credentials import Credentials, is_recovery_code
from ludoteca.core.people.entries import Session
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person, digest, home_of
from ludoteca.games import Refusal
from ludoteca.messages import (
    Enter,
    Farewell,
    Intent,
    Listener,
    ServerReason,
    is_bot_name,
    looks_like_a_bot,
    looks_reserved,
    refuse,
    skeleton,
)
from ludoteca.messages.names import is_new_name, is_overlong

TOKEN_BYTES = 32
SECRET_NEEDED = "That name has a secret: enter it as NAME#SECRET, or choose another one."  # noqa: S105 - a sentence


class Guests(StrEnum):
    """Ways for a player without a token or secret to return to a name."""

    ADDRESS = "address"
    """Only from the address of the first login."""
    OPEN = "open"
    """From anywhere, while the player is disconnected."""
    SECRET = "secret"  # noqa: S105 - a word
    """Not at all."""


No: TypeAlias = Refusal | Farewell
"""Reasons why a login fails; a farewell sends the client to another node."""


class Entered(NamedTuple):
    """A successful login."""

    token: str
    """Empty for protocols without tokens."""
    replaced: tuple[Listener, ...] = ()
    """Connections that this login replaces."""
    recovered: bool = False
    """Whether the recovery code was used."""


class Logins:
    """Decides whether a client may log in under a name."""

    def __init__(
        self,
        people: People,
        lobby: Lobby,
        credentials: Credentials,
        closed_to: Callable[[Listener, str], No | None],
        guests: Guests = Guests.ADDRESS,
    ) -> None:
        """`closed_to` returns why a client may not log in under a name at present."""
        self._people = people
        self._known = people.known
        self._lobby = lobby
        self._credentials = credentials
        self._closed_to = closed_to
        self._guests = guests
        self._claims: set[str] = set()
        """Skeletons of names being claimed on this node. Hashing a secret makes this take time."""

    async def enter(self, client: Listener, asked: Enter) -> Entered | No:
        """Log in under a free name, or under an owned name with its credentials."""
        if not (asked.token or self._credentials.may_try(client)):
            return refuse(ServerReason.TOO_OFTEN)
        person = await self._known.look_up(asked.name, asked.token)
        # Logins with a valid token are not limited. Other tokens may be guesses.
        is_valid = person.was_theirs(asked.token) or (
            person.session(asked.token) and not await self._people.is_free(person)
        )
        if asked.token and not (is_valid or self._credentials.may_try(client)):
            return refuse(ServerReason.TOO_OFTEN)
        if no := self._closed_to(client, asked.name):
            return no
        return await self._enter(client, asked, person)

    async def _enter(self, client: Listener, asked: Enter, person: Person) -> Entered | No:
        """`person` is the current state of the name."""
        if asked.token and await self._people.take_back(person, asked.token):
            await self._lobby.change_player(person.name)
        version = person.version
        is_free = await self._people.is_free(person)
        if no := _why_not_asked(asked, is_kept=person.kept is not None, is_free=is_free):
            return no
        if is_free:
            return await self._enter_anew(client, asked, person, version)
        token = asked.token
        secret = asked.secret
        session = person.session(token)  # before any secret is hashed, so that guesses delay nobody
        if session:
            session.address = client.address
            person.use(session, self._known.at())
        elif reason := await self._why_not(client, person, secret):
            untold = reason is ServerReason.WRONG_SECRET and not secret
            return refuse(reason, SECRET_NEEDED if untold else None)
        # An address proves less than a token or a secret, so a login by address does not join other
        # connections but replaces them, and only if they are silent.
        joins = not client.names_only and (session or person.kept) is not None
        if not person.kept and secret:
            if no := await self._credentials.keep(client, person, secret):
                return no
            version = person.version
        begun = None
        if not session:
            token, begun = self._new_token(client, asked.client)
        if not (
            await self._people.begin_session(person, begun)
            and await self._known.claim(person, version, begun, joins=joins)
        ):  # the state of the name has changed: decide again
            return await self._enter(client, asked, await self._known.look_up(asked.name))
        recovered = not session and is_recovery_code(person, secret, client)
        return self._admit(client, asked, person, Entered(token, recovered=recovered), joins=joins)

    def _admit(
        self, client: Listener, asked: Enter, person: Person, entered: Entered, *, joins: bool
    ) -> Entered | No:
        """Connect a player, unless the name or the server has been closed to them meanwhile.

        If `joins`, the player's other connections stay open.
        """
        if no := self._closed_to(client, person.name):
            return no
        token = entered.token
        replaced = self._known.admit(client, person, token, program=asked.bot, joins=joins)
        return entered._replace(replaced=tuple(replaced))

    async def keeps_seat(self, client: Listener, names: Iterable[str]) -> bool:
        """Return whether one of these players may return to a seat from this address."""
        if self._guests is Guests.SECRET:
            return False
        return await self._people.is_seat_kept(names, client.address)

    # A free name

    async def _enter_anew(
        self, client: Listener, asked: Enter, before: Person, version: int
    ) -> Entered | No:
        """Claim a name that is free at this version, unless another client is claiming it."""
        look = skeleton(asked.name)
        if look in self._claims:
            return refuse(ServerReason.NAME_IN_USE)
        self._claims.add(look)
        try:
            return await self._claim(client, asked, before, version)
        except LooksTakenError:
            return refuse(ServerReason.LOOKS_TAKEN)
        finally:
            self._claims.discard(look)

    async def _claim(
        self, client: Listener, asked: Enter, before: Person, version: int
    ) -> Entered | No:
        """Assign a free name, together with any seats taken under it without credentials."""
        name = asked.name
        secret = asked.secret
        seated = self._lobby.live.seated_since(asked.name)
        looks = await self._known.looks(name)  # before the name is compared with others
        if no := await self._why_not_anew(client, name, secret, seated=seated is not None):
            return no
        since = self._known.at() if seated is None else seated
        person = self._known.newcomer(name, since, before, version, looks)
        if person is None:  # another client was faster
            return refuse(ServerReason.NAME_IN_USE)
        if client.names_only and client.address:
            person.home = home_of(client.address)
        token, begun = self._new_token(client, asked.client)
        if begun:
            person.begin(begun)
        if seated is not None:
            person.former = before.former
        if secret and (no := await self._credentials.keep(client, person, secret)):
            return no
        if seated is not None:
            await self._people.record(person)
            if before.version and not before.recorded:  # the name was released
                await self._lobby.change_player(name)
        if not await self._known.claim_anew(person):  # another node was faster
            return refuse(ServerReason.NAME_IN_USE)
        return self._admit(client, asked, person, Entered(token), joins=False)

    async def _why_not_anew(
        self, client: Listener, name: str, secret: str, *, seated: bool
    ) -> Refusal | None:
        """Return why a new name is refused.

        Bot names are refused, except to a player who had a seat before the name was reserved.
        """
        if not (is_new_name(name) or seated):
            reserved = looks_reserved(name)
            return refuse(ServerReason.NAME_RESERVED if reserved else ServerReason.BAD_NAME)
        if self._people.is_deleted(name):
            return refuse(ServerReason.NAME_IN_USE, "That name cannot be used again.")
        if is_bot_name(name) and not seated:
            return refuse(ServerReason.NAME_IN_USE, "That is the name of a bot.")
        if not seated and (looks_like_a_bot(name) or await self._people.looks_taken(name)):
            return refuse(ServerReason.LOOKS_TAKEN)
        if not (secret or seated) and await self._people.is_crowded(client.address):
            return refuse(ServerReason.TOO_MANY_AWAY)
        return None

    # A name that belongs to a player

    async def _why_not(self, client: Listener, person: Person, secret: str) -> ServerReason | None:
        """Return why a client without a token may not use this name."""
        if person.kept:
            return await self._credentials.why_not(client, person, secret)
        held = await self._people.is_held(person)
        if not held and self._guests is Guests.OPEN:
            return None
        at_home = bool(client.address) and home_of(client.address) == person.home
        if not at_home or self._guests is Guests.SECRET:
            return ServerReason.NAME_IN_USE if held else ServerReason.NAME_KEPT
        if held and await self._people.answers(person):
            return ServerReason.NAME_IN_USE
        return None

    # Tokens

    def _new_token(self, client: Listener, program: str) -> tuple[str, Session | None]:
        """Return a new token and its session, or nothing for protocols without tokens."""
        if client.names_only:
            return "", None
        token = secrets.token_urlsafe(TOKEN_BYTES)
        at = self._known.at()
        said = program if program.isprintable() else ""
        return token, Session(digest(token), at, at, client.address, client.protocol, said)


def _why_not_asked(asked: Enter, *, is_kept: bool, is_free: bool) -> Refusal | None:
    """Return why the name is invalid or does not fit the client's intent."""
    if is_overlong(asked.name):
        return refuse(ServerReason.BAD_NAME)
    if asked.intent is Intent.LOG_IN and not is_kept:
        return refuse(ServerReason.NO_ACCOUNT, "There is no account with that name.")
    if asked.intent is Intent.SIGN_UP and not is_free:
        return refuse(ServerReason.NAME_IN_USE, "That name belongs to another player.")
    if asked.intent is Intent.SIGN_UP and not asked.secret:
        return refuse(ServerReason.SHORT_SECRET)
    return None
