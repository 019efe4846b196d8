"""`ludoteca score`: what a position of a game is worth."""

import argparse
import sys

from ludoteca.cli.complaint import Complaint
from ludoteca.games import ROWS, load
from ludoteca.ui import shown
from ludoteca.ui.positions import BadPositionError


def score(arguments: argparse.Namespace) -> None:
    """Print what the positions on the command line are worth."""
    try:
        text = load(ROWS[arguments.game].score).score(arguments)
    except BadPositionError as error:
        raise Complaint(str(error)) from None
    print(text if arguments.json else shown(arguments.game, text, sys.stdout))
