"""Adapters for modules made in the styles of published ones: what is matched, read, kept and renewed."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from pathlib import Path

import pytest

from adjudicator.codec import position_from_json, position_to_json
from adjudicator.errors import DataError, PositionError, SaveError
from adjudicator.game import load
from adjudicator.position import Piece, Position
from adjudicator.saves.foreign.grids import rule_of_three, their_grids
from adjudicator.saves.foreign.likeness import Known, piece_of
from adjudicator.saves.foreign.matching import answered
from adjudicator.saves.foreign.modules import Counter, TheirModule, open_module
from adjudicator.saves.foreign.places import match_place
from adjudicator.saves.foreign.proposal import Laid, Proposal, propose
from adjudicator.saves.foreign.reading import read_adapter, read_foreign
from adjudicator.saves.foreign.renewing import carried_over, keep
from adjudicator.saves.foreign.shelf import place_of, write_adapter
from adjudicator.saves.foreign.statuses import Turning
from adjudicator.saves.foreign.texts import read_text, without_status
from adjudicator.saves.foreign.units import Match, match_units
from adjudicator.saves.foreign.writing import ASKED, proposal_toml
from adjudicator.saves.ground import geometry_file
from adjudicator.saves.positions import read_save
from maps.geometry import load_geometry
from module_builder.vassal.archive import Archive, open_archive, write_archive
from module_builder.vassal.builders import basic_piece
from module_builder.vassal.buildfile import element, format_build_file
from module_builder.vassal.commands import MovePiece
from module_builder.vassal.log import append_steps
from module_builder.vassal.traits import format_definition
from tests.commandline import run
from tests.foreign import STYLES, Foreign, make_foreign

GAME = "breakout-normandy"
DECOYS = ("US 413/104 Inf (4-4-6)", "503 Hv Tiger (8-6-6)", "ge 1/1 (2-2-2)")


class Made:
    """A foreign module of the tests with what is proposed for it."""

    def __init__(self, style: str, folder: Path) -> None:
        self.foreign: Foreign = make_foreign(style, folder / f"{style}.vmod", more=DECOYS)
        self.module: TheirModule = open_module(self.foreign.path)
        self.found: Proposal = propose(self.module, self.foreign.game)
        self.keys = {f"gpid:{g}": c.key for c in self.module.counters for g in c.gpids}
        self.keys |= {c.name: c.key for c in self.module.counters if not c.gpids}

    def matched(self, truth: dict[str, str]) -> dict[str, Match]:
        return {uid: self.found.matches[self.keys[key]] for key, uid in truth.items() if key in self.keys}

    def adapter(self, folder: Path) -> Path:
        path = folder / "adapter.toml"
        if not path.exists():
            write_adapter(path, proposal_toml(self.found, str(self.foreign.path)))
        return path


@pytest.fixture(scope="session")
def makers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    return {}


@pytest.fixture(
    params=[
        "area-names",
        "hex-images",
        "hex-markers",
        "area-folders",
        pytest.param("hex-large", marks=pytest.mark.slow),
    ]
)
def made(
    request: pytest.FixtureRequest, makers: dict[str, Made], tmp_path_factory: pytest.TempPathFactory
) -> Made:
    return make(request.param, makers, tmp_path_factory)


def make(style: str, makers: dict[str, Made], factory: pytest.TempPathFactory) -> Made:
    if style not in makers:
        makers[style] = Made(style, factory.mktemp("foreign"))
    return makers[style]


@pytest.fixture
def areas(makers: dict[str, Made], tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make("area-names", makers, tmp_path_factory)


@pytest.fixture
def hexes(makers: dict[str, Made], tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make("hex-images", makers, tmp_path_factory)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests keep lies where no user keeps his."""
    monkeypatch.setenv("BOCAGE_CONFIG", str(tmp_path / "settings"))


# --- units --------------------------------------------------------------------------------------------

RIGHT = {"area-names": 0.95, "hex-images": 0.98, "hex-markers": 0.98, "area-folders": 0.98, "hex-large": 0.93}


def alike(made: Made, uids: tuple[str, ...], uid: str) -> bool:
    """Whether a match is right: the unit, one of a list of counters that are alike, or one printed alike."""

    def printed(u: str) -> tuple[object, ...]:
        unit = made.found.units[u]
        return unit.name, unit.nationality, unit.type, unit.kind, unit.division, unit.corps, unit.mf

    return uid in uids or (len(uids) == 1 and printed(uids[0]) == printed(uid) and not uid[-1:].isalpha())


