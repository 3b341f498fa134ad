"""The core as a library: actions, positions, schemas, distributions, errors."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import adjudicator
from adjudicator.actions import LegalActions, Roll, action_from_json
from adjudicator.asking import door
from adjudicator.asking.casebook import Case, read_cases, run_case, run_files
from adjudicator.asking.loading import load_position, read_text
from adjudicator.asking.overlay import correct
from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.typed import parse_action, read_action
from adjudicator.breakout_normandy import GAME, examples, r05_set_up
from adjudicator.breakout_normandy.r07_stacking_and_control import secure_boundaries
from adjudicator.citation import rule
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.errors import (
    AmbiguousAction,
    BocageError,
    DataError,
    MalformedAction,
    PositionError,
    RollNeeded,
    SaveError,
    UnknownModule,
    UnsupportedRule,
)
from adjudicator.game import check, need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_boundary
from adjudicator.position import UNKNOWN, Position
from adjudicator.questions import Asking, Question, fields_of
from adjudicator.report import render
from adjudicator.ruling import Ruling, Used
from adjudicator.table.questioning import Asked
from adjudicator.table.replies import read_request
from maps.board import Board
from maps.breakout_normandy.tracks import read_tracks
from maps.loader import Row, overlay_file, read_rows
from module_builder.vassal.errors import FormatError

D_DAY = GAME.scenario("d-day")
HOSTILE = "somebody\nwas\u2028here\x1b[2J"
UNITS = {uid: piece.printed for uid, piece in D_DAY.pieces.items()}


def test_the_package_offers_its_names_and_no_others() -> None:
    assert adjudicator.apply is door.apply
    assert all(getattr(adjudicator, name) is not None for name in adjudicator.__all__)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = adjudicator.chess


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "an action is an object"),
        ({}, "there is no action 'None'"),
        ({"action": "roll"}, "missing required field `values`"),
        ({"action": "roll", "values": 7}, "Expected `array`"),
        ({"action": "roll", "values": [7], "moon": 1}, "roll has the fields values, not values, moon"),
        ({"action": "pass", "moon": 1}, "pass has the fields (none), not moon"),
        ({"action": "move", "unit": "ge-999", "path": []}, "unit: there is no 'ge-999'"),
        ({"action": "move", "unit": "ge-916", "path": ["paris"]}, "path: there is no 'paris'"),
        ({"action": "repair", "bridge": "a/b"}, "bridge: there is no 'a/b'"),
        ('{"action": ', "no valid JSON"),
        ("{" + '"a":[' * 100_000, "no valid JSON"),
        ("roll " + "9" * 5000, "expected a number"),
        ("roll ²", "expected a number"),
    ],
)
def test_actions_that_cannot_be_read(data: object, words: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        read_action(D_DAY, GAME, data)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_action_is_read_from_json_text_and_words_alike() -> None:
    data = {"action": "roll", "values": [8, 5]}
    assert action_from_json(data, GAME.kinds) == Roll((8, 5))
    assert read_action(D_DAY, GAME, '{"action": "roll", "values": [8, 5]}') == Roll((8, 5))
    assert parse_action(D_DAY, GAME, ["roll", "8,5"]) == Roll((8, 5))


def test_legal_actions_are_sampled_iterated_and_counted() -> None:
    legal = LegalActions({"roll": lambda: iter([Roll((n,)) for n in range(9)])}, lambda a: a != Roll((3,)))
    assert legal.count() == 8
    assert legal.kinds == ("roll",)
    assert list(legal.of("pass")) == []
    drawn = {legal.sample(Random(seed)) for seed in range(200)}
    assert drawn == set(legal)
    assert legal.sample(Random(1), tries=1) == Roll((0,))
    assert LegalActions({"roll": lambda: iter([Roll((1,))])}, lambda a: False).sample(Random(1)) is None


def test_dice_that_are_due_are_asked_for() -> None:
    need_roll(D_DAY)
    draft = D_DAY.draft()
    data = {"area": "omaha-beach", "attackers": [], "support": []}
    draft.ask("dice", "roll", "6.3", what="sunset", dice=["DR"], **data)
    with pytest.raises(RollNeeded, match="give --roll DR"):
        need_roll(draft.finish())
    wrong = check(draft.finish(), Roll((13,)))
    assert [v.text for v in wrong.violations] == ["the roll must be 2-12 for a DR"]


def test_an_action_of_another_game_is_not_known() -> None:
    from adjudicator.actions import Action

    class Castle(Action):
        pass

    with pytest.raises(MalformedAction, match="Breakout: Normandy knows no action 'castle'"):
        check(D_DAY, Castle())


def test_a_unit_that_comes_or_goes_is_a_change() -> None:
    pieces = dict(D_DAY.pieces)
    gone = pieces.pop("ge-916")
    fewer = Position(GAME.slug, D_DAY.board, D_DAY.schema, pieces, D_DAY.facts)
    (change,) = D_DAY.diff(fewer)
    assert (change.what, change.subject, change.before, change.after) == ("unit", "ge-916", gone.space, None)
    (back,) = fewer.diff(D_DAY)
    assert (back.before, back.after) == (None, gone.space)


def read(change: dict[str, object]) -> Position:
    return position_from_json({**position_to_json(D_DAY), **change}, GAME, D_DAY.board, UNITS)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pending": 3}, "'pending' must be a list"),
        ({"options": []}, "'options' must be {id: letter}"),
        ({"options": {"disrupted-df-floor": "Q"}}, "has no option 'Q'"),
        ({"options": {"moon": "B"}}, "there is no option 'moon'"),
        ({"unknown": "all"}, "'unknown' must be a list"),
        ({"unknown": ["moon"]}, "there is no item of state 'moon'"),
        ({"pending": [{"player": "german", "kind": "duel", "rule": "1", "data": {}}]}, "nothing settles"),
        ({"pending": [{"player": "german", "kind": "roll", "rule": "1", "data": {}}]}, "'german' cannot"),
        ({"pending": [{"player": "dice", "kind": "roll", "rule": "1", "data": {}}]}, "a pending roll needs"),
    ],
)
def test_each_defect_of_a_position_is_named(change: dict[str, object], words: str) -> None:
    with pytest.raises(PositionError) as caught:
        read(change)
    assert words in str(caught.value)


def test_a_decision_that_lacks_what_a_rule_needs_is_the_fault_of_the_position() -> None:
    data = {"what": "assault", "dice": ["DR", "DR"]}
    with pytest.raises(PositionError, match=r"a pending roll \(assault\) does not say its 'area'"):
        read({"pending": [{"player": "dice", "kind": "roll", "rule": "9.1", "data": data}]})


def test_a_sketch_says_what_it_does_not_know() -> None:
    position = read_text("breakout-normandy, , 6 june\nA: german | ge inf 4-4-4 '916' fresh").position
    assert position is not None
    inquiry = Inquiry(position)
    assert position.raw("advantage") is UNKNOWN
    piece = position.units_in("a")[0]
    with pytest.raises(PositionError, match="does not say the SPENT DF"):
        inquiry.printed(piece, "spent_df", "9.3")
    with pytest.raises(PositionError, match="does not say the SPENT DF"):
        position.printed(piece, "spent_df", "9.3")
    with pytest.raises(PositionError, match="does not say the tem of A"):
        position.feature(position.board.spaces["a"], "tem", "9.3")


@pytest.mark.parametrize(
    "text", ["breakout-normandy, option moon=B", "breakout-normandy, impulse " + "9" * 5000]
)
def test_a_sketch_refuses_what_it_cannot_hold(text: str) -> None:
    with pytest.raises(MalformedAction):
        read_text(text)


def test_a_section_number_is_checked_when_code_is_marked() -> None:
    with pytest.raises(ValueError, match="is no rule section"):
        rule("nine")


def test_a_boundary_joins_adjacent_spaces() -> None:
    with pytest.raises(MalformedAction, match="are not adjacent"):
        find_boundary(D_DAY.board, "caen/cherbourg")
    with pytest.raises(MalformedAction, match="is no boundary"):
        find_boundary(D_DAY.board, "caen")
    assert find_boundary(D_DAY.board, "Pont Labbe-Valognes").boundary == "river"


def test_a_question_knows_its_fields_and_needs_its_position() -> None:
    with pytest.raises(PositionError, match="needs a position"):
        _ = Asking(GAME).position
    with pytest.raises(NotImplementedError):
        Question().answer(Asking(GAME))
    flags = {f.name: f.flag for f in fields_of(GAME.questions["odds"])}
    assert flags["bocage"]
    assert not flags["area"]


def test_a_ruling_without_rules_or_fingerprint_is_its_verdict() -> None:
    assert render(Ruling("q", "Yes.", True)) == "Yes."
    assert render(Ruling("q", "<Yes>.", True), "html").startswith('<article class="ruling"><h2>&lt;Yes')


def test_corrections_of_an_owner_are_written_beside_each_other(tmp_path: Path) -> None:
    tem = Used("tem of Carentan", "spaces.csv", "carentan", "tem")
    side = Used("boundary", "edges.csv", "pont-labbe/valognes", "boundary")
    again = Used("vp of Caen", "spaces.csv", "caen", "vp")
    written = correct(tmp_path, GAME.slug, {tem: "2", side: "flooded"})
    assert [p.name for p in written] == ["edges.csv", "spaces.csv"]
    assert correct(tmp_path, GAME.slug, {again: "3"}) == [written[1]]
    position = GAME.scenario("d-day", tmp_path)
    assert position.board.edges["pont-labbe/valognes"].boundary == "flooded"
    assert (position.board.spaces["carentan"]["tem"], position.board.spaces["caen"]["vp"]) == (2, 3)
    with pytest.raises(DataError, match="row paris"):
        correct(tmp_path, GAME.slug, {Used("tem of Paris", "spaces.csv", "paris", "tem"): "1"})


def test_reconstructed_values_are_weighed_by_asking_again() -> None:
    class Terrain(Question, frozen=True):
        def answer(self, asking: Asking) -> Ruling:
            spaces, edges = asking.position.board.spaces, asking.position.board.edges
            if asking.position.pieces["ge-916"].printed.mf == 5:
                raise PositionError(["no such unit"])
            answer = [spaces["caen"]["terrain"], edges["pont-labbe/valognes"].boundary]
            return Ruling("terrain", "", answer, sources=used)

    used = tuple(
        Used(column, file, row, column)
        for file, row, column in [
            ("spaces.csv", "caen", "tem"),
            ("spaces.csv", "caen", "fortified"),
            ("spaces.csv", "caen", "terrain"),
            ("edges.csv", "pont-labbe/valognes", "boundary"),
            ("units.csv", "ge-916", "df"),
        ]
    )
    asking = Asking(GAME, D_DAY)
    found = weighed(Terrain().answer(asking), Terrain(), asking)
    assert [(u.column, u.matters) for u in found.sources] == [
        ("terrain", True),
        ("boundary", True),
        ("tem", False),
        ("fortified", False),
        ("df", False),
    ]


def case(**more: object) -> Case:
    body = {"question": "next", "args": {}, "expect": {"ok": True}, **more}
    return Case("X", "derived", "breakout-normandy:d-day", **body)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"question": "chess"}, "error: there is no question 'chess'"),
        ({"expect": {"answer.phase.x": 1}}, "answer.phase.x: expected 1, got None"),
        ({"expect": {"steps.²": 1}}, "steps.²: expected 1, got None"),
        ({"expect": {"answer.actions.--1": 1}}, "answer.actions.--1: expected 1, got None"),
        ({"cites": ("24.1",)}, "24.1 is not cited"),
        ({"refused": ("24.1",)}, "refused by [], expected ['24.1']"),
    ],
)
def test_a_case_says_what_differs(more: dict[str, object], fault: str) -> None:
    result = run_case(case(**more))
    assert not result.passed
    assert result.faults[0].startswith(fault)


def test_an_illegal_action_of_a_case_is_its_ruling() -> None:
    refused = run_case(case(actions=("roll 8 5",), expect={"ok": False}, refused=("9.11",)))
    assert refused.passed, refused


@pytest.mark.parametrize(("section", "faults"), [("6.21", ()), ("24.1", ("24.1 is not cited",))])
def test_what_the_ruling_of_an_action_cites_counts_for_a_case(section: str, faults: tuple[str, ...]) -> None:
    done = run_case(case(actions=("end-phase",), cites=(section,)))
    assert done.faults == faults
    assert section not in done.cited
    assert section not in run_case(case()).cited
    assert run_case(case(cites=(section,))).faults == (f"{section} is not cited",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[case]]\nid = "A"\n', "the key 'expect'"),
        ('[[case]]\nid = "A"\nmoon = 1\n', "no key 'moon'"),
        ("[[case]\n", "valid TOML"),
        (
            '[[case]]\nid = "A"\nsource = "derived"\nposition = "p"\nquestion = "next"\nexpect = {}\n' * 2,
            "an id not used before",
        ),
    ],
)
def test_a_case_file_is_checked(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "c.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=words):
        list(read_cases(file))


CAMPAIGN = """
[[case]]
id = "TDS-X-01"
source = "derived"
position = "june"
question = "next"
expect = { ok = true }
"""
JUNE = '[position.june]\nscenario = "dark-summer:campaign"\n'


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("position = 1\n", "c.toml, position: expected a table for each name"),
        ("[position]\njune = 1\n", "c.toml, position june: expected a table"),
        ("[position.june]\n", "position june: expected one of the keys 'sketch', 'scenario' and 'file'"),
        ('[position.june]\nsketch = "a"\nfile = "b"\n', "expected one of the keys"),
        ("[position.june]\nsketch = 1\n", "position june: expected another kind of value for 'sketch'"),
        (JUNE + 'given = "a"\n', "position june: expected another kind of value for 'given'"),
        (JUNE + "moon = 1\n", "position june: expected no key 'moon'"),
        (JUNE.replace("june", "'In June'"), "position In June: expected a name of small letters"),
        (JUNE.replace("june", "dark-summer", 1), "position dark-summer: expected another name"),
        (JUNE.replace("june", "jun"), "case TDS-X-01: .* not 'june'; Did you mean jun?"),
        (JUNE + JUNE.replace("june", "july"), "position july: expected a case that asks about it"),
    ],
)
def test_a_named_position_is_checked(tmp_path: Path, head: str, words: str) -> None:
    file = tmp_path / "c.toml"
    file.write_text(head + CAMPAIGN)
    with pytest.raises(DataError, match=words):
        list(read_cases(file))
    assert any("error: " in fault for result in run_files([file]) for fault in result.faults)


def test_what_a_named_position_gives_and_does_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    named = JUNE + 'given = ["weather-today=sun"]\nactions = ["roll 1"]\n'
    own = 'given = ["turn=2"]\nactions = ["roll 2"]\n'
    file.write_text(named + CAMPAIGN.replace("expect", own + "expect") + CAMPAIGN.replace("01", "02"))
    more, plain = read_cases(file)
    assert (more.position, more.given) == ("dark-summer:campaign", ("weather-today=sun", "turn=2"))
    assert more.actions == ("roll 1", "roll 2")
    assert (plain.given, plain.actions) == (("weather-today=sun",), ("roll 1",))


def test_a_named_position_may_be_a_sketch_or_a_file_beside(tmp_path: Path) -> None:
    sketch = "dark-summer, turn 3, showers, us combat"
    (tmp_path / "june.sketch").write_text(sketch)
    for line in (f'sketch = "{sketch}"', 'file = "june.sketch"'):
        file = tmp_path / "c.toml"
        file.write_text(f"[position.june]\n{line}\n{CAMPAIGN}")
        assert [result.faults for result in run_files([file])] == [()]


def test_a_case_that_names_no_refusal_expects_none(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    check = 'question = "check"\nargs = { action = ["roll", "8"] }'
    refused = CAMPAIGN.replace("june", "dark-summer:campaign").replace('question = "next"', check)
    file.write_text(refused.replace("true", "false"))
    (result,) = run_files([file])
    assert result.refused
    assert result.faults == (f"refused by {list(result.refused)}, expected []",)
    file.write_text(
        CAMPAIGN.replace("june", "nowhere").replace("ok = true", 'error = "a file, or a scenario"')
    )
    assert [case.refused for case in read_cases(file)] == [None]
    assert [result.faults for result in run_files([file])] == [()]


def test_a_folder_without_rights_is_no_position(tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as out:
        out.truncate(65 * 1024 * 1024)
    with pytest.raises(adjudicator.SaveError, match="at most 8 MB"):
        load_position(str(big))
    with pytest.raises(adjudicator.SaveError, match="a file, or a scenario"):
        load_position("x" * 5000)


def row(**cells: str) -> Row:
    return Row("e.csv", 2, {"source": "derived", **cells})


def test_cells_and_files_are_checked(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 2, column source"):
        row(source="hearsay").sources()
    with pytest.raises(DataError, match="it has no column 'moon'"):
        row(source="derived; moon=owner").sources()
    with pytest.raises(DataError, match="a whole number from 1 to 4"):
        row(tem="9" * 5000).integer("tem", 1, 4)
    file = tmp_path / "e.csv"
    file.write_text('a,b\n"1"x,2\n')
    with pytest.raises(DataError, match="line 2: expected cells parted by commas"):
        read_rows(file, ["a", "b"])
    assert overlay_file(tmp_path, GAME.slug, "e.csv") == file
    assert overlay_file(tmp_path, GAME.slug, "f.csv") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"\[weather\]"),
        ("[weather]\n", r"\[required\]"),
        ("[weather]\n[required]\n", "a track with the id 'impulse'"),
        (
            "[weather]\nclear=[6]\nstorm=[6]\n[required]\n[[tracks]]\nid='impulse'\nlabels=['1']",
            "one weather",
        ),
        ("[weather]\n[required]\n[[tracks]]\nid='impulse'\nlabels=['²']", "a number or one letter"),
    ],
)
def test_tracks_are_checked(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "map.toml"
    file.write_text(text)
    with pytest.raises(DataError, match=words):
        read_tracks(file)


def test_examples_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "examples.toml"
    file.write_text('[example-1]\ntitle = "x"\nmoon = 1\n')
    monkeypatch.setattr(examples, "_FILE", file)
    examples._read.cache_clear()
    with pytest.raises(DataError, match="the keys after, facts, title, units"):
        examples.example_position("example-1")
    file.write_text('[example-1]\ntitle = "x"\n[example-1.units]\nge-999 = "caen fresh"\n')
    with pytest.raises(DataError, match="a unit, a space and a status that exist"):
        examples.example_position("example-1")
    examples._read.cache_clear()


def test_the_set_up_needs_the_spaces_that_counters_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(r05_set_up, "load_board", lambda overlay: Board([], []))
    with pytest.raises(DataError, match="a space of the map"):
        r05_set_up.set_up()


def test_a_space_off_the_map_secures_no_boundary() -> None:
    draft = D_DAY.draft()
    secure_boundaries(draft, "setup-card")
    assert draft.finish() == D_DAY


def test_pass_takes_no_values() -> None:
    assert parse_action(D_DAY, GAME, ["pass"]) == GAME.kinds["pass"]()


def test_ids_that_are_unknown_are_no_kinds_of_actions() -> None:
    with pytest.raises(MalformedAction, match="there is no action 'castle'"):
        action_from_json({"action": "castle"}, GAME.kinds)


def test_a_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "p.txt").write_text("breakout-normandy\n")
    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(adjudicator.SaveError, match=r"p.txt: expected a readable file \(Permission denied\)"):
        load_position(str(tmp_path / "p.txt"))


def test_a_game_without_a_position_is_a_game() -> None:
    assert load_position("breakout-normandy").position is None
    assert read_text("# a note\nbreakout-normandy, clear").position is not None


@pytest.mark.parametrize(
    "fault",
    [
        BocageError(HOSTILE),
        DataError(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        SaveError(HOSTILE, HOSTILE, HOSTILE),
        UnknownModule(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
        PositionError([HOSTILE, HOSTILE]),
        MalformedAction(HOSTILE, HOSTILE),
        AmbiguousAction(HOSTILE, [HOSTILE]),
        UnsupportedRule(HOSTILE, HOSTILE, HOSTILE),
        FormatError(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_every_fault_is_one_line_whatever_a_file_says(fault: Exception) -> None:
    assert str(fault).isprintable()
    assert "here" in str(fault)


@pytest.mark.parametrize("text", ['{"verb": "check", "where\\n": 1}', '{"\\u2028": 1}'])
def test_names_that_break_a_line_are_told_in_one(text: str) -> None:
    data = json.loads(text)
    with pytest.raises(BocageError) as refused:
        read_request(json.dumps({"verb": "next", **data}).encode(), Asked)
    assert str(refused.value).isprintable()
