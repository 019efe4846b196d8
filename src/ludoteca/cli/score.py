"""`ludoteca score`: print the points of a position."""

import argparse
import sys

from ludoteca.cli.complaint import Complaint
from ludoteca.games import ROWS, load
from ludoteca.ui import shown
from ludoteca.ui.positions import BadPositionError


def score(arguments: argparse.Namespace) -> None:
    try:
        text = load(ROWS[arguments.game].score).score(arguments)
    except BadPositionError as error:
        raise Complaint(str(error)) from None
    print(text if arguments.json else shown(arguments.game, text, sys.stdout))
