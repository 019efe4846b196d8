"""A player on a server: the current page and the player's actions."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import cache

from ludoteca import messages
from ludoteca.client import Client, ClientError, RefusedError, Table
from ludoteca.client.reading import table_of
from ludoteca.messages import ServerReason
from ludoteca.ui import terminal_rules
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.lobby import PLAY, GameOffer, Lobby, Wish
from ludoteca.ui.fullscreen.page import Dialog, Pane
from ludoteca.ui.fullscreen.screen import Screen
from ludoteca.ui.fullscreen.spans import Act, AtOnce, Choice
from ludoteca.ui.fullscreen.table_page import TablePage


class Session:
    """Applies notices to pages, shows the pages, and sends the user's requests."""

    def __init__(
        self,
        screen: Screen,
        client: Client,
        server: str,
        games: Sequence[GameOffer],
        game: str | None,
    ) -> None:
        self.screen = screen
        self.client = client
        self.server = server
        self.lobby = Lobby(self, games, game)
        self._pages: dict[int, TablePage] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, first: Act | None) -> None:
        """Show the lobby, run the command line's action, and process notices until the end."""
        self.screen.name = self.client.name
        self.screen.leave = self.ask_to_leave
        self.screen.show(self.lobby, PLAY)
        self.spawn(self._look_around())
        if first:
            self.screen.choose(Choice("first", "", first))
        async for notice in self.client:
            number = table_of(notice)
            if isinstance(notice, messages.TableShown):
                self._page(number)
            (self._pages.get(number) or self.lobby).hear(notice)
            if isinstance(notice, messages.Said) and notice.table is None and notice.to:
                self._overhear(notice)
            self.screen.refresh()

    def _overhear(self, said: messages.Said) -> None:
        """Show a private message at the user's current table too."""
        if isinstance(page := self.screen.page, TablePage):
            page.talk.add(said)

    def told(self) -> None:
        """Show that the connection is lost or, once it is restored, refresh the lobby."""
        self.screen.notice = "" if self.client.connected else texts.LOST
        if self.client.connected:
            self.spawn(self._look_around())
        self.screen.refresh()

    def spawn(self, work: Coroutine[object, None, None]) -> None:
        """Run a request in the background; ignore errors, because the next change repeats it."""

        async def quietly() -> None:
            with suppress(ClientError):
                await work

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_around(self) -> None:
        await self.client.ask(messages.LookAround(follow=True))
        await self.client.ask(messages.Recall())

    async def _ask(self, request: messages.AnyRequest) -> None:
        await self.client.ask(request)

    def asks(self, request: messages.AnyRequest) -> Act:
        """Return an action that sends a request."""
        return lambda: self._ask(request)

    # Navigation

    def go(self, table: Table) -> None:
        self.screen.show(self._page(table.number))

    def _page(self, number: int) -> TablePage:
        if number not in self._pages:
            self._pages[number] = TablePage(self, self.client.tables[number])
        return self._pages[number]

    def alert(self) -> None:
        """Ring the terminal bell: it is the user's turn."""
        self.screen.app.output.bell()

    def _going(self, to: Callable[[], Awaitable[Table]]) -> Act:
        async def act() -> None:
            self.go(await to())

        return act

    async def _sit(self, table: int = 0, code: str = "") -> Table:
        """Sit down at a table; then watch the table, to receive its earlier chat."""
        joined = await self.client.join(table, code)
        watch = messages.Watch(table=joined.number, seen=joined.version, with_guide=True)
        await self.client.ask(watch)
        return joined

    def join(self, table: int) -> Act:
        """Return an action that takes a seat at a table."""
        return self._going(lambda: self._sit(table=table))

    def watch(self, table: int) -> Act:
        """Return an action that shows a table, from the user's own seat if there is one."""
        return self._going(lambda: self.client.watch(table))

    def ask_code(self) -> None:
        """Ask for the code of a table, and go to the table."""
        self.screen.ask_then(texts.CODE, self.by_code)

    def by_code(self, code: str) -> Act:
        """Return an action for a code or link: take a seat, or watch if every seat is taken."""
        code = code.rpartition("/")[2]

        async def found() -> Table:
            try:
                return await self._sit(code=code)
            except RefusedError as error:
                if error.code not in (ServerReason.TABLE_FULL, ServerReason.SEATED_ALREADY):
                    raise
                return await self.client.watch(code=code)

        return self._going(found)

    async def play_bots(self, wish: Wish) -> None:
        """Open a table to play alone or against bots, unless an earlier choice has opened one."""
        if self.screen.page is not self.lobby:
            return
        game, seats, bot, _ = wish
        table = await self.client.open(game, seats, take_back=True)
        for _ in range(seats - 1):
            await table.seat_bot(bot)
        self.go(table)

    async def host(self, wish: Wish) -> None:
        """Open a table that others can join, unless an earlier choice has opened one."""
        if self.screen.page is not self.lobby:
            return
        game, seats, _, clock = wish
        self.go(await self.client.open(game, seats, take_back=True, clock=clock))

    def rematch(self, number: int) -> Act:
        """Return an action that plays again with the same players."""

        async def again() -> Table:
            request = messages.Rematch(table=number, with_guide=True)
            shown = await self.client.ask_for(messages.TableShown, request)
            return self.client.tables[shown.info.table]

        return self._going(again)

    # Leaving

    def to_lobby(self) -> None:
        """Go back to the lobby and keep the seat."""
        page = self.screen.page
        self.screen.show(self.lobby, PLAY)
        if isinstance(page, TablePage):
            self.client.tables.pop(page.table.number, None)
            self._pages.pop(page.table.number, None)
            self.spawn(self._ask(messages.StopWatching(table=page.table.number)))

    async def give_up(self) -> None:
        """Give up the seat and go back to the lobby."""
        if isinstance(page := self.screen.page, TablePage):
            await self.client.ask(messages.StandUp(table=page.table.number))
        self.to_lobby()

    def leave(self) -> None:
        """Leave the table or the console; if the user is playing, ask for confirmation first."""
        page = self.screen.page
        if not isinstance(page, TablePage):
            self.ask_to_leave()
        elif page.table.seat is None or page.over:
            self.to_lobby()
        else:
            choices = [
                Choice("stay", "stay", AtOnce(self.screen.close_dialog), "n"),
                Choice("lobby", "to the lobby, keep the seat", AtOnce(self.to_lobby), "l"),
                Choice("give up", "give the seat up", self.give_up, "g", minor=True),
            ]
            self.screen.open_dialog(Dialog("Leave the table?", self._about_leaving(page), choices))

    def _about_leaving(self, page: TablePage) -> str:
        """Describe the consequences of the user's absence from a table."""
        info = page.table.info
        others = [one for one in info.seats if one and one.name != self.client.name]
        if not page.started:
            away = texts.NOT_STARTED
        elif all(one.kind for one in others):
            away = texts.ALONE
        elif info.clock and info.clock.slow:
            away = texts.SLOW
        else:
            away = texts.AWAY[info.absence]
        return texts.LEAVING.format(away=away)

    def ask_to_leave(self) -> None:
        """Ask whether to leave the console; if the question is already open, leave."""
        if self.screen.dialog and self.screen.dialog.title == texts.END:
            self.screen.close()
            return
        self.screen.turn_to(Pane.TABLE)
        choices = [
            Choice("end", "yes", AtOnce(self.screen.close), "y"),
            Choice("stay", "no", AtOnce(self.screen.close_dialog), "n"),
        ]
        self.screen.open_dialog(Dialog(texts.END, "Your seats are kept for you.", choices))

    # Help

    def usual_keys(self, about: str, signs: str = "") -> list[Choice]:
        """Return the keys available on every page; `about` and `signs` are parts of the help."""
        help_text = texts.HELP.format(keys=about)
        if signs:
            help_text = f"{signs}\n\n{help_text}"
        return [
            Choice("help", "help", self._reading("Help", help_text), "?"),
            Choice("talk", "chat", AtOnce(lambda: self.screen.turn_to(Pane.CHAT)), "t"),
            Choice("leave", "leave", AtOnce(self.leave), "q"),
        ]

    def rules_key(self, game: str) -> list[Choice]:
        """Return the key for a game's rules, if the game has any."""
        text = _rules(game)
        return [Choice("rules", "rules", self._reading("Rules", text), "r")] if text else []

    def _reading(self, title: str, text: str) -> AtOnce:
        back = Choice("back", "back", AtOnce(self.screen.close_dialog), "b")
        return AtOnce(lambda: self.screen.open_dialog(Dialog(title, text, [back])))


@cache
def _rules(game: str) -> str:
    """Return the rules of a game as text; empty if there are none."""
    try:
        return terminal_rules(game)
    except (KeyError, OSError, TypeError):  # the game is not installed or has no rules
        return ""
