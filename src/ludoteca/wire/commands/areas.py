"""Who may say what where: each command belongs to one area, a few to all of them."""

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.wire.commands import chat, entrance, paying, playing, rooms
from ludoteca.wire.commands.session import Script, Session

Command = Callable[[Session, Any], Script]

ANYWHERE: Mapping[str, Command] = {
    "LOGIN": entrance.login,
    "QUIT": entrance.quit_house,
    "HELLO": chat.hello,
    "HELLO_ALL": chat.chat_all,
    "CHAT": chat.chat,
    "CHAT_ALL": chat.chat_all,
}
IN_THE_HALL: Mapping[str, Command] = {
    "LOBBY_LIST": rooms.list_lobbies,
    "CREATE_LOBBY": rooms.create,
    "JOIN_LOBBY": rooms.join,
}
IN_A_LOBBY: Mapping[str, Command] = {
    "PLAYER_LIST": rooms.list_players,
    "START_GAME": rooms.start,
    "EXIT_LOBBY": rooms.leave_lobby,
}
IN_A_MATCH: Mapping[str, Command] = {
    "DISCARD_LEADER": playing.discard_leader,
    "SETUP_CONTAINER": playing.take_bonus,
    "ACTION_REQUEST": playing.request_action,
    "PICK_FROM_MARKET": playing.pick,
    "CONVERSION": playing.convert,
    "SEND_DEPOSIT_ID": playing.place,
    "MANAGE_DEPOSIT": playing.manage,
    "SWITCH_DEPOSIT": playing.switch,
    "ACTIVATE_LEADER": playing.activate,
    "END_TURN": playing.end_turn,
    "CHEAT_VAULT": playing.cheat,
    "BUY": paying.buy,
    "BUY_DEVELOPMENT_CARD": paying.buy,
    "PRODUCE": paying.produce,
    "FILL_QM": paying.fill,
    "SEND_CONTAINER": paying.send_container,
    "DONE": paying.done,
}
WITHOUT_A_NAME = ("LOGIN", "QUIT")
ERRORS = {
    "BUY": paying.BUY_ERROR,
    "BUY_DEVELOPMENT_CARD": paying.BUY_ERROR,
    "PRODUCE": paying.PRODUCE_ERROR,
    "FILL_QM": paying.PRODUCE_ERROR,
    "SEND_CONTAINER": paying.REFUSED,
}
"""What refuses a command that is not refused by a REPLY."""


def command_here(stay: Session, command: str) -> Command | None:
    """How a command is answered where the client is."""
    here = IN_THE_HALL if stay.info is None else IN_A_LOBBY
    return (here if stay.view is None else IN_A_MATCH).get(command)
