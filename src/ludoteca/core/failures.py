"""Log messages and refusals for failures of the journal."""

from ludoteca.games import Refusal
from ludoteca.journal import Away, JournalError, OutcomeUnknown
from ludoteca.messages import ServerReason, refuse
from ludoteca.ops import log


def log_failure(error: JournalError, **about: object) -> None:
    """Log a failure; an unreachable journal is logged elsewhere, once per outage."""
    if isinstance(error, Away):
        log.debug("journal_failed", **about)
    else:
        log.error("journal_failed", **about)


def not_written(error: JournalError) -> Refusal:
    """Return the refusal for a failed write, without details of an unreachable journal."""
    if isinstance(error, OutcomeUnknown):
        return refuse(ServerReason.OUTCOME_UNKNOWN)
    return refuse(ServerReason.NOT_WRITTEN, None if isinstance(error, Away) else str(error))
