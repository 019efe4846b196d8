"""Buying a card and producing: choices and payment step by step, as a draft at the table.

Deployed clients end a payment with DONE, which the document does not have: what was begun with its
own words (BuyDevelopmentCard, or SlotIDs in PRODUCE) is done as soon as all is paid.

Whatever goes wrong ends in BUY_ERROR or PRODUCE_ERROR and leaves nothing behind; only a container
that cannot be taken is refused by itself, and the payment goes on.
"""

from ludoteca.games.renaissance import (
    CARDS,
    DECKS,
    Board,
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    Goods,
    Pay,
    Reason,
    SeatView,
    StartOver,
    Step,
    UseBasic,
    UseLeader,
    UseSlot,
    View,
    owed,
)
from ludoteca.games.renaissance.resources import NOTHING
from ludoteca.messages import Draft, Finish, MoveKept, Refused
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.ids import card_of, producing, resource_of
from ludoteca.wire.commands.sayings import DEPOSIT, VAULT, counted, say
from ludoteca.wire.commands.session import Kept, Paying, Script, Session, keep, raw
from ludoteca.wire.commands.words import (
    Blanks,
    Containers,
    Filled,
    Numbered,
    Purchase,
    Slots,
    Stored,
    Word,
)
from ludoteca.wire.dialect import Send

BUY_ERROR, PRODUCE_ERROR = "BUY_ERROR", "PRODUCE_ERROR"
REFUSED = "REMOVE_CONTAINER_ERROR"
FIRST_LEADER_SLOT = 4


def buy(stay: Session, word: Purchase) -> Script:
    """Choose a card and a slot for it."""
    info, view, _ = stay.at_table()
    stay.paying, card = None, card_of(word.card)
    step = ChooseCard(card, (word.slot or 0) - 1)
    answer = yield Draft(table=info.table, step=raw(step))
    if isinstance(answer, Refused):
        gone = answer.code == Reason.NOT_ON_OFFER and _is_deck_empty(view, card)
        yield stay.say(texts.EMPTY_DECK if gone else texts.reason(answer), BUY_ERROR)
        return
    stay.paying = Paying(BUY_ERROR, at_once=word.command == "BUY_DEVELOPMENT_CARD")
    yield stay.say(texts.OK)
    yield Send(_price(stay, "BUY_SLOT_OK"))


def _is_deck_empty(view: View, card: int) -> bool:
    if card not in CARDS:
        return False
    return not view.decks[DECKS.index((CARDS[card].colour, CARDS[card].level))].cards


def _price(stay: Session, command: str) -> Word:
    price, own = _owed(stay), stay.me.typed
    return Containers(command=command, containers=counted(price), sender=own)


def _owed(stay: Session) -> Goods:
    """What is still to be paid."""
    _, view, match = stay.at_table()
    if stay.draft is None:
        raise RuntimeError("nothing is being paid for")
    return owed(_board(view.seats[match.seat]), stay.draft)


def _board(seen: SeatView) -> Board:
    return Board(played=seen.played, depots=seen.depots, strongbox=seen.strongbox, slots=seen.slots)


def produce(stay: Session, word: Slots) -> Script:
    """Choose productions; the basic one and those of leaders leave something to be chosen."""
    info, view, match = stay.at_table()
    at_once = word.slots is None and word.slot_ids is not None
    stay.paying, slots = None, sorted(word.slots or word.slot_ids or ())
    leaders = producing(view.seats[match.seat].played)
    for step in (StartOver(), *(_power(slot, leaders) for slot in slots)):
        answer = yield Draft(table=info.table, step=raw(step))
        if isinstance(answer, Refused):
            yield stay.say(texts.reason(answer), PRODUCE_ERROR)
            return
    if not slots:
        yield stay.say(texts.WRONG_AMOUNT, PRODUCE_ERROR)
        return
    basic = [Blanks(command="START_FILL", slot=0, takes=2, makes=1, sender=match.own)]
    of_leaders = [
        Blanks(command="START_FILL", slot=slot, makes=1, sender=match.own)
        for slot in slots
        if slot >= FIRST_LEADER_SLOT
    ]
    blanks = (basic if slots[0] == 0 else []) + of_leaders
    stay.paying = Paying(PRODUCE_ERROR, blanks, at_once=at_once)
    yield from _ask_next(stay)


def _power(slot: int, leaders: list[int]) -> Step:
    """The production of a slot; one that is not there is the table's to refuse."""
    if slot == 0:
        return UseBasic()
    if slot < FIRST_LEADER_SLOT:
        return UseSlot(slot - 1)
    place = slot - FIRST_LEADER_SLOT
    return UseLeader(leaders[place] if place < len(leaders) else 0)