def test_units_are_matched_and_hardly_ever_wrong(made: Made) -> None:
    rows = made.matched(made.foreign.truth)
    right = sum(bool(m.units) and alike(made, m.units, uid) for uid, m in rows.items())
    without = sum(not m.units for m in rows.values())
    wrong = [(uid, m.units, m.why) for uid, m in rows.items() if m.units and not alike(made, m.units, uid)]
    assert len(rows) == len(made.foreign.truth)
    assert right / len(rows) >= RIGHT[style_of(made)]
    assert len(wrong) <= len(rows) // 500, wrong
    assert right + without + len(wrong) == len(rows)


def style_of(made: Made) -> str:
    return next(name for name, (_, style) in STYLES.items() if style is made.foreign.style)


def test_what_is_certain_is_right(made: Made) -> None:
    rows = made.matched(made.foreign.truth)
    sure = {uid: m for uid, m in rows.items() if m.sure}
    assert len(sure) > len(rows) / 2
    assert [uid for uid, m in sure.items() if not alike(made, m.units, uid)][len(rows) // 1000 :] == []


def test_what_is_none_of_ours_gets_no_unit(made: Made) -> None:
    counters = {c.name: made.found.matches[c.key] for c in made.module.counters}
    for name in ("Turn", "Weather", "Victory Points 10", "Bridge Blown", DECOYS[0]):
        assert counters[name].units == (), (name, counters[name])


def test_a_unit_is_given_once_but_to_copies_of_one_counter(made: Made) -> None:
    given: dict[tuple[str, str], set[str]] = {}
    texts = {c.key: (c.name, c.pictures[:1], tuple(c.marks.values())) for c in made.module.counters}
    for key, match in made.found.matches.items():
        if len(match.units) == 1:
            given.setdefault((match.units[0], match.status), set()).add(str(texts[key][0] or texts[key][2]))
    assert {pair: names for pair, names in given.items() if len(names) > 1} == {}


def test_other_sides_are_found(made: Made) -> None:
    second = made.found.game.statuses[1]
    if made.foreign.style.back in {"levels", "over"}:
        words = {t.words for t in made.found.layers}
        assert words == {
            (made.found.game.statuses[0], second) if made.foreign.style.back == "levels" else (second,)
        }
        return
    backs = {}
    for key, uid in made.foreign.backs.items():
        match = made.found.matches.get(made.keys.get(key, ""))
        turned = made.found.turned.get(key)
        backs[uid] = (
            turned == (uid, second) if match is None else (match.units == (uid,) and match.status == second)
        )
    assert sum(backs.values()) >= 0.97 * len(backs)


@pytest.mark.parametrize(
    ("name", "uid"),
    [
        ("916 Rgt, 352 Div", "ge-916"),
        ("916th Regiment, 352nd Division", "ge-916"),
        ("352/916 Inf", "ge-916"),
        ("916/352 (4-4-4)", "ge-916"),
        ("Gren Rgt 916 [352. Inf Div] 6 June", "ge-916"),
        ("116 Rgt (29 Div)", "us-29-116"),
        ("us-29-116", "us-29-116"),
        ("916", ""),
        ("US 916/352", ""),
        ("2/916/352", ""),
        ("916 Artillery", ""),
        ("Turn marker", ""),
        ("", ""),
    ],
)
def test_names(name: str, uid: str) -> None:
    start = load(GAME).scenario("d-day")
    piece = piece_of(Counter("k", name, "", ""), load(GAME).statuses, by="name")
    known = [Known(p.printed, frozenset()) for p in start.pieces.values()]
    match = match_units([piece], known)["k"]
    assert match.units == ((uid,) if uid else ())


@pytest.mark.parametrize("slug", ["breakout-normandy", "june-six", "dark-summer", "storm-over-normandy"])
def test_every_unit_of_ours_is_found_by_its_own_name(slug: str) -> None:
    game = load(slug)
    units = [p.printed for p in game.scenario(next(iter(game.scenarios))).pieces.values()]
    pieces = [
        piece_of(Counter(u.id, u.title, "", "", path=(u.nationality,)), ("",), by="name") for u in units
    ]
    found = match_units(pieces, [Known(u, frozenset()) for u in units])
    assert sum(found[u.id].units == (u.id,) for u in units) >= 0.98 * len(units)
    assert not [u.id for u in units if found[u.id].units and u.id not in found[u.id].units]


def test_texts_are_taken_apart() -> None:
    for text in ("1058/91 (4-4-4)", "1058/91 4-4-4", "1058/91 (6 June)", "1058/91 D+3", "1058th/91 [4-4]"):
        assert read_text(text).plain == ("1058", "91"), text
    assert read_text("1-919/709").plain == ("1", "919", "709")
    assert without_status("ge_352_back", ("full", "reduced")) == ("ge_352", "reduced")
    assert without_status("Backhaus 12", ("full", "reduced")) == ("Backhaus 12", "")


# --- places -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("Omaha Beach", "omaha-beach"),
        ("Sainte-Mere-Eglise", "st-mere-eglise"),
        ("Bayeux 3", "bayeux"),
        ("Eliminated Allied Units", "eliminated"),
        ("Turn 4", "setup-card"),
        ("Berlin", ""),
    ],
)
def test_place_names(name: str, space: str) -> None:
    assert match_place(name, load(GAME).scenario("d-day").board).id == space


