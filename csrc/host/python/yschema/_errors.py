"""Violations, and the exceptions that carry them."""

import dataclasses
import json
import os
from typing import AbstractSet, Any, Dict, List, Optional, Tuple


@dataclasses.dataclass(frozen=True)
class Violation:
    """One violation, error or warning, with the members that reports as JSON
    have. None: it does not apply."""

    message: str
    """One sentence."""
    kind: str
    """Such as "type", "unknown-key" or "rule"."""
    rule: str
    """Its name in all reports, such as "min"."""
    severity: str
    """"error" or "warning"."""
    path: Optional[str] = None
    """Such as "databases[0].name"."""
    pointer: Optional[str] = None
    """The same as a JSON pointer."""
    argument: Any = dataclasses.field(default=None, hash=False)
    """What the schema gives the rule, such as 1."""
    found: Optional[str] = None
    expected: Optional[str] = None
    hint: Optional[str] = None
    """How to correct it."""
    fix: Any = dataclasses.field(default=None, hash=False)
    """The fix, if there is exactly one possible correction, such as
    {"action": "rename", "to": "port"}."""
    file: Optional[str] = None
    """The file, or the name of a text; None for values that are objects."""
    line: Optional[int] = None
    """From 1."""
    column: Optional[int] = None
    """From 1; it counts characters."""
    schema_file: Optional[str] = None
    schema_line: Optional[int] = None
    schema_pointer: Optional[str] = None
    """Of the keyword of a JSON Schema."""

    def __str__(self) -> str:
        if self.file is None or self.line is None:
            return self.message
        return f"{self.file}:{self.line}: {self.message}"


_in_json = ("argument", "fix")
_files = ("file", "schema_file")
_fields = [field.name for field in dataclasses.fields(Violation)]


def violation_of(record: Any, unnamed: AbstractSet[str]) -> Violation:
    """Makes a Violation of one of the library. Values that are objects have
    the names `unnamed`, and no lines."""
    members: Dict[str, Any] = {}
    for name in _fields:
        value = getattr(record, name)
        if isinstance(value, bytes):
            value = (os.fsdecode(value) if name in _files else
                     value.decode(errors="backslashreplace"))
            value = json.loads(value) if name in _in_json else value
        members[name] = value or (value if name in _in_json else None)
    if members["file"] in unnamed:
        members["file"] = members["line"] = members["column"] = None
    return Violation(**members)


class Error(Exception):
    """What all exceptions of this package are."""


class _WithViolations(Error, ValueError):
    def __init__(self, report: str, violations: List[Violation],
                 warnings: List[Violation]) -> None:
        super().__init__(report)
        self.report = report
        """The report for people."""
        self.violations = violations
        self.warnings = warnings

    def __str__(self) -> str:
        return self.report

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.report, self.violations, self.warnings)


class Invalid(_WithViolations):
    """The values are not valid, or cannot be read."""


class InvalidSchema(_WithViolations):
    """The schema is not valid, or cannot be read."""


class Closed(Error, ValueError):
    """The schema was closed before."""

    def __init__(self, message: str = "the schema is closed") -> None:
        super().__init__(message)
