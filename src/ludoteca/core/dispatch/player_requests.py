"""Requests about players: results, pages, finished games and games in play."""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.archive.profiles import Owner, Profiles
from ludoteca.core.archive.results import MaySee
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.people import People
from ludoteca.core.people.privacy import Privacy
from ludoteca.core.ratings.standings import PoolOf
from ludoteca.core.services import Services
from ludoteca.core.tables.clocks import left_since, time_left
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import Listing, read_listing
from ludoteca.core.tables.table import has_name
from ludoteca.games import Refusal, Seat
from ludoteca.messages import (
    AskGames,
    FinishedGame,
    FinishedGames,
    GamesPlayed,
    Leader,
    Listener,
    OwnTable,
    OwnTables,
    Profile,
    ServerReason,
    Statistics,
    Visibility,
    key,
    refuse,
)
from ludoteca.messages.names import LONGEST_NAME

Answer: TypeAlias = Statistics | FinishedGames | Profile | GamesPlayed | OwnTables | Refusal
MOST_OWN = 24
"""Maximum number of games in play that are listed at once."""


class PlayerRequests:
    """Answers requests about players, from clients and from the API."""

    def __init__(
        self,
        people: People,
        lobby: Lobby,
        may_know: Callable[[Listener, Listing, str], bool],
        services: Services,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._results = lobby.results
        self._profiles = Profiles(services, lobby.results)
        self._privacy = Privacy(people, lobby)
        self._may_know = may_know
        self._journal = services.journal
        self._now = services.now

    async def answer(self, client: Listener, request: messages.AnyAboutPlayers) -> Answer:
        name = getattr(request, "name", "") or client.name
        if len(name) > LONGEST_NAME:
            return refuse(ServerReason.NO_SUCH_PERSON)
        match request:
            case messages.AskStatistics():
                return await self.statistics(name, client.name, request.id)
            case messages.AskFinished():
                own = await self._results.private_of(client.name, self._is_own(client))
                return FinishedGames(await self._results.recent(), request.id, own)
            case messages.AskProfile():
                profile = await self.profile(name, client)
                if profile is None:
                    return refuse(ServerReason.NO_SUCH_PERSON)
                return replace(profile, request=request.id)
            case messages.AskGames():
                games, more = await self.games(name, request, client)
                return GamesPlayed(name, games, more, request.id)
            case messages.AskOwnTables():
                return OwnTables(await self._own_tables(client), request.id)
            case _:
                assert_never(request)

    async def statistics(self, name: str, viewer: str = "", request: str = "") -> Statistics:
        """Return a player's results and ratings, if the viewer may see them."""
        if await self._privacy.may_see(viewer, name) is Visibility.NOTHING:
            return Statistics(name, {}, request)
        return await self._results.statistics(name, await self._since(name), request)

    async def leaders(
        self, pool: PoolOf, month: str, after: int, most: int
    ) -> tuple[list[Leader], bool]:
        """Return a page of a leaderboard, without players whom strangers may not see."""
        found, more = await self._results.leaders(pool, month, after, most)
        hidden = await self._privacy.hidden("", [leader.name for leader in found])
        return [leader for leader in found if leader.name not in hidden], more

    async def profile(self, name: str, client: Listener | None = None) -> Profile | None:
        """Return a player's page, as far as a client may see it; None if nobody has the name.

        Without a client, return the public part.
        """
        viewer = client.name if client else ""
        sees = await self._privacy.may_see(viewer, name)
        is_own = bool(viewer) and key(viewer) == key(name)
        person = await self._people.find(name)
        shown = person.name if person else name
        profile = await self._profiles.of(
            Owner(shown, await self._since(name)),
            sees,
            await self._seen_by(client, name),
            "" if is_own else viewer,
            self._is_own(client) if client else _no_game,
        )
        if not (person or profile.played or self._people.is_here(name)):
            return None
        profile = replace(profile, games=await self._with_known(viewer, profile.games))
        account = person is not None and person.kept is not None
        own_choice = person.strangers_see if person and account and is_own else None
        return replace(profile, account=account, strangers_see=own_choice)

    async def games(
        self, name: str, asked: AskGames, client: Listener | None = None
    ) -> tuple[tuple[FinishedGame, ...], str]:
        """Return a page of a player's games that a client may see, and the next page's cursor."""
        viewer = client.name if client else ""
        if await self._privacy.may_see(viewer, name) is not Visibility.EVERYTHING:
            return (), ""
        games, more = await self._results.played(name, asked, await self._seen_by(client, name))
        return await self._with_known(viewer, games), more

    async def _with_known(
        self, viewer: str, games: tuple[FinishedGame, ...]
    ) -> tuple[FinishedGame, ...]:
        """Omit games with players of whom the viewer may see nothing.

        Otherwise opponents' lists of games would reveal the results of players who hide them.
        """
        people = [{one.name for one in game.players if one and not one.bot} for game in games]
        hidden = await self._privacy.hidden(viewer, set().union(*people))
        return tuple(
            game
            for game, names in zip(games, people, strict=True)
            if names.isdisjoint(hidden) or has_name(names, viewer)
        )

    async def _seen_by(self, client: Listener | None, owner: str) -> MaySee:
        """Return a predicate that selects the games of a player that a client may see in lists.

        Games of an earlier owner of the name are not selected.
        """
        if client and key(client.name) == key(owner):
            return self._is_own(client)
        since = await self._since(owner)

        def may_see(listing: Listing) -> bool:
            if not any(since <= at for at in listing.seated_at(owner)):
                return False
            return not listing.opened.private or bool(client and self._is_own(client)(listing))

        return may_see

    async def _since(self, name: str) -> int:
        """Return when the current owner of a name got it; 0 if nobody has the name."""
        return (await self._people.known.look_up(name)).since

    def _is_own(self, client: Listener) -> MaySee:
        """Return a predicate that selects the games played by the owner of the client's name."""

        def is_own(listing: Listing) -> bool:
            times = listing.seated_at(client.name)
            return any(self._people.had_name(client.name, at) for at in times)

        return is_own

    # Games in play

    def own_private(self, client: Listener) -> tuple[messages.TableInfo, ...]:
        """Return the private tables where the player has a seat, or a seat kept by a rematch."""
        return tuple(
            replace(self._lobby.infos.info(number, listing), code=listing.opened.code)
            for number in self._lobby.live.own(client.name)
            if (listing := self._lobby.live[number]).opened.private
            and self._may_know(client, listing, "")
        )

    async def _own_tables(self, client: Listener) -> tuple[OwnTable, ...]:
        found = []
        for number in self._lobby.seats_of(client.name)[-MOST_OWN:]:
            listing = self._lobby.live.get(number)
            if listing and listing.started and self._may_know(client, listing, ""):
                own = await self._own_table(client, number, listing)
                found += [own] if own else []
        return tuple(sorted(found, key=lambda own: own.seat not in own.to_move))

    async def _own_table(self, client: Listener, number: int, listing: Listing) -> OwnTable | None:
        clock = listing.opened.clock
        loaded = self._lobby.ready(number)
        if loaded is None and clock and clock.slow:
            noted = await self._noted_table(client, number, listing)
            if noted:
                return noted
        keeper = loaded or await self._lobby.find(number)
        if isinstance(keeper, Refusal):
            return None
        table = keeper.table
        seat = table.seat_of(client.name)
        if seat is None or not table.in_play:
            return None
        stopwatch = keeper.stopwatch
        info = keeper.info(member=True)
        left = time_left(table, stopwatch)
        return OwnTable(info, seat, table.to_move(), left, stopwatch.running)

    async def _noted_table(
        self, client: Listener, number: int, listing: Listing
    ) -> OwnTable | None:
        """Return a slow game from the note of its table, so that the table need not be loaded."""
        stream = await self._journal.find(stream_of(number))
        noted = read_listing(stream.note) if stream else None
        if noted is None or noted.spent is None or not noted.spent.to_move or not noted.live:
            return None
        held = (holder.name if holder and not holder.bot else "" for holder in noted.holders)
        seats = [seat for seat, name in enumerate(held) if key(name) == key(client.name)]
        if not seats:
            return None
        info = replace(self._lobby.infos.info(number, listing), code=listing.opened.code)
        running = not (noted.paused or noted.spent.stands)
        left = left_since(noted.spent, int(self._now() * 1000), running=running)
        return OwnTable(info, Seat(seats[0]), noted.spent.to_move, left, running)


def _no_game(_: Listing) -> bool:
    return False
