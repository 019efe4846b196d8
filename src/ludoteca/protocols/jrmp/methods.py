"""Interfaces of remote objects: which methods they have, and of which types.

A type is either a primitive, packed into bytes, or a `JavaType`, which reads and writes values of a
Java object stream. No other types are ever read than those that a method declares.
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
    """How the values of a type that is no primitive are read and written."""

    read: Callable[[Content], Any]
    """The thing that a value says; an UnreadableError if it is of another type."""
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
"""The types that every interface knows, by their descriptors."""


class Method(msgspec.Struct, frozen=True):
    """A method of an interface."""

    name: str
    parameters: tuple[Type, ...]
    result: Type | None
    hash: int
    op: int = -1
    """Its number, in the two interfaces that count their methods."""
    descriptor: str = ""
    """The types of its parameters and its result, as Java writes them."""


class Interface:
    """What can be called."""

    def __init__(
        self,
        name: str,
        methods: str,
        kinds: Mapping[str, JavaType] | None = None,
        counted: int | None = None,
    ) -> None:
        """Methods as `name descriptor`, one a line; or counted, under one hash for all of them."""
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
        """The method that is meant on the wire."""
        return self._by_key.get((op, hash_))

    def __iter__(self) -> Iterator[Method]:
        """All methods, in their order."""
        return iter(self._by_key.values())

    def __getitem__(self, name: str) -> Method:
        """The first method of this name, or that of this `name descriptor`."""
        return self._by_name[name]


def method_hash(name: str, descriptor: str) -> int:
    """What a method is called on the wire."""
    data = encode_utf(name + descriptor)
    digest = sha1(len(data).to_bytes(2, "big") + data, usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


def _types(descriptor: str, kinds: Mapping[str, JavaType]) -> Iterator[Type | None]:
    """The types of a descriptor, the result last."""
    for name in _TYPE.findall(descriptor):
        if name in PRIMITIVES:
            yield Packing(">" + PRIMITIVES[name])
        else:
            yield None if name == "V" else kinds[name]
