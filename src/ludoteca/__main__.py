"""`python -m ludoteca` is the `ludoteca` command."""

import sys

from ludoteca.cli import main

sys.exit(main())
