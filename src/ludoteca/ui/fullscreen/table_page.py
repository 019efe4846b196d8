"""A table on the screen: waiting for players, the game, and its end."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludoteca.bots.teacher import sentence, teaches
from ludoteca.client import Table
from ludoteca.games import ROWS, RULEBOOKS, Rules, load
from ludoteca.games.contract import Draft, Move, Seat
from ludoteca.messages import (
    Advice,
    AskHint,
    Gesture,
    GiveTime,
    Guided,
    Hint,
    MovePlayed,
    Notice,
    Pause,
    PauseAsked,
    Presence,
    Resume,
    Said,
    Say,
    SeatBot,
    SeatTaken,
    StartTable,
    TableNews,
    TableSeen,
    TableShown,
    TakeBack,
    Vote,
    WhenAway,
    WhoIsAway,
)
from ludoteca.messages.table_info import AwaySeat
from ludoteca.ui.draw import clock, level_name
from ludoteca.ui.fullscreen import fallback, texts
from ludoteca.ui.fullscreen.contract import Actions, Drawing, Sight
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    WARN,
    AtOnce,
    Block,
    Choice,
    Span,
    button,
    line,
    rows,
    without_choices,
    wrapped,
)
from ludoteca.ui.fullscreen.story import final_points, story
from ludoteca.ui.fullscreen.talk import Talk, addressed


class Clocks:
    """What was told last, and when."""

    def __init__(self) -> None:
        self._left: tuple[int, ...] = ()
        self._running: tuple[int, ...] = ()
        self._since = 0.0

    def set(self, left: Sequence[int], running: Sequence[int]) -> None:
        """Milliseconds of each seat from now on; nothing changes if none are told."""
        if left:
            self._left, self._running, self._since = tuple(left), tuple(running), time.monotonic()

    def run(self, seats: Sequence[int]) -> None:
        """The clocks of these seats run."""
        self._running = tuple(seats)

    def shown(self, names: Sequence[str]) -> str:
        """The time of all seats; nothing where there are no clocks."""
        passed = time.monotonic() - self._since
        return "".join(
            f" · {name} {clock(left / 1000 - passed * (seat in self._running))}"
            for seat, (name, left) in enumerate(zip(names, self._left, strict=False))
        )


if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


def waiting_room(session: "Session", table: Table, width: int) -> Block:
    """The seats, and what the owner can do."""
    info = table.info
    lines = [line("Seats", BOLD)]
    for seat, one in enumerate(info.seats):
        kind = f" ({level_name(one.kind)})" if one and one.kind else ""
        lines.append(line(f"  {seat + 1}  {f'{one.name}{kind}' if one else 'free'}"))
    lines.append(line())
    if info.code:
        lines += wrapped(texts.WAITING, width)
        lines += [line(f"  {info.code}", BOLD), line(f"  {session.server}/t/{info.code}"), line()]
    if info.owner == session.client.name:
        lines += _bots(session, table, width)
    return lines


def _bots(session: "Session", table: Table, width: int) -> Block:
    number = table.number
    bots = session.lobby.bots(table.info.game)
    seats = [
        button(
            level_name(bot),
            Choice(
                f"bot {bot}",
                f"Let a bot sit down: {level_name(bot)}",
                session.asks(SeatBot(table=number, bot=bot)),
            ),
        )
        for bot in bots
    ]
    usual = session.lobby.usual_bot(table.info.game)
    start = Choice(
        "start",
        f"Start now, with bots ({level_name(usual)}) on the free seats",
        session.asks(StartTable(table=number, bot=usual)),
        "s",
    )
    return [
        *rows([Span("Seat a bot:", DIM), *seats], width),
        [button("start now", start)],
    ]


if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session

KEPT = 1000
"""How many lines of the log are kept."""


class TablePage:
    """What the user knows of a table, and what can be done there."""

    def __init__(self, session: "Session", table: Table) -> None:
        self.table, self.talk = table, Talk()
        self._session = session
        self._actions = Actions(session.client, table)
        self._seen: TableSeen | None = None
        self._drafts: dict[Seat, Draft] = {}
        self._away: tuple[AwaySeat, ...] = ()
        self._moves: tuple[Move, ...] = ()
        """What may be played, where only the rules can tell."""
        self._sat: dict[int, str] = {}
        """Who sat down since the table was shown."""
        self._log: list[str] = []
        self._clocks = Clocks()

    # What is known

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        seats = enumerate(self.table.info.seats)
        return tuple(
            one.name if one else self._sat.get(seat, f"Seat {seat + 1}") for seat, one in seats
        )

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self._seen is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
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
        """Follow what happens at the table."""
        match notice:
            case TableShown():
                self._away = notice.away
                self._clocks.set(notice.left, self.table.to_move)
            case TableNews(record=record):
                if isinstance(record, SeatTaken):
                    self._sat[record.seat] = record.name
                self._log = [*self._log, *story(record, self._rules, self.names)][-KEPT:]
                if isinstance(record, MovePlayed):
                    self._drafts.pop(record.seat, None)
                else:
                    self._session.look_again(self)
                self._clocks.set(getattr(record, "left", ()), self.table.to_move)
            case TableSeen():
                self._see(notice)
            case Guided(guide=guide) if self._seen:
                self._seen = replace(self._seen, guide=guide)
            case Gesture(seat=seat, draft=draft):
                self._drafts[seat] = draft
                if self._seen:
                    self._seen = replace(self._seen, take_back=notice.take_back)
            case WhoIsAway(away=away):
                self._away = away
            case PauseAsked(seats=()):
                self._log.append("A player said no to the pause.")
            case PauseAsked(seats=seats):
                self._log += [f"{self.names[seat]} would like a pause." for seat in seats]
            case Presence(name=name, here=here):
                self._log.append(f"{name} is {'back' if here else 'away'}.")
            case Said():
                self.talk.hear(notice)

    def _see(self, seen: TableSeen) -> None:
        before, self._seen, self._moves = self._is_my_turn, seen, ()
        self._clocks.run(seen.to_move)
        if self._is_my_turn and not before:
            self._session.alert()
        if self._is_my_turn and not self._drawing and not fallback.has_moves(seen.guide):
            self._session.spawn(self._ask_moves(seen.version))

    async def _ask_moves(self, version: int) -> None:
        moves = await self.table.moves()
        if self._seen and self._seen.version == version:
            self._moves = moves
            self._session.screen.refresh()

    # The page

    @property
    def title(self) -> str:
        """The game and the table."""
        info = self.table.info
        return f"{info.name or self._session.lobby.called(info.game)} · table {info.table}"

    @property
    def state(self) -> str:
        """Whose turn it is, and what time is left."""
        info, seen = self.table.info, self._seen
        if self.over:
            return "The game is over"
        if info.paused:
            return "Paused"
        if seen is None:
            return "Waiting for players"
        left = self._clocks.shown(self.names)
        if self._is_my_turn:
            return f"Your turn{left}"
        names = [self.names[seat] for seat in seen.to_move]
        return f"{' and '.join(names)} to move{left}"

    @property
    def keys(self) -> Sequence[Choice]:
        """What can be done at any time."""
        session, number = self._session, self.table.number
        keys: list[Choice] = []
        playing = not self.table.info.paused
        if playing and self._is_my_turn and teaches(self.table.info.game):
            keys.append(Choice("hint", "hint", self._hint, "h"))
        taker = self._seen.take_back if self._seen else None
        if playing and self.table.seat is not None and taker == self.table.seat:
            back = session.asks(TakeBack(table=number))
            keys.append(Choice("take back", "take back", back, "u"))
        keys += self._waiting_keys()
        signs = getattr(self._drawing, "SIGNS", "")
        return [
            *keys,
            *session.rules_key(self.table.info.game),
            *session.usual_keys(self._about_keys, signs),
        ]

    @property
    def _about_keys(self) -> str:
        if self.over:
            return texts.OVER_KEYS
        return texts.PLAYING_KEYS if self._seen else texts.WAITING_KEYS

    def _waiting_keys(self) -> list[Choice]:
        """A pause for all and its end, and more time for another player whose clock runs."""
        info, number = self.table.info, self.table.number
        if self._seen is None or self.table.seat is None or self.over:
            return []
        if info.paused:
            return [Choice("resume", "resume", self._session.asks(Resume(table=number)), "p")]
        keys = [Choice("pause", "pause", self._session.asks(Pause(table=number)), "p")]
        others = [seat for seat in self._seen.to_move if seat != self.table.seat]
        if info.clock and others:
            more = self._session.asks(GiveTime(table=number, seat=others[0]))
            keys.append(Choice("time", "1 more minute", more, "+"))
        return keys

    def draw(self, width: int, height: int) -> Block:
        """The table as it is now."""
        above = [*self._absent(width), *self._paused(width)]
        seen = self._seen
        if seen is None and self.over:
            lobby = Choice("lobby", "Go back to the lobby", AtOnce(self._session.to_lobby), "l")
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
            drawn = fallback.draw(sight, self._actions, width, self._rules, self._moves)
        return [*above, *(without_choices(drawn) if self.table.info.paused else drawn)]

    def _absent(self, width: int) -> Block:
        """Who is away, and what can be done about it."""
        if not self._away or self.over:
            return []
        names = ", ".join(self.names[away.seat] for away in self._away)
        text = wrapped(f"Away: {names}.", width)
        if self.table.seat is None or not any(a.then == WhenAway.WAIT for a in self._away):
            return text
        votes = [
            button(
                f"vote: {words}",
                Choice(
                    f"vote {ballot}",
                    f"Agree to {words}; it is done once all who are connected agree",
                    self._session.asks(Vote(table=self.table.number, what=ballot)),
                ),
            )
            for ballot, words in texts.BALLOTS.items()
        ]
        return [*text, *rows(votes, width)]

    def _paused(self, width: int) -> Block:
        if not self.table.info.paused:
            return []
        watched = self.table.seat is None
        return wrapped(texts.PAUSED_WATCHED if watched else texts.PAUSED, width, WARN)

    def log(self, width: int) -> Block:
        """What happened."""
        return [each for text in self._log for each in wrapped(text, width, indent="  ")]

    def chat(self, width: int) -> Block:
        """What was said."""
        return self.talk.lines(width)

    async def say(self, text: str) -> None:
        """Say something to all at the table, or to one player."""
        to, text = addressed(text, self.names)
        await self._session.client.ask(Say(text, table=self.table.number, to=to))

    async def _hint(self) -> None:
        asked = AskHint(table=self.table.number)
        hint = await self._session.client.ask_for(Hint, asked)
        reasons = hint.reasons
        if self._seen and (as_shown := getattr(self._drawing, "as_shown", None)):
            reasons = tuple(as_shown(reason, self._seen.view) for reason in reasons)
        advice = Advice(hint.level, hint.move, reasons)
        said = sentence(self.table.info.game, advice)
        self._log.append(f"Hint: {said}")
        self._session.screen.message = f"Hint: {said}"
