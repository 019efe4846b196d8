"""The common base of test clients that listen to a server in the same process."""


class LocalListener:
    """A local client of a protocol that identifies players by name only."""

    name = bot = ""
    address = "local"
    protocol = "tests"
    names_only = True

    @property
    def cannot_undo(self) -> bool:
        return False

    async def answers(self) -> bool:
        return True
