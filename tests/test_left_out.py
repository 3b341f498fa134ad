"""What is left out, misspelt or contradicted: every verb says the same of it, with the form to type."""

from __future__ import annotations

import json

import pytest

from adjudicator.asking.casebook import Case, run_case
from adjudicator.asking.loading import read_text
from adjudicator.asking.typed import with_given
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.errors import BocageError, MalformedAction, PositionError
from adjudicator.game import load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.report import ruling_to_json
from adjudicator.ruling import Ruling
from adjudicator.silence import Missing
from adjudicator.supposing import reply

JUNE = """june-six, turn 3, clear
e1939: clear | us inf 6-6-6/3-5-6 'u' full us-1div
e1940: bocage | ge inf 6-6-6/3-5-6 'A' full ge-352div"""
BATTLE = "battle-for-normandy, 9 june, am, clear\nc3008: clear | us inf 5-4-6/3-3-6 'I/16' full us-1div"
DARK = """dark-summer, us combat
3304: | us inf 6-6/3 '16' full 1div
3305: | ge inf 4-6/2 '916' full 352div"""


def read(text: str) -> Position:
    position = read_text(text).position
    assert position is not None
    return position


def ask(position: Position, verb: str, **args: object) -> Ruling:
    game = load(position.game)
    return reply(read_question(game.questions[verb], args), Asking(game, position))


