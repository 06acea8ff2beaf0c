"""The command yschema, a program inside the package."""

import os
import pathlib
import sys

from ._library import NOT_WHOLE, refuse_cut


def main() -> None:
    program = pathlib.Path(__file__).parent / "bin" / "yschema"
    try:
        refuse_cut(program)
        os.execv(program, ["yschema", *sys.argv[1:]])
    except OSError as error:
        print(f"yschema: Error: {error}: {NOT_WHOLE}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
