"""The server's messages as sentences."""

from collections.abc import Callable, Mapping

from ludoteca.games.renaissance import Way
from ludoteca.games.renaissance.board import SECTIONS
from ludoteca.games.renaissance.view import seat_points, seat_view, why_lost
from ludoteca.protocols.commands import Word, texts, words
from ludoteca.protocols.commands.ids import LORENZO, card_of, leader_of
from ludoteca.ui.console.renaissance import texts as ours
from ludoteca.ui.console.renaissance.drawing import gain
from ludoteca.ui.console.renaissance.goods import card_name, leader_name, listed, points
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState
from ludoteca.ui.draw import columns


def draw_scores(state: CommandsState, scores: words.Scores) -> list[str]:
    """Draw the scores and their sources, best first, and the winners."""
    ranked = sorted(zip(scores.points, scores.names, strict=True), key=lambda row: -row[0])
    heads = ["", "cards", "faith", "tiles", "leaders", "goods", "points"]
    rows = [
        heads,
        *([state.called(name), *_parts(state, name), str(total)] for total, name in ranked),
    ]
    return [ours.SCORES, columns(rows), _winners(state, scores)]


def _parts(state: CommandsState, name: str) -> list[str]:
    return [str(part.amount) for part in seat_points(seat_view(state.board(name)))]


def _winners(state: CommandsState, scores: words.Scores) -> str:
    if scores.winners == (state.me,):
        return f"{ours.YOU_WON} {points(state.points(state.me))}."
    if scores.winners == (LORENZO,):
        why = why_lost(state.board(LORENZO).faith, state.grid)
        return f"{ours.LOST_TO_LORENZO}: {why}." if why else f"{ours.LOST_TO_LORENZO}."
    return ours.WON.format(winners=listed(map(state.called, scores.winners)))


_SILENT = {texts.OK, texts.ACTION_OK, texts.WHO, texts.PAY, texts.THROWING, texts.SOLO}
_SILENT |= {texts.BEGUN, texts.WAIT, texts.DISCARDED_BOTH, texts.SELECT_ONE_MORE, texts.SELECTED}
_SILENT |= {texts.STARTED, texts.OVER, texts.SELECT.format(1), texts.SELECT.format(2)}
_CROSS = {5: "2 faith for him", 6: "1 faith for him, and all tokens are shuffled again"}


def news_of(before: CommandsState, word: Word, after: CommandsState) -> str:
    """Describe a message; return "" if a drawing or a question already conveys it."""
    try:
        return _told(before, word, after)
    except (LookupError, ValueError):
        return ""


def _told(before: CommandsState, word: Word, after: CommandsState) -> str:  # noqa: C901, PLR0912 - a case per message
    mine = word.sender == before.me
    who = "You" if mine else word.sender or ""
    match word:
        case words.ChatWord(command="CHAT", receiver=writer):
            return f"[{writer} to you]{word.info}"
        case words.ChatWord():
            return f"[{word.sender}]{word.info}"
        case words.GameSetup(names=names):
            return f"At the table: {listed(map(before.called, names))}."
        case words.MarketLine(selection=way, num=num):
            line = Way(str(way).lower())
            gains = gain(before, line, (num or 0) - 1) if mine else ""
            return f"{who} pushed {line} {num}{gains and f': {gains}'}."
        case words.CardPurchase(command="BUY_OK", card=known, slot=slot) if after.turn:
            return f"{who} bought {card_name(card_of(known))} into slot {slot}."
        case words.Numbered(command="ACTIVATE_OK", id=known) if after.turn:
            return f"{who} played {leader_name(leader_of(known))}."
        case words.Numbered(command="DISCARD_OK", id=known):
            return f"You discarded {leader_name(leader_of(known))}."
        case words.Faith(qty=steps) if after.turn:
            return _walked(word, steps, after)
        case words.Favours(favours=favours) if after.turn:
            return _reported(after, favours)
        case words.Lorenzo(action=action, colour=colour):
            gone = f"removes 2 {str(colour).lower()} cards"
            now = after.board(LORENZO).faith
            return f"Lorenzo drew a token: {_CROSS.get(action, gone)}. His cross is on space {now}."
        case words.Scores():
            return "\n".join(draw_scores(after, word))
        case words.PlayerList() if before.stage is ClientStage.ROOM:
            fewer = len(after.people) < len(before.people)
            # The next message announces players who join.
            return room_now(after) if fewer else ""
        case _:
            return _SAID.get(word.command, _nothing)(before, word)


