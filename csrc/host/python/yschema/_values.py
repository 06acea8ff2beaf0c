"""Objects of Python to texts, and values of the library to objects."""

import json
import os
from typing import Any, Iterator, List, NoReturn, Optional, Tuple, Union

from ._library import (ARRAY, BOOLEAN, FLOAT, INTEGER, MAP, STRING, library,
                       sized_text)


Key = Union[str, int]


def _path(keys: List[Key]) -> str:
    """Keys and indices as a path, such as databases[0].name."""
    path = ""
    for key in keys:
        path += f"[{key}]" if isinstance(key, int) else f".{key}"
    return path[1:] if path.startswith(".") else path


def _refuse(keys: List[Key], what: str) -> NoReturn:
    raise TypeError(f"{_path(keys) or 'the value'} {what}")


_scalars = (str, bool, int, float, type(None))


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


def _validate(root: Any) -> None:
    """Refuses what JSON would change: keys that are no texts, other types, and
    collections inside themselves."""
    if isinstance(root, _scalars):
        return
    above = {id(root)}
    keys: List[Key] = []
    stack = [(root, _children(root, keys))]
    while stack:
        value, rest = stack[-1]
        for key, child in rest:
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


def _in_yaml(value: Any) -> str:
    """Writes a value in YAML's flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_in_yaml(item)}"
                               for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_in_yaml, value)) + "]"
    text = json.dumps(value)
    return _names.get(text, text)


def written(value: Any, indent: Optional[int] = None) -> Tuple[str, bool]:
    """Writes an object as a text. Returns it, and whether it is JSON."""
    _validate(value)
    try:
        try:
            return json.dumps(value, allow_nan=False, ensure_ascii=False,
                              indent=indent), True
        except ValueError:  # infinity, or not a number
            return _in_yaml(value), False
    except RecursionError:
        raise ValueError("the value is nested too deeply") from None


def read(value: int) -> Any:
    """Makes an object of a value of the library."""
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
    if kind not in (ARRAY, MAP):
        return None
    items, entry = [], library.first(value)
    while entry:
        items.append((sized_text(library.key, entry), read(entry)))
        entry = library.next(entry)
    return dict(items) if kind == MAP else [item for _, item in items]


def path_of(given: Union[str, "os.PathLike[str]"]) -> bytes:
    """The path of a file that can be read, in the file system's bytes."""
    path = os.fsencode(given)
    if b"\0" in path:
        raise ValueError("the path has a zero byte")
    if not os.path.isdir(path):  # the library says that of a folder
        with open(path, "rb"):
            pass
    return path
