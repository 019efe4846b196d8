"""Addresses for other machines on the network, and their order."""

import socket
from ipaddress import ip_address
from pathlib import Path

import pytest

from ludoteca.net.addresses import (
    Found,
    chosen,
    interfaces_4,
    interfaces_6,
    network_addresses,
    routed,
)


def found(*each: str) -> list[Found]:
    """Build addresses from words like `192.168.1.5@wlan0`."""
    parts = (one.partition("@") for one in each)
    return [Found(ip_address(address), interface) for address, _, interface in parts]


@pytest.mark.parametrize(
    ("listed", "route", "offered"),
    [
        (["127.0.0.1@lo", "192.168.1.5@wlan0"], "192.168.1.5", ["192.168.1.5"]),
        (["192.168.1.5@eth0", "10.0.0.7@wlan0"], "10.0.0.7", ["10.0.0.7", "192.168.1.5"]),
        (["10.1.0.1@a", "10.2.0.1@b", "10.3.0.1@c"], "10.3.0.1", ["10.3.0.1", "10.1.0.1"]),
        (["172.17.0.1@docker0", "192.168.1.5@en0"], "192.168.1.5", ["192.168.1.5"]),
        (["10.8.0.2@tun0", "192.168.1.5@wlan0"], "10.8.0.2", ["192.168.1.5", "10.8.0.2"]),
        (["192.168.1.5@eth0"], "", ["192.168.1.5"]),
        ([], "192.168.1.5", ["192.168.1.5"]),
        (["169.254.3.4@eth1", "10.0.0.7@wlan0"], "", ["10.0.0.7", "169.254.3.4"]),
        (["169.254.3.4@eth1"], "", ["169.254.3.4"]),
        (["127.0.0.1@lo"], "", []),
        (["::1@lo", "fe80::1@eth0", "fd00::2@eth0"], "fd00::2", ["fd00::2"]),
        ([], "", []),
    ],
)
def test_best_addresses_for_others(listed: list[str], route: str, offered: list[str]) -> None:
    assert chosen(found(*listed), ip_address(route) if route else None) == offered


def test_interfaces_of_this_machine_are_listed() -> None:
    if not socket.if_nameindex():
        pytest.skip("there is no interface here")
    assert Found(ip_address("127.0.0.1"), "lo") in [
        Found(each.address, each.interface.replace("lo0", "lo")) for each in interfaces_4()
    ]


def test_ipv6_interfaces_are_read_from_the_system_file(tmp_path: Path) -> None:
    table = tmp_path / "if_inet6"
    table.write_text(
        "fd000000000000000000000000000002 04 40 00 82     eth0\n"
        "00000000000000000000000000000001 01 80 10 80       lo\n"
    )
    assert list(interfaces_6(table)) == found("fd00::2@eth0", "::1@lo")
    assert list(interfaces_6(tmp_path / "missing")) == []


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_offered_addresses_belong_to_this_machine(family: socket.AddressFamily) -> None:
    offered = [*network_addresses(family), *filter(None, [routed(family)])]
    for address in offered:
        with socket.socket(family) as raw:
            raw.bind((str(address), 0))  # fails for addresses of other machines


def test_finding_the_route_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    class Watched(socket.socket):
        def __getattribute__(self, name: str) -> object:
            sent.extend([name] if name.startswith("send") else [])
            return super().__getattribute__(name)

    monkeypatch.setattr(socket, "socket", Watched)
    routed(socket.AF_INET)
    assert sent == []


def test_a_machine_without_a_route_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, address: tuple[str, int]) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", unreachable, raising=False)
    assert routed(socket.AF_INET) is None
