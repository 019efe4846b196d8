"""A player of Masters of Renaissance who decides only by the text on the screen."""

import re
from collections.abc import Callable, Mapping

from tests.ui.console.typist import Typist

RESOURCES = ("coin", "stone", "servant", "shield")
_PLACES = re.compile(r"\d ((?:\[[^]]*\] ?)+)")
_BOX = re.compile(r"strongbox  (.*)")
_SOME = re.compile(r"(\d+) (coin|stone|servant|shield)")
_PAYABLE = re.compile(r"(\d+) \w+ \d, \d+ points?  \*")
_LEADER = re.compile(r"leader (\d+) in hand")
_FITS = re.compile(r" go\? Depot (\d)")


class Reader(Typist):
    """A typist who can read everything after the last text found."""

    def __enter__(self) -> "Reader":
        return self

    def since(self) -> str:
        """Return the text shown after the last text found."""
        first, begin = self._seen
        lines = [self._glass.line(n) for n in range(first, self._glass.gone + self._glass.lines)]
        shown = "\n".join(lines)
        return shown.removeprefix(begin)


class Friend:
    """A player who answers every question."""

    def __init__(self, typist: Reader, throws_from: int = 9) -> None:
        """From turn `throws_from` on, discard all resources, which ends the match sooner."""
        self.typist, self.throws_from = typist, throws_from
        self.typed: list[str] = []
        self.turn = self.tried = 0
        self.held: list[str] = []
        self.met: set[str] = set()
        """The kinds of questions seen so far."""

    def hears(self, wanted: str = "") -> tuple[str, str]:
        """Wait for the next question; return its kind and the text shown since the last answer.

        After reconnecting, a question may be asked and withdrawn until all messages have arrived:
        `wanted` is the kind to wait for.
        """
        found: list[tuple[str, str]] = []

        def asks() -> bool:
            shown, prompt, _ = self.typist.since().rpartition("\n>")
            kinds = [kind for kind, (mark, _) in QUESTIONS.items() if prompt and mark in shown]
            found[:] = [(kinds[-1], shown)] if kinds else []
            return bool(kinds) and wanted in ("", kinds[-1])

        assert self.typist.until(asks), f"Nothing is asked.\n{self.typist}"
        kind, shown = found[0]
        self.met.add(kind)
        self.typist.see(QUESTIONS[kind][0])
        return kind, shown

    def says(self, text: str) -> None:
        """Type a line and wait until it is shown."""
        self.typed.append(text)
        self.typist.type(text)
        self.typist.see(f"> {text}")

    def answers(self, kind: str, text: str) -> str:
        if places := _PLACES.findall(text):
            self.held = [word for row in places for word in re.findall(r"\w+", row)]
            box = _BOX.search(text)
            self.held += [r for n, r in _SOME.findall(box[1]) for _ in range(int(n))] if box else []
        return QUESTIONS[kind][1](self, text)

    def plays(self, meets: Callable[[str], None] = lambda _: None) -> None:
        """Play to the end of the match; call `meets` once for each kind of question."""
        self.plays_until("room", meets)

    def plays_until(self, last: str, meets: Callable[[str], None] = lambda _: None) -> None:
        """Play until a question of this kind is asked."""
        while True:
            known = set(self.met)
            kind, text = self.hears()
            if kind not in known:
                meets(kind)
            if kind == last:
                return
            self.says(self.answers(kind, text))

    @property
    def throws(self) -> bool:
        return self.turn >= self.throws_from

    def acts(self, text: str) -> str:
        """Return the next action of a turn: buy, leaders, depots, produce or market."""
        if "The market:" in text:
            self.turn, self.tried = self.turn + 1, 0
        self.tried += 1
        if self.throws:
            return f"row {self.turn % 3 + 1}"
        match self.tried:
            case 1:
                return "1"
            case 2 if self.turn == 2:
                return "5"
            case 3 if self.turn == 2:
                return "4"
            case 2 if self.turn % 3 == 0 and len(self.held) > 2:
                return "2"
            case _:
                return "3"

    def buys(self, text: str) -> str:
        found = _PAYABLE.search(text)
        return found[1] if found else "cancel"

    def takes(self, text: str) -> str:
        """Return the column with the most resources."""
        rows = [line.split()[1:5] for line in text.split("\n") if line.endswith("<--")]
        worth = [
            sum(marble in RESOURCES for marble in column) for column in zip(*rows, strict=True)
        ]
        return f"column {worth.index(max(worth)) + 1}"

    def makes(self, _: str) -> str:
        """Ask for the resource held last."""
        return (self.held[2:] or ["coin"])[-1]

    def leads(self, text: str) -> str:
        found = _LEADER.search(text)
        return f"discard {found[1]}" if found else "cancel"

    def places(self, text: str) -> str:
        found = _FITS.findall(text)
        return found[-1] if found and not self.throws else "0"


Answer = Callable[[Friend, str], str]


def always(said: str) -> Answer:
    return lambda *_: said


def chosen(_: Friend, text: str) -> str:
    return str(_LEADER.findall(text)[0])


QUESTIONS: Mapping[str, tuple[str, Answer]] = {
    "leaders": ("These are your leaders: return", chosen),
    "bonus": ("Which, and into which depot?", always("coin 3")),
    "menu": ("1 buy, 2 produce or 3 market", Friend.acts),
    "acted": ("your main action is done", always("6")),
    "buy": ("Which card would you like to buy?", Friend.buys),
    "slot": ("Which slot?", always("")),
    "payment": ("where do you pay", always("2")),
    "produce": ("Which productions would you like to use?", always("0")),
    "give": ("Slot 0 uses any 2", lambda friend, _: " ".join(friend.held[:2])),
    "make": ("gives a resource of your choice", Friend.makes),
    "balance": ("Produce? [y/N]", always("y")),
    "market": ("Which line would you like to push?", Friend.takes),
    "push": ("Push it?", always("y")),
    "placing": ("To place:", Friend.places),
    "leader": ("play NUMBER or discard NUMBER", Friend.leads),
    "discard": ("Discard leader", always("y")),
    "depots": ("swaps two depots", always("swap 2 3")),
    "room": ("leave goes back", always("leave")),
}
"""For each kind of question, a text that identifies it and its answer; the last match wins."""
