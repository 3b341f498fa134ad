"""The tuner changes one weight of one side of one game, and nothing that lies in the program."""

from __future__ import annotations

import os
import tomllib

import pytest
from click.testing import CliRunner

from adjudicator.game import GAMES
from adjudicator.playing.weights import TERMS, weights_text
from adjudicator.sides import SIDES
from tests.tuning import main, varied


@pytest.mark.parametrize("game", GAMES)
def test_one_weight_is_varied_and_no_other(game: str) -> None:
    before = tomllib.loads(weights_text())
    for side in SIDES:
        for term in TERMS:
            after = tomllib.loads(varied(weights_text(), game, side, term, 0.125))
            assert after[game][side][term] == 0.125
            after[game][side][term] = before[game][side][term]
            assert after == before


def test_what_is_not_there_is_not_varied() -> None:
    with pytest.raises(ValueError, match="no glory of the german side of june-six"):
        varied(weights_text(), "june-six", "german", "glory", 1.0)


@pytest.mark.slow
def test_the_same_games_are_played_with_each_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tuning.STEPS", 40)
    found = CliRunner().invoke(main, ["storm-over-normandy", "german", "--games", "1"])
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0].endswith("as it is")
    assert len(lines) == 2 + 2 * 5  # supply is not weighed there
    assert lines[-1].startswith("best: ")
    assert "BOCAGE_WEIGHTS" not in os.environ
