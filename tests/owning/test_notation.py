"""The numbers of a counter in one line: what is shown is read back, and a sketch reads it alike."""

from __future__ import annotations

import pytest

from adjudicator.asking.sketch_units import described
from adjudicator.errors import MalformedAction
from adjudicator.game import GAMES
from adjudicator.owning.doubts import COUNTERS, doubts_of, seen_in
from adjudicator.owning.notation import load_notation
from adjudicator.vocabulary import load_vocabulary
from counters.catalog import load_units
from counters.units import Unit
from maps.filing import OURS, replaceable
from maps.loader import header


def cells_of(game: str) -> dict[str, dict[str, str]]:
    """Every counter: column -> text."""
    found: dict[str, dict[str, str]] = {}
    for (uid, column), seen in seen_in(OURS, game, COUNTERS).items():
        found.setdefault(uid, {})[column] = seen.text
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_every_counter_is_read_back_as_it_is(game: str) -> None:
    notation = load_notation(game)
    for uid, cells in cells_of(game).items():
        told = notation.read(notation.shown(cells), cells)
        assert told == {column: cells[column] for column in told}, uid
        assert {column for column in notation.line if cells[column] not in {"", "*", "-"}} <= {*told}, uid


@pytest.mark.parametrize("game", GAMES)
def test_a_sketch_reads_the_same_line_alike(game: str) -> None:
    notation, known = load_notation(game), load_vocabulary(game)
    counters, tried = cells_of(game), 0
    for uid, unit in load_units(game).items():
        cells = counters[uid]
        numbers = [cells[column] for column in (*notation.front, *notation.back)]
        if not all(number.isdigit() and int(number) < 100 for number in numbers):
            continue
        bare = Unit("x", "x", "x", unit.side, unit.nationality)
        drawn = described(known, bare, notation.shown(cells).split()[0], "fresh")
        assert drawn is not None, uid
        for column in (*notation.front, *notation.back):
            assert drawn.rating(column) == int(cells[column]), (uid, column)
        tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("breakout-normandy", "-3-/2", {"af": "*", "df": "3", "mf": "*", "spent_df": "2"}),
        ("breakout-normandy", "5-5-5 name='16 Rgt'", {"af": "5", "df": "5", "mf": "5", "name": "16 Rgt"}),
        ("dark-summer", "3-6", {"af": "3", "df": "3", "mf": "6"}),
        ("june-six", "[2]-3-4 artillery5", {"cs": "2", "cohesion": "3", "ma": "4", "artillery": "5"}),
        ("june-six", "6-6-4/3-5-4 armor3/2", {"armor": "3", "reduced_armor": "2"}),
        ("battle-for-normandy", "4-6 range9", {"as": "4", "ds": "", "ma": "6", "range": "9"}),
        ("storm-over-normandy", "1-9-4/8", {"af": "1", "df": "9", "mf": "4", "spent_df": "8"}),
    ],
)
def test_a_line_as_the_game_prints_it(game: str, line: str, told: dict[str, str]) -> None:
    cells = dict.fromkeys(header(replaceable(game)[COUNTERS]), "1")
    assert told.items() <= load_notation(game).read(line, cells).items()


@pytest.mark.parametrize(
    "line", ["4-4", "4-4-4-4", "x", "4-4-4/3-3-3-3", "moon=3", "armour9", "4-4-4 '", "id=x"]
)
@pytest.mark.parametrize("game", ["breakout-normandy", "june-six"])
def test_another_line_is_refused_with_what_the_counters_print(game: str, line: str) -> None:
    with pytest.raises(MalformedAction, match="is not how the counters print it"):
        load_notation(game).read(line, dict.fromkeys(header(replaceable(game)[COUNTERS]), "1"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_file_with_a_doubtful_value_has_a_title_or_is_left_out(game: str) -> None:
    notation = load_notation(game)
    files = replaceable(game)
    assert {*notation.titles, *notation.left_out} <= {*files}
    for file, columns in notation.left_out.items():
        if file.endswith(".csv"):
            assert columns <= {*header(files[file])}, file
    assert {*notation.line} <= {*header(files[COUNTERS])}
    assert {doubt.file for doubt in doubts_of(game).values()} <= {*notation.titles}
