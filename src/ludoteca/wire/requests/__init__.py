"""The `requests` protocol (My Shelfie): each request gets its response, and all are notified.

Specified in docs/protocols/requests.md.
"""

from ludoteca.wire.dialect import Spoken
from ludoteca.wire.requests.classes import CLASSES
from ludoteca.wire.requests.encoding import HouseEnd, Overheard, client_end
from ludoteca.wire.requests.scripts import Manner
from ludoteca.wire.requests.speech import DEPLOYED, PING, RequestsSpeech
from ludoteca.wire.requests.stream import object_of, word_of
from ludoteca.wire.requests.words import ClientWord, RequestsWord, ServerWord, StreamOpened

__all__ = [
    "CLASSES",
    "DEPLOYED",
    "ClientWord",
    "HouseEnd",
    "Manner",
    "Overheard",
    "RequestsSpeech",
    "RequestsWord",
    "ServerWord",
    "StreamOpened",
    "client_end",
    "object_of",
    "requests",
    "word_of",
]


def requests(deployed: Manner = DEPLOYED, ping: float = PING) -> Spoken[RequestsWord]:
    """The dialect for one connection."""
    return Spoken(RequestsSpeech(deployed, ping), HouseEnd())
