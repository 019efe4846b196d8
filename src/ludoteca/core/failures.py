"""What is logged, and what clients are told, when the journal cannot be used."""

from ludoteca.games import Refusal
from ludoteca.journal import Away, JournalError, OutcomeUnknown
from ludoteca.messages import ServerReason, refuse
from ludoteca.ops import log


def log_failure(error: JournalError, **about: object) -> None:
    """Log what has failed; a journal that does not answer is logged once, when it is lost."""
    if isinstance(error, Away):
        log.debug("journal_failed", **about)
    else:
        log.error("journal_failed", **about)


def not_written(error: JournalError) -> Refusal:
    """The refusal of what could not be written; where the journal is concerns no client."""
    if isinstance(error, OutcomeUnknown):
        return refuse(ServerReason.OUTCOME_UNKNOWN)
    return refuse(ServerReason.NOT_WRITTEN, None if isinstance(error, Away) else str(error))
