"""The dispatcher: answers every request with a notice or a refusal."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Mapping
from itertools import count
from typing import TypeAlias, assert_never
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.archive.archive import Archive
from ludoteca.core.archive.lessons import Lessons
from ludoteca.core.chat import Chat
from ludoteca.core.dispatch import play_requests
from ludoteca.core.dispatch.personal_data import PersonalDataDownloads
from ludoteca.core.dispatch.player_requests import PlayerRequests
from ludoteca.core.dispatch.replication import Replication
from ludoteca.core.dispatch.table_requests import TableRequests
from ludoteca.core.journaling import log_failure, not_written
from ludoteca.core.lobby.glances import Glances
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.lobby.overview import Overview
from ludoteca.core.moderation.availability import Availability
from ludoteca.core.moderation.moderation import Moderation, OperatorActions
from ludoteca.core.moderation.quotas import SOME, Quotas
from ludoteca.core.nodes.clocks import Outages
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.notifications.requests import Notifications
from ludoteca.core.people.accounts import Accounts
from ludoteca.core.people.cache import NameLostError
from ludoteca.core.people.credentials import Credentials
from ludoteca.core.people.logins import Guests, Logins
from ludoteca.core.people.people import People
from ludoteca.core.people.relations import Relations
from ludoteca.core.people.solved import SolvedPuzzles
from ludoteca.core.people.vacations import Vacations
from ludoteca.core.rate_limits import CODES, LIMITS, WRONG_CODES, Capacity, Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.absence_policy import AbsencePolicy
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import DeletedNames, Listing
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import Listener, ServerReason, farewell, refuse
from ludoteca.ops import log, request_id
from ludoteca.ops.buckets import Limit
from ludoteca.ops.turns import sliced

Answer: TypeAlias = messages.Notice | Refusal | None
"""None if the client has already been answered."""


IN_GAME: TypeAlias = messages.Playing | messages.AskHint
"""Requests of seated players in a game that has started."""

RECORDED = (messages.AtTable, messages.JoinTable)
"""Requests whose records are charged to the client."""


class Dispatcher:
    """Creates the parts of the server and routes requests to them."""

    def __init__(
        self,
        services: Services,
        absence_policy: AbsencePolicy | None = None,
        guests: Guests = Guests.ADDRESS,
        limits: Mapping[str, Limit] = LIMITS,
        capacity: Capacity | None = None,
    ) -> None:
        deleted = DeletedNames()
        self.roster = Roster(services.bus, services.clock)
        self._overview = Overview(self.roster)
        self.surroundings = self._overview.surroundings
        self.online = self._overview.online
        services = services._replace(shown=deleted.shown, roster=self.roster)
        self._clock = services.clock
        self._metrics = services.metrics
        self.chance = services.chance
        self._now = services.now
        self.bots = services.bots.kinds
        self.limits = Limits(self._clock, limits)
        capacity = capacity or Capacity()
        self.capacity = capacity
        self._quotas = Quotas(services, self.limits)
        self.moderation = Moderation(services)
        absence_policy = absence_policy or AbsencePolicy()
        self._outages = Outages(services.clock, absence_policy.settle, self._show_times)
        timed = services._replace(clock=self._outages.clock, settled=self._outages.settled)
        self.lobby = Lobby(timed, absence_policy, self.handle, self._tell_listing, capacity)
        self._glances = Glances(services, self.lobby)
        self.people = People(
            timed,
            self.lobby,
            deleted,
            lambda client, reason: self.disconnect(client, farewell(reason)),
            capacity.absent_names_per_address,
        )
        self.availability = Availability(
            services, self.lobby, self.people, self.moderation, capacity.disk_reserve
        )
        credentials = Credentials(self.people, self.limits)
        self._logins = Logins(
            self.people, self.lobby, credentials, self.availability.closed_to, guests
        )
        self._vacations = Vacations(self.people, self.lobby, services, capacity.vacation_days)
        self.notifications = Notifications(services, self.people, self.lobby, self.limits)
        self._accounts = Accounts(
            self.people,
            credentials,
            self.lobby,
            self._vacations,
            self._step_out,
            self.notifications.erase,
            SolvedPuzzles(services),
        )
        self._relations = Relations(
            services, self.people, self.lobby, self.limits, deleted, self._overview.show_again
        )
        self._blocks = self._relations.blocks
        self._overview.attach(self.lobby, self._blocks.hidden_from)
        self._chat = Chat(
            self.people,
            self.lobby,
            self.limits,
            self._quotas,
            self.moderation,
            self.notifications,
            services,
        )
        self.archive = Archive(services.journal, services.shown)
        self._tables = TableRequests(
            self.people,
            self.lobby,
            self._chat,
            self.limits,
            self._quotas,
            self.moderation,
            self.archive,
            self._blocks,
            services,
        )
        self.players = PlayerRequests(self.people, self.lobby, self._tables.may_know, services)
        self.node = services.bus.node
        self.shared = services.bus.shared
        self.operator_actions = OperatorActions(
            services, self.lobby, self.people, self.moderation, self.disconnect, self.announce
        )
        self._replication = Replication(
            services, self.lobby, self._chat, self.operator_actions, self._look_up
        )
        self._entered: WeakKeyDictionary[Listener, int] = WeakKeyDictionary()
        self.personal_data = PersonalDataDownloads(
            services, self.people, self.lobby, self.moderation, self.notifications
        )
        self.lessons = Lessons(
            services.teaching, self.limits, self.archive, services.journal, services.now
        )
        self._request_prefix = f"{secrets.token_hex(4)}-"
        self._request_numbers = count(1)
        """With the prefix, these identify requests across all nodes."""
        self._watch_metrics(services)

    def _watch_metrics(self, services: Services) -> None:
        self._metrics.journal_reachable.watch(self._can_record)
        self._metrics.people.watch(self._count_people)
        self._metrics.tables.watch(lambda: len(list(self.lobby)))
        self._metrics.tables_live.watch(lambda: len(self.lobby))
        if services.bus.shared:
            self._metrics.nodes.watch(lambda: len(self.roster.nodes()))
            self._metrics.bus_connected.watch(lambda: services.bus.connected)

    def _can_record(self) -> bool:
        """Return whether the journal was writable at the last check, and start the next check."""
        self._outages.check(self.availability.readiness)
        return not self._outages.is_on

    def _count_people(self) -> int:
        """Return the number of players connected to this node, excluding bots."""
        return sum(not self.roster.is_program(one.name) for one in self.people.known)

    async def open(self) -> None:
        """Load tables, names, sanctions and quotas from the journal."""
        await self.moderation.load()
        await self.lobby.load()
        await self.people.load()
        await self._vacations.load()
        await self._quotas.load()
        await self.availability.watch_disk()
        await self._replication.begin()
        await self.notifications.load()

    def close(self) -> None:
        """Send a farewell to all clients before any is removed, so that none sees others leave."""
        for client in self.people.clients():
            client.tell(farewell(ServerReason.CLOSING))

    async def save(self) -> None:
        """Record data that is only in memory: time used in running turns, and quotas."""
        await self.notifications.close()
        await self.lessons.close()
        try:
            await self.lobby.keep_times()
        except JournalError as error:
            log_failure(error, request="save")
        await self._quotas.keep(at_once=True)

    async def handle(self, client: Listener, request: messages.AnyRequest) -> None:
        start = time.perf_counter()
        request_id.set(f"{self._request_prefix}{next(self._request_numbers):x}")
        try:
            answer: Answer = self._why_not(client, request)
            if answer is None:
                answer = await self._route(client, request)
                if wait := self._charge(client, request, answer):
                    await asyncio.sleep(wait)
        except JournalError as error:
            log_failure(error, request=type(request).__name__)
            answer = not_written(error)
        except NameLostError:
            answer = refuse(ServerReason.NAME_IN_USE)
        if isinstance(answer, Refusal):
            self._metrics.refusals.inc(answer.code)
            if answer.code == ServerReason.OUTCOME_UNKNOWN and not client.bot:
                # The request may have succeeded. Clients that use request ids retry it.
                self.disconnect(client, farewell(ServerReason.OUTCOME_UNKNOWN))
                answer = None
            else:
                answer = messages.Refused(answer.code, answer.detail, request.id)
        if answer is not None:
            client.tell(answer)
        took = time.perf_counter() - start
        kind = str(request.__struct_config__.tag)
        self._metrics.request_seconds.observe(took, kind)
        code = answer.code if isinstance(answer, messages.Refused) else ""
        log.debug("request_answered", request=kind, name=client.name, refused=code)
        request_id.set("")

    def _why_not(self, client: Listener, request: messages.AnyRequest) -> Refusal | None:
        """Return why a request is refused, whatever its kind; charge for any table code in it."""
        if not client.name and not isinstance(request, messages.Enter | messages.AskSeatKept):
            return refuse(ServerReason.NOT_IN_YET)
        if not client.bot:
            self.people.known.use(client)
        if not self.availability.accepts(request):
            return refuse(ServerReason.DISK_LOW)
        if getattr(request, "code", "") and not self.limits.allow(CODES, client.address):
            return refuse(ServerReason.TOO_OFTEN)
        return None

    def _route(self, client: Listener, request: messages.AnyRequest) -> Awaitable[Answer]:
        if isinstance(request, messages.AtTable):
            return self._at_table(client, request)
        if isinstance(request, messages.OnAccount):
            return self._accounts.answer(client, request)
        if isinstance(request, messages.AboutPlayers):
            return self.players.answer(client, request)
        if isinstance(request, messages.OnContacts):
            return self._relations.answer(client, request)
        if isinstance(request, messages.OnNotifications):
            return self.notifications.answer(client, request)
        return self._anywhere(client, request)

    async def _at_table(self, client: Listener, request: messages.Managing | IN_GAME) -> Answer:
        code = getattr(request, "code", "")
        number = request.table or self.lobby.live.numbered(code)
        keeper = self.lobby.ready(number) or await self._find(client, number, code)
        if isinstance(keeper, Refusal):
            return keeper
        if not client.name:  # the player's new connection has replaced this one
            return refuse(ServerReason.NOT_IN_YET)
        listens = keeper.has_listener(client)
        if not (listens or self._tables.may_know(client, keeper.listing, code)):
            return refuse(ServerReason.NO_SUCH_TABLE)
        if not isinstance(request, IN_GAME):
            return await self._tables.answer(client, keeper, request)
        seat = keeper.seat_of(client)
        if seat is None:
            return refuse(ServerReason.NOT_SEATED)
        if not keeper.table.started:
            return refuse(ServerReason.NOT_STARTED)
        if not listens:  # clients that act at a table also follow it
            await self.lobby.listened_tables.listen(client, keeper)
        if isinstance(request, messages.AskHint):
            return await self.lessons.hint(client, keeper, seat, request)
        return await play_requests.answer(keeper, seat, request, client.bot)

    def _charge(self, client: Listener, request: messages.AnyRequest, answer: Answer) -> float:
        """Charge a client for records at a table; return the seconds that the client must wait.

        Bots do not wait: their records are charged to the address that was charged last. Small
        charges are combined, so that charging adds little work per move. The charge for a
        correct code is given back.
        """
        code = getattr(request, "code", "")
        if code and not (isinstance(answer, Refusal) and answer.code in WRONG_CODES):
            self.limits.give_back(CODES, client.address)
        if not isinstance(request, RECORDED):
            return 0.0
        number = request.table or self.lobby.live.numbered(code)
        keeper = self.lobby.loaded(number)
        if keeper is None or keeper.unpaid < SOME:
            return 0.0
        if not client.bot:
            keeper.payer = client.address
        wait = self._quotas.record(keeper.payer, keeper.unpaid)
        keeper.unpaid = 0
        return 0.0 if client.bot else wait

    async def _find(self, client: Listener, number: int, code: str) -> Keeper | Refusal:
        """Load a table unless its listing shows that the client may not see it."""
        if not self.lobby.loaded(number):
            listing = await self.lobby.listing(number)
            if not (listing is None or self._tables.may_know(client, listing, code)):
                return refuse(ServerReason.NO_SUCH_TABLE)
        return await self.lobby.find(number)

    async def _anywhere(self, client: Listener, request: messages.Anywhere) -> Answer:  # noqa: C901, PLR0912 - one case a request
        match request:
            case messages.Enter():
                return await self._enter(client, request)
            case messages.Leave():
                return farewell(ServerReason.LEFT, request.id)
            case messages.StepOut():
                self._step_out(client)
                return messages.Done(request.id)
            case messages.LookAround(follow=follow):
                self._overview.follow(client, follow=follow)
                around = self.surroundings(request, client.name)
                if request.after or request.search:
                    return around
                return replace(around, own=self.players.own_private(client))
            case messages.GlanceAt(tables=tables):
                visible = self._blocks.visible(client.name, tables)
                return self._glances.follow(client, replace(request, tables=visible))
            case messages.AskSeatKept(names=names):
                return messages.SeatKept(await self._logins.keeps_seat(client, names), request.id)
            case messages.OpenTable():
                return await self._tables.open(client, request)
            case messages.JoinTable():
                return await self._tables.join(client, request)
            case messages.FindOpponents():
                return await self._tables.find_opponents(client, request)
            case messages.Say():
                return await self._chat.say(client, request)
            case messages.Recall():
                return await self._chat.recall(client, request)
            case messages.Mute() | messages.Block():
                return await self._relations.answer(client, request)
            case messages.Report():
                return await self._chat.report(client, request)
            case _:
                assert_never(request)

    # Login and logout

    async def _enter(self, client: Listener, request: messages.Enter) -> Answer:
        if client.name:
            return refuse(ServerReason.IN_ALREADY)
        if elsewhere := self.availability.turn_away(client):
            return elsewhere
        entered = await self._logins.enter(client, request)
        if isinstance(entered, Refusal | messages.Farewell):
            return entered
        token, replaced, recovered = entered
        self._entered[client] = int(self._now() * 1000)
        for before in replaced:
            before.tell(farewell(ServerReason.TAKEN_OVER))
            self._stop_listening(before)
            before.name = ""  # refuses further requests from the older connection
        tables = tuple(self.lobby.seats_of(client.name))
        kept = self.people.is_kept(client.name)
        welcome = messages.Welcome(client.name, token, tables, request.id, kept, recovered)
        await self._blocks.learn(client.name)
        replaced_meanwhile = client.name != welcome.name  # by another login
        return None if replaced_meanwhile else welcome

    def leave(self, client: Listener) -> None:
        """Release a closed connection; the player keeps their seats and name."""
        self._stop_listening(client)
        self.people.known.leave(client)
        self.notifications.hear_left(client.name)

    def _step_out(self, client: Listener) -> None:
        self.leave(client)
        client.name = ""  # refuses further requests

    def _stop_listening(self, client: Listener) -> None:
        self._overview.follow(client, follow=False)
        self._relations.stop(client)
        self._glances.stop(client)
        self.lobby.listened_tables.stop_anywhere(client)

    # Operator actions

    def disconnect(self, client: Listener, notice: messages.Farewell) -> None:
        """Disconnect a client; the player keeps their seats and name."""
        client.tell(notice)
        self._step_out(client)

    def entered_at(self, client: Listener) -> int:
        """Return the time of a client's login, in milliseconds since 1970."""
        return self._entered.get(client, 0)

    def announce(self, text: str, code: str = "") -> None:
        announced = messages.Announced(
            messages.without_controls(text), int(self._now() * 1000), code
        )
        for client in self.people.clients():
            client.tell(announced)

    # Time

    async def tick(self) -> None:
        """Perform all due actions."""
        self.limits.drop_full()
        self._glances.tick()
        # Outages matter only where time is measured; otherwise the journal is left alone.
        if self._outages.is_on or any(keeper.is_timed for keeper in self.lobby):
            self._outages.check(self.availability.readiness)
        for client in self.availability.to_release():
            self.disconnect(client, farewell(ServerReason.CLOSING))
        try:
            await self.lobby.tick(self._outages.clock())
        except JournalError as error:  # still due: the next tick tries again
            log_failure(error, request="tick")
        self.notifications.tick()
        await self._quotas.keep()
        await self.availability.watch_disk()

    def beat(self) -> None:
        """Exchange heartbeats with other nodes, if any; call this several times per second."""
        self.roster.set_draining(draining=self.availability.closes_ports())
        self._replication.tick(cannot_record=self._outages.is_on)

    async def _look_up(self) -> None:
        """Catch up with changes whose bus messages were lost."""
        await self.lobby.resync()
        await self.people.known.check_claims()
        await self._relations.look_up()

    async def next_due(self) -> float | None:
        """Return when the next action is due, by the services' clock."""
        due = await self.lobby.next_due()
        return None if due is None else due + self._clock() - self._outages.clock()

    def _tell_listing(self, number: int, listing: Listing) -> None:
        self._overview.tell_listing(number, listing)
        self._relations.tell_listing(number, listing)

    async def _show_times(self) -> None:
        """Send clients the remaining times after an outage, one table at a time."""
        async for keeper in sliced(self.lobby, 1):
            keeper.show_times()
