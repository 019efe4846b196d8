"""The ports of `ludoteca serve`: listeners, admission and certificates."""

import asyncio
import os
import resource
import signal
from collections.abc import Mapping
from contextlib import AsyncExitStack
from functools import partial
from math import inf
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext, SSLError
from typing import TypeAlias

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.operating import operator_secret
from ludoteca.cli.serve.page_address import listens_here_only, other_hosts
from ludoteca.core import Dispatcher
from ludoteca.core.rate_limits import CallMeter
from ludoteca.games import load
from ludoteca.net import Port
from ludoteca.net.admission import Admission
from ludoteca.net.rmi import FIRST_CALL, Accounting, Endpoint
from ludoteca.ops import SETTINGS, Metrics, Settings, log, open_ports
from ludoteca.ops.setting_kinds import ON
from ludoteca.protocols.dialect import ServedDialect
from ludoteca.protocols.dialects import DIALECTS, dialect_settings
from ludoteca.server import Access, LoginDeadline, OwnNames, TcpServer, WebServer
from ludoteca.server.rmi import RmiServer

MOST_DESCRIPTORS = 65_536
TLS = "_tls"
WEB, NODE_WEB, RMI = "web", "node_web", "rmi"
IN_THE_CLEAR = (
    "names, secrets and chat cross the network unencrypted: set --tls-cert and --tls-key, "
    "or let a proxy with TLS listen instead and set --host 127.0.0.1"
)
CLOSE_THESE = (
    "names, secrets and chat cross the network unencrypted at these ports: turn them off, "
    "or let a firewall protect them"
)

Served: TypeAlias = Mapping[str, ServedDialect]
"""Factories of dialects, by the name of their protocol."""


class Ports:
    """The listeners of one server."""

    def __init__(
        self, settings: Settings, dispatcher: Dispatcher, metrics: Metrics, served: Served
    ) -> None:
        self._settings = settings
        self._dispatcher = dispatcher
        self._metrics = metrics
        self._served = served
        self._tls = _tls(settings)
        admission = Admission(
            min(settings.connections, _room_for_connections()),
            settings.connections_per_address,
            settings.trusted_proxy,
            settings.limit_connections,
        )
        self._shared = settings.reuse_port == ON
        self._takes_calls = any(map(is_rmi, wanted_ports(settings)))
        """Whether Java RMI is enabled, so that the protocols' ports accept calls too."""
        seconds = settings.login_deadline
        deadline = LoginDeadline(
            admission, seconds or inf, lambda name: bool(dispatcher.lobby.seats_of(name))
        )
        self._access = Access(admission, deadline, reuse=self._shared)
        accounting = Accounting(
            expired=lambda count: metrics.leases_expired.inc(by=count),
            sent=lambda count: metrics.bytes.inc(by=count),
            new_meter=partial(CallMeter, dispatcher.limits),
        )
        self._endpoint = Endpoint(settings.advertise or "", accounting=accounting)
        self._endpoint.deadline = min(FIRST_CALL, seconds or FIRST_CALL)
        self._opened: dict[str, int] = {}
        self._listeners: dict[str, Port] = {}
        self._closed: list[str] = []
        """Ports closed because this node is draining."""

    async def open(self, cleanup: AsyncExitStack) -> dict[str, int]:
        """Listen on all enabled ports; return their numbers."""
        opened = self._opened
        host = self._settings.host
        if self._takes_calls:
            self._offer_calls(cleanup)
        for name, port in wanted_ports(self._settings).items():
            listener = self._listener(name)
            cleanup.push_async_callback(listener.close)
            self._listeners[name] = listener if isinstance(listener, Port) else listener.port
            try:
                opened[name] = await listener.open(host, port)
            except (OSError, UnicodeError) as error:
                raise not_opened(name, host, port, error) from None
        if self._shared:  # calls to a shared port may reach another node
            self._endpoint.port = next((opened[name] for name in opened if is_rmi(name)), 0)
        if self._tls:
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._load_again)
        self._warn_of_unencrypted()
        return opened

    def _warn_of_unencrypted(self) -> None:
        """Log the ports without TLS, if other machines can connect to them."""
        host = self._settings.host
        has_tls = (WEB, NODE_WEB) if self._tls else ()
        ports = [spoken(p) for p in self._opened if p not in has_tls and not p.endswith(TLS)]
        if ports and not listens_here_only(host):
            message = CLOSE_THESE if self._tls else IN_THE_CLEAR
            log.warning("unencrypted", host=host, ports=", ".join(ports), message=message)

    async def follow(self, *, draining: bool) -> None:
        """Close ports while this node is draining, so that new clients connect to other nodes.

        RMI ports stay open, because Java RMI clients open new connections for their calls. The web
        port stays open for health checks, unless other nodes share it. Both refuse new clients.
        """
        if draining == bool(self._closed):
            return
        if not draining:
            while self._closed:
                name = self._closed.pop()
                try:
                    await self._listeners[name].open(self._settings.host, self._opened[name])
                except OSError as error:
                    log.warning("port_stays_closed", door=name, reason=_why(error))
            return
        for name, port in self._listeners.items():
            if not is_own(name) and (self._shared or name != WEB):
                port.stop_listening()
                self._closed.append(name)

    def stop_listening(self) -> None:
        """Stop accepting clients before connections close, so that no client can reconnect here."""
        for name, port in self._listeners.items():
            if not is_rmi(name):
                port.stop_listening()

    def _offer_calls(self, cleanup: AsyncExitStack) -> None:
        """Export the remote objects of all protocols that have them."""
        rmi_server = RmiServer(
            self._dispatcher,
            self._metrics,
            self._endpoint,
            self._access.deadline,
            self._settings.connections_per_address,
        )
        cleanup.push_async_callback(rmi_server.close)
        for name, dialect in self._served.items():
            offer = DIALECTS[name].offer
            if offer and dialect.new_call_dialect:
                load(offer)(rmi_server, dialect.new_call_dialect)

    def _listener(self, name: str) -> WebServer | TcpServer | Port:
        """Return the listener for a port.

        If Java RMI is enabled, all ports without TLS except the web port accept calls.
        """
        access = self._access
        calls = self._endpoint.server_connection
        with_tls = access._replace(tls=self._tls)
        if name in (WEB, NODE_WEB):
            if name == NODE_WEB:
                with_tls = with_tls._replace(reuse=False)
            host = self._settings.host
            names = OwnNames(
                self._settings.origin, listens_on=host, other_hosts=partial(other_hosts, host)
            )
            secret = operator_secret(self._settings)
            return WebServer(self._dispatcher, self._metrics, with_tls, names, secret)
        dialect = name.removesuffix(TLS)
        if dialect not in self._served:
            return Port(calls, access.admission)
        return TcpServer(
            dialect,
            self._served[dialect].new_dialect,
            self._dispatcher,
            self._metrics,
            new_rmi_connection=calls if dialect == name and self._takes_calls else None,
            access=access if dialect == name else with_tls,
            quick_acks=DIALECTS[dialect].quick_acks,
        )

    def _load_again(self) -> None:
        """Reload the certificate for new connections; if that fails, keep the old one."""
        try:
            _load(self._tls, self._settings)
        except Complaint as error:
            log.warning("certificate_unusable", reason=str(error))
        else:
            log.info("certificate_loaded")


