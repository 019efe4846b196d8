"""Analysis boards: positions that clients choose, the moves from them, and their evaluation.

The server keeps nothing: a request contains the position, and the answer contains the next ones.
Chance depends only on the position before a move, so the same moves lead to the same position.
"""

import asyncio
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from msgspec import Raw

from ludoteca.core.archive.archive import Archive
from ludoteca.core.archive.attempts import Attempt, half_made
from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat
from ludoteca.games.contract import Event, Move, State
from ludoteca.games.positions import chance_at, positions_of, read_position
from ludoteca.messages import (
    AnalysedPosition,
    Analysis,
    Evaluation,
    ServerReason,
    Teaching,
    refuse,
)
from ludoteca.messages.values import MaybeDraft
from ludoteca.ops import log

MOST_MOVES = 50
"""Maximum number of moves from a position in a request."""


class Line(NamedTuple):
    """A position, the moves played from it, and possibly an unfinished move after them."""

    position: str
    moves: Sequence[str] = ()
    """Each move starts with the number of the seat that plays it, counted from 1."""
    eyes: Seat | None = None
    """The seat whose view is returned, instead of that of the seat to move."""
    attempt: Attempt | None = None


class _Node(NamedTuple):
    """A position of an analysis, as a state and as text, and the move that led to it."""

    state: State
    text: str
    move: str = ""
    played: Move | None = None
    events: tuple[Event, ...] = ()


class AnalysisBoards:
    """Computes the positions of analysis boards, and passes them to the judge."""

    def __init__(self, teaching: Teaching | None, archive: Archive) -> None:
        self._teaching = teaching
        self._archive = archive

    def offers(self, game: str) -> bool:
        """Return whether there is an analysis board for a game."""
        return game in GAMES and positions_of(GAMES[game]) is not None

    async def begin(self, game: str, seats: int, options: Raw, seed: int) -> Analysis | Refusal:
        """Set up a game at a new table."""
        rules = self._rules(game)
        if isinstance(rules, Refusal):
            return rules
        try:
            given = read_value(options, rules.OPTIONS)
        except UNREADABLE as error:
            return refuse(ServerReason.BAD_OPTIONS, str(error))
        if seats not in rules.SEATS:
            return refuse(ServerReason.BAD_SEATS)
        events = rules.setup(seats, given, Dice(seed))
        if isinstance(events, Refusal):
            return events
        return await self._shown_state(rules, reduce(rules.apply, events, rules.BLANK))

    async def from_game(self, number: int, code: str, version: int) -> Analysis | Refusal:
        """Return the position of a finished game at a version."""
        game = await self._archive.find(number, code)
        if isinstance(game, Refusal):
            return game
        rules = self._rules(game.last.opened.game)
        if isinstance(rules, Refusal):
            return rules
        table = await game.at(version)
        if table is None or not table.started:
            return refuse(ServerReason.NO_SUCH_VERSION)
        return await self._shown_state(rules, _skipped(rules, table.state)[0])

    async def follow(self, game: str, line: Line) -> Analysis | Refusal:
        """Return a position and the positions after each move of a line."""
        rules = self._rules(game)
        return (
            rules if isinstance(rules, Refusal) else await asyncio.to_thread(_follow, rules, line)
        )

    async def evaluate(self, game: str, position: str, origin: str) -> Evaluation | Refusal:
        """Judge a position. The answer is not cached, because only one analysis board needs it."""
        rules = self._rules(game)
        if isinstance(rules, Refusal):
            return rules
        if self._teaching is None or not self._teaching.teaches(game):
            return refuse(ServerReason.NO_TEACHER)
        try:
            state = await asyncio.to_thread(read_position, rules, position)
        except ValueError as error:
            return refuse(ServerReason.BAD_POSITION, _sentence(error))
        try:
            found = await self._teaching.evaluate(rules, state, origin)
        except Exception as error:  # the judge may raise anything
            log.error("evaluation_failed", game=game, reason=str(error))
            found = None
        return found or refuse(ServerReason.UNAVAILABLE)

    def _rules(self, game: str) -> Rules | Refusal:
        return GAMES[game] if self.offers(game) else refuse(ServerReason.NO_SUCH_GAME)

    async def _shown_state(self, rules: Rules, state: State) -> Analysis | Refusal:
        written = positions_of(rules)
        if written is None:
            return refuse(ServerReason.NO_SUCH_GAME)
        return await asyncio.to_thread(_follow, rules, Line(written.write_state(state)))


