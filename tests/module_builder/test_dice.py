"""Dice buttons show drawn dice behind their words, and the words are read from a log as ever."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from PIL import Image

from adjudicator.audit.throws import read_dice
from adjudicator.game import GAMES
from counters.dice import draw_die
from module_builder.battle_data import load_battle
from module_builder.dice import dice_images, pictures_of
from module_builder.kit import load_kit
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import Chat
from module_builder.vassal.log import Step
from module_builder.vassal.sequence_encoder import decode
from tests.every import for_every
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate

_SHOWN = re.compile(r"<img src=(\w+\.png)>")
_SUNSET = "Sunset"


def said(report: str, fallen: list[int]) -> tuple[str, list[str]]:
    """A report as it is read from a log, and the pictures in it."""
    sums = {"numericalTotal": str(sum(fallen)), "result": ",".join(map(str, fallen)), "PlayerName": "Ann"}
    text = evaluate(report, {f"result{n}": str(v) for n, v in enumerate(fallen, 1)} | sums)
    (read,) = Step(1, (Chat(f"* {text}"),)).chat
    return read, _SHOWN.findall(str(text))


@pytest.mark.slow
@for_every(GAMES)
def test_the_words_are_read_as_the_dice_that_are_shown(game: str) -> None:
    known = {name for name, _ in dice_images(load_kit(game))}
    for die in descendants(tree_of(game), "DiceButton"):
        number, sides, plus = (int(die.get(name) or 0) for name in ("nDice", "nSides", "plus"))
        if die.get("name") == _SUNSET:
            continue
        for fallen in ([1 + plus] * number, [sides + plus] * number, [*range(1 + plus, 1 + plus + number)]):
            text, shown = said(die.get("reportFormat") or "", fallen)
            assert [d.value for d in read_dice(game, [text])] == fallen, text
            assert shown == [f"die{sides}_{value}.png" for value in fallen]
            assert known.issuperset(shown)


def test_the_sunset_roll_shows_both_dice_behind_its_words() -> None:
    (die,) = (d for d in descendants(tree_of("breakout-normandy"), "DiceButton") if d.get("name") == _SUNSET)
    words, _, pictures = (die.get("reportFormat") or "").partition(' + " <img"')
    assert words.endswith('" (" + PlayerName + ")"')
    assert re.findall(r"result\d", pictures) == ["result1", "result2"]


def test_a_drop_says_and_shows_the_same_dice() -> None:
    """Each die is rolled once into a property: to roll in the words would show others."""
    tree = tree_of("battle-for-normandy")
    buttons = {b.get("name"): b for b in descendants(tree, "DoActionButton")}
    told = buttons["Drop: say"].get("reportFormat") or ""
    assert "Random" not in told
    names = re.findall(r"bocage_rolled_drop_\d", told)
    assert names[:4] == names[4:] == [f"bocage_rolled_drop_{n}" for n in range(1, 5)]
    kept = {p.get("name"): p for p in descendants(tree, "GlobalProperty")}
    keys = [next(iter(kept[name])).get("hotkey") for name in names[:4]]
    assert decode(buttons["Drop"].get("hotkeys") or "", ",") == [*keys, buttons["Drop: say"].get("hotkey")]
    values = dict(zip(names[:4], ("10", "6", "1", "3"), strict=True))
    line = str(evaluate(told, {**values, "PlayerName": "Ann"}))
    assert _SHOWN.findall(line) == ["die10_10.png", "die6_6.png", "die6_1.png", "die6_3.png"]
    (read,) = Step(1, (Chat(f"* {line}"),)).chat
    assert [die.value for die in read_dice("battle-for-normandy", [read])] == [10, 6, 1, 3]


@pytest.mark.slow
@for_every([game for game in GAMES if load_battle(game)])
def test_the_battle_marker_shows_its_dice_where_they_decide(game: str) -> None:
    battle, kit = load_battle(game), load_kit(game)
    assert battle is not None
    rolls = [f"Roll{n}" for n in range(1, battle.dice + 1)]
    (piece,) = (p for p in kit.pieces.values() if p.uid == "battle")
    (report,) = {p for t in piece.traits for p in [t.type] if t.id == "report" and "img" in p}
    shown = pictures_of(kit, battle.sides, rolls)
    assert shown.replace('"', '\\"') in report or shown in report
    faces = {name for name, _ in dice_images(kit)}
    for value in (1, battle.sides):
        line = str(evaluate(f"{{{shown}}}", dict.fromkeys(rolls, value)))
        assert len(found := _SHOWN.findall(line)) == battle.dice
        assert faces.issuperset(found)


def test_every_face_of_a_die_is_another_picture() -> None:
    for sides, faces in ((6, range(1, 7)), (10, range(11))):
        drawn = {value: draw_die(sides, value, px=24).tobytes() for value in faces}
        assert all(a != b for a, b in itertools.combinations(drawn.values(), 2))


@pytest.mark.parametrize(("sides", "value"), [(6, 0), (6, 7), (10, 11), (8, 1)])
def test_there_is_no_such_face(sides: int, value: int) -> None:
    with pytest.raises(ValueError, match=f"no die of {sides} sides shows {value}"):
        draw_die(sides, value, px=24)


def test_pictures_stand_in_a_line_of_chat() -> None:
    for name, paint in dice_images(load_kit("battle-for-normandy")):
        buffer = io.BytesIO()
        paint().save(buffer, "PNG")
        assert Image.open(buffer).size == (24, 24), name
