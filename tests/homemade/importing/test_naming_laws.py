"""Whatever people call things: ids are ids, texts of TOML come back, pages never fail."""

from __future__ import annotations

import re
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from module_builder.homemade.importing.draft import toml_text, toml_value
from module_builder.homemade.importing.naming import Ids, column_name, one_line, slug
from module_builder.homemade.importing.pages import markdown_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
VALUES = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | TEXTS,
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(TEXTS)
def test_a_slug_is_an_id_and_its_own_slug(text: str) -> None:
    found = slug(text)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found)
    assert slug(found) == found


@given(st.lists(TEXTS, max_size=12))
def test_ids_are_each_another(texts: list[str]) -> None:
    ids = Ids(letter="s-")
    found = [ids.new(text) for text in texts]
    assert len(set(found)) == len(found)
    assert all(id_[0].isalpha() for id_ in found)


@given(TEXTS)
def test_columns_are_names_of_columns(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_ -]*", column_name(text, {"side"}))


@given(TEXTS)
def test_a_line_is_one(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


@given(VALUES)
def test_values_of_toml_come_back(value: object) -> None:
    assert tomllib.loads(f"a = {toml_value(value)}") == {"a": value}


@given(TEXTS)
def test_texts_of_toml_come_back(text: str) -> None:
    assert tomllib.loads(f"a = {toml_text(text)}") == {"a": text}


@given(st.binary(max_size=200) | st.text(alphabet="<>/tablerdhpi &;#x1", max_size=80).map(str.encode))
def test_no_page_fails(data: bytes) -> None:
    assert markdown_of(data).endswith("\n")
