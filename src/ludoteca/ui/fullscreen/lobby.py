"""The lobby: new games against bots or other players, tables to join and watch, and chat."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from ludoteca.messages import (
    A_DAY,
    Clock,
    Notice,
    PersonHere,
    Said,
    Say,
    Surroundings,
    TableInfo,
    TableListed,
)
from ludoteca.ui.draw import level_name
from ludoteca.ui.fullscreen import slow_play, texts
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    GOOD,
    AtOnce,
    Block,
    Choice,
    Line,
    Span,
    beside,
    button,
    line,
    rows,
    wrapped,
)
from ludoteca.ui.fullscreen.talk import Talk, addressed

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session

PLAY, USUAL = "play", "greedy"
PEOPLE = 12
"""Maximum number of connected players to name."""
ACTIONS = (
    ("return", "Go back to your seat"),
    ("join", "Sit down at this table"),
    ("watch", "Watch this game"),
)
"""Name and explanation of the action for a listed table, by the table's group in the list."""
LABEL = 8
"""Width of the labels of options."""


class GameOffer(Struct):
    """A game offered by the server."""

    game: str
    title: str
    fewest: int
    most: int
    bots: tuple[str, ...] = ()


class Wish(NamedTuple):
    """The chosen game, number of players, kind of bot and clock."""

    game: str
    seats: int
    bot: str
    clock: Clock | None = None
    """Clock for a table that other players can join."""


CLOCKS: Mapping[str, Clock | None] = {
    "none": None,
    "2 minutes per turn": Clock(turn=120),
    **{
        f"{days} day{'' if days == 1 else 's'} per turn": Clock(turn=days * A_DAY)
        for days in (1, 2, 3, 5, 7)
    },
}
"""Clocks for tables that other players can join, by name."""


