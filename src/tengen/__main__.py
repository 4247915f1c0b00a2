"""Run the command line as `python -m tengen`."""

import sys

from tengen.cli import main

if __name__ == "__main__":
    sys.exit(main())
