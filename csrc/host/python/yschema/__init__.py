"""Validates YAML, JSON and dicts by a schema, and fills in its defaults.

    import yschema

    schema = yschema.load("schema.yml", functions={"is_even": lambda v: v % 2 == 0})
    config = schema.apply({"workers": 8})        # raises yschema.Invalid

Everything is inside the package: nothing else has to be installed.
"""

from ._errors import Closed, Error, Invalid, InvalidSchema, Violation
from ._library import version
from ._schema import (Result, Schema, load, load_json_schema,
                      loads, loads_json_schema)

__version__ = version()

__all__ = [
    "Closed", "Error", "Invalid", "InvalidSchema", "Result", "Schema",
    "Violation", "load", "load_json_schema", "loads", "loads_json_schema",
]
