"""Tables shared with other dialects: the words each client receives and does not receive."""

import re
from collections.abc import Callable

from ludoteca.games import Seat
from ludoteca.messages import (
    AnyRequest,
    Clock,
    JoinTable,
    Notice,
    OpenTable,
    Pause,
    Resume,
    Say,
    SeatBot,
    StandUp,
    StartTable,
    TakeBack,
    Unseat,
    Watch,
)
from ludoteca.protocols import WebCodec
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    MatchSeen,
    Message,
    NotifyGoToMenu,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Return,
    ServerVirtualView,
)
from tests.core.local import LocalClient, a_move, keeper_of, shown
from tests.protocols.pipes.programs import PipesServer, lists


class Browser(LocalClient):
    """A browser client that records every byte."""

    sent = b""

    def tell(self, notice: Notice, look: Callable[[], object] | None = None) -> None:
        self.sent += WebCodec().write(notice)
        super().tell(notice, look)


async def browser(server: PipesServer, name: str) -> Browser:
    guest = Browser(server.server.dispatcher)
    await say(server, guest, f'{{"do":"enter","name":"{name}"}}')
    return guest


async def say(server: PipesServer, guest: Browser, text: str) -> None:
    for asked in WebCodec().feed(text.encode()):
        assert isinstance(asked, AnyRequest)
        await server.server.dispatcher.handle(guest, asked)
    await server.settle()


async def test_a_table_is_shared_with_the_browser(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await say(server, web, '{"do":"open_table","game":"shelfie","seats":2,"take_back":true}')
    await say(
        server, web, '{"do":"open_table","game":"shelfie","seats":2,"options":{"common_goals":1}}'
    )
    await say(server, web, '{"do":"open_table","game":"renaissance","seats":2}')
    pipes = await server.program("paolo", frames=True)
    assert lists(pipes).virtualMatchList == [("0", "WaitingPlayers", "1", "2")]
    refused = await server.ask(pipes, "join|1")  # one common goal cannot be expressed here
    assert refused == [Message(texts.NO_SUCH_ROOM), Return("join", ok=False)]
    await server.ask(pipes, "join|0")
    keeper = keeper_of(server.server.dispatcher)
    secrets = [keeper.table.state.goals[Seat(seat)] for seat in (0, 1)]
    moves = 0
    while not keeper.table.over and moves < 8:
        moves += 1
        if keeper.table.state.turn == 0:
            await web.ask(await a_move(web))
            await server.settle()
            assert "Wanda ended his turn." in pipes.texts
            assert any(
                re.match("Wanda has inserted items in the column [1-5]", t) for t in pipes.texts
            )
        else:
            move = next(keeper.table.rules.legal_moves(keeper.table.state, Seat(1)))
            row, column = move.cells[0]
            await server.ask(pipes, f"selectCell|{row}|{column}", "insertInColumn|0")
    for word in pipes.of(MatchSeen):
        assert word.view.personalGoals == [0, secrets[1]]
    assert f'"goal":{secrets[1]}'.encode() not in web.sent or secrets[0] == secrets[1]
    assert f'"seat":1,"goal":{secrets[1]}'.encode() not in web.sent
    await say(server, web, '{"do":"say","table":1,"text":"Ciao | tutti"}')
    assert ChatNotification("\nWanda says: Ciao ¦ tutti") in pipes.heard


async def test_browser_actions_are_reported_as_well_as_possible(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=2, take_back=True))
    pipes = await server.program("paolo", frames=True)
    await server.ask(pipes, "join|0")
    keeper = keeper_of(server.server.dispatcher)
    if keeper.table.state.turn == 1:
        await server.ask(pipes, "selectCell|1|3", "insertInColumn|0")
    before = pipes.view.view.shelves
    await web.ask(await a_move(web))
    await web.ask(TakeBack(table=1))
    await server.settle()
    assert "The last move of Wanda was taken back." in pipes.texts
    assert pipes.view.view.shelves == before
    await web.ask(Pause(table=1))
    await server.server.dispatcher.handle(pipes, Pause(table=1))
    await server.settle()
    assert "The game is paused." in pipes.texts
    assert lists(pipes).virtualMatchList == [("0", "Pause", "2", "2")]
    await web.ask(Resume(table=1))
    await server.settle()
    assert "The game goes on." in pipes.texts
    await web.ask(Say(text="hello, house"))
    await server.settle()
    assert pipes.of(ChatNotification)[-1].text == "\nWanda says: hello, house"
    # A selection changed step by step in a browser is shown here.
    for step in ('{"step":"pick","cell":[7,4]}', '{"step":"unpick","cell":[7,4]}'):
        await say(server, web, f'{{"do":"draft","table":1,"step":{step}}}')
    assert pipes.view.view.currentPlayerHand == []
    await say(server, web, '{"do":"draft","table":1,"step":{"step":"pick","cell":[7,4]}}')
    assert len(pipes.view.view.currentPlayerHand) == 1
    heard = len(pipes.heard)
    await say(server, web, '{"do":"draft","table":1,"step":{"step":"close"}}')
    assert pipes.heard[heard:] == []  # its confirmation is shown with the move


async def test_abandoned_seat_may_go_to_someone_else(server: PipesServer) -> None:
    anna, bruno, carla = await server.programs_at_play("anna", "bruno", "carla")
    await server.ask(carla, "leaveMatch")
    assert anna.view.view.players == ["anna", "bruno", "carla"]
    dora = await server.program("dora", frames=True)
    await server.ask(dora, "join|0")
    assert dora.view.view.players == anna.view.view.players == ["anna", "bruno", "dora"]
    assert dora.of(NotifyStart) == [NotifyStart(0)]
    assert "dora joined the match 0" in bruno.texts


