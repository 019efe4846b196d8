"""The user's own board: depots, strongbox, productions and leaders, with their actions."""

from collections.abc import Iterable, Iterator

from ludoteca.games import renaissance
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS
from ludoteca.games.renaissance.draft import Draft, UseBasic, UseLeader, UseSlot
from ludoteca.games.renaissance.guide import InHand, Power, ToDo
from ludoteca.games.renaissance.moves import DiscardLeader, PlayLeader, ReturnLeader
from ludoteca.games.renaissance.resources import say_goods
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.spans import BOLD, DIM, Block, Choice, Line, Span, button, folded, line

CHOSEN = (*(f"in {resource}" for resource in renaissance.Resource), "out coin", "confirm")
"""Choices to focus after a step of the draft."""
CONVERSIONS = tuple(f"convert {resource}" for resource in renaissance.Resource)
"""Choices to focus after taking white marbles that can be converted."""
PLACES = tuple(
    f"place {resource} {depot}" for resource in renaissance.Resource for depot in range(1, 6)
)
"""Choices to focus when resources are to be placed."""
STYLES = {
    "co": "fg:#f0c040",
    "st": "fg:#a8a8a8",
    "se": "fg:#b080e0",
    "sh": "fg:#50a0e0",
    "fa": "fg:#e85050",
    "wh": "fg:#f4f4f4",
}
CARD_STYLES = {
    "green": "fg:#60c060",
    "blue": "fg:#5090f0",
    "yellow": "fg:#e8e050",
    "purple": "fg:#c070f0",
}
_DOES = {
    renaissance.Ability.DISCOUNT: "cards cost 1 {} less",
    renaissance.Ability.DEPOT: "2 more places for {}s",
    renaissance.Ability.MARBLE: "white marbles are {}s",
    renaissance.Ability.PRODUCTION: "1 {} > any 1 + 1 faith",
}
_DOES_SHORT = {
    renaissance.Ability.DISCOUNT: ("cards -1", ""),
    renaissance.Ability.DEPOT: ("2 more places for ", ""),
    renaissance.Ability.MARBLE: ("wh is 1", ""),
    renaissance.Ability.PRODUCTION: ("1", ">1any 1fa"),
}


def short(resource: renaissance.Resource) -> str:
    """Abbreviate a resource to two letters."""
    return resource[:2]


def marble(of: renaissance.Marble) -> Span:
    """Draw a marble as its resource."""
    text = {renaissance.Marble.RED: "fa", renaissance.Marble.WHITE: "wh"}.get(of) or short(
        renaissance.GIVES[of]
    )
    return Span(text, STYLES[text])


def goods(held: renaissance.Goods, faith: int = 0, choices: int = 0, gap: str = " ") -> Line:
    """Format goods as `2co 1st`, followed by resources of choice and faith."""
    parts = [(count, short(resource)) for resource, count in held.each()]
    parts += [(choices, "any")] * bool(choices) + [(faith, "fa")] * bool(faith)
    spans: list[Span] = []
    for count, text in parts:
        spans += [Span(gap)] if spans else []
        spans.append(Span(f"{count}{text}", STYLES.get(text, "")))
    return spans or [Span("-", DIM)]


def in_words(held: renaissance.Goods, faith: int = 0) -> str:
    return say_goods(held, faith) or "nothing"


def production(card: renaissance.Card, gap: str = " ") -> Line:
    """Format the input and output of a card's production."""
    return [*goods(card.pays, gap=gap), Span(">"), *goods(card.makes, card.faith, gap=gap)]


def what(leader: renaissance.Leader) -> str:
    """Describe a leader's ability."""
    return _DOES[leader.ability].format(leader.resource)


def does(leader: renaissance.Leader) -> Line:
    """Abbreviate a leader's ability."""
    before, after = _DOES_SHORT[leader.ability]
    text = short(leader.resource)
    return [Span(before), Span(text, STYLES[text]), Span(after)]


def needs(leader: renaissance.Leader) -> Line:
    """Abbreviate a leader's requirements."""
    spans = [Span(", needs")]
    for wanted in leader.cards:
        level = f" level {wanted.level}" if wanted.level else ""
        spans.append(Span(f" {wanted.count} {wanted.colour}{level}", CARD_STYLES[wanted.colour]))
    return [*spans, Span(" "), *goods(leader.goods)] if leader.goods.total() else spans


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def own_board(sight: Sight, actions: Actions, seat: int, width: int) -> Block:
    seen: renaissance.SeatView = sight.view.seats[seat]
    style = BOLD if seat in sight.to_move else ""
    faith = f"faith {seen.faith} of {LAST_SPACE}, pope {pope(seen)}"
    lines: list[Line] = [[Span(f"{sight.title(seat)} (you)  ", style), Span(faith)]]
    lines.append([Span("Depots ", DIM), *(span for depot in _depots(seen) for span in depot)])
    lines.append([Span("Strongbox ", DIM), *goods(seen.strongbox)])
    lines += _powers(sight, actions, seen)
    lines += [_leader(sight, actions, number) for number in seen.hand if number]
    lines += [_played(number) for number in seen.played]
    return [part for each in lines for part in folded(each, width)]


