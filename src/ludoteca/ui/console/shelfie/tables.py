"""Lists and tables: players, matches, points, results."""

from collections.abc import Sequence

from ludoteca.ui.console.shelfie import texts
from ludoteca.ui.console.shelfie.drawing import short
from ludoteca.ui.console.shelfie.state import SUSPENDED, ClientPhase, PipesState
from ludoteca.ui.draw import clock, columns, counted, padded, width_of

SHORT_NAME = 12
SOURCES = ("common goals", "personal goal", "groups", "end token", "total")
FULL = 30


def rooms(state: PipesState) -> str:
    return "\n".join(
        texts.ROOM.format(match=match, state=status, players=players, seats=seats)
        + _on_page(state, int(match))
        for match, status, players, seats in state.lists.virtualMatchList or ()
    )


def _on_page(state: PipesState, match: int) -> str:
    number = state.table(match)
    return "" if number is None else texts.ON_PAGE.format(number=number)


def _called(state: PipesState, match: int) -> str:
    """Name a match by its number and that of its table."""
    number = state.table(match)
    return f"Match {match}" if number is None else f"Match {match}, table {number}"


def online(state: PipesState, _: int) -> str:
    """List the online players and their states, and last the awaited ones."""
    people = [
        (state.name if name == state.typed else name, status)
        for name, status in sorted(
            state.lists.virtualOnlinePlayers or (), key=lambda player: player[1] == SUSPENDED
        )
    ]
    longest = max((width_of(name) for name, _ in people), default=0)
    lines = [f"  {padded(name, longest)}  {status}" for name, status in people]
    head = texts.ONLINE.format(players=counted(state.connected, "player"))
    return "\n".join([head, *lines]) if lines else texts.NOBODY_ONLINE


def stats(state: PipesState, _: int) -> str:
    """List the points of all players; other players' personal goals are secret."""
    view = state.view
    assert view is not None
    rows: list[tuple[str, ...]] = [("", "points", "tiles", "")]
    for seat, name in enumerate(view.players):
        tiles = sum(tile is not None for row in view.shelves[seat] for tile in row)
        mark = "to move" if name == view.currentPlayer else ""
        own = seat == state.seat
        known = state.name if own else name
        points = state.points if own else view.scores[seat]
        rows.append((short(known, SHORT_NAME), str(points), f"{tiles}/{FULL}", mark))
    return f"{columns(rows)}\n{end_token(state, 0)}"


def end_token(state: PipesState, _: int) -> str:
    """Describe whether this is the last round."""
    free = state.view is not None and state.view.endGameToken
    return texts.END_FREE if free else texts.LAST_ROUND


def results(state: PipesState, width: int) -> str:
    """List the sources of each player's points."""
    assert state.view is not None
    *rows, _ = [[cell or "" for cell in row] for row in state.view.gameResults]
    for row in rows:
        row[0] = short(state.name if row[0] == state.typed else row[0])
    wide = columns([("", *SOURCES), *rows])
    if all(width_of(line) <= width for line in wide.split("\n")):
        return wide
    return "\n".join(_result(row) for row in rows)


def _result(row: Sequence[str]) -> str:
    name, *parts, total = row
    lines = [f"  {source}: {part or 0}" for source, part in zip(SOURCES, parts, strict=False)]
    return "\n".join([f"{name}: {counted(int(total), 'point')}", *lines])


def status(state: PipesState, now: float, width: int) -> str:
    match state.phase:
        case ClientPhase.LOGIN:
            return ""
        case ClientPhase.MENU:
            return f" {state.name} | {state.connected} online"
        case ClientPhase.WAITING:
            match = _called(state, state.room.match) if state.room else "Match"
            return f" {match} | {counted(state.free_seats, 'seat')} free"
        case ClientPhase.PLAYING:
            return _playing(state, now, width)


def _playing(state: PipesState, now: float, width: int) -> str:
    view = state.view
    if view is None:
        return ""
    whose = "your turn" if state.my_turn else f"{short(view.currentPlayer, SHORT_NAME)}'s turn"
    parts = [_called(state, view.matchID), whose, counted(state.points, "point")]
    parts += [clock(now - state.since), *["last round"] * (not view.endGameToken)]
    while parts and len(line := f" {' | '.join(parts)}") > width:
        parts.pop(0)
    return line
