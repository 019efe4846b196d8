"""Payment: the places that a price is taken from, proposed if there is a choice."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ludoteca.games.renaissance import Board, Resource
from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.ids import resource_of
from ludoteca.protocols.commands.words import Container
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.goods import listed
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.setup import stored


class Part(Struct, frozen=True):
    """A number of resources from a depot, counted from 1; None is the strongbox."""

    resource: Resource
    count: int
    place: int | None


def ways_to_pay(board: Board, resource: Resource, count: int) -> list[tuple[Part, ...]]:
    """Return every way to pay, those that empty depots first."""
    held: list[tuple[int | None, int]] = [
        (place, depot.count)
        for place, depot in enumerate(board.depots, start=1)
        if depot.resource is resource and depot.count
    ]
    held.append((None, board.strongbox.of(resource)))
    return [
        tuple(Part(resource, n, place) for (place, _), n in zip(held, counts, strict=True) if n)
        for counts in _splits([most for _, most in held], count)
    ]


def _splits(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take a total from heaps of these sizes, the first heaps first."""
    if not most:
        if not total:
            yield ()
        return
    for taken in range(min(most[0], total), -1, -1):
        for rest in _splits(most[1:], total - taken):
            yield (taken, *rest)


def write_way(way: Sequence[Part]) -> str:
    return listed(
        f"{part.count} from " + (f"depot {part.place}" if part.place else "the strongbox")
        for part in way
    )


async def pay(session: RenaissanceSession, price: Sequence[Container]) -> None:
    """Pay the server's price; to cancel, pay a wrong sum, which changes nothing."""
    try:
        parts = await _chosen(session, price)
    except CancelledError:
        await session.request(Word(command="DONE"), "SHOW_TURN_HELP", muted=True)
        session.show(texts.DROPPED)
        return
    for part in parts:
        word = stored("SEND_CONTAINER", part.resource, part.count, part.place)
        if not await session.request(word, "REMOVE_CONTAINER_OK"):
            break
    await session.request(Word(command="DONE"), "BUY_OK", "PRODUCE_OK")


async def _chosen(session: RenaissanceSession, price: Sequence[Container]) -> list[Part]:
    parts: list[Part] = []
    for owed in price:
        resource = resource_of(owed.resource)
        if resource is not None:
            ways = ways_to_pay(session.state.own, resource, owed.qty)
            parts += await _way(session, resource, owed.qty, ways)
    return parts


async def _way(
    session: RenaissanceSession, resource: Resource, count: int, ways: list[tuple[Part, ...]]
) -> tuple[Part, ...]:
    if len(ways) < 2:
        return ways[0] if ways else ()
    if session.pays_from:
        return ways[-1 if session.pays_from == "strongbox" else 0]
    shown = "\n".join(f"  {n}  {write_way(way)}" for n, way in enumerate(ways, start=1))
    question = f"{shown}\n{texts.PAY.format(resource=resource.capitalize(), count=count)}"
    while True:
        typed = await session.ask(question, [str(n + 1) for n in range(len(ways))]) or "1"
        if typed.isascii() and typed.isdigit() and 0 < int(typed[:4]) <= len(ways):
            return ways[int(typed) - 1]
        session.complain(texts.BAD_PAY.format(most=len(ways)))
