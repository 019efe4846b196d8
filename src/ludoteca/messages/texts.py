"""Texts that players write for others: without what a terminal or a page would obey."""

_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""What turns the direction of the text around it."""
_MAP = dict.fromkeys((*_CONTROLS, *_DIRECTIONS)) | dict.fromkeys(map(ord, _BREAKS), " ")


def without_controls(text: str) -> str:
    """A text without control characters, on one line."""
    return text if text.isprintable() else text.translate(_MAP)