def _walked(word: words.Faith, steps: int, after: CommandsState) -> str:
    if word.command == "NOTIFY_FAITHPATH_OTHERS":
        whom = "Lorenzo's cross moves" if after.alone else "all other players gain"
        who = "You discard" if word.sender == after.me else f"{word.sender} discards"
        return f"{who} a resource: {whom} 1 {'space' if after.alone else 'faith'}."
    if word.sender == LORENZO:
        return ""  # shown with the token he drew
    now = after.board(word.sender or "").faith
    who = "You gain" if word.sender == after.me else f"{word.sender} gains"
    return f"{who} {steps} faith and {'are' if word.sender == after.me else 'is'} on space {now}."


def _reported(after: CommandsState, favours: tuple[int, ...]) -> str:
    section = SECTIONS[after.reports - 1]
    pairs = zip(after.names, favours, strict=True)
    kept = [("you" if name == after.me else name) for name, one in pairs if one and name != LORENZO]
    tile = f"the tile worth {points(section.points)}"
    return (
        f"Vatican report {after.reports}: {tile} is kept by {listed(kept) if kept else 'nobody'}."
    )


def _nothing(_: CommandsState, __: Word) -> str:
    return ""


def _info(_: CommandsState, word: Word) -> str:
    # The server explains a login command, but the console asks for the name instead.
    said = (word.info or "").removesuffix(f"type {texts.HOW}").strip()
    meaning = ours.EXPLAINED.get(said)
    return f"{said}: {meaning}." if meaning else said


def _reply(before: CommandsState, word: Word) -> str:
    said = word.info or ""
    if said in _SILENT or said.startswith("@ ") or " has extracted the " in said:
        return ""  # shown by a drawing or the next question
    if said == texts.LAST_ROUND:
        return "" if before.last_round else ours.LAST_ROUND
    return _info(before, word).removeprefix("# ")


def _left(before: CommandsState, word: Word) -> str:
    told = before.stage is ClientStage.ROOM or word.sender in before.away
    return "" if told else f"{word.sender} has left the match."


def _produced(before: CommandsState, word: Word) -> str:
    return "You produced." if word.sender == before.me else f"{word.sender} produced."


def _room(_: CommandsState, word: Word) -> str:
    return (word.info or "").removeprefix("# ")


def _joined(before: CommandsState, word: Word) -> str:
    return f"{_room(before, word)}\n{room_now(before)}"


def room_now(state: CommandsState) -> str:
    """Describe the people in the room and the user's options there."""
    others = [name for name in state.people if name != state.me]
    text = ours.ROOM if state.owner == state.me else ours.ROOM_OF_ANOTHER
    text = text if others else ours.ROOM_ALONE
    return text.format(room=state.room, people=listed(others), owner=state.owner)


_SAID: Mapping[str, Callable[[CommandsState, Word], str]] = {
    "REPLY": _reply,
    "USER_JOINED_LOBBY": _joined,
    "USER_LEFT_LOBBY": _room,
    "USER_LEFT_GAME": _left,
    "GAME_CREATION_ERROR": _info,
    "BUY_ERROR": _info,
    "PRODUCE_ERROR": _info,
    "CONVERSION_ERROR": _info,
    "REMOVE_CONTAINER_ERROR": _info,
    "PRODUCE_OK": _produced,
    "EXIT_LOBBY": _info,
    "JOIN_LOBBY": _info,
    "HELLO": _info,
}
