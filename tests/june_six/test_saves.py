"""A saved game made before each side had a pile of its own for the marker that it holds out."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position
from adjudicator.saves.patching import patch_save

SAVE = Path(__file__).parents[1] / "saves" / "june.vsav"


@pytest.mark.slow
@pytest.mark.parametrize("chit", ["am-us-1-1", "am-ge-21pz-1"])
def test_the_pile_of_both_sides_takes_and_gives_a_marker(chit: str, tmp_path: Path) -> None:
    before = load_position(str(SAVE)).position
    assert before is not None
    draft = before.draft()
    draft.set("am", "initiative", chit)
    held, new = draft.finish(), tmp_path / "new.vsav"
    patch_save(SAVE, before, held, new)
    again = load_position(str(new)).position
    assert again is not None
    assert again.text("am", chit) == "initiative"
    patch_save(new, again, before, tmp_path / "back.vsav")
    assert load_position(str(tmp_path / "back.vsav")).position == before
