"""Decks that are nobody's: whoever may draws of them into the hand of his side, which only that sees."""

from __future__ import annotations

import functools
import shutil
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.asking.loading import load_position, read_text
from adjudicator.codec import position_to_json
from adjudicator.contract import load
from adjudicator.homemade.masking import masked
from adjudicator.position import Position
from adjudicator.saves.piles import members_by_uid
from adjudicator.table.questioning import Asked
from adjudicator.table.session import Table
from maps.errors import DataError
from maps.games import open_folder
from module_builder.kit import load_kit
from module_builder.lint import lint
from module_builder.module import build
from module_builder.save import write_position
from tests.commandline import run
from tests.every import quick_one

RIVERS = Path(__file__).parents[2] / "docs" / "examples" / "two-rivers"
NORTH, SOUTH = 'orders"\nside = "north"\n', 'orders"\nside = "south"\n'
DECKS = {
    "common-and-own": [(SOUTH, 'orders"\nside = "both"\n')],
    "common-alone": [(NORTH, 'orders"\n'), (SOUTH, 'orders"\n')],
}


def folder(tmp: Path, slug: str) -> Path:
    made = tmp / slug
    shutil.copytree(RIVERS, made)
    game = made / "game.toml"
    text = game.read_text(encoding="utf-8").replace('"two-rivers"', f'"{slug}"')
    for old, new in DECKS[slug]:
        assert old in text
        text = text.replace(old, new)
    game.write_text(text, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {slug: folder(tmp_path_factory.mktemp("common"), slug) for slug in DECKS}


@functools.cache
def start(made: Path) -> Position:
    return load(open_folder(made)).scenario("start")


def dealt(made: Path, lies: dict[str, str]) -> Position:
    draft = start(made).draft()
    for card, place in lies.items():
        draft.set("card", place, card)
    return draft.finish()


def test_whose_cards_there_are(folders: dict[str, Path]) -> None:
    start(folders["common-and-own"])
    members = members_by_uid("common-and-own")
    assert {member.side for member in members.values()} == {"north", ""}
    values = load("common-and-own").schema.items["card"].values
    assert values == ("stack", "north-hand", "south-hand", "discard", "unseen")
    start(folders["common-alone"])
    assert {member.side for member in members_by_uid("common-alone").values()} == {""}


# --- the module ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("slug", DECKS)
def test_the_module_has_piles_and_hands(folders: dict[str, Path], slug: str, tmp_path: Path) -> None:
    kit = load_kit(open_folder(folders[slug]))
    assert kit.carriers.piles is not None
    rows = {row.name: row for row in kit.carriers.piles.rows}
    own = ["North Cards", "North Discards"] if slug == "common-and-own" else []
    assert set(rows) == {*own, "Common Cards", "Common Discards", "North Hand", "South Hand"}
    assert rows["Common Cards"].only == '{Deck == "Common"}'
    assert rows["North Hand"].only == '{Deck == "North" || Deck == "Common"}'
    card = kit.pieces["crown-levy-1"].type_text
    for side in ("North", "South"):
        assert f'PlayerSide == "{side}"' in card
        assert f"{side} Hand" in card
    assert "obs;" in card
    assert ";side:" in card  # whoever draws it, and nobody else, sees it
    module = build(slug, tmp_path)
    assert [str(fault) for fault in lint(module)] == []
    with zipfile.ZipFile(module) as archive:
        text = archive.read("buildFile.xml").decode("utf-8")
    assert "Draw a card for South (Solitaire)" in text
    assert ("North Cards" in text) is bool(own)


def test_a_save_keeps_where_each_card_lies(folders: dict[str, Path], tmp_path: Path) -> None:
    for slug, made in folders.items():
        cards = list(members_by_uid(start(made).game))
        common = [card for card in cards if not members_by_uid(slug)[card].side]
        at = dealt(made, {common[0]: "north-hand", common[1]: "south-hand", common[2]: "discard"})
        if slug == "common-and-own":
            (own, *_) = [card for card in cards if members_by_uid(slug)[card].side]
            at = dealt(made, {**{c: str(at.text("card", c)) for c in common}, own: "north-hand"})
        write_position(at, tmp_path / f"{slug}.vsav")
        read = load_position(str(tmp_path / f"{slug}.vsav")).position
        assert read is not None
        assert not read.diff(at)


# --- what each sees -----------------------------------------------------------------------------------------


def test_of_the_other_hand_one_knows_how_many_it_holds(folders: dict[str, Path]) -> None:
    made = folders["common-alone"]
    cards = list(members_by_uid(start(made).game))
    at = dealt(
        made, {cards[0]: "north-hand", cards[1]: "north-hand", cards[2]: "south-hand", cards[3]: "discard"}
    )
    seen = masked(at, "south")
    told = [seen.text("card", card) for card in cards[:5]]
    assert told == ["unseen", "unseen", "south-hand", "discard", "unseen"]
    assert (seen.number("held", "north"), seen.number("held", "south")) == (2, 0)
    public = masked(at, "public")
    assert [public.text("card", card) for card in cards[:5]] == ["unseen"] * 3 + ["discard", "unseen"]
    assert (public.number("held", "north"), public.number("held", "south")) == (2, 1)
    assert masked(at, "referee") is at
    assert masked(seen, "south") is seen
    assert position_to_json(masked(seen, "public")) == position_to_json(public)


@st.composite
def hands(draw: st.DrawFn, slug: str) -> tuple[dict[str, str], dict[str, str]]:
    """Where the cards lie, twice, so that the south cannot tell the two apart."""
    members = members_by_uid(slug)
    places = {
        card: ["stack", "north-hand", "discard", *([] if member.side else ["south-hand"])]
        for card, member in members.items()
    }
    lies = {card: draw(st.sampled_from(allowed)) for card, allowed in places.items()}
    other = dict(lies)
    for owner in {member.side for member in members.values()}:
        hidden = [c for c, m in members.items() if m.side == owner and lies[c] in {"stack", "north-hand"}]
        other |= dict(zip(hidden, draw(st.permutations([lies[card] for card in hidden])), strict=True))
    return lies, other


@pytest.mark.parametrize("slug", DECKS)
def test_which_cards_the_other_holds_makes_no_difference(folders: dict[str, Path], slug: str) -> None:
    made = folders[slug]
    start(made)

    @settings(max_examples=40, deadline=None)
    @given(hands(slug))
    def same(pair: tuple[dict[str, str], dict[str, str]]) -> None:
        one, other = (dealt(made, lies) for lies in pair)
        for who in ("south", "public"):
            assert position_to_json(masked(one, who)) == position_to_json(masked(other, who))
        assert masked(one, "south").texts("card", list(pair[0])).count("south-hand") == list(
            pair[0].values()
        ).count("south-hand")

    same()


def test_neither_table_nor_answer_tells_of_them(folders: dict[str, Path]) -> None:
    made = folders["common-alone"]
    cards = list(members_by_uid(start(made).game))
    told: list[list[Any]] = []
    for held in cards[:2]:
        at = dealt(made, {held: "north-hand", cards[5]: "south-hand"})
        table = Table()
        tree = table.open_text(msgspec.json.encode(position_to_json(at)).decode(), "a game")
        told.append([])
        for who in ("south", "public"):
            asked = Asked(as_=who, verb="position")
            told[-1] += [table.node(tree, "n0", who), table.tree(tree, who), table.ask(tree, "n0", asked)]
        table.matchings.close()
    first, second = (msgspec.json.encode(found) for found in told)
    assert first == second


# --- with the tools -----------------------------------------------------------------------------------------


def test_a_hand_is_said_and_sketched(folders: dict[str, Path]) -> None:
    made = folders["common-alone"]
    line = f"adjudicator position {made}:start --given card:crown-levy-1=south-hand --json"
    assert "south-hand" in run(f"{line} --as south").out
    done = run(line.replace("south-hand", "hand"))
    assert done.code == 2
    assert "north-hand" in done.err
    sketch = load("common-alone").sketch
    assert "--given card:league-march-1=north-hand" in sketch
    assert read_text(sketch).position is not None


@pytest.mark.slow
@pytest.mark.parametrize("slug", quick_one(DECKS, "common-alone"))
def test_cards_are_printed(folders: dict[str, Path], slug: str, tmp_path: Path) -> None:
    done = run(f"module-builder cards {folders[slug]} -o {tmp_path}")
    assert done.code == 0, done.err


def test_what_is_no_side(tmp_path: Path) -> None:
    made = folder(tmp_path, "common-and-own")
    game = made / "game.toml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace('"both"', '"bth"'), encoding="utf-8")
    with pytest.raises(DataError) as fault:
        start(made)
    assert str(fault.value) == "game.toml, deck no. 2 side: expected one of north, south, both, not 'bth'"


def test_no_side_is_called_as_the_piles_are(tmp_path: Path) -> None:
    made = folder(tmp_path, "common-alone")
    game = made / "game.toml"
    game.write_text(game.read_text(encoding="utf-8").replace('"south"', '"common"'), encoding="utf-8")
    with pytest.raises(DataError, match="side: expected another id than common, as a deck is nobody's"):
        start(made)


def test_a_save_keeps_what_is_not_seen(folders: dict[str, Path], tmp_path: Path) -> None:
    open_folder(folders["common-alone"])
    cards = list(members_by_uid(start(folders["common-alone"]).game))
    at = dealt(folders["common-alone"], {cards[0]: "north-hand", cards[1]: "south-hand"})
    seen = masked(at, "south")
    write_position(seen, tmp_path / "seen.vsav")
    read = load_position(str(tmp_path / "seen.vsav")).position
    assert read is not None
    assert not read.diff(seen)
    assert read.number("held", "north") == 1
