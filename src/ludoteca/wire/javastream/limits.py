"""How much of a Java object stream is believed."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """What a stream may hold; whatever goes beyond cannot be read."""

    message: int = 1 << 18
    """Bytes of one value at the top of the stream."""
    kept: int = 1 << 20
    """Bytes since the last reset: what they said is kept as long as it can be referred to."""
    handles: int = 1 << 16
    """Values since the last reset that can be referred to."""
    descs: int = 500
    """Class descriptors since the last reset."""
    depth: int = 100
    """How deep values stand within values."""
    elements: int = 1 << 14
    """Items of an array or an annotation, fields or interfaces of a class."""
    text: int = 1 << 17
    """Bytes of one string."""
    name: int = 500
    """Bytes in the name of a class, a field or an interface."""
