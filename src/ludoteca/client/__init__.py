"""A typed client library over the server's WebSocket, for authors of clients and bots.

- `client`: a player on a server, which reconnects automatically
- `table`: a table that a client follows, and its turns
- `socket`: one connection, and the exceptions
- `reading`: notices with values in the games' own types

`docs/clients.md` shows how to use it.
"""

from ludoteca.client.client import Client, connect
from ludoteca.client.socket import ClientError, FarewellError, LostError, RefusedError
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
