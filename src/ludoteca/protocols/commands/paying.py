"""Buying a card and producing: choices and payment step by step, as a draft at the table.

Deployed clients end a payment with DONE, which the protocol's document lacks. A payment that begins
with a message from the document (BuyDevelopmentCard, or SlotIDs in PRODUCE) ends once the price is
paid.

Every error discards the draft and sends BUY_ERROR or PRODUCE_ERROR, with two exceptions: a
container that cannot be paid is refused without further effect, and an unknown resource only makes
the server repeat the question.
"""

from msgspec.structs import replace

from ludoteca.games.renaissance import CARDS, DECKS, Board, Goods, Reason, SeatView, View, draft
from ludoteca.games.renaissance.resources import NOTHING
from ludoteca.messages import Draft, Finish, MoveKept, Refused
from ludoteca.protocols.commands import ids, texts, views, words
from ludoteca.protocols.commands.session import AwaitedMove, Paying, Script, Session, keep
from ludoteca.protocols.scripts import ask, say

BUY_ERROR = "BUY_ERROR"
PRODUCE_ERROR = "PRODUCE_ERROR"
REFUSED = "REMOVE_CONTAINER_ERROR"
FIRST_LEADER_SLOT = 4


def buy(session: Session, word: words.CardPurchase) -> Script[None]:
    """Choose a card and a slot for it."""
    info, view, _ = session.at_table()
    card = ids.card_of(word.card)
    step = draft.ChooseCard(card, (word.slot or 0) - 1)
    answer = yield from ask(Draft(table=info.table, step=step))
    if isinstance(answer, Refused):
        gone = answer.code == Reason.NOT_ON_OFFER and _is_deck_empty(view, card)
        text = texts.EMPTY_DECK if gone else texts.reason(answer)
        yield from _refused(session, text, purchase_error(session))
        return
    session.paying = Paying(BUY_ERROR, complete_when_paid=word.command == "BUY_DEVELOPMENT_CARD")
    yield from session.say(texts.OK)
    yield from say(_price(session, "BUY_SLOT_OK"))


def purchase_error(session: Session) -> str:
    """Return the command that reports the refusal of a purchase before anything is paid.

    The protocol's document specifies REPLY, but the deployed graphical client hangs if it receives
    only a REPLY.
    """
    return "REPLY" if session.documented else BUY_ERROR


def _is_deck_empty(view: View, card: int) -> bool:
    if card not in CARDS:
        return False
    return not view.decks[DECKS.index((CARDS[card].colour, CARDS[card].level))].cards


def _price(session: Session, command: str) -> words.Word:
    price = _owed(session)
    own = session.me.typed
    return words.Containers(command=command, containers=views.counted(price), sender=own)


def _owed(session: Session) -> Goods:
    """Return the unpaid part of the price."""
    _, view, match = session.at_table()
    if session.draft is None:
        raise RuntimeError("nothing is being paid for")
    return draft.owed(_board(view.seats[match.seat]), session.draft)


def _board(seen: SeatView) -> Board:
    return Board(played=seen.played, depots=seen.depots, strongbox=seen.strongbox, slots=seen.slots)


def produce(session: Session, word: words.Slots) -> Script[None]:
    """Choose productions; the basic production and leaders' productions require further choices."""
    info, view, match = session.at_table()
    complete_when_paid = word.slots is None and word.slot_ids is not None
    slots = sorted(word.slots or word.slot_ids or ())
    leaders = ids.producing(view.seats[match.seat].played)
    for step in (draft.StartOver(), *(_power(slot, leaders) for slot in slots)):
        answer = yield from ask(Draft(table=info.table, step=step))
        if isinstance(answer, Refused):
            yield from _refused(session, texts.reason(answer), PRODUCE_ERROR)
            return
    if not slots:
        yield from _refused(session, texts.NO_SLOTS, PRODUCE_ERROR)
        return
    basic = [words.Blanks(command="START_FILL", slot=0, takes=2, makes=1, sender=match.own)]
    of_leaders = [
        words.Blanks(command="START_FILL", slot=slot, makes=1, sender=match.own)
        for slot in slots
        if slot >= FIRST_LEADER_SLOT
    ]
    blanks = (basic if slots[0] == 0 else []) + of_leaders
    session.paying = Paying(PRODUCE_ERROR, blanks, complete_when_paid=complete_when_paid)
    yield from _ask_next(session)


def _power(slot: int, leaders: list[int]) -> draft.Step:
    """Return the draft step for a slot. The rules refuse the step if the slot does not exist."""
    if slot == 0:
        return draft.UseBasic()
    if slot < FIRST_LEADER_SLOT:
        return draft.UseSlot(slot - 1)
    place = slot - FIRST_LEADER_SLOT
    return draft.UseLeader(leaders[place] if place < len(leaders) else 0)


def _ask_next(session: Session) -> Script[None]:
    if session.paying and session.paying.blanks:
        yield from say(session.paying.blanks[0])
        return
    yield from session.say(texts.PAY)
    yield from say(_price(session, "PRODUCTION_PRICE"))