def test_every_space_of_ours_is_found_by_its_own_name() -> None:
    board = load(GAME).scenario("d-day").board
    assert {s: match_place(board.name(s), board).id for s in board.spaces} == {s: s for s in board.spaces}


def test_irregular_zones_are_found_by_name_start_number_or_outline(made: Made) -> None:
    guesses = {name: (made.found.places[name].id, space) for name, space in made.foreign.names.items()}
    assert sum(ours == space for ours, space in guesses.values()) >= 0.95 * len(guesses)
    assert [name for name, (ours, space) in guesses.items() if ours not in {space, ""}] == []


def test_a_grid_lies_as_it_does(made: Made) -> None:
    """Every hex of theirs is ours, whichever corner they count from."""
    if not made.found.grids:
        assert made.foreign.names
        return
    (lay,) = made.found.grids
    assert lay.rule is not None
    assert len(lay.known) == 3
    hexes = [s.id for s in made.found.start.board.spaces.values() if s.kind == "hex"]
    lattice = load_geometry(geometry_file(made.foreign.game.slug)).hexes
    assert lattice is not None
    at = {lattice.grid.axial(i): i for i in hexes}
    for id_ in hexes[:: max(1, len(hexes) // 500)]:
        theirs = lay.grid.at(*made.foreign.at[id_])
        assert theirs is not None
        assert at[lay.rule.ours(theirs)] == id_


def test_three_known_hexes_fix_a_grid(hexes: Made) -> None:
    (grid,) = their_grids(hexes.module.locator)
    known = dict(hexes.found.grids[0].known)
    again = propose(hexes.module, hexes.foreign.game, {grid.key: known})
    assert again.grids[0].why == "as you said"
    assert again.grids[0].rule == hexes.found.grids[0].rule
    line = [((n, 0), (n, 4)) for n in range(3)]
    assert rule_of_three(line) is None


# --- saves --------------------------------------------------------------------------------------------


def laid_out(made: Made, count: int = 60) -> list[Piece]:
    """Units that are matched, on the map, every third with its other side up."""
    start, statuses = made.found.start, made.foreign.game.statuses
    sure = [uid for uid, m in made.matched(made.foreign.truth).items() if m.units == (uid,)]
    turned = {uid for uid, m in made.matched(made.foreign.backs).items() if m.units == (uid,)}
    turned |= {uid for uid, _ in made.found.turned.values()}
    spaces = [s for s in sorted(made.foreign.at) if s in start.board.spaces]
    found = []
    for n, uid in enumerate(sorted(sure)[:count]):
        printed = start.pieces[uid].printed
        has_back = made.foreign.style.back in {"levels", "over"} or uid in turned
        status = statuses[1] if n % 3 == 0 and has_back else statuses[0]
        found.append(Piece(printed, spaces[(n * 37) % len(spaces)], status))
    return found


def test_a_save_is_read_through_it(made: Made, tmp_path: Path) -> None:
    pieces = laid_out(made)
    save = made.foreign.save(tmp_path / "g.vsav", pieces)
    position = position_of(made, save, tmp_path)
    found = {uid: (p.space, p.status) for uid, p in position.pieces.items()}
    assert found == {p.uid: (p.space, p.status) for p in pieces}
    assert any(p.status != made.foreign.game.statuses[0] for p in pieces)


def position_of(made: Made, save: Path, folder: Path) -> Position:
    loaded = read_save(save, adapter=made.adapter(folder))
    assert loaded.position is not None
    return loaded.position


def test_unknown_pieces_are_told_and_doubted(areas: Made, tmp_path: Path) -> None:
    """Three pieces of unknown side in an Area: nobody says that no enemy defends it."""
    us = next(p for p in areas.found.start.pieces.values() if p.uid == "us-29-116")
    piece = Piece(us.printed, "omaha-beach", "fresh")
    strange = [("Tiger 503", "trevieres"), ("Kampfgruppe X", "trevieres"), ("Tiger 503", "caen")]
    save = areas.foreign.save(tmp_path / "g.vsav", [piece], strange)
    adapter = areas.adapter(tmp_path)
    position = position_of(areas, save, tmp_path)
    assert dict(position.strange) == {"trevieres": ("Tiger 503", "Kampfgruppe X"), "caen": ("Tiger 503",)}
    told = run(f"adjudicator position {save} --adapter {adapter}")
    assert told.code == 0
    assert "3 pieces that adapter.toml does not know" in told.out
    assert "Tiger 503 at Caen" in told.out
    data = json.loads(run(f"adjudicator position {save} --adapter {adapter} --json").out)
    assert data["answer"]["strange"] == {"caen": ["Tiger 503"], "trevieres": ["Tiger 503", "Kampfgruppe X"]}


def test_nobody_says_that_no_enemy_is_there_while_something_is(areas: Made, tmp_path: Path) -> None:
    """Of an Area without known units: with strange pieces it is asked what they are, else it is empty."""
    data = position_to_json(load(GAME).scenario("d-day"))
    gone = {"trevieres", "bayeux"}
    data["units"] = [unit for unit in data["units"] if unit["space"] not in gone]
    data["strange"] = {"trevieres": ["Tiger 503", "Kampfgruppe X", "Flak"]}
    path = tmp_path / "g.json"
    path.write_text(json.dumps(data))
    asked = run(f"adjudicator odds {path} assault trevieres --with 116/29")
    assert asked.code == 2
    assert "nobody has said what Tiger 503, Kampfgruppe X, Flak in Trevieres are" in asked.err
    empty = run(f"adjudicator odds {path} assault bayeux --with 116/29")
    assert empty.out.startswith("no enemy defends Bayeux")
    data["strange"] = {"omaha-beach": ["Tiger 503"], "paris": ["X"]}
    path.write_text(json.dumps(data))
    wrong = run(f"adjudicator position {path}")
    assert (wrong.code, "there is no space 'paris'" in wrong.err) == (2, True)
    del data["strange"]["paris"]
    path.write_text(json.dumps(data))
    told = run(f"adjudicator odds {path} assault omaha --with 116/29 --point 116/29")
    assert "assumed: Tiger 503 in Omaha Beach is no unit (adapter)" in told.out


def test_a_position_with_strange_pieces_survives_json(areas: Made, tmp_path: Path) -> None:
    save = areas.foreign.save(tmp_path / "g.vsav", laid_out(areas, 3), [("X", "caen")])
    position = position_of(areas, save, tmp_path)
    units = {uid: p.printed for uid, p in areas.found.start.pieces.items()}
    again = position_from_json(position_to_json(position), areas.foreign.game, position.board, units)
    assert again.strange == position.strange
    assert again.draft().finish().strange == position.strange


def test_what_a_save_does_not_hold_is_unknown_and_one_fact_tells_no_other(
    areas: Made, tmp_path: Path
) -> None:
    save = areas.foreign.save(tmp_path / "g.vsav", laid_out(areas))
    adapter = areas.adapter(tmp_path)
    adapter.write_text(
        adapter.read_text().replace(
            "[called]", 'weather-today = "clear"\n[facts.control]\ncaen = "german"\n[called]'
        )
    )
    position = position_of(areas, save, tmp_path)
    assert "weather-today" not in position.unknown
    assert {"control", "bridge", "date"} <= position.unknown
    assert position.said("control", "caen") == "german"
    assert str(position.said("control", "bayeux")) == "unknown"


def test_markers_say_where_they_lie_and_the_rest_is_assumed_aloud(areas: Made, tmp_path: Path) -> None:
    strange = [("US Control", "caen"), ("US Control", "bayeux")]
    save = areas.foreign.save(tmp_path / "g.vsav", laid_out(areas, 6), strange)
    adapter = areas.adapter(tmp_path)
    text = adapter.read_text().replace("[assumed]", '[assumed]\ncontrol = "german"\nbridge = "german"')
    adapter.write_text(f'{text}[markers]\n"US Control" = {{ item = "control", value = "us" }}\n')
    position = position_of(areas, save, tmp_path)
    assert [position.text("control", s) for s in ("caen", "bayeux", "isigny")] == ["us", "us", "german"]
    assert not {"control", "bridge"} & position.unknown
    assert position.strange == {}
    told = run(f"adjudicator position {save} --adapter {adapter}").out
    assert "assumed: the control of every area is german where nothing else is told (adapter.toml)" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ('[assumed]\nmoon = "full"', "an item of state"),
        ('[assumed]\ncontrol = "french"', "one of german"),
        ("[assumed]\nmf-used = 3", "only what is usual"),
        ('[markers]\n"a" = "control"', "an item, and one of"),
        ('[markers]\n"a" = { item = "bridge", value = "german" }', "of a space or of the game"),
        ('[markers]\n"a" = { item = "weather-today", number = true }', "a number of the game"),
        ('[facts.control]\nparis = "german"', "area of ours"),
        ('[units]\n"a" = "no-such"', r"\[units\] a: expected a unit of Breakout"),
        ('[units]\n"a" = "ge-916 sleepy"', "a status of fresh, spent"),
        ('[units]\n"a" = 3', "in quotes"),
        ('[places]\n"a" = "paris"', "a space of ours"),
        ('[facts]\nmoon = "full"', "an item of state"),
        ('[facts]\nweather-today = "rosy"', "one of clear"),
        ('[facts]\ncontrol = "german"', "a table, as in"),
        ('[[grid]]\nname = "Main Map"', "no hexes"),
        ('[[status]]\nlayer = "x"\nwords = ["up"]', "words of fresh"),
        ("units = 3", "a table"),
        ('moon = "full"', "keys"),
        ('file = "gone.vmod"', "which is not there"),
    ],
)
def test_an_adapter_that_says_what_there_is_not(areas: Made, tmp_path: Path, change: str, said: str) -> None:
    path = tmp_path / "adapter.toml"
    file = "" if change.startswith("file") else f"file = '{areas.foreign.path}'\n"
    path.write_text(f'game = "{GAME}"\n{file}{change}\n')
    with pytest.raises(DataError, match=said):
        read_adapter(path)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("{}", None),
        ('{ "99.99" = "w0111" }', "a hex of their grid such as"),
        ('{ "FIRST" = "moon" }', "a hex of ours"),
        ("ONE", "three known hexes"),
        ("FAR", "as far apart in both"),
    ],
)
def test_known_hexes_that_cannot_be(hexes: Made, tmp_path: Path, known: str, said: str | None) -> None:
    pairs = list(hexes.found.grids[0].known.items())
    one = f'"{pairs[0][0]}" = "{pairs[0][1]}"'
    known = known.replace("FIRST", pairs[0][0])
    known = known.replace("ONE", f"{{ {one} }}")
    known = known.replace("FAR", f'{{ {one}, "{pairs[1][0]}" = "w0111", "{pairs[2][0]}" = "e2640" }}')
    path = tmp_path / "adapter.toml"
    path.write_text(
        f'game = "june-six"\nfile = \'{hexes.foreign.path}\'\n[[grid]]\nname = "Main Map"\nknown = {known}\n'
    )
    if said is None:
        assert read_adapter(path).grids == []
        return
    with pytest.raises(DataError, match=said):
        read_adapter(path)


