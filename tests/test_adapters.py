"""A position written as a save and read back is the same position; what contradicts itself is named."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.asking.loading import load_position
from adjudicator.errors import BocageError, PositionError, SaveError
from adjudicator.game import GAMES, Game, has_module, load
from adjudicator.position import Decision, Draft, Fact, Piece, Position
from adjudicator.saves.carriers import load_carriers
from adjudicator.saves.layout import Layout, label_number, load_layout
from adjudicator.saves.opening import open_state
from adjudicator.saves.piles import members_by_uid
from adjudicator.saves.positions import position_of_state, read_save
from maps.board import Board
from maps.filing import replaceable
from module_builder.kit import Kit, load_kit
from module_builder.save import position_save, save_commands, write_position
from module_builder.vassal.archive import build_save, write_archive
from module_builder.vassal.commands import AddPiece, Command, GlobalProperty, Turn
from module_builder.vassal.metadata import Metadata
from module_builder.vassal.savegame import Save
from module_builder.vassal.state import GameState
from module_builder.vassal.traits import Trait
from tests.every import quick_one

GAME = "breakout-normandy"
BUILT = [slug for slug in GAMES if has_module(slug)]
LARGEST = "battle-for-normandy"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(GAME)


@functools.cache
def shared_kit(slug: str = GAME) -> Kit:
    return load_kit(slug)


@functools.cache
def first_position(slug: str) -> Position:
    """The first scenario of a game; of the largest game what stands on the map in its small battle."""
    known = load(slug)
    if slug == LARGEST:
        whole = known.scenario("carentan")
        pieces = {uid: p for uid, p in whole.pieces.items() if p.space != "companies"}
        return Position(slug, whole.board, whole.schema, pieces, whole.facts)
    return known.scenario(next(iter(known.scenarios)))


@pytest.fixture(scope="module")
def kit() -> Kit:
    return shared_kit()


@pytest.fixture(scope="module")
def start(game: Game) -> Position:
    return game.scenario("d-day")


def again(kit: Kit, position: Position) -> Position:
    """Written and read, without a file in between."""
    state = GameState.from_commands(save_commands(kit, position))
    return position_of_state(state, kit.game, kit.board, kit.units)[0]


def changed(position: Position, change: Callable[[Draft], None]) -> Position:
    draft = position.draft()
    change(draft)
    return draft.finish()


# --- what each item may hold -----------------------------------------------------------------------------


def subjects_of(kit: Kit, item: str) -> list[str]:
    """Subjects that a carrier can hold; those of an item on markers are the markers' own."""
    return _subjects(kit.game.slug, item)


