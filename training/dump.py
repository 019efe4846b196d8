"""Write the constants of the game for the C++ core, as `constants.h`: python -m training.dump.

They are written beforehand, because the training machine need not have the package.
"""

from pathlib import Path

from ludoteca.games.shelfie import bitboard, bitshelf
from ludoteca.games.shelfie.goals import POINTS_BY_GROUP, POINTS_BY_MATCHES, TOKENS

HEADER = Path(__file__).parent / "constants.h"


def listed(numbers: object) -> str:
    """Write nested sequences of numbers as C++ initializers."""
    if isinstance(numbers, list | tuple):
        return "{" + ", ".join(map(listed, numbers)) + "}"
    return str(numbers)


def constants() -> str:
    """Return the header that the C++ rules include."""
    tokens = [(*TOKENS.get(players, ()), 0, 0, 0, 0)[:4] for players in range(5)]
    wanted = [bit.bit_length() - 1 for bit in bitshelf.WANTED]
    cards = [wanted[6 * card : 6 * card + 6] for card in range(12)]
    lines = [
        ("FILL_FROM[6]", bitboard.ROW_BY_ROW_FROM),
        (f"FILL[{len(bitboard.ROW_BY_ROW)}]", bitboard.ROW_BY_ROW),
        ("TOKENS[5][4]", tokens),
        ("WANTED[12][6]", cards),
        ("GROUP_POINTS[7]", POINTS_BY_GROUP),
        ("MATCH_POINTS[7]", POINTS_BY_MATCHES),
    ]
    written = [f"DATA int {name} = {listed(numbers)};" for name, numbers in lines]
    corners = f"constexpr uint64_t CORNERS = {bitshelf.CORNER_BITS}ull;"
    return "\n".join(["// Written by dump.py.", *written, corners, ""])


if __name__ == "__main__":
    HEADER.write_text(constants(), encoding="utf-8")
