"""Requests about tables, as opposed to moves: joining, seats, settings and rematches."""

import asyncio
from collections.abc import Callable, Sequence, Set
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.archive.archive import Archive
from ludoteca.core.archive.strengths import Strengths
from ludoteca.core.chat import Chat
from ludoteca.core.dispatch.seat_requests import SeatRequests
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import Moderation
from ludoteca.core.moderation.owner_requests import OwnerRequests
from ludoteca.core.moderation.quotas import Quotas
from ludoteca.core.people.blocks import Blocks
from ludoteca.core.people.people import People
from ludoteca.core.rate_limits import FIXED, PLAY_ON, REPLAYS, Limits
from ludoteca.core.ratings.strength import NO_STRENGTH, Strength
from ludoteca.core.services import Services
from ludoteca.core.tables import decisions, interventions, stand_ins
from ludoteca.core.tables.decisions import (
    Decision,
    NewBot,
    free_names,
    numbered,
)
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.core.tables.table import Holder, Table, has_name
from ludoteca.games import GAMES, Refusal
from ludoteca.messages import (
    EVEN,
    Listener,
    ServerReason,
    is_bot_name,
    is_table_name,
    key,
    refuse,
)
from ludoteca.messages.cluster import BotsToHurry
from ludoteca.messages.names import is_code

Answer: TypeAlias = messages.Done | messages.PositionsShown | messages.Spectators | Refusal | None
"""None if the notice that shows the table is the answer."""
NOT_RATED = "In a rated game, the strength of a bot must not depend on its opponents."
Arranging: TypeAlias = messages.SeatBot | messages.ResizeTable | messages.StartTable | messages.Vote
"""Requests that can make a table start or continue."""


