"""Dialects: how requests and notices are said in bytes."""

from ludoteca.wire.web import LONGEST_MESSAGE, Web

__all__ = ["LONGEST_MESSAGE", "Web"]