def test_two_pieces_of_one_unit(areas: Made, tmp_path: Path) -> None:
    (piece,) = laid_out(areas, 1)
    other = Piece(piece.printed, "caen", piece.status)
    save = areas.foreign.save(tmp_path / "g.vsav", [piece, other])
    with pytest.raises(PositionError, match="two copies of"):
        read_foreign(save, areas.adapter(tmp_path))


def test_a_unit_off_the_known_places_is_told(areas: Made, tmp_path: Path) -> None:
    (piece,) = laid_out(areas, 1)
    areas.foreign.at["nowhere"] = (3, 3)
    save = areas.foreign.save(tmp_path / "g.vsav", [Piece(piece.printed, "nowhere", "fresh")])
    loaded = read_save(save, adapter=areas.adapter(tmp_path))
    assert any("1 unit at places that adapter.toml does not know" in note for note in loaded.notes)


# --- every verb, changes, logs ------------------------------------------------------------------------


def test_changes_between_two_saves_of_theirs(areas: Made, tmp_path: Path) -> None:
    pieces = laid_out(areas, 12)
    before = areas.foreign.save(tmp_path / "a.vsav", pieces)
    moved = [Piece(pieces[0].printed, "caen", pieces[0].status), *pieces[1:]]
    after = areas.foreign.save(tmp_path / "b.vsav", moved)
    adapter = areas.adapter(tmp_path)
    same = run(f"adjudicator check {before} {before} --adapter {adapter}")
    assert (same.code, "Nothing changed" in same.out) == (0, True)
    told = run(f"adjudicator check {before} {after} --adapter {adapter}")
    assert told.code in {0, 1}
    assert pieces[0].printed.title in told.out
    audit = run(f"adjudicator audit {before} {after} --adapter {adapter}")
    assert audit.code in {0, 1}, audit.err
    assert "Traceback" not in audit.err