def fill(session: Session, word: words.Filled) -> Script[None]:
    """Choose inputs and outputs of a production, all with one command or one per command."""
    info, _, _ = session.at_table()
    paying = session.paying
    if paying is None or not paying.blanks:
        yield from session.say(texts.NOTHING_OPEN, PRODUCE_ERROR)
        return
    blank = paying.blanks[0]
    named = (word.resource,) if word.resources is None else word.resources
    chosen = [resource for one in named if (resource := ids.resource_of(one))]
    if len(chosen) < len(named):
        yield from session.say(texts.NO_TYPE)
        yield from say(_left(blank, paying.chosen))
        return
    wanted = blank.takes + blank.makes
    if not chosen or (word.resources is not None and paying.chosen + len(chosen) != wanted):
        yield from _dropped(session, texts.WRONG_AMOUNT)
        return
    for resource in chosen:
        choose = draft.ChooseInput if paying.chosen < blank.takes else draft.ChooseOutput
        answer = yield from ask(Draft(table=info.table, step=choose(resource)))
        if isinstance(answer, Refused):
            yield from _filled(session, blank)
            yield from _dropped(session, texts.reason(answer))
            return
        paying.chosen += 1
    if paying.chosen < wanted:
        yield from session.say(texts.OK)
    else:
        yield from _filled(session, blank)
        paying.blanks = paying.blanks[1:]
        paying.chosen = 0
        yield from _ask_next(session)


def _left(blank: words.Blanks, chosen: int) -> words.Blanks:
    """Return the remaining choices of a slot; inputs are chosen first."""
    taken = min(chosen, blank.takes)
    return replace(blank, takes=blank.takes - taken, makes=blank.makes - (chosen - taken))


def _filled(session: Session, blank: words.Blanks) -> Script[None]:
    """Confirm a valid choice, even if the player cannot afford it."""
    yield from session.say(texts.OK)
    yield from say(words.Numbered(command="FILL_OK", id=blank.slot, sender=session.me.typed))


def send_container(session: Session, word: words.Stored) -> Script[None]:
    """Pay part of the price."""
    info, view, _ = session.at_table()
    paying = session.paying
    container = word.container
    if paying is None or paying.blanks:
        yield from session.say(texts.NOTHING_OPEN, REFUSED)
        return
    resource = ids.resource_of(container.resource if container else None)
    if container is None or resource is None or container.qty < 1:
        yield from session.say(texts.NOT_ENOUGH, REFUSED)
        return
    source = (word.destination or "").upper()
    if source not in (views.DEPOSIT, views.VAULT):
        yield from session.say(texts.NO_DEPOSIT, REFUSED)
        return
    place = None if source == views.VAULT else (word.place or 0) - 1
    answer = yield from ask(Draft(table=info.table, step=draft.Pay(resource, place, container.qty)))
    depots = view.seats[session.seat].depots
    if isinstance(answer, Refused) and answer.code == Reason.NOT_OWED:
        if paying.complete_when_paid:
            known = _owed(session).of(resource)
            yield from session.say(texts.PAID_TOO_MUCH if known else texts.OTHER_TYPE, REFUSED)
            return
        paying.excess = True  # the goods exist; the answer to DONE reports the error
    elif isinstance(answer, Refused):
        there = depots[place].resource if place is not None and 0 <= place < len(depots) else None
        other = answer.code == Reason.NOT_THERE and there not in (None, resource)
        yield from session.say(texts.OTHER_TYPE if other else texts.reason(answer), REFUSED)
        return
    yield from session.say(texts.ACCEPTED, "REMOVE_CONTAINER_OK")
    if paying.complete_when_paid and _owed(session) == NOTHING:
        yield from done(session, word)


def done(session: Session, _: words.Word) -> Script[None]:
    """Complete the payment; discard the draft if the payment is wrong."""
    info = session.at_table()[0]
    paying = session.paying
    if paying is None:
        yield from session.say(texts.NOTHING_OPEN)
        return
    buying = paying.error == BUY_ERROR
    wrong = texts.OTHER_TYPE if buying else texts.PAID_TOO_MUCH
    if not paying.excess:
        answer = yield from ask(Finish(table=info.table, keep=True))
        if not isinstance(answer, Refused):
            session.paying = None
            if isinstance(answer, MoveKept):
                yield from keep(session, AwaitedMove(answer.request, error=paying.error))
            return
        wrong = texts.reason(answer)
        if answer.code in (Reason.NOT_PAID, Reason.CHOICE_OPEN):
            wrong = texts.NOT_ENOUGH if buying else texts.WRONG_AMOUNT
    yield from _dropped(session, wrong)
    yield from say(words.Word(command="SHOW_TURN_HELP", sender=session.me.typed))


def _refused(session: Session, text: str, command: str) -> Script[None]:
    """Refuse a purchase or production, and end any open payment."""
    if session.paying and session.paying.error != command:
        yield from _dropped(session, texts.INTERRUPTED)
    session.paying = None
    yield from session.say(text, command)


def _dropped(session: Session, text: str) -> Script[None]:
    """Discard the draft and report the error."""
    info = session.at_table()[0]
    error = session.paying.error if session.paying else PRODUCE_ERROR
    session.paying = None
    yield from ask(Draft(table=info.table, step=draft.StartOver()))
    yield from session.say(text, error)
