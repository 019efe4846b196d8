"""Addresses that count as one."""

import pytest

from ludoteca.messages import origin_of


@pytest.mark.parametrize(
    ("ip", "origin"),
    [
        ("127.0.0.1", "local"),
        ("::1", "local"),
        ("::ffff:127.0.0.1", "local"),
        ("127.0.0.2", "127.0.0.2"),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", ""),
    ],
)
def test_an_address_counts_as(ip: str, origin: str) -> None:
    assert origin_of(ip) == origin
