"""What lint learned of play in the engine: decks of a set-up, covered captions, long menus of a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from module_builder.lint import Finding, lint
from module_builder.vassal import builders as b
from module_builder.vassal.keys import named
from module_builder.vassal.savegame import AddDeck, AddPiece, AddStack, Command, deck_type
from module_builder.vassal.traits import Trait
from tests.module_builder import lint_data as data
from tests.module_builder.lint_data import Parts

if TYPE_CHECKING:
    from pathlib import Path

_CUP = {"width": 40, "height": 40, "faceDown": "Always", "shuffle": "Always", "allowMultiple": True}


def found(parts: Parts, folder: Path) -> list[Finding]:
    return lint(parts.write(folder / "x.vmod"))


def with_commands(parts: Parts, *more: Command) -> None:
    """The set-up with more on the table."""
    begin, *rest = data.setup_commands(parts.tree)
    parts.entries["dday.vsav"] = data.save_bytes([begin, *more, *rest])


# --- decks ------------------------------------------------------------------------------------------------


def cup(parts: Parts, *, name: str = "Cup", where: str = "Main", x: int = 20, **said: Any) -> None:
    """A deck in the set-up; the module has the cup with what `_CUP` says."""
    for attribute, value in _CUP.items():
        parts.set("DrawPile", attribute, str(value).lower() if value is True else str(value), name="Cup")
    with_commands(parts, AddDeck("20", deck_type(name, **said), where, x, 20, True, ()))


def test_a_deck_as_the_module_has_it(tmp_path: Path) -> None:
    parts = Parts()
    cup(parts)
    assert found(parts, tmp_path) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "Cpu"}, "it holds a deck 'Cpu', and the module has none of that name"),
        ({"face_down": "Never"}, "deck 'Cup' is another than in the module: faceDown Never, now Always"),
        (
            {"allow_multiple": False},
            "deck 'Cup' is another than in the module: allowMultiple false, now true",
        ),
        ({"x": 25}, "deck 'Cup' is another than in the module: at 25,20, now 20,20"),
        ({"where": "Other"}, "deck 'Cup' is another than in the module: on map Other, now Main"),
    ],
)
def test_a_deck_that_the_module_has_otherwise(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    parts = Parts()
    cup(parts, **changed)
    assert said in [finding.text for finding in found(parts, tmp_path) if finding.code == "setup-deck"]


def test_a_set_up_without_the_deck_in_which_the_cards_are(tmp_path: Path) -> None:
    parts = Parts()
    card = data.slot("Card", "31", [b.marker({"Layer": "Units"})])
    card.tag = f"{data.WIDGET}CardSlot"
    parts.add("DrawPile", card, name="Cup")
    texts = [finding.text for finding in found(parts, tmp_path) if finding.code == "setup-deck"]
    assert texts == ["it has no deck 'Cup': its cards are in no game"]


def test_reshuffling_counts_only_where_it_is_allowed(tmp_path: Path) -> None:
    parts = Parts()
    parts.set("DrawPile", "reshuffleCommand", "Shuffle", name="Cup")
    parts.set("DrawPile", "reshufflable", "false", name="Cup")
    cup(parts)
    assert found(parts, tmp_path) == []
    parts.set("DrawPile", "reshufflable", "true", name="Cup")
    texts = [finding.text for finding in found(parts, tmp_path)]
    assert texts == ["deck 'Cup' is another than in the module: reshuffleCommand nothing, now Shuffle"]


# --- captions ---------------------------------------------------------------------------------------------


def captioned(parts: Parts, y: int, *, moves: bool = False) -> None:
    """A word on the map above 120,y, and the unit of the set-up, 60 pixels wide, on 120,30."""
    parts.entries["images/inf.png"] = data.png(60, 60)
    traits = [
        b.label("Eliminated units", size=12),
        b.marker({"Layer": "Units"}),
        *([] if moves else [b.immobilized(select="g", move="V", stack="R")]),
    ]
    palette = parts.one("ListWidget")
    palette.append(data.slot("Caption", "40", traits))
    basic, *rest = data.expanded(parts.tree, "40")
    piece = AddPiece.from_traits("40", (Trait(basic.type, f"Main;120;{y};40;0"), *rest))
    with_commands(parts, piece, AddStack("41", "Main", 120, y, ("40",)))


@pytest.mark.parametrize(("y", "covered"), [(42, True), (150, False)])
def test_a_counter_on_a_caption(y: int, covered: bool, tmp_path: Path) -> None:
    parts = Parts()
    captioned(parts, y)
    texts = [f.text for f in found(parts, tmp_path) if f.code == "covered-caption"]
    assert texts == ["2nd Div covers the caption 'Eliminated units'"] * covered


def test_a_counter_with_a_label_is_no_caption(tmp_path: Path) -> None:
    parts = Parts()
    captioned(parts, 42, moves=True)
    assert [f for f in found(parts, tmp_path) if f.code == "covered-caption"] == []


# --- menus ------------------------------------------------------------------------------------------------


def test_the_menu_of_a_piece_is_long_before_a_submenu_opens(tmp_path: Path) -> None:
    parts = Parts()
    texts = [f"Copy {number}" for number in range(13)]
    copies = [Trait(f"clone;{text};{named(text)};") for text in texts]
    parts.with_trait(*copies)
    (finding,) = found(parts, tmp_path)
    assert (finding.code, finding.text) == ("long-menu", "its menu has 14 entries")
    parts.with_trait(b.submenu("Copies", texts[:4]))
    assert found(parts, tmp_path) == []
