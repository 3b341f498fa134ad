"""What a rules.toml may say, and what is told of one that is wrong: line, key, what was expected."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.homemade.rules_file import read_rules
from maps.errors import DataError
from tests.homemade.boards import line, toy

ROOT = Path(__file__).parent.parent.parent
SKELETON = ROOT / "module_builder" / "homemade" / "skeleton" / "rules.toml"
CASES = tomllib.loads((Path(__file__).parent / "wrong_rules.toml").read_text(encoding="utf-8"))
WRONG = [(case["text"], case["says"]) for case in CASES["wrong"]]
NAMED = [(case["text"], case["says"]) for case in CASES["named"]]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_a_file_that_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(DataError) as fault:
        read_rules(file)
    assert str(fault.value) == f"rules.toml, {message}"


@pytest.mark.parametrize("text", ["a = ", "[x", '"'])
def test_no_toml(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"^rules.toml: expected valid TOML"):
        read_rules(file)


def test_an_empty_file_has_no_part(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("", encoding="utf-8")
    found = read_rules(file)
    assert (found.stacking, found.movement, found.zoc, found.crt, found.supply) == (None,) * 5


def test_the_skeleton_is_right_as_it_is_and_with_every_line_that_it_offers(tmp_path: Path) -> None:
    found = read_rules(SKELETON)
    assert found.stacking is not None
    assert found.crt is None
    text = SKELETON.read_text(encoding="utf-8")
    words = ("[", *"abcdefghijklmnopqrstuvwxyz0123456789", "AE ", "AR ", "NE ", "DR ", "DE ")
    offered = [
        line[2:]
        if line.startswith("# ") and line[2:].startswith(words) and ("=" in line or "[" in line)
        else line
        for line in text.splitlines()
    ]
    file = tmp_path / "rules.toml"
    file.write_text("\n".join(offered), encoding="utf-8")
    whole = read_rules(file)
    assert whole.crt is not None
    assert whole.supply is not None
    assert whole.movement is not None
    assert whole.movement.of_type == {"truck": "wheeled"}


MAP = "[terrain.woods]\n[terrain.clear]\n[boundary.river]\n[road.main]\n"
UNITS = "id,type,attack,defense,movement\nn1,tank,1,1,1\ns1,foot,1,1,1\n"


@pytest.mark.parametrize(("text", "message"), NAMED, ids=[message[:60] for _, message in NAMED])
def test_a_name_that_nothing_bears(tmp_path: Path, text: str, message: str) -> None:
    game = toy(tmp_path, text + "\n", line("clear clear"))
    (game.root / "map.toml").write_text(MAP, encoding="utf-8")
    (game.root / "units.csv").write_text(UNITS, encoding="utf-8")
    game.put("n1", "a", movement=1)
    with pytest.raises(DataError) as fault:
        game.ask("supply", unit="n1")
    assert str(fault.value) == f"rules.toml, {message}"


EXAMPLES = [SKELETON, *sorted((ROOT / "docs" / "examples").glob("*/rules.toml"))]
JUNK: st.SearchStrategy[Any] = (
    st.none().map(lambda _: [])
    | st.integers(-5, 10**6)
    | st.floats(allow_nan=True)
    | st.booleans()
    | st.text("no1/2+-xLR: stop", max_size=6)
    | st.lists(st.text("ab", max_size=2) | st.integers(0, 3), max_size=3)
    | st.dictionaries(st.text("ab", max_size=2), st.integers(0, 3), max_size=2)
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [p for key, value in inner for p in ((*path, key), *places(value, (*path, key)))]


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_value_is_read_or_refused_in_words(tmp_path: Path, data: st.DataObject) -> None:
    whole = tomllib.loads(data.draw(st.sampled_from(EXAMPLES)).read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(places(whole)))
        inner: Any = whole
        for key in way:
            inner = inner[key]
        inner[last] = data.draw(JUNK)
    file = tmp_path / "rules.toml"
    try:
        file.write_text(tomlkit.dumps(whole), encoding="utf-8")
    except (tomlkit.exceptions.TOMLKitError, ValueError, TypeError):  # a list of mixed values
        return
    told = "rules.toml, line "
    try:
        read_rules(file)
    except DataError as fault:
        told = str(fault)
    assert told.startswith("rules.toml, line ")
