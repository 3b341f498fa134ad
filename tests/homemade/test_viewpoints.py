"""Who looks at a game of one's own, what each may know of its cards, and the table and pictures of it."""

from __future__ import annotations

import functools
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.asking.answers import answer_json
from adjudicator.asking.door import ask
from adjudicator.asking.loading import load_position, read_text
from adjudicator.codec import position_to_json
from adjudicator.contract import Game, load
from adjudicator.errors import MalformedAction
from adjudicator.homemade.masking import masked
from adjudicator.position import Position
from adjudicator.saves.piles import members_by_uid
from adjudicator.table.questioning import Asked
from adjudicator.table.session import Table
from maps.games import open_folder
from module_builder.save import write_position
from tests.commandline import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RIVERS, FORD = EXAMPLES / "two-rivers", EXAMPLES / "hill-and-ford"
LIES = ("stack", "hand", "discard")


@functools.cache
def rivers() -> Game:
    return load(open_folder(RIVERS))


def start() -> Position:
    open_folder(RIVERS)
    return load("two-rivers").scenario("start")


def cards(side: str) -> list[str]:
    return [uid for uid, member in members_by_uid("two-rivers").items() if member.side == side]


def dealt(lies: dict[str, str]) -> Position:
    draft = start().draft()
    for card, place in lies.items():
        draft.set("card", place, card)
    return draft.finish()


NORTH, SOUTH = cards(*rivers().viewpoints[1:2]), cards(*rivers().viewpoints[2:3])


# --- who looks --------------------------------------------------------------------------------------------


def test_the_sides_of_a_folder_look() -> None:
    assert rivers().viewpoints == ("public", "north", "south", "referee")
    assert load(open_folder(FORD)).viewpoints == ("public", "blue", "red", "referee")
    assert [rivers().looker(who) for who in rivers().viewpoints] == [*rivers().viewpoints]


SAID = "--as 'german' is not one of public, north, south, referee"


def test_whoever_is_no_side_of_the_game_is_refused() -> None:
    with pytest.raises(MalformedAction) as found:
        ask(start(), "position", viewpoint="german")
    assert str(found.value) == SAID
    with pytest.raises(MalformedAction, match="--as 'north' is not one of public, german, allied, referee"):
        ask("june-six:campaign", "next", viewpoint="north")
    question = {"position": f"{RIVERS}:start", "question": "position", "as": "german"}
    assert answer_json(msgspec.json.encode(question).decode(), tolerant=True)["error"] == SAID
    assert answer_json(msgspec.json.encode({**question, "as": "south"}).decode())["viewpoint"] == "south"


@pytest.mark.parametrize(
    "line",
    [
        "position {game}:start --as german",
        "picture {game}:start -o {out} --as german",
        "table {game}:start --as german --no-browser",
    ],
)
def test_the_command_line_says_who_can_look(tmp_path: Path, line: str) -> None:
    done = run(f"adjudicator {line.format(game=RIVERS, out=tmp_path / 'a.png')}")
    assert (done.code, done.out) == (2, "")
    assert SAID in done.err
    assert done.err.count("\n") == 1


def test_a_table_without_a_position_knows_every_side() -> None:
    done = run("adjudicator table --as nobody --no-browser")
    assert done.code == 2
    assert "--as 'nobody' is not one of" in done.err


def test_a_side_asks_on_the_command_line() -> None:
    done = run(f"adjudicator position {RIVERS}:start --as south --json")
    assert (done.code, msgspec.json.decode(done.out)["viewpoint"]) == (0, "south")
    assert "SIDE" in run(f"adjudicator position {RIVERS} --help").out


# --- what they know ---------------------------------------------------------------------------------------


def test_a_game_without_cards_hides_nothing() -> None:
    assert load(open_folder(FORD)).mask is None
    assert rivers().mask is not None


def test_of_the_other_hand_one_knows_how_many_cards_it_holds() -> None:
    at = dealt({NORTH[0]: "hand", NORTH[1]: "hand", NORTH[2]: "discard"})
    seen = masked(at, "south")
    assert [seen.text("card", card) for card in NORTH[:4]] == ["unseen", "unseen", "discard", "unseen"]
    assert (seen.number("held", "north"), seen.number("held", "south")) == (2, 0)
    assert all(seen.text("card", card) == "stack" for card in SOUTH)
    assert masked(at, "north") is at
    assert masked(at, "referee") is at
    assert masked(seen, "south") is seen
    assert masked(start(), "public").facts == start().facts


@st.composite
def hands(draw: st.DrawFn) -> tuple[Position, Position]:
    """Two positions in which as many cards of the north are hidden, but not the same ones in the hand."""
    lies = {card: draw(st.sampled_from(LIES)) for card in (*NORTH, *SOUTH)}
    hidden = [card for card in NORTH if lies[card] != "discard"]
    other = dict(zip(hidden, draw(st.permutations([lies[card] for card in hidden])), strict=True))
    return dealt(lies), dealt({**lies, **other})


@settings(max_examples=60, deadline=None)
@given(hands())
def test_which_cards_are_in_the_other_hand_makes_no_difference(pair: tuple[Position, Position]) -> None:
    one, other = pair
    for who in ("south", "public"):
        assert position_to_json(masked(one, who)) == position_to_json(masked(other, who))
    assert [masked(one, "north").text("card", card) for card in NORTH] == one.texts("card", NORTH)


