"""The package as a program uses it: run with the Python of a fresh environment
in which the wheel, and nothing else, is installed."""

import io
import math
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import yschema

SCHEMA = """\
#@data/values-schema
---
#@schema/validation ("even", is_even)
workers: 4
#@schema/validation min_len=1
name: app
#@schema/type any=True
any: null
"""


def is_even(value):
    return value % 2 == 0


def schema(functions=None):
    return yschema.loads(SCHEMA, name="schema.yml",
                         functions=functions or {"is_even": is_even})


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class Values(Folder):
    DEFAULTS = {"workers": 4, "name": "app", "any": None}

    def test_inputs(self):
        path = self.write("values.yml", "workers: 8")
        with open(path) as opened:
            for given in ({"workers": 8}, "workers: 8", b"workers: 8", path,
                          bytearray(b"workers: 8"), '{"workers": 8}', opened,
                          io.BytesIO(b"workers: 8")):
                self.assertEqual(schema().apply(given),
                                 {**self.DEFAULTS, "workers": 8}, given)
        self.assertEqual(schema().apply(), self.DEFAULTS)
        self.assertEqual(schema().apply(None), self.DEFAULTS)

    def test_later_layers_win(self):
        self.assertEqual(
            schema().apply({"workers": 8, "name": "a"}, "name: b"),
            {"workers": 8, "name": "b", "any": None})

    def test_values_come_back(self):
        for value in (2**63, 2**64 - 1, -2**63, 1.0, 1e300, True, "\0", "é€😀",
                      [], {}, [[{"a": [1]}]], {"z": 1, "a": 2}, math.inf,
                      [-math.inf, 2**64 - 1, {"": "x", "k": False}],
                      ["😀\x7f\x85\u2028\ufeff\uffff", math.inf],
                      {"k" * 2000: math.inf, "😀": -math.inf}):
            got = schema().apply({"any": value})["any"]
            self.assertEqual((got, type(got)), (value, type(value)))
        self.assertTrue(math.isnan(schema().apply({"any": math.nan})["any"]))
        self.assertEqual(list(schema().apply({"any": {"z": 1, "a": 2}})["any"]),
                         ["z", "a"])
        self.assertEqual(schema().apply({"any": (1, 2)})["any"], [1, 2])

    def test_what_yaml_does_not_have(self):
        inside = []
        inside.append({"x": inside})
        deep = []
        for _ in range(100000):
            deep = [deep]
        for value, error, words in (
                ({1: 2}, TypeError, "any has the key 1, and keys must be str"),
                ({"l": [0, {1}]}, TypeError, r"any.l\[1\] is of type set"),
                (object(), TypeError, "any is of type object"),
                (inside, TypeError, r"any\[0\].x contains itself"),
                (deep, ValueError, "nested too deeply"),
                ("\ud800", ValueError, "any has half of a surrogate pair"),
                ({"b": ["\ud800", math.inf]}, ValueError, r"any.b\[0\] has half"),
                ({"\ud800": 1}, ValueError, r"any.\\ud800 has half"),
                ([10**5000], ValueError, r"any\[0\] does not fit in 64 bits"),
                (2**64, yschema.Invalid, "does not fit in 64 bits")):
            with self.assertRaisesRegex(error, words):
                schema().apply({"any": value})

    def test_the_same_object_twice(self):
        twice = [1]
        self.assertEqual(schema().apply({"any": [twice, twice]})["any"],
                         [[1], [1]])

    def test_depth(self):
        for leaf in ("1", ".inf"):
            one = yschema.loads(SCHEMA, functions={"is_even": is_even},
                                max_depth=10000)
            value = one.apply("any: " + "[" * 9000 + leaf + "]" * 9000)["any"]
            depth = 0
            while isinstance(value, list):
                value, = value
                depth += 1
            self.assertEqual((depth, value), (9000, float(leaf.replace(".", ""))))

    def test_files_of_other_kinds(self):
        class File:
            name = "values.yml"

            def __init__(self, content):
                self.content = content

            def read(self):
                if isinstance(self.content, Exception):
                    raise self.content
                return self.content

        for content in (None, 1, {}, File("workers: 8")):
            with self.assertRaisesRegex(TypeError, "must be a str or bytes"):
                schema().apply(File(content))
        for error in (OSError(5, "x"), ValueError("closed")):
            with self.assertRaises(type(error)):
                schema().apply(File(error))
        for name, shown in (("a\0b", "values"), (3, "values"), (None, "values"),
                            ("\ud800", "values"), (b"x.yml", "x.yml"),
                            ("\udcff", "\udcff")):
            file = File("workers: 3")
            file.name = name
            one, = schema().violations(file)
            self.assertEqual(one.file, shown)

    def test_names_of_files_that_are_not_utf8(self):
        path = pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/\xff.yml"))
        path.write_text("workers: 3")
        result = schema().result(path)
        self.assertEqual(result.violations[0].file, str(path))
        self.assertIn(r"/\xff.yml", result.report.encode().decode())

    def test_texts_of_other_types(self):
        for given in (None, 5, [65], {}, pathlib.Path("x")):
            with self.assertRaisesRegex(TypeError, "must be a str or bytes"):
                yschema.loads(given)
            if given != {}:
                with self.assertRaisesRegex(TypeError, "must be a str or bytes"):
                    yschema.loads_json_schema(given)
        self.assertIsNotNone(yschema.loads(memoryview(SCHEMA.encode()),
                                           functions={"is_even": is_even}))
        for name, error in ((None, TypeError), (1, TypeError), ("a\0", ValueError),
                            ("\ud800", ValueError)):
            with self.assertRaises(error):
                yschema.loads(SCHEMA, name=name)

    def test_texts_that_cannot_be_read(self):
        for text in (b"a: \xff", "a: [1", "a: 1\na: 2", "- 1", "\0"):
            with self.assertRaises(yschema.Invalid):
                schema().apply(text)


