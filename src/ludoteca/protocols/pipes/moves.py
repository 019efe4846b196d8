"""Scripts for moves, step by step."""

from ludoteca.games import shelfie
from ludoteca.messages import Done, Draft, Finish, Notice, Refused
from ludoteca.protocols.pipes import texts, words
from ludoteca.protocols.pipes.match import SLOWLY, PipesMatch
from ludoteca.protocols.pipes.pacing import Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.scripts import Asking, ask
from ludoteca.protocols.shelfie import move_id


def select(session: PipesSession, match: PipesMatch, word: words.SelectCell) -> Script[None]:
    """Select a tile; deployed clients deselect by selecting again, and expect a refusal."""
    cell = shelfie.Cell(word.row, word.column)
    answer = yield from _draft(match, shelfie.Pick(cell))
    if not isinstance(answer, Refused):
        yield from session.accept("selectCell", texts.SELECTED, match.seen())
        return
    if session.quirks.deployed and answer.code == shelfie.Reason.ALREADY_PICKED:
        undone = yield from _draft(match, shelfie.Unpick(cell))
        if not isinstance(undone, Refused):
            said = words.Message(texts.SELECT[answer.code]), words.Message(texts.DESELECTED)
            seen = match.seen(), words.NotifyUpdate()
            yield from session.say(*said, words.Return("selectCell", ok=False), *seen)
            return
    yield from session.refuse("selectCell", answer, texts.SELECT)


def deselect(session: PipesSession, match: PipesMatch) -> Script[None]:
    answer = yield from _draft(match, shelfie.UnpickAll())
    if isinstance(answer, Refused):
        yield from session.refuse("deselectCards", answer, texts.DESELECT)
    else:
        yield from session.accept("deselectCards", texts.DESELECTED, match.seen())


def confirm(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Close the selection."""
    answer = yield from _draft(match, shelfie.Close())
    if isinstance(answer, Refused):
        yield from session.refuse("confirmSelection", answer, {})
    else:
        yield from session.accept("confirmSelection", "", match.seen())


def sort(session: PipesSession, match: PipesMatch, word: words.SortHand) -> Script[None]:
    places = list(range(match.hand_size))
    first, second = word.first, word.second
    within = first in places and second in places
    if within:
        places[first], places[second] = second, first
    # A pair outside the hand is not a valid order either, so the server refuses it.
    answer = yield from _draft(match, shelfie.Order(tuple(places) if within else (first, second)))
    if isinstance(answer, Refused):
        inside = {first, second} <= set(range(3))
        known = texts.SORT if inside else texts.SORT_FAR
        yield from session.refuse("sortHand", answer, known)
    elif session.quirks.framed:
        yield from session.say(match.hand())
        yield from session.accept("sortHand", texts.SORTED)
    else:
        yield from session.accept("sortHand", texts.SORTED, match.hand(), match.seen())


def insert(session: PipesSession, match: PipesMatch, column: int) -> Script[None]:
    """Insert the selected tiles, which ends the turn."""
    answer: Notice = yield from _draft(match, shelfie.ChooseColumn(column))
    if not isinstance(answer, Refused):
        cells = match.table.hand.cells if match.table.hand else ()
        own = move_id(match.table.version, cells, column)
        answer = yield from ask(Finish(table=match.number, id=own))
    if isinstance(answer, Refused):
        yield from session.refuse("insertInColumn", answer, texts.INSERT)
    else:
        seen = *session.own_news, match.seen()
        yield from session.accept("insertInColumn", texts.INSERTED, *seen)


def end_turn(session: PipesSession) -> Script[None]:
    """Accept the request: the insertion has already ended the turn."""
    yield from session.say(words.Return("endTurn", ok=True))
    match = session.match
    if session.quirks.deployed and match and match.table.is_own_turn:
        # All others were skipped or moved at once, so the client believes it is not its turn.
        yield from session.say(match.seen(), words.NotifyUpdate(SLOWLY))


def _draft(match: PipesMatch, step: shelfie.Step) -> Asking[Done | Refused]:
    return ask(Draft(table=match.number, step=step))
