"""Recorded conversations of other programs, if the recordings lie beside the checkout."""

from collections import Counter

import pytest

from ludoteca.protocols.jrmp import REGISTRY, Returned, Thrown, write_call, write_return
from tests.protocols.jrmp.samples import PUBLISHED
from tests.protocols.recorded import recorded_calls

NOT_OURS = REGISTRY["bind"], REGISTRY["rebind"]
"""Servers register their names themselves; ours does so without calls."""
COLLECTIONS = b"java.util", b".model.Board"


@pytest.mark.parametrize(
    "who", ["s000_IS23-AM21", "s002_IS23-AM38", "s003_PSP01", "s004_IS23-AM11"]
)
def test_every_byte_of_a_recorded_conversation_is_understood(who: str) -> None:
    counted: Counter[str] = Counter()
    for _, method, said, data in recorded_calls(f"{who}.rmi_cli_session.raw.txt", *PUBLISHED):
        counted[f"{method.name} {type(said).__name__}"] += 1
        if method in NOT_OURS or isinstance(said, Thrown):
            continue
        if isinstance(said, Returned):
            again = write_return(method, said.value, said.uid)
        else:
            again = write_call(*said)
        if data.endswith(again):  # everything before it has been answered by then
            counted["the same bytes"] += 1
        else:  # lists and maps of other classes are equivalent
            assert any(name in data for name in COLLECTIONS)
    assert counted["lookup Returned"] >= 2
    assert counted["dirty Returned"] == counted["dirty Call"] >= 4
    assert counted["the same bytes"] > 50