class Violations(Folder):
    def test_invalid(self):
        with self.assertRaises(ValueError) as caught:
            schema().apply("workers: 3\nnmae: x\n")
        error = caught.exception
        self.assertIsInstance(error, yschema.Invalid)
        self.assertIsInstance(error, yschema.Error)
        one, other = error.violations
        self.assertEqual(str(one), "values:2: nmae is not declared in the "
                         "schema; expected one of { any, name, workers }")
        self.assertEqual((one.line, one.column, one.rule, one.fix),
                         (2, 1, "unknown-key",
                          {"action": "rename", "to": "name"}))
        self.assertEqual((other.path, other.pointer, other.argument),
                         ("workers", "/workers", "even"))
        self.assertEqual(error.report, str(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.report, again.violations),
                         (error.report, error.violations))

    def test_of_objects(self):
        one, = schema().violations({"workers": 3})
        self.assertEqual((one.file, one.line, one.column), (None, None, None))
        self.assertEqual(str(one), "workers must be even")
        one, = schema().violations("name: b", {"workers": 3})
        self.assertEqual((one.file, one.line), (None, None))
        self.assertIsInstance(hash(one), int)
        self.assertIn('  "workers": 3', schema().result({"workers": 3}).report)

    def test_all_members(self):
        result = schema().result("workers: 3")
        self.assertFalse(result.valid)
        self.assertIsNone(result.value)
        self.assertTrue(schema().result("workers: 2").valid)
        self.assertTrue(schema().is_valid({"workers": 2}))
        self.assertFalse(schema().is_valid({"workers": 3}))

    def test_warnings(self):
        old = yschema.loads('#@data/values-schema\n---\n#@schema/deprecated "use b"\n'
                            "#@schema/nullable\na: 1\n")
        result = old.result("a: 2")
        self.assertEqual([one.severity for one in result.warnings], ["warning"])
        self.assertEqual(result.violations, [])

    def test_schemas_that_are_not_valid(self):
        for text in ("a: 1", "#@data/values-schema\n---\na: [1",
                     "#@data/values-schema\n---\n#@schema/validation nothing\na: 1"):
            with self.assertRaises(yschema.InvalidSchema) as caught:
                yschema.loads(text, name="mine")
            self.assertTrue(caught.exception.violations[0].message)
            self.assertIn("mine", caught.exception.report)

    def test_files_that_are_not_there(self):
        gone = self.folder / "gone.yml"
        for call in (lambda: yschema.load(gone), lambda: yschema.load(str(gone)),
                     lambda: yschema.load_json_schema(gone),
                     lambda: schema().apply(gone)):
            with self.assertRaises(FileNotFoundError) as caught:
                call()
            self.assertEqual(caught.exception.filename, str(gone))
        with self.assertRaises(ValueError):
            yschema.load("a\0b")

    def test_options(self):
        with self.assertRaisesRegex(TypeError, "no option strct=True"):
            yschema.loads(SCHEMA, strct=True)
        for value in (0, -1, 1.5, 10**30, None, [1], "1\0"):
            with self.assertRaisesRegex(TypeError, "no option budget="):
                yschema.loads(SCHEMA, budget=value)
        text = "#@data/values-schema\n---\na: 1\n"
        self.assertTrue(yschema.loads(text, max_nodes=2).violations(
            "a: 1\nb: [1, 2, 3]"))
        self.assertEqual(yschema.loads(text, skip_validation=True).apply(),
                         {"a": 1})


