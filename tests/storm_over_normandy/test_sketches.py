"""Sketches of Storm Over Normandy: Areas and units by name or by value, boxes, what is left out."""

from __future__ import annotations

import pytest

from adjudicator.asking.sensitivity import weighed
from adjudicator.asking.typed import with_given
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.game import GAMES, load
from adjudicator.position import UNKNOWN
from adjudicator.questions import Asking, fields_of, read_question
from adjudicator.storm_over_normandy import GAME
from adjudicator.vocabulary import load_vocabulary
from tests.storm_over_normandy.asking import PLAIN, ask, sketch

LINES = (
    "A: german, dv 3 bocage red vp 1 | us inf 3-9-4/8 '16' fresh 1div, ge sp 1-8-/7 'S' fresh",
    "B: allied, dv 1 star black us-airborne beach omaha1 start ge | us para 1-9-3/8 '505' spent",
    "landing-x: landing beach utah | us tank 1-8-6/6 '70' fresh",
    "zone-x: zone halves 4",
    "A-B: odl",
    "B-zone-x: zone",
)


def test_areas_units_and_boundaries() -> None:
    here = sketch(*LINES)
    assert here.board.spaces["a"].features == {"dv": 3, "bocage": True, "red": True, "vp": 1}
    assert here.board.spaces["b"]["beach"] == "omaha-1"
    assert here.board.spaces["b"]["us-airborne"]
    assert (here.board.spaces["landing-x"].kind, here.board.spaces["zone-x"].kind) == ("landing", "zone")
    assert here.board.spaces["zone-x"]["halves"] == 4
    assert [here.board.edges[e].boundary for e in ("a/b", "b/zone-x")] == ["odl", "zone"]
    assert (here.text("control", "a"), here.text("control", "b")) == ("german", "allied")
    regiment, strong = here.pieces["us-16"].printed, here.pieces["ge-s"].printed
    assert (regiment.af, regiment.df, regiment.mf, regiment.spent_df) == (3, 9, 4, 8)
    assert (regiment.size, regiment.division) == ("regiment", "1")
    assert (strong.type, strong.af, strong.df, strong.mf, strong.spent_df) == ("strongpoint", 1, 8, None, 7)
    assert here.pieces["us-70"].printed.size == "battalion"


def test_sizes_are_words() -> None:
    here = sketch(
        f"A: german, {PLAIN} | ge inf 1-8-3 'x' fresh battalion, br armor 'y' fresh, us inf 'z' fresh bn"
    )
    assert [here.pieces[u].printed.size for u in ("ge-x", "br-y", "us-z")] == [
        "battalion",
        "brigade",
        "battalion",
    ]


def test_what_holds_everywhere() -> None:
    here = sketch("A: german", more=", vp -3, released")
    assert (here.number("turn"), here.number("support"), here.number("vp")) == (3, 4, -3)
    assert (here.text("phase"), here.text("side"), here.text("release")) == ("impulses", "allied", "released")
    assert here.raw("passed") is UNKNOWN
    passed = sketch("A: german", more=", allied pass")
    assert (passed.text("side"), passed.text("passed")) == ("german", "allied")
    assert sketch("A: german", more=", points 7, bombardment").text("phase") == "bombardment"


def test_our_own_areas_and_units_by_name() -> None:
    here = sketch("Tilly: allied | 8/4 fresh, us inf 1-9-4/8 'X' spent", "Tilly-Bayeux: impassable")
    assert here.board.spaces["tilly"]["dv"] == 3
    assert here.pieces["us-4-8"].space == "tilly"
    assert here.board.edges["bayeux/tilly"].boundary == "impassable"


def test_where_a_unit_landed() -> None:
    here = sketch(
        "U: german, dv 1 star beach utah | us inf 1-9-4/8 '8' fresh landed utah-x", "utah-x: landing"
    )
    assert here.text("landed", "us-8") == "utah-x"


def test_what_is_left_out_is_asked_for() -> None:
    here = sketch(f"A: german, {PLAIN} | us inf 3-9-4 '16' fresh, ge inf 1-8-3 'G' fresh")
    with pytest.raises(PositionError, match=r"does not say the dv of A \(9.3.4\)"):
        ask(here, "odds", kind="fire", area="A", with_units=("16",))
    spent = sketch(f"A: german, dv 1 {PLAIN} | us inf 3-9-4 '16' fresh, ge inf 1-8-3 'G' spent")
    with pytest.raises(PositionError, match="SPENT DF of G"):
        ask(spent, "odds", kind="fire", area="A", with_units=("16",))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A: swampy", "'swampy' says nothing of a space"),
        ("A: german | us inf 1-9-4 '1' tired", "add the status"),
        ("A: german | us mule 1-9-4 '1' fresh", "after the nation comes one of"),
        ("A: german | us inf 1-9-4 '1' fresh wounded", "'wounded' says nothing of a unit"),
    ],
)
def test_a_bad_line_is_named(line: str, words: str) -> None:
    with pytest.raises(MalformedAction, match=words):
        sketch(line)


def test_given_words() -> None:
    here = with_given(
        GAME.scenario("invasion"),
        GAME,
        [
            "area:tilly=dv 1 open black vp 3",
            "side:tilly/bayeux=odl",
            "unit:8/4=2-9-4",
            "control:tilly=allied",
        ],
    )
    space = here.board.spaces["tilly"]
    assert (space["dv"], space["bocage"], space["red"], space["vp"]) == (1, False, False, 3)
    assert space.sources.of("dv") == "owner"
    assert here.board.edges["bayeux/tilly"].boundary == "odl"
    assert here.pieces["us-4-8"].printed.af == 2
    assert here.text("control", "tilly") == "allied"


def test_reconstructed_values_are_weighed() -> None:
    asking = Asking(GAME, GAME.scenario("invasion"), "referee")
    asked = read_question(GAME.questions["odds"], {"kind": "strongpoints", "area": "omaha-2"})
    found = weighed(asked.answer(asking), asked, asking)
    assert found.sources
    assert found.sources[0].matters
    assert set(load_vocabulary(GAME.slug).other_boundaries) == {"open", "impassable", "odl"}


def test_the_same_option_means_the_same_kind_of_value_in_every_game() -> None:
    """A command line whose game cannot be seen offers the options of all games at once."""
    kinds: dict[tuple[str, str], set[tuple[bool, bool]]] = {}
    for slug in GAMES:
        for verb, cls in load(slug).questions.items():
            for f in fields_of(cls):
                kinds.setdefault((verb, f.name), set()).add((f.many, f.flag))
    known = {("retreats", "to")}  # one Area in Breakout: Normandy, a path in the others
    assert {key for key, found in kinds.items() if len(found) > 1} <= known


def test_every_verb_loads_and_shows_how_it_is_asked() -> None:
    for verb, cls in GAME.questions.items():
        assert cls.verb == verb
        assert f"Example: adjudicator {verb}" in (cls.__doc__ or ""), verb
