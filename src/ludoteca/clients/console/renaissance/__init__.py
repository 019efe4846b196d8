"""A game at the console."""

from ludoteca.clients.console.person import Person


async def play(person: Person) -> int:
    """Play until the person leaves; how it ended, as an exit status."""
    raise NotImplementedError(person)