async def test_private_table_is_listed_only_to_its_players(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=2, private=True))
    paolo = await browser(server, "paolo")
    await paolo.ask(JoinTable(code=shown(web).info.code))
    server.server.dispatcher.leave(paolo)
    pipes, stranger = [await server.program(name, frames=True) for name in ("paolo", "eve")]
    assert pipes.of(NotifyStart) == [NotifyStart(0)]
    assert lists(pipes).virtualMatchList == [("0", "GameGoing", "2", "2")]
    assert lists(stranger).virtualMatchList == []
    assert (await server.ask(stranger, "join|0"))[-1] == Return("join", ok=False)


async def test_bots_play_with_pipes_clients(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=3))
    pipes = await server.program("paolo")
    await server.ask(pipes, "join|0")
    await web.ask(StartTable(table=1, bot="uniform"))
    await server.settle()
    assert pipes.view.view.players == ["Wanda", "paolo", "Bice"]
    assert pipes.texts.count("Bice is a bot (uniform).") == 1


async def test_a_program_that_takes_a_seat_is_named_as_a_bot(server: PipesServer) -> None:
    web, otto = await browser(server, "Wanda"), await browser(server, "Otto")
    await web.ask(OpenTable(game="shelfie", seats=3))
    await otto.ask(JoinTable(table=1))
    pipes = await server.program("paolo")
    await server.ask(pipes, "join|0")
    await otto.ask(StandUp(table=1))
    robot = Browser(server.server.dispatcher)
    await say(server, robot, '{"do":"enter","name":"Robot","bot":true}')
    await robot.ask(JoinTable(table=1))
    await server.settle()
    joined = pipes.texts.index("Robot joined the match 0")
    assert pipes.texts[joined + 1] == "Robot is a bot (program)."


async def test_a_bot_that_takes_a_seat_over_is_named_with_its_kind(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=3))
    otto = await browser(server, "Otto")
    await otto.ask(JoinTable(table=1))
    pipes = await server.program("paolo")
    await server.ask(pipes, "join|0")
    await otto.ask(StandUp(table=1))
    await web.ask(SeatBot(table=1, bot="uniform"))
    await server.settle()
    joined = pipes.texts.index("Bice joined the match 0")
    assert pipes.texts[joined + 1] == "Bice is a bot (uniform)."
    answer = await server.ask(pipes, "sendPrivateMessage|hello|Bice|false")
    assert answer[-2:] == [
        ChatNotification("The player Bice doesn't exist"),
        Return("sendPrivateMessage", ok=False),
    ]


async def test_player_with_seats_elsewhere_returns_only_to_the_match(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    other = await browser(server, "Otto")
    await web.ask(OpenTable(game="renaissance", seats=2))
    await web.ask(OpenTable(game="renaissance", seats=2, private=True))
    await web.ask(OpenTable(game="shelfie", seats=3))
    await web.ask(OpenTable(game="shelfie", seats=2))
    await other.ask(JoinTable(table=1))
    server.server.dispatcher.leave(web)
    await other.ask(Watch(table=1))
    wanda = await server.program("Wanda")
    assert wanda.of(NotifyWait) == [NotifyWait(0, 3, "Wanda")]
    server.drop(wanda)
    web = await browser(server, "Wanda")
    await web.ask(Watch(table=4))
    await other.ask(JoinTable(table=4))  # a running match is resumed first
    server.server.dispatcher.leave(web)
    await other.ask(Watch(table=4))
    assert (await server.program("Wanda")).of(NotifyStart) == [NotifyStart(1)]
    assert not [
        seat for seat in shown(other).info.seats if seat and seat.name == "Wanda" and seat.here
    ]


async def test_player_seated_only_at_another_game_is_in_the_menu(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="renaissance", seats=2, private=True))
    server.server.dispatcher.leave(web)
    wanda = await server.program("Wanda")
    assert wanda.of(NotifyWait) == []
    assert Return("createMatch", ok=True) in await server.ask(wanda, "createMatch|2")


async def test_seat_abandoned_by_the_server_leads_to_the_menu(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=4, clock=Clock(turn=5)))
    programs = [await server.program(name) for name in ("paolo", "piera", "pina")]
    for program in programs:
        await server.ask(program, "join|0")
    for _ in range(40):
        await server.server.wait(6)
        await server.settle()
        if any(program.of(NotifyGoToMenu) for program in programs):
            break
    gone = next(program for program in programs if program.of(NotifyGoToMenu))
    assert (await server.ask(gone, "createMatch|2"))[-1] == NotifyWait(1, 2, gone.name)


async def test_a_player_removed_before_the_start_is_back_in_the_menu(server: PipesServer) -> None:
    web = await browser(server, "Wanda")
    await web.ask(OpenTable(game="shelfie", seats=4))
    paolo, piera = await server.program("paolo", frames=True), await server.program("piera")
    await server.ask(paolo, "join|0")
    await server.ask(piera, "join|0")
    for seat, program in enumerate((paolo, piera), 1):
        before = len(program.heard)
        await web.ask(Unseat(table=1, seat=Seat(seat)))
        await server.settle()
        message, *lists, menu, update = program.heard[before:][-4:]
        assert message == Message("You have been removed from match 0")
        assert [type(word) for word in lists] == [ServerVirtualView]
        assert (menu, update) == (NotifyGoToMenu(), NotifyUpdate())
        assert Return("leaveMatch", ok=False) in await server.ask(program, "leaveMatch")
    assert Message("paolo has left the match") in piera.heard
    assert Return("createMatch", ok=True) in await server.ask(paolo, "createMatch|2")
    assert Return("join", ok=True) in await server.ask(piera, "join|1")
