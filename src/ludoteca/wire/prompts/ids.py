"""The ids by which players of this protocol come back: one digit as long as there are few."""

from collections.abc import Collection
from itertools import count

from ludoteca.messages import key


class UserIds:
    """Who has which number; one is free again once its player is neither here nor seated."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def of(self, name: str, known: Collection[str]) -> int:
        """The number of somebody, the smallest free one if they have none; `known` are kept."""
        keys = {key(other) for other in (*known, name)}
        self._names = {n: held for n, held in self._names.items() if key(held) in keys}
        for number, held in self._names.items():
            if key(held) == key(name):
                return number
        number = next(n for n in count() if n not in self._names)
        self._names[number] = name
        return number

    def name(self, number: int) -> str | None:
        """Who has this number."""
        return self._names.get(number)
