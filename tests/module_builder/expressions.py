"""Expressions of a module, worked out as the engine does: tests, ``? :``, and ``contains``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace

__all__ = ["Words", "evaluate"]

_SIGNS = {"&&": " and ", "||": " or ", "!=": "!=", "!": " not "}


class Words(str):
    """A text of the engine: put together with numbers too, asked whether it contains or is another one."""

    __slots__ = ()

    def __add__(self, other: object) -> Words:
        return Words(f"{self}{other}")

    def contains(self, other: str) -> bool:
        return other in self

    def equals(self, other: str) -> bool:
        return other == self

    def trim(self) -> Words:
        return Words(self.strip())

    def split(self, sign: str, parts: int) -> list[Words]:  # type: ignore[override]
        return [Words(part) for part in str.split(self, sign, parts - 1)]

    def substring(self, start: int) -> Words:
        return Words(self[start:])

    def startsWith(self, start: str) -> bool:  # noqa: N802 - as in the engine
        return self.startswith(start)

    def matches(self, pattern: str) -> bool:
        return re.fullmatch(pattern, self) is not None


class _Known(dict[str, object]):
    """Properties: what has no value is an empty text."""

    def __missing__(self, name: str) -> object:
        return Words()


def evaluate(expression: str, properties: Mapping[str, object]) -> object:
    """The value of an expression with its braces."""
    assert expression[0] + expression[-1] == "{}"
    known = _Known({k: Words(v) if isinstance(v, str) else v for k, v in properties.items()})
    own = {"GetProperty": known.__getitem__, "Words": Words, "Math": SimpleNamespace(min=min)}
    return eval(_python(expression[1:-1]), {"__builtins__": {}}, _Known(known | own))  # noqa: S307 - our own


def _python(text: str) -> str:
    """The same in Python."""
    test = _outside(text, " ? ")
    if test >= 0:
        rest = text[test + 3 :]
        other = _outside(rest, " : ")
        chosen, else_ = _python(rest[:other]), _python(rest[other + 3 :])
        return f"(({chosen}) if ({_python(text[:test])}) else ({else_}))"
    found, at = "", 0
    while at < len(text):
        if text[at] == "(":
            end = _closing(text, at)
            found, at = f"{found}({_python(text[at + 1 : end])})", end + 1
        elif text[at] == '"':
            end = text.index('"', at + 1)
            found, at = f"{found}Words({text[at : end + 1]})", end + 1
        elif sign := re.match(r"&&|\|\||!=|!", text[at:]):
            found, at = found + _SIGNS[sign[0]], at + len(sign[0])
        else:
            found, at = found + text[at], at + 1
    return found.strip()


def _outside(text: str, sign: str) -> int:
    """Where a sign stands outside of brackets and quotes; -1 where it does not."""
    at = 0
    while at < len(text):
        if text.startswith(sign, at):
            return at
        at = (
            _closing(text, at) + 1
            if text[at] == "("
            else text.index('"', at + 1) + 1
            if text[at] == '"'
            else at + 1
        )
    return -1


def _closing(text: str, at: int) -> int:
    """Where a bracket closes."""
    depth, quoted = 0, False
    for end, letter in enumerate(text[at:], at):
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter == "(") - (letter == ")")
        if not depth:
            return end
    raise AssertionError(text)
