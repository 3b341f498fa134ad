"""The room "Their module" without a browser: what it offers, what it takes down, what it refuses."""

from __future__ import annotations

import io
import os
import signal
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adjudicator.position import Piece
from adjudicator.saves.foreign.shelf import place_of
from adjudicator.table.worker import MOST
from module_builder.vassal.archive import Archive, open_archive, write_archive
from tests.foreign import Foreign, make_foreign
from tests.table.serving import ORIGIN, TOKEN, Page, serving

STYLE = "area-folders"
STRANGER = "Tiger 503"


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Foreign:
    return make_foreign(
        STYLE, tmp_path_factory.mktemp("theirs") / "theirs.vmod", more=("413 Inf",), pictures=True
    )


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))
    with serving() as one:
        yield one


@pytest.fixture(scope="module")
def matched(foreign: Foreign, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Any]]:
    """A page on which a module lies, for tests that change nothing; and what is told of it."""
    with pytest.MonkeyPatch.context() as patch, serving() as one:
        patch.setenv("BOCAGE_CONFIG", str(tmp_path_factory.mktemp("settings")))
        yield one, opened(one, foreign)["matching"]


def dropped(page: Page, name: str, data: bytes, **query: str) -> Any:
    """A module dropped on the page: the reply."""
    address = f"/{TOKEN}/api/adapt/open"
    return page.client.post(address, params={"name": name, **query}, content=data, headers={"origin": ORIGIN})


def opened(page: Page, foreign: Foreign, **query: str) -> dict[str, Any]:
    """What is told of a module that is matched."""
    reply = dropped(page, "theirs.vmod", foreign.path.read_bytes(), **query)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def a_save(foreign: Foreign, folder: Path) -> bytes:
    """Five units that are matched for certain, and a piece that no palette has."""
    start = foreign.game.scenario(next(iter(foreign.game.scenarios)))
    spaces = sorted(foreign.at)
    pieces = [
        Piece(start.pieces[uid].printed, spaces[n], foreign.game.statuses[0])
        for n, uid in enumerate(list(foreign.truth.values())[:5])
    ]
    return foreign.save(folder / "their.vsav", pieces, [(STRANGER, spaces[0])]).read_bytes()


def test_a_save_waits_until_its_module_is_matched_and_opens_then(
    page: Page, foreign: Foreign, tmp_path: Path
) -> None:
    save = a_save(foreign, tmp_path)
    refused = page.drop("their.vsav", save)
    assert refused.status_code == 422
    assert refused.json()["module"] == foreign.title
    assert page.get("api/adapt") == {
        "open": None,
        "waiting": {"file": "their.vsav", "module": foreign.title},
    }
    told = opened(page, foreign)["matching"]
    assert told["game"]["slug"] == foreign.game.slug
    assert not place_of(foreign.title).exists(), "nothing is written before somebody says something"
    left = told["waiting"]
    for key in left[:2]:
        page.post("api/adapt/say", {"key": key, "units": []})
    after = page.post("api/adapt/accept", {})["matching"]
    assert {row["state"] for row in after["rows"]} <= {"certain", "asked", "other"}
    done = page.post("api/adapt/finish", {})
    node = page.get(f"api/trees/{done['tree']}/nodes/n0")
    assert [row["names"] for row in node["strange"]] == [[STRANGER]]
    (piece,) = [p for p in node["scene"]["pieces"] if p["id"].startswith("unknown:")]
    assert piece["space"] == node["strange"][0]["space"]
    assert any(STRANGER in line for line in piece["lines"])
    assert page.drop("their.vsav", save).status_code == 200, "it is found again by itself"
    kept = list((tmp_path / "settings" / "adapters").iterdir())
    assert sorted(path.suffix for path in kept) == [".toml", ".vmod"]
    beside = next(path for path in kept if path.suffix == ".vmod")
    assert not [name for name in zipfile.ZipFile(beside).namelist() if name.startswith("images/")]


