"""The game is known to the core in these tests, whether or not it is listed among the finished ones."""

from __future__ import annotations

import pytest

from adjudicator import game


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """List June Six among the games."""
    if "june-six" not in game.GAMES:
        monkeypatch.setattr(game, "GAMES", (*game.GAMES, "june-six"))