class Functions(unittest.TestCase):
    def failed(self, function):
        one, = schema({"is_even": function}).violations({"workers": 2})
        self.assertEqual(one.rule, "rule-failed")
        return one.message

    def test_failures(self):
        def throws(value):
            raise KeyError("x")

        async def waits(value):
            return True

        class Silent(Exception):
            def __str__(self):
                raise RuntimeError

        def without_words(value):
            raise Silent

        self.assertIn("KeyError: 'x'", self.failed(throws))
        self.assertTrue(self.failed(without_words).endswith("failed: Silent)"))
        self.assertIn("half of a surrogate", self.failed(lambda value: "\ud800"))
        self.assertIn("type tuple", self.failed(lambda value: (False, "x")))
        self.assertIn("type coroutine", self.failed(waits))
        self.assertIn("type list", self.failed(lambda value: []))
        self.assertIn("takes 0 positional", self.failed(lambda: True))
        self.assertIn("more than 64 bits", self.failed(lambda value: 2**63))

    def test_arguments(self):
        seen = []
        text = ('#@data/values-schema\n---\n#@schema/validation ("seen", see)\n'
                "#@schema/type any=True\na: null\n")
        see = yschema.loads(text, functions={
            "see": lambda *given: seen.append(given) or True})
        for value in (1, 1.5, "x", True, [1, [2]], {"a": {"b": None}}):
            self.assertTrue(see.is_valid({"a": value}))
            self.assertEqual(seen.pop(), (value,))

    def test_truth(self):
        for value in (True, 1, -0.5, "x", math.nan):
            self.assertTrue(schema({"is_even": lambda _: value}).is_valid({"workers": 2}), value)
        for value in (False, None, 0, 0.0, ""):
            self.assertFalse(schema({"is_even": lambda _: value}).is_valid({"workers": 2}), value)

    def test_places_of_arguments(self):
        text = ("#@data/values-schema\n---\n"
                '#@schema/validation ("x", lambda v: f(%s))\na: 1\n')
        seen = []
        f = lambda *given: seen.append(given) or True
        yschema.loads(text % "f, None, v", functions={"f": f}).apply({"a": 2})
        self.assertEqual(seen, [(None, None, 2)])
        one, = yschema.loads(text % "1, 2, 3, 4, 5, 6, 7, 8, 9",
                             functions={"f": f}).violations({"a": 2})
        self.assertIn("at most 8 arguments", one.message)
        self.assertEqual(len(seen), 1)

    def test_what_ends_the_program(self):
        def interrupted(value):
            raise KeyboardInterrupt

        one = schema({"is_even": interrupted})
        for _ in range(2):
            with self.assertRaises(KeyboardInterrupt):
                one.apply()

    def test_a_function_that_uses_its_schema(self):
        for use in (lambda one: one.apply(), lambda one: one.close()):
            one = schema({"is_even": lambda value: use(one)})
            self.assertIn("uses the schema that calls it",
                          one.violations({"workers": 2})[0].message)
        other = schema()
        one = schema({"is_even": lambda value: other.is_valid({"workers": 2})})
        self.assertTrue(one.is_valid({"workers": 2}))

    def test_names(self):
        with self.assertRaisesRegex(ValueError, "no name of a function"):
            schema({"is_even": is_even, "no name": is_even})
        with self.assertRaisesRegex(TypeError, "of type int"):
            schema({"is_even": 1})
        for name in (5, "a\0b", "\ud800", ""):
            with self.assertRaisesRegex(ValueError, "no name of a function"):
                schema({"is_even": is_even, name: is_even})
        with self.assertRaisesRegex(TypeError, "a dict of functions by name"):
            schema([is_even])

    def test_rules_without_an_end(self):
        text = ('#@data/values-schema\n---\n#@schema/validation ("ends", function(v) while true do end end)\n'
                "a: 1\n")
        looping = yschema.loads(text, budget=1000000)
        self.assertIn("budget", looping.violations({"a": 2})[0].message)
        self.assertTrue(looping.violations({"a": 2}))


