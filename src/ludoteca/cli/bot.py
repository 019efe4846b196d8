"""`ludoteca bot`: let your own bot play on a server, table after table."""

import argparse
import asyncio
import secrets
import signal
from contextlib import suppress
from itertools import count

from ludoteca.bots import Question, Strategy
from ludoteca.cli.bot_file import BotFile, read_bot_file
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.table import find_game
from ludoteca.client import Client, ClientError, LostError, RefusedError, Table, Turn, connect
from ludoteca.games import RULEBOOKS, Chance, Dice, Rules
from ludoteca.games.contract import Move
from ludoteca.messages import ServerReason
from ludoteca.ui.draw import counted

AGAIN = 2.0
"""Seconds before the bot looks for a table again or repeats a request."""
ENDLESS = 10**9
SOON = (
    ServerReason.TOO_OFTEN,
    ServerReason.NOT_WRITTEN,
    ServerReason.DISK_LOW,
    ServerReason.DRAINING,
)
"""Refusals after which the bot repeats the request."""


def bot(arguments: argparse.Namespace) -> int:
    """Play until all requested games are over or until interrupted; return the exit status."""
    file = read_bot_file(arguments.file)
    _check(file, arguments)
    try:
        asyncio.run(_play(file, arguments))
    except ClientError as error:
        raise Complaint(str(error)) from None
    except ExceptionGroup as errors:
        first = _first(errors)
        if isinstance(first, ClientError | Complaint):
            raise Complaint(str(first)) from None
        raise
    return 0


def _check(file: BotFile, asked: argparse.Namespace) -> None:
    """Report mistakes that can be detected before connecting."""
    certain = _is_certain(asked)
    if asked.against and (asked.join or certain):
        raise Complaint("--against only applies to tables that the bot opens")
    if asked.game:
        find_game(asked.game)
        file.check_game(asked.game)
    elif not (file.game or certain):
        raise Complaint("name the game with --game, or with GAME in the file")


def _is_certain(asked: argparse.Namespace) -> bool:
    """Return whether the command line names the table."""
    return asked.table is not None or asked.code is not None