@functools.cache
def _subjects(slug: str, item: str) -> list[str]:
    kit = shared_kit(slug)
    known = kit.game.schema.items[item]
    carried = [r.subject for _, r in kit.carriers.by_item.get(item, ())]
    if any(r.words and r.value == "place" for _, r in kit.carriers.by_item.get(item, ())):
        return carried[:1]  # each subject has places of its own
    if carried and not {"place", "box", ""} & set(carried):
        return sorted(set(carried))
    crossings = [p.id for p in kit.layout.windows[kit.layout.main].of_kind("crossing")]
    bridges = [e for e in crossings if kit.board.edges[e].bridge]
    cup = next((c for c in kit.carriers.cups if c.item == item), None)
    members = members_by_uid(kit.game.slug)
    chits = list(cup.kinds) if cup else sorted(members) or ["us_infantry", "german_armor"]
    if not known.of and cup:
        return [""]
    return {
        "": [""],
        "area": [s.id for s in kit.board.spaces.values() if s.kind == "area"],
        "hex": [s.id for s in kit.board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"],
        "chit": chits,
        "group": ["german", "us", "british"],
        "boundary": bridges if carried else sorted(kit.board.edges),
        "unit": sorted(
            u
            for u, unit in kit.units.items()
            if not any(c.holds(unit) for c in kit.carriers.cups)
            and (kit.game.slug != LARGEST or u in first_position(LARGEST).pieces)
        ),
        "side": ["german", "allied"],
        "card": sorted(members),
        "formation": sorted({unit.division for unit in kit.units.values()} - {""}),
        "nation": ["german", "us", "commonwealth"],
        "marker": ["wtf", "etf", "ix-af", "2-taf", "le-havre"]
        if kit.game.slug == GAME
        else [m.subject for m in kit.carriers.markers.values() if m.of == "marker"],
        "box": [str(n) for n in range(-3, 14)]
        if kit.game.slug == GAME
        else [m.subject for m in kit.carriers.markers.values() if item in m.carries]
        or [word for _, r in kit.carriers.by_item.get(item, ()) for word, _ in r.words]
        or ["cherbourg", "4506"],
        "depot": [m.subject for m in kit.carriers.markers.values() if m.of == "depot"],
    }[known.of]


@functools.cache
def _areas(slug: str) -> list[str]:
    return [s.id for s in shared_kit(slug).board.spaces.values() if s.kind in {"area", "hex"}]


def values_of(kit: Kit, item: str) -> st.SearchStrategy[Fact]:
    """Values that differ from the default and have a place in the module."""
    known = kit.game.schema.items[item]
    by_marker = [(m, r) for m, r in kit.carriers.by_item.get(item, ())]
    areas = _areas(kit.game.slug)
    if known.values:
        return st.sampled_from([v for v in known.values if v != known.default])
    if isinstance(known.default, bool):
        return st.just(not known.default)
    if item == "cards-drawn":
        digits = st.tuples(*(st.integers(0, n) for n in kit.carriers.decks.counts))
        return digits.map(lambda d: "".join(map(str, d))).filter(lambda d: d != known.default)
    worded = [word for _, r in by_marker[:1] for word, _ in r.words]
    if item in kit.adapter["unit"]["spaces"] or (by_marker and not worded):
        return st.sampled_from(areas)
    if worded:
        return st.sampled_from(worded)
    return st.sampled_from([*areas, "a b", "x=1;y=2", "100%", "it's"])


def numbers(kit: Kit, item: str) -> list[int]:
    """Numbers that the carrier of an item can show."""
    pairs = kit.carriers.by_item.get(item, ())
    for marker, read in pairs:
        if read.value == "signed":
            return list(range(-9, 10))
        if read.times:
            return list(range(10 * max(r.times for _, r in pairs)))
        if read.value == "box":
            boxes = [p.id.partition(":") for p in kit.layout.windows[kit.layout.main].of_kind("box")]
            shown = [label_number(label) for track, _, label in boxes if track in read.on]
            return [n for n in shown if n is not None]
        return [level for level in marker.levels if isinstance(level, int)]
    for cup in kit.carriers.cups:
        if cup.item == item:
            return list(range(min(count for _, count in cup.kinds.values()) + 1))
    return [-2, -1, 1, 2, 3, 17]


ITEMS = [
    (g, i) for g in BUILT for i, item in sorted(load(g).schema.items.items()) if item.carrier != "printed"
]
LARGE = {LARGEST, "june-six"}
"""Games with large modules: a quarter of their items in the fast run, of others half."""


@pytest.mark.parametrize(
    ("slug", "item"),
    [
        pytest.param(slug, item, marks=[pytest.mark.slow] if n % (4 if slug in LARGE else 2) else [])
        for n, (slug, item) in enumerate(ITEMS)
    ],
)
def test_every_item_survives(slug: str, item: str) -> None:
    kit, start = shared_kit(slug), first_position(slug)

    @settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        of = subjects_of(kit, item)
        chosen = data.draw(st.lists(st.sampled_from(of), min_size=1, max_size=3, unique=True))
        draft = start.draft()
        for subject in chosen:
            draft.set(item, data.draw(strategy(kit, item)), subject)
        position = draft.finish()
        read = again(kit, position)
        assert position.diff(read) == ()
        assert read == position

    run()


@pytest.mark.parametrize("slug", quick_one(BUILT, "breakout-normandy"))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_many_items_at_once_survive(slug: str, data: st.DataObject) -> None:
    """All but the one that a marker cannot carry together with another."""
    kit = shared_kit(slug)
    draft = first_position(slug).draft()
    for item in (i for g, i in ITEMS if g == slug and i != "mulberry-lost"):
        of = subjects_of(kit, item)
        for subject in data.draw(st.lists(st.sampled_from(of), max_size=3, unique=True)):
            draft.set(item, data.draw(strategy(kit, item)), subject)
    position = draft.finish()
    read = again(kit, position)
    assert position.diff(read) == ()
    assert read == position


def strategy(kit: Kit, item: str) -> st.SearchStrategy[Fact]:
    known = kit.game.schema.items[item]
    if isinstance(known.default, int) and not isinstance(known.default, bool):
        return st.sampled_from([n for n in numbers(kit, item) if n != known.default])
    return values_of(kit, item)


@pytest.mark.parametrize("slug", BUILT)
def test_every_item_of_state_has_a_carrier_that_is_known(slug: str) -> None:
    game = load(slug)
    carriers = load_carriers(game)
    listed = carriers.piles.carrier if carriers.piles else ""  # cards of which nobody knows where they lie
    for item in game.schema.items.values():
        by = [
            item.name in carriers.by_item,
            item.name in carriers.trackers,
            any(i == item.name and name != listed for name, i in carriers.properties.items()),
            any(record.item is item for kind in carriers.records for record in carriers.of_pieces(kind)),
            item.carrier in {"printed", "deck contents"},
            any(cup.item == item.name for cup in carriers.cups),
        ]
        assert sum(by) == 1, f"{item.name} has {sum(by)} carriers"


@pytest.mark.parametrize(("slug", "name"), [(g, n) for g in BUILT for n in sorted(load(g).scenarios)])
def test_every_scenario_survives(slug: str, name: str) -> None:
    position = load(slug).scenario(name)
    assert again(shared_kit(slug), position) == position


@pytest.mark.parametrize("slug", quick_one(BUILT, "storm-over-normandy"))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_units_anywhere_in_any_status_survive(slug: str, data: st.DataObject) -> None:
    kit = shared_kit(slug)
    draft = first_position(slug).draft()
    there = draft.pieces if slug == LARGEST else kit.units
    some = data.draw(st.lists(st.sampled_from(sorted(there)), max_size=30, unique=True))
    pools = {cup.space for cup in kit.carriers.cups} - {kit.adapter["cards"]["space"]}
    pools |= {s.id for s in kit.board.spaces.values() if s["terrain"] == "sea"}  # boxes lie over some of it
    for uid in some:
        draft.place(uid, data.draw(st.sampled_from(sorted(set(kit.board.spaces) - pools))))
        reduces = "full" not in kit.game.statuses or kit.units[uid].steps > 1
        draft.set_status(uid, data.draw(st.sampled_from(kit.game.statuses if reduces else ["full"])))
        if slug == GAME and data.draw(st.booleans()):
            draft.set("start", data.draw(st.sampled_from(sorted(kit.board.spaces))), uid)
    position = draft.finish()
    assert again(kit, position) == position


@pytest.mark.parametrize(
    ("slug", "seed"),
    quick_one([(g, n) for g in ("dark-summer", "june-six") for n in range(2)], "dark-summer"),
)
def test_positions_of_random_play_survive(slug: str, seed: int) -> None:
    """After every fifty of two hundred random steps."""
    from adjudicator.game import apply, legal

    chance, position = random.Random(seed), first_position(slug)
    for number in range(1, 201):
        action = legal(position).sample(chance, tries=24)
        assert action is not None
        position = apply(position, action)
        if number % 50 == 0:
            assert again(shared_kit(slug), position) == position


def test_cups_and_pools_hold_what_lies_nowhere_else() -> None:
    """Chits outside of their cups, and units that were drawn from a pool."""
    kit, start = shared_kit("dark-summer"), first_position("dark-summer")
    draft = start.draft()
    draft.set("cup", 2, "us")
    draft.set("weather-drawn", 1, "storm")
    draft.set("reaction-chits", 3)
    draft.place("ge-sp-4", "3303")
    position = draft.finish()
    state = GameState.from_commands(save_commands(kit, position))
    assert position_of_state(state, kit.game, kit.board, kit.units)[0] == position
    draft.set("cup", 5, "us")
    with pytest.raises(PositionError, match="Action Cup cannot hold 5 of 4 us chits"):
        position_save(kit, draft.finish())


def test_a_part_of_the_units_survives(kit: Kit, start: Position) -> None:
    def thin(draft: Draft) -> None:
        for uid in sorted(draft.pieces)[::2]:
            del draft.pieces[uid]

    draft = start.draft()
    thin(draft)
    position = replace_pieces(start, draft.pieces)
    assert again(kit, position) == position


def replace_pieces(position: Position, pieces: Any) -> Position:
    return Position(position.game, position.board, position.schema, pieces, position.facts)


def test_pending_decisions_and_options_survive(kit: Kit, start: Position) -> None:
    roll = {"what": "seizure", "dice": ["dr"], "bridge": "isigny/st-lo", "unit": "ge-916"}
    data = {"roll": roll, "values": [3], "of": "\u00c9glise 'a' x;y\t/\\"}
    pending = (Decision("german", "reroll", "11.6", data), Decision("dice", "roll", "20.3", roll))
    readings = kit.game.schema.readings
    options = {n: next(x for x in r.options if x != r.default) for n, r in readings.items()}
    position = Position(
        start.game, start.board, start.schema, start.pieces, start.facts, pending=pending, options=options
    )
    read = again(kit, position)
    assert read.pending == pending
    assert dict(read.options) == options


def test_silence_survives(kit: Kit, start: Position) -> None:
    """Unknown items stay unknown, and what is stated of them stays stated although it is the default."""
    unknown = {"control", "impulse", "reserves", "used", "crossings", "mf-used", "weather-today"}
    facts = {
        **start.facts,
        ("control", "caen"): "german",
        ("control", "omaha-beach"): "us",
        ("crossings", "isigny/st-lo"): 0,
        ("mf-used", "ge-916"): 0,
        ("reserves", "german"): 12,
    }
    position = Position(start.game, start.board, start.schema, start.pieces, facts, unknown=unknown)
    read = again(kit, position)
    assert read.unknown >= unknown
    assert read.raw("control", "caen") == "german"
    assert read.stated() == position.stated()


def test_a_real_file_survives_and_is_always_the_same(tmp_path: Path, start: Position) -> None:
    one, two = tmp_path / "one.vsav", tmp_path / "two.vsav"
    write_position(start, one)
    write_position(start, two)
    assert one.read_bytes() == two.read_bytes()
    assert read_save(one).position == start
    assert load_position(str(one)).position == start


def test_what_a_save_cannot_hold_is_named(kit: Kit, start: Position) -> None:
    def wrong(draft: Draft) -> None:
        draft.set("river", "allied", "caen/nowhere")
        draft.set("construct-allied", 7, "isigny/st-lo")

    with pytest.raises(PositionError) as caught:
        position_save(kit, changed(start, wrong))
    text = str(caught.value)
    assert "river of caen/nowhere" in text
    assert "construct-allied of isigny/st-lo" in text


def test_what_is_not_printed_so_is_named(kit: Kit, start: Position) -> None:
    """A save holds the counters and the map as printed; corrections need an overlay."""
    pieces = dict(start.pieces)
    old = pieces["ge-916"]
    pieces["ge-916"] = Piece(replace(old.printed, af=8), old.space, old.status)
    caen = start.board.spaces["caen"]
    spaces = {**start.board.spaces, "caen": replace(caen, features={**caen.features, "tem": 1})}
    edge = start.board.edges["isigny/st-lo"]
    edges = {**start.board.edges, edge.id: replace(edge, boundary="flooded")}
    board = Board(spaces.values(), edges.values())
    position = Position(start.game, board, start.schema, pieces, start.facts)
    with pytest.raises(PositionError) as caught:
        position_save(kit, position)
    assert len(caught.value.defects) == 3
    assert "916 Rgt, 352 Div: the counter does not print AF 8" in str(caught.value)


def test_an_ad_hoc_sketch_has_no_place_in_the_module(kit: Kit) -> None:
    from adjudicator.asking.loading import read_text

    position = read_text(
        'breakout-normandy, clear\nA: free us, tem 1 | us inf 6-5-5 "116" fresh 29div'
    ).position
    assert position is not None
    with pytest.raises(PositionError, match="no counter"):
        position_save(kit, position)


# --- defects ---------------------------------------------------------------------------------------------


def commands_of(kit: Kit, position: Position) -> list[Command]:
    return list(save_commands(kit, position))


def read_commands(kit: Kit, commands: list[Command]) -> Position:
    return position_of_state(GameState.from_commands(commands), kit.game, kit.board, kit.units)[0]


def piece_of(commands: list[Command], uid: str) -> AddPiece:
    for command in commands:
        if isinstance(command, AddPiece):
            marks = [t for t in command.traits() if t.id == "mark" and "Uid" in t.fields]
            if marks and marks[0].values[marks[0].fields.index("Uid")] == uid:
                return command
    raise AssertionError(uid)


def moved(piece: AddPiece, window: str, x: int, y: int, *, id_: str = "", **states: str) -> AddPiece:
    """A copy of a piece elsewhere; states by trait id."""
    traits = []
    for trait in piece.traits():
        state = states.get(trait.id, trait.state)
        if trait.id == "piece":
            rest = trait.state.split(";")[3:]
            state = ";".join([window, str(x), str(y), *rest])
        traits.append(Trait(trait.type, state))
    return AddPiece.from_traits(id_ or piece.id, tuple(traits))


@pytest.fixture
def layout(kit: Kit) -> Layout:
    return load_layout(GAME, kit.board)


def spot(layout: Layout, space: str, key: str) -> tuple[str, int, int]:
    place = layout.space(space)
    assert place is not None
    return layout.main, place.spots[key].x, place.spots[key].y


def defects(kit: Kit, start: Position, *extra: AddPiece) -> tuple[str, ...]:
    commands = commands_of(kit, start)
    with pytest.raises(PositionError) as caught:
        read_commands(kit, [*commands, *extra])
    assert all("\n" not in d for d in caught.value.defects)
    return caught.value.defects


def test_two_copies_of_a_unit(kit: Kit, start: Position, layout: Layout) -> None:
    unit = piece_of(commands_of(kit, start), "ge-916")
    found = defects(kit, start, moved(unit, *spot(layout, "st-lo", "german 1"), id_="9999"))
    assert found == ("two copies of 916 Rgt, 352 Div: St. Lo and Omaha Beach",)


def test_two_carriers_that_disagree(kit: Kit, start: Position, layout: Layout) -> None:
    def us(draft: Draft) -> None:
        draft.set("control", "us", "caen")

    position = changed(start, us)
    marker = piece_of(commands_of(kit, position), "control")
    other = moved(marker, *spot(layout, "caen", "control"), id_="9999", emb2="2")
    (found,) = defects(kit, position, other)
    assert "contradict" in found
    assert "Caen" in found


def test_a_single_marker_twice(kit: Kit, start: Position, layout: Layout) -> None:
    marker = piece_of(commands_of(kit, start), "advantage")
    box = layout.box("impulse", "7")
    assert box is not None
    (found,) = defects(kit, start, moved(marker, layout.main, *box.middle, id_="9999"))
    assert found.startswith("two copies of Advantage")
    assert "Impulse Track 7" in found


def test_a_unit_on_a_bridge_or_in_the_sea(kit: Kit, start: Position, layout: Layout) -> None:
    unit = piece_of(commands_of(kit, start), "ge-916")
    bridge = layout.crossing("isigny/st-lo")
    assert bridge is not None
    for at, where in ((bridge.middle, "Isigny / St. Lo"), ((2300, 60), "Sea")):
        commands = [c if c != unit else moved(unit, layout.main, *at) for c in commands_of(kit, start)]
        with pytest.raises(PositionError, match=where):
            read_commands(kit, commands)


def loose(layout: Layout, unit_id: str | None, at: tuple[str, int, int]) -> AddPiece:
    window, x, y = at
    traits = (
        Trait("piece;;;d.png;Disruption", f"{window};{x};{y};7;0"),
        Trait("mark;Uid", "disruption"),
    )
    return AddPiece.from_traits("9999", traits)


def test_a_status_marker_under_no_unit(kit: Kit, start: Position, layout: Layout) -> None:
    (found,) = defects(kit, start, loose(layout, None, spot(layout, "lessay", "german 1")))
    assert found == "Disruption at Lessay lies on no unit"


def test_an_unknown_piece(kit: Kit, start: Position, layout: Layout) -> None:
    window, x, y = spot(layout, "caen", "german 1")
    stranger = AddPiece("9999", "piece;;;x.png;Tiger", f"{window};{x};{y};7;0")
    (found,) = defects(kit, start, stranger)
    assert "unknown piece 'Tiger' at Caen" in found


def test_a_bridge_marker_where_no_bridge_is_printed(kit: Kit, start: Position, layout: Layout) -> None:
    def blow(draft: Draft) -> None:
        draft.set("bridge", "destroyed", "isigny/st-lo")

    edge = next(
        p.id for p in layout.windows[layout.main].of_kind("crossing") if not kit.board.edges[p.id].bridge
    )
    place = layout.crossing(edge)
    assert place is not None
    marker = piece_of(commands_of(kit, changed(start, blow)), "bridge")
    (found,) = defects(kit, start, moved(marker, layout.main, *place.middle, id_="9999"))
    assert "there is no bridge" in found


def test_a_marker_that_states_nothing_is_a_note(kit: Kit, start: Position, layout: Layout) -> None:
    def us(draft: Draft) -> None:
        draft.set("control", "us", "caen")

    commands = commands_of(kit, changed(start, us))
    marker = piece_of(commands, "control")
    commands = [c if c != marker else moved(marker, layout.main, 2300, 60) for c in commands]
    state = GameState.from_commands(commands)
    position, notes = position_of_state(state, kit.game, kit.board, kit.units)
    assert notes == ("Allied Control at Sea states nothing",)
    assert position.text("control", "caen") == "german"


def test_a_missing_marker_leaves_its_items_unknown(kit: Kit, start: Position) -> None:
    turn = piece_of(commands_of(kit, start), "turn")
    commands = [c for c in commands_of(kit, start) if c != turn]
    assert read_commands(kit, commands).unknown == {"day-start", "weather-today"}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (GlobalProperty("bocage_crossings", "isigny/st-lo=many"), "whole number"),
        (GlobalProperty("bocage_crossings", "isigny/paris=1"), "there is no boundary 'isigny/paris'"),
        (GlobalProperty("bocage_crossings", "3"), "subject=value"),
        (GlobalProperty("bocage_passed", "italian"), "one of"),
        (GlobalProperty("bocage_pending", "[[1]]"), "bocage_pending"),
        (GlobalProperty("bocage_silence", "{}"), "unknown items"),
        (GlobalProperty("bocage_option_combat_cards", "Q"), "option combat-cards"),
        (Turn("TurnTracker0", "0|99;0;0;true"), "turn tracker Phase"),
    ],
)
def test_damaged_properties(kit: Kit, start: Position, command: Command, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        read_commands(kit, [*commands_of(kit, start), command])


# --- files that are not ours -----------------------------------------------------------------------------


def save_with(kit: Kit, tmp_path: Path, start: Position, module: str = "", **properties: str) -> Path:
    def change(command: Command) -> Command:
        if isinstance(command, GlobalProperty) and command.name in properties:
            return GlobalProperty(command.name, properties[command.name])
        return command

    commands = [change(c) for c in commands_of(kit, start)]
    meta = Metadata("1", "3.7.0", "", module or kit.title, "0")
    path = tmp_path / "g.vsav"
    archive = build_save(Save.from_commands(commands), saved=Metadata("1", "3.7.0"), module=meta)
    path.write_bytes(write_archive(archive))
    return path


@pytest.mark.parametrize(
    ("properties", "said"),
    [
        ({"bocage_geometry": "0.9"}, "geometry"),
        ({"bocage_overlay": "abc"}, "overlay"),
        ({"bocage_rules": "1892"}, "edition"),
        ({"bocage_game": "chess"}, "module"),
    ],
)
def test_another_module(
    kit: Kit, start: Position, tmp_path: Path, properties: dict[str, str], said: str
) -> None:
    path = save_with(kit, tmp_path, start, module="VASL", **properties)
    with pytest.raises(SaveError, match=said) as caught:
        read_save(path)
    assert str(caught.value).startswith("g.vsav: ")


def test_an_overlay_with_other_pieces(start: Position, tmp_path: Path) -> None:
    path, folder = tmp_path / "g.vsav", tmp_path / "overlay"
    write_position(start, path)
    art = folder / "breakout-normandy" / "art" / "counters"
    art.mkdir(parents=True)
    (art / "ge-916.png").write_bytes(b"a picture")
    assert read_save(path, overlay=folder).position == start, "a save knows nothing of anybody's pictures"
    lines = replaceable("breakout-normandy")["units.csv"].read_text(encoding="utf-8").splitlines()
    new = next(line for line in lines if line.startswith("ge-1058,")).replace("ge-1058,", "ge-mine,", 1)
    text = "\n".join([*lines, new]) + "\n"
    (folder / "breakout-normandy" / "units.csv").write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match="or carry it over with module-builder upgrade"):
        read_save(path, overlay=folder)


