"""New phase turns the trackers as the rules go on, and does of itself what the rules do at that point."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from adjudicator.battle_for_normandy.r04_flow import TIMES, Moment, step_after
from adjudicator.game import GAMES, load
from adjudicator.position import Position
from module_builder.kit import Kit, load_kit
from module_builder.phases import coming, phase_button
from module_builder.prototypes import TIDY
from module_builder.tracked import tracker_property, tracker_words
from module_builder.turn_marker import dated_marker
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.keys import alt
from module_builder.vassal.sequence_encoder import decode
from tests.every import quick_one
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate
from tests.playing import wander

SCENARIO = {
    "breakout-normandy": "d-day",
    "storm-over-normandy": "invasion",
    "battle-for-normandy": "carentan",
}
CHOSEN = {"june-six": {"me", "re"}}
"""Phases in which chance or a player says at once who acts, or how."""


def words(kit: Kit, values: Mapping[str, str]) -> dict[str, object]:
    """Properties of the turn trackers that stand so."""
    return {tracker_property(i): tracker_words(kit, i)[values[i]] for i in kit.carriers.trackers}


def stand(kit: Kit, position: Position) -> dict[str, str]:
    return {item: str(position.said(item, "")) for item in kit.carriers.trackers}


def pressed(kit: Kit, now: Mapping[str, str], **more: object) -> dict[str, str]:
    """Where the trackers stand once New phase was pressed."""
    known = {**words(kit, now), **more}
    after = dict(now)
    for item, expression in coming(kit).items():
        back = {word: value for value, word in tracker_words(kit, item).items()}
        after[item] = back[str(evaluate(f"{{{expression}}}", known))]
    return after


def holds(row: Mapping[str, Any], before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    there = now["phase"] in row["enter"] and before["phase"] in row.get("came", [before["phase"]])
    return there and all(now[item] in values for item, values in row.get("when", {}).items())


def turns(kit: Kit) -> Iterator[tuple[Position, Position]]:
    """Positions of random play before and after a phase ends."""
    start = load(kit.game.slug).scenario(SCENARIO.get(kit.game.slug, "campaign"))
    for (before, _), (after, _) in itertools.pairwise(wander(start, 3, 900)):
        fresh = after is start or "over" in {before.text("phase"), after.text("phase")}
        if before.text("phase") != after.text("phase") and not fresh:
            yield before, after


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(GAMES, "storm-over-normandy"))
def test_the_trackers_go_on_as_the_game_does(game: str) -> None:
    """Phases in which nothing is to be decided pass at once in play: New phase is pressed for each."""
    kit, seen = load_kit(game), 0
    dated = next(row["advances"] for row in kit.adapter["due"] if "advances" in row)
    for before, after in turns(kit):
        now, wanted, days = stand(kit, before), stand(kit, after), 0
        records = {"bocage_invasion": before.number("invasion")} if "invasion" in before.schema.items else {}
        for _ in range(9):
            last, now = now, pressed(kit, now, **records)
            fired = [row for row in kit.adapter["due"] if holds(row, last, now)]
            days += sum("advances" in row for row in fired)
            if now["phase"] == wanted["phase"]:
                break
        if wanted["phase"] in CHOSEN.get(game, ()):
            now |= {item: wanted[item] for item in now if item != "phase"}
        assert now == wanted, (stand(kit, before), wanted)
        assert after.number(dated) - before.number(dated) == days
        for row in fired:
            for item in row.get("off", ()):
                marked = [
                    uid for uid in after.subjects(item) if after.flag(item, uid) and _is_of(row, after, uid)
                ]
                assert not marked, (item, marked)
        seen += 1
    assert seen > 8


def _is_of(row: Mapping[str, Any], position: Position, uid: str) -> bool:
    piece = position.pieces[uid]
    kinds = row.get("types", [piece.printed.type])
    mine = piece.side == row.get("of", piece.side) and piece.printed.type not in row.get("but", ())
    return mine and piece.printed.type in kinds and "unless" not in row


@pytest.mark.slow
def test_battle_goes_through_a_whole_day_as_the_rules_do() -> None:
    kit = load_kit("battle-for-normandy")
    now = Moment("weather", "allied", "night", 8)
    for _ in range(200):
        then = step_after(now)
        at = {"phase": now.phase, "side": now.side, "time": now.time}
        assert pressed(kit, at) == {"phase": then.phase, "side": then.side, "time": then.time}, at
        now = then
    assert now.date > 10
    assert now.time in TIMES


def test_battle_goes_through_the_invasion_as_the_rules_do() -> None:
    kit = load_kit("battle-for-normandy")
    now, seen = Moment("set-up", "german", "night", 6), set[str]()
    while (now.phase, now.time, now.side) != ("movement", "pm", "german"):
        then = step_after(now)
        at = {"phase": now.phase, "side": now.side, "time": now.time}
        after = pressed(kit, at, bocage_invasion=now.invasion or "")
        assert after == {"phase": then.phase, "side": then.side, "time": then.time}, at
        seen.add(now.phase)
        now = then
    assert {"drop", "landing", "regroup", "reinforcements"} <= seen


@pytest.mark.parametrize("game", GAMES)
def test_new_phase_is_one_press_and_says_what_is_due(game: str) -> None:
    tree, kit = tree_of(game), load_kit(game)
    buttons = {b.get("name", ""): b for b in descendants(tree, "DoActionButton")}
    keys = decode(buttons["New phase"].get("hotkeys", ""), ",")
    assert TIDY in keys
    known = {b.get("hotkey") for b in tree.iter()} | {b.get("buttonHotkey") for b in tree.iter()}
    known |= {tracker.get("nexthotkey") for tracker in descendants(tree, "TurnTracker")}
    assert set(keys) <= known, "every key of it is somebody's"
    for button in buttons.values():
        assert set(decode(button.get("hotkeys", ""), ",")) - {""} <= known, button.get("name")
    said = buttons["Say the phase"].get("reportFormat", "")
    for phase in kit.game.sequence.phases.values():
        assert f"{phase.rule}): {phase.help}" in said
        assert '"' not in phase.help
    (row,) = [row for row in kit.adapter["desk"]["turns"] if row["next"] == "phase"]
    assert [*phase_button(kit, row)][-1].get("name") == "New phase"


@pytest.mark.parametrize("game", GAMES)
def test_the_marker_of_the_turn_goes_on_box_by_box(game: str) -> None:
    kit = load_kit(game)
    dated = next(row["advances"] for row in kit.adapter["due"] if "advances" in row)
    piece = kit.pieces[dated_marker(kit, dated).id]
    days = next(t.field("expression") for t in piece.full if t.id == "calcProp" and t.field("name") == "Days")
    rows = [row.split("=") for row in days.strip('{}"').split("|") if row]
    places = {p.name: p for p in kit.layout.windows[kit.layout.main].of_kind("box")}
    spots = {spot.name: name for name, place in places.items() for spot in place.spots.values()}
    cards = {p.name for p in kit.layout.windows[kit.layout.cards].places}
    for number, (zone, rest) in enumerate(rows):
        title, region, _ = rest.split(";")
        assert spots[region] == rows[min(number + 1, len(rows) - 1)][0]
        assert zone in places
        assert not title or any(name.endswith(f" {title}") for name in cards)


@pytest.mark.parametrize("game", GAMES)
def test_the_sequence_stands_beside_the_map(game: str) -> None:
    (window,) = [w for w in descendants(tree_of(game), "ChartWindow") if w.get("name") == "Sequence"]
    assert window.get("hotkey") == alt("9")
    (page,) = descendants(window, "HtmlChart")
    assert page.get("fileName", "").endswith("sequence.html")
