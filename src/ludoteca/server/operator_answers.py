"""An operator's requests as JSON, wherever they come from."""

import msgspec

from ludoteca.core import House
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.failures import log_failure
from ludoteca.games import Refusal
from ludoteca.journal import JournalError, OutcomeUnknown
from ludoteca.messages import HouseReason, refuse
from ludoteca.messages.operator import AnyOperatorRequest

_decoder: msgspec.json.Decoder[AnyOperatorRequest] = msgspec.json.Decoder(AnyOperatorRequest)


async def answer_operator(house: House, by: str, body: bytes) -> bytes | Refusal:
    """The answer to an operator's request, as JSON, or why there is none."""
    try:
        request = _decoder.decode(body)
    except msgspec.MsgspecError as error:
        return refuse(HouseReason.UNREADABLE, str(error))
    try:
        answer = await operator_requests.answer(house, by, request)
    except JournalError as error:
        log_failure(error, request=str(request.__struct_config__.tag))
        if isinstance(error, OutcomeUnknown):
            return refuse(HouseReason.OUTCOME_UNKNOWN)
        return refuse(HouseReason.NOT_WRITTEN, str(error))
    return answer if isinstance(answer, Refusal) else msgspec.json.encode(answer)
