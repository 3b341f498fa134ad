"""The room "Your copy" without a browser: what it tells, what it takes down, and how the table follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.game import GAMES
from adjudicator.owning.doubts import COUNTERS, doubts_of
from tests.table.serving import SAVES, Page, serving

GAME = "breakout-normandy"
UNIT = "ge-726"
ODDS = {"verb": "odds", "fields": {"kind": "assault", "area": "omaha-beach", "forward": UNIT}}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    with serving(overlay=tmp_path) as found:
        yield found


@pytest.mark.parametrize("game", [g if g == GAME else pytest.param(g, marks=pytest.mark.slow) for g in GAMES])
def test_every_group_of_a_game_can_be_laid_before_its_owner(page: Page, game: str) -> None:
    told = page.get(f"api/copy/{game}")
    assert told["open"] == sum(group["open"] for group in told["groups"]) == len(doubts_of(game))
    keys = set()
    for group in told["groups"][:: 1 if game == GAME else 9]:
        found = page.get(f"api/copy/{game}/group", id=group["id"])
        fields = [cell for t in found["tables"] for row in t["rows"] for cell in row["cells"].values()]
        fields += [field for counter in found["counters"] for field in counter["fields"]]
        own = [tuple(f["key"]) for f in fields] + [tuple(k) for c in found["counters"] for k in c["open"]]
        assert len(own) == len({*own}) == group["values"], group["title"]
        keys |= {*own}
    assert keys <= {*doubts_of(game)}
    assert game != GAME or keys == {*doubts_of(game)}


def test_rulings_on_the_table_follow_what_is_typed(page: Page, tmp_path: Path) -> None:
    tree = page.drop("omaha.vsav").json()["tree"]
    asked = f"api/trees/{tree}/nodes/n0/ask"
    before = page.post(asked, ODDS)["ruling"]
    assert [used["row"] for used in before["reconstructed"]] == [UNIT]
    done = page.post(f"api/copy/{GAME}/type", {"unit": UNIT, "line": "2-7-4/1"})
    assert done == {"contradiction": "", "written": ["units.csv"]}
    after = page.post(asked, ODDS)["ruling"]
    assert not after["reconstructed"]
    assert after["verdict"] != before["verdict"]
    assert (tmp_path / GAME / "units.csv").is_file()
    page.post(f"api/copy/{GAME}/undo", {})
    assert page.post(asked, ODDS)["ruling"]["verdict"] == before["verdict"]
    assert not (tmp_path / GAME).exists()


def test_a_counter_is_drawn_with_the_values_that_it_has_now(page: Page) -> None:
    def face() -> bytes:
        found: bytes = page.client.get(
            page.path(f"api/copy/{GAME}/face"), params={"unit": UNIT, "side": "front"}
        ).content
        return found

    before = face()
    assert before[8:12] == b"WEBP"
    page.post(f"api/copy/{GAME}/type", {"unit": UNIT, "line": "2-7-4/1"})
    assert face() != before


def test_what_is_painted_is_told_row_by_row(page: Page) -> None:
    told = page.get(f"api/copy/{GAME}/map")
    assert page.get(f"api/boards/{told['board']}")["spaces"]
    brush = next(b for b in told["brushes"] if (b["file"], b["column"]) == ("spaces.csv", "terrain"))
    assert brush["choices"] == ["bocage", "open"]
    page.post(f"api/copy/{GAME}/enter", {"values": [["spaces.csv", "carentan", "tem", "1"]]})
    painted = page.get(f"api/copy/{GAME}/painted", file="spaces.csv", column="tem")
    assert painted["carentan"] == ["1", True]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("type", {"unit": "moon", "line": "1-1-1"}, "no counter is called 'moon'"),
        ("type", {"unit": UNIT, "line": "4-4"}, "is not how the counters print it"),
        ("enter", {"values": [["units.csv", "moon", "df", "1"]]}, "a value that the file has"),
        ("enter", {"values": [["../x.csv", "moon", "df", "1"]]}, "expected one of"),
        ("enter", {"values": [["units.csv", UNIT]]}, "cannot be read"),
        ("undo", {}, "nothing was typed"),
    ],
)
def test_what_cannot_be_taken_is_one_line_and_nothing_is_written(
    page: Page, tmp_path: Path, path: str, body: object, said: str
) -> None:
    assert said in page.refused(f"api/copy/{GAME}/{path}", body)[1]
    assert not list(tmp_path.iterdir())


def test_a_table_without_a_folder_has_no_room(tmp_path: Path) -> None:
    with serving() as page:
        status, said = page.refused(f"api/copy/{GAME}/type", {"unit": UNIT, "line": "1-1-1"})
        assert (status, said) == (422, "this table has no folder of yours. Start it with --overlay DIR")
        assert 'id="copy-link"' not in page.client.get(page.path("")).text
    with serving(overlay=tmp_path) as page:
        assert 'id="copy-link"' in page.client.get(page.path("")).text
        assert SAVES.name not in page.client.get(page.path("copy")).text


def test_another_page_types_nothing(page: Page, tmp_path: Path) -> None:
    reply = page.client.post(
        page.path(f"api/copy/{GAME}/type"), json={"unit": UNIT}, headers={"origin": "http://elsewhere"}
    )
    assert reply.status_code == 403
    assert not list(tmp_path.iterdir())
    assert doubts_of(GAME)[COUNTERS, UNIT, "df"].ours
