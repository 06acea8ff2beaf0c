"""The functions of yschema.h, which explains them."""

import ctypes
import pathlib
import struct
from typing import Any, Callable, Dict, List, Optional, Tuple
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double,
                    c_int, c_int64, c_size_t, c_uint64, c_void_p)

VALID, INVALID, ERROR, NO_MEMORY = range(4)  # yschema_status
FILE, YAML, JSON = range(3)  # yschema_kind_of_input
NULL, BOOLEAN, INTEGER, FLOAT, STRING, ARRAY, MAP = range(7)  # yschema_type


class Input(Structure):
    _fields_ = [("kind", c_int), ("name", c_char_p), ("text", c_char_p),
                ("size", c_size_t)]


class CViolation(Structure):
    _fields_ = [(name, c_char_p) for name in (
        "kind", "rule", "argument", "severity", "path", "pointer", "message",
        "found", "expected", "hint", "fix", "file")] + [
        ("line", c_int), ("column", c_int), ("schema_file", c_char_p),
        ("schema_line", c_int), ("schema_pointer", c_char_p)]


Function = CFUNCTYPE(None, c_void_p, c_void_p)
_size_out = POINTER(c_size_t)

# Each function: its result, and its arguments. Texts that are not ended by a
# zero byte, or that have to be freed, are addresses.
_functions: Dict[str, Tuple[Any, List[Any]]] = {
    "version": (c_char_p, []),
    "new": (c_void_p, []),
    "free": (None, [c_void_p]),
    "set_option": (c_int, [c_void_p, c_char_p, c_char_p]),
    "add_function": (c_int, [c_void_p, c_char_p, Function, c_void_p]),
    "load_text": (c_void_p, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "load_files": (c_void_p, [c_void_p, POINTER(c_char_p), c_size_t]),
    "load_json_schema_text":
        (c_void_p, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "load_json_schema_file": (c_void_p, [c_void_p, c_char_p]),
    "apply": (c_void_p, [c_void_p, POINTER(Input), c_size_t]),
    "free_result": (None, [c_void_p]),
    "status_of": (c_int, [c_void_p]),
    "report": (c_char_p, [c_void_p]),
    "count_violations": (c_size_t, [c_void_p]),
    "count_warnings": (c_size_t, [c_void_p]),
    "get_violation": (POINTER(CViolation), [c_void_p, c_size_t]),
    "get_warning": (POINTER(CViolation), [c_void_p, c_size_t]),
    "to_json": (c_void_p, [c_void_p, _size_out]),
    "to_yaml": (c_void_p, [c_void_p, _size_out]),
    "free_text": (None, [c_void_p]),
    "root": (c_void_p, [c_void_p]),
    "type_of": (c_int, [c_void_p]),
    "first": (c_void_p, [c_void_p]),
    "next": (c_void_p, [c_void_p]),
    "key": (c_void_p, [c_void_p, _size_out]),
    "boolean": (c_bool, [c_void_p, c_bool]),
    "integer": (c_int64, [c_void_p, c_int64]),
    "natural": (c_uint64, [c_void_p, c_uint64]),
    "number": (c_double, [c_void_p, c_double]),
    "string": (c_void_p, [c_void_p, _size_out]),
    "count_arguments": (c_size_t, [c_void_p]),
    "argument": (c_void_p, [c_void_p, c_size_t]),
    "return_boolean": (None, [c_void_p, c_bool]),
    "return_integer": (None, [c_void_p, c_int64]),
    "return_number": (None, [c_void_p, c_double]),
    "return_string": (None, [c_void_p, c_char_p, c_size_t]),
    "return_failure": (None, [c_void_p, c_char_p]),
}

NOT_WHOLE = ("the package is not whole, or was made for another system; "
             "install it again")


def refuse_cut(path: pathlib.Path) -> None:
    """Raises OSError if bytes at the end of a library or a program are
    missing: the system would end the process that loads it. The table of its
    sections is at the end, and its head says where."""
    with open(path, "rb") as file:
        head = file.read(64)
    if len(head) == 64:
        start, = struct.unpack_from("<Q", head, 40)
        size, count = struct.unpack_from("<HH", head, 58)
        if path.stat().st_size >= start + size * count:
            return
    raise OSError(f"{path}: the file is too short")


def _load() -> ctypes.CDLL:
    folder = pathlib.Path(__file__).parent
    try:
        for path in folder.glob("*.so.*"):
            refuse_cut(path)
        return ctypes.CDLL(str(folder / "libyschema.so.0"))
    except OSError as error:
        raise ImportError(f"{error}: {NOT_WHOLE}") from None


_loaded = _load()


class _Library:
    """yschema_NAME as an attribute NAME."""

    def __getattr__(self, name: str) -> Any:
        result, arguments = _functions[name]
        function = getattr(_loaded, "yschema_" + name)
        function.restype, function.argtypes = result, arguments
        setattr(self, name, function)
        return function


library = _Library()


def version() -> str:
    text: bytes = library.version()
    return text.decode()


def sized_text(function: Callable[..., Any], address: int) -> Optional[str]:
    """The text that a function gives with its size, or None."""
    size = c_size_t()
    text = function(address, ctypes.byref(size))
    return ctypes.string_at(text, size.value).decode() if text else None


def owned_text(function: Callable[..., Any], result: int) -> Optional[str]:
    """The same, for a text that has to be freed."""
    size = c_size_t()
    text = function(result, ctypes.byref(size))
    if not text:
        return None
    try:
        return ctypes.string_at(text, size.value).decode()
    finally:
        library.free_text(text)
