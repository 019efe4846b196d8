"""Dialects: how requests and notices are said in bytes."""

from ludoteca.wire.dialect import (
    Act,
    Behind,
    Dialect,
    Encoding,
    Goodbye,
    Later,
    Pause,
    Reply,
    Say,
    Speech,
    SpeechAct,
    Spoken,
    UnreadableError,
)
from ludoteca.wire.web import LONGEST_MESSAGE, Web

__all__ = [
    "LONGEST_MESSAGE",
    "Act",
    "Behind",
    "Dialect",
    "Encoding",
    "Goodbye",
    "Later",
    "Pause",
    "Reply",
    "Say",
    "Speech",
    "SpeechAct",
    "Spoken",
    "UnreadableError",
    "Web",
]
