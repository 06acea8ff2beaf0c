"""Schemas: what load() gives, and what they make of values."""

import contextlib
import json
import os
import threading
import weakref
from ctypes import c_char_p
from typing import (AbstractSet, Any, Callable, Dict, Iterable, Iterator, List, Mapping,
                    NamedTuple, NoReturn, Optional, Union)

from . import _values
from ._errors import Closed, Invalid, InvalidSchema, Violation, violation_of
from ._library import (FILE, JSON, NO_MEMORY, VALID, YAML, Function, Input,
                       library, owned_text)

Path = Union[str, "os.PathLike[str]"]
Text = Union[str, bytes, bytearray]
Values = Any
"""A text, a path (pathlib.Path), a file object, or an object such as a dict.
None is no values, so that the result has the defaults."""
Functions = Optional[Mapping[str, Callable[..., Any]]]
Option = Union[str, int, bool, "os.PathLike[str]"]

class Result(NamedTuple):
    """What a schema makes of values."""

    value: Any
    """The complete values; None if they are not valid."""
    violations: List[Violation]
    warnings: List[Violation]
    report: str
    """The report for people; "" if there is nothing to report."""

    @property
    def valid(self) -> bool:
        return not self.violations


class _Given(NamedTuple):
    """One layer of values as the library takes it."""

    kind: int
    name: Optional[bytes]
    text: Optional[bytes]
    is_object: bool = False


def _given(values: Values, number: int, indent: Optional[int] = None) -> _Given:
    """Takes a layer of values. Objects become texts, in lines if they are
    indented."""
    name = b"values" if number == 1 else b"values %d" % number
    if isinstance(values, os.PathLike):
        return _Given(FILE, _values.path_of(values), None)
    if hasattr(values, "read"):
        # The name of a file may be anything, such as its number.
        with contextlib.suppress(TypeError, ValueError):
            name = _values.name_of(getattr(values, "name", None)) or name
        return _Given(YAML, name, _values.text_of(values.read()))
    if isinstance(values, (str, bytes, bytearray)):
        return _Given(YAML, name, _values.text_of(values))
    text, is_json = _values.written(values, indent)
    return _Given(JSON if is_json else YAML, name, text, True)


def _words(thrown: BaseException) -> bytes:
    """An exception as the message of a violation."""
    name = words = type(thrown).__name__
    with contextlib.suppress(Exception):
        words = f"{name}: {thrown}" if str(thrown) else name
    return words.encode(errors="backslashreplace").replace(b"\0", b"?")


