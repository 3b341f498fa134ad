"""Every section of every game can be explained."""

from __future__ import annotations

import re

import pytest

from adjudicator.asking.coverage import explain_section
from adjudicator.asking.explaining import explain_readings, explain_state
from adjudicator.citation import load_rulebook
from adjudicator.game import GAMES, load
from tests.commandline import run
from tests.every import quick_one


@pytest.mark.parametrize("slug", quick_one(GAMES, "storm-over-normandy"))
def test_every_section_is_explained_by_its_title_and_code(slug: str) -> None:
    game = load(slug)
    for section, entry in load_rulebook(game.folder / "rulebook.toml").items():
        text = explain_section(game, section)
        assert text.startswith(section), section
        assert entry["title"] in text.splitlines()[0]


@pytest.mark.parametrize("slug", quick_one(GAMES, "storm-over-normandy"))
def test_no_explanation_names_the_program(slug: str) -> None:
    game = load(slug)
    for section in load_rulebook(game.folder / "rulebook.toml"):
        text = explain_section(game, section)
        assert not re.search(r"`|\br\d\d_|\b\w+\.\w+_\w+|\b[a-z]+_[a-z]+\b", text), (section, text)


@pytest.mark.parametrize("slug", GAMES)
def test_the_items_of_state_are_explained_and_each_alone(slug: str) -> None:
    game = load(slug)
    text = explain_state(game)
    for name, item in game.schema.items.items():
        alone = explain_state(game, name)
        assert alone in text
        assert f"({item.rule})" in alone
    assert run(f"adjudicator explain {slug} state").out.rstrip("\n") == text
    assert f"`adjudicator explain {slug} state`" in run(f"adjudicator explain {slug} state moon").err


@pytest.mark.parametrize("slug", GAMES)
def test_readings_are_explained(slug: str) -> None:
    game = load(slug)
    text = explain_readings(game)
    assert all(f"{reading.id} ({reading.rule})" in text for reading in game.schema.readings.values())


def test_a_message_leads_to_a_list_of_items() -> None:
    done = run("adjudicator next june-six:campaign --given moon=1")
    way = re.search(r"`(adjudicator [^`]*)`", done.err)
    assert done.code == 2
    assert way is not None
    assert run(way[1]).code == 0
