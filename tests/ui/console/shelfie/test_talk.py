"""The notations for chat."""

import pytest

from ludoteca.protocols.pipes.words import SendPrivateMessage, SendPublicMessage
from ludoteca.ui.console.shelfie.news import chat_choices, chat_text, read_chat


@pytest.mark.parametrize(
    ("line", "chat"),
    [
        ("/chat hello", SendPublicMessage("hello")),
        ("/CHAT hello", SendPublicMessage("hello")),
        ("/chat: hello", SendPublicMessage("hello")),
        ("/chat:hello", SendPublicMessage("hello")),
        ("/text: hello", SendPublicMessage("hello")),
        ("/text:hello", SendPublicMessage("hello")),
        ("/chat  a | b", SendPublicMessage("a | b")),
        ("/chat", SendPublicMessage("")),
        ("/chat[bruno] hello", SendPrivateMessage("hello", "bruno")),
        ("/chat[bruno]:hello", SendPrivateMessage("hello", "bruno")),
        ("/chat[bruno]: a [b] c", SendPrivateMessage("a [b] c", "bruno")),
        ("/chat [bruno] hello", SendPrivateMessage("hello", "bruno")),
        ("/chat[bruno]", SendPrivateMessage("", "bruno")),
        ("/chat[[bruno]]:hello", SendPrivateMessage("hello", "bruno")),
        ("/chat[[bruno]] hello", SendPrivateMessage("hello", "bruno")),
        ("/chat[a|b] hello", SendPrivateMessage("hello", "a¦b")),  # never to b
        ("/chathello", SendPublicMessage("hello")),  # "[command].substring(0,4) is '/chat'"
        ("/chat[bruno hello", None),  # a private message never goes to everybody
        ("/chat [bruno", None),
        ("/text hello", None),
        ("chat hello", None),
        ("select", None),
        ("", None),
    ],
)
def test_chat_is_read(line: str, chat: SendPublicMessage | SendPrivateMessage | None) -> None:
    assert read_chat(line) == chat


def test_chat_completes_player_names() -> None:
    assert chat_choices(["bruno", "carla"]) == ["/chat ", "/chat[bruno] ", "/chat[carla] "]


@pytest.mark.parametrize(
    ("notification", "text"),
    [
        ("\nbruno whispers > psst", "bruno says: psst"),
        ("\nbruno whispers > he whispers > psst", "bruno says: he whispers > psst"),
        ("\nbruno says: he whispers > psst", "bruno says: he whispers > psst"),
        ("\n[server] says: bruno whispers > psst", "[server] says: bruno whispers > psst"),
    ],
)
def test_private_message_is_shown_as_in_the_document(notification: str, text: str) -> None:
    assert chat_text(notification) == text
