"""Translates between each protocol's messages and the server's requests and notices, without I/O.

- `pipes`, `commands`, `updates`, `prompts`, `requests`, `web`: the protocols
- `contract`: conversations and codecs; `dialect`: joins the two; `dialects`: the table of dialects
- `scripts`: runs one exchange at a time
- `framing`: splits bytes into messages; `encodings`: detects a client's encoding
- modules named after a game: code shared by the dialects of that game
- `remarks`: sentences about events at a table, shared by several protocols
- `javastream`, `jrmp`: Java object streams and Java remote calls as data
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