@settings(max_examples=8, deadline=None)
@given(hands())
def test_the_table_tells_nothing_of_them(pair: tuple[Position, Position]) -> None:
    told: list[list[Any]] = []
    for at in pair:
        table = Table()
        tree = table.open_text(msgspec.json.encode(position_to_json(at)).decode(), "a game")
        told.append([])
        for who in ("south", "public"):
            asked = Asked(as_=who, verb="position")
            told[-1] += [table.node(tree, "n0", who), table.tree(tree, who), table.ask(tree, "n0", asked)]
        table.matchings.close()
    first, second = (msgspec.json.encode(found) for found in told)
    assert first == second


def test_a_hand_is_said_on_the_command_line() -> None:
    line = f"adjudicator position {RIVERS}:start --given card:{NORTH[0]}=hand --json"
    facts = [msgspec.json.decode(run(f"{line} --as {who}").out)["answer"] for who in ("north", "south")]
    assert all("hand" in str(found) for found in facts)  # whoever says what lies in a hand knows it
    assert f"not '{NORTH[0]}0'. Did you mean {NORTH[0]}" in run(line.replace(NORTH[0], f"{NORTH[0]}0")).err


def test_an_answer_is_asked_of_what_is_seen() -> None:
    at = dealt({NORTH[0]: "hand"})
    texts = {who: str(ask(at, "position", viewpoint=who).answer) for who in ("north", "south")}
    assert "'hand'" in texts["north"]
    assert "'hand'" not in texts["south"]


def test_a_save_keeps_what_is_not_seen(tmp_path: Path) -> None:
    seen = masked(dealt({NORTH[0]: "hand", NORTH[1]: "hand"}), "south")
    path = tmp_path / "seen.vsav"
    write_position(seen, path)
    read = load_position(str(path)).position
    assert read is not None
    assert read.number("held", "north") == 2
    assert [read.text("card", card) for card in NORTH] == ["unseen"] * len(NORTH)


# --- the table --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", [RIVERS, FORD], ids=lambda path: path.name)
def test_the_first_sketch_is_a_position_with_units(folder: Path) -> None:
    game = load(open_folder(folder))
    at = read_text(game.sketch).position
    assert at is not None
    assert {piece.side for piece in at.pieces.values()} == {*game.viewpoints[1:-1]}
    words = next(line for line in game.sketch.splitlines() if line.startswith("# Try: "))
    assert f"distance FILE {' '.join(dict.fromkeys(p.space for p in at.pieces.values()))}" in words
    assert run(f"adjudicator sketch {game.slug}").out.startswith(f"# A sketch of {game.title}.")


def test_the_table_offers_the_games_of_folders(tmp_path: Path) -> None:
    open_folder(RIVERS)
    found = next(row for row in Table.games() if row["slug"] == "two-rivers")
    assert found["sides"] == [{"id": "north", "title": "North"}, {"id": "south", "title": "South"}]
    assert [row["id"] for row in found["scenarios"]] == ["two-rivers:start", "two-rivers:turn-four"]


def test_a_folder_that_is_wrong_is_not_offered(tmp_path: Path) -> None:
    folder = tmp_path / "wrong-one"
    shutil.copytree(RIVERS, folder)
    text = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(
        text.replace('slug = "two-rivers"', 'slug = "wrong-one"').replace('color = "#3d6a94"', "color = 3"),
        encoding="utf-8",
    )
    open_folder(folder)
    assert "wrong-one" not in [row["slug"] for row in Table.games()]


def test_a_title_of_a_side_is_the_one_of_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "titled"
    shutil.copytree(RIVERS, folder)
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8").replace('slug = "two-rivers"', 'slug = "titled"')
    path.write_text(text.replace('title = "North"', 'title = "The League"', 1), encoding="utf-8")
    open_folder(folder)
    table = Table()
    tree = table.open_text("titled:start")
    assert table.tree(tree)["game"]["sides"][0] == {"id": "north", "title": "The League"}
    table.matchings.close()


def test_a_position_is_changed_by_hand_where_there_are_no_actions() -> None:
    from adjudicator.table.acting import Editing

    open_folder(RIVERS)
    table = Table()
    tree = table.open_text("two-rivers:start")
    assert table.tree(tree)["game"]["acts"] is False
    node = table.edit(tree, "n0", Editing(changes=("unit:n-fell-1@lark-dale",)))
    assert node["text"] == "unit:n-fell-1@lark-dale"
    pieces = msgspec.json.decode(msgspec.json.encode(table.node(tree, node["id"])))["scene"]["pieces"]
    assert next(piece for piece in pieces if piece["id"] == "n-fell-1")["space"] == "lark-dale"
    table.matchings.close()


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture_of_an_answer(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"reach.{ending}"
    done = run(f"adjudicator picture {RIVERS}:start reach '1st Fell' --as north -o {out}")
    assert done.out == f"wrote {out}: 1st Fell Regiment reaches 3 spaces.\n"
    assert out.stat().st_size > 10_000