# --- words that are checked whole ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sketch", "given", "words"),
    [
        (JUNE, "interdiction:C=1", "interdiction is said of a-b, c-d-e, f, not 'C'"),
        (JUNE, "interdiction:c-d=1", "Did you mean c-d-e"),
        (JUNE, "attached:u=nonsense", "attached is one of us-v, us-vii"),
        (JUNE, "rp:alied=3", "rp is said of german, allied, not 'alied'. Did you mean allied?"),
        (JUNE, "rp=3", "rp needs a subject: german, allied"),
        (JUNE, "am:am-us-99-1=cup", "am is said of am-us"),
        (JUNE, "weather=overcats", "weather is one of clear, light-overcast"),
        (JUNE, "weather:caen=clear", "weather is said of the whole game"),
        (JUNE, "moved:u=maybe", "moved is yes or no, not 'maybe'"),
        (JUNE, "turn=soon", "turn is a number, not 'soon'"),
        (JUNE, "hex:e1940=bokage", "Did you mean bocage?"),
        (JUNE, "hex:e1940=entry G", "entry is one of A, B, C, D, E, F, not 'g'|entry is one of A, B, C"),
        (JUNE, "waether=clear", "there is no item of state 'waether'. Did you mean weather?"),
        (JUNE, "terrain=bocage", "Write hex:NUMBER=terrain VALUE"),
        (JUNE, "side:e1939/e2040=river", "there is no space 'e2040'"),
        (JUNE, "unit:u=heavy", "'heavy' says nothing of a counter"),
        (BATTLE, "beachhead:nowhere=king-red", "beachhead is said of utah, omaha, gold, juno, sword"),
        (BATTLE, "beachhead:gold=paris", "beachhead is one of tare-green"),
        (BATTLE, "interdiction:Q=3", "interdiction is said of a, b, c, d, e, not 'Q'"),
        (DARK, "cup:british=1", "Did you mean british-move"),
        (DARK, "vp-scored:3305=nobody", "vp-scored is one of german, allied, not 'nobody'"),
    ],
)
def test_a_fact_that_cannot_be_is_refused_with_what_can(sketch: str, given: str, words: str) -> None:
    position = read(sketch)
    with pytest.raises(BocageError) as caught:
        with_given(position, load(position.game), [given])
    assert any(part in str(caught.value) for part in words.split("|"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "june-six, clear\ne1939: clear\ne1941: clear\ne1939-e1941: river",
            "E1939 and E1941 do not touch|e1939 and e1941 do not touch",
        ),
        ("june-six, clear\nx9999: clear", "there is no space 'x9999' on the map of June Six"),
        ("june-six, clear\nbayeuxx: clear", "there is no space 'bayeuxx'"),
        ("dark-summer, our map\n9990: clear", "there is no hex '9990' on the map of The Dark Summer"),
        ("dark-summer, prepared maybe", "prepared is yes or no"),
        ("dark-summer, rain, sun", "'sun' makes the weather sun, but 'rain' made it rain"),
        ("dark-summer, reaction-chits some", "reaction-chits is a number"),
        ("dark-summer, wether rain", "'wether rain' is not known. Did you mean"),
        ("dark-summer\n3303: bocage beach dunkirk", "beach is one of utah, omaha, gold, juno, sword"),
        ("dark-summer\n3303: boccage", "Did you mean bocage?"),
        ("storm-over-normandy, turn 2\nP: german allied", "'allied' makes the control allied"),
        ("storm-over-normandy, turn 2\nTilly: german\nCabourg: german\nTilly-Cabourg: open", "do not touch"),
        ("breakout-normandy, reserves 3", "reserves is said of a side"),
        ("breakout-normandy\nA: us | us infantri 4-4-4 'x' fresh", "Did you mean infantry"),
        ("june-six\ne1939: | us inf 6-6-6 'u' full blown=yes", "blown is said of a boundary, not of a unit"),
        ("june-six, controll:e1939=german", "there is no item of state 'controll'. Did you mean control?"),
        ("battle-for-normandy, lead nobody", "lead: there is no unit"),
    ],
)
def test_a_word_of_a_sketch_that_says_nothing_is_refused_with_the_nearest(text: str, words: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        read(text)
    assert any(part in str(caught.value) for part in words.split("|"))


def test_a_position_as_json_is_checked_by_the_same_list() -> None:
    game = load("june-six")
    start = game.scenario(next(iter(game.scenarios)))
    data = json.loads(json.dumps(position_to_json(start)))
    units = {uid: piece.printed for uid, piece in start.pieces.items()}
    assert position_from_json(data, game, start.board, units) == start
    data["facts"] |= {
        "interdiction": {"C": 1},
        "control": {"nowhere": "german"},
        "attached": {"nobody": "us-1"},
        "blown": {"caen": True},
        "weather": {"today": "clear"},
    }
    with pytest.raises(PositionError) as caught:
        position_from_json(data, game, start.board, units)
    assert len(caught.value.defects) == 5


# --- what is said of it --------------------------------------------------------------------------------


def test_a_fact_that_changes_nothing_is_said() -> None:
    position = read(JUNE)
    told = ask(with_given(position, load("june-six"), ["weather=clear"]), "position").assumptions
    assert "noted: --given weather=clear changes nothing, it is so already" in told
    told = ask(with_given(position, load("june-six"), ["weather=storm"]), "position").assumptions
    assert not [line for line in told if line.startswith("noted")]


def test_who_controls_is_said_to_be_overruled_by_units() -> None:
    position = read("storm-over-normandy, turn 2\nP: german dv 1 | us inf 1-9-4/8 'a' fresh")
    told = ask(position, "position").assumptions
    assert told == ("noted: P is said to be german, but Allied units alone stand there",)


def test_a_phase_that_belongs_to_the_night_says_so_unless_the_sketch_says_otherwise() -> None:
    assert read("battle-for-normandy, 9 june, allied engineering").text("time") == "night"
    told = ask(read("battle-for-normandy, 9 june, allied engineering"), "position").assumptions
    assert told == ("assumed: 'allied engineering' means that the time is night",)
    for text in ("am, allied engineering", "allied engineering, am"):
        position = read(f"battle-for-normandy, 9 june, {text}")
        assert position.text("time") == "am"
        assert ask(position, "position").assumptions == ()


def test_hexes_beyond_the_map_are_said_to_be() -> None:
    told = ask(read("dark-summer\n9902: clear\n9903: clear"), "position").assumptions
    assert "noted: the map of The Dark Summer has no hex 9902, nor 1 more of this sketch" in told
    assert "assumed: neither water nor road lies between 9902 and 9903" in told


# --- what is missing ------------------------------------------------------------------------------------


def test_all_that_is_missing_is_named_at_once_in_the_form_that_can_be_typed() -> None:
    text = """breakout-normandy, 7 june, impulse 3, phase daylight
A: us | us inf 6-5-5 '116' fresh, us inf 6-5-5 '115' fresh
B: german | ge inf 4-4-4 '916' fresh
C: german | ge inf 4-4-4 '915' fresh
A-B: open"""
    args = {"kind": "assault", "area": "b", "with_units": ["116", "115"]}
    position, game = read(text), load("breakout-normandy")
    with pytest.raises(Missing) as caught:
        ask(position, "odds", **args)
    assert len(caught.value.defects) >= 2
    given = ["weather-today=clear"] if any("weather" in d for d in caught.value.defects) else []
    given += [f"area:{s.name}=tem 1" for s in caught.value.silences if s.item == "tem"]
    assert all("--given" in defect for defect in caught.value.defects)
    assert ask(with_given(position, game, given), "odds", **args).answer is not None


def test_a_sketch_without_terrain_is_answered_by_every_verb_with_one_assumption() -> None:
    position = read(DARK)
    said = "assumed: 3305 is Clear (10.2)"
    move = ask(position, "check", action=("move", "us-16", "3305"))
    odds = ask(position, "odds", kind="attack", area="3305", with_units=("us-16",))
    assert said in move.assumptions
    assert any("3305 is Clear" in line for line in odds.assumptions)
    for verb, args in (("legal", {"unit": "us-16"}), ("withdrawal", {"unit": "us-16"}), ("next", {})):
        assert ruling_to_json(ask(position, verb, **args))["verdict"]


def test_layers_tell_again_what_was_assumed_when_they_were_made() -> None:
    position = read(DARK)
    first = ask(position, "supply", unit="us-16").assumptions
    assert first
    assert ask(position, "supply", unit="us-16").assumptions == first


def test_nothing_is_assumed_strictly() -> None:
    position, game = read(DARK), load("dark-summer")
    asked = read_question(game.questions["supply"], {"unit": "us-16"})
    with pytest.raises(Missing, match="does not say"):
        reply(asked, Asking(game, position, strict=True))


def test_a_case_that_lacks_something_fails_alone() -> None:
    case = Case("X", "derived", DARK, "legal", {"unit": "us-16"}, {"ok": True})
    assert run_case(case).passed
    case = Case("Y", "derived", DARK, "check", {"action": ["move", "us-16", "nowhere"]}, {"ok": True})
    assert not run_case(case).passed


def test_what_a_sketch_leaves_out_of_a_hex_stays_left_out_in_its_json() -> None:
    position = read(DARK)
    again = read(json.dumps(position_to_json(position)))
    move = {"action": ("move", "us-16", "3305")}
    assert ask(again, "check", **move).assumptions == ask(position, "check", **move).assumptions


def test_every_item_can_be_said_in_a_sketch_beside_what_it_speaks_of() -> None:
    position = read(
        """battle-for-normandy, 9 june, am, beachhead:gold=king-red, csp=3, general-supply:H=in
c3008: clear carpet=yes | us inf 5-4-6/3-3-6 'I' full us-1div general-supply=out attached us-29
c3009: clear | us hq 1-8 'H' full us-29div
c3008-c3009: river bridge blown=yes"""
    )
    assert (position.text("beachhead", "gold"), position.number("csp")) == ("king-red", 3)
    assert position.flag("carpet", "c3008")
    assert (position.text("general-supply", "us-i"), position.text("attached", "us-i")) == ("out", "us-29")
    assert position.text("general-supply", "us-h") == "in"
    assert position.flag("blown", "c3008/c3009")
    hand = read("storm-over-normandy, turn 2, card:german-bocage-1=hand, held:allied=2")
    assert (hand.text("card", "german-bocage-1"), hand.number("held", "allied")) == ("hand", 2)
