"""Plates over stacks: they show what the viewer of the stack adds up, and nothing of what is hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from adjudicator.dark_summer.terms import is_hidden
from adjudicator.game import GAMES
from adjudicator.position import Piece, Position
from adjudicator.saves.adapter import draw_layers, is_masked
from adjudicator.saves.placing import Placer
from adjudicator.saves.positions import read_save
from counters.catalog import Unit
from module_builder import save
from module_builder.kit import Kit, load_kit
from module_builder.pieces import placed
from module_builder.plates import plates
from module_builder.save import save_commands, write_position
from module_builder.summaries import MOST, figures, plate_uids, plated
from module_builder.unit_marks import totals
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.commands import AddPiece, Command
from module_builder.vassal.traits import join_state
from tests.every import quick_one
from tests.module_builder.building import tree_of
from tests.module_builder.expressions import evaluate
from tests.playing import wander

HEXES = ("june-six", "dark-summer", "battle-for-normandy")


class Stacks:
    """The units of a position where the module lays them, each with what it says to a plate."""

    def __init__(self, kit: Kit, position: Position, reader: str = "German") -> None:
        self.kit, self.reader = kit, reader
        self.at: dict[str, list[dict[str, object]]] = {}
        for laid in Placer(kit, position, dict(position.facts)).units():
            place = kit.layout.find(laid.window, laid.x, laid.y)
            if laid.window == kit.layout.main and place is not None:
                levels = {f"{name}_Level": level for name, level in laid.levels.items()}
                self.at.setdefault(place.name, []).append(self._tells(laid.uid, levels, laid.owner))

    def _tells(self, uid: str, levels: Mapping[str, int], owner: str) -> dict[str, object]:
        told: dict[str, object] = {"Obscured": "false", "ObscuredToOthers": "false", **levels}
        if owner:
            told |= {"ObscuredToOthers": "true", "Obscured": str(owner != self.reader).lower()}
        traits = self.kit.pieces[uid].full
        for trait in traits:
            if trait.id == "mark":
                told |= {
                    k: int(v) if re.fullmatch(r"-?\d+", v) else v
                    for k, v in zip(trait.fields, trait.values, strict=True)
                }
            elif trait.id == "emb2" and trait.field("name") == "Hidden":
                told["Hidden_Active"] = str(levels.get("Hidden", levels.get("Hidden_Level", 0)) == 1).lower()
        names = {row["name"] for row in totals(self.kit)}
        for trait in traits:
            if trait.id == "calcProp" and trait.field("name") in names:
                told[trait.field("name")] = evaluate(trait.field("expression"), told)
        return told

    def count(self, place: str) -> Callable[[str], int]:
        """`CountLocation` of a plate in a place."""
        return lambda match: sum(bool(evaluate(match, told)) for told in self.at[place])

    def sum(self, place: str) -> Callable[[str, str], object]:
        """`SumLocation` of a plate in a place."""

        def summed(name: str, match: str) -> int:
            values = [told[name] for told in self.at[place] if evaluate(match, told)]
            return sum(value for value in values if isinstance(value, int))

        return summed


def shown(kit: Kit, stacks: Stacks, side: str) -> Iterator[tuple[str, str]]:
    """What the plates of a side show: place, and the signs from left to right, the upper line first."""
    plate = kit.pieces[plate_uids(kit)[side]]
    marks = next(t for t in plate.full if t.id == "mark")
    told = dict(zip(marks.fields, marks.values, strict=True))
    pictures = dict(plates(kit.layout, tuple(plate_uids(kit)), len(figures(kit)), doubt=True))
    for place in stacks.at:
        asked = {**told, "CountLocation": stacks.count(place), "SumLocation": stacks.sum(place)}
        stays = next(t for t in plate.full if t.id == "macro" and t.field("name") == "Count").field("match")
        if not evaluate(stays, {**asked, "LocationName": place}):
            continue
        for trait in plate.full:
            if trait.id == "PROP":
                (expression,) = re.findall(r"\{.*\}", trait.field("commands"))
                asked[trait.field("name")] = evaluate(expression.replace("\\", ""), asked)
        signs = []
        for trait in plate.full:
            if trait.id == "emb2":
                level = evaluate(trait.field("reset_level"), asked)
                assert isinstance(level, (int, float))
                name = trait.field("images").split(",")[int(level) - 1]
                if name != "blank.png":
                    assert name in pictures
                    signs.append((int(trait.field("y_offset")), int(trait.field("x_offset")), name[-5]))
        line = {y: "".join(sign for _, _, sign in sorted(s for s in signs if s[0] == y)) for y, _, _ in signs}
        yield place, " ".join(line[y].replace("l", "?").replace("e", "?") for y in sorted(line))


def printed(kit: Kit, unit: Unit, name: str, *, worn: bool) -> int:
    """What a counter prints of a total, on the side that shows."""
    row = next(row for row in totals(kit) if row["name"] == name)

    def value(key: str) -> int:
        found = getattr(unit, key, None) if hasattr(unit, key) else unit.rating(key)
        return found if isinstance(found, int) else 0

    if not worn:
        return value(row["full"])
    return value(row["worn"]) if "worn" in row else value(row["full"]) - row["less"]


def unknown(kit: Kit, position: Position, piece: Piece) -> bool:
    """Whether not everybody may see what a unit is."""
    if kit.game.slug == "dark-summer":
        return is_hidden(position, piece)
    masked = is_masked(kit.adapter["unit"], piece.printed)
    return masked and not position.flag(str(kit.adapter["unit"]["masked"]["item"]), piece.uid)


def wanted(kit: Kit, position: Position, side: str) -> dict[str, str]:
    """What stands on the plates by the position and the printed counters."""
    steps, found = str(kit.adapter["summary"]["steps"]), dict[str, str]()
    for space in position.occupied():
        known = position.board.spaces.get(space)
        units = [p for p in position.units_in(space) if p.printed.side == side]
        if known is None or known.kind != "hex" or not units:
            continue
        open_ = [p for p in units if not unknown(kit, position, p)]
        numbers = [
            min(MOST, sum(printed(kit, p.printed, n, worn=p.status != kit.game.statuses[0]) for p in open_))
            for n in (*figures(kit), steps)
        ]
        place = kit.layout.space(space)
        assert place is not None
        more = "?" if len(open_) < len(units) else ""
        line = "".join(map(str, numbers[:-1]))
        found[place.name] = f"{line} {numbers[-1]}{more}" if open_ else "?"
    return found


@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_the_plates_of_every_set_up_say_what_the_counters_print(game: str) -> None:
    kit, seen = load_kit(game), Counter[str]()
    for name in kit.game.scenarios:
        position = kit.game.scenario(name)
        stacks = Stacks(kit, position)
        for side in plate_uids(kit):
            told = dict(shown(kit, stacks, side))
            assert told == wanted(kit, position, side), (name, side)
            seen.update(told.values())
    assert sum(seen.values()) > 50
    assert len(seen) > 5


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_wherever_random_play_leads_the_plates_are_right(game: str) -> None:
    kit, seen = load_kit(game), set[str]()
    start = kit.game.scenario(next(iter(kit.game.scenarios)))
    for number, (position, _) in enumerate(wander(start, 11, 240)):
        if number % 40 == 39:
            stacks = Stacks(kit, position)
            for side in plate_uids(kit):
                told = dict(shown(kit, stacks, side))
                assert told == wanted(kit, position, side), (number, side)
                seen |= set(told.values())
    assert len(seen) > 10


@pytest.mark.slow
def test_who_presses_the_button_makes_no_difference() -> None:
    """What is added up goes to all: the owner of a masked counter adds no more than the other side does."""
    kit = load_kit("battle-for-normandy")
    position = kit.game.scenario("campaign")
    both = [
        dict(shown(kit, Stacks(kit, position, reader), "german"))
        for reader in ("German", "Allied", "Solitaire")
    ]
    assert both[0] == both[1] == both[2]
    assert Counter(both[0].values())["?"] > 10


@pytest.mark.parametrize("game", GAMES)
def test_there_is_one_button_and_a_plate_for_each_side(game: str) -> None:
    kit, tree = load_kit(game), tree_of(game)
    (*found,) = (
        b.get("hotkey") for b in descendants(tree, "DoActionButton") if b.get("name") == "Stack sums"
    )
    assert found == (["83,585"] if game in HEXES else [])
    uids = plate_uids(kit)
    assert set(uids) == ({"german", "allied"} if game in HEXES else set())
    for uid in uids.values():
        plate = kit.pieces[uid]
        assert plate.layer == draw_layers(kit.adapter)[-1], "above all else, and saves number the layers"
        assert not any(t.id in {"label", "calcProp"} for t in plate.full), (
            "nothing is worked out at a repaint"
        )
    for viewer in descendants(tree, "CounterDetailViewer") if uids else ():
        if viewer.get("display") != "from listed layers only" and viewer.get("showgraph") == "true":
            assert "Overlays" in str(viewer.get("layerList")).split(",")


@pytest.mark.slow
@pytest.mark.parametrize("game", HEXES)
def test_every_unit_lays_plates_outside_of_its_mask(game: str) -> None:
    kit = load_kit(game)
    for uid, unit in kit.units.items():
        traits = kit.pieces[uid].traits
        last = traits[-1]
        assert (last.id, last.field("name")) == ("prototype", plated(unit.side)), uid


@pytest.mark.parametrize("game", quick_one(HEXES, "dark-summer"))
def test_a_save_with_plates_is_read_as_one_without(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = load_kit(game)
    position = kit.game.scenario(next(iter(kit.game.scenarios)))
    plain, plated_ = tmp_path / "plain.vsav", tmp_path / "plates.vsav"
    write_position(position, plain)

    def with_overlays(kit: Kit, position: Position) -> Iterator[Command]:
        first, *others = save_commands(kit, position)
        yield first
        for number, uid in enumerate((*plate_uids(kit).values(), "supply-sources")):
            piece = kit.pieces[uid]
            state = join_state(placed(piece, kit.layout.main, 1200 + 90 * number, 1200))
            yield AddPiece(str(9_000_000 + number), piece.type_text, state)
        yield from others

    monkeypatch.setattr(save, "save_commands", with_overlays)
    write_position(position, plated_)
    assert plated_.read_bytes() != plain.read_bytes()
    assert read_save(plated_).position == read_save(plain).position
