"""Dialects: how requests and notices are said in bytes."""

from ludoteca.wire.dialect import (
    Act,
    Backlog,
    Codec,
    CodecDialect,
    Conversation,
    ConversationAct,
    Delay,
    Dialect,
    Disconnect,
    Later,
    Send,
    SendBytes,
    UnreadableError,
)
from ludoteca.wire.web import LONGEST_MESSAGE, WebCodec, WebConversation, WebFrames

__all__ = [
    "LONGEST_MESSAGE",
    "Act",
    "Backlog",
    "Codec",
    "CodecDialect",
    "Conversation",
    "ConversationAct",
    "Delay",
    "Dialect",
    "Disconnect",
    "Later",
    "Send",
    "SendBytes",
    "UnreadableError",
    "WebCodec",
    "WebConversation",
    "WebFrames",
]