@pytest.mark.slow
def test_what_is_said_is_written_at_once_and_taken_back(page: Page, foreign: Foreign) -> None:
    told = opened(page, foreign)["matching"]
    key, free = told["waiting"][0], told["without"][0]["id"]
    after = page.post("api/adapt/say", {"key": key, "units": [free]})["matching"]
    row = next(r for r in after["rows"] if r["piece"] == key)
    assert (row["units"], row["said"], row["state"]) == ([free], True, "certain")
    assert key not in after["waiting"]
    kept = tomllib.loads(place_of(foreign.title).read_text(encoding="utf-8"))
    assert free in str(kept["units"][key])
    again = page.post("api/adapt/undo", {})["matching"]
    assert again["waiting"] == told["waiting"]
    assert key not in tomllib.loads(place_of(foreign.title).read_text(encoding="utf-8"))["settled"]
    assert page.refused("api/adapt/undo", {})[0] == 422


def test_a_piece_is_offered_with_its_picture_its_texts_and_reasons(matched: tuple[Page, Any]) -> None:
    page, told = matched
    guess = next(r for r in told["rows"] if r["state"] == "guess")
    piece = page.get("api/adapt/piece", key=guess["piece"])
    assert piece["offers"][0]["units"] == guess["units"]
    assert piece["offers"][0]["why"] == guess["why"]
    assert all(offer["why"] for offer in piece["offers"])
    assert {"in the palette", "prototypes", "picture"} <= {t["label"] for t in piece["texts"]}
    face = page.client.get(page.path("api/adapt/face"), params={"key": guess["piece"]})
    assert face.headers["content-type"] == "image/webp"
    assert face.headers["cache-control"] == "no-store"
    assert Image.open(io.BytesIO(face.content)).size == (75, 75)
    ours = {"game": told["game"]["slug"], "unit": guess["units"][0]}
    assert page.client.get(page.path("api/adapt/ours"), params=ours).content[8:12] == b"WEBP"
    assert page.client.get(page.path("api/adapt/picture"), params={"name": "no.png"}).status_code == 404


@pytest.mark.slow
def test_places_layers_and_what_is_not_told_are_said_too(page: Page, foreign: Foreign) -> None:
    told = opened(page, foreign)["matching"]
    place = next(p for p in told["places"])
    (window,) = page.get("api/adapt/maps")
    outline = next(p["outline"] for p in window["places"] if p["name"] == place["name"])
    xs, ys = outline[::2], outline[1::2]
    at = page.get("api/adapt/at", window=window["name"], x=str(sum(xs) // len(xs)), y=str(sum(ys) // len(ys)))
    assert at["name"] in {p["name"] for p in told["places"]}
    assert window["art"]
    ours = next(iter(page.get("api/adapt/names")["spaces"]))
    after = page.post("api/adapt/place", {"name": place["name"], "space": ours["name"]})["matching"]
    assert next(p for p in after["places"] if p["name"] == place["name"])["space"] == ours["id"]
    (layer,) = [each for each in told["layers"] if each["turns"]]
    off = page.post("api/adapt/turn", {"layer": layer["layer"], "words": [], "off": layer["off"]})["matching"]
    assert not [each for each in off["layers"] if each["turns"]]
    words = [told["game"]["statuses"][-1]] * len(layer["images"])
    on = page.post("api/adapt/turn", {"layer": layer["layer"], "words": words, "off": layer["off"]})
    assert [each["words"] for each in on["matching"]["layers"] if each["turns"]] == [words]
    item = told["items"][0]
    said = page.post("api/adapt/assume", {"item": item["item"], "value": item["values"][0]})["matching"]
    assert said["items"][0]["now"] == item["values"][0]
    kept = tomllib.loads(place_of(foreign.title).read_text(encoding="utf-8"))
    assert kept["assumed"] == {item["item"]: item["values"][0]}
    assert kept["places"][place["name"]] == ours["id"]
    assert [row["words"] for row in kept["status"]] == [words]


@pytest.mark.slow
def test_another_game_is_refused_in_one_line_and_the_right_one_is_offered(
    page: Page, foreign: Foreign
) -> None:
    told = opened(page, foreign, game="june-six")
    assert told["matching"] is None
    assert "fits better" in told["refused"]
    assert "\n" not in told["refused"]
    assert told["games"][0]["slug"] == foreign.game.slug
    assert not place_of(foreign.title).exists()
    assert page.refused("api/adapt/say", {"key": "x", "units": []})[0] == 422
    assert page.post("api/adapt/game", {"game": foreign.game.slug})["matching"]["found"] > 100


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("say", {"key": "moon", "units": []}, "has no piece 'moon'"),
        ("say", {"key": "gpid:101", "units": ["moon"]}, "has no unit 'moon'"),
        ("say", {"key": "gpid:101", "units": [], "status": "moon"}, "no status is called 'moon'"),
        ("say", {"key": "gpid:101"}, "cannot be read"),
        ("place", {"name": "moon", "space": ""}, "has no place 'moon'"),
        ("lay", {"grid": "moon", "known": {}}, "none that is read"),
        ("turn", {"layer": "moon", "words": ["x"], "off": "x"}, "cannot be read so"),
        ("assume", {"item": "moon", "value": "x"}, "an item of state"),
        ("game", {"game": "moon"}, "there is no game 'moon'"),
        ("moon", {}, "there is nothing here"),
    ],
)
def test_what_cannot_be_taken_is_one_line_and_nothing_is_written(
    matched: tuple[Page, Any], foreign: Foreign, path: str, body: object, said: str
) -> None:
    page, _ = matched
    assert said in page.refused(f"api/adapt/{path}", body)[1]
    assert not place_of(foreign.title).exists()


