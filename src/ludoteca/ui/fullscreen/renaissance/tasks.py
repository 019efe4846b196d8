"""The next task (placing, choosing, paying) as choices, all of them from the guide."""

from collections.abc import Iterator

from ludoteca.games.renaissance import Guide, Resource
from ludoteca.games.renaissance.draft import (
    Bill,
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    Draft,
    Pay,
    PayTheRest,
    StartOver,
)
from ludoteca.games.renaissance.guide import ToDo
from ludoteca.games.renaissance.moves import (
    ConvertMarble,
    DiscardResource,
    EndTurn,
    MoveResources,
    PlaceResource,
    SwapDepots,
    TakeBonus,
)
from ludoteca.games.renaissance.resources import say_goods, some
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.renaissance.words import CHOSEN, PLACES, in_words
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    WARN,
    Block,
    Choice,
    Span,
    button,
    packed,
    rows,
    wrapped,
)

_TO_DO = {
    ToDo.ACT: "Choose a main action, marked *: the market, a card, or productions.",
    ToDo.RETURN_LEADERS: "Give leaders back: {count} more.",
    ToDo.TAKE_BONUS: "Choose a resource and its depot ({count} more):",
    ToDo.CONVERT: "What does a white marble become? ({count} more)",
    ToDo.PLACE: "Place in a depot, or discard:",
    ToDo.END: "The main action is done.",
    ToDo.WAIT: "Others are playing.",
    ToDo.OVER: "The game is over.",
}


def tasks(sight: Sight, actions: Actions, width: int) -> Block:
    """Draw what is expected of the user, and the choices for it."""
    guide: Guide = sight.guide
    last = wrapped("This is the last round.", width, WARN) if sight.view.last_round else []
    draft = sight.drafts.get(sight.seat) if sight.seat is not None else None
    if guide.bill and draft and _is_begun(draft):
        bill = wrapped(_bill_text(guide.bill, draft), width, BOLD)
        return [*last, *bill, *rows(_bill(guide.bill, draft, guide, actions), width)]
    text = _waiting(sight) or _TO_DO[guide.to_do].format(count=guide.count)
    *above, head = wrapped(text, width, BOLD)
    groups = [*_choices(guide, actions), *_placing(sight, guide, actions)]
    if arranging := list(_arranging(sight, guide, actions)):
        groups.append([Span("Depots:", DIM), *arranging])
    blocks = [[head], *(rows(group, width) for group in groups)]
    return [*last, *above, *packed(blocks, width, gap=1)]


def _waiting(sight: Sight) -> str:
    """Describe what another player has begun to do, as far as it is visible."""
    for seat, draft in sight.drafts.items():
        if seat != sight.seat and seat in sight.to_move and draft and _is_begun(draft):
            what = f"buying card {draft.card}" if draft.card else "choosing productions"
            return f"{sight.names[seat]} is {what}."
    return ""


def _choices(guide: Guide, actions: Actions) -> Iterator[list[Span]]:
    if guide.may_end:
        end = Choice("end", "End your turn", actions.play(EndTurn()), "e")
        yield [button("end turn", end)]
    for resource in guide.conversions:
        says = f"Make a {resource} of a white marble"
        act = actions.play(ConvertMarble(resource))
        yield [button(resource, Choice(f"convert {resource}", says, act, leads=PLACES))]


def _placing(sight: Sight, guide: Guide, actions: Actions) -> Iterator[list[Span]]:
    """Yield each resource with the depots that take it, as a unit that does not break."""
    for resource, depots in guide.places.items():
        placing = guide.to_do == ToDo.PLACE
        taken = some(resource, sight.view.taken.of(resource))
        spans = [Span(say_goods(taken) if placing else resource)]
        spans += [_place(guide, actions, resource, depot) for depot in depots]
        if placing:
            says = f"Discard a {resource}: the others gain 1 faith"
            act = actions.play(DiscardResource(resource))
            discard = Choice(f"discard {resource}", says, act, minor=True)
            spans.append(button("discard", discard))
        yield spans


