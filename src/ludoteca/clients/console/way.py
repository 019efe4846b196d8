"""By which way the house is called."""

from ludoteca.clients.console.person import Person

WAY = "How do you wish to connect? tcp/rmi (Enter: tcp)"
NO_RMI = "RMI is not there yet: please connect by TCP."
BAD_WAY = "Type tcp or rmi."


async def choose_way(person: Person) -> None:
    """Ask until the way is one we can go; who has said where the house is means TCP."""
    if person.knows("server") or person.knows("port"):
        return
    while (way := (await person.ask(WAY, "way", lambda: ("tcp", "rmi"))).lower()) not in {
        "",
        "tcp",
    }:
        person.show(NO_RMI if way == "rmi" else BAD_WAY)
