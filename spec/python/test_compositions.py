"""Random schemas and values: the package says the same as the module for Lua,
which wrote the file that YSCHEMA_WRITTEN names (spec/properties/written.lua)."""

import json
import os
import unittest

import yschema


def cases():
    with open(os.environ["YSCHEMA_WRITTEN"], encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


class Compositions(unittest.TestCase):
    def test_all(self):
        count = 0
        for case in cases():
            count += 1
            with yschema.loads(case["schema"], name="s.yml") as schema:
                result = schema.result(*case["layers"])
            self.assertEqual(result.report, case["report"], case)
            if "value" in case:
                self.assertEqual(json.dumps(result.value), json.dumps(
                    json.loads(case["value"])), case)
        self.assertGreaterEqual(count, 100)


if __name__ == "__main__":
    unittest.main()
