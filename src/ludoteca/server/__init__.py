"""Listening servers and their connections: TCP and the web; RMI is in `server.rmi`.

- `connection`: executes the acts of a dialect; `tcp`, `websocket`: its transports
- `logins`: limits connections without a name, and concurrent logins from one address
- `timer_wheel`: one timer for many connections
- `web`: the WebSocket, the API and the page; `page`: the files of the page
- `sharing`: addresses, previews and QR codes of shared links; `qr`: QR codes; `result_picture`:
  pictures of finished games, which `rendering` draws in a separate process
- `http_clients`: addresses, host names and origins; `unknown_host`: explains `--origin`;
  `http_connection`: reads HTTP in pieces
- `api`: the table of routes; `api_parameters`: their parameters; `api_routes`: answers over HTTP;
  `openapi`: schemas of messages; `lessons_api`, `puzzles_api`: the paths for reviews and puzzles
- `mail_links`: the pages behind links in emails
- `operator_api`, `admin`: requests from the operator, over HTTP and over a local socket
"""

from ludoteca.server.admin import AdminSocket
from ludoteca.server.connection import Access
from ludoteca.server.http_clients import OwnNames
from ludoteca.server.logins import LoginDeadline
from ludoteca.server.tcp import TcpServer
from ludoteca.server.web import WebServer

__all__ = ["Access", "AdminSocket", "LoginDeadline", "OwnNames", "TcpServer", "WebServer"]