def _tls(settings: Settings) -> SSLContext | None:
    """Return the TLS context, if there is a certificate."""
    given = [settings.tls_cert, settings.tls_key]
    if None in given:
        ports = [spoken(name) for name in wanted_ports(settings) if name.endswith(TLS)]
        if any(given) or ports:
            needed = f"--{ports[0]}" if ports else "TLS"
            raise Complaint(f"{needed} needs both --tls-cert and --tls-key")
        return None
    context = SSLContext(PROTOCOL_TLS_SERVER)
    _load(context, settings)
    return context


def _load(context: SSLContext | None, settings: Settings) -> None:
    assert context is not None
    assert settings.tls_cert is not None
    assert settings.tls_key is not None
    cert, key = settings.tls_cert, settings.tls_key
    for file in (cert, key):  # load_cert_chain does not say which file is at fault
        try:
            Path(file).open("rb").close()
        except OSError as error:
            raise Complaint(f"{file} cannot be read: {error.strerror}") from None
    try:
        context.load_cert_chain(cert, key, password="")
    except (OSError, SSLError, ValueError) as error:
        pem = f"{cert} and {key} are not a certificate chain and its unencrypted private key in PEM"
        raise Complaint(f"{pem}{_reason(error)}") from None


def _reason(error: Exception) -> str:
    """Return OpenSSL's reason after a colon, or "" if there is none."""
    reason = getattr(error, "reason", None)
    return f": {reason.lower().replace('_', ' ')}" if isinstance(reason, str) else ""


def _room_for_connections() -> int:
    """Return the number of connections that the descriptor limit allows, minus a reserve."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most * 3 // 4)


def wanted_ports(settings: Settings) -> dict[str, int]:
    """Return the enabled ports by setting: the web port first, RMI last."""
    ports = open_ports(settings, (*SETTINGS, *dialect_settings()))
    return dict(sorted(ports.items(), key=lambda port: (port[0] != WEB, is_rmi(port[0]))))


def is_rmi(name: str) -> bool:
    """Return whether a port serves only remote objects, which nodes cannot share."""
    return name.startswith(RMI)


def is_own(name: str) -> bool:
    """Return whether a port is never shared between nodes."""
    return is_rmi(name) or spoken(name) == spoken(NODE_WEB)


def spoken(name: str) -> str:
    """Return the name of a setting, spelt as in its flag."""
    return name.replace("_", "-")


def not_opened(name: str, host: str, port: int, error: OSError | UnicodeError) -> Complaint:
    """Return an error that explains why a port cannot be opened."""
    where = f"the {spoken(name)} port cannot be opened at {host}"
    return Complaint(f"{where}: {_why(error)} (--{spoken(name)} {port})")


def _why(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError) or error.errno is None:
        return str(error)
    # Negative numbers are name resolution errors, which os.strerror does not know.
    return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)
