"""The addresses of the table: a position opened, looked at, asked about, tried."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.asking.door import ask, open_position
from adjudicator.game import GAMES
from adjudicator.report import ruling_to_json
from tests.table.serving import SAVES, Page, serving

RIVER = (SAVES / "river.txt").read_text()
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


def test_the_board_and_the_faces_are_fetched_by_what_they_are_made_of(page: Page) -> None:
    tree = page.get(f"api/trees/{page.open(RIVER)}")
    board = page.get(f"api/boards/{tree['board']}")
    assert board["drawn"]
    tile = fetched(page, f"{board['tiles']['url']}/0/0_0.webp")
    assert tile.headers["content-type"] == "image/webp"
    assert "immutable" in tile.headers["cache-control"]
    here = page.get(f"api/trees/{tree['tree']}/nodes/n0")
    for key in (tree["sprites"], here["sprites"]):
        sizes = page.get(f"api/sprites/{key}")["sizes"]
        assert len({row["px"] for row in sizes}) == 4
    assert here["sprites"] != tree["sprites"]
    own = {face for row in page.get(f"api/sprites/{here['sprites']}")["sizes"] for face in row["faces"]}
    assert own & {piece["face"] for piece in here["scene"]["pieces"]}
    assert fetched(page, page.get(f"api/sprites/{here['sprites']}")["sizes"][0]["url"]).content[:4] == b"RIFF"


@pytest.mark.parametrize(
    "path",
    ["tiles/x/0/0_0.webp", "sprites/x/0.webp", "sprites/x/..", "tiles/x/0/..webp", "tiles/x/-1/0_0.webp"],
)
def test_what_no_position_needs_is_not_there(page: Page, path: str) -> None:
    assert page.client.get(page.path(path)).status_code == 404


@pytest.mark.parametrize(
    ("level", "name"), [("0", "9_9.webp"), ("99", "0_0.webp"), ("²", "0_0.webp"), ("0", "0_0.png")]
)
def test_a_tile_that_is_none_is_not_there(page: Page, level: str, name: str) -> None:
    tree = page.get(f"api/trees/{page.open(RIVER)}")
    url = page.get(f"api/boards/{tree['board']}")["tiles"]["url"].removeprefix("tiles/")
    assert page.table.gallery.tile(url, level, name) is None


def fetched(page: Page, path: str) -> Any:
    reply = page.client.get(page.path(path))
    assert reply.status_code == 200
    return reply


@pytest.mark.parametrize("form", ["md", "bbcode", "html"])
def test_a_ruling_is_written_for_a_forum_with_its_fingerprint(page: Page, form: str) -> None:
    tree = page.drop("bridges.vsav").json()["tree"]
    asked = {"verb": "check", "words": ["move", "1058", "caen"]}
    query = {"form": form, "ask": json.dumps(asked)}
    text = page.client.get(page.path(f"api/trees/{tree}/nodes/n0/share"), params=query).text
    ruling = page.post(f"api/trees/{tree}/nodes/n0/ask", asked)["ruling"]
    assert ruling["fingerprint"] in text
    assert "8.33" in text
    assert "adjudicator check bridges.vsav move 1058 caen" in text


@pytest.mark.parametrize(("form", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_ruling_is_drawn(page: Page, form: str, begins: bytes) -> None:
    tree = page.open(RIVER)
    query = {"form": form, "ask": json.dumps({"verb": "legal", "words": ["116"]})}
    reply = page.client.get(page.path(f"api/trees/{tree}/nodes/n0/share"), params=query)
    assert reply.status_code == 200
    assert reply.content.startswith(begins)
    assert (
        page.client.get(page.path(f"api/trees/{tree}/nodes/n0/share"), params={"form": "gif"}).status_code
        == 422
    )


def test_a_tree_is_given_away_as_a_page_without_script_or_network(page: Page) -> None:
    tree = page.open(RIVER)
    node = page.post(f"api/trees/{tree}/nodes/n0/edit", {"changes": ["weather-today=overcast"]})["id"]
    page.post(f"api/trees/{tree}/nodes/{node}", {"name": "<img src=x onerror=alert(1)>"}, "PATCH")
    text = page.client.get(page.path(f"api/trees/{tree}/page.html")).text
    assert "<script" not in text
    assert "&lt;img src=x onerror" in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert "http:" not in text
    assert "https:" not in text


def test_a_tree_and_a_node_are_opened_again_as_they_were(page: Page) -> None:
    tree = page.drop("bridges.vsav").json()["tree"]
    node = page.post(f"api/trees/{tree}/nodes/n0/act", {"action": "move 1058 montebourg"})["node"]["id"]
    file = page.client.get(page.path(f"api/trees/{tree}/tree.json")).content
    again = page.drop("tree.json", file).json()["tree"]
    assert page.get(f"api/trees/{again}")["nodes"] == page.get(f"api/trees/{tree}")["nodes"]
    save = page.client.get(page.path(f"api/trees/{again}/nodes/{node}/save.vsav")).content
    opened = page.drop("new.vsav", save).json()["tree"]
    assert page.table.position_json(opened, "n0") == page.table.position_json(tree, node)


def test_a_section_is_told_with_its_readings_and_cases(page: Page) -> None:
    told = page.get("api/rules/breakout-normandy/9.3C")
    assert told["title"].startswith("Defense Value")
    assert [reading["id"] for reading in told["readings"]] == ["several-bridges"]
    assert any(case["id"].startswith("BKN-9.3C") for case in told["cases"])
    assert page.refused("api/rules/breakout-normandy/99", None, "GET")[0] == 422
    assert page.refused("api/rules/chess/1", None, "GET")[0] == 422


def test_a_position_is_set_right_by_hand(page: Page) -> None:
    tree = page.open("breakout-normandy:d-day")
    at = f"api/trees/{tree}/nodes"
    changes = ["unit:916@caen", "unit:916=spent", "advantage=german", "option:disrupted-df-floor=B"]
    node = page.post(f"{at}/n0/edit", {"changes": changes})
    assert (node["kind"], node["verdict"]) == ("edit", "correction")
    found = page.table.positions.seen(page.table.named(tree), node["id"], "public")
    assert (found.pieces["ge-916"].space, found.pieces["ge-916"].status) == ("caen", "spent")
    assert found.option("disrupted-df-floor") == "B"
    facts = page.get(f"{at}/{node['id']}")["facts"]
    assert {"item": "advantage", "subject": "", "value": "german", "text": "advantage: german"} in facts
    for wrong in (["unit:nobody@caen"], ["unit:916@moon"], ["moon=1"], ["nonsense"], []):
        assert page.refused(f"{at}/n0/edit", {"changes": wrong})[0] == 422
