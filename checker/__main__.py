"""`python -m checker`: the command `rulings`."""

import sys

from checker.start import main

if __name__ == "__main__":
    sys.exit(main())
