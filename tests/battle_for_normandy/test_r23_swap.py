"""Section 23.5: towed artillery takes the place of self-propelled guns."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy import r04_phases
from tests.battle_for_normandy import build

ON = build.board(["c3014", "c3015"])
OLD = build.unit("br-sexton", "artillery")
NEW = build.unit("br-towed", "artillery", arrival=9, marks=("swap", "of=br-sexton"))


@pytest.mark.parametrize(
    ("side", "time", "letter", "there"),
    [
        ("allied", "night", "B", "br-towed"),
        ("german", "night", "B", "br-sexton"),
        ("allied", "pm", "B", "br-sexton"),
        ("allied", "night", "A", "br-sexton"),
    ],
)
def test_they_are_swapped_when_the_allied_night_phase_opens(
    side: str, time: str, letter: str, there: str
) -> None:
    placed = ((OLD, "c3014"), (NEW, "turn-track"))
    here = build.situation(
        ON, *placed, side=side, time=time, phase="reinforcements", options={"23.5": letter}
    )
    draft = here.draft()
    r04_phases.open_phase(draft)
    assert [p.uid for p in draft.units_in("c3014")] == [there]
