"""Arbitrary tables of Masters of Renaissance, shown by the page and played by the rules.

The table's element is put on an empty page; its requests go to the rules, whose answers come back.
This makes states testable that real games seldom reach.
"""

from typing import Any

from msgspec import convert, to_builtins
from playwright.sync_api import Page

from ludoteca.games import Dice, Refusal, Seat, play_move, renaissance
from ludoteca.games.renaissance import State
from tests.web.browsers import Visitors
from tests.web.tables import MODULES

MOUNT = f"""async () => {{
  const {{ game, gameOf }} = await import({MODULES} + "games/games.js");
  while (!gameOf("renaissance")) await new Promise(requestAnimationFrame); // until the page knows its games
  await new Promise((then) => game("renaissance", then));
  const {{ element }} = game("renaissance");
  const {{ Refused }} = await import({MODULES} + "connection.js");
  const node = document.createElement(element);
  const ask = async (what, given) => {{
    const {{ table, code, detail }} = await window.askTheRules(what, given ?? null);
    if (code) throw new Refused({{ code, detail }});
    node.data = {{ table: Object.assign(node.data.table, table), act: node.act }};
  }};
  node.act = {{ play: (move) => ask("play", move), step: (step) => ask("step", step), finish: () => ask("finish") }};
  const place = document.createElement("div");
  place.append(node);
  document.body.append(place);
}}"""  # noqa: E501 - it is another language
SHOW = """(table) => {
  const node = document.querySelector("renaissance-table");
  node.data = { table, act: node.act };
}"""
NAMES = ("Anna", "Bruno", "Carla", "Dario")


class Laid:
    """A prepared table seen from one seat."""

    def __init__(self, visitors: Visitors, state: State, seat: int = 0, **visit: Any) -> None:
        self.state, self.seat = state, Seat(seat)
        self.asked: list[Any] = []
        self._draft: Any = None
        self._version = 1
        self.page: Page = visitors.visit("/help", **visit)
        self.page.expose_function("askTheRules", self._ask)
        self.page.evaluate(MOUNT)
        self.page.evaluate(SHOW, self._table())

    def _ask(self, what: str, given: Any) -> Any:
        self.asked.append(given or what)
        answer = self._stepped(given) if what == "step" else self._played(what, given)
        return {"code": answer.code, "detail": answer.detail} if answer else self._shown()

    def happens(self, seat: Seat, move: Any) -> None:
        """Play a move of another seat and show it."""
        played = play_move(renaissance, self.state, seat, move, Dice(7))
        assert not isinstance(played, Refusal), played
        self.state, _ = played
        self._version += 1
        self.page.evaluate(SHOW, self._table())

    def _stepped(self, step: Any) -> Refusal | None:
        draft = self._draft or renaissance.begin(self.state, self.seat)
        if not isinstance(draft, Refusal):
            draft = renaissance.step(self.state, draft, convert(step, renaissance.STEPS))
        if isinstance(draft, Refusal):
            return draft
        self._draft = draft
        return None

    def _played(self, what: str, given: Any) -> Refusal | None:
        move = (
            renaissance.finish(self.state, self._draft)
            if what == "finish"
            else convert(given, renaissance.MOVES)
        )
        if isinstance(move, Refusal):
            return move
        played = play_move(renaissance, self.state, self.seat, move, Dice(7))
        if isinstance(played, Refusal):
            return played
        self.state, _ = played
        self._draft, self._version = None, self._version + 1
        return None

    def _shown(self) -> Any:
        return {"table": self._table(), "code": ""}

    def _table(self) -> Any:
        """Return the page's data about this table."""
        view = renaissance.view(self.state, self.seat)
        seats = range(len(view.seats))
        drafts = {str(self.seat): to_builtins(self._draft)} if self._draft else {}
        return {
            "info": {"seats": [{"name": NAMES[seat], "bot": "", "here": True} for seat in seats]},
            "version": self._version,
            "view": to_builtins(view),
            "points": [to_builtins(renaissance.points(view, Seat(seat))) for seat in seats],
            "guide": to_builtins(renaissance.guide(self.state, self.seat, self._draft)),
            "drafts": drafts,
            "log": [],
            "players": [],
        }
