"""Interfaces: names and types on the wire."""

from pathlib import Path

import pytest

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import ClassDesc, Content, Object
from ludoteca.protocols.jrmp import DGC, REGISTRY, Interface, JavaType, method_hash, remote
from ludoteca.protocols.jrmp.objects import TEXT, TEXTS, read_ref, write_ref
from tests.protocols.jrmp.samples import CLIENT, PUBLISHED

FACTS = Path(__file__).parents[4] / "shared" / "protocols" / "tables" / "rmi_interfaces.txt"


DOCUMENT = {
    *("login", "joinMatch", "sendPublicMessage", "sendPrivateMessage"),
    *("sendVirtualView", "notifyStart", "notifyUpdate", "sendChatMessage"),
}
"""The methods that differ between the document of `pipes` and deployed clients."""
CORNER = Object(ClassDesc("Corner", 1), [], [])


def place_in(stub: Object) -> list[Content]:
    """Return the endpoint that a stub names."""
    handler = stub.fields[0]
    assert isinstance(handler, Object)
    return handler.annotations[0]


@pytest.mark.parametrize(
    ("method", "hash_"),
    [
        ("joinGame (I)Z", -626791057214781624),
        ("connect ()Ljava/util/HashMap;", 560177842209925812),
        ("setId (I)V", 3383135689147019544),
        ("testConnection ()V", 8891795469883913375),
    ],
)
def test_a_method_is_called_by_the_hash_of_its_name_and_types(method: str, hash_: int) -> None:
    assert method_hash(*method.split()) == hash_


@pytest.mark.skipif(not FACTS.exists(), reason="no facts beside the checkout, in ../shared")
def test_every_method_of_published_interfaces_is_known() -> None:
    known = {interface.name: interface for interface in PUBLISHED}
    interface, left = PUBLISHED[0], {each.name: set(each) for each in PUBLISHED}
    for line in FACTS.read_text().splitlines()[1:]:
        match line.split():
            case [_, "interface", name]:
                interface = known[name]
            case [name, _, hash_]:
                method = interface.find(-1, int(hash_))
                assert method is not None
                assert method.name == name
                left[interface.name].remove(method)
    ours = {method.name for methods in left.values() for method in methods}
    assert ours == {"listTables"} | DOCUMENT  # the first is for our own console


def test_the_registry_and_the_collector_count_their_methods() -> None:
    assert [method.op for method in REGISTRY] == [0, 1, 2, 3, 4]
    assert REGISTRY.find(2, REGISTRY["lookup"].hash) is REGISTRY["lookup"]
    assert DGC.find(-1, DGC["dirty"].hash) is None


def test_overloaded_methods_are_distinguished_by_their_types() -> None:
    twice = Interface("two", "say (I)V\nsay (Z)V")
    assert twice["say"] is twice["say (I)V"] is not twice["say (Z)V"]
    assert len({method.hash for method in twice}) == 2


@pytest.mark.parametrize("kind", [TEXT, TEXTS, remote(), remote("a.B")])
@pytest.mark.parametrize("value", [7, b"block", CORNER])
def test_a_value_of_another_type_is_unreadable(kind: JavaType, value: Content) -> None:
    with pytest.raises(UnreadableError):
        kind.read(value)


def test_a_remote_object_is_read_as_it_was_written() -> None:
    assert read_ref(write_ref(CLIENT)) == CLIENT
    assert read_ref(write_ref(CLIENT._replace(host="höst", returned=True))) == CLIENT._replace(
        host="höst", returned=True
    )


@pytest.mark.parametrize("port", [0, -1, 1 << 16])
def test_invalid_port_is_rejected(port: int) -> None:
    with pytest.raises(UnreadableError, match="port"):
        read_ref(write_ref(CLIENT._replace(port=port)))


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b"\0\x0aUnicastRef",
        b"\0\x0aUnicastRef\0\xff127.0.0.1",
        b"\0\x0bUnicastRef2\1\0\0" + bytes(27),
        b"\0\x0eActivatableRef" + bytes(40),
    ],
)
def test_an_address_in_a_strange_form_is_unreadable(block: bytes) -> None:
    stub = write_ref(CLIENT)
    place_in(stub)[0] = block
    with pytest.raises(UnreadableError):
        read_ref(stub)


def test_a_second_form_of_address_is_known_if_it_needs_no_factory() -> None:
    stub = write_ref(CLIENT)
    block = place_in(stub)[0]
    assert isinstance(block, bytes)
    place_in(stub)[0] = b"\0\x0bUnicastRef2\0" + block[12:]
    assert read_ref(stub) == CLIENT
