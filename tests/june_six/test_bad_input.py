"""Words, sketches, saves and overlays of June Six that are wrong: one clear line each, and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import counters
import maps
from counters.press import Counter, load_counters
from tests.commandline import run

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "tests/saves"
SAVE = SAVES / "june.vsav"
START = "june-six:campaign"
SKETCH = "june-six, turn 4\ne2030..e2434: clear\ne2132: clear | us inf 7-7-6 '16' full 1div\n"
FOLDERS = {
    "units.csv": Path(counters.__file__).parent / "june_six",
    "formations.csv": Path(counters.__file__).parent / "june_six",
    "spaces.csv": Path(maps.__file__).parent / "june_six",
    "map.toml": Path(maps.__file__).parent / "june_six",
}
Owner = Callable[[str, str, str, str], Path]


def refused(line: str, *said: str) -> None:
    """The command is refused in one line that holds these words."""
    done = run(line)
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    for words in said:
        assert words in done.err, done.err


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    """Write an overlay: a file of ours in which one row, found by its beginning, says something else."""

    def write(name: str, row: str, ours: str, theirs: str) -> Path:
        lines = (FOLDERS[name] / name).read_text(encoding="utf-8").splitlines()
        number = next(n for n, text in enumerate(lines) if text.startswith(row))
        assert ours in lines[number]
        lines[number] = lines[number].replace(ours, theirs, 1)
        (tmp_path / "june-six").mkdir()
        (tmp_path / "june-six" / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return tmp_path

    return write


def mix(folder: Path | None) -> tuple[Counter, ...]:
    return load_counters("june-six", numbers={}, overlay=folder)


# --- words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("odds {} e9999 --with 69/50", "there is no space 'e9999'. Names are such as"),
        ("odds {} x1234 --with 69/50", "there is no space 'x1234'. Did you mean W1234 or E1234?"),
        ("odds {} E19401 --with 69/50", "there is no space 'E19401'. Did you mean E1941 or E1940?"),
        ("odds {} e183 --with 69/50", "'e183' may be: E1830 Tilly-sur-Seulles; E1831"),
        ("odds {} e1830 --with 69/5000", "there is no unit '69/5000'. Did you mean 69/50?"),
        ("odds {} e1830 --with qqq", "there is no unit 'qqq'. Names are such as"),
        ("odds {}", "Name the defender hex"),
        ("strategic {}", "strategic needs unit"),
        ("release {} qqq", "there is no one formation 'qqq'. Write a slug such as us-1"),
        ("release {} german-corps", "'german-corps' is no formation. Write a slug such as us-1"),
        ("check {} move 69/50 e9999", "there is no space 'e9999'"),
        ("check {} attakc 69/50 e1830", "there is no action 'attakc'. Known: "),
        ("check {} attack", "attack needs: units target. target is missing"),
        ("weather {} 12", "weather: '12' is one word too many"),
        ("resources {} polish", "Sides: allied, german"),
        ("losses {} e1830 --result Q", "One of dis-1, dis-2, reduced"),
        ("chekc {}", "No such command 'chekc'. Did you mean check"),
        ("odds {} e1830 --wiht 69/50", "No such option '--wiht'. (Did you mean"),
    ],
)
def test_wrong_words(words: str, said: str) -> None:
    refused(f"adjudicator {words.format(SAVE)}", said)


def test_a_formation_goes_by_its_printed_name() -> None:
    line = f"adjudicator release {START} 12SS --given turn=2"
    assert run(line).out.startswith("12th SS Panzer Division is released with a chance of 4/5.")


def test_a_position_of_another_game() -> None:
    refused(
        f"module-builder sheets june-six --used-by {SAVES / 'summer.vsav'}", "a position of june-six, not of"
    )
    refused(
        "adjudicator odds june-six:nosuch e1830", "June Six has no scenario 'nosuch'", "june-six:campaign"
    )


def test_a_save_that_is_cut_off(tmp_path: Path) -> None:
    cut = tmp_path / "cut.vsav"
    cut.write_bytes(SAVE.read_bytes()[:30_000])
    refused(f"adjudicator position {cut}", "cut.vsav: expected a whole zip file", "the file is cut off")


# --- sketches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        ("june-six,", "june-sex,", "a sketch begins with the name of a game, not 'june-sex'"),
        (
            "turn 4",
            "tern 4",
            "line 1 ('june-six, tern 4'): 'tern 4' is not known. Did you mean terrain or turn? Write turn 3",
        ),
        ("e2434: clear", "e2434: cleer", "line 2 ('e2030..e2434: cleer'): 'cleer' says nothing of a space"),
        ("e2434", "x2434", "line 2 ('e2030..x2434: clear'): 'x2434' is no hex number: W, E and 4 digits"),
        ("us inf ", "us infntry ", "after the nation comes one of inf, infantry"),
        ("7-7-6", "7-7", "'7-7' says nothing of a unit. Write: us inf 6-6-6/3-5-6"),
        ("full", "fool", "add the status (full, reduced)"),
    ],
)
def test_wrong_sketches(tmp_path: Path, ours: str, theirs: str, said: str) -> None:
    file = tmp_path / "s.txt"
    file.write_text(SKETCH.replace(ours, theirs), encoding="utf-8")
    refused(f"adjudicator position {file}", "s.txt: expected a position", said)


# --- an owner's files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "row", "ours", "theirs", "said"),
    [
        ("units.csv", "us-1-16,", ",7,7,6,", ",77,7,6,", "column cs: expected a whole number from 0 to 30"),
        ("units.csv", "us-1-16,", "infantry", "infntry", "column type: expected one of infantry"),
        ("units.csv", "us-1-16,", "us-1,", "us-11,", "unit us-1-16, column division: expected the id of a"),
        ("units.csv", "us-1-16,", "landing-omaha", "omaha", "column entry: expected a space of the map"),
        ("formations.csv", "us-1,", "us-v", "us-w", "formation us-1, column parent: expected the id of a"),
        (
            "formations.csv",
            "ge-12ss,",
            ",7,B|C,",
            ",17,B|C,",
            "column release: expected a whole number from 0",
        ),
        ("formations.csv", "ge-12ss,", ",7,B|C,", ",7,B|Q,", "column entry: expected letters A to F"),
        ("spaces.csv", "e1830,", "town", "twon", "column terrain: expected one of clear, bocage"),
        ("spaces.csv", "e1830,", "e1830", "e9930", "column id: expected the number of a hex of sheet W or E"),
    ],
)
def test_a_wrong_cell(owner: Owner, name: str, row: str, ours: str, theirs: str, said: str) -> None:
    folder = owner(name, row, ours, theirs)
    refused(f"adjudicator position {START} --overlay {folder}", name, said)
    sheets = f"module-builder sheets june-six -o {folder} --only contact --counter us-1-16 --overlay {folder}"
    refused(sheets, name, said)


def test_wrong_toml(owner: Owner) -> None:
    folder = owner("map.toml", "title", '"June Six"', '"June Six')
    refused(
        f"module-builder aids june-six -o {folder} --overlay {folder}",
        "map.toml: expected valid TOML",
        "at line 4",
    )


def test_an_owner_corrects_rulings(owner: Owner) -> None:
    folder = owner("formations.csv", "ge-12ss,", ",7,B|C,", ",3,D,")
    line = f"adjudicator release {START} 12SS --given turn=2 --overlay {folder}"
    assert run(line).out.startswith("12th SS Panzer Division is released with a chance of 2/5.")
    assert "Entry hex letter: D" in run(line.replace("release", "entry")).out


def test_an_owner_corrects_units_in_rulings_and_drawing(owner: Owner) -> None:
    folder = owner("units.csv", "us-1-16,", ",7,7,6,", ",7,7,9,")
    line = f"adjudicator cost {START} 16/1 e1943 e1942"
    assert "6  MA of 16/1" in run(line).out
    assert "9  MA of 16/1" in run(f"{line} --overlay {folder}").out
    faces = [next(c.front for c in mix(own) if c.id == "us-1-16").look() for own in (None, folder)]
    assert faces[0] != faces[1]


@pytest.mark.slow
def test_an_owner_corrects_formations_in_drawing(owner: Owner) -> None:
    folder = owner("formations.csv", "ge-12ss,", "#a8d24a", "#123456")
    assert {
        c.id for c, d in zip(mix(None), mix(folder), strict=True) if c.front.look() != d.front.look()
    } == {c.id for c in mix(None) if c.formation == "ge-12ss" or c.id == "am-ge-12ss"}


def test_an_owner_corrects_hexes(owner: Owner) -> None:
    folder = owner("spaces.csv", "e1942,", "clear", "marsh")
    line = f"adjudicator cost {START} 69/50 e1943 e1942"
    assert "Marsh" in run(f"{line} --overlay {folder}").out
    assert "Marsh" not in run(line).out
