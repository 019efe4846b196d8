"""Every question of a match survives arbitrary input, keys and changes of the window."""

from tests.conftest import no_coverage
from tests.ui.console.renaissance.consoles import NOT_ALONE, SEED, console, leave
from tests.ui.console.renaissance.friend import QUESTIONS, Friend
from tests.ui.console.servers import server

ENTER_IS_AN_ANSWER = {"slot", "payment", "placing", "balance", "push", "discard"}
LONG = {"menu": ["ä" * 10_000]}  # terminals are slow with such lines; test_alone pipes them
LOOKS = {
    "grid": "Cards on offer",
    "faith": "pope",
    "boards": "LORENZO: his cross on",
    "leaders": "leader",
    "table": "Your board:",
    "card 12": "Card 12: green, level 1, 1 point",
    "card 99": "Cards are numbered 1 to 48",
    "leader 1": "Leader 1: 2 points",
    "leader": "Leaders are numbered 1 to 16",
    "rules": "MASTERS OF RENAISSANCE",
    "help": "/chat TEXT, /chat[NAME] TEXT",
    "/chat": "For example: /chat hello",
}


@no_coverage
def test_every_question_survives_anything() -> None:
    def tease(kind: str) -> None:
        mark = QUESTIONS[kind][0]
        for line in ("nonsense", "9" * 40, "-1", *LONG.get(kind, ())):
            anna.type(line)
            anna.see(mark)
        if kind not in ENTER_IS_AN_ANSWER:
            anna.type("")
            anna.see(mark)
        anna.press("Ctrl-C")
        anna.see("Do you want to leave? In a match you give up your seat. [y/N]")
        anna.type("n")
        anna.see(mark)
        anna.type("exit")
        anna.see("Leave?")
        anna.type("n")
        anna.see(mark)
        anna.write("half a li")
        anna.shows("> half a li")
        anna.resize(60, 40)
        anna.type("ne")
        anna.see(mark.split(" (")[0].split("(")[0])
        anna.resize(100, 40)
        anna.type("online")
        anna.see("Online now: 1 player, anna", mark)

    with server(SEED) as opened, console(opened, "--name", "anna") as anna:
        anna.see("What would you like to do?")
        for line in ("nonsense", "create", "create x 9", "join", "join nowhere", "list", "cancel"):
            anna.type(line)
            anna.see("What would you like to do?")
        anna.type("board")
        anna.see("There is no match to show yet.", "What would you like to do?")
        anna.type("solo")
        friend = Friend(anna)
        friend.plays(tease)
        assert friend.met == set(QUESTIONS) - NOT_ALONE
        leave(anna)


def test_any_question_accepts_show_commands() -> None:
    with server(SEED) as opened, console(opened, "--name", "anna", "--create", "1") as anna:
        friend = Friend(anna)
        friend.plays_until("placing")
        for command, shown in LOOKS.items():
            anna.type(command)
            anna.see(f"> {command}", shown, "To place:")
        anna.type("cancel")
        anna.see("You cannot put marbles back", "To place:")
        leave(anna)
