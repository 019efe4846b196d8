"""The user's own board: depots, strongbox, productions and leaders, with their actions."""

from collections.abc import Iterator

from ludoteca.games.renaissance import CARDS, LEADERS, Depot, Guide, PopeTile, SeatView
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS
from ludoteca.games.renaissance.draft import Draft, UseBasic, UseLeader, UseSlot
from ludoteca.games.renaissance.guide import InHand, Power, ToDo
from ludoteca.games.renaissance.moves import DiscardLeader, PlayLeader, ReturnLeader
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.renaissance.words import (
    CARD_STYLES,
    CHOSEN,
    PLACES,
    STYLES,
    does,
    goods,
    in_words,
    needs,
    points,
    production,
    short,
    what,
)
from ludoteca.ui.fullscreen.spans import BOLD, DIM, Block, Choice, Line, Span, button, folded, line


def own_board(sight: Sight, actions: Actions, seat: int, width: int) -> Block:
    seen: SeatView = sight.view.seats[seat]
    style = BOLD if seat in sight.to_move else ""
    faith = f"faith {seen.faith} of {LAST_SPACE}, pope {_pope(seen)}"
    lines: list[Line] = [[Span(f"{sight.title(seat)} (you)  ", style), Span(faith)]]
    lines.append([Span("Depots ", DIM), *(span for depot in _depots(seen) for span in depot)])
    lines.append([Span("Strongbox ", DIM), *goods(seen.strongbox)])
    lines += _powers(sight, actions, seen)
    lines += [_leader(sight, actions, number) for number in seen.hand if number]
    lines += [_played(number) for number in seen.played]
    return [part for each in lines for part in folded(each, width)]


def _pope(seen: SeatView) -> str:
    words = {PopeTile.PENDING: "?", PopeTile.KEPT: "+", PopeTile.LOST: "-"}
    tiles = zip(SECTIONS, seen.tiles, strict=True)
    return " ".join(f"{words[tile]}{section.points}" for section, tile in tiles)


def _depots(seen: SeatView) -> Iterator[list[Span]]:
    for place, depot in enumerate(seen.depots):
        yield [Span(f" {place + 1}:", DIM), *_places(depot)]


def _places(depot: Depot) -> Iterator[Span]:
    text = short(depot.resource) if depot.resource else "··"
    for place in range(depot.slots):
        full = place < depot.count
        yield Span(f"[{text if full else '  '}]", STYLES.get(text, "") if full else DIM)
    if depot.of_leader:
        yield Span(f"({text})", DIM)


# Productions


def _powers(sight: Sight, actions: Actions, seen: SeatView) -> Iterator[Line]:
    """Draw the slots with their cards, then the basic production and those of leaders."""
    guide: Guide = sight.guide
    draft: Draft | None = sight.drafts.get(sight.seat) if guide.bill else None  # type: ignore[arg-type]
    by_step = {power.step: power for power in guide.powers}
    for slot, cards in enumerate(seen.slots):
        if not cards:
            continue
        head = f"Slot {slot + 1}  "
        card = CARDS[cards[-1]]
        used = bool(draft and slot in draft.slots)
        mark = _use(by_step.get(UseSlot(slot)), actions, head, used=used)
        about = Span(f"{card.number} {card.points}p ", CARD_STYLES[card.colour])
        below = f" on {' '.join(map(str, cards[:-1]))}" if cards[1:] else ""
        yield [mark, about, *production(card), Span(below, DIM)]
    if free := [str(slot + 1) for slot, cards in enumerate(seen.slots) if not cards]:
        yield line(f" Slot{'s' * (len(free) > 1)} {' '.join(free)} free", DIM)
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
    """Draw a production by its name; `*` can be added to the draft, `+` is in it."""
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
"""Choices to focus after a leader is gone: never another leader, which would be irreversible."""


def _leader(sight: Sight, actions: Actions, number: int) -> Line:
    """Draw a leader in the hand, with its actions."""
    leader = LEADERS[number]
    offered: InHand | None = next((o for o in sight.guide.leaders if o.leader == number), None)
    buttons: list[Span] = []
    about = f"{what(leader)}, {points(leader.points)}"
    if sight.guide.to_do == ToDo.RETURN_LEADERS:
        choice = Choice(
            f"return {number}",
            f"Give leader {number} back: {about}",
            actions.play(ReturnLeader(number)),
            leads=ON,
        )
        buttons.append(button("give back", choice))
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
    leader = LEADERS[number]
    return [Span(f" Leader {number} {leader.points}p "), *does(leader)]
