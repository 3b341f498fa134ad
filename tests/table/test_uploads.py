"""A file that cannot be opened says why, without what the viewpoint may not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator.codec import position_to_json
from adjudicator.errors import PositionError
from adjudicator.game import load
from adjudicator.table.worker import Opened
from tests.table.serving import ORIGIN, TOKEN, Page, serving

HIDDEN = "the German hand"


@pytest.fixture
def page() -> Iterator[Page]:
    with serving(viewpoint="allied") as one:
        yield one


def dropped(page: Page, name: str, data: bytes, viewpoint: str) -> dict[str, Any]:
    """What somebody is told of a file that cannot be opened."""
    sent: dict[str, Any] = {
        "params": {"name": name, **({"as": viewpoint} if viewpoint else {})},
        "headers": {"origin": ORIGIN, "content-type": "application/octet-stream"},
    }
    got = page.client.post(f"/{TOKEN}/api/open", content=data, **sent)
    assert got.status_code == 422
    told: dict[str, Any] = got.json()
    return told


def damaged(slug: str) -> tuple[bytes, str]:
    """A position as JSON in which a unit stands where no space is, and the id of that unit."""
    game = load(slug)
    data = position_to_json(game.scenario(next(iter(game.scenarios))))
    unit = next(unit for unit in data["units"] if unit.get("space"))
    unit["space"] = "nowhere"
    return msgspec.json.encode(data), str(unit.get("uid") or unit.get("id"))


@pytest.mark.parametrize("viewpoint", ["", "allied", "public"])
def test_a_text_with_defects_tells_none_to_whom_something_is_hidden(page: Page, viewpoint: str) -> None:
    data, _ = damaged("storm-over-normandy")
    told = dropped(page, "evening.json", data, viewpoint)
    assert "nowhere" not in told["error"]
    assert "evening.json holds a position with 1 thing that cannot be" in told["error"]
    assert "referee" in told["error"] + told["way"]


def test_the_referee_is_told_each_and_so_is_everybody_where_nothing_is_hidden(page: Page) -> None:
    assert "nowhere" in dropped(page, "evening.json", damaged("storm-over-normandy")[0], "referee")["error"]
    assert "nowhere" in dropped(page, "evening.json", damaged("breakout-normandy")[0], "public")["error"]


@pytest.mark.parametrize("slug", ["june-six", "breakout-normandy"])
def test_the_defects_of_a_saved_game_come_through_the_process_that_reads_it(
    page: Page, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Opened(error=HIDDEN, game=slug, defects=(HIDDEN, "another"))
    monkeypatch.setattr(page.opener, "_asked", lambda wanted, data: found)
    told = dropped(page, "evening.vsav", b"a save", "allied")
    assert (HIDDEN in told["error"]) == (load(slug).mask is None)
    assert HIDDEN in dropped(page, "evening.vsav", b"a save", "referee")["error"]


def test_a_defect_of_a_save_names_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator import open_position

    def contradicted(*_: Any, **__: Any) -> Any:
        raise PositionError(["two copies of 916 Rgt"])

    monkeypatch.setattr("adjudicator.saves.positions.position_of_state", contradicted)
    with pytest.raises(PositionError) as no:
        open_position("tests/saves/storm.vsav")
    assert (no.value.game, no.value.defects) == ("storm-over-normandy", ("two copies of 916 Rgt",))
