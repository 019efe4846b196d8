"""Dialects: translate requests and notices to the messages of each protocol, without any I/O.

- `dialects`: the row of a protocol
- `pipes`, `commands`, `updates`, `prompts`, `requests`, `web`
- `dialect`: what a dialect is; `call_dialect`: the same in calls
- `scripts`: one exchange at a time
- `framing`, `encodings`: bytes into words, told by the first byte
- a module named after a game: what its dialects share
- `remarks`: sentences about a table that several protocols pass on
- `javastream`, `jrmp`, `utf`: Java's object streams, its remote calls and its texts, as data
"""

from ludoteca.protocols.contract import (
    Backlog,
    Codec,
    Conversation,
    ConversationAct,
    Delay,
    Disconnect,
    Later,
    Send,
    SendBytes,
    UnreadableError,
)
from ludoteca.protocols.dialect import Act, Dialect
from ludoteca.protocols.web import LONGEST_MESSAGE, WebCodec, WebConversation, WebFrames

__all__ = [
    "LONGEST_MESSAGE",
    "Act",
    "Backlog",
    "Codec",
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