def _place(guide: Guide, actions: Actions, resource: Resource, depot: int) -> Span:
    bonus = guide.to_do == ToDo.TAKE_BONUS
    move = TakeBonus(resource, depot) if bonus else PlaceResource(resource, depot)
    says = f"Put a {resource} into depot {depot + 1}"
    name = f"place {resource} {depot + 1}"
    return button(f"{depot + 1}", Choice(name, says, actions.play(move), "", ("end",)))


def _arranging(sight: Sight, guide: Guide, actions: Actions) -> Iterator[Span]:
    """Yield the choices that swap and move resources between depots."""
    depots = sight.view.seats[sight.seat].depots if sight.seat is not None else ()
    for one, other in guide.swaps:
        if not depots[one].count and not depots[other].count:
            continue
        text = f"swap {one + 1} {other + 1}"
        says = f"Swap what lies in depots {one + 1} and {other + 1}"
        yield button(text, Choice(text, says, actions.play(SwapDepots(one, other)), minor=True))
    for source, target, count in guide.moves:
        text = f"move {count}, {source + 1}>{target + 1}"
        says = f"Move {count} from depot {source + 1} to depot {target + 1}"
        move = MoveResources(source, target, count)
        yield button(text, Choice(text, says, actions.play(move), minor=True))


# The half-made move


def _is_begun(draft: Draft) -> bool:
    return bool(draft.card or draft.slots or draft.basic or draft.leaders)


def _bill_text(bill: Bill, draft: Draft) -> str:
    what = f"Card {draft.card} for slot {draft.slot + 1}" if draft.card else "Productions"
    text = f"{what}: pay {in_words(bill.price)}"
    if not draft.card:
        text += f", get {in_words(bill.gains, bill.faith)}"
    if bill.choices_in:
        return f"{text}. The basic production takes {bill.choices_in} more:"
    if bill.choices_out:
        return f"{text}. Choose {bill.choices_out} more to get:"
    owed = f"; still {in_words(bill.owed)}" if bill.owed.total() and bill.paid.total() else ""
    return f"{text}{owed}"


def _bill(bill: Bill, draft: Draft, guide: Guide, actions: Actions) -> Iterator[Span]:
    if bill.choices_in:
        for resource in bill.inputs:
            says, act = f"Take a {resource}", actions.draft(ChooseInput(resource))
            yield button(resource, Choice(f"in {resource}", says, act, "", CHOSEN))
    elif bill.choices_out:
        for resource in Resource:
            says, act = f"Make a {resource}", actions.draft(ChooseOutput(resource))
            yield button(resource, Choice(f"out {resource}", says, act, "", CHOSEN))
    else:
        yield from _payment(bill, draft, guide, actions)
    over = Choice("over", "Forget it and choose anew", actions.draft(StartOver()), "x", minor=True)
    yield button("start over", over)


def _payment(bill: Bill, draft: Draft, guide: Guide, actions: Actions) -> Iterator[Span]:
    steps = () if bill.ready else (PayTheRest(),)
    usual = " in the usual way" if bill.ways > 1 and not bill.ready else ""
    act = actions.draft(*steps, finish=True)
    yield button("confirm", Choice("confirm", f"Pay{usual} and do it", act, "k", ("end",)))
    if bill.ways > 1:
        for pay in bill.pay:
            place = "the strongbox" if pay.depot is None else f"depot {pay.depot + 1}"
            name = f"{pay.resource} from {place}"
            yield button(name, Choice(f"pay {name}", f"Pay a {name}", actions.draft(_one(pay))))
    for offer in guide.cards if draft.card else ():
        for slot in offer.slots if offer.card == draft.card else ():
            if slot != draft.slot:
                says = f"Put the card into slot {slot + 1} instead"
                act = actions.draft(ChooseCard(offer.card, slot))
                yield button(f"slot {slot + 1}", Choice(f"slot {slot + 1}", says, act))


def _one(pay: Pay) -> Pay:
    """Return the payment of one resource more."""
    return Pay(pay.resource, pay.depot)
