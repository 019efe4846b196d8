"""The dialects by name, as words for either end: for proxies, consoles and load tools."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ludoteca.wire import prompts, requests
from ludoteca.wire.dialect import Encoding


class Ends(NamedTuple):
    """How the two ends of a connection read."""

    house: Callable[[], Encoding[Any]]
    """Reads what clients say."""
    client: Callable[[], Encoding[Any]]
    """Reads what the house says."""


DIALECTS: Mapping[str, Ends] = {
    "prompts": Ends(house=prompts.answers, client=prompts.words),
    "requests": Ends(house=requests.HouseEnd, client=requests.Overheard),
}