def test_a_log_of_theirs_is_judged(areas: Made, tmp_path: Path) -> None:
    """Found by the name of its module, as its saves are."""
    pieces = laid_out(areas, 8)
    archive = open_archive(areas.foreign.save(tmp_path / "a.vsav", pieces))
    move = MovePiece("1000", "Main Map", *areas.foreign.at["caen"], None, "Main Map", 0, 0, None)
    log = tmp_path / "g.vlog"
    log.write_bytes(write_archive(archive.with_save(append_steps(archive.save(), [[move]]))))
    assert run(f"adjudicator adapt {areas.foreign.path} {GAME}").code == 0
    told = run(f"adjudicator audit {log}")
    assert told.code == 1
    assert f"{pieces[0].printed.title}: " in told.out
    assert "-> Caen" in told.out


@pytest.mark.parametrize(
    "verb", ["position", "next", "zoc {0}", "supply {0}", "legal {0}", "control {1}", "stack {1}"]
)
def test_verbs_answer_on_their_saves(hexes: Made, tmp_path: Path, verb: str) -> None:
    pieces = laid_out(hexes, 30)
    save = hexes.foreign.save(tmp_path / "g.vsav", pieces)
    name, _, subject = verb.partition(" ")
    words = subject.format(pieces[2].uid, pieces[2].space)
    told = run(f"adjudicator {name} {save} {words} --adapter {hexes.adapter(tmp_path)}")
    assert told.code in {0, 1, 2}
    assert "Traceback" not in told.err
    assert told.code != 2 or told.err.count("\n") == 1


