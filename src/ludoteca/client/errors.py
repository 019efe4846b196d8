"""Exceptions of the client library; each message is a sentence."""


class ClientError(Exception):
    """Base class."""


class RefusedError(ClientError):
    """The server refused a request, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


class FarewellError(ClientError):
    """The server closed the connection, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


class LostError(ClientError):
    """The connection was lost: a pending request may or may not have been carried out."""
