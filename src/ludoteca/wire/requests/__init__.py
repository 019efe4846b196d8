"""The `requests` protocol (My Shelfie): each request gets its response, and all are notified.

Specified in docs/protocols/requests.md.
"""

from ludoteca.wire.dialect import CodecDialect
from ludoteca.wire.requests.classes import CLASSES
from ludoteca.wire.requests.conversation import DEPLOYED, PING, RequestsConversation
from ludoteca.wire.requests.encoding import HouseEnd, Overheard, client_end
from ludoteca.wire.requests.scripts import Quirks
from ludoteca.wire.requests.stream import object_of, word_of
from ludoteca.wire.requests.words import ClientWord, RequestsWord, ServerWord, StreamOpened

__all__ = [
    "CLASSES",
    "DEPLOYED",
    "ClientWord",
    "HouseEnd",
    "Overheard",
    "Quirks",
    "RequestsConversation",
    "RequestsWord",
    "ServerWord",
    "StreamOpened",
    "client_end",
    "object_of",
    "requests",
    "word_of",
]


def requests(deployed: Quirks = DEPLOYED, ping: float = PING) -> CodecDialect[RequestsWord]:
    """The dialect for one connection."""
    return CodecDialect(RequestsConversation(deployed, ping), HouseEnd())