# --- kept, found again, renewed -----------------------------------------------------------------------


def test_it_is_kept_and_found_again(areas: Made, tmp_path: Path) -> None:
    save = areas.foreign.save(tmp_path / "g.vsav", laid_out(areas, 5))
    refused = run(f"adjudicator position {save}")
    assert refused.code == 2
    assert "adjudicator adapt MODULE.vmod GAME" in refused.err
    done = run(f"adjudicator adapt {areas.foreign.path} {GAME}")
    assert done.code == 0
    assert f"of {len(areas.found.units)} units found" in done.out
    assert place_of(areas.module.name).is_file()
    told = run(f"adjudicator position {save}")
    assert told.code == 0
    assert "5 of" in told.out


def test_a_newer_version_asks_only_about_what_changed(areas: Made, tmp_path: Path) -> None:
    key = next(key for key in areas.found.matches if key in areas.found.likely)
    uid = min(set(areas.found.units) - areas.found.found)
    first = answered(areas.found, {key: Match((uid,), 1.0, "as you said")})
    assert first.matches[key].units == (uid,)
    old = tmp_path / "old.toml"
    write_adapter(old, proposal_toml(first, str(areas.foreign.path)))
    newer = make_foreign(
        "area-names", tmp_path / "new.vmod", more=(*DECOYS, "Kampfgruppe Y (3-3-3)"), version="3.0"
    )
    renewed, gone = carried_over(propose(open_module(newer.path), newer.game), old)
    assert gone == []
    counters = {c.key: c for c in open_module(newer.path).counters}
    assert renewed.matches[key].units == (uid,)
    new = {counters[k].name for k in renewed.likely} - {c.name for c in areas.module.counters}
    assert new == {"Kampfgruppe Y (3-3-3)"}
    assert renewed.matches[key].why == "as in the version before"
    assert sum(m.sure for m in renewed.matches.values()) == sum(m.sure for m in first.matches.values())
    changed = {k for k, m in first.matches.items() if renewed.matches[k].units != m.units}
    assert changed == set()


