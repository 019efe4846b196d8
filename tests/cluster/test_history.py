"""The checker accepts correct histories and finds every planted fault."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cluster.history import Client, Move, Told, Version, faults

TABLE = 7


def version(number: int, seat: int | None, *names: str) -> Version:
    return Version(number, seat, names, lambda seat: (number, seat), lambda seat: (-number, seat))


class Register:
    """A correct table: ordered versions, and clients that lag, lose answers and repeat requests."""

    def __init__(self, chance: random.Random, clients: int = 3, steps: int = 60) -> None:
        self.chance, self.now = chance, 0.0
        self.clients = [Client(f"client {seat}") for seat in range(clients)]
        self.versions = [version(1, None)]
        self.seen = [1] * clients
        self.open: list[Move] = []
        self.written: dict[int, int] = {}
        for _ in range(steps):
            self.now += 1
            chance.choice([self.ask, self.write, self.answer, self.lose, self.tell, self.view])()

    @property
    def journals(self) -> dict[int, list[Version]]:
        return {TABLE: self.versions}

    def found(self) -> list[str]:
        return faults(self.clients, self.journals)

    def ask(self) -> None:
        seat = self.chance.randrange(len(self.clients))
        if any(move.seat == seat for move in self.open):
            return
        name = f"{seat} {len(self.clients[seat].moves)}"
        self.open.append(self.clients[seat].ask(TABLE, seat, name, self.now))

    def write(self) -> None:
        waiting = [move for move in self.open if id(move) not in self.written]
        if waiting:
            move = self.chance.choice(waiting)
            self.versions.append(version(len(self.versions) + 1, move.seat, move.name))
            self.written[id(move)] = len(self.versions)

    def answer(self) -> None:
        if done := [move for move in self.open if id(move) in self.written]:
            move = self.chance.choice(done)
            move.answered = self.now
            move.version = self.chance.choice([None, self.written[id(move)]])
            self.open.remove(move)

    def lose(self) -> None:
        """Lose an answer or a request: the client repeats the request or gives up."""
        if self.open:
            move = self.chance.choice(self.open)
            move.times += 1
            if self.chance.random() < 0.3:
                self.open.remove(move)

    def tell(self) -> None:
        seat = self.chance.randrange(len(self.clients))
        if self.seen[seat] < len(self.versions):
            self.seen[seat] += 1
            self.told(seat, self.seen[seat], "news")

    def view(self) -> None:
        seat = self.chance.randrange(len(self.clients))
        self.seen[seat] = self.chance.randint(self.seen[seat], len(self.versions))
        self.told(seat, self.seen[seat], "view")

    def told(self, seat: int, number: int, kind: str) -> None:
        what = (number if kind == "news" else -number, seat)
        self.clients[seat].told.append(Told(self.now, TABLE, number, seat, kind, what))


def renumbered(versions: list[Version]) -> list[Version]:
    return [one._replace(number=number) for number, one in enumerate(versions, start=1)]


def acknowledged(register: Register) -> list[Move]:
    moves = [move for client in register.clients for move in client.moves]
    return sorted((m for m in moves if m.answered is not None), key=lambda m: m.answered or 0)


def place_of(register: Register, move: Move) -> int:
    return next(i for i, one in enumerate(register.versions) if move.name in one.names)


# Each plants its fault in a history, and says how it is called; None if there is no place for it.


def lost(register: Register) -> str | None:
    if not (moves := acknowledged(register)):
        return None
    move = register.chance.choice(moves)
    del register.versions[place_of(register, move)]
    register.versions = renumbered(register.versions)
    return f"{move} was acknowledged and is lost"


def doubled(register: Register) -> str | None:
    if not (moves := acknowledged(register)):
        return None
    move = register.chance.choice(moves)
    again = register.versions[place_of(register, move)]
    register.versions = renumbered([*register.versions, again])
    return f"{move} is there twice"


def requested_twice(register: Register) -> str | None:
    for _ in range(2):
        number = len(register.versions) + 1
        register.versions.append(version(number, None)._replace(request="again"))
    return "the request 'again' was played as versions"


def reordered(register: Register) -> str | None:
    """Swap two moves; only the journal shows that one came too early."""
    moves = acknowledged(register)
    for index, older in enumerate(moves):
        for newer in moves[index + 1 :]:
            if (older.answered or 0) < newer.asked:
                a, b = place_of(register, older), place_of(register, newer)
                versions = register.versions
                versions[a], versions[b] = versions[b], versions[a]
                register.versions = renumbered(versions)
                for client in register.clients:
                    client.told.clear()
                for move in moves:
                    move.version = None
                return "was answered"
    return None


def view_goes_back(register: Register) -> str | None:
    seat = register.chance.randrange(len(register.clients))
    if register.seen[seat] < 2:
        return None
    register.told(seat, register.seen[seat], "view")
    register.told(seat, register.seen[seat] - 1, "view")
    return "it goes back"


def news_again(register: Register) -> str | None:
    seat = register.chance.randrange(len(register.clients))
    register.told(seat, register.seen[seat], "view")
    register.told(seat, register.seen[seat], "news")
    return "it goes back"


def news_left_out(register: Register) -> str | None:
    register.versions.append(version(len(register.versions) + 1, None))
    register.versions.append(version(len(register.versions) + 1, None))
    register.told(0, len(register.versions) - 2, "view")
    register.told(0, len(register.versions), "news")
    return "something was left out"


def another_record(register: Register) -> str | None:
    told = [told for client in register.clients for told in client.told]
    if not told:
        return None
    number = register.chance.choice(told).version
    register.versions[number - 1] = register.versions[number - 1]._replace(
        news=lambda _: "another", view=lambda _: "another"
    )
    return "it is not what the journal says"


def gap(register: Register) -> str | None:
    del register.versions[register.chance.randrange(len(register.versions))]
    register.versions.append(version(99, None))
    return "should"


def from_nobody(register: Register) -> str | None:
    register.clients[0].ask(TABLE, 0, "never written", register.now)
    register.versions.append(version(len(register.versions) + 1, 0, "a ghost's"))
    return "nobody asked"


def refused_and_written(register: Register) -> str | None:
    if not (moves := acknowledged(register)):
        return None
    client = register.clients[moves[0].seat]
    index = client.moves.index(moves[0])
    client.moves[index] = replace(moves[0], answered=None, version=None, refused=True, times=1)
    return "was refused and is version"


def another_version(register: Register) -> str | None:
    if not (moves := acknowledged(register)):
        return None
    moves[0].version = 1
    return "was acknowledged as version 1"


def told_before_asked(register: Register) -> str | None:
    asked = register.clients[0].ask(TABLE, 0, "later", register.now + 10)
    asked.answered = register.now + 11
    register.versions.append(version(len(register.versions) + 1, 0, "later"))
    register.told(1, len(register.versions), "view")
    return "before it was asked for"


def tiles_fewer(register: Register) -> str | None:
    register.versions[0] = register.versions[0]._replace(tiles=3)
    register.versions.append(version(len(register.versions) + 1, None)._replace(tiles=5))
    register.clients[0].tiles += [(TABLE, 5), (TABLE, 3)]
    return "saw 3 tiles after 5"


def tiles_unheard_of(register: Register) -> str | None:
    register.clients[0].tiles += [(TABLE, 4)]
    return "saw 4 tiles, as nobody ever had"


PLANTED = (
    lost,
    doubled,
    requested_twice,
    reordered,
    view_goes_back,
    news_again,
    news_left_out,
    another_record,
    gap,
    from_nobody,
    refused_and_written,
    another_version,
    told_before_asked,
    tiles_fewer,
    tiles_unheard_of,
)
randoms = st.randoms(use_true_random=False)


@given(randoms)
def test_correct_history_is_accepted_despite_lost_answers(chance: random.Random) -> None:
    assert Register(chance).found() == []


@pytest.mark.parametrize("plant", PLANTED)
def test_every_planted_fault_is_detected(
    plant: Callable[[Register], str | None],
) -> None:
    @given(randoms)
    def law(chance: random.Random) -> None:
        register = Register(chance)
        fault = plant(register)
        assert fault is None or any(fault in sentence for sentence in register.found())

    law()
    assert plant(Register(random.Random(1))), "there is a place for it"  # noqa: S311


def small() -> tuple[list[Client], list[Version]]:
    """Return a history in which Anna moves, then Bruno, and both see it."""
    anna, bruno = Client("Anna"), Client("Bruno")
    first = anna.ask(TABLE, 0, "a", 1.0)
    first.answered, first.version = 2.0, 2
    second = bruno.ask(TABLE, 1, "b", 3.0)
    second.answered, second.version = 4.0, 3
    for seat, client in enumerate((anna, bruno)):
        for number, at in ((2, 2.0), (3, 4.0)):
            client.told.append(Told(at, TABLE, number, seat, "news", (number, seat)))
    return [anna, bruno], [version(1, None), version(2, 0, "a"), version(3, 1, "b")]


def test_a_small_history_is_clean() -> None:
    clients, versions = small()
    assert faults(clients, {TABLE: versions}) == []


def test_a_table_without_a_journal_is_missed() -> None:
    clients, _ = small()
    assert "table 7: Anna knows it, and it has no journal" in faults(clients, {})


def test_unanswered_move_is_recorded_at_most_once() -> None:
    clients, versions = small()
    clients[0].ask(TABLE, 0, "c", 5.0)
    assert faults(clients, {TABLE: versions}) == []
    once = [*versions, version(4, 0, "c")]
    assert faults(clients, {TABLE: once}) == []
    twice = [*once, version(5, 0, "c")]
    assert faults(clients, {TABLE: twice}) == [
        "table 7: the move 'c' of Anna is there twice or more, as versions [4, 5]"
    ]


def test_a_move_that_was_refused_once_and_asked_for_again_is_free() -> None:
    clients, versions = small()
    late = clients[0].ask(TABLE, 0, "c", 5.0)
    late.refused, late.times = True, 2
    assert faults(clients, {TABLE: [*versions, version(4, 0, "c")]}) == []


def test_moves_of_one_name_are_counted() -> None:
    clients, versions = small()
    for at in (5.0, 7.0):
        clients[0].ask(TABLE, 0, "market", at).answered = at + 1
    one = [*versions, version(4, 0, "market")]
    assert faults(clients, {TABLE: one}) == [
        "table 7: the move 'market' of Anna was acknowledged and is lost"
    ]
    assert faults(clients, {TABLE: [*one, version(5, 0, "market")]}) == []
