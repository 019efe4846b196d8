"""Dialects: translate requests and notices to the messages of each protocol, without any I/O.

- `dialects`: the table of protocols
- `pipes`, `commands`, `updates`, `prompts`, `requests`, `web`: one package or module per protocol
- `contract`: the interface of a protocol; `dialect`: joins a conversation and a codec
- `scripts`: runs one exchange at a time
- `framing`, `encodings`: split bytes into messages; detect the encoding by the first byte
- modules named after a game: code shared by its dialects
- `remarks`: English sentences about a table, shared by several protocols
- `javastream`, `jrmp`, `utf`: Java object streams, remote calls and strings, as data
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
