"""The console after a crash of the server: same seat, same state, same question."""

from pathlib import Path

import pytest

from tests.conftest import no_coverage
from tests.ui.console.renaissance.consoles import SEED, console, piped
from tests.ui.console.renaissance.friend import QUESTIONS, Friend
from tests.ui.console.servers import RunningServer, server

WAYS = {"killed": RunningServer.kill, "closed": RunningServer.close}


@no_coverage
@pytest.mark.parametrize("way", WAYS)
def test_question_is_repeated_after_a_crash(way: str, tmp_path: Path) -> None:
    with (
        server(SEED, tmp_path) as opened,
        console(opened, "--name", "anna#correct horse", "--create", "1") as anna,
    ):
        friend = Friend(anna, throws_from=2)
        for kind in ("placing", "acted", "menu"):
            friend.plays_until(kind)
            anna.write("half a li")
            anna.shows("> half a li")
            WAYS[way](opened)
            anna.see("Connection lost. Reconnecting...")
            opened.open()
            anna.see("Reconnected.", "At the table: anna and LORENZO.")
            _, text = friend.hears(kind)
            friend.says(friend.answers(kind, text))
        friend.plays()
        assert "The match is over." in anna.story()
        assert "horse" not in anna.story().partition("At the table")[2]


@no_coverage
def test_reconnecting_player_is_back_in_the_match(tmp_path: Path) -> None:
    with server(SEED, tmp_path) as opened:
        with console(opened, "--name", "anna", "--create", "1") as anna:
            Friend(anna).plays_until("market")
        with console(opened, "--name", "anna") as anna:
            anna.see("At the table: anna and LORENZO.", QUESTIONS["menu"][0])


def test_input_that_ends_during_a_match_is_status_1() -> None:
    with server(SEED) as opened:
        assert piped(opened, "anna").returncode == 0
        ended = piped(opened, "anna", "solo")
        assert ended.returncode == 1
        assert "These are your leaders: return" in ended.stdout
        assert piped(opened, "anna", "solo", "exit").returncode == 0


def test_player_may_leave_while_the_server_is_unreachable() -> None:
    with server(SEED) as opened, console(opened, "--name", "anna", "--create", "1") as anna:
        anna.see("These are your leaders: return")
        opened.kill()
        anna.see("Reconnecting...")
        anna.press("Ctrl-C")
        anna.see("Do you want to leave? In a match you give up your seat. [y/N]")
        anna.type("y")
        assert anna.ended() == 0
