"""Commands that no client would send."""

import json

from hypothesis import strategies as st

from ludoteca.protocols.commands.words import COMMANDS

ANY_VALUE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.text(max_size=9),
    st.sampled_from(["GOLD", "STONE", "ROW", "column", "VAULT", "deposit", "bob", "room1"]),
    st.lists(st.integers(0, 6), max_size=4),
    st.lists(st.sampled_from(["GOLD", "FAITH", ""]), max_size=4),
    st.builds(lambda r, n: {"resourceType": r, "qty": n}, st.sampled_from(["GOLD", "SHIELD", "?"]),
              st.integers(-1, 4)),
)  # fmt: skip
MEMBERS = sorted(
    {name for shape in COMMANDS.values() for name in shape.__struct_encode_fields__} - {"command"}
)


@st.composite
def any_command(draw: st.DrawFn) -> bytes:
    """Draw a well-formed line that need not make sense."""
    members = draw(st.dictionaries(st.sampled_from(MEMBERS), ANY_VALUE, max_size=5))
    command = draw(st.sampled_from(sorted(set(COMMANDS) - {"QUIT"})))
    return json.dumps({**members, "command": command}).encode() + b"\n"
