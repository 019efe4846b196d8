"""Operators' requests as JSON, from the local socket and the page."""

import msgspec

from ludoteca.core import Dispatcher
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.journaling import log_failure
from ludoteca.games import Refusal
from ludoteca.journal import JournalError, OutcomeUnknown
from ludoteca.messages import ServerReason, refuse
from ludoteca.messages.operator import AnyOperatorRequest

_decoder: msgspec.json.Decoder[AnyOperatorRequest] = msgspec.json.Decoder(AnyOperatorRequest)


async def answer_operator(dispatcher: Dispatcher, by: str, body: bytes) -> bytes | Refusal:
    """Answer an operator's request as JSON, or return why it is refused."""
    try:
        request = _decoder.decode(body)
    except msgspec.MsgspecError as error:
        return refuse(ServerReason.UNREADABLE, str(error))
    try:
        answer = await operator_requests.answer(dispatcher, by, request)
    except JournalError as error:
        log_failure(error, request=str(request.__struct_config__.tag))
        if isinstance(error, OutcomeUnknown):
            return refuse(ServerReason.OUTCOME_UNKNOWN)
        return refuse(ServerReason.NOT_WRITTEN, str(error))
    return answer if isinstance(answer, Refusal) else msgspec.json.encode(answer)
