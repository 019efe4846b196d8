"""By which way the house is called."""

from ludoteca.clients.console.person import Person

WAY = "How do you wish to connect? tcp/rmi (Enter: tcp)"
TCP_ALONE = "This game is played by TCP alone: type tcp."
BAD_WAY = "Type tcp or rmi."


async def choose_way(person: Person, *, remote: bool) -> bool:
    """Whether to go by RMI, if the game can; who has said where the house is means TCP."""
    if person.knows("server") or person.knows("port"):
        return False
    while True:
        way = (await person.ask(WAY, "way", lambda: ("tcp", "rmi"))).lower()
        if way in {"", "tcp"}:
            return False
        if way == "rmi" and remote:
            return True
        person.show(TCP_ALONE if way == "rmi" else BAD_WAY)