class Lobby:
    """The lobby's page: players, tables, and the user's settings for a new game."""

    def __init__(self, session: "Session", games: Sequence[GameOffer], game: str | None) -> None:
        self._session = session
        self._games = {offer.game: offer for offer in games}
        self._offer = self._games[game] if game in self._games else games[0]
        self._seats = 0
        self._bot = USUAL
        self._clock = "none"
        self._tables: dict[int, TableInfo] = {}
        self._people: set[str] = set()
        self._online = 0
        self._talk = Talk()
        self._wish(self._offer)

    def _wish(self, offer: GameOffer) -> None:
        """Choose a game; keep the number of players and the bot if the game supports them."""
        self._offer = offer
        self._seats = min(offer.most, max(2, self._seats, offer.fewest))
        if self._bot not in offer.bots:
            self._bot = next(iter(offer.bots), "")

    # The page

    title = "Ludoteca"

    @property
    def state(self) -> str:
        return f"Lobby · {self._online} online"

    @property
    def keys(self) -> Sequence[Choice]:
        """Actions that are available regardless of the focus."""
        vacation = slow_play.vacation_key(self._session, "vacation")
        return [*self._session.usual_keys(texts.LOBBY_KEYS), vacation]

    def called(self, game: str) -> str:
        return self._games[game].title if game in self._games else game

    def draw(self, width: int, height: int) -> Block:
        """Draw the settings for a new game, and the tables."""
        session = self._session
        offer = self._offer
        games = [
            (each.title, each is offer, AtOnce(partial(self._wish, each)))
            for each in self._games.values()
        ]
        sizes = range(offer.fewest, offer.most + 1)
        seats = [
            (str(size), size == self._seats, AtOnce(partial(self.resize, size))) for size in sizes
        ]
        bots = [
            (level_name(bot), bot == self._bot, AtOnce(partial(self._against, bot)))
            for bot in offer.bots
        ]
        clocks = [
            (name, name == self._clock, AtOnce(partial(self._timed, name))) for name in CLOCKS
        ]
        against = f"against bots ({level_name(self._bot)})" if self._seats > 1 else "alone"
        play = partial(session.play_bots, self.wish)
        host = partial(session.host, self.wish)
        named = {
            "play now": Choice(PLAY, f"Play {offer.title} {against}", play, "p"),
            "open a table": Choice("host", "Open a table for others", host, "o"),
            "by code": Choice(
                "code", "Join or watch a table by its code", AtOnce(session.ask_code), "c"
            ),
        }
        buttons = (button(label, choice) for label, choice in named.items())
        return [
            line("A new game", BOLD),
            *_options("Game", games, width),
            *_options("Players", seats, width),
            *_options("Bots", bots, width),
            *_options("Clock", clocks, width),
            *rows([Span(" " * LABEL), *buttons], width),
            line(),
            line("Tables", BOLD),
            *self._listed(width),
            line(),
            *wrapped(f"Connected: {', '.join(sorted(self._people)[:PEOPLE])}", width, DIM, "  "),
        ]

    def resize(self, seats: int) -> None:
        """Choose a number of players, limited to what the game supports."""
        self._seats = max(self._offer.fewest, min(self._offer.most, seats))

    def _against(self, bot: str) -> None:
        self._bot = bot

    def _timed(self, clock: str) -> None:
        self._clock = clock

    def bots(self, game: str) -> tuple[str, ...]:
        return self._games[game].bots if game in self._games else ()

    def usual_bot(self, game: str) -> str:
        """Return the chosen kind of bot or, if the game lacks it, the game's first kind."""
        bots = self.bots(game)
        return self._bot if self._bot in bots else next(iter(bots), "")

    @property
    def wish(self) -> Wish:
        return Wish(self._offer.game, self._seats, self._bot, CLOCKS[self._clock])

    def _listed(self, width: int) -> list[Line]:
        """List the user's own tables, then tables with free seats, then tables to watch."""
        tables = sorted(self._tables.values(), key=lambda info: (self._rank(info), -info.table))
        if not tables:
            return [line("  none yet", DIM)]
        return [self._row(info, width) for info in tables]

    def _rank(self, info: TableInfo) -> int:
        if self._is_mine(info):
            return 0
        return 2 if info.started or None not in info.seats else 1

    def _is_mine(self, info: TableInfo) -> bool:
        return any(one and one.name == self._session.client.name for one in info.seats)

    def _row(self, info: TableInfo, width: int) -> Line:
        session = self._session
        rank = self._rank(info)
        name, says = ACTIONS[rank]
        act = session.join(info.table) if name == "join" else session.watch(info.table)
        choice = Choice(f"{name} {info.table}", says, act)
        who = ", ".join(one.name if one else "free" for one in info.seats)
        text = f" {info.table:>4}  {info.name or self.called(info.game)}: {who}"
        shown = [button(name, choice)] if rank < 2 or info.watchable else [Span("no spectators")]
        return [Span("  "), *shown, Span(text[: width - 12])]

    def log(self, width: int) -> Block:
        """Explain the lobby's options to the user."""
        return wrapped(texts.LOBBY, width, DIM)

    def chat(self, width: int) -> Block:
        return self._talk.lines(width)

    async def say(self, text: str) -> None:
        """Send a message to all connected players, or to one."""
        to, text = addressed(text, self._people)
        await self._session.client.ask(Say(text, to=to))

    def hear(self, notice: Notice) -> None:
        match notice:
            case Surroundings():
                self._tables = {info.table: info for info in notice.tables}
                self._people = set(notice.people)
                self._online = notice.online
            case TableListed(info=info, closed=closed):
                if closed or info.over:
                    self._tables.pop(info.table, None)
                else:
                    self._tables[info.table] = info
            case PersonHere(name=name, here=here, bot=False) if here is (name not in self._people):
                self._online += 1 if here else -1
                if here:
                    self._people.add(name)
                else:
                    self._people.discard(name)
            case Said(table=None):
                self._talk.hear(notice)


def _options(label: str, options: Sequence[tuple[str, bool, AtOnce]], width: int) -> list[Line]:
    """Draw options for a new game, marking the chosen one."""
    spans = [
        Span(
            f"({'•' if chosen else ' '}) {text}",
            GOOD if chosen else "",
            Choice(f"{label} {text}", f"{label}: {text}", act),
        )
        for text, chosen, act in options
    ]
    return beside([[line(f"{label:>{LABEL}}", DIM)], rows(spans, width - LABEL - 1)], gap=1)
