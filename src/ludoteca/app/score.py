"""`ludoteca score`: what a position of a game is worth."""

import argparse
import sys

from ludoteca.app.complaint import Complaint
from ludoteca.clients import shown
from ludoteca.clients.positions import BadPositionError
from ludoteca.games import ROWS, resolve


def score(arguments: argparse.Namespace) -> None:
    """Print what the positions on the command line are worth."""
    try:
        text: str = resolve(ROWS[arguments.game].score).score(arguments)
    except BadPositionError as error:
        raise Complaint(str(error)) from None
    print(text if arguments.json else shown(arguments.game, text, sys.stdout))