def test_what_was_laid_turned_and_written_by_hand_stays(hexes: Made, areas: Made, tmp_path: Path) -> None:
    old = tmp_path / "old.toml"
    (layer,) = [lay.layer for lay in areas.found.layers]
    turning = Turning(layer, ("d1", "d2"), "spent", 3, 2, ("a.png", "b.png"))
    own = {
        "ignore": ["Turn 1"],
        "markers": {"US control": {"item": "control", "value": "us"}},
        "assumed": {"control": "german"},
        "facts": {"weather-today": "clear", "control": {"caen": "us"}},
    }
    said = dataclasses.replace(areas.found, layers=[turning], own=own)
    write_adapter(old, proposal_toml(said, str(areas.foreign.path)))
    renewed, _ = carried_over(areas.found, old)
    assert [(lay.layer, lay.words, lay.off) for lay in renewed.layers] == [(layer, ("d1", "d2"), "spent")]
    assert renewed.own == own
    assert read_adapter(old).facts["control", "caen"] == "us"
    grid = hexes.found.grids[0]
    write_adapter(old, proposal_toml(hexes.found, "x.vmod"))
    unlaid = dataclasses.replace(hexes.found, grids=[Laid(grid.grid, {}, 0.0, "nothing tells")])
    again, _ = carried_over(unlaid, old)
    assert again.grids[0].rule == grid.rule
    assert again.grids[0].why == "as in the version before"
    assert 0 < again.grids[0].agree <= again.grids[0].tried
    now = dataclasses.replace(grid, why="as you said")
    newer, _ = carried_over(dataclasses.replace(hexes.found, grids=[now]), old)
    assert newer.grids == [now], "what is said now stands"


@pytest.mark.slow
def test_a_module_kept_without_its_pictures_reads_the_same_saves(areas: Made, tmp_path: Path) -> None:
    drawn = make_foreign("area-names", tmp_path / "drawn.vmod", more=DECOYS, pictures=True)
    found = propose(open_module(drawn.path), drawn.game)
    whole, slim = tmp_path / "whole.toml", place_of("Foreign area-names")
    write_adapter(whole, proposal_toml(found, str(drawn.path)))
    assert keep(found, None) == slim
    beside = slim.with_suffix(".vmod")
    assert beside.stat().st_size < drawn.path.stat().st_size / 4
    save = drawn.save(tmp_path / "g.vsav", laid_out(areas, 12))
    one, other = (read_foreign(save, adapter).position for adapter in (whole, slim))
    assert one is not None
    assert other is not None
    assert one.pieces == other.pieces


def test_looking_through_takes_answers(areas: Made, tmp_path: Path) -> None:
    missing = min(set(areas.found.units) - areas.found.found)
    done = run(
        f"adjudicator adapt {areas.foreign.path} {GAME} --confirm --json",
        stdin=f"{missing}\nno such unit\n-\n.\n",
    )
    assert done.code == 0, done.err
    data = json.loads(done.out[done.out.index("{") :])
    said = {row["piece"]: row["units"] for row in data["units"] if row["why"] == "as you said"}
    assert [missing] in said.values()
    assert [] in said.values()
    kept = tomllib.loads(place_of(areas.module.name).read_text(encoding="utf-8"))
    assert missing in {str(v).partition(" ")[0] for v in kept["units"].values()}


def test_answering_gives_a_unit_to_one_piece(areas: Made) -> None:
    one = next(k for k, m in areas.found.matches.items() if m.sure and len(m.units) == 1)
    other = next(k for k in areas.found.matches if k in areas.found.likely)
    found = answered(areas.found, {other: areas.found.matches[one]})
    assert found.matches[one].units == ()
    assert one in found.likely
    assert other not in found.likely


def test_a_copy_stays_what_another_copy_is(areas: Made) -> None:
    """Counters that are alike may be any of theirs: one of them named takes nothing from the others."""
    keys = [c.key for c in areas.module.counters][:3]
    alike_ = Match(("ge-1-919", "ge-2-919"), 0.7, "number; any of 2 that are alike")
    before = dataclasses.replace(
        areas.found, matches={**areas.found.matches, keys[0]: alike_, keys[1]: alike_}
    )
    found = answered(before, {keys[0]: dataclasses.replace(alike_, confidence=1.0, why="as you said")})
    assert found.matches[keys[1]] == alike_
    alone = answered(before, {keys[2]: Match(("ge-1-919",), 1.0, "as you said")})
    assert (alone.matches[keys[0]].units, alone.matches[keys[1]].units) == ((), ())


# --- files --------------------------------------------------------------------------------------------


