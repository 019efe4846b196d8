"""A table's page: waiting for players, the game, and its end."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.bots.teacher import sentence, teaches
from ludoteca.client import Table
from ludoteca.games import ROWS, RULEBOOKS, Refusal, Rules, load
from ludoteca.games.contract import Draft, Move, Seat
from ludoteca.messages import Notice
from ludoteca.messages.table_info import AwaySeat
from ludoteca.ui.commands import Command, help_text, read_command
from ludoteca.ui.fullscreen import contract, slow_play, spans, texts
from ludoteca.ui.fullscreen.contract import Actions, Drawing, Sight
from ludoteca.ui.fullscreen.spans import button, rows, without_choices, wrapped
from ludoteca.ui.fullscreen.stepping import Stepping
from ludoteca.ui.fullscreen.table_parts import Clocks, final_points, waiting_room
from ludoteca.ui.fullscreen.talk import Talk, addressed, story

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


COMMAND_KEYS = {
    Command.HINT: "h",
    Command.UNDO: "u",
    Command.RULES: "r",
    Command.HELP: "?",
    Command.EXIT: "q",
}
"""Keys of the commands that can be typed."""
KEPT = 1000
"""Number of log lines to keep."""


class TablePage:
    """The state of a table, and the user's actions there."""

    def __init__(self, session: "Session", table: Table) -> None:
        self.table = table
        self.talk = Talk()
        self._session = session
        self._actions = Actions(session.client, table)
        self._seen: messages.TableSeen | None = None
        self._drafts: dict[Seat, Draft] = {}
        self._away: tuple[AwaySeat, ...] = ()
        self._moves: tuple[Move, ...] = ()
        """Legal moves, requested from the server if the guide does not list them."""
        self._players: dict[int, str] = {}
        """Current or last player in each seat."""
        self._log: list[str] = []
        self._clocks = Clocks()
        self._stepping = Stepping(session, table)
        self._queued = slow_play.QueuedMove(session, table)

    # State

    @property
    def names(self) -> tuple[str, ...]:
        seats = range(len(self.table.info.seats))
        return tuple(self._players.get(seat, f"Seat {seat + 1}") for seat in seats)

    @property
    def started(self) -> bool:
        return self._seen is not None

    @property
    def over(self) -> bool:
        return self.table.ended

    @property
    def _rules(self) -> Rules | None:
        return RULEBOOKS.get((self.table.info.game, self.table.info.rules))

    @property
    def _drawing(self) -> Drawing | None:
        row = ROWS.get(self.table.info.game)
        found: Drawing | None = load(row.full) if row and row.full and self._rules else None
        return found

    @property
    def _is_my_turn(self) -> bool:
        return self._seen is not None and self.table.seat in self._seen.to_move

    def hear(self, notice: Notice) -> None:  # noqa: C901, PLR0912 - one case a notice
        match notice:
            case messages.TableShown():
                self._away = notice.away
                self._clocks.running = notice.running
                self._clocks.set(notice.left)
                self._remember_names()
            case messages.TableNews(record=record):
                self._remember_names()
                self._stepping.hear(notice)
                self._log = [*self._log, *story(record, self._rules, self.names)][-KEPT:]
                if isinstance(record, messages.MovePlayed):
                    self._drafts.pop(record.seat, None)
                self._clocks.set(getattr(record, "left", ()))
            case messages.TableSeen():
                self._see(notice)
            case messages.Guided(guide=guide) if self._seen:
                self._seen = replace(self._seen, guide=guide)
            case messages.Gesture(seat=seat, draft=draft):
                self._drafts[seat] = draft
                if self._seen:
                    self._seen = replace(self._seen, take_back=notice.take_back)
            case messages.MoveKept():
                if dropped := self._queued.hear(notice):
                    self._log.append(dropped)
                    self._session.screen.message = dropped
            case messages.WhoIsAway(away=away):
                self._away = away
            case messages.ClockSwitched(running=running, left=left):
                self._clocks.running = running
                self._clocks.set(left)
            case messages.PauseAsked(seats=()):
                self._log.append("A player said no to the pause.")
            case messages.PauseAsked(seats=seats):
                self._log += [f"{self.names[seat]} would like a pause." for seat in seats]
            case messages.Presence(name=name, here=here):
                self._log.append(f"{name} {'reconnected' if here else 'disconnected'}.")
            case messages.Said():
                self.talk.hear(notice)

    def _remember_names(self) -> None:
        seats = enumerate(self.table.info.seats)
        self._players |= {seat: one.name for seat, one in seats if one}

    def _see(self, seen: messages.TableSeen) -> None:
        before = self._is_my_turn
        self._seen = seen
        self._moves = ()
        if self._is_my_turn and not before:
            self._session.alert()
        if self._is_my_turn and not self._drawing and not contract.has_moves(seen.guide):
            self._session.spawn(self._ask_moves(seen.version))

    async def _ask_moves(self, version: int) -> None:
        moves = await self.table.moves()
        if self._seen and self._seen.version == version:
            self._moves = moves
            self._session.screen.refresh()

    # The page

    @property
    def title(self) -> str:
        info = self.table.info
        return f"{info.name or self._session.lobby.called(info.game)} · table {info.table}"

    @property
    def state(self) -> str:
        """The player to move and the time left, or the reason why nobody can move."""
        info = self.table.info
        seen = self._seen
        if self.over:
            return "The game is over"
        if info.paused:
            return "Paused"
        if seen is None:
            return "Waiting for players"
        counting = set(seen.to_move) - set(slow_play.on_vacation(info))
        left = self._clocks.shown(self.names, counting)
        if self._is_my_turn:
            return f"Your turn{left}"
        names = [self.names[seat] for seat in seen.to_move]
        turn = f"{names[0]}'s turn" if len(names) == 1 else f"Waiting for {' and '.join(names)}"
        return f"{turn}{left}"

    @property
    def keys(self) -> Sequence[spans.Choice]:
        """Actions that are available regardless of the focus."""
        session = self._session
        number = self.table.number
        if self._stepping.at:
            return [*self._stepping.keys, *session.usual_keys(texts.STEPPING_KEYS)[:2]]
        keys: list[spans.Choice] = []
        playing = not self.table.info.paused
        if self.started and not self.over and self._rules:
            keys.append(spans.Choice("type", "type", spans.AtOnce(self._ask_line), ":"))
        if playing and self._is_my_turn and teaches(self.table.info.game):
            keys.append(spans.Choice("hint", "hint", self._hint, "h"))
        taker = self._seen.take_back if self._seen else None
        if playing and self.table.seat is not None and taker == self.table.seat:
            back = session.asks(messages.TakeBack(table=number))
            keys.append(spans.Choice("take back", "undo", back, "u"))
        keys += self._waiting_keys()
        signs = getattr(self._drawing, "SIGNS", "")
        return [
            *keys,
            *session.rules_key(self.table.info.game),
            *session.usual_keys(self._about_keys, signs),
            *self._earlier_key(),
            *self._vacation_key(),
        ]

    def _earlier_key(self) -> list[spans.Choice]:
        if not self.started or self.over:
            return []
        return [spans.Choice("earlier", "", self._stepping.back, "b")]

    def _vacation_key(self) -> list[spans.Choice]:
        slow = self.table.seat is not None and slow_play.is_slow(self.table.info)
        return [slow_play.vacation_key(self._session, "")] if slow else []

    @property
    def _about_keys(self) -> str:
        if self.over:
            return texts.OVER_KEYS
        if not self._seen:
            return texts.WAITING_KEYS
        typed = f"\n\n{help_text(self.table.info.game, COMMAND_KEYS)}" if self._rules else ""
        return f"{texts.PLAYING_KEYS}{typed}"

    def _waiting_keys(self) -> list[spans.Choice]:
        """Return the keys that pause or resume the game, or give the player to move more time."""
        info = self.table.info
        number = self.table.number
        if self._seen is None or self.table.seat is None or self.over:
            return []
        if info.paused:
            return [
                spans.Choice(
                    "resume", "resume", self._session.asks(messages.Resume(table=number)), "p"
                )
            ]
        keys = [
            spans.Choice("pause", "pause", self._session.asks(messages.Pause(table=number)), "p")
        ]
        others = [seat for seat in self._seen.to_move if seat != self.table.seat]
        if info.clock and others:
            more = self._session.asks(messages.GiveTime(table=number, seat=others[0]))
            keys.append(spans.Choice("time", "1 more minute", more, "+"))
        return keys

    def draw(self, width: int, height: int) -> spans.Block:
        if self._stepping.at and not self.over:
            return self._earlier(width, height)
        above = [*self._absent(width), *self._paused(width), *self._slow(width)]
        seen = self._seen
        if seen is None and self.over:
            lobby = spans.Choice(
                "lobby", "Go back to the lobby", spans.AtOnce(self._session.to_lobby), "l"
            )
            return [*wrapped(texts.GONE, width), [button("lobby", lobby)]]
        if seen is None:
            return [*above, *waiting_room(self._session, self.table, width)]
        sight = Sight(
            seen.view,
            seen.guide,
            seen.points,
            self.names,
            self.table.seat,
            self._drafts,
            seen.to_move,
            self._session.screen.focus,
        )
        if self.over:
            above += final_points(self._session, self.table, sight, width)
        if drawing := self._drawing:
            drawn = drawing.draw(sight, self._actions, width, height - len(above))
        else:
            drawn = contract.draw_any(sight, self._actions, width, self._rules, self._moves)
        return [*above, *(without_choices(drawn) if self.table.info.paused else drawn)]

    def _earlier(self, width: int, height: int) -> spans.Block:
        """Draw the position to which the user has stepped back."""
        stepping = self._stepping
        told = story(stepping.record, self._rules, self.names)
        above = stepping.above(told, width)
        sight = stepping.sight(self.names, self.table.seat, self._session.screen.focus)
        if drawing := self._drawing:
            drawn = drawing.draw(sight, self._actions, width, height - len(above))
        else:
            drawn = contract.draw_any(sight, self._actions, width, self._rules, ())
        return [*above, *without_choices(drawn)]

    def _absent(self, width: int) -> spans.Block:
        """Draw the absent players and the votes about them."""
        if not self._away or self.over:
            return []
        names = ", ".join(self.names[away.seat] for away in self._away)
        text = wrapped(f"Away: {names}.", width)
        if self.table.seat is None or not any(a.then == messages.WhenAway.WAIT for a in self._away):
            return text
        votes = [
            button(
                f"vote: {words}",
                spans.Choice(
                    f"vote {ballot}",
                    f"Agree to {words}; this happens once all connected players agree",
                    self._session.asks(messages.Vote(table=self.table.number, what=ballot)),
                ),
            )
            for ballot, words in texts.BALLOTS.items()
        ]
        return [*text, *rows(votes, width)]

    def _paused(self, width: int) -> spans.Block:
        if not self.table.info.paused:
            return []
        watched = self.table.seat is None
        return wrapped(texts.PAUSED_WATCHED if watched else texts.PAUSED, width, spans.WARN)

    def _slow(self, width: int) -> spans.Block:
        """Draw the user's queued move, and the players on vacation."""
        if self.over:
            return []
        vacations = slow_play.about_vacations(self.table, self.names, width)
        return [*vacations, *self._queued.draw(self._rules, width)]

    def log(self, width: int) -> spans.Block:
        return [each for text in self._log for each in wrapped(text, width, indent="  ")]

    def chat(self, width: int) -> spans.Block:
        return self.talk.lines(width)

    async def say(self, text: str) -> None:
        """Send a message to everyone at the table, or to one player."""
        to, text = addressed(text, self.names)
        await self._session.client.ask(messages.Say(text, table=self.table.number, to=to))

    # Typed moves and commands

    def _ask_line(self) -> None:
        self._session.screen.ask_then(texts.MOVE, lambda line: partial(self._run_line, line))

    async def _run_line(self, line: str) -> None:
        """Run a typed command, or play a typed move."""
        rules, screen = self._rules, self._session.screen
        refusal = texts.NOT_NOW.format(line=line)
        if command := read_command(line):
            for choice in self.keys:
                if choice.key == COMMAND_KEYS.get(command):
                    screen.choose(choice)
                    return
        elif rules and (self._is_my_turn or self._queued.may_queue()):
            move = rules.read_move(line)
            if not isinstance(move, Refusal):
                await self._actions.play(move, keep=not self._is_my_turn)()
                return
            refusal = move.detail
        screen.message = refusal

    async def _hint(self) -> None:
        asked = messages.AskHint(table=self.table.number)
        hint = await self._session.client.ask_for(messages.Hint, asked)
        reasons = hint.reasons
        if self._seen and (as_shown := getattr(self._drawing, "as_shown", None)):
            reasons = tuple(as_shown(reason, self._seen.view) for reason in reasons)
        advice = messages.Advice(hint.level, hint.move, reasons)
        said = sentence(self.table.info.game, advice)
        self._log.append(f"Hint: {said}")
        self._session.screen.message = f"Hint: {said}"
