"""Objects of Python to texts, and values of the library to objects."""

import json
import os
import re
from typing import (Any, Callable, Iterator, List, NoReturn, Optional, Tuple,
                    Type, Union)

from ._library import (ARRAY, BOOLEAN, FLOAT, INTEGER, MAP, STRING, library,
                       sized_text)


Key = Union[str, int]


def _path(keys: List[Key]) -> str:
    """Keys and indices as a path, such as databases[0].name."""
    path = ""
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f".{key}"
    path = path[1:] if path.startswith(".") else path
    return path.encode(errors="backslashreplace").decode()


def _refuse(keys: List[Key], what: str,
            error: Type[Exception] = TypeError) -> NoReturn:
    raise error(f"{_path(keys) or 'the value'} {what}")


_scalars = (str, bool, int, float, type(None))
_surrogate = re.compile("[\ud800-\udfff]")


def _refuse_unwritable(keys: List[Key], value: Any) -> None:
    """Refuses keys and scalars that have no text."""
    for text in (value, keys[-1] if keys else None):
        if isinstance(text, str) and _surrogate.search(text):
            _refuse(keys, "has half of a surrogate pair, which UTF-8 does not "
                    "have", ValueError)
    # Python limits the digits of the texts of integers.
    if isinstance(value, int) and value.bit_length() > 2000:
        _refuse(keys, "does not fit in 64 bits", ValueError)


def _children(value: Any, keys: List[Key]) -> Iterator[Tuple[Key, Any]]:
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                _refuse(keys, f"has the key {key!r}, and keys must be str: "
                              "give it as a text in YAML")
        return iter(value.items())
    if isinstance(value, (list, tuple)):
        return iter(enumerate(value))
    _refuse(keys, f"is of type {type(value).__name__}, which YAML and JSON "
                  "do not have")


def _validate(root: Any, visit: Optional[Callable[[List[Key], Any], None]]
              = None) -> None:
    """Refuses what JSON would change: keys that are no texts, other types, and
    collections inside themselves. `visit` is called with the path and the
    value of each scalar and each collection."""
    if visit:
        visit([], root)
    if isinstance(root, _scalars):
        return
    above = {id(root)}
    keys: List[Key] = []
    stack = [(root, _children(root, keys))]
    while stack:
        value, rest = stack[-1]
        for key, child in rest:
            if visit:
                visit([*keys, key], child)
            if isinstance(child, _scalars):
                continue
            keys.append(key)
            if id(child) in above:
                _refuse(keys, "contains itself")
            above.add(id(child))
            stack.append((child, _children(child, keys)))
            break
        else:
            stack.pop()
            above.discard(id(value))
            if keys:
                keys.pop()


# JSON has no infinity and no NaN. YAML has, under these names.
_names = {"Infinity": ".inf", "-Infinity": "-.inf", "NaN": ".nan"}

# Characters that texts of YAML must not have, or that are line breaks there.
_special = re.compile("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


def _scalar_in_yaml(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        return _special.sub(lambda one: f"\\u{ord(one[0]):04x}", text)
    return _names.get(text, text)


def _key_in_yaml(key: str) -> str:
    text = _scalar_in_yaml(key)
    return text if len(text) < 1000 else "? " + text  # YAML's limit is 1024


def _in_yaml(value: Any) -> str:
    """Writes a value in YAML's flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key_in_yaml(key)}: {_in_yaml(item)}"
                               for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_in_yaml, value)) + "]"
    return _scalar_in_yaml(value)


def written(value: Any, indent: Optional[int] = None) -> Tuple[bytes, bool]:
    """Writes an object as a text. Returns it, and whether it is JSON."""
    _validate(value)
    try:
        try:
            return json.dumps(value, allow_nan=False, ensure_ascii=False,
                              indent=indent).encode(), True
        except ValueError:  # infinity, not a number, or no text
            _validate(value, _refuse_unwritable)
            return _in_yaml(value).encode(), False
    except RecursionError:
        raise ValueError("the value is nested too deeply") from None


def _begun(value: int) -> Any:
    """Makes an object of a value of the library; of a collection, an empty
    one."""
    kind = library.type_of(value)
    if kind == BOOLEAN:
        return library.boolean(value, False)
    if kind == INTEGER:
        small = library.integer(value, 0)
        return small if small else library.natural(value, 0)
    if kind == FLOAT:
        return library.number(value, 0)
    if kind == STRING:
        return sized_text(library.string, value)
    return [] if kind == ARRAY else {} if kind == MAP else None


def read(value: Optional[int]) -> Any:
    """Makes an object of a value of the library; None of one that is no
    data. Values may be nested more deeply than functions of Python."""
    if not value:
        return None
    root = _begun(value)
    unread = [(root, value)]
    while unread:
        made, of = unread.pop()
        entry = library.first(of)
        while entry:
            item = _begun(entry)
            if isinstance(made, dict):
                made[sized_text(library.key, entry)] = item
            else:
                made.append(item)
            if isinstance(item, (dict, list)):
                unread.append((item, entry))
            entry = library.next(entry)
    return root


def utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"character {error.start + 1} of the text is half of "
                         "a surrogate pair, which UTF-8 does not have") from None


def text_of(given: Any) -> bytes:
    """The bytes of a text, which is a str or bytes."""
    if isinstance(given, str):
        return utf8(given)
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given)
    instead = ": load() takes paths" if isinstance(given, os.PathLike) else ""
    raise TypeError("a text must be a str or bytes, and not of type "
                    f"{type(given).__name__}{instead}")


def name_of(given: Any) -> bytes:
    """The name of a text for reports, in the file system's bytes."""
    if not isinstance(given, (str, bytes)):
        raise TypeError("the name of a text must be a str, and not of type "
                        f"{type(given).__name__}")
    name = os.fsencode(given)
    if b"\0" in name:
        raise ValueError("the name of a text has a zero byte")
    return name


def path_of(given: Union[str, "os.PathLike[str]"]) -> bytes:
    """The path of a file that can be read, in the file system's bytes."""
    path = os.fsencode(given)
    if b"\0" in path:
        raise ValueError("the path has a zero byte")
    if not os.path.isdir(path):  # the library says that of a folder
        with open(os.fsdecode(path), "rb"):  # errors show it as a text
            pass
    return path
