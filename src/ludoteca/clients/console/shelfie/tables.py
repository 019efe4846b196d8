"""Lists and tables: people, matches, talk, points."""

from collections.abc import Sequence

from ludoteca.clients.console.shelfie import texts
from ludoteca.clients.console.shelfie.blocks import counted, short, wrapped
from ludoteca.clients.console.shelfie.picture import Phase, Picture
from ludoteca.clients.draw import clock, columns, padded, width_of

LAST_LINES = 12
"""How much of a chat is shown."""
SHORT_NAME = 12
SOURCES = ("common goals", "personal goal", "groups", "end token", "total")
FULL = 30


def rooms(picture: Picture) -> str:
    """Every match there is."""
    return "\n".join(
        texts.ROOM.format(match=match, state=state, players=players, seats=seats)
        for match, state, players, seats in picture.lists.virtualMatchList or ()
    )


def online(picture: Picture, _: int) -> str:
    """Everybody in the house, and what they do."""
    people = [
        (picture.name if name == picture.typed else name, state)
        for name, state in picture.lists.virtualOnlinePlayers or ()
    ]
    longest = max((width_of(name) for name, _ in people), default=0)
    lines = (f"  {padded(name, longest)}  {state}" for name, state in people)
    return "\n".join(lines) or texts.NOBODY_ONLINE


def match_chat(picture: Picture, width: int) -> str:
    """What was said in the match, the last of it."""
    return _chat("Match chat:", picture.chat, width)


def chats(picture: Picture, width: int) -> str:
    """What was said in the match and by each person to this one."""
    parts = [match_chat(picture, width)] if picture.chat else []
    lists = picture.lists
    for pair, place in lists.virtualChatMap:
        other = next((name for name in pair.split("@") if name != picture.typed), pair)
        parts.append(_chat(f"Chat with {other}:", lists.virtualPrivateChats[int(place)], width))
    return "\n".join(parts) or texts.NOTHING_SAID


def _chat(title: str, lines: Sequence[str], width: int) -> str:
    return "\n".join(
        [title, *(wrapped(f"  {line}", width, "    ") for line in lines[-LAST_LINES:])]
    )


def stats(picture: Picture, _: int) -> str:
    """Everybody's points; the personal goal of others is a secret."""
    view = picture.view
    assert view is not None  # noqa: S101 - there are points only in a match
    rows: list[tuple[str, ...]] = [("", "points", "tiles", "")]
    for seat, name in enumerate(view.players):
        tiles = sum(tile is not None for row in view.shelves[seat] for tile in row)
        mark = "to move" if name == view.currentPlayer else ""
        own = seat == picture.seat
        known = picture.name if own else name
        points = picture.points if own else view.scores[seat]
        rows.append((short(known, SHORT_NAME), str(points), f"{tiles}/{FULL}", mark))
    return f"{columns(rows)}\n{end_token(picture, 0)}"


def end_token(picture: Picture, _: int) -> str:
    """Whether this is the last round."""
    free = picture.view is not None and picture.view.endGameToken
    return texts.END_FREE if free else texts.LAST_ROUND


def results(picture: Picture, width: int) -> str:
    """Where everybody's points came from."""
    assert picture.view is not None  # noqa: S101 - a match that has ended has been seen
    *rows, _ = [[cell or "" for cell in row] for row in picture.view.gameResults]
    for row in rows:
        row[0] = short(picture.name if row[0] == picture.typed else row[0])
    wide = columns([("", *SOURCES), *rows])
    if all(width_of(line) <= width for line in wide.split("\n")):
        return wide
    return "\n".join(_result(row) for row in rows)


def _result(row: Sequence[str]) -> str:
    name, *parts, total = row
    lines = [f"  {source}: {part or 0}" for source, part in zip(SOURCES, parts, strict=False)]
    return "\n".join([f"{name}: {total} points", *lines])


def status(picture: Picture, now: float, width: int) -> str:
    """Where the person is, in one line."""
    match picture.phase:
        case Phase.OUTSIDE:
            return ""
        case Phase.MENU:
            return f" {picture.name} | {len(picture.others) + 1} online"
        case Phase.WAITING:
            match = picture.room.match if picture.room else ""
            return f" Match {match} | {counted(picture.free_seats, 'seat')} free"
        case Phase.PLAYING:
            return _playing(picture, now, width)


def _playing(picture: Picture, now: float, width: int) -> str:
    view = picture.view
    if view is None:
        return ""
    whose = "your turn" if picture.my_turn else f"{short(view.currentPlayer, SHORT_NAME)}'s turn"
    parts = [f"Match {view.matchID}", whose, counted(picture.points, "point")]
    parts += [clock(now - picture.since), *["last round"] * (not view.endGameToken)]
    while parts and len(line := f" {' | '.join(parts)}") > width:
        parts.pop(0)
    return line
