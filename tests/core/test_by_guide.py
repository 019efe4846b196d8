"""Whole games played by clients that know no rules and only follow their guides."""

from typing import Any

import pytest
from msgspec import json

from ludoteca.games import Dice
from ludoteca.messages import Draft, Finish, Guided, Play, Refused, TableSeen, Watch
from tests.conftest import no_coverage
from tests.core.local import LocalClient, LocalServer, keeper_of, raw

pytestmark = no_coverage


class Follower:
    """A player that knows only the guide, decoded from bytes."""

    def __init__(self, client: LocalClient, dice: Dice) -> None:
        self.client, self._dice = client, dice

    def guide(self) -> Any:
        told = next(n for n in reversed(self.client.heard) if isinstance(n, TableSeen | Guided))
        return json.decode(json.encode(told.guide))

    def one_of(self, things: Any) -> Any:
        return list(things)[self._dice.below(len(things))]

    async def play(self, move: str, **members: Any) -> None:
        words = Play(table=1, move=raw({"move": move, **members}))
        await self.client.dispatcher.handle(self.client, words)

    async def draft(self, step: Any) -> None:
        await self.client.dispatcher.handle(self.client, Draft(table=1, step=raw(step)))

    async def finish(self) -> None:
        await self.client.dispatcher.handle(self.client, Finish(table=1))

    # My Shelfie

    async def take(self) -> None:
        most = 1 + self._dice.below(self.guide()["most"])
        while (pick := self.guide()["pick"]) and len(self.guide()["hand"]) < most:
            await self.draft({"step": "pick", "cell": self.one_of(pick)})
        if (unpick := self.guide()["unpick"]) and len(self.guide()["hand"]) > 1:
            await self.draft({"step": "unpick", "cell": self.one_of(unpick)})
        fitting = [n for n, landing in enumerate(self.guide()["lands"]) if landing]
        await self.draft({"step": "choose_column", "column": self.one_of(fitting)})
        await self.finish()

    # Masters of Renaissance

    async def return_leaders(self) -> None:
        await self.play("return_leader", leader=self.one_of(self.guide()["leaders"])["leader"])

    async def take_bonus(self) -> None:
        await self._put("take_bonus")

    async def convert(self) -> None:
        await self.play("convert_marble", resource=self.one_of(self.guide()["conversions"]))

    async def place(self) -> None:
        if (moves := self.guide()["moves"]) and self._dice.below(3) == 0:
            source, target, count = self.one_of(moves)
            await self.play("move_resources", source=source, target=target, count=count)
        if (swaps := self.guide()["swaps"]) and self._dice.below(3) == 0:
            one, other = self.one_of(swaps)
            await self.play("swap_depots", one=one, other=other)
        await self._put("place_resource")

    async def _put(self, move: str) -> None:
        places = self.guide()["places"]
        resource = max(places, key=lambda resource: len(places[resource]))
        if not places[resource]:
            await self.play("discard_resource", resource=resource)
        else:
            await self.play(move, resource=resource, depot=self.one_of(places[resource]))

    async def act(self) -> None:
        guide = self.guide()
        for leader in guide["leaders"]:
            if not leader["reason"]:
                await self.play("play_leader", leader=leader["leader"])
        cards = [card for card in guide["cards"] if not card["reason"]]
        powers = [power for power in guide["powers"] if not power["reason"]]
        if cards:
            card = self.one_of(cards)
            slot = self.one_of(card["slots"])
            await self.draft({"step": "choose_card", "card": card["card"], "slot": slot})
            await self._settle()
        elif powers and self._dice.below(3) == 0:
            while powers:
                await self.draft(self.one_of(powers)["step"])
                powers = [power for power in self.guide()["powers"] if not power["reason"]]
            await self._settle()
        else:
            line = max(guide["lines"], key=lambda line: sum(line["goods"]) + line["faith"])
            await self.play("take_marbles", way=line["way"], index=line["index"])

    async def _settle(self) -> None:
        while not (bill := self.guide()["bill"])["ready"]:
            if bill["choices_in"]:
                step = {"step": "choose_input", "resource": self.one_of(bill["inputs"])}
            elif bill["choices_out"]:
                step = {"step": "choose_output", "resource": "coin"}
            else:
                step = {"step": "pay_the_rest"} if bill["ways"] == 1 else self.one_of(bill["pay"])
            await self.draft(step)
        await self.finish()

    async def end(self) -> None:
        assert self.guide()["may_end"]
        if (leaders := self.guide()["leaders"]) and leaders[0]["discard"]:
            await self.play("discard_leader", leader=leaders[0]["leader"])
        await self.play("end_turn")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_offered_move_is_never_refused(game: str, seed: int) -> None:
    server, dice = LocalServer(), Dice(seed)
    clients = await server.table("Anna", "Bruno", "Carla", game=game)
    for client in clients:
        await client.ask(Watch(table=1, with_guide=True))
    everybody = [Follower(client, dice) for client in clients]
    while not keeper_of(server.dispatcher).table.over:
        before = keeper_of(server.dispatcher).version
        for somebody in everybody:
            to_do = somebody.guide()["to_do"]
            if to_do not in ("wait", "over"):
                await getattr(somebody, to_do)()
        assert keeper_of(server.dispatcher).version > before
    assert [somebody.guide()["to_do"] for somebody in everybody] == ["over"] * 3
    assert not [refused for client in clients for refused in client.of(Refused)]
