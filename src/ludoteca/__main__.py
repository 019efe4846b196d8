"""`python -m ludoteca` is the `ludoteca` command."""

import sys

from ludoteca.app import main

sys.exit(main())
