"""Scripts for the commands in a match; each requests a move."""

from collections.abc import Mapping

from ludoteca.games import Seat
from ludoteca.games.renaissance import Phase, Reason, SeatView, View, Way, moves
from ludoteca.games.renaissance.refusals import no
from ludoteca.games.renaissance.rules import why_not_in_phase
from ludoteca.messages import AskMoves, MoveKept, Moves, Play, Refused
from ludoteca.protocols.commands import ids, texts, views, words
from ludoteca.protocols.commands.session import AwaitedMove, Script, Session, keep
from ludoteca.protocols.scripts import ask, say

_NOT_THERE = (
    Reason.NO_SUCH_DEPOT,
    Reason.OTHER_RESOURCE_THERE,
    Reason.IN_ANOTHER_DEPOT,
    Reason.DEPOT_FULL,
)
_NO_BONUS = (Reason.STILL_SETTING_UP, Reason.SETUP_IS_OVER, Reason.NOT_YOUR_TURN)
MAIN_ACTIONS = (1, 2, 3)
END = 6
_OTHER_ACTIONS: Mapping[int, moves.Move] = {
    4: moves.PlayLeader(0),
    5: moves.SwapDepots(0, 0),
    END: moves.EndTurn(),
}
"""A move of each kind, for rules that check only the kind of move."""
ACTIONS = (*MAIN_ACTIONS, *_OTHER_ACTIONS)


def _play(session: Session, word: words.Word, move: moves.Move, ok: str = "") -> Script[bool]:
    """Request a move; return whether it was accepted. Another notice reports the move's effects."""
    info, _, _ = session.at_table()
    answer = yield from ask(Play(table=info.table, move=move, keep=True))
    if isinstance(answer, Refused):
        yield from session.say(texts.reason(answer, word.command))
    elif isinstance(answer, MoveKept):
        yield from keep(session, AwaitedMove(answer.request, ok))
    elif ok:
        yield from session.say(ok)
    return not isinstance(answer, Refused)


def _ask_again(session: Session) -> Script[None]:
    """After a refusal, repeat the question that is still open."""
    _, view, match = session.at_table()
    yield from say(*views.question(view, match))


def _index(number: int | None) -> int:
    """Convert a position counted from 1 to one counted from 0."""
    return (number or 0) - 1


def discard_leader(session: Session, word: words.Numbered) -> Script[None]:
    """Return a leader during setup, or discard one later."""
    _, view, _ = session.at_table()
    leader = ids.leader_of(word.id)
    setting_up = view.phase is Phase.SETUP
    yield from _play(
        session, word, moves.ReturnLeader(leader) if setting_up else moves.DiscardLeader(leader)
    )


def take_bonus(session: Session, word: words.Stored) -> Script[None]:
    """Choose resources during setup."""
    info, view, _ = session.at_table()
    resource = ids.resource_of(word.container.resource if word.container else None)
    if resource is None:
        yield from session.say(texts.NO_TYPE)
        return
    count = max(1, word.container.qty if word.container else 1)
    if wrong := _why_not_at_once(view.seats[session.seat], count, _index(word.place)):
        yield from session.say(wrong)
        yield from _ask_again(session)
        return
    for _ in range(min(2, count)):
        answer = yield from ask(
            Play(table=info.table, move=moves.TakeBonus(resource, _index(word.place)))
        )
        if isinstance(answer, Refused):
            first = answer.code in _NO_BONUS and session.seat == view.first
            yield from session.say(texts.NOT_FIRST if first else texts.reason(answer, word.command))
            return


def _why_not_at_once(own: SeatView, count: int, place: int) -> str:
    """Return why several resources cannot be stored together. The rules check them one by one."""
    if count == 1 or not own.bonus or len(own.hand) > views.LEADERS_KEPT:
        return ""
    if count > own.bonus:
        return texts.WRONG_AMOUNT
    depot = own.depots[place] if 0 <= place < len(own.depots) else None
    return texts.TOO_MANY if depot and depot.count + count > depot.slots else ""


def request_action(session: Session, word: words.Action) -> Script[None]:
    """Tell the client whether one of the six actions may begin."""
    _, view, _ = session.at_table()
    if word.n not in ACTIONS:
        yield from session.say(texts.BAD_ACTION)
    elif reason := _why_not_begun(view, session.seat, word.n):
        yield from session.say(texts.reason(no(reason), "END_TURN" if word.n == END else ""))
    else:
        yield from session.say(texts.ACTION_OK)


