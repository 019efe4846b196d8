"""A library for authors of clients and bots: play at a server over its WebSocket, with types.

- `client`: a player at a server, who comes back when the connection is lost
- `table`: a table that a client sees, and its turns
- `socket`: one connection; `reading`: notices with the values of games in the games' own types
- `tokens`: what brings a player back the next time; `errors`: what can go wrong

`docs/clients.md` shows how to use it.
"""

from ludoteca.client.client import Client, connect
from ludoteca.client.errors import ClientError, FarewellError, LostError, RefusedError
from ludoteca.client.table import Table, Turn

__all__ = [
    "Client",
    "ClientError",
    "FarewellError",
    "LostError",
    "RefusedError",
    "Table",
    "Turn",
    "connect",
]
