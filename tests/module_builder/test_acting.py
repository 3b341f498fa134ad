"""May act: whatever a unit does in random play, the module had it lit up; the other side is never lit."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action, kind_of
from adjudicator.game import GAMES, load
from adjudicator.position import Piece, Position
from counters.nations import NATIONS
from module_builder.acting import acting_mark
from module_builder.kit import Kit, load_kit
from module_builder.tracked import tracker_property, tracker_words
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.keys import alt
from tests.every import quick_one
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import Words, evaluate
from tests.playing import wander

pytestmark = pytest.mark.slow

ACTING = {
    *("move", "move-stack", "assault", "attack", "fire-attack", "beach-attack", "refit", "regroup"),
    *("rebuild", "strategic-move", "fire-alone", "destroy-bridge", "one-hex", "march", "move-ship"),
}
"""Kinds of action with which a unit acts by itself; the light tells of no others."""
BY = {"unit", "units", "by", "gun", "point"}
SCENARIO = {
    "breakout-normandy": "d-day",
    "storm-over-normandy": "invasion",
    "battle-for-normandy": "carentan",
}


def moment(kit: Kit, position: Position) -> dict[str, object]:
    """Properties of the module at a position, the light on."""
    known: dict[str, object] = {"LitOn": "yes"}
    for item in kit.carriers.trackers:
        words = tracker_words(kit, item)
        known[tracker_property(item)] = words[str(position.said(item, ""))]
    changed = {
        node.get("name", ""): next(descendants(node, "ChangePropertyButton")).get("propChanger", "")
        for node in descendants(tree_of(kit.game.slug), "GlobalProperty")
        if node.get("name", "").startswith(("LitBy", "LitFor"))
    }
    row = evaluate(changed["LitBy"].removeprefix("P,").replace("\\,", ","), known)
    who = evaluate(changed["LitFor"].removeprefix("P,").replace("\\,", ","), known)
    assert isinstance(row, str)
    return {**known, "LitBy": Words(row), "LitFor": Words(who)}


def of_unit(kit: Kit, position: Position, piece: Piece) -> dict[str, object]:
    """Properties of a unit's piece."""
    unit, place = piece.printed, kit.layout.space(piece.space)
    known: dict[str, object] = {
        "Nationality": NATIONS[unit.nationality].title,
        "Type": unit.type.replace("-", " "),
        "CurrentZone": place.name if place else "",
        f"{kit.adapter['unit']['status']}_Level": kit.game.statuses.index(piece.status) + 1,
        **{name: Words(text) for name, text in acting_mark(kit, unit).items()},
    }
    for record in kit.carriers.of_pieces("unit"):
        if record.form == "layer" and not record.levels:
            active = bool(position.said(record.item.name, piece.uid))
            known[f"{record.name}_Active"] = "true" if active else "false"
    return known


def expression(kit: Kit) -> str:
    """What a unit asks itself."""
    piece = next(p for p in kit.pieces.values() if p.layer == "Units")
    lit = next(t for t in piece.full if t.id == "emb2" and t.field("name") == "Lit")
    return str(lit.field("reset_level"))


def actors(position: Position, action: Action) -> Iterator[Piece]:
    for field in dataclasses.fields(action):
        value = getattr(action, field.name)
        for uid in value if isinstance(value, tuple) else (value,):
            if field.name in BY and uid in position.pieces:
                yield position.pieces[uid]


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_whatever_acts_was_lit_and_the_other_side_is_dark(game: str) -> None:
    kit, chance = load_kit(game), random.Random(5)
    start, asks, seen = load(game).scenario(SCENARIO.get(game, "campaign")), expression(kit), set[str]()
    for position, action in wander(start, 7, 700):
        kind = kind_of(type(action))
        if position.decision is not None or kind not in ACTING:
            continue
        known = moment(kit, position)
        acting = [p for p in actors(position, action) if p.space != "eliminated"]
        for piece in acting:
            mine = of_unit(kit, position, piece)
            assert evaluate(asks, {**known, **mine}) == 1, (position.text("phase"), action, mine)
        seen |= {kind} if acting else set()
        side = acting[0].side if acting else ""
        others = [p for p in position.pieces.values() if side and p.side != side]
        for piece in chance.sample(others, min(5, len(others))):
            assert evaluate(asks, {**known, **of_unit(kit, position, piece)}) == -1, piece
    assert len(seen) > 2


@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_the_light_is_off_at_the_start_and_has_one_key(game: str) -> None:
    tree, kit = tree_of(game), load_kit(game)
    (button,) = [b for b in descendants(tree, "DoActionButton") if b.get("name") == "May act"]
    assert button.get("hotkey") == alt("7")
    off = {"LitBy": Words(), "LitFor": Words()}
    position = kit.game.scenario(next(iter(kit.game.scenarios)))
    for piece in [*position.pieces.values()][::40]:
        assert evaluate(expression(kit), {**off, **of_unit(kit, position, piece)}) == -1
