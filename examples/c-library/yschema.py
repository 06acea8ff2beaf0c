"""Validates values by a schema of yschema: a dict in, a complete dict out.

    schema = Schema("schema.yml")
    values = schema.apply({"workers": 8})   # raises Violations
"""

import ctypes
import json

library = ctypes.CDLL("libyschema.so.0")


class Input(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("name", ctypes.c_char_p),
                ("text", ctypes.c_char_p), ("size", ctypes.c_size_t)]


JSON = 2

for name, result, arguments in [
        ("new", ctypes.c_void_p, []),
        ("free", None, [ctypes.c_void_p]),
        ("load_file", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]),
        ("apply", ctypes.c_void_p,
         [ctypes.c_void_p, ctypes.POINTER(Input), ctypes.c_size_t]),
        ("status_of", ctypes.c_int, [ctypes.c_void_p]),
        ("report", ctypes.c_char_p, [ctypes.c_void_p]),
        ("to_json", ctypes.c_void_p,
         [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]),
        ("free_text", None, [ctypes.c_void_p]),
        ("free_result", None, [ctypes.c_void_p])]:
    function = getattr(library, "yschema_" + name)
    function.restype, function.argtypes = result, arguments


class Violations(Exception):
    """The report for people."""


class Schema:
    def __init__(self, path):
        self.handle = library.yschema_new()
        self.taken(library.yschema_load_file(self.handle, path.encode()))

    def __del__(self):
        library.yschema_free(self.handle)

    def taken(self, result):
        """Takes the values of a result, and frees it."""
        try:
            if library.yschema_status_of(result):
                raise Violations(library.yschema_report(result).decode())
            size = ctypes.c_size_t()
            text = library.yschema_to_json(result, ctypes.byref(size))
            if not text:
                return None
            try:
                return json.loads(ctypes.string_at(text, size.value))
            finally:
                library.yschema_free_text(text)
        finally:
            library.yschema_free_result(result)

    def apply(self, values):
        text = json.dumps(values).encode()
        given = Input(JSON, None, text, len(text))
        return self.taken(
            library.yschema_apply(self.handle, ctypes.byref(given), 1))