def pope(seen: renaissance.SeatView) -> str:
    """Describe the state of the pope favour tiles."""
    words = {
        renaissance.PopeTile.PENDING: "?",
        renaissance.PopeTile.KEPT: "+",
        renaissance.PopeTile.LOST: "-",
    }
    tiles = zip(SECTIONS, seen.tiles, strict=True)
    return " ".join(f"{words[tile]}{section.points}" for section, tile in tiles)


def _depots(seen: renaissance.SeatView) -> Iterator[list[Span]]:
    for place, depot in enumerate(seen.depots):
        yield [Span(f" {place + 1}:", DIM), *_places(depot)]


def _places(depot: renaissance.Depot) -> Iterator[Span]:
    text = short(depot.resource) if depot.resource else "··"
    for place in range(depot.slots):
        full = place < depot.count
        yield Span(f"[{text if full else '  '}]", STYLES.get(text, "") if full else DIM)
    if depot.of_leader:
        yield Span(f"({text})", DIM)


# Productions


def _powers(sight: Sight, actions: Actions, seen: renaissance.SeatView) -> Iterator[Line]:
    """Draw the slots with their cards, then the basic production and the leaders' productions."""
    guide: renaissance.Guide = sight.guide
    draft: Draft | None = sight.drafts.get(sight.seat) if guide.bill else None  # type: ignore[arg-type]
    by_step = {power.step: power for power in guide.powers}
    for slot, cards in enumerate(seen.slots):
        if not cards:
            continue
        head = f"Slot {slot + 1}  "
        card = renaissance.CARDS[cards[-1]]
        used = bool(draft and slot in draft.slots)
        mark = _use(by_step.get(UseSlot(slot)), actions, head, used=used)
        about = Span(f"{card.number} {card.points}p ", CARD_STYLES[card.colour])
        below = f" on {' '.join(map(str, cards[:-1]))}" if cards[1:] else ""
        yield [mark, about, *production(card), Span(below, DIM)]
    if free := [str(slot + 1) for slot, cards in enumerate(seen.slots) if not cards]:
        yield line(f" {'Slots' if len(free) > 1 else 'Slot'} {' '.join(free)} free", DIM)
    used = bool(draft and draft.basic)
    basic = _use(by_step.get(UseBasic()), actions, "Basic  ", used=used)
    spans = [basic, Span("2any>1any")]
    for step, power in by_step.items():
        if isinstance(step, UseLeader):
            used = bool(draft and step.leader in draft.leaders)
            spans += [
                Span("  "),
                _use(power, actions, f"Leader {step.leader} ", used=used),
                *goods(power.price),
                Span(">"),
                *goods(power.makes, power.faith, power.choices_out),
            ]
    yield spans


def _use(power: Power | None, actions: Actions, text: str, *, used: bool) -> Span:
    """Draw a production's name: `*` if it can be added to the draft, `+` if it is in the draft."""
    if used:
        return Span(f"+{text}", BOLD)
    if power is None or power.reason:
        return Span(f" {text}", DIM)
    takes = in_words(power.price) if not power.choices_in else f"{power.choices_in} resources"
    makes = in_words(power.makes, power.faith)
    if power.choices_out:
        made = f"{power.choices_out} resource of your choice"
        makes = f"{made} and {makes}" if makes != "nothing" else made
    says = f"Produce: {takes} for {makes}"
    choice = Choice(f"use {text.strip()}", says, actions.draft(power.step), leads=CHOSEN)
    return Span(f"*{text}", BOLD, choice)


# Leaders

ON = (*PLACES, "row 1", "end")
"""Choices to focus after a leader has left the hand; never a leader, as discarding is final."""


def _leader(sight: Sight, actions: Actions, number: int) -> Line:
    """Draw a leader in the hand with its actions."""
    leader = renaissance.LEADERS[number]
    offered: InHand | None = next((o for o in sight.guide.leaders if o.leader == number), None)
    buttons: list[Span] = []
    about = f"{what(leader)}, {points(leader.points)}"
    if sight.guide.to_do == ToDo.RETURN_LEADERS:
        choice = Choice(
            f"return {number}",
            f"Return leader {number}: {about}",
            actions.play(ReturnLeader(number)),
            leads=ON,
        )
        buttons.append(button("return", choice))
    elif offered:
        if not offered.reason:
            says = f"Play leader {number}: {about}"
            choice = Choice(f"leader {number}", says, actions.play(PlayLeader(number)))
            buttons.append(button("play", choice))
        if offered.discard:
            says = f"Discard leader {number} for 1 faith"
            act = actions.play(DiscardLeader(number))
            final = f"{about}. You cannot get it back."
            choice = Choice(f"discard {number}", says, act, leads=ON, minor=True, final=final)
            buttons.append(button("discard", choice))
    return [*buttons, Span(f" {number} {leader.points}p "), *does(leader), *needs(leader)]


def _played(number: int) -> Line:
    leader = renaissance.LEADERS[number]
    return [Span(f" Leader {number} {leader.points}p "), *does(leader)]