def _ask_next(stay: Session) -> Script:
    if stay.paying and stay.paying.blanks:
        yield Send(stay.paying.blanks[0])
        return
    yield stay.say(texts.PAY)
    yield Send(_price(stay, "PRODUCTION_PRICE"))


def fill(stay: Session, word: Filled) -> Script:
    """Choose what a production takes and makes: everything, or one resource after the other."""
    info, _, _ = stay.at_table()
    paying = stay.paying
    if paying is None or not paying.blanks:
        yield stay.say(texts.NOTHING_OPEN, PRODUCE_ERROR)
        return
    blank = paying.blanks[0]
    said = (word.resource,) if word.resources is None else word.resources
    chosen = [resource_of(one) for one in said]
    if None in chosen:
        yield stay.say(texts.NO_TYPE)
        yield from _dropped(stay, texts.NO_TYPE)
        return
    wanted = blank.takes + blank.makes
    if not chosen or (word.resources is not None and paying.chosen + len(chosen) != wanted):
        yield from _dropped(stay, texts.WRONG_AMOUNT)
        return
    for resource in chosen:
        choose = ChooseInput if paying.chosen < blank.takes else ChooseOutput
        answer = yield Draft(table=info.table, step=raw(choose(resource)))  # type: ignore[arg-type]
        if isinstance(answer, Refused):
            yield from _filled(stay, blank)
            yield from _dropped(stay, texts.reason(answer))
            return
        paying.chosen += 1
    if paying.chosen < wanted:
        yield stay.say(texts.OK)
    else:
        yield from _filled(stay, blank)
        paying.blanks, paying.chosen = paying.blanks[1:], 0
        yield from _ask_next(stay)


def _filled(stay: Session, blank: Blanks) -> Script:
    """The choice is one there is, whether or not it can be afforded."""
    yield stay.say(texts.OK)
    yield Send(Numbered(command="FILL_OK", id=blank.slot, sender=stay.me.typed))


def send_container(stay: Session, word: Stored) -> Script:
    """Pay a part of the price."""
    info, view, _ = stay.at_table()
    paying, container = stay.paying, word.container
    if paying is None or paying.blanks:
        yield stay.say(texts.NOTHING_OPEN, REFUSED)
        return
    resource = resource_of(container.resource if container else None)
    if container is None or resource is None or container.qty < 1:
        yield stay.say(texts.NOT_ENOUGH, REFUSED)
        return
    source = (word.destination or "").upper()
    if source not in (DEPOSIT, VAULT):
        yield stay.say(texts.NO_DEPOSIT, REFUSED)
        return
    place = None if source == VAULT else (word.place or 0) - 1
    answer = yield Draft(table=info.table, step=raw(Pay(resource, place, container.qty)))
    depots = view.seats[stay.seat].depots
    if isinstance(answer, Refused) and answer.code == Reason.NOT_OWED:
        if paying.at_once:
            known = _owed(stay).of(resource)
            yield stay.say(texts.PAID_TOO_MUCH if known else texts.OTHER_TYPE, REFUSED)
            return
        paying.excess = True  # it is there, and told to be wrong when all is sent
    elif isinstance(answer, Refused):
        there = depots[place].resource if place is not None and 0 <= place < len(depots) else None
        other = answer.code == Reason.NOT_THERE and there not in (None, resource)
        yield stay.say(texts.OTHER_TYPE if other else texts.reason(answer), REFUSED)
        return
    yield stay.say(texts.ACCEPTED, "REMOVE_CONTAINER_OK")
    if paying.at_once and _owed(stay) == NOTHING:
        yield from done(stay, word)


def done(stay: Session, _: Word) -> Script:
    """Everything is paid; if not, nothing has happened."""
    info = stay.at_table()[0]
    paying = stay.paying
    if paying is None:
        yield stay.say(texts.NOTHING_OPEN)
        return
    buying = paying.error == BUY_ERROR
    wrong = texts.OTHER_TYPE if buying else texts.PAID_TOO_MUCH
    if not paying.excess:
        answer = yield Finish(table=info.table, keep=True)
        if not isinstance(answer, Refused):
            stay.paying = None
            if isinstance(answer, MoveKept):
                yield from keep(stay, Kept(answer.request, error=paying.error))
            return
        wrong = texts.reason(answer)
        if answer.code in (Reason.NOT_PAID, Reason.CHOICE_OPEN):
            wrong = texts.NOT_ENOUGH if buying else texts.WRONG_AMOUNT
    yield from _dropped(stay, wrong)
    yield Send(say("SHOW_TURN_HELP", stay.me.typed))


def _dropped(stay: Session, text: str) -> Script:
    """It has come to nothing, and the turn is as before."""
    info = stay.at_table()[0]
    error = stay.paying.error if stay.paying else PRODUCE_ERROR
    stay.paying = None
    yield Draft(table=info.table, step=raw(StartOver()))
    yield stay.say(text, error)
