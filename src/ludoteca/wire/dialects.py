"""The dialects by name, as words for either end: for proxies, consoles and load tools."""

from collections.abc import Callable, Mapping
from functools import partial

from ludoteca.wire import commands, pipes, prompts, requests, updates
from ludoteca.wire.encodings import Ends, ends_of

DIALECTS: Mapping[str, Callable[[], Ends]] = {
    "pipes": partial(ends_of, pipes.ENCODINGS),
    "commands": partial(ends_of, commands.ENCODINGS),
    "updates": partial(ends_of, updates.ENCODINGS),
    "prompts": partial(ends_of, prompts.ENCODINGS),
    "requests": partial(ends_of, requests.ENCODINGS),
}
"""For each connection, two new ends."""
