"""The line of every key of a TOML file, against what its reader finds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.homemade.toml_lines import key_lines, line_of

HARD = '''# a comment [not.a.table]
top = "a [string] = \\" # no comment"

[one]  # a table
a.b = 1
"quoted . key" = """
[not.a.table]
x = 1
"""
list = [
  { x = 1 }, # y = 2
  { x = 2 },
]
literal = \'\'\'
z = "" \\
\'\'\'\'
last = true

[[many]]
k = 1
[many.inner]
k = 2
[[many.deep]]
k = 3
[[many]]
k = 4
[[many.deep]]
k = 5
[ one . "t w o" ]
k = 6
'''


def test_what_is_hard_to_read() -> None:
    found = key_lines(HARD)
    assert tomllib.loads(HARD)["many"][1]["deep"][0]["k"] == 5
    lines = {
        ("top",): 2,
        ("one",): 4,
        ("one", "a", "b"): 5,
        ("one", "quoted . key"): 6,
        ("one", "list"): 10,
        ("one", "literal"): 14,
        ("one", "last"): 17,
        ("many", "0", "k"): 20,
        ("many", "0", "inner", "k"): 22,
        ("many", "0", "deep", "0", "k"): 24,
        ("many", "1", "k"): 26,
        ("many", "1", "deep", "0", "k"): 28,
        ("one", "t w o", "k"): 30,
    }
    assert {path: found.get(path) for path in lines} == lines
    assert ("not",) not in found
    assert ("x",) not in found


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "a = 1"])
def test_little_text(text: str) -> None:
    assert set(key_lines(text)) == {(key,) for key in tomllib.loads(text)}


def test_line_ends_of_windows() -> None:
    assert key_lines("[a]\r\nb = 1\r\n\r\nc = 2\r\n")[("a", "c")] == 4


def test_a_key_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    lines = key_lines("x = 1\n[a]\nb = { c = 1 }\n")
    assert line_of(lines, ("a", "b", "c")) == 3
    assert line_of(lines, ("a", "z")) == 2
    assert line_of(lines, ("z",)) == 1


KEYS = st.text("ab-. \"'#[]=é\\", min_size=1, max_size=4) | st.sampled_from(["a", "b", "c"])
TEXTS = st.text("ab\"'#[]=\n\\{}", max_size=8)
LEAVES = st.integers(0, 9) | TEXTS | st.lists(TEXTS | st.integers(0, 9), max_size=3) | st.booleans()
TABLES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(KEYS, LEAVES, max_size=4),
    lambda inner: st.dictionaries(KEYS, LEAVES | inner | st.lists(inner, min_size=1, max_size=3), max_size=4),
    max_leaves=12,
)


def leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in data.items():
        here = (*path, key)
        if isinstance(value, dict):
            yield from leaves(value, here)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value):
                yield from leaves(one, (*here, str(number)))
        else:
            yield here


@given(TABLES)
def test_every_key_of_any_file_is_found_where_it_stands(data: dict[str, Any]) -> None:
    text = tomlkit.dumps(data)
    found, told = key_lines(text), text.split("\n")
    wanted = set(leaves(tomllib.loads(text)))
    assert wanted <= found.keys()
    for path in wanted:
        begins = told[found[path] - 1]
        assert "=" in begins
        assert begins.startswith((path[-1], '"', "'")), (path, begins)
    assert [*found.values()] == sorted(found.values())
    assert len({found[path] for path in wanted}) == len(wanted)
