"""Matches of two players: rooms, chat, news, the last round and the room afterwards."""

from tests.ui.console.renaissance.consoles import console, leave
from tests.ui.console.renaissance.friend import Friend
from tests.ui.console.renaissance.opponent import Opponent
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import server

SEED = 1


def test_two_players_finish_a_match_and_return_to_the_room() -> None:
    with server(SEED) as opened, console(opened, "--name", "anna") as anna:
        anna.see("create NAME PLAYERS")
        anna.type("create room1 2")
        anna.see("You are alone in")
        with Opponent(opened.commands, "bob", "room1") as bob:
            anna.see("The user: bob has joined the lobby")
            bob.chats("good luck")
            anna.see("[bob] good luck")
            anna.type("/chat thank you")
            anna.see("You: thank you")
            anna.type("/chat[bob] and you")
            anna.see("You to bob: and you", "start begins")
            anna.type("online")
            anna.see("Online now: 2 players, anna and bob.", "start begins")
            assert_screen("renaissance/room-of-two", anna)
            anna.type("start")
            anna.see("At the table: anna and bob.")
            friend = Friend(anna, throws_from=3)
            friend.plays()
            bob.join(60)
            assert bob.player.picture.over
            assert {"CHAT_ALL", "CHAT"} <= {heard.command for heard in bob.heard}
        story = anna.story()
        assert "Last round!" in story
        assert "bob pushed " in story
        assert "The match is over." in story
        anna.see("The user bob has left the lobby")
        anna.type("leave")
        anna.see("create NAME PLAYERS")
        leave(anna)


def test_second_player_chooses_a_resource() -> None:
    with server(SEED) as opened, Opponent(opened.commands, "bob", "room1", players=2) as bob:
        bob.sees("PLAYER_LIST")
        # The start of the match, whose length depends on how fast bob is, scrolls off this screen.
        with console(opened, "--name", "anna", "--join", "room1", rows=24) as anna:
            anna.see("At the table: bob and anna.")
            friend = Friend(anna, throws_from=1)
            for kind in ("leaders", "leaders", "bonus"):
                met, text = friend.hears()
                assert met == kind
                if kind == "bonus":
                    assert_screen("renaissance/bonus", anna)
                friend.says(friend.answers(kind, text))
            anna.see("bob pushed", "Your turn")
            anna.type("board")
            anna.see("3 [ coin  ]")
            friend.plays()
            leave(anna)
        bob.join(60)
        assert bob.player.picture.over


def test_room_shows_its_starter_and_departures() -> None:
    with (
        server(SEED) as opened,
        console(opened, "--name", "anna", "--create", "2") as anna,
    ):
        anna.see("You are alone in anna.", "start begins a match against Lorenzo")
        with console(opened, "--name", "bob", "--join", "anna") as bob:
            anna.see("bob has joined", "You are in anna with bob.", "start begins the match")
            bob.see("You are in anna with anna.", "anna can start the match; leave goes back")
            anna.type("start")
            bob.see("These are your leaders")
            bob.press("Ctrl-C")
            bob.see("Do you want to leave? In a match you give up your seat. [y/N]")
            bob.press("Ctrl-C")
            anna.see("bob has left the match", "You won!", "You are alone in anna.")
        anna.shows(" anna: 1 in the room")
        assert anna.story().count("bob has left the match") == 1
        assert anna.story().count("You are in anna with bob.") == 1
        leave(anna)