def _why_not_begun(view: View, seat: Seat, action: int) -> Reason | None:
    if view.phase is Phase.SETUP:
        return Reason.STILL_SETTING_UP
    if view.turn != seat:
        return Reason.NOT_YOUR_TURN
    if action in MAIN_ACTIONS:
        return None if view.phase is Phase.ACTING else Reason.ALREADY_ACTED
    return why_not_in_phase(view.phase, _OTHER_ACTIONS[action])


def pick(session: Session, word: words.MarketLine) -> Script[None]:
    """Take the marbles in a row or a column of the market."""
    info, _, _ = session.at_table()
    column = (word.selection or "").upper() == "COLUMN"
    known = column or (word.selection or "").upper() == "ROW"
    way = Way.COLUMN if column else Way.ROW
    index = _index(word.num if known else None)
    answer = yield from ask(Play(table=info.table, move=moves.TakeMarbles(way, index), keep=True))
    if isinstance(answer, MoveKept):
        yield from keep(session, AwaitedMove(answer.request, texts.OK))
    elif not isinstance(answer, Refused):
        yield from session.say(texts.OK)
    elif answer.code == Reason.NO_SUCH_LINE:
        yield from session.say(texts.BAD_COLUMN if column else texts.BAD_ROW)
    else:
        yield from session.say(texts.reason(answer))


def convert(session: Session, word: words.Converted) -> Script[None]:
    """Choose the resource that a white marble becomes."""
    info, view, _ = session.at_table()
    resource = ids.resource_of(word.resource)
    asked = view.turn == session.seat and view.whites > 0
    if resource is not None:
        answer = yield from ask(Play(table=info.table, move=moves.ConvertMarble(resource)))
        if not isinstance(answer, Refused):
            yield from session.say(texts.OK)
            return
        if not asked:
            yield from session.say(texts.reason(answer))
            return
    deployed = asked and not session.documented
    yield from session.say(texts.BAD_CONVERSION, "CONVERSION_ERROR" if deployed else "REPLY")
    if asked:
        yield from _ask_again(session)


def place(session: Session, word: words.Stored) -> Script[None]:
    """Put a resource from the market into a deposit; discard a resource that fits into none."""
    info, view, _ = session.at_table()
    waiting = next((resource for resource, _ in view.taken.each()), None)
    resource = ids.resource_of(word.container.resource) if word.container else waiting
    if resource is None:
        yield from session.say(texts.NO_TYPE if word.container else _why_nothing(session, view))
        yield from _ask_again(session)
    elif word.place == 0:
        if not (yield from _play(session, word, moves.DiscardResource(resource), texts.OK)):
            yield from _ask_again(session)
    else:
        move = moves.PlaceResource(resource, _index(word.place))
        answer = yield from ask(Play(table=info.table, move=move))
        if not isinstance(answer, Refused):
            yield from session.say(texts.OK)
            return
        offered = yield from ask(AskMoves(table=info.table))
        elsewhere = isinstance(offered, Moves) and any(
            isinstance(one, moves.PlaceResource) and one.resource is resource
            for one in offered.moves
        )
        if answer.code in _NOT_THERE and not elsewhere:
            yield from session.say(texts.MUST_DISCARD)
            yield from _play(session, word, moves.DiscardResource(resource))
            return
        yield from session.say(texts.reason(answer))
        yield from _ask_again(session)


def _why_nothing(session: Session, view: View) -> str:
    """Explain why there is nothing to place."""
    mine = view.turn == session.seat
    return texts.NOTHING_TO_PLACE if mine else texts.REASONS[Reason.NOT_YOUR_TURN]


def manage(session: Session, word: words.Moved) -> Script[None]:
    """Move resources from one deposit to another."""
    move = moves.MoveResources(_index(word.source), _index(word.place), word.qty or 0)
    yield from _play(session, word, move, texts.OK)


def switch(session: Session, word: words.Moved) -> Script[None]:
    """Exchange the contents of two deposits."""
    _, view, match = session.at_table()
    one = _index(word.source)
    other = _index(word.place)
    depots = view.seats[match.seat].depots
    if any(0 <= place < len(depots) and depots[place].of_leader for place in (one, other)):
        yield from session.say(texts.LEADER_DEPOSIT)
        return
    yield from _play(session, word, moves.SwapDepots(one, other), texts.OK)


def activate(session: Session, word: words.Numbered) -> Script[None]:
    yield from _play(session, word, moves.PlayLeader(ids.leader_of(word.id)))


def end_turn(session: Session, word: words.Word) -> Script[None]:
    yield from _play(session, word, moves.EndTurn(), texts.OK)


def cheat(session: Session, _: words.Word) -> Script[None]:
    """Refuse the cheat command."""
    yield from session.say(texts.NO_CHEATING)
