"""Dialects: how requests and notices are said in bytes."""

from ludoteca.wire.dialect import (
    Act,
    Behind,
    Dialect,
    Encoding,
    Goodbye,
    Pause,
    Reply,
    Say,
    Speech,
    SpeechAct,
    Spoken,
    UnreadableError,
)
from ludoteca.wire.remote import Answer, Invoke, RemoteAct, SpokenInCalls, Voice
from ludoteca.wire.web import LONGEST_MESSAGE, Web

__all__ = [
    "LONGEST_MESSAGE",
    "Act",
    "Answer",
    "Behind",
    "Dialect",
    "Encoding",
    "Goodbye",
    "Invoke",
    "Pause",
    "RemoteAct",
    "Reply",
    "Say",
    "Speech",
    "SpeechAct",
    "Spoken",
    "SpokenInCalls",
    "UnreadableError",
    "Voice",
    "Web",
]
