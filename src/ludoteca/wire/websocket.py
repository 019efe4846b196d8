"""The frames of WebSocket (RFC 6455) that a server sends."""


def text_frame(body: bytes) -> bytes:
    """A whole message of text in one frame."""
    size = len(body)
    if size < 126:
        return bytes((0x81, size)) + body
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + body
    return b"\x81\x7f" + size.to_bytes(8, "big") + body
