"""`ludoteca serve` with luck that is known beforehand: a seed, then the flags of the command."""

import sys

from ludoteca.app.command import parser
from ludoteca.app.serve import serve
from ludoteca.games import Dice

if __name__ == "__main__":
    seed, *flags = sys.argv[1:]
    serve(vars(parser().parse_args(["serve", *flags])), Dice(int(seed)))
