"""A program with types. mypy reads it: each line marked with an error must be
one, and nothing else may be."""

import pathlib
from typing import List

import yschema


def paths(folder: pathlib.Path) -> List[str]:
    with yschema.load(folder / "schema.yml", functions={"f": len},
                      strict=True) as schema:
        found: List[yschema.Violation] = schema.violations({"a": 1}, "b: 2")
        count: int = found[0].path  # type: ignore[assignment]
        schema.aply({})  # type: ignore[attr-defined]
        yschema.loads(1)  # type: ignore[arg-type]
        result: yschema.Result = schema.result()
        print(count, result.valid, schema.is_valid())
        return [one.path or "" for one in found]