def test_the_file_is_easy_to_read(made: Made) -> None:
    text = proposal_toml(made.found, "foreign.vmod")
    data = tomllib.loads(text)
    assert data["file"] == "foreign.vmod"
    assert data["module"] == made.module.name
    asked = [key for key, value in data["units"].items() if value == ASKED]
    assert set(asked) == made.found.likely
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line == "[units]")
    assert all(f'"{ASKED}"' in line for line in lines[first + 1 : first + 1 + len(asked)])
    without = set(made.found.units) - made.found.found
    assert sum(line.startswith("# unit without a piece: ") for line in lines) == len(without)
    assert text == proposal_toml(made.found, "foreign.vmod")


def test_an_old_file_stays(areas: Made, tmp_path: Path) -> None:
    out = tmp_path / "adapter.toml"
    module = areas.foreign.path
    assert run(f"adjudicator adapt {module} {GAME} -o {out}").code == 0
    out.write_text("mine")
    refused = run(f"adjudicator adapt {module} {GAME} -o {out}")
    assert (refused.code, out.read_text()) == (2, "mine")
    assert "--force" in refused.err
    assert run(f"adjudicator adapt {module} {GAME} -o {out} --force").code == 0
    assert tomllib.loads(out.read_text())["game"] == GAME


def test_where_nothing_matches_nothing_is_written(tmp_path: Path) -> None:
    slot = element(
        "VASSAL.build.widget.PieceSlot",
        {"entryName": "Pawn", "gpid": "1"},
        text=format_definition((basic_piece("Pawn", "pawn.png", gpid="1"),)),
    )
    root = element("VASSAL.build.GameModule", {"name": "Chess"}, slot)
    path, out = tmp_path / "chess.vmod", tmp_path / "a.toml"
    path.write_bytes(write_archive(Archive().with_data("buildFile", format_build_file(root))))
    told = run(f"adjudicator adapt {path} {GAME} -o {out}")
    assert (told.code, told.out) == (1, "")
    assert "none of its 1 pieces looks like a unit" in told.err
    assert not out.exists()
    assert not place_of("Chess").exists()


def test_a_module_of_another_game_is_refused(tmp_path: Path) -> None:
    """One piece that happens to fit makes no adapter."""
    names = ["916 Rgt, 352 Div", *(f"{n} Georgia Vol" for n in range(60))]
    slots = [
        element(
            "VASSAL.build.widget.PieceSlot",
            {"entryName": name, "gpid": n},
            text=format_definition((basic_piece(name, "x.png", gpid=str(n)),)),
        )
        for n, name in enumerate(names)
    ]
    path = tmp_path / "other.vmod"
    root = element("VASSAL.build.GameModule", {"name": "Shiloh"}, *slots)
    path.write_bytes(write_archive(Archive().with_data("buildFile.xml", format_build_file(root))))
    told = run(f"adjudicator adapt {path} {GAME} -o {tmp_path / 'a.toml'}")
    assert (told.code, told.out, (tmp_path / "a.toml").exists()) == (1, "", False)
    assert "looks like a unit of Breakout: Normandy but for 1; nothing is written" in told.err


def test_pieces_without_numbers_and_of_one_name_are_told_apart(tmp_path: Path) -> None:
    slots = [
        element(
            "VASSAL.build.widget.PieceSlot",
            {"entryName": "1"},
            text=format_definition((basic_piece("1", f"{n}.png", gpid=""),)),
        )
        for n in "abc"
    ]
    root = element("VASSAL.launch.BasicModule", {"name": "Old"}, *slots)
    path = tmp_path / "old.vmod"
    path.write_bytes(write_archive(Archive().with_data("buildFile", format_build_file(root))))
    assert [c.key for c in open_module(path).counters] == ["1", "image:b.png", "image:c.png"]


def test_what_is_no_module(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    path.write_bytes(b"no zip")
    with pytest.raises(SaveError, match="zip"):
        open_module(path)
    assert run(f"adjudicator adapt {path} no-game -o {tmp_path / 'a.toml'}").code == 2
    assert run(f"adjudicator adapt {path} {GAME} --hex moon").code == 2


@pytest.mark.parametrize("words", ["adapt {} june-six", "table --no-browser --module {}"])
def test_a_save_where_a_module_belongs_is_told_in_one_line(words: str) -> None:
    told = run(f"adjudicator {words.format('tests/saves/june.vsav')}")
    line = "adjudicator: june.vsav: expected a module or extension (this is a saved game or log)\n"
    assert (told.code, told.out, told.err) == (2, "", line)
