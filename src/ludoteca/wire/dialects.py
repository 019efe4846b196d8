"""The dialects by name, with their encodings: for proxies, consoles and load tools."""

from collections.abc import Mapping, Sequence

from ludoteca.wire import commands, pipes, prompts, requests, updates
from ludoteca.wire.encodings import Encoding

DIALECTS: Mapping[str, Sequence[Encoding]] = {
    "pipes": pipes.ENCODINGS,
    "commands": commands.ENCODINGS,
    "updates": updates.ENCODINGS,
    "prompts": prompts.ENCODINGS,
    "requests": requests.ENCODINGS,
}
"""How each dialect is written."""
