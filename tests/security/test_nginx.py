"""A real nginx, configured as the page for operators says."""

import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from process import free_port

from tests.conftest import no_coverage, without
from tests.pages import DOCS
from tests.security.certificates import Certificate, certificate
from tests.security.servers import (
    HOST,
    OpenServer,
    asked,
    connect,
    enters,
    is_closed,
    serving,
    wait_for,
)

pytestmark = no_coverage
NAME = "games.example.org"
EACH = 2
NGINX = shutil.which("nginx") or ""
FRAME = """
{modules}
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {web}
}}
stream {{ {stream} }}
"""


class Proxied(NamedTuple):
    """A server and its proxy."""

    server: OpenServer
    web: int
    commands: int
    made: Certificate

    def connect(self, port: int, address: str) -> ssl.SSLSocket:
        """Connect from one of the addresses of this machine, trusting the proxy's certificate."""
        trust = ssl.create_default_context(cafile=str(self.made.cert))
        return trust.wrap_socket(connect(port, address), server_hostname=HOST)

    def ask(self, path: str, address: str, **headers: str) -> tuple[int, bytes]:
        with self.connect(self.web, address) as raw:
            return asked(raw, path, Host=NAME, **headers)


def modules() -> str:
    """Return the directives that load nginx's stream module where it is separate."""
    told = subprocess.run([NGINX, "-V"], capture_output=True, text=True, check=True).stderr
    found = re.search(r"--modules-path=(\S+)", told)
    module = Path(found[1] if found else "/nowhere") / "ngx_stream_module.so"
    return f"load_module {module};" if module.exists() else ""


@contextmanager
def nginx(folder: Path, config: str) -> Iterator[None]:
    """Run nginx in a folder of its own."""
    (folder / "nginx.conf").write_text(config)
    command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "error.log"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            yield
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    if not NGINX:
        without("There is no nginx.")
    folder = tmp_path_factory.mktemp("nginx")
    made = certificate(folder)
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    (flags,) = re.findall(r"in front of `ludoteca serve (.*?)`", page)
    with serving(
        *flags.split(), "--connections-per-address", str(EACH), "--limit-replays", "1/3600"
    ) as server:
        web, commands = free_port(), free_port()
        swaps = {
            "/etc/ssl/games.pem": made.cert,
            "/etc/ssl/games.key": made.key,
            "listen 443": f"listen {HOST}:{web}",
            "listen 50624": f"listen {HOST}:{commands}",
            "127.0.0.1:8000": f"{HOST}:{server.ports['web']}",
            "127.0.0.1:50623": f"{HOST}:{server.ports['commands']}",
        }
        for old, new in swaps.items():
            assert any(old in block for block in blocks)
            blocks = [block.replace(old, str(new)) for block in blocks]
        config = FRAME.format(modules=modules(), folder=folder, web=blocks[0], stream=blocks[1])
        with nginx(folder, config):
            wait_for(web)
            yield Proxied(server, web, commands, made)


def test_a_player_comes_in_through_the_proxy(proxied: Proxied) -> None:
    assert proxied.ask("/", "127.0.10.1")[0] == 200
    assert proxied.ask("/metrics", "127.0.10.1")[0] == 403
    with proxied.connect(proxied.web, "127.0.10.1") as raw:
        assert enters(raw, "Anna", NAME, f"https://{NAME}")
    _, body = proxied.ask("/api/tables", "127.0.10.1", Origin="https://evil.example")
    assert b"http/wrong_origin" in body


def test_clients_are_distinguished_by_their_own_addresses(proxied: Proxied) -> None:
    def read_replay(address: str, **headers: str) -> int:
        return proxied.ask("/api/replays/1", address, **headers)[0]

    assert read_replay("127.0.11.1") == 404
    assert read_replay("127.0.11.1") == 429
    assert read_replay("127.0.11.1", **{"X-Forwarded-For": "127.0.11.9"}) == 429
    assert read_replay("127.0.11.2") == 404


def test_a_protocol_goes_through_with_the_address_of_its_client(proxied: Proxied) -> None:
    lines = [proxied.connect(proxied.commands, "127.0.12.1") for _ in range(EACH)]
    assert all(line.recv(100) for line in lines)
    with (
        proxied.connect(proxied.commands, "127.0.12.1") as more,
        proxied.connect(proxied.commands, "127.0.12.2") as another,
    ):
        assert is_closed(more)
        assert another.recv(100)
    for line in lines:
        line.close()
