"""`python -m latewood`: the command line, which the package carries."""

import os
import sys


def main() -> None:
    """Becomes the command line, with the same arguments."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "latewood")
    if not os.path.exists(program):
        sys.exit("latewood: this package was built without the command line")
    os.execv(program, ["latewood"] + sys.argv[1:])


if __name__ == "__main__":
    main()