def _first(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


async def _play(file: BotFile, asked: argparse.Namespace) -> None:
    (name, _, secret), server = asked.name.partition("#"), asked.server
    async with connect(
        server, name, secret=secret, bot=True, remember=True, program="ludoteca bot", tell=_say
    ) as client:
        _say(f"{client.name} logged in at {server}.")
        bots = Bots(client, file, asked)
        playing = asyncio.create_task(bots.play())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # not available on every platform
                loop.add_signal_handler(number, playing.cancel)
        try:
            with suppress(asyncio.CancelledError):
                await playing
        finally:
            await bots.say_goodbye()


def _say(line: str) -> None:
    print(line, flush=True)


class Bots:
    """A player on a server, with a bot for each of the player's tables."""

    def __init__(self, client: Client, file: BotFile, asked: argparse.Namespace) -> None:
        self._client = client
        self._file = file
        self._asked = asked
        self._seeds = count(asked.seed if asked.seed is not None else secrets.randbits(60))
        self._games = asked.games or (1 if _is_certain(asked) else ENDLESS)
        self._begun = self._played = self._won = 0
        self._avoided: set[int] = set()
        """Tables where the player already has a seat or cannot take one."""
        self._complaints: set[str] = set()

    async def play(self) -> None:
        """Play at all tables, starting with those where the player already has a seat."""
        async with asyncio.TaskGroup() as group:
            for number in self._client.seated:
                group.create_task(self._go_on(number))
            for _ in range(min(self._asked.tables, self._games)):
                group.create_task(self._play_on())

    async def _go_on(self, number: int) -> None:
        table = await self._client.watch(number)
        self._avoided.add(number)
        _say(f"Table {number}: returned to a seat from an earlier session.")
        await self._play_at(table)

    async def _play_on(self) -> None:
        while self._begun < self._games:
            self._begun += 1
            if table := await self._sit():
                await self._play_at(table)

    # Finding a table

    async def _sit(self) -> Table | None:
        while True:
            try:
                table = await self._seated()
            except RefusedError as error:
                if error.code == ServerReason.SEATED_ALREADY or self._was_back(error):
                    return None
                if error.code not in SOON:
                    raise
                await asyncio.sleep(AGAIN)
            except LostError:  # the server may have opened a table, which stays empty
                await asyncio.sleep(AGAIN)
            else:
                self._avoided.add(table.number)
                return table

    def _was_back(self, error: RefusedError) -> bool:
        """Return whether the table may no longer exist because the player's game there is over."""
        lost = error.code == ServerReason.NO_SUCH_TABLE
        return lost and _is_certain(self._asked) and bool(self._client.seated)

    async def _seated(self) -> Table:
        asked = self._asked
        if _is_certain(asked):
            return await self._client.join(asked.table or 0, asked.code or "")
        game = asked.game or self._file.game
        rules = find_game(game)
        if asked.join:
            return await self._join_any(game)
        seats = asked.open or max(2, min(rules.SEATS))
        table = await self._client.open(game, seats)
        for _ in range(seats - 1 if asked.against else 0):
            await table.seat_bot(asked.against)
        _say(f"Table {table.number}: opened for {counted(seats, 'player')} of {rules.TITLE}.")
        return table

    async def _join_any(self, game: str) -> Table:
        waits = False
        while True:
            around = await self._client.look_around(game=game, free=True, oldest=True)
            for info in around.tables:
                if info.table in self._avoided or not info.seats.count(None):
                    continue
                self._avoided.add(info.table)
                with suppress(RefusedError):  # another player was faster, or access is denied
                    return await self._client.join(info.table)
            if not waits:
                waits = True
                _say("Waiting for a table with a free seat.")
            await asyncio.sleep(AGAIN)

    # Playing

    async def _play_at(self, table: Table) -> None:
        choose = self._file.bot()
        chance = Dice(next(self._seeds))
        asked = failed = 0
        async for turn in table.turns():
            if not asked:
                _say(f"Table {table.number}: the game has started, {_others(table)}.")
            asked += 1
            move = await self._chosen(table, turn, choose, chance)
            if move is None:
                failed = failed + 1
                move = turn.moves[0]
            if self._asked.moves:
                _say(f"Table {table.number}: plays {_rules(table).write_move(move)}.")
            try:
                await table.play(move)
            except RefusedError as error:
                _say(f"Table {table.number}: {error}")
                if error.code in SOON:
                    await asyncio.sleep(AGAIN)
                    table.wake()
        self._report(table)
        if failed:
            _say(f"Table {table.number}: the bot failed at {failed} of {asked} moves.")

    async def _chosen(
        self, table: Table, turn: Turn, choose: Strategy, chance: Chance
    ) -> Move | None:
        """Return the bot's move, or None if it failed."""
        question = Question(_rules(table), turn.view, turn.seat, turn.moves)
        try:
            return await asyncio.to_thread(choose, question, chance)
        except Complaint as complaint:
            if self._asked.strict:
                raise
            if (sentence := str(complaint)) not in self._complaints:  # report each problem once
                self._complaints.add(sentence)
                _say(f"Table {table.number}: {sentence}; the first move is played instead.")
            return None

    def _report(self, table: Table) -> None:
        outcome = getattr(table.view, "outcome", None)
        if outcome is None or table.seat is None:
            _say(f"Table {table.number}: left before the end.")
            return
        totals = [sum(point.amount for point in points) for points in table.points]
        won = table.seat in outcome.winners
        self._played = self._played + 1
        self._won = self._won + won
        others = [total for seat, total in enumerate(totals) if seat != table.seat]
        score = " to ".join(map(str, [totals[table.seat], *others]))
        how = "won" if won else "lost"
        so_far = f"So far {self._won} of {self._played} won."
        _say(f"Table {table.number}: {how}, {score} points. {so_far}")

    async def say_goodbye(self) -> None:
        """Give up all seats except those in games with people, who can let a stand-in play."""
        for table in list(self._client.tables.values()):
            if table.ended or table.seat is None:
                continue
            if table.view is not None and _people_at(table):
                _say(f"Table {table.number}: left during a game; the seat is kept.")
                continue
            with suppress(ClientError):
                await table.stand_up()
        _say("Goodbye.")


def _rules(table: Table) -> Rules:
    return RULEBOOKS[table.info.game, table.info.rules]


def _people_at(table: Table) -> bool:
    return any(one and not one.kind for one in table.info.seats)


def _others(table: Table) -> str:
    names = [one.name for seat, one in enumerate(table.info.seats) if one and seat != table.seat]
    return f"with {' and '.join(names)}" if names else "alone"
