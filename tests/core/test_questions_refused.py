"""Questions of the game that cannot be answered say what is missing, and bare ones are answered."""

from __future__ import annotations

import re
import time

import pytest

from adjudicator.asking.help import examples
from adjudicator.asking.nearest import distances
from adjudicator.asking.towards import Explained
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r07_stacking_and_control import HANDLERS
from adjudicator.game import GAMES, load
from tests.commandline import run

PLACE = "breakout-normandy"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"odds {PLACE}:example-11 assault st-lo --with 16/1 --forward nobody", "there is no unit 'nobody'"),
        (f"odds {PLACE}:d-day assault cherbourg --as allied", "nobody assaults Cherbourg"),
        (f"odds {PLACE}:example-3 bombardment omaha", "who bombards"),
        (f"markers {PLACE}:d-day --marker moon --target caen", "there is no marker 'moon'"),
        (f"sunset {PLACE}:example-5 --roll 13", "A DR is 2 to 12"),
        (f"sunset {PLACE}:example-5 --roll -1", "A DR is 2 to 12"),
        (f"advantage {PLACE}:d-day --lost moon", "there is no side 'moon'"),
        (f"advantage {PLACE}:d-day --lost german --units 900", "units of that side are on the map"),
        (f"control {PLACE}:d-day caen --given unit:916=tired", "Write factors 4-4-4"),
        (f"control {PLACE}:d-day caen --given area:caen=swamp", "says nothing of a space"),
        (f"control {PLACE}:d-day caen --given 'area:caen=tem x'", "expected a number, not 'x'"),
        (f"control {PLACE}:d-day caen --given 'side:isigny/st-lo=river open'", "Write: open, river"),
        (f"control {PLACE}:d-day caen --given advantage", "Write ITEM=VALUE"),
        (f"control {PLACE}:d-day caen --given advantage=moon", "advantage is one of"),
        (f"control {PLACE}:d-day caen --interpretation disrupted-df-floor=Q", "has no option 'Q'"),
        (f"control {PLACE}:d-day caen --step x", "not a valid integer"),
        (f"control {PLACE}:d-day caen --as nobody", "is not one of"),
        (f"control {PLACE}:d-day caen --format pdf", "is not one of"),
        (f"check {PLACE}:d-day move", "unit is missing"),
        (f"check {PLACE}:d-day pass 916", "pass takes: (nothing). Not: 916"),
    ],
)
def test_what_is_missing_is_said_in_one_line(line: str, words: str) -> None:
    done = run(f"adjudicator {line}")
    assert (done.code, done.out) == (2, ""), done
    assert words in done.err
    assert done.err.count("\n") == 1


def bare_questions() -> list[str]:
    """The examples that need no position, with the largest number that may be typed in the place of each."""
    lines = {
        line
        for game in GAMES
        for asked in load(game).questions.values()
        for line in examples(asked.__doc__ or "")
        if ":" not in line and not re.search(r"\.(vsav|vlog|txt|json)", line)
    }
    places = [(line, place) for line in sorted(lines) for place in re.finditer(r"(?<= )\d+(?= |$)", line)]
    return [f"{line[: place.start()]}999999999{line[place.end() :]}" for line, place in places]


@pytest.mark.parametrize("line", bare_questions())
def test_the_largest_numbers_are_answered_at_once(line: str) -> None:
    start = time.process_time()
    assert run(line).code in {0, 1, 2}
    assert time.process_time() - start < 5, line


@pytest.mark.parametrize(
    ("line", "code", "start"),
    [
        (f"odds {PLACE} bombardment --av 12 --dv 8", 0, "12:8, two AP or more 986/1296"),
        (
            f"odds {PLACE}:example-3 bombardment omaha --by wtf",
            1,
            "No, for 2 reasons, the first: the Western",
        ),
        (f"support {PLACE}:example-11 st-lo --gun 16/1", 1, "16 Rgt, 1 Div may not support"),
        (f"control {PLACE}:d-day caen --given unit:916=9-9-9 --given area:caen='tem 4 open'", 0, "Caen"),
    ],
)
def test_questions_with_few_words(line: str, code: int, start: str) -> None:
    done = run(f"adjudicator {line}")
    assert (done.code, done.err) == (code, "")
    assert done.out.startswith(start)


def test_the_allies_choose_a_nationality_from_two() -> None:
    handler = next(h for h in HANDLERS if h.rule == "7.3")
    assert sorted(a.nation for a in handler.options(GAME.scenario("d-day"))) == []
    draft = GAME.scenario("d-day").draft()
    draft.ask("allied", "nationality", "7.3", area="caen")
    assert sorted(a.nation for a in handler.options(draft)) == ["british", "us"]


def test_spaces_off_the_board_are_nowhere_near() -> None:
    board = GAME.scenario("d-day").board
    assert distances(board, "paris") == {"paris": 0}
    assert "setup-card" not in distances(board, "caen")
    assert Explained((), ()).ok
