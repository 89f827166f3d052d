"""`python -m evaluate_rouge`: the command line under another name."""

import sys

from .cli import main

sys.exit(main())
