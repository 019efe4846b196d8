"""The wiretap in front of remote objects: calls, results and callbacks."""

from ludoteca.cli.wiretap.rmi import changed, is_unfinished
from ludoteca.protocols.jrmp import REGISTRY, Ref, write_return
from tests.cli.taps import tapped
from tests.protocols.pipes.remote import Caller, open_rmi
from tests.protocols.prompts.remote import CalledProgram, open_server


async def test_calls_and_calls_back_of_pipes_are_shown() -> None:
    async with open_rmi() as rmi, tapped("rmi", rmi.port) as tap:
        anna = Caller(tap.port)
        rmi.callers.append(anna)
        await anna.connect()
        assert await anna.login("anna")
        assert not await anna.call("joinGame", 7)
        await tap.until("c1 <- joinGame returns False")
        said = tap.said
    assert said[:2] == ["c1 -- connected", "c1 -> lookup('Welcome')"]
    at = f"127.0.0.1:{anna.endpoint.port}"
    assert any(f"logIn('anna', <IClientCallBack at {at}>)" in line for line in said)
    assert any(line.endswith("-- connected by the server") for line in said)
    assert any("<- sendMessageToClient('Login successful. Hi anna')" in line for line in said)
    assert any("-> sendMessageToClient returns" in line for line in said)
    assert not any(" ? " in line for line in said)


async def test_questions_that_are_calls_and_exceptions_are_shown() -> None:
    async with open_server() as server, tapped("rmi", server.calls) as tap:
        anna = CalledProgram("anna", 2)
        await anna.connect(tap.port)
        await anna.hear()
        anna.say(ValueError("no"))
        await anna.hear()
        await tap.until(
            "-> sendMessageAndGetAnswer throws java.rmi.ServerException: The server failed "
            "to answer this call."
        )
        assert any('<- sendMessageAndGetAnswer(\'{"s":"Choose a username' in x for x in tap.said)


async def test_addresses_are_changed_wherever_they_stand() -> None:
    async def port_for(port: int) -> int:
        return port + 1

    stub = Ref("server.example", 1099, bytes(22), ("java.rmi.Remote",))
    ours = stub._replace(host="127.0.0.1", port=1100)
    data, wanted = (write_return(REGISTRY["lookup"], ref, bytes(14)) for ref in (stub, ours))
    assert await changed(data, port_for) == wanted
    found = b"t\0\x04portt\0\x0499990t\0\x07addresst\0\x0210t\0\x15rmi://localhost:1099/X"
    assert await changed(found.replace(b"\x0499990", b"\x049999"), port_for) == (
        b"t\0\x04portt\0\x0510000t\0\x07addresst\0\x09127.0.0.1t\0\x16rmi://localhost:1100/X"
    ).replace(b"\x16", b"\x15")
    cut = data.index(b"server.example")
    assert [is_unfinished(data[:end]) for end in (cut, cut + 3, len(data))] == [True, True, False]
    assert await changed(data[:cut], port_for) == data[:cut]
