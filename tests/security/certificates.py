"""Certificates for tests, made by OpenSSL."""

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.conftest import without

if shutil.which("openssl") is None:
    without("There is no OpenSSL to make certificates.")


class Certificate(NamedTuple):
    """The files of a self-signed certificate for 127.0.0.1."""

    cert: Path
    key: Path

    @property
    def flags(self) -> tuple[str, ...]:
        return ("--tls-cert", str(self.cert), "--tls-key", str(self.key))


def certificate(folder: Path) -> Certificate:
    """Create a certificate, replacing the previous one."""
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(made.key), "-out", str(made.cert)),
        ],
        check=True,
        capture_output=True,
    )
    return made
