"""What is wrong with what somebody asked, in one sentence."""


class Complaint(Exception):  # noqa: N818 - not an error of ours
    """Ends a command with one line on standard error and exit status 2."""