class Lives(unittest.TestCase):
    def test_close(self):
        with schema() as one:
            self.assertTrue(one.is_valid())
        one.close()
        with self.assertRaisesRegex(yschema.Closed, "closed"):
            one.apply()
        with self.assertRaises(yschema.Closed):
            one.__enter__()
        self.assertEqual(str(pickle.loads(pickle.dumps(yschema.Closed()))),
                         "the schema is closed")
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(schema())

    def test_threads(self):
        one, wrong = schema(), []

        def work(number):
            for i in range(100):
                got = one.apply({"workers": 2 * i, "name": str(number)})
                if (got["workers"], got["name"]) != (2 * i, str(number)):
                    wrong.append(got)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def in_child(self, work):
        """What work() gives as text, or its error, in a forked process."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(20)  # ends the child if it waits for a lock
            try:
                text = str(work())
            except Exception as error:
                text = str(error)
            os.write(write, text.encode())
            os._exit(0)
        os.close(write)
        with open(read) as given:
            text = given.read()
        os.waitpid(child, 0)
        return text

    def test_fork(self):
        one = schema()
        self.assertEqual(self.in_child(lambda: one.is_valid()), "True")
        begun, end = threading.Event(), threading.Event()

        def waits(value):
            begun.set()
            return end.wait(60)

        used = schema({"is_even": waits})
        thread = threading.Thread(target=used.apply)
        thread.start()
        begun.wait()
        said = self.in_child(lambda: used.is_valid({"workers": 2}))
        end.set()
        thread.join()
        self.assertIn("forked while another thread used it", said)
        self.assertTrue(used.is_valid({"workers": 2}))
        forks = schema({"is_even": lambda value: self.in_child(lambda: 1) == "1"})
        self.assertTrue(forks.is_valid({"workers": 2}))

    def test_memory_is_given_back(self):
        def pages():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1])

        def work():
            for i in range(100):
                with schema() as one:
                    one.apply({"workers": 2 * i, "any": ["x" * 1000] * 10})
                    one.violations({"workers": 1})

        work()
        before = pages()
        for _ in range(5):
            work()
        self.assertLess(pages() - before, 1000)

    def test_a_text_that_is_wrong_everywhere(self):
        one = yschema.loads("#@data/values-schema\n---\na:\n- 0\n")
        result = one.result("a:\n" + "- x\n" * 300000)
        self.assertEqual(len(result.violations), 10000)
        self.assertIn("and 290000 more violations", result.report)
        self.assertEqual(one.apply("a: [1]"), {"a": [1]})
        result = one.result("a: [1]\n" + "a: [2]\n" * 300000)
        self.assertEqual(len(result.violations), 10000)
        self.assertIn("and 290000 more violations", result.report)

    def test_a_large_text(self):
        text = "any: [" + ", ".join(["1"] * 2000000) + "]"
        self.assertEqual(len(schema().apply(text)["any"]), 2000000)


class JsonSchemas(Folder):
    DOCUMENT = {"type": "object", "required": ["p"],
                "properties": {"p": {"type": "integer", "maximum": 3}}}

    def test_all_ways(self):
        path = self.write("s.json", '{"type": "object", "required": ["p"]}')
        for one in (yschema.loads_json_schema(self.DOCUMENT),
                    yschema.load_json_schema(path),
                    yschema.loads_json_schema(path.read_text())):
            self.assertTrue(one.violations({}))
            self.assertEqual(one.apply({"p": 2}), {"p": 2})
        one, = yschema.loads_json_schema(self.DOCUMENT).violations({"p": 4})
        self.assertEqual((one.rule, one.schema_pointer),
                         ("json-schema/maximum", "/properties/p/maximum"))
        self.assertTrue(yschema.loads_json_schema(False).violations({}))

    def test_objects_that_are_no_json_schemas(self):
        loop = {}
        loop["a"] = loop
        for given, error, words in (
                ({"a": {1}}, TypeError, "a is of type set"),
                ({1: 2}, TypeError, "keys must be str"),
                ({"minimum": math.nan}, ValueError, "no NaN"),
                (loop, TypeError, "a contains itself"),
                ({"const": "\ud800"}, ValueError, "const has half")):
            with self.assertRaisesRegex(error, words):
                yschema.loads_json_schema(given)


class Command(Folder):
    def run_command(self, *words, **options):
        return subprocess.run(words, capture_output=True, text=True,
                              cwd=self.folder, **options)

    def test_both_names(self):
        self.write("schema.yml", "#@data/values-schema\n---\nworkers: 4\n")
        bad = self.write("bad.yml", "workers: x\n")
        script = os.path.join(os.path.dirname(sys.executable), "yschema")
        for words in ([script], [sys.executable, "-m", "yschema"]):
            done = self.run_command(*words, "check", "-f", "schema.yml", bad.name)
            self.assertEqual(done.returncode, 1)
            self.assertIn("bad.yml:1:10: error[type]", done.stdout + done.stderr)
            done = self.run_command(*words, "-f", "schema.yml", "-f", "-",
                                    input="workers: 5\n")
            self.assertEqual((done.returncode, done.stdout), (0, "workers: 5\n"))
        self.assertEqual(self.run_command(script, "--version").stdout.split()[1],
                         yschema.__version__)


if __name__ == "__main__":
    unittest.main()
