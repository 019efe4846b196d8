"""Renders SVG from standard input as PNG on standard output, in a separate process.

resvg holds the interpreter lock while it draws, for about 0.1 s; a thread of the server would delay
every answer. A crash, which a system font may cause, affects only the picture.
"""

import sys
from importlib.resources import files

from resvg_py import svg_to_bytes

FAMILY = "Manrope"
FONT = "Manrope-Bold.ttf"
LATIN_1 = "\u00ff"
"""The bundled font has every letter up to this one; others may need a system font."""


def main() -> None:
    svg = sys.stdin.buffer.read().decode()
    png = svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=max(svg) <= LATIN_1,  # finding them takes longer than drawing
        font_family=FAMILY,
        font_files=[str(files("font_manrope") / "files" / FONT)],
    )
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()
