"""What a rules.toml may say, and what is told of one that is wrong: line, key, what was expected, the way out."""

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
CRT = '[crt]\ndice = "1d2"\ncolumns = ["1:1", "2:1"]\n'
ROWS = '[crt.rows]\n1 = ["A", "B"]\n2 = ["A", "B"]\n'
EFFECT = '"1L", "2R", "+1", "-1", "x2", "x1/2" or "no"'
POINTS = 'a number of points in halves, thirds or sixths: 2, 0.5 or "1/3"'
TERRAIN = '2, "1/2", "no", "all" or "2 stop"'
BOUNDARY = '"+1", "no", "all", "stop" or "+1 stop"'
SOURCE = '[[supply.source]]\nside = "north"\nspaces = ["a"]\n'

WRONG = [
    ("[moving]", "line 1, moving: expected one of the keys stacking, movement, zoc, crt, results, supply"),
    ("[stackin]", "line 1, stackin: expected one of the keys stacking, movement, zoc, crt, results, supply; Did you mean stacking?"),
    ("stacking = 3", "line 1, stacking: expected a table [stacking]"),
    ("[stacking]", "line 1, stacking: expected a limit; write limit = 3"),
    ("[stacking]\nlimit = 'x'", "line 2, stacking.limit: expected a whole number from 0 to 99, not 'x'"),
    ("[stacking]\nlimit = 100", "line 2, stacking.limit: expected a whole number from 0 to 99, not 100"),
    ("[stacking]\nlimit = true", "line 2, stacking.limit: expected a whole number from 0 to 99, not True"),
    ("[stacking]\nlimit = 1\nwhen = 'now'", "line 3, stacking.when: expected one of end, always, not 'now'"),
    ("[stacking]\nlimit = 1\nexempt = 'hq'", "line 3, stacking.exempt: expected a list of words such as [\"woods\"], not 'hq'"),
    ("[stacking]\nlimit = 1\ncounts = 1", "line 3, stacking.counts: expected a text, not 1"),
    ("[stacking.side]\nnorth = -1", "line 2, stacking.side.north: expected a whole number from 0 to 99, not -1"),
    ("[movement]\nallowance = []", f"line 2, movement.allowance: expected {POINTS}, not []"),
    ("[movement]\ncost = 0.33", f"line 2, movement.cost: expected {POINTS}, not 0.33"),
    ("[movement]\ncost = -1", f"line 2, movement.cost: expected {POINTS}, not -1"),
    ("[movement]\ncost = 9999", f"line 2, movement.cost: expected {POINTS}, not 9999"),
    ("[movement]\ndefault = true", f"line 2, movement.default: expected {POINTS}, not True"),
    ("[movement]\ncost = 'stop'", f"line 2, movement.cost: expected {TERRAIN}, not 'stop'"),
    ("[movement]\nminimum = 1", "line 2, movement.minimum: expected true or false, not 1"),
    ("[movement]\nenemy = 'yes'", "line 2, movement.enemy: expected one of no, stop, free, not 'yes'"),
    ("[movement.terrain]\n\nwoods = 'two'", f"line 3, movement.terrain.woods: expected {POINTS}, not 'two'"),
    ("[movement.terrain]\nwoods = '1 2'", f"line 2, movement.terrain.woods: expected {TERRAIN}, not '1 2'"),
    ("[movement.terrain]\nwoods = 'no 2'", f"line 2, movement.terrain.woods: expected {TERRAIN}, not 'no 2'"),
    ("[movement.terrain]\nwoods = ''", f"line 2, movement.terrain.woods: expected {TERRAIN}, not ''"),
    ("[movement.terrain]\nwoods = [1]", f"line 2, movement.terrain.woods: expected {POINTS}, not [1]"),
    ("[movement.boundary]\nriver = 1", f"line 2, movement.boundary.river: expected {BOUNDARY}, not 1"),
    ("[movement.boundary]\nriver = '+x'", f"line 2, movement.boundary.river: expected {POINTS}, not '+x'"),
    ("[movement.boundary]\nriver = 'no stop'", f"line 2, movement.boundary.river: expected {BOUNDARY}, not 'no stop'"),
    ("[movement.class.truck]", "line 1, movement.class.truck.types: expected the types of its units; write types = [\"truck\"]"),
    ("[movement.class.a]\ntypes = ['x']\n[movement.class.b]\ntypes = ['x']", "line 4, movement.class.b.types: expected each type in one class; x is in a too"),
    ("[movement.class.a]\nspeed = 1", "line 2, movement.class.a.speed: expected one of the keys types, allowance, default, cost, terrain, boundary, road"),
    ("[zoc]\nnegated = ['combat']", "line 2, zoc.negated: expected movement or supply, not 'combat'"),
    ("[zoc]\nenter = '+1'", f"line 2, zoc.enter: expected {POINTS}, not '+1'"),
    ("[crt]\ndice = 'D6'\ncolumns = ['1:1']", "line 2, crt.dice: expected dice such as 1d6 or 2d6, not 'D6'"),
    ("[crt]\ncolumns = ['1:1']", "line 1, crt.dice: expected dice such as 1d6 or 2d6, not ''"),
    ("[crt]\ndice = '1d1'", "line 2, crt.dice: expected dice such as 1d6 or 2d6, not '1d1'"),
    ("[crt]\ndice = '1d6'", "line 1, crt.columns: expected the names of the columns; write columns = [\"1:2\", \"1:1\", \"2:1\"]"),
    ("[crt]\ndice = '1d6'\ncolumns = ['1-1']\n" + ROWS, "line 3, crt.columns: expected odds such as 3:1, not '1-1'"),
    ("[crt]\ndice = '1d6'\ncolumns = ['1:0']\n" + ROWS, "line 3, crt.columns: expected odds such as 3:1, not '1:0'"),
    ("[crt]\ndice = '1d6'\ncolumns = ['2:1', '1:1']\n" + ROWS, "line 3, crt.columns: expected columns that rise from left to right; 1:1 does not"),
    ("[crt]\nkind = 'difference'\ndice = '1d6'\ncolumns = ['a']\n" + ROWS, "line 4, crt.columns: expected numbers such as -2, 0, 3-4 or 10+, not 'a'"),
    ("[crt]\nkind = 'difference'\nrounding = 'nearest'\ndice = '1d6'", "line 3, crt.rounding: expected kind = \"odds\" for it; leave it out"),
    (CRT, "line 1, crt.rows: expected a table [crt.rows]; with a line for each roll, such as 1 = [\"AE\", \"AR\"]"),
    (CRT + "[crt.rows]\n1 = ['A']", "line 5, crt.rows.1: expected 2 results, one for each column, not 1"),
    (CRT + "[crt.rows]\none = ['A', 'B']", "line 5, crt.rows.one: expected a roll such as 3, or several such as 2-4"),
    (CRT + "[crt.rows]\n1 = ['A', 'B']", "line 4, crt.rows: expected a row for every roll; there is none for 2"),
    (CRT + "[crt.rows]\n1-2 = ['A', 'B']\n2 = ['A', 'B']", "line 6, crt.rows.2: expected each roll once, not 2 again"),
    (CRT + ROWS + "[results]\nA = ''", "line 5, crt.rows.1: expected results that [results] explains, not 'B'"),
    (CRT + ROWS + "[results]\nA = { attacker = -1 }\nB = ''", "line 8, results.A.attacker: expected a number of steps, \"half\" or \"all\", not -1"),
    (CRT + ROWS + "[results]\nA = { lost = 1 }\nB = ''", "line 8, results.A.lost: expected one of the keys text, attacker, defender"),
    (CRT + ROWS + "[results]\nA = 1\nB = ''", "line 8, results.A: expected a table [results.A]"),
    (CRT + ROWS + "[crt.terrain]\nwoods = 'L'", f"line 8, crt.terrain.woods: expected {EFFECT}, not 'L'"),
    (CRT + ROWS + "[crt.terrain]\nwoods = 'x0'", f"line 8, crt.terrain.woods: expected {EFFECT}, not 'x0'"),
    (CRT + ROWS + "[crt.boundary]\nriver = 2", f"line 8, crt.boundary.river: expected {EFFECT}, not 2"),
    (CRT + ROWS + "[[crt.bonus]]\neffect = '1R'", "line 7, crt.bonus[1].side: expected one of attacker, defender, not ''"),
    (CRT + ROWS + "[[crt.bonus]]\nside = 'attacker'\neffect = 'x2'", "line 9, crt.bonus[1].effect: expected a shift such as 1R, or a modifier such as +1"),
    (CRT + ROWS + "[[crt.bonus]]\nside = 'attacker'\neffect = '1R'", "line 7, crt.bonus[1]: expected types or a column; write types = [\"tank\"]"),
    ("[supply]", "line 1, supply: expected a source of each side; write [[supply.source]] with side = \"...\" and spaces = [...]"),
    ("[supply]\nsource = 1", "line 2, supply.source: expected tables [[supply.source]]"),
    ("[supply]\nmeasure = 'points'\n" + SOURCE, "line 2, supply.measure: expected spaces, as the file has no [movement]; or write one"),
    ("[supply]\nclass = 'truck'\n" + SOURCE, "line 2, supply.class: expected a class of [movement.class], not 'truck'"),
    ("[[supply.source]]\nspaces = ['a']", "line 1, supply.source[1].side: expected the side whose lines end there; write side = \"...\""),
    ("[[supply.source]]\nside = 'n'", "line 1, supply.source[1]: expected one of spaces, column and edge; write spaces = [\"...\"]"),
    (SOURCE + "[[supply.source]]\nside = 'n'\nedge = 'up'", "line 6, supply.source[2].edge: expected one of north, east, south, west, not 'up'"),
    (SOURCE + "edge = 'north'", "line 1, supply.source[1]: expected one of spaces, column and edge; write spaces = [\"...\"]"),
]  # fmt: skip


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
NAMED = [
    ("[movement]\nallowance = 'moves'", "line 2, movement.allowance: expected a column of units.csv, not 'moves'; Did you mean movement?"),
    ("[movement]\n[movement.terrain]\nwods = 1", "line 3, movement.terrain.wods: expected a terrain of map.toml, not 'wods'; Did you mean woods?"),
    ("[movement]\n[movement.terrain]\nx = 1", "line 3, movement.terrain.x: expected a terrain of map.toml, not 'x'; there are clear, woods"),
    ("[movement.boundary]\nrivr = 'no'", "line 2, movement.boundary.rivr: expected a boundary of map.toml, not 'rivr'; Did you mean river?"),
    ("[movement.road]\nlane = 1", "line 2, movement.road.lane: expected a road of map.toml, not 'lane'; there are main"),
    ("[movement.class.a]\ntypes = ['tnk']", "line 2, movement.class.a.types: expected a type of units.csv, not 'tnk'; Did you mean tank?"),
    ("[zoc]\nwith = ['tanks']", "line 2, zoc.with: expected a type of units.csv, not 'tanks'; Did you mean tank?"),
    ("[zoc]\nnot_into = ['town']", "line 2, zoc.not_into: expected a terrain of map.toml, not 'town'; there are clear, woods"),
    ("[stacking.side]\nnroth = 1", "line 2, stacking.side.nroth: expected a side of game.toml, not 'nroth'; Did you mean north?"),
    ("[stacking]\nlimit = 1\ncounts = 'size'", "line 3, stacking.counts: expected a column of units.csv, not 'size'; there are attack, defense, id, movement, type"),
    (CRT + "attack = 'atack'\n" + ROWS, "line 4, crt.attack: expected a column of units.csv, not 'atack'; Did you mean attack?"),
    (CRT + ROWS + "[[crt.bonus]]\nside = 'attacker'\ncolumn = 'fort'\neffect = '1R'", "line 7, crt.bonus[1]: expected a column of units.csv, not 'fort'; there are attack, defense, id, movement, type"),
    ("[supply]\nnot_across = ['streem']\n" + SOURCE, "line 2, supply.not_across: expected a boundary of map.toml, not 'streem'; there are bridge, link, open, river"),
    (SOURCE.replace("north", "east"), "line 1, supply.source[1]: expected a side of game.toml, not 'east'; there are north, south"),
]  # fmt: skip


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
JUNK = (
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
    try:
        read_rules(file)
    except DataError as fault:
        assert str(fault).startswith("rules.toml, line ")
