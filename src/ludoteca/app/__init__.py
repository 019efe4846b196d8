"""How the rooms fit together: the `ludoteca` command."""

from ludoteca.app.command import main

__all__ = ["main"]
