"""What can go wrong for a client, each in a sentence."""


class ClientError(Exception):
    """Anything that can go wrong at a server."""


class RefusedError(ClientError):
    """The server said no, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code, self.detail = code, detail


class FarewellError(ClientError):
    """The server has ended the connection, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code, self.detail = code, detail


class LostError(ClientError):
    """The connection was lost: what was asked may have happened or not."""