class _Call:
    """A function of the program as the library calls it. It keeps what ends
    the program, such as KeyboardInterrupt, until the library has returned."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.thrown: Optional[BaseException] = None
        self.pointer = Function(self)

    def __call__(self, call: int, _: Any) -> None:
        try:
            values = [library.argument(call, index)
                      for index in range(library.count_arguments(call))]
            while values and not values[-1]:  # what rules get and is no data
                values.pop()
            self.give(call, self.function(*map(_values.read, values)))
        except BaseException as thrown:  # none of them may pass the library
            if not isinstance(thrown, Exception):
                self.thrown = thrown
            library.return_failure(call, _words(thrown))

    @staticmethod
    def give(call: int, value: Any) -> None:
        if isinstance(value, bool):
            library.return_boolean(call, value)
        elif isinstance(value, int):
            if not -2**63 <= value < 2**63:
                raise OverflowError(f"the function returned {value}, which "
                                    "needs more than 64 bits")
            library.return_integer(call, value)
        elif isinstance(value, float):
            library.return_number(call, value)
        elif isinstance(value, str):
            text = _values.utf8(value)
            library.return_string(call, text, len(text))
        elif value is not None:
            kind = type(value).__name__
            if hasattr(value, "__await__") and hasattr(value, "close"):
                value.close()
            raise TypeError(f"the function returned a value of type {kind}, "
                            "and not a bool, int, float, str or None")


class Schema:
    """A schema that is loaded. Any number of threads may use it; one of them
    at a time does. It is closed by close(), at the end of a `with`, or when
    nothing refers to it any longer."""

    def __init__(self, functions: Functions,
                 options: Mapping[str, Option]) -> None:
        self._lock = threading.RLock()
        self._user: Optional[int] = None  # the thread that uses it
        self._why_closed = "the schema is closed"
        self._calls: List[_Call] = []
        self._handle = library.new()
        if not self._handle:
            raise MemoryError
        _open.add(self)
        for name, value in options.items():
            self._set_option(name, value)
        if not isinstance(functions, (Mapping, type(None))):
            raise TypeError("functions must be a dict of functions by name, and "
                            f"not of type {type(functions).__name__}")
        for name, function in (functions or {}).items():
            self._add_function(name, function)

    # ---- loading

    def _set_option(self, name: str, value: Option) -> None:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if "\0" in text or library.set_option(
                self._handle, name.encode(errors="replace"), _values.utf8(text)):
            raise TypeError(f"there is no option {name}={value!r}")

    def _add_function(self, name: str, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise TypeError(f"the function {name} is of type "
                            f"{type(function).__name__}")
        call = _Call(function)
        if not isinstance(name, str) or not name.isidentifier() or \
                library.add_function(self._handle, name.encode(), call.pointer,
                                     None):
            raise ValueError(f"{name!r} is no name of a function")
        self._calls.append(call)

    def _load(self, load: Callable[..., int], *arguments: Any) -> "Schema":
        outcome = self._taken(load(self._handle, *arguments), set(), False)
        if outcome.violations:
            self.close()
            raise InvalidSchema(outcome.report, outcome.violations,
                                outcome.warnings)
        return self

    # ---- using

    def apply(self, *layers: Values) -> Any:
        """Returns the complete values: those of the layers, of which later
        ones win, and defaults. Without any, it returns the defaults.

        Raises Invalid if they are not valid, OSError if a file cannot be read,
        and TypeError for objects that YAML does not have."""
        result = self.result(*layers)
        if result.violations:
            raise Invalid(result.report, result.violations, result.warnings)
        return result.value

    def violations(self, *layers: Values) -> List[Violation]:
        """Returns what is wrong with values; [] if they are valid."""
        return self._result(layers, False).violations

    def is_valid(self, *layers: Values) -> bool:
        """Returns whether values are valid."""
        return not self._result(layers, False).violations

    def result(self, *layers: Values) -> Result:
        """Returns all that apply() knows, and raises nothing if the values are
        not valid."""
        return self._result(layers, True)

    def _result(self, layers: Iterable[Values], with_value: bool) -> Result:
        taken = [values for values in layers if values is not None]
        given = [_given(values, i + 1) for i, values in enumerate(taken)]
        result = self._apply(given, with_value)
        if not result.violations or not any(one.is_object for one in given):
            return result
        # The report shows lines of the values, so there have to be some.
        return self._apply([_given(values, i + 1, 2) if given[i].is_object
                            else given[i] for i, values in enumerate(taken)],
                           False)

    def _apply(self, given: List[_Given], with_value: bool) -> Result:
        inputs = (Input * max(len(given), 1))(*[
            Input(one.kind, one.name, one.text, len(one.text or b""))
            for one in given])
        unnamed = {one.name.decode() for one in given
                   if one.is_object and one.name}
        unnamed -= {os.fsdecode(one.name) for one in given
                    if not one.is_object and one.name}
        with self._used():
            for call in self._calls:
                call.thrown = None
            result = library.apply(self._handle, inputs, len(given))
            outcome = self._taken(result, unnamed, with_value)
            thrown = [call.thrown for call in self._calls if call.thrown]
        if thrown:
            raise thrown[0]
        return outcome

    @contextlib.contextmanager
    def _used(self) -> Iterator[None]:
        """While it lasts, other threads wait, and functions that the schema
        calls must not use it."""
        with self._lock:
            if not self._handle:
                raise Closed(self._why_closed)
            if self._user is not None:
                raise RuntimeError("a function uses the schema that calls it")
            self._user = threading.get_ident()
            try:
                yield
            finally:
                self._user = None

    def _begin_in_child(self) -> None:
        """The process was forked. Other threads are not in this one."""
        self._lock = threading.RLock()
        if self._user not in (None, threading.get_ident()):
            self._handle = self._user = None
            self._why_closed = ("the schema is closed, because the process was "
                                "forked while another thread used it: load it "
                                "again")

    def _taken(self, result: int, unnamed: AbstractSet[str],
               with_value: bool) -> Result:
        """Takes a result of the library, and frees it."""
        try:
            status = library.status_of(result)
            if status == NO_MEMORY:
                raise MemoryError
            return Result(
                self._value(result) if with_value and status == VALID else None,
                [violation_of(library.get_violation(result, i)[0], unnamed)
                 for i in range(library.count_violations(result))],
                [violation_of(library.get_warning(result, i)[0], unnamed)
                 for i in range(library.count_warnings(result))],
                library.report(result).decode(errors="backslashreplace"))
        finally:
            library.free_result(result)

    @staticmethod
    def _value(result: int) -> Any:
        root = library.root(result)
        if not root:
            return None
        text = owned_text(library.to_json, result)
        # JSON has no infinity, and Python's reader has a limit of depth: then
        # the values are read one by one.
        if text is not None:
            with contextlib.suppress(RecursionError):
                return json.loads(text)
        return _values.read(root)

    # ---- the end

    def close(self) -> None:
        """Frees the memory of the schema. A second time it does nothing."""
        if not self._handle:
            return
        with self._used():
            handle, self._handle = self._handle, None
            library.free(handle)

    def __enter__(self) -> "Schema":
        if not self._handle:
            raise Closed(self._why_closed)
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a schema cannot be pickled: load it where it is used")


# The schemas that are open, for processes that are forked.
_open: "weakref.WeakSet[Schema]" = weakref.WeakSet()


def _begin_in_child() -> None:
    for schema in list(_open):
        schema._begin_in_child()


os.register_at_fork(after_in_child=_begin_in_child)


def load(*paths: Path, functions: Functions = None,
         **options: Option) -> Schema:
    """Loads a schema from files, of which later ones are merged onto the first.

    `functions` are called by the annotations of the schema. The options are
    those of yschema_set_option in yschema.h, such as strict=True.

    Raises InvalidSchema if it is not valid, and OSError if a file cannot be
    read."""
    if not paths:
        raise TypeError("load() needs the path of a schema")
    read = [_values.path_of(path) for path in paths]
    return Schema(functions, options)._load(
        library.load_files, (c_char_p * len(read))(*read), len(read))


def loads(text: Text, *, name: str = "schema", functions: Functions = None,
          **options: Option) -> Schema:
    """Loads a schema from a text. Reports call it `name`."""
    read = _values.text_of(text)
    return Schema(functions, options)._load(
        library.load_text, _values.name_of(name), read, len(read))


def load_json_schema(path: Path, **options: Option) -> Schema:
    """Loads a JSON Schema from a file. Values that are valid are returned as
    they were given, because a JSON Schema fills in no defaults."""
    return Schema(None, options)._load(library.load_json_schema_file,
                                       _values.path_of(path))


def loads_json_schema(schema: Union[Text, Dict[str, Any], bool], *,
                      name: str = "schema.json",
                      **options: Option) -> Schema:
    """Loads a JSON Schema from a text, a dict or a bool."""
    if isinstance(schema, (dict, bool)):
        read, is_json = _values.written(schema)
        if not is_json:
            raise ValueError("JSON has no infinity and no NaN")
    else:
        read = _values.text_of(schema)
    return Schema(None, options)._load(library.load_json_schema_text,
                                       _values.name_of(name), read, len(read))
