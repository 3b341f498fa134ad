"""The addresses of the table: a position opened, looked at, asked about, tried."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.asking.door import ask, open_position
from adjudicator.game import GAMES
from adjudicator.report import ruling_to_json
from tests.table.serving import SAVES, Page, serving

STARTS = {
    "breakout-normandy": "d-day",
    "dark-summer": "campaign",
    "storm-over-normandy": "invasion",
    "june-six": "campaign",
    "battle-for-normandy": "campaign",
}


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with serving() as found:
        yield found


def test_the_games_are_told_with_their_scenarios_and_a_sketch(page: Page) -> None:
    games = page.get("api/games")
    assert [game["slug"] for game in games] == list(GAMES)
    assert all(game["sketch"] and game["scenarios"] and len(game["sides"]) == 2 for game in games)


@pytest.mark.parametrize("slug", GAMES)
def test_a_scenario_is_opened_looked_at_and_played(page: Page, slug: str) -> None:
    tree = page.open(f"{slug}:{STARTS[slug]}")
    at = f"api/trees/{tree}/nodes"
    here = page.get(f"{at}/n0")
    assert here["node"]["kind"] == "start"
    assert here["next"]["ruling"]["ok"]
    kind = here["actions"][0]["kind"]
    action = page.get(f"{at}/n0/legal", kind=kind)["actions"][0]
    first = page.post(f"{at}/n0/act", {"action": action["typed"]})
    again = page.post(f"{at}/n0/act", {"action": action["json"]})
    assert first["node"] == again["node"]
    assert first["node"]["parent"] == "n0"
    assert page.get(f"{at}/{first['node']['id']}")["node"]["text"] == action["typed"]
    assert [node["id"] for node in page.get(f"api/trees/{tree}")["nodes"]] == ["n0", "n1"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_of_a_game_has_a_form(page: Page, slug: str) -> None:
    forms = page.get(f"api/trees/{page.open(f'{slug}:{STARTS[slug]}')}/forms")
    assert {"next", "check", "legal", "odds", "supply"} <= {form["verb"] for form in forms}
    kinds = {field["kind"] for form in forms for field in form["fields"]}
    assert kinds <= {"unit", "space", "side", "word", "number", "flag", "text"}
    assert all(form["title"] and form["topic"] for form in forms)


def test_an_answer_is_that_of_the_library(page: Page) -> None:
    tree = page.drop("bridges.vsav").json()["tree"]
    position = open_position(SAVES / "bridges.vsav")
    for verb, words in (("legal", ["1058"]), ("supply", ["1058"]), ("next", [])):
        told = page.post(f"api/trees/{tree}/nodes/n0/ask", {"verb": verb, "words": words})
        assert told["ruling"] == ruling_to_json(ask(position, verb, *words, viewpoint="public"))
        assert told["typed"] == f"adjudicator {verb} bridges.vsav {' '.join(words)}".strip()


def test_an_illegal_action_makes_no_node_and_has_every_reason(page: Page) -> None:
    tree = page.drop("bridges.vsav").json()["tree"]
    told = page.post(f"api/trees/{tree}/nodes/n0/act", {"action": "move 1058 caen"})
    assert told["node"] is None
    assert [v["rule"] for v in told["ruling"]["violations"]] == ["8.33"]
    assert len(page.get(f"api/trees/{tree}")["nodes"]) == 1


def test_no_question_looks_into_a_file(page: Page) -> None:
    tree = page.drop("bridges.vsav").json()["tree"]
    at = f"api/trees/{tree}/nodes/n0"
    file = str(SAVES / "bridges.vsav")
    for path, body in (
        (f"{at}/ask", {"verb": "check", "words": [file]}),
        (f"{at}/ask", {"verb": "check", "fields": {"action": [file]}}),
        (f"{at}/act", {"action": file}),
        ("api/open", {"source": file}),
    ):
        status, _ = page.refused(path, body)
        assert status == 422
