"""How a conversation ends, for whoever started it."""

DONE, ENDED, LOST, INTERRUPTED = 0, 1, 3, 130
"""As the person wished, in the middle of it, for want of a house, or broken off where nobody could
be asked."""


class UnreachableError(Exception):
    """Nobody answers where we were told to call."""


class GivenUpError(Exception):
    """The house could not be reached again."""
