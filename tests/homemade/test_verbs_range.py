"""Attacks at range: who may, from how far, by which way, together with whom; against every way tried."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.errors import MalformedAction, PositionError
from maps.board import Board, Edge, Space
from tests.commandline import run
from tests.homemade.boards import Toy, grid, line, toy
from tests.homemade.test_verbs_odds import table

RIVERS = Path(__file__).parents[2] / "docs" / "examples" / "two-rivers"
RANGE = '[crt.range]\ncolumn = "range"\n'


def ranged(lines: str = "", more: str = "", crt: str = "") -> str:
    return table(crt, more + RANGE + lines)


def guns(game: Toy, **more: Any) -> None:
    """Guns with a range of 2 two spaces from the defender, who stands in c."""
    game.put("n1", "a", **{"attack": 6, "defense": 1, "range": 2, **more})
    game.put("s1", "c", attack=1, defense=3, steps=3)


def test_an_attack_from_two_spaces_away(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged(), line("clear clear clear"))
    guns(game, steps=2)
    ruling = game.ask("odds", kind="attack", area="c")
    assert ruling.verdict.startswith("6:3 on C, column 2:1: ")
    assert (ruling.answer["attackers"], ruling.answer["at_range"]) == (["n1"], {"n1": 2})
    assert ruling.answer["attacker_losses"] == {"0": 5, "1": 1}
    assert [str(step) for step in ruling.steps[:2]] == [
        "Unit n1 attacks at range: 2 of at most 2, A - B - C (the position)",
        "+6  attack of Unit n1 at range (the position)",
    ]


def test_without_a_range_there_is_none(tmp_path: Path) -> None:
    game = toy(tmp_path, table(), line("clear clear clear"))
    guns(game)
    refused = game.ask("odds", kind="attack", area="c", with_units=["n1"])
    assert refused.reasons == ("Unit n1 in A does not stand next to C (rules.toml:1 crt)",)
    with pytest.raises(MalformedAction, match="nobody may attack C"):
        game.ask("odds", kind="attack", area="c")


@pytest.mark.parametrize("shown", [{}, {"range": 0}])
def test_a_unit_without_a_range(tmp_path: Path, shown: dict[str, int]) -> None:
    game = toy(tmp_path, ranged(), line("clear clear clear"))
    numbers: dict[str, Any] = {"attack": 6, **shown}
    game.put("n1", "a", **numbers)
    game.put("s1", "c", defense=3)
    refused = game.ask("odds", kind="attack", area="c", with_units=["n1"])
    assert refused.reasons == (
        "Unit n1 in A does not stand next to C, and prints no range (rules.toml:1 crt)",
    )


def test_too_far_and_no_way(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged(), line("clear clear clear clear"))
    game.put("n1", "a", attack=6, range=2)
    game.put("s1", "d", defense=3)
    refused = game.ask("odds", kind="attack", area="d", with_units=["n1"])
    assert refused.reasons == (
        "Unit n1 attacks at a range of 2, and it is 3 spaces from A to D (the position)",
    )
    islands = Board([Space(n, n.upper(), "area", {"terrain": "clear"}) for n in "ad"], [])
    game.board = islands
    refused = game.ask("odds", kind="attack", area="d", with_units=["n1"])
    assert refused.reasons == (
        "Unit n1 attacks at a range of 2, and no way leads from A to D (the position)",
    )


def test_next_to_the_enemy_it_attacks_as_all_do(tmp_path: Path) -> None:
    more = '[crt.boundary]\nriver = "x1/2"\n'
    game = toy(
        tmp_path, ranged('attack = "barrage"\n', more), line("clear clear", boundaries={"ab": "river"})
    )
    game.put("n1", "a", attack=6, range=3, barrage=9)
    game.put("s1", "b", defense=3)
    found = game.ask("odds", kind="attack", area="b").answer
    assert (found["attack"], "at_range" in found) == ("3", False)


def test_a_unit_beside_the_map_attacks_nothing(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged(), line("clear clear clear"))
    game.put("n1", "box", attack=6, range=9)
    game.put("s1", "c", defense=3)
    assert not game.ask("odds", kind="attack", area="c", with_units=["n1"]).ok
    with pytest.raises(MalformedAction, match="nobody may attack C"):
        game.ask("odds", kind="attack", area="c")


STOPS = 'not_across = ["crest"]\nnot_through = ["woods"]\n'


@pytest.mark.parametrize(
    ("terrains", "boundaries", "why"),
    [
        (
            "clear woods clear",
            {},
            ("Unit n1 does not attack at range through woods, B (rules.toml:14 crt.range.not_through)",),
        ),
        (
            "clear clear clear",
            {"bc": "crest"},
            ("Unit n1 does not attack at range across a crest, B / C (rules.toml:13 crt.range.not_across)",),
        ),
        (
            "clear woods clear",
            {"ab": "crest"},
            (
                "Unit n1 does not attack at range across a crest, A / B (rules.toml:13 crt.range.not_across)",
                "Unit n1 does not attack at range through woods, B (rules.toml:14 crt.range.not_through)",
            ),
        ),
        ("woods clear woods", {}, ()),
    ],
)
def test_what_the_way_does_not_cross(
    tmp_path: Path, terrains: str, boundaries: dict[str, str], why: tuple[str, ...]
) -> None:
    game = toy(tmp_path, ranged(STOPS), line(terrains, boundaries=boundaries))
    guns(game)
    assert game.ask("odds", kind="attack", area="c", with_units=["n1"]).reasons == why


def test_the_way_goes_round_where_the_range_reaches(tmp_path: Path) -> None:
    """Hexes 0101, 0201, 0301 with woods between, and a way below them of three spaces."""
    spaces = [Space(n, n.upper(), "area", {"terrain": "woods" if n == "b" else "clear"}) for n in "abcde"]
    edges = [Edge(x, y, "open") for x, y in ("ab", "bc", "ad", "de", "ce")]
    game = toy(tmp_path, ranged(STOPS), Board(spaces, edges))
    guns(game)
    assert not game.ask("odds", kind="attack", area="c", with_units=["n1"]).ok
    guns(game, range=3)
    ruling = game.ask("odds", kind="attack", area="c")
    assert ruling.answer["at_range"] == {"n1": 3}
    assert "A - D - E - C" in ruling.steps[0].text


def both(game: Toy) -> None:
    guns(game, attack=4, steps=1)
    game.put("n2", "b", attack=3, steps=2)


def test_together_with_a_neighbour(tmp_path: Path) -> None:
    more = '[crt.boundary]\nriver = "1L"\n'
    board = line("clear clear clear", boundaries={"bc": "river"})
    for lines, shift in (("", -1), ('boundary = "adjacent"\n', -1), ('boundary = "all"\n', 0)):
        game = toy(tmp_path, ranged(lines, more), board)
        both(game)
        found = game.ask("odds", kind="attack", area="c").answer
        assert (found["attack"], found["shift"]) == ("7", shift)
        assert sorted(found["attackers"]) == ["n1", "n2"]
        assert found["at_range"] == {"n1": 2}
        alone = game.ask("odds", kind="attack", area="c", with_units=["n1"]).answer
        assert alone["shift"] == 0


def test_another_strength_at_range(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged('attack = "barrage"\n'), line("clear clear clear"))
    guns(game, barrage=9)
    ruling = game.ask("odds", kind="attack", area="c")
    assert ruling.answer["attack"] == "9"
    guns(game)
    with pytest.raises(PositionError, match="the position does not say the BARRAGE of Unit n1"):
        game.ask("odds", kind="attack", area="c")


def test_nobody_attacks_at_range_alone_where_the_file_says_so(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged("alone = false\n"), line("clear clear clear clear"))
    both(game)
    assert game.ask("odds", kind="attack", area="c").ok
    for named in (["n1"], ["n1", "n3"]):
        game.put("n3", "a", attack=1)
        refused = game.ask("odds", kind="attack", area="c", with_units=named)
        assert "nobody attacks but at range: Unit n1 (rules.toml:13 crt.range.alone)" in refused.reasons
        assert len(refused.reasons) == len(named)


def test_whoever_is_at_range_loses_nothing_where_the_file_says_so(tmp_path: Path) -> None:
    rules = '[crt]\ndice = "1d2"\ncolumns = ["1:1"]\n[crt.rows]\n1-2 = ["AE"]\n' + RANGE
    results = '[results]\nAE = { attacker = "all", defender = 0 }\n'
    for lines, lost in (("", 3), ("losses = false\n", 2)):
        game = toy(tmp_path, rules + lines + results, line("clear clear clear"))
        both(game)
        found = game.ask("odds", kind="attack", area="c").answer
        assert found["attacker_losses"] == {str(lost): 2}
    alone = game.ask("odds", kind="attack", area="c", with_units=["n1"]).answer
    assert alone["attacker_losses"] == {"0": 2}


def test_in_the_same_space_others_come_by_range(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged(crt='from = "same"'), line("clear clear clear"))
    game.put("n1", "b", attack=5, range=1)
    game.put("n2", "c", attack=4)
    game.put("s1", "c", defense=3)
    found = game.ask("odds", kind="attack", area="c", with_units=["n1", "n2"]).answer
    assert (found["attack"], found["at_range"]) == ("9", {"n1": 1})


def test_a_back_has_its_own_range(tmp_path: Path) -> None:
    game = toy(tmp_path, ranged(), line("clear clear clear"))
    guns(game, status="reduced", reduced_attack=3, reduced_range=1)
    refused = game.ask("odds", kind="attack", area="c", with_units=["n1"])
    assert refused.reasons == (
        "Unit n1 attacks at a range of 1, and it is 2 spaces from A to C (the position)",
    )
    guns(game, status="reduced", reduced_attack=3)
    ruling = game.ask("odds", kind="attack", area="c")
    assert ruling.answer["attack"] == "3"
    assert any("has the range of its front, 2" in told for told in ruling.assumptions)


# --- against brute force ------------------------------------------------------------------------------------

HEXES = [f"{c:02}{r:02}" for c in range(1, 5) for r in range(1, 4)]
EDGES = list(grid(4, 3).edges)


def ways(board: Board, here: str, target: str, left: int, been: frozenset[str]) -> list[int]:
    """Lengths of every open way, tried one by one."""
    if here == target:
        return [0]
    found: list[int] = []
    for edge, other in board.neighbours(here) if left else ():
        shut = edge.boundary == "crest" or (other != target and board.spaces[other]["terrain"] == "woods")
        if other not in been and board.spaces[other].kind != "box" and not shut:
            found += [1 + n for n in ways(board, other, target, left - 1, been | {other})]
    return found


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(HEXES), st.sampled_from(["clear", "woods"])),
    st.sets(st.sampled_from(EDGES), max_size=8),
    st.dictionaries(st.sampled_from(HEXES[1:]), st.integers(0, 4), min_size=1, max_size=5),
)
def test_who_attacks_is_who_may(
    tmp_path_factory: pytest.TempPathFactory,
    terrain: Mapping[str, str],
    crests: set[str],
    standing: Mapping[str, int],
) -> None:
    """Whoever is not named attacks if he may attack alone, and the distance is that of the shortest way."""
    board = grid(4, 3, terrain, {edge: {"boundary": "crest"} for edge in crests})
    game = toy(tmp_path_factory.mktemp("range"), ranged(STOPS), board)
    game.put("s1", HEXES[0], defense=3)
    for number, (space, far) in enumerate(standing.items()):
        numbers: dict[str, Any] = {"attack": 2, **({"range": far} if far else {})}
        game.put(f"n{number}", space, **numbers)
    may = {}
    for uid, piece in game.pieces.items():
        if uid.startswith("n"):
            ruling = game.ask("odds", kind="attack", area=HEXES[0], with_units=[uid])
            near = board.edge(piece.space, HEXES[0]) is not None
            far = piece.printed.rating("range") or 0
            lengths = ways(board, piece.space, HEXES[0], int(far), frozenset({piece.space}))
            assert ruling.ok is (near or bool(lengths))
            assert ruling.ok or ruling.reasons
            if ruling.ok:
                told = ruling.answer.get("at_range", {})
                may[uid] = told.get(uid)
                assert told == ({} if near else {uid: min(lengths)})
    if not may:
        with pytest.raises(MalformedAction):
            game.ask("odds", kind="attack", area=HEXES[0])
        return
    found = game.ask("odds", kind="attack", area=HEXES[0]).answer
    assert set(found["attackers"]) == set(may)
    assert found.get("at_range", {}) == {uid: n for uid, n in may.items() if n is not None}


# --- in a folder --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gunned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two Rivers, whose guns fire two Areas far."""
    folder = tmp_path_factory.mktemp("gunned") / "gunned"
    shutil.copytree(RIVERS, folder)
    for name, old, new in (
        ("game.toml", 'slug = "two-rivers"', 'slug = "gunned"'),
        ("rules.toml", "[results] ", '[crt.range]\ncolumn = "range"\nnot_through = ["town"]\n\n[results] '),
    ):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    units = folder / "units.csv"
    rows = units.read_text(encoding="utf-8").splitlines()
    head = next(n for n, row in enumerate(rows) if row.startswith("id,"))
    rows[head] += ",range"
    for n in range(head + 1, len(rows)):
        rows[n] += ",2" if ",artillery," in rows[n] else ","
    units.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def test_a_folder_cites_the_row(gunned: Path) -> None:
    done = run(f"adjudicator odds {gunned}:turn-four attack harrow-hill --with n-fell-guns --json")
    line = (gunned / "rules.toml").read_text(encoding="utf-8").splitlines().index(
        'not_through = ["town"]'
    ) + 1
    assert done.code == 1
    assert [(fault["rule"], fault["text"]) for fault in json.loads(done.out)["violations"]] == [
        (
            f"rules.toml:{line} crt.range.not_through",
            "Fell Artillery does not attack at range through town, Stanbridge",
        )
    ]
    done = run(f"adjudicator odds {gunned}:start attack stanbridge --with n-fell-guns")
    assert "Fell Artillery attacks at range: 2 of at most 2, High Fell - Larkdale - Stanbridge" in done.out
    assert re.search(r"units\.csv:\d+ range", done.out)


def test_a_column_that_is_not_there(gunned: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wrong-column"
    shutil.copytree(gunned, folder)
    for name, old, new in (
        ("game.toml", '"gunned"', '"wrong-column"'),
        ("rules.toml", 'column = "range"', 'column = "rang"'),
    ):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = run(f"adjudicator odds {folder}:start attack stanbridge")
    assert re.fullmatch(
        r"adjudicator: rules\.toml, line \d+, crt\.range\.column: "
        r"expected a column of units\.csv, not 'rang'; Did you mean range\?\n",
        done.err,
    )


def test_the_page_shows_a_table_that_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "your-own-game.md").read_text(encoding="utf-8")
    shown = re.search(r"^```toml\n(\[crt\.range\]\n.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert shown is not None
    game = toy(tmp_path, table(more=shown[1]), line("clear clear clear"))
    both(game)
    game.put("n1", "a", attack=1, barrage=7, range=2)
    assert game.ask("odds", kind="attack", area="c").answer["attack"] == "10"
    assert not game.ask("odds", kind="attack", area="c", with_units=["n1"]).ok
