"""Listening servers and their connections: TCP and the web; RMI is in `server.rmi`.

- `connection`: what a dialect says is carried out, in order
- `stream`, `tcp`, `websocket`: over sockets
- `login_deadline`: connections without a name are closed when they take too many places;
  `login_queue`: those of one address log in a few at a time
- `timer_wheel`: one timer for many connections
- `pace`: requests without end leave others their turn; `worktime`: how long they take
- `web`: the WebSocket, the API and the page; `page`, `compression`: files
- `sharing`: what is told of a finished game where its link is shared; `result_picture`, `raster`,
  `letters`: its picture
- `http_clients`: who sends an HTTP request; `http_connection`: reads HTTP and WebSocket in pieces
- `api`: one table of routes
- `operator_api`, `admin`, `operator_answers`: the operator, over HTTP and on this machine
- `route`, `api_routes`, `openapi`: what a route is, how it answers, and how it is described;
  `schemas`: types as JSON Schema
"""

from ludoteca.server.admin import AdminSocket
from ludoteca.server.connection import Access
from ludoteca.server.http_clients import OwnNames
from ludoteca.server.login_deadline import LoginDeadline
from ludoteca.server.tcp import TcpServer
from ludoteca.server.web import WebServer

__all__ = ["Access", "AdminSocket", "LoginDeadline", "OwnNames", "TcpServer", "WebServer"]
