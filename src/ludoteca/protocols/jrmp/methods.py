"""Interfaces of remote objects: their methods and types.

A type is either a primitive, packed into bytes, or a `JavaType`, which reads and writes values of a
Java object stream. Only types that a method declares are ever read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha1
from struct import Struct as Packing
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import Array, Content, Value, jdk
from ludoteca.protocols.javastream.codes import PRIMITIVES
from ludoteca.protocols.utf import encode_utf, sayable

_TYPE = re.compile(r"\[*(?:[BCDFIJSZV]|L[^;]+;)")


class JavaType(NamedTuple):
    """Reads and writes values of a type that is not a primitive."""

    read: Callable[[Content], Any]
    """Converts a value; raises UnreadableError if it has another type."""
    write: Callable[[Any], Value]


Type: TypeAlias = Packing | JavaType


def _read_text(value: Content) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UnreadableError("Where a text should be, there is something else.")
    return None if value is None else sayable(value)


def _read_texts(value: Content) -> list[str | None]:
    if not isinstance(value, Array) or value.desc.name != _TEXTS.name:
        raise UnreadableError("Where texts should be, there is something else.")
    return [_read_text(item) for item in value.items]


_TEXTS = jdk.array_desc("[Ljava.lang.String;")
TEXT = JavaType(_read_text, lambda text: text)
TEXTS = JavaType(_read_texts, lambda texts: Array(_TEXTS, list(texts)))

KINDS: Mapping[str, JavaType] = {"Ljava/lang/String;": TEXT, "[Ljava/lang/String;": TEXTS}
"""Types known to every interface, by descriptor."""


class Method(msgspec.Struct, frozen=True):
    """A method of a remote interface."""

    name: str
    parameters: tuple[Type, ...]
    result: Type | None
    hash: int
    op: int = -1
    """Operation number, in the two interfaces that number their methods (registry and DGC)."""
    descriptor: str = ""
    """Parameter and result types in Java's notation."""


class Interface:
    """The methods of a remote interface."""

    def __init__(
        self,
        name: str,
        methods: str,
        kinds: Mapping[str, JavaType] | None = None,
        counted: int | None = None,
    ) -> None:
        """`methods` has lines of `name descriptor`; `counted` is the hash of numbered methods."""
        self.name = name
        types = {**KINDS, **(kinds or {})}
        self._by_key: dict[tuple[int, int], Method] = {}
        self._by_name: dict[str, Method] = {}
        for number, line in enumerate(methods.split("\n")):
            method, descriptor = line.split()
            *parameters, result = _types(descriptor, types)
            key = (-1, method_hash(method, descriptor)) if counted is None else (number, counted)
            given = tuple(parameter for parameter in parameters if parameter)
            made = Method(method, given, result, key[1], key[0], descriptor)
            self._by_key[key] = self._by_name[line] = made
            self._by_name.setdefault(method, made)

    def find(self, op: int, hash_: int) -> Method | None:
        """Return the method with this operation number and hash."""
        return self._by_key.get((op, hash_))

    def __iter__(self) -> Iterator[Method]:
        """Iterate over the methods in order."""
        return iter(self._by_key.values())

    def __getitem__(self, name: str) -> Method:
        """Return the first method of this name, or the one with this `name descriptor`."""
        return self._by_name[name]


def method_hash(name: str, descriptor: str) -> int:
    """Compute the hash that identifies a method on the wire."""
    data = encode_utf(name + descriptor)
    digest = sha1(len(data).to_bytes(2, "big") + data, usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


def _types(descriptor: str, kinds: Mapping[str, JavaType]) -> Iterator[Type | None]:
    """Yield the types of a descriptor, the result last."""
    for name in _TYPE.findall(descriptor):
        if name in PRIMITIVES:
            yield Packing(">" + PRIMITIVES[name])
        else:
            yield None if name == "V" else kinds[name]
