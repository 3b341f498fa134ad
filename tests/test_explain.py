"""Every section of every game can be explained."""

from __future__ import annotations

import pytest

from adjudicator.citation import load_rulebook
from adjudicator.coverage import explain_section
from adjudicator.game import GAMES, load


@pytest.mark.parametrize("slug", GAMES)
def test_every_section_is_explained_by_its_title_and_code(slug: str) -> None:
    game = load(slug)
    for section, entry in load_rulebook(game.folder / "rulebook.toml").items():
        text = explain_section(game, section)
        assert text.startswith(section), section
        assert entry["title"] in text.splitlines()[0]
