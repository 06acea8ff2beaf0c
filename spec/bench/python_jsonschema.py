# Validates YAML files by a JSON Schema with python-jsonschema and ruamel.yaml, the libraries on which
# check-jsonschema is built, and as that does: each file is read, and all its errors are reported.
#
#   python3 python_jsonschema.py SCHEMA LIST
#
# LIST holds names of files, each with a zero byte after it.

import json
import sys

import jsonschema
import ruamel.yaml

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    names = file.read().split("\0")[:-1]
validator = jsonschema.validators.validator_for(schema)(schema)
bad = 0
for name in names:
    with open(name, "rb") as file:
        value = ruamel.yaml.YAML(typ="safe").load(file)
    errors = [error.message for error in validator.iter_errors(value)]
    if errors:
        bad += 1
        print(name, *errors, sep="\n  ", file=sys.stderr)
sys.exit(1 if bad else 0)
