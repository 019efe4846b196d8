"""TLS on the web port, and on a separate port for each protocol."""

import os
import signal
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.cli import main
from tests.security.certificates import Certificate, certificate
from tests.security.servers import (
    HOST,
    OpenServer,
    asked,
    connect,
    enters,
    is_closed,
    serving,
    stays_open,
)

PROTOCOLS = ("pipes", "commands", "updates", "prompts", "requests")


class Secured:
    """A server with a certificate, and clients that trust it."""

    def __init__(self, server: OpenServer, folder: Path, made: Certificate) -> None:
        self.server, self.folder, self.made = server, folder, made

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.made.cert))

    def connect(self, port: str) -> ssl.SSLSocket:
        raw = connect(self.server.ports[port])
        try:
            return self.trust.wrap_socket(raw, server_hostname=HOST)
        except ssl.SSLError:
            raw.close()
            raise

    def shown(self) -> bytes | None:
        """Return the certificate that a new client sees, which it must trust."""
        with self.connect("web") as raw:
            return raw.getpeercert(binary_form=True)


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("tls")
    made = certificate(folder)
    ports = (word for name in PROTOCOLS for word in (f"--{name}-tls", "0"))
    with serving(*made.flags, *ports) as server:
        yield Secured(server, folder, made)


def test_the_page_and_its_protocol_are_encrypted(secured: Secured) -> None:
    with secured.connect("web") as raw:
        assert asked(raw, "/")[0] == 200
    with secured.connect("web") as raw:
        assert enters(raw, "Anna")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_protocol_has_a_port_with_tls_beside_its_own(secured: Secured, name: str) -> None:
    with secured.connect(f"{name}-tls") as raw:
        assert stays_open(raw, 0.05)
    with connect(secured.server.ports[name]) as plain:
        assert stays_open(plain, 0.05)


def test_tls_port_speaks_the_same_protocol(secured: Secured) -> None:
    with (
        secured.connect("commands-tls") as raw,
        connect(secured.server.ports["commands"]) as plain,
    ):
        assert raw.recv(4096) == plain.recv(4096) != b""


@pytest.mark.parametrize("port", ["web", "commands-tls"])
def test_unencrypted_connection_is_closed(secured: Secured, port: str) -> None:
    with connect(secured.server.ports[port]) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert is_closed(raw)


def test_a_new_certificate_is_used_after_a_hangup_and_a_bad_one_is_not(secured: Secured) -> None:
    before = secured.shown()
    certificate(secured.folder)
    with pytest.raises(ssl.SSLCertVerificationError):
        secured.shown()  # still the one before
    os.kill(secured.server.pid, signal.SIGHUP)
    secured.server.until_logged("certificate_loaded")
    after = secured.shown()
    assert after != before
    kept = secured.made.key.read_bytes()
    secured.made.key.write_text("nonsense")
    os.kill(secured.server.pid, signal.SIGHUP)
    secured.server.until_logged("certificate_unusable")
    assert secured.shown() == after
    secured.made.key.write_bytes(kept)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--tls-cert here.pem", "TLS needs both --tls-cert and --tls-key"),
        ("--commands-tls 0", "--commands-tls needs both --tls-cert and --tls-key"),
        ("--tls-cert no.pem --tls-key no.pem", "no.pem cannot be read: No such file or directory"),
        ("--tls-cert {cert} --tls-key no.key", "no.key cannot be read: No such file or directory"),
        (
            "--tls-cert {cert} --tls-key {cert}",
            "{cert} and {cert} are not a certificate chain and its unencrypted private key in PEM",
        ),
        ("--tls-cert {cert} --tls-key {other}", "private key in PEM: key values mismatch"),
    ],
)
def test_missing_tls_files_are_reported(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    files = {"cert": certificate(tmp_path).cert, "other": certificate(other).key}
    flags = words.format_map(files).split()
    assert main(["serve", "--data", "off", "--web", "0", *flags]) == 2
    said = capsys.readouterr().err
    assert f"{sentence.format_map(files)}\n" in said


def test_a_server_that_others_reach_in_the_clear_warns_once(tmp_path: Path) -> None:
    everywhere = ("--host", "0.0.0.0")  # noqa: S104 - that is what is warned of
    with serving(*everywhere) as server:
        server.until_logged("unencrypted")
        (warning,) = server.logged("unencrypted")
        assert warning["ports"].startswith("web, ")
        assert "secrets and chat" in warning["message"]
        assert "--tls-cert" in warning["message"]
        with socket.create_connection((HOST, server.ports["web"])):
            pass
    with serving(*everywhere, *certificate(tmp_path).flags, "--pipes-tls", "0") as server:
        server.until_logged("house_opened")
        (warning,) = server.logged("unencrypted")
        assert set(PROTOCOLS) <= set(warning["ports"].split(", "))
        assert not {"web", "pipes-tls"} & set(warning["ports"].split(", "))
    with serving() as server:
        server.until_logged("house_opened")
        assert not server.logged("unencrypted")
