"""Odds by a table of data: strengths, columns, shifts, modifiers, results, losses; against brute force."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.errors import MalformedAction, PositionError
from maps.board import Board, Edge, Space
from tests.homemade.boards import Toy, line, toy

TABLE = """[crt]
kind = "odds"
dice = "1d6"
columns = ["1:2", "1:1", "2:1", "3:1"]
{lines}
[crt.rows]
1 = ["AE", "AE", "AR", "AR"]
2-3 = ["AE", "AR", "NE", "DR"]
4-5 = ["AR", "NE", "DR", "DR"]
6 = ["NE", "DR", "DR", "DE"]
{more}
[results]
AE = {{ text = "attackers gone", attacker = "all", defender = 0 }}
AR = {{ text = "attackers back", attacker = 1, defender = 0 }}
NE = {{ text = "nothing", attacker = 0, defender = 0 }}
DR = {{ text = "defenders back", attacker = 0, defender = "half" }}
DE = {{ text = "defenders gone", attacker = 0, defender = "all" }}
"""


def table(lines: str = "", more: str = "") -> str:
    return TABLE.format(lines=lines, more=more)


def fight(game: Toy, attack: int = 6, defense: int = 3, **more: Any) -> None:
    game.put("n1", "a", attack=attack, defense=1, steps=2, **more)
    game.put("s1", "b", attack=1, defense=defense, steps=3)


def test_an_attack_with_every_step_and_its_row(tmp_path: Path) -> None:
    game = toy(tmp_path, table(), line("clear clear"))
    fight(game)
    ruling = game.ask("odds", kind="attack", area="b")
    assert ruling.verdict == "6:3 on B, column 2:1: AR 1/6 (16.7%), NE 2/6 (33.3%), DR 3/6 (50.0%)."
    assert ruling.answer == {
        "target": "b",
        "attackers": ["n1"],
        "attack": "6",
        "defense": "3",
        "column": "2:1",
        "shift": 0,
        "modifier": 0,
        "of": 6,
        "results": {"AR": 1, "NE": 2, "DR": 3},
        "percent": {"AR": 16.67, "NE": 33.33, "DR": 50.0},
        "attacker_losses": {"0": 5, "1": 1},
        "defender_losses": {"0": 3, "2": 3},
    }
    assert [str(step) for step in ruling.steps] == [
        "+6  attack of Unit n1 (the position)",
        "+3  defense of Unit s1 (the position)",
        "attack 6, defense 3 (rules.toml:1 crt)",
        "6:3, rounded down: column 2:1 (rules.toml:1 crt)",
        "roll 1: AR (rules.toml:7 crt.rows.1)",
        "roll 2, 3: NE (rules.toml:8 crt.rows.2-3)",
        "roll 4, 5: DR (rules.toml:9 crt.rows.4-5)",
        "roll 6: DR (rules.toml:10 crt.rows.6)",
        "AR: attackers back (rules.toml:14 results.AR)",
        "NE: nothing (rules.toml:15 results.NE)",
        "DR: defenders back (rules.toml:16 results.DR)",
    ]


@pytest.mark.parametrize(
    ("lines", "strength", "column"),
    [
        ("", "5:3", "1:1"),
        ('rounding = "attacker"', "5:3", "2:1"),
        ('rounding = "nearest"', "5:3", "2:1"),
        ('rounding = "nearest"', "4:3", "1:1"),
        ('rounding = "nearest"', "3:2", "1:1"),
        ('rounding = "attacker"', "1:9", "1:2"),
        ("", "1:9", "1:2"),
        ("", "99:1", "3:1"),
        ("", "5:0", "3:1"),
        ("", "0:5", "1:2"),
    ],
)
def test_the_column_of_odds(tmp_path: Path, lines: str, strength: str, column: str) -> None:
    game = toy(tmp_path, table(lines))
    assert game.ask("odds", kind="attack", strength=strength).answer["column"] == column


@pytest.mark.parametrize(
    ("kind", "columns", "strength", "column"),
    [
        ("difference", ["-2", "0", "+3-4", "5+"], "6:3", "+3-4"),
        ("difference", ["-2", "0", "+3-4", "5+"], "3:4", "-2"),
        ("difference", ["-2", "0", "+3-4", "5+"], "30:4", "5+"),
        ("strength", ["1", "2-4", "5-9", "10+"], "4:99", "2-4"),
        ("strength", ["1", "2-4", "5-9", "10+"], "12:99", "10+"),
    ],
)
def test_other_kinds_of_table(
    tmp_path: Path, kind: str, columns: list[str], strength: str, column: str
) -> None:
    rules = (
        table()
        .replace('kind = "odds"', f'kind = "{kind}"')
        .replace('["1:2", "1:1", "2:1", "3:1"]', str(columns))
    )
    game = toy(tmp_path, rules)
    ruling = game.ask("odds", kind="attack", strength=strength)
    assert ruling.answer["column"] == column
    assert ruling.steps[1].text.startswith(f"{strength}, {kind} ")


def test_strength_needs_no_defense(tmp_path: Path) -> None:
    rules = (
        table()
        .replace('kind = "odds"', 'kind = "strength"')
        .replace('"1:2", "1:1", "2:1", "3:1"', '"1", "3", "5", "9"')
    )
    game = toy(tmp_path, rules, line("clear clear"))
    game.put("n1", "a", attack=4)
    game.put("s1", "b")
    assert game.ask("odds", kind="attack", area="b").answer["column"] == "3"


def test_less_than_the_first_column_is_no_attack_where_the_file_says_so(tmp_path: Path) -> None:
    game = toy(tmp_path, table('below = "no"'), line("clear clear"))
    fight(game, 1, 3)
    ruling = game.ask("odds", kind="attack", area="b")
    assert (ruling.answer, ruling.reasons) == (None, ("1:3 is less than 1:2 (rules.toml:5 crt.below)",))
    assert ruling.verdict == "No such attack on B: 1:3 is less than 1:2."
    bare = game.ask("odds", kind="attack", strength="1:3")
    assert (bare.verdict, bare.answer) == ("No attack: it is less than 1:2.", None)


GROUND = """[crt.terrain]
woods = "1L"
marsh = "1R"
hill = "-1"
town = "x2"
sea = "no"
[crt.boundary]
river = "x1/2"
crest = "1L -1"
wall = "no"
bridge = "-2"
"""


@pytest.mark.parametrize(
    ("terrain", "column", "modifier", "defense"),
    [("woods", "1:1", 0, "3"), ("marsh", "3:1", 0, "3"), ("hill", "2:1", -1, "3"), ("town", "1:1", 0, "6")],
)
def test_terrain(tmp_path: Path, terrain: str, column: str, modifier: int, defense: str) -> None:
    game = toy(tmp_path, table(more=GROUND), line(f"clear {terrain}"))
    fight(game)
    asked = game.ask("odds", kind="attack", area="b").answer
    assert (asked["column"], asked["modifier"], asked["defense"]) == (column, modifier, defense)
    bare = game.ask("odds", kind="attack", strength="6:3", terrain=terrain).answer
    assert {key: asked[key] for key in bare} == bare


def test_an_attack_that_terrain_or_a_boundary_forbids(tmp_path: Path) -> None:
    game = toy(tmp_path, table(more=GROUND), line("clear sea", boundaries={"ab": "wall"}))
    fight(game)
    assert game.ask("odds", kind="attack", area="b").reasons == (
        "Unit n1 does not attack across a wall (rules.toml:20 crt.boundary.wall)",
        "nobody attacks sea (rules.toml:16 crt.terrain.sea)",
    )
    assert (
        game.ask("odds", kind="attack", strength="6:3", terrain="sea").verdict
        == "No attack: nobody attacks sea."
    )


def star(boundaries: dict[str, str], bridges: str = "") -> Board:
    """Space t with neighbours a, b, c."""
    spaces = [Space(n, n.upper(), "area", {"terrain": "clear"}) for n in "abct"]
    edges = [Edge(n, "t", boundaries.get(n, "open"), bridge=n in bridges) for n in "abc"]
    return Board([*spaces, Space("box", "Box", "box")], edges)


def test_each_attacker_is_halved_that_attacks_across_a_river(tmp_path: Path) -> None:
    game = toy(tmp_path, table(more=GROUND), star({"a": "river"}))
    game.put("n1", "a", attack=5)
    game.put("n2", "b", attack=4)
    game.put("s1", "t", defense=3)
    ruling = game.ask("odds", kind="attack", area="t")
    assert (ruling.answer["attack"], ruling.answer["column"]) == ("13/2", "2:1")
    assert "that of Unit n1 is multiplied by ½ for the river" in [step.text for step in ruling.steps]


@pytest.mark.parametrize(
    ("boundaries", "bridges", "shift", "modifier"),
    [
        ({"a": "crest", "b": "crest"}, "", -1, -1),
        ({"a": "crest"}, "", 0, 0),
        ({"a": "river", "b": "river"}, "ab", 0, -2),
    ],
)
def test_a_boundary_shifts_where_all_attack_across_it(
    tmp_path: Path, boundaries: dict[str, str], bridges: str, shift: int, modifier: int
) -> None:
    game = toy(tmp_path, table(more=GROUND), star(boundaries, bridges))
    game.put("n1", "a", attack=5)
    game.put("n2", "b", attack=4)
    game.put("s1", "t", defense=3)
    found = game.ask("odds", kind="attack", area="t").answer
    assert (found["shift"], found["modifier"]) == (shift, modifier)


BONUS = """[[crt.bonus]]
side = "attacker"
types = ["tank"]
effect = "1R"
text = "tanks"
[[crt.bonus]]
side = "defender"
column = "fort"
effect = "-1"
text = "forts"
"""


def test_what_units_do(tmp_path: Path) -> None:
    game = toy(tmp_path, table(more=BONUS), line("clear clear"))
    fight(game, type="tank")
    game.put("s2", "b", defense=0, fort=2)
    ruling = game.ask("odds", kind="attack", area="b")
    assert (ruling.answer["shift"], ruling.answer["modifier"]) == (1, -2)
    told = [str(step) for step in ruling.steps]
    assert "+1  columns: tanks (Unit n1) (rules.toml:11 crt.bonus[1])" in told
    assert "-2  on the roll: forts (Unit s2) (rules.toml:16 crt.bonus[2])" in told


def test_rolls_beyond_the_table_take_its_first_and_last_row(tmp_path: Path) -> None:
    game = toy(tmp_path, table())
    assert game.ask("odds", kind="attack", strength="1:1", drm=9).answer["results"] == {"DR": 6}
    assert game.ask("odds", kind="attack", strength="1:1", drm=-9).answer["results"] == {"AE": 6}
    assert game.ask("odds", kind="attack", strength="1:1", shift=["9R"]).answer["column"] == "3:1"


def test_a_reduced_unit_fights_with_its_back(tmp_path: Path) -> None:
    game = toy(tmp_path, table(), line("clear clear"))
    fight(game, 6, 3, status="reduced", reduced_attack=2)
    ruling = game.ask("odds", kind="attack", area="b")
    assert (ruling.answer["attack"], ruling.assumptions) == ("2", ())
    fight(game, 6, 3, status="reduced")
    ruling = game.ask("odds", kind="attack", area="b")
    assert ruling.answer["attack"] == "6"
    assert ruling.assumptions == (
        "assumed: the back of Unit n1 has the attack of its front, 6 (rules.toml:1 crt)",
    )


def test_a_unit_that_prints_no_strength(tmp_path: Path) -> None:
    game = toy(tmp_path, table(), line("clear clear"))
    game.put("n1", "a", attack=3)
    game.put("s1", "b")
    with pytest.raises(PositionError, match="the position does not say the DEFENSE of Unit s1"):
        game.ask("odds", kind="attack", area="b")


@pytest.mark.parametrize(("place", "ok"), [("adjacent", "ab"), ("same", "b"), ("either", "abb")])
def test_where_units_attack_from(tmp_path: Path, place: str, ok: str) -> None:
    game = toy(tmp_path, table(f'from = "{place}"'), line("clear clear clear"))
    game.put("n1", "a", attack=6)
    game.put("n2", "b", attack=6)
    game.put("n3", "c", attack=6)
    game.put("s1", "b", defense=3)
    for uid, space in (("n1", "a"), ("n2", "b"), ("n3", "c")):
        near = space in {"a", "c"}
        fits = {"adjacent": near, "same": not near, "either": True}[place]
        assert game.ask("odds", kind="attack", area="b", with_units=[uid]).ok is fits


def test_everybody_near_attacks_where_nobody_is_named(tmp_path: Path) -> None:
    game = toy(tmp_path, table(), star({}))
    for uid, space in (("n1", "a"), ("n2", "b"), ("s2", "c")):
        game.put(uid, space, attack=2, defense=2)
    game.put("s1", "t", defense=2)
    assert game.ask("odds", kind="attack", area="t").answer["attackers"] == ["n1", "n2"]
    both = game.ask("odds", kind="attack", area="t", with_units=["n1", "s2"])
    assert both.reasons == ("Unit s2 is of the other side (rules.toml:1 crt)",)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"kind": "chits"}, "odds of 'chits'. Ask for attack"),
        ({"kind": "attack"}, "odds attack of what. Name a space, or give --strength"),
        ({"kind": "attack", "strength": "x"}, "--strength 'x'. Write two totals: 12:5"),
        ({"kind": "attack", "strength": "0:0"}, "--strength '0:0'. Write two totals: 12:5"),
        ({"kind": "attack", "strength": "3:1", "shift": ["R"]}, "--shift 'R'. Write 1R or 2L"),
        (
            {"kind": "attack", "strength": "3:1", "terrain": "swamp"},
            "--terrain 'swamp'. One of clear, hill, marsh, sea, town, woods",
        ),
        (
            {"kind": "attack", "strength": "3:1", "boundary": "rivr"},
            "--boundary 'rivr'. One of bridge, crest, open, river, wall",
        ),
        (
            {"kind": "attack", "strength": "3:1", "area": "a"},
            "--strength goes without a space and units. Leave one out",
        ),
        (
            {"kind": "attack", "area": "a", "terrain": "hill"},
            "--terrain and --boundary go with --strength. Leave them out",
        ),
        ({"kind": "attack", "area": "c"}, "nobody stands in C"),
        ({"kind": "attack", "area": "b"}, "both sides stand in B. Name attackers with --with"),
        ({"kind": "attack", "area": "a"}, "nobody may attack A. Name units with --with"),
        (
            {"kind": "attack", "area": "c", "with_units": ["n1"]},
            "no enemy of north stands in C. Name another space",
        ),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, words: dict[str, Any], message: str) -> None:
    game = toy(
        tmp_path,
        table(more=GROUND),
        Board(line("clear clear clear").spaces.values(), [Edge("b", "c", "open")]),
    )
    game.put("n2", "a", attack=1, defense=1)
    game.put("n1", "b", attack=1, defense=1)
    game.put("s1", "b", attack=1, defense=1)
    with pytest.raises(MalformedAction) as fault:
        game.ask("odds", **words)
    assert str(fault.value) == message


def test_results_without_words_and_losses(tmp_path: Path) -> None:
    rules = '[crt]\ndice = "1d2"\ncolumns = ["1:1"]\n[crt.rows]\n1 = ["X"]\n2 = ["Y"]\n'
    game = toy(tmp_path, rules, line("clear clear"))
    fight(game)
    ruling = game.ask("odds", kind="attack", area="b")
    assert ruling.answer["results"] == {"X": 1, "Y": 1}
    assert "attacker_losses" not in ruling.answer
    game = toy(
        tmp_path, rules + '[results]\nX = "in words"\nY = { text = "", attacker = 1 }\n', line("clear clear")
    )
    fight(game)
    ruling = game.ask("odds", kind="attack", area="b")
    assert "attacker_losses" not in ruling.answer
    assert ruling.steps[-1].text == "X: in words"


# --- against brute force ------------------------------------------------------------------------------------

CODES = ("AE", "AR", "NE", "DR", "DE")


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, list[tuple[str, Fraction]], list[list[str]], tuple[int, int], str]:
    """Text of a table, columns with their odds, rows from the lowest roll on, dice, rounding."""
    odds = draw(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 3)), min_size=1, max_size=5))
    columns = [(f"{a}:{b}", Fraction(a, b)) for a, b in sorted(odds, key=lambda pair: Fraction(*pair))]
    columns = list({value: (name, value) for name, value in columns}.values())
    count, sides = draw(st.integers(1, 2)), draw(st.integers(2, 6))
    rolls = range(count, count * sides + 1)
    rows = [[draw(st.sampled_from(CODES)) for _ in columns] for _ in rolls]
    rounding = draw(st.sampled_from(["defender", "attacker", "nearest"]))
    text = f'[crt]\ndice = "{count}d{sides}"\nrounding = "{rounding}"\n'
    text += f"columns = {[name for name, _ in columns]}\n[crt.rows]\n"
    text += "".join(f"{roll} = {row}\n" for roll, row in zip(rolls, rows, strict=True))
    return text, columns, rows, (count, sides), rounding


def column_by_hand(columns: list[tuple[str, Fraction]], value: Fraction, rounding: str) -> int:
    low = [n for n, (_, least) in enumerate(columns) if least <= value]
    high = [n for n, (_, least) in enumerate(columns) if least >= value]
    if not low:
        return 0
    if not high or rounding == "defender":
        return low[-1]
    if rounding == "attacker":
        return high[0]
    return min((low[-1], high[0]), key=lambda n: (abs(columns[n][1] - value), n))


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables(), st.integers(0, 20), st.integers(1, 12), st.integers(-3, 3), st.integers(-3, 3))
def test_odds_against_brute_force(
    tmp_path: Path, told: Any, attack: int, defense: int, shift: int, modifier: int
) -> None:
    text, columns, rows, (count, sides), rounding = told
    folder = tmp_path / str(next(COUNTER))
    game = toy(folder, text)
    words = [f"{abs(shift)}{'R' if shift > 0 else 'L'}"]
    found = game.ask("odds", kind="attack", strength=f"{attack}:{defense}", shift=words, drm=modifier).answer
    start = column_by_hand(columns, Fraction(attack, defense), rounding)
    column = min(max(start + shift, 0), len(columns) - 1)
    assert found["column"] == columns[column][0]
    by_code: dict[str, int] = {}
    for dice in itertools.product(range(1, sides + 1), repeat=count):
        row = min(max(sum(dice) + modifier - count, 0), len(rows) - 1)
        by_code[rows[row][column]] = by_code.get(rows[row][column], 0) + 1
    assert found["results"] == by_code
    assert found["of"] == sides**count


COUNTER = itertools.count()


def test_two_dice_against_icepool(tmp_path: Path) -> None:
    rows = "".join(f'{n} = ["R{n}"]\n' for n in range(2, 13))
    game = toy(tmp_path, f'[crt]\ndice = "2d6"\ncolumns = ["1:1"]\n[crt.rows]\n{rows}')
    die = 2 @ icepool.d6
    found = game.ask("odds", kind="attack", strength="1:1").answer
    assert found["results"] == {f"R{n}": die.quantity(n) for n in die.outcomes()}
    assert sum(found["percent"].values()) == pytest.approx(100, abs=0.1)