def test_files_that_are_no_saves(tmp_path: Path, start: Position) -> None:
    good = tmp_path / "good.vsav"
    write_position(start, good)
    whole = good.read_bytes()
    for number, data in enumerate((b"", b"hello", whole[:-40], whole[: len(whole) // 2])):
        path = tmp_path / f"{number}.vsav"
        path.write_bytes(data)
        with pytest.raises(BocageError) as caught:
            read_save(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(SaveError, match="step"):
        read_save(good, step=3)


def test_damage_is_one_line_never_a_traceback(kit: Kit, start: Position, tmp_path: Path) -> None:
    archive, chance = position_save(kit, start), random.Random(7)
    text = archive.save().text
    path = tmp_path / "g.vsav"
    for _ in range(15):
        at = chance.randrange(11, len(text))
        cut = chance.choice(
            [text[:at] + text[at + chance.randrange(1, 40) :], text[:at] + "\t" + text[at + 1 :]]
        )
        path.write_bytes(write_archive(archive.with_save(Save(cut))))
        said = ""
        try:
            read_save(path)
        except BocageError as fault:
            said = str(fault)
        assert "\n" not in said


def test_a_log_gives_every_position(kit: Kit, start: Position, layout: Layout, tmp_path: Path) -> None:
    from module_builder.vassal.commands import ChangePiece, MovePiece
    from module_builder.vassal.log import append_steps

    unit = piece_of(commands_of(kit, start), "ge-916")
    archive = position_save(kit, start)
    traits = [
        t if t.type.split(";")[0] != "emb2" or "ge-916_f" not in t.type else Trait(t.type, "2")
        for t in unit.traits()
    ]
    flipped = AddPiece.from_traits(unit.id, tuple(traits))
    window, x, y = spot(layout, "st-lo", "german 1")
    steps: list[list[Command]] = [
        [ChangePiece(unit.id, flipped.state, unit.state)],
        [MovePiece(unit.id, window, x, y, None, window, 0, 0, None)],
    ]
    path = tmp_path / "g.vlog"
    path.write_bytes(write_archive(archive.with_save(append_steps(archive.save(), steps))))
    pieces = [read_save(path, step=n).position for n in (0, 1, 2, None)]
    seen = [(p.pieces["ge-916"].space, p.pieces["ge-916"].status) for p in pieces if p is not None]
    home = start.pieces["ge-916"].space
    assert seen == [(home, "fresh"), (home, "spent"), ("st-lo", "spent"), ("st-lo", "spent")]


def test_open_state_counts_pieces(tmp_path: Path, start: Position) -> None:
    path = tmp_path / "g.vsav"
    write_position(start, path)
    archive, state = open_state(path)
    assert archive.metadata() is not None
    assert sum(isinstance(i, AddPiece) for i in state.items.values()) > len(start.pieces)
