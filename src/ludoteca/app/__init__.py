"""How the rooms fit together."""


def main() -> int:
    """Run the `ludoteca` command."""
    return 0