class TableRequests:
    """Answers requests about a table, as opposed to moves in its game."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self,
        people: People,
        lobby: Lobby,
        chat: Chat,
        limits: Limits,
        quotas: Quotas,
        moderation: Moderation,
        archive: Archive,
        blocks: Blocks,
        services: Services,
    ) -> None:
        self._people = people
        self._lobby = lobby
        self._chat = chat
        self._limits = limits
        self._archive = archive
        self._blocks = blocks
        self._moderation = moderation
        self._owner = OwnerRequests(people, lobby, limits, moderation, services)
        self._rematches = asyncio.Lock()
        self._seats = SeatRequests(people, lobby, limits, quotas, moderation, services)
        self.find_opponents = self._seats.find_opponents
        self._chance = services.chance
        self._bots = services.bots
        self._strengths = Strengths(services, self._since)
        self._bus = services.bus

    def may_know(self, client: Listener, listing: Listing, code: str) -> bool:
        """Return whether a client knows a table's code, has played there or may see its listing."""
        if is_code(code, listing.opened.code) or client.bot:
            return True
        if not listing.opened.private:
            return not self._blocks.hides(client.name, listing)
        return self._has_played(client, listing)

    def _has_played(self, client: Listener, listing: Listing) -> bool:
        """Return whether the player holds a seat, or already owned the name when it held a seat."""
        if has_name(listing.kept_for, client.name):
            return self._people.had_name(client.name, listing.opened.at)
        people = [holder.name for holder in listing.holders if holder and not holder.bot]
        if listing.result is None and has_name(people, client.name):
            return True
        times = listing.seated_at(client.name)
        return any(self._people.had_name(client.name, at) for at in times)

    async def open(self, client: Listener, request: messages.OpenTable) -> Answer:
        """Open a table, with its owner in the first seat."""
        record = decisions.opening(request, client.name)
        if isinstance(record, Refusal):
            return record
        chance = self._chance
        opened = await self._seats.open(client, record, lambda t: decisions.open_table(t, chance))
        return await self._seats.shown(client, opened, request)

    async def join(self, client: Listener, request: messages.JoinTable) -> Answer:
        """Take a seat at a table, found by number or code."""
        number = self._lobby.live.numbered(request.code) if request.code else request.table
        keeper = await self._lobby.find(number)
        if isinstance(keeper, Refusal):
            return keeper
        owner = keeper.table.owner
        hidden = self._blocks.hides(client.name, keeper.listing)
        is_owners = hidden and self._blocks.is_hidden(client.name, owner)  # refused by `sit`
        if (keeper.table.opened.private or (hidden and not is_owners)) and not request.code:
            return refuse(ServerReason.NO_SUCH_TABLE)
        return await self._seats.sit(client, keeper, request)

    async def answer(self, client: Listener, keeper: Keeper, request: messages.Managing) -> Answer:  # noqa: C901, PLR0912 - one case a request
        name = client.name
        chance = self._chance
        begins = isinstance(request, Arranging) and not keeper.table.started
        if self._moderation.begins_nothing and begins:
            return refuse(ServerReason.DRAINING)
        seated_elsewhere = keeper.seat_of(client) is not None and not keeper.has_listener(client)
        if seated_elsewhere and isinstance(request, Arranging):  # clients that act also listen
            await self._lobby.listened_tables.listen(client, keeper)
        match request:
            case messages.Watch():
                return await self._watch(client, keeper, request)
            case messages.AskPositions():
                return await self._positions(client, keeper, request)
            case messages.Rematch():
                async with self._rematches:  # simultaneous requests lead to one table
                    return await self._rematch(client, keeper, request)
            case messages.PlayOn():
                return await self._play_on(client, keeper, request)
            case messages.TakeSeat(seat=seat, code=code):
                await self._seats.prepare_seat(name, keeper)
                refusal = await self._seats.why_not_sit(
                    client, keeper.table
                ) or await keeper.decide(lambda table: stand_ins.take_over(table, name, seat, code))
                return await self._seats.shown(client, refusal or keeper, request)
            case messages.StopWatching():
                self._lobby.listened_tables.stop(client, keeper)
                refusal = await self._decline(client, keeper)
            case messages.Invite():
                return await self._chat.invite(client, keeper, request)
            case messages.DeclineRematch():
                if not self._has_played(client, keeper.listing):
                    return refuse(ServerReason.NOT_SEATED)
                refusal = await self._decline(client, keeper)
            case messages.StandUp():
                refusal = await keeper.decide(lambda table: decisions.stand_up(table, name))
            case messages.Resign():
                refusal = await keeper.decide(lambda table: decisions.resign(table, name))
            case messages.OfferSeat(offered=offered):
                refusal = await keeper.decide(
                    lambda table: stand_ins.offer(table, name, offered=offered)
                )
            case messages.Vote(what=what):
                seat_of_client = keeper.seat_of(client)
                if seat_of_client is None:
                    return refuse(ServerReason.NOT_SEATED)
                refusal = await keeper.votes.vote(
                    keeper.table, keeper.version, seat_of_client, what
                )
                await self._lobby.seat_bots(keeper)
            case (
                messages.Unseat()
                | messages.Remove()
                | messages.Silence()
                | messages.ReleaseSeat()
                | messages.AskSpectators()
            ):
                return await self._owner.answer(client, keeper, request)
            case messages.ResizeTable(seats=seats):
                refusal = await keeper.decide(
                    lambda t: decisions.resize(t, name, seats, chance, keeper.away)
                )
            case messages.ChangeTable():
                refusal = await keeper.decide(lambda t: decisions.change(t, name, request))
            case messages.SeatBot():
                refusal = await self._with_bots(
                    keeper,
                    request,
                    lambda t, new: decisions.seat_bot(t, name, new, chance, keeper.away),
                )
            case messages.StartTable():
                refusal = await self._with_bots(
                    keeper,
                    request,
                    lambda t, new: decisions.start(t, name, new, chance, keeper.away),
                )
            case messages.HurryBots():
                refusal = self._hurry(client, keeper)
            case _:
                assert_never(request)
        return refusal or messages.Done(request.id)

    def _hurry(self, client: Listener, keeper: Keeper) -> Refusal | None:
        """Let the bots play without pauses, on whichever node they run."""
        table = keeper.table
        if table.seat_of(client.name) is None:
            return refuse(ServerReason.NOT_SEATED)
        if not table.started:
            return refuse(ServerReason.NOT_STARTED)
        if len(table.people()) > 1:
            return refuse(ServerReason.OTHERS_PLAY)
        keeper.hurry_bots()
        self._bus.publish(BotsToHurry(table.number))
        return None

    async def _with_bots(
        self,
        keeper: Keeper,
        request: messages.SeatBot | messages.StartTable,
        decide: Callable[[Table, NewBot], Decision],
    ) -> Refusal | None:
        bot = request.bot
        speed = request.speed
        if refusal := self._why_no_bot(keeper.table, bot):
            return refusal
        known = await self._known_bots()
        strength = await self._strength(keeper.table, bot, _people(keeper.table.holders))
        refusal = await keeper.decide(
            lambda table: decide(table, _named(NewBot(bot, (), speed, strength), table, known))
        )
        await self._lobby.seat_bots(keeper)
        return refusal

    async def _since(self, name: str) -> int:
        """Return when a name got its present owner."""
        return (await self._people.known.look_up(name)).since

    async def _strength(self, table: Table, bot: str, people: Sequence[str]) -> Strength:
        """Return the strength for a bot that adapts to these people."""
        if bot != EVEN:
            return NO_STRENGTH
        bots = len(table.holders) - len(people)
        return await self._strengths.even(table.opened.game, people, bots)

    def _why_no_bot(self, table: Table, bot: str) -> Refusal | None:
        if bot == EVEN and table.opened.rated:
            return refuse(ServerReason.NO_SUCH_BOT, NOT_RATED)
        kinds = self._bots.kinds(table.opened.game)
        if bot in kinds:
            return None
        return refuse(ServerReason.NO_SUCH_BOT, f"Bots for this game are {', '.join(kinds)}.")

    async def _known_bots(self) -> set[str]:
        """Return those candidate names for bots that already belong to players."""
        known: set[str] = set()
        again = 0
        while True:
            names = numbered(again)
            known |= await self._people.known_of(names)
            known |= {name for name in names if self._lobby.seats_of(name)}
            if len(known) <= again * len(names):  # enough names are free
                return known
            again += 1

    async def _positions(
        self, client: Listener, keeper: Keeper, request: messages.AskPositions
    ) -> Answer:
        """Return earlier positions of a running game, as the client saw them."""
        table = keeper.table
        if refusal := _why_not_watch(client, table):
            return refusal
        if not table.in_play:
            return refuse(ServerReason.OVER_ALREADY if table.ended else ServerReason.NOT_STARTED)
        if not self._limits.allow(REPLAYS, client.address):
            return refuse(ServerReason.TOO_OFTEN)
        found = await self._archive.positions_so_far(
            table.number,
            keeper.listing,
            range(request.first, request.first + request.limit),
            keeper.seat_of(client),
            client.address,
        )
        if isinstance(found, Refusal):
            return found
        head, versions, positions = msgspec.structs.astuple(found)
        return messages.PositionsShown(table.number, head, versions, positions, request.id)

    async def _watch(self, client: Listener, keeper: Keeper, request: messages.Watch) -> Answer:
        if refusal := _why_not_watch(client, keeper.table):
            return refusal
        async with keeper.chat.lock:  # new messages follow the resent messages
            await self._lobby.listened_tables.listen(
                client, keeper, request.seen, request.id, with_guide=request.with_guide
            )
            await self._chat.recall_at(keeper, request.heard, client)
        return None

    async def _rematch(self, client: Listener, keeper: Keeper, request: messages.Rematch) -> Answer:
        table = keeper.table
        if not self._has_played(client, keeper.listing):
            return refuse(ServerReason.NOT_SEATED)
        if not table.over:
            return refuse(ServerReason.NOT_OVER)
        again = await self._lobby.find(table.rematch) if table.rematch else None
        if isinstance(again, Refusal):
            return again
        if again and not again.table.closed:
            return await self._seats.sit(client, again, request)
        name = table.opened.name
        record = replace(
            table.opened,
            rules=GAMES[table.opened.game].VERSION,
            seats=len(table.players),
            origin=None,
            former_owner=table.owner if table.opened.waits else "",
            name=self._lobby.live.free_name(name) if is_table_name(name) else "",
            kept_for=_others(table, client.name),
            matching=False,
        )
        known = await self._known_bots()
        bots = {player.bot for player in table.players if player}
        strength = await self._strength(table, EVEN if EVEN in bots else "", _people(table.players))
        opened = await self._seats.open(
            client, record, lambda t: self._again(t, table.players, known, strength)
        )
        if isinstance(opened, Refusal):
            named = opened.code == ServerReason.TABLE_NAME_IN_USE  # taken on another node just now
            return await self._rematch(client, keeper, request) if named else opened
        number = opened.table.number
        refusal = await keeper.decide(lambda t: decisions.open_rematch(t, number, table.rematch))
        if refusal is None and keeper.table.rematch != number:  # another node was faster
            await opened.decide(interventions.close)
            return await self._rematch(client, keeper, request)
        await self._chat.invite_again(client, opened.table)
        return await self._seats.shown(client, opened, request)

    async def _decline(self, client: Listener, keeper: Keeper) -> Refusal | None:
        """Give up the seat that the rematch of a table keeps for a player, if any."""
        name = client.name
        listing = await self._lobby.listing(keeper.table.rematch) if keeper.table.rematch else None
        if listing is None or not has_name(listing.kept_for, name):
            return None
        again = await self._lobby.find(keeper.table.rematch)
        if isinstance(again, Refusal):
            return again
        return await again.decide(lambda table: decisions.decline(table, name))

    def _again(
        self, table: Table, players: Sequence[Holder | None], known: Set[str], strength: Strength
    ) -> Decision:
        """Open a table for its owner and a previous table's bots, which keep their names."""
        kinds = self._bots.kinds(table.opened.game)
        bots = [
            _named(
                NewBot(stand_ins.kind_here(player.bot, kinds), (), player.speed, strength),
                table,
                known,
                player.name,
            )
            for player in players
            if player and player.bot
        ]
        return decisions.open_table(table, self._chance, bots)

    async def _play_on(self, client: Listener, keeper: Keeper, request: messages.PlayOn) -> Answer:
        if refusal := self._why_no_bot(keeper.table, request.bot):
            return refusal
        number = keeper.table.number
        code = keeper.table.opened.code
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        line = await game.line_to(request.version)
        if isinstance(line, Refusal):
            return line
        before, events = line
        if not 0 <= request.seat < len(before.holders):
            return refuse(ServerReason.NO_SUCH_SEAT)
        kilobytes = len(messages.write_record(messages.GameStarted(tuple(events)))) / 1024
        if not self._limits.allow_person(PLAY_ON, client, min(kilobytes, FIXED[PLAY_ON].most)):
            return refuse(ServerReason.TOO_OFTEN)
        origin = (number, request.version)
        seats = len(before.holders)
        record = replace(
            before.opened,
            seats=seats,
            origin=origin,
            name="",
            kept_for=(),
            matching=False,
            rated=False,
        )
        known = await self._known_bots()
        strength = await self._strength(before, request.bot, [client.name])
        bot = NewBot(request.bot, (), request.speed, strength)
        opened = await self._seats.open(
            client,
            record,
            lambda t: decisions.play_on(t, request.seat, _named(bot, t, known), before, events),
        )
        return await self._seats.shown(client, opened, request)


def _why_not_watch(client: Listener, table: Table) -> Refusal | None:
    """Return why a client may not follow a table, or None."""
    if has_name(table.removed, client.name):
        return refuse(ServerReason.REMOVED)
    if table.opened.watchable or table.over or table.seat_of(client.name) is not None:
        return None
    return refuse(ServerReason.NO_WATCHING)


def _others(table: Table, name: str) -> tuple[str, ...]:
    """Return the names of the people who played at a table, except this one."""
    return tuple(other for other in _people(table.players) if key(other) != key(name))


def _people(players: Sequence[Holder | None]) -> list[str]:
    return [player.name for player in players if player and not player.bot]


def _named(bot: NewBot, table: Table, known: Set[str], name: str = "") -> NewBot:
    """Return a bot with possible names, starting with `name` unless a player owns that name."""
    names = free_names(table.number, known.__contains__)
    kept = (name,) if is_bot_name(name) and name not in known else ()
    strength = bot.strength if bot.kind == EVEN else NO_STRENGTH
    return bot._replace(names=(*kept, *names), strength=strength)
