"""The command yschema, a program inside the package."""

import os
import pathlib
import sys


def main() -> None:
    program = pathlib.Path(__file__).parent / "bin" / "yschema"
    os.execv(program, ["yschema", *sys.argv[1:]])


if __name__ == "__main__":
    main()