def _follow(rules: Rules, line: Line) -> Analysis | Refusal:
    start = _read(rules, line.position)
    if isinstance(start, Refusal):
        return start
    nodes = [start]
    for text in line.moves:
        played = _read_move(rules, text)
        node = played if isinstance(played, Refusal) else _after(rules, nodes[-1], *played)
        if isinstance(node, Refusal):
            return node
        nodes.append(node)
    draft: MaybeDraft = None
    if attempt := line.attempt:
        made = half_made(rules, nodes[-1].state, attempt)
        if isinstance(made, Refusal):
            return made
        draft, move = made
        if move is not None:
            node = _after(rules, nodes[-1], attempt.seat, move)
            if isinstance(node, Refusal):
                return node
            nodes.append(node)
            draft = None
    *before, last = nodes
    shown = [_shown(rules, node, line.eyes, None) for node in before]
    shown.append(_shown(rules, last, line.eyes, draft))
    return Analysis(rules.NAME, tuple(shown), draft)


def _read(rules: Rules, text: str) -> _Node | Refusal:
    written = positions_of(rules)
    try:
        state = read_position(rules, text)
    except ValueError as error:
        return refuse(ServerReason.BAD_POSITION, _sentence(error))
    return _Node(state, written.write_state(state) if written else text)


def _sentence(error: ValueError) -> str:
    """Describe in a sentence why a position is invalid."""
    return f"That is not a position: {error}."


def _read_move(rules: Rules, text: str) -> tuple[Seat, Move] | Refusal:
    number, _, move = text.strip().partition(" ")
    if len(number) != 1 or number not in "123456789":
        return refuse(ServerReason.UNREADABLE_MOVE)
    read = rules.read_move(move)
    return read if isinstance(read, Refusal) else (Seat(int(number) - 1), read)


def _after(rules: Rules, node: _Node, seat: Seat, move: Move) -> _Node | Refusal:
    """Play a move, with random values that depend only on the position."""
    events = rules.play(node.state, seat, move, chance_at(node.text))
    if isinstance(events, Refusal):
        return events
    state, skipped = _skipped(rules, reduce(rules.apply, events, node.state))
    written = positions_of(rules)
    text = written.write_state(state) if written else ""
    # Read again, so that the position does not depend on the number of moves in a request.
    state = written.read_state(text) if written else state
    return _Node(state, text, f"{seat + 1} {rules.write_move(move)}", move, (*events, *skipped))


def _skipped(rules: Rules, state: State) -> tuple[State, list[Event]]:
    """Skip the turns of absent seats, as at a table."""
    every: list[Event] = []
    while (movers := rules.seats_to_move(state)) and movers <= state.away:
        events = rules.skip(state, min(movers), Dice(0))
        if isinstance(events, Refusal):
            break
        every += events
        state = reduce(rules.apply, events, state)
    return state, every


def _shown(rules: Rules, node: _Node, eyes: Seat | None, draft: MaybeDraft) -> AnalysedPosition:
    state = node.state
    to_move = tuple(sorted(rules.seats_to_move(state) - state.away))
    if eyes is None or eyes >= state.seats:
        eyes = to_move[0] if to_move else None
    view = rules.view(state, eyes)
    points = tuple(rules.points(view, Seat(seat)) for seat in range(state.seats))
    guide = rules.guide(state, eyes, draft)
    return AnalysedPosition(
        *(node.text, node.move, node.played, node.events), view, points, guide, to_move
    )
