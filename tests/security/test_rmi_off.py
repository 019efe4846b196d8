"""If its own ports are off, Java RMI is also off on the ports of the protocols."""

import pytest

from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, greeting, write_call
from tests.security.servers import HOST, connect, serving

PROTOCOLS = ("pipes", "commands", "updates", "prompts", "requests")
LIST = greeting(HOST) + write_call(REGISTRY_ID, REGISTRY["list"], ())
ACCEPTED = b"\x4e"


def answer(port: int) -> bytes:
    """Return the first bytes that answer a call, sent with a line feed for protocols with lines."""
    with connect(port) as raw:
        raw.sendall(LIST + b"\n")
        return raw.recv(1)


@pytest.mark.parametrize(
    ("off", "accepted"), [((), True), (("rmi",), True), (("rmi", "rmi-prompts"), False)]
)
def test_calls_are_accepted_at_any_port_unless_rmi_is_off(
    off: tuple[str, ...], *, accepted: bool
) -> None:
    with serving(*(word for name in off for word in (f"--{name}", "off"))) as server:
        answers = {name: answer(server.ports[name]) for name in PROTOCOLS}
        assert {name: each == ACCEPTED for name, each in answers.items()} == dict.fromkeys(
            PROTOCOLS, accepted
        )
