"""The tokens by which players come back under their names, kept as a browser keeps its own."""

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path


def kept_token(server: str, name: str) -> str:
    """The token that a player of this name was given by this server; empty if none is kept."""
    with suppress(OSError):
        return _file(server, name).read_text(encoding="ascii").strip()
    return ""


def keep_token(server: str, name: str, token: str) -> None:
    """Keep a token where only this user can read it; where that is not possible, do without."""
    file = _file(server, name)
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = file.with_suffix(f".{os.getpid()}")
        with open(new, "w", encoding="ascii", opener=_private) as out:
            out.write(token)
        new.replace(file)


def _file(server: str, name: str) -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    digest = blake2b(f"{server}\n{name}".encode(), digest_size=12).hexdigest()
    return Path(state) / "ludoteca" / "tokens" / digest


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
