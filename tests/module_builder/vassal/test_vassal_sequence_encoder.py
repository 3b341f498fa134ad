"""The sequence encoder against a plain transcription of the reference, on arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal.sequence_encoder import decode, encode

DELIMITERS = st.sampled_from([",", ";", "\t", "/", "\x1b", "|", ":"])
NASTY = st.text(st.sampled_from("\\',;\t/\x1bab"), max_size=12)
TEXT = st.one_of(NASTY, st.text(max_size=20))


def reference_encode(items: list[str], delimiter: str) -> str:
    out = []
    for s in items:
        e = s.replace(delimiter, "\\" + delimiter)
        out.append("'" + e + "'" if s and (s[0] == "\\" or s[0] == s[-1] == "'") else e)
    return delimiter.join(out)


def reference_decode(v: str, d: str) -> list[str]:
    tokens: list[str] = []
    start, n = 0, len(v)
    while True:
        if start == n:
            return [*tokens, ""]
        buf, i, real = "", start, False
        while i < n:
            if v[i] == d:
                if i > 0 and v[i - 1] == "\\":
                    buf += v[start : i - 1]
                    start = i
                else:
                    buf += v[start:i]
                    start = i + 1
                    real = True
                    break
            i += 1
        if not real:
            buf += v[start:n]
        if len(buf) > 1 and buf[0] == "'" and buf[-1] == "'":
            buf = buf[1:-1]
        tokens.append(buf)
        if not real:
            return tokens


@given(st.lists(TEXT, min_size=1, max_size=6), DELIMITERS)
def test_encode_is_the_reference(items: list[str], delimiter: str) -> None:
    assert encode(items, delimiter) == reference_encode(items, delimiter)


@given(TEXT, DELIMITERS)
def test_decode_is_the_reference(text: str, delimiter: str) -> None:
    assert decode(text, delimiter) == reference_decode(text, delimiter)


def survives(item: str, delimiter: str) -> bool:
    """An item that ends in a backslash eats the delimiter after it (unless quoted)."""
    quoted = bool(item) and (item[0] == "\\" or item[0] == item[-1] == "'")
    return "\\" not in item or quoted or not item.endswith("\\")


@given(st.lists(TEXT, min_size=1, max_size=6), DELIMITERS)
def test_round_trip(items: list[str], delimiter: str) -> None:
    items = [item.replace("\\" + delimiter, delimiter) for item in items if survives(item, delimiter)] or [
        "x"
    ]
    items = [item if survives(item, delimiter) else "x" for item in items]
    assert decode(encode(items, delimiter), delimiter) == items


@given(st.lists(st.text(st.sampled_from("ab';,"), max_size=6), min_size=1, max_size=4), st.integers(1, 4))
def test_nested_round_trip(items: list[str], depth: int) -> None:
    text = encode(items, ";")
    for _ in range(depth):
        text = encode(["x", text], ";")
    for _ in range(depth):
        head, text = decode(text, ";")
        assert head == "x"
    assert decode(text, ";") == items


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["70,130", "57348,0,Fire"], "70\\,130,57348\\,0\\,Fire"),
        (["'quoted'"], "''quoted''"),
        (["\\x"], "'\\x'"),
        (["'"], "'''"),
        (["", None, "a"], ",,a"),
        ([True, False, 3, -1, 1.0], "true,false,3,-1,1.0"),
        ([","], "\\,"),
        ([], ""),
    ],
)
def test_known_encodings(items: list[str | int | float | bool | None], text: str) -> None:
    assert encode(items, ",") == text


@pytest.mark.parametrize(
    ("text", "items"),
    [("", [""]), (",", ["", ""]), ("a,", ["a", ""]), ("\\,", [","]), ("'a','b", ["a", "'b"]), ("''", [""])],
)
def test_known_decodings(text: str, items: list[str]) -> None:
    assert decode(text, ",") == items


def test_a_quoted_pair_at_the_ends_loses_its_quotes() -> None:
    assert decode("'a,b'", ",") == ["'a", "b'"]
    assert decode("x;'a'", ";") == ["x", "a"]
