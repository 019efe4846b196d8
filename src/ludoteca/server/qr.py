"""QR codes of links, for cameras of phones."""

import segno

QUIET = 4
"""Modules of quiet zone on each side, as the standard requires."""
LONGEST = 200
"""Characters in the longest text that is encoded; its image has about 5 KB."""


def matrix(text: str) -> list[list[bool]]:
    """Return the modules of a code with its quiet zone, row by row, True where dark."""
    return [[bool(module) for module in row] for row in _code(text).matrix_iter(border=QUIET)]


def svg(text: str) -> bytes:
    """Return an image of a code; its background is light even in a dark theme."""
    drawn = _code(text).svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True)
    head = '<svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges" '
    return drawn.replace("<svg ", head, 1).encode()


def _code(text: str) -> segno.QRCode:
    if len(text) > LONGEST:
        raise ValueError(text)
    return segno.make_qr(text, error="l")
