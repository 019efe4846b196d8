"""Answers made smaller on the way, for whoever can unpack them."""

import gzip

from aiohttp import web

VARIES = {"Vary": "Accept-Encoding"}
PACKED = {"Content-Encoding": "gzip"}


def packed(data: bytes, level: int = 9) -> bytes:
    """The same, packed; the same bytes are always packed alike."""
    return gzip.compress(data, level, mtime=0)


def unpacks(request: web.Request) -> bool:
    """Whether whoever asks has said that they can unpack the answer."""
    for coding in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False