def test_nothing_can_be_asked_before_a_module_is_there(page: Page) -> None:
    assert page.refused("api/adapt/say", {"key": "x", "units": []})[1].startswith("no module is open")
    assert page.client.get(page.path("api/adapt/names")).status_code == 422


def bomb() -> bytes:
    """A picture of a few kilobytes that would be some gigabytes unpacked."""
    image = Image.new("1", (40_000, 40_000))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("theirs.vmod", b"no zip"),
        ("theirs.vmod", write_archive(Archive().with_data("buildFile.xml", b"<a"))),
        ("theirs.txt", b"PK"),
        ("../../theirs.exe", b"PK"),
    ],
)
def test_what_is_no_module_is_refused_in_one_line(page: Page, name: str, data: bytes) -> None:
    reply = dropped(page, name, data)
    assert reply.status_code == 422
    assert "\n" not in reply.json()["error"]
    assert page.get("api/adapt")["open"] is None


@pytest.mark.slow
def test_a_picture_that_would_be_gigabytes_is_not_unpacked(page: Page, foreign: Foreign) -> None:
    key, uid = next(iter(foreign.truth.items()))
    image = foreign.traits[uid, False][0].field("image")
    archive = open_archive(foreign.path).with_data(f"images/{image}", bomb())
    assert dropped(page, "b.vmod", write_archive(archive)).json()["matching"]["found"] > 100
    reply = page.client.get(page.path("api/adapt/face"), params={"key": key})
    assert reply.status_code == 422
    assert image in reply.json()["error"]
    assert page.get("api/adapt")["open"]["file"] == "b.vmod", "the process lives on"


def test_only_the_page_itself_may_ask(matched: tuple[Page, Any], foreign: Foreign) -> None:
    page, _ = matched
    elsewhere = {"origin": "http://elsewhere"}
    for path in ("open", "say", "undo", "finish"):
        reply = page.client.post(page.path(f"api/adapt/{path}"), content=b"{}", headers=elsewhere)
        assert reply.status_code == 403
    forged = page.client.get(page.path("api/adapt"), headers={"host": "evil.example"})
    assert forged.status_code == 400
    assert page.client.get("/" + "x" * 43 + "/adapt").status_code == 404
    told = page.client.get(page.path("adapt"))
    assert "default-src 'none'" in told.headers["content-security-policy"]
    assert foreign.title not in told.text


@pytest.mark.slow
def test_the_process_that_holds_a_module_may_be_lost(page: Page, foreign: Foreign) -> None:
    opened(page, foreign)
    first = page.table.matchings.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert "drop it again" in page.refused("api/adapt/accept", {})[1]
    assert opened(page, foreign)["matching"]["found"] > 100
    assert page.table.matchings.pid != first


@pytest.mark.slow
def test_what_was_dropped_is_thrown_away_with_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, foreign: Foreign
) -> None:
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with serving() as page:
        opened(page, foreign)
        assert list(tmp_path.glob("bocage-*/theirs.vmod"))
    assert not list(tmp_path.glob("bocage-*"))


def test_a_module_may_be_larger_than_other_files(page: Page) -> None:
    large = b"PK" + bytes(MOST)
    reply = dropped(page, "theirs.vmod", large)
    assert reply.status_code == 422
    assert page.drop("large.vsav", large).status_code == 413
