"""The private chats of one person, as this protocol tells them with its lists."""

from collections.abc import Callable

from msgspec.structs import replace

from ludoteca.messages import Said, key
from ludoteca.wire.pipes.lists import newest
from ludoteca.wire.pipes.words import ServerVirtualView


class Chats:
    """What was said between this person and each of the others, the last of it."""

    def __init__(self) -> None:
        self._said: list[tuple[str, str, str]] = []
        """The other one's name, who spoke, and what they said."""

    def add(self, said: Said, own: str) -> None:
        """Remember something that was said to this person or by them."""
        other = said.to if key(said.by) == key(own) else said.by
        self._said = newest([*self._said, (other, said.by, said.text)])

    def listed(
        self, lists: ServerVirtualView, own: str, called: Callable[[str], str]
    ) -> ServerVirtualView:
        """The lists, with these chats in them: numbered as this reader gets them."""
        known = {key(name): name for name, _ in lists.virtualOnlinePlayers or ()}
        chats: dict[str, list[str]] = {}
        for other, by, text in self._said:
            names = called(own), known.get(key(other), other)
            pair = "@".join(sorted(names, key=_in_java))
            chats.setdefault(pair, []).append(f"{called(by)} > {text}")
        if not chats:
            return lists
        return replace(
            lists,
            virtualChatMap=tuple((pair, str(place)) for place, pair in enumerate(chats)),
            virtualPrivateChats=tuple(map(tuple, chats.values())),
        )


def _in_java(name: str) -> bytes:
    """What Java compares: units of UTF-16."""
    return name.encode("utf-16-be")
