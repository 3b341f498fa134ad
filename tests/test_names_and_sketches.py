"""What players type: names, sketches, actions, facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.asking.loading import load_position, read_text
from adjudicator.asking.sketch import read_sketch
from adjudicator.asking.typed import parse_action, with_given, with_options
from adjudicator.breakout_normandy import GAME
from adjudicator.errors import AmbiguousAction, MalformedAction, PositionError
from adjudicator.game import GAMES, load
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_boundary, find_space, find_unit, fits_unit
from adjudicator.position import UNKNOWN, Position
from counters.catalog import Unit
from maps.board import Board, fold, folded

D_DAY = GAME.scenario("d-day")
SKETCH = """
breakout-normandy, 6 june, impulse 4, clear, advantage german
A: free us, tem 1 | us inf 6-5-5 "116" fresh 29div, us inf 6-5-5 "115" spent 29div
B: german, tem 3 bocage fortified | ge inf 4-4-4 "916" fresh, ge coastal -3- spent
A-B: river, bridge german
"""


def sketch(text: str) -> Position:
    catalogue = {uid: p.printed for uid, p in D_DAY.pieces.items()}
    return read_sketch(text, GAME, D_DAY.board, catalogue)


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("omaha", "omaha-beach"),
        ("OMAHA beach", "omaha-beach"),
        ("30", "omaha-beach"),
        ("st-lo", "st-lo"),
        ("Saint Sauveur", "st-sauveur"),
        ("pont l'abbé", "pont-labbe"),
        ("pont-labbe", "pont-labbe"),
        ("zone a", "zone-a"),
        ("approach omaha", "approach-omaha"),
    ],
)
def test_spaces_by_unique_part(typed: str, space: str) -> None:
    if typed == "Saint Sauveur":
        typed = "St Sauveur"
    assert find_space(D_DAY.board, typed).id == space


@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=5))
def test_many_names_are_folded_as_each_is(names: list[str]) -> None:
    assert folded(names) == [fold(name) for name in names]


def test_a_typo_gets_a_suggestion_and_a_short_part_the_choices() -> None:
    with pytest.raises(MalformedAction, match="Did you mean Carentan"):
        find_space(D_DAY.board, "Carenten")
    with pytest.raises(AmbiguousAction, match="Zone A; Zone B"):
        find_space(D_DAY.board, "zone")


def test_units_by_number_division_and_name() -> None:
    assert find_unit(D_DAY, "916").uid == "ge-916"
    assert find_unit(D_DAY, "116/29").printed.division == "29"
    assert find_unit(D_DAY, "arty/1").printed.type == "field-artillery"
    assert find_unit(D_DAY, "vierville").uid == "ge-vierville"
    with pytest.raises(AmbiguousAction, match=r"may be: .*\("):
        find_unit(D_DAY, "29 div")
    with pytest.raises(MalformedAction, match="no unit"):
        find_unit(D_DAY, "999")


def test_boundaries() -> None:
    assert find_boundary(D_DAY.board, "Isigny/St. Lo").id == "isigny/st-lo"
    assert find_boundary(D_DAY.board, "isigny-st-lo").id == "isigny/st-lo"
    with pytest.raises(MalformedAction, match="not adjacent"):
        find_boundary(D_DAY.board, "caen/cherbourg")
    with pytest.raises(MalformedAction, match="is no boundary"):
        find_boundary(D_DAY.board, "caen")


def test_the_sketch_of_the_design() -> None:
    position = sketch(SKETCH)
    first, second = position.units_in("a")
    assert {first.printed.name, second.printed.name} == {"115", "116"}
    assert position.pieces["us-116"].printed.division == "29"
    assert (position.number("date"), position.number("impulse"), position.text("advantage")) == (
        6,
        4,
        "german",
    )
    assert position.text("control", "a") == "us"
    edge = position.board.edges["a/b"]
    assert (edge.boundary, edge.bridge, position.text("bridge", "a/b")) == ("river", True, "german")
    coastal = next(p for p in position.units_in("b") if p.printed.type == "coastal-artillery")
    assert (coastal.printed.spent_df, coastal.printed.df, coastal.status) == (3, None, "spent")
    assert position.board.spaces["b"].features == {"tem": 3, "terrain": "bocage", "fortified": True}
    assert position.raw("crossings", "a/b") is UNKNOWN


def test_what_a_sketch_leaves_out_is_assumed_aloud_or_asked_for() -> None:
    position = sketch("breakout-normandy\nA: german | ge inf 4-4-4 '916' fresh")
    inquiry = Inquiry(position)
    assert inquiry.feature(position.board.spaces["a"], "terrain", "9.5") == "open"
    assert inquiry.ruling("q", "v").assumptions == ("assumed: A is not Bocage (3.21)",)
    with pytest.raises(PositionError, match=r"does not say the tem of A \(9.3B\)"):
        inquiry.feature(position.board.spaces["a"], "tem", "9.3B")
    with pytest.raises(PositionError, match="weather today"):
        inquiry.text("weather-today")


def test_our_own_units_and_areas_by_name() -> None:
    position = sketch(
        "breakout-normandy, clear\nOmaha Beach: us | 116/29 spent, 916 fresh\nOmaha Beach / Trevieres: river"
    )
    assert position.pieces["us-29-116"].status == "spent"
    assert position.board.spaces["omaha-beach"]["tem"] == 1
    assert (
        not position.board.edges["omaha-beach/trevieres"].bridge
        if "trevieres" in position.board.spaces
        else True
    )


def test_history_of_a_unit_in_the_impulse() -> None:
    position = sketch(
        "breakout-normandy\nA: us | us inf 6-5-5 '1' fresh\n"
        "B: german | us inf 6-5-5 '2' fresh from A over bridge used 4 mandatory, ge inf 4-4-4 '3' fresh\n"
        "A-B: river bridge german"
    )
    assert position.text("came-from", "us-2") == "a"
    assert position.text("crossed", "us-2") == "bridge"
    assert position.number("mf-used", "us-2") == 4
    assert position.flag("mandatory", "us-2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("storm-over-normandy", "expected breakout-normandy first"),
        ("breakout-normandy, moonlight", "'moonlight' is not known"),
        ("breakout-normandy, advantage french", "advantage is one of german, allied"),
        ("breakout-normandy, impulse many", "impulse is a number"),
        ("breakout-normandy, reserves 3", "reserves is said of a side"),
        ("breakout-normandy\nA", "expected 'SPACE: ...'"),
        ("breakout-normandy\nA: hilly", "'hilly' says nothing of a space"),
        ("breakout-normandy\nA: tem x", "tem needs a number"),
        ("breakout-normandy\nA: us | us inf 6-5-5 '1'", "add the status"),
        ("breakout-normandy\nA: us | us mule 6-5-5 '1' fresh", "after the nation comes one of"),
        ("breakout-normandy\nA: us | us inf 6-5-5 '1' fresh tired", "'tired' says nothing of a unit"),
        ("breakout-normandy\nA: us | us inf 6-5-5 '1' fresh, us inf 6-5-5 '1' fresh", "stands in a already"),
        ("breakout-normandy\nA: us | 999/9 fresh", "names none of ours"),
        ("breakout-normandy\nA: us\nB: us\nA-B: swamp", "'swamp' says nothing of a boundary"),
        ("breakout-normandy, option nonsense=B\nA: us", "there is no option 'nonsense'"),
    ],
)
def test_a_bad_line_is_named(text: str, words: str) -> None:
    with pytest.raises(MalformedAction, match="sketch") as caught:
        sketch(text)
    assert words in str(caught.value)


def test_positions_from_text() -> None:
    assert read_text(SKETCH).position is not None
    assert load_position("breakout-normandy:d-day").position == D_DAY
    with pytest.raises(MalformedAction, match="no scenario 'd-night'"):
        load_position("breakout-normandy:d-night")
    with pytest.raises(MalformedAction, match="begins with the name of a game"):
        read_text("chess\nA: b")
    with pytest.raises(PositionError, match="no valid JSON"):
        read_text("{oops")
    with pytest.raises(PositionError, match="'game' names one of"):
        read_text('{"game": "chess"}')


def test_actions_as_typed() -> None:
    action = parse_action(D_DAY, GAME, ["roll", "8,5"])
    assert action == parse_action(D_DAY, GAME, ["roll", "8", "5"])
    with pytest.raises(MalformedAction, match="no action 'teleport'"):
        parse_action(D_DAY, GAME, ["teleport"])
    with pytest.raises(MalformedAction, match="expected a number"):
        parse_action(D_DAY, GAME, ["roll", "x"])
    with pytest.raises(MalformedAction, match="takes"):
        parse_action(D_DAY, GAME, ["pass", "twice"])


def test_given_facts() -> None:
    position = with_given(
        D_DAY,
        GAME,
        [
            'crossings:"Isigny/St. Lo"=3',
            "unit:916=5-6-4",
            "unit:726=spent",
            "area:omaha=tem 2 bocage unfortified vp 1",
            "side:isigny/st-lo=flooded",
            "advantage-used=yes",
        ],
    )
    assert position.number("crossings", "isigny/st-lo") == 3
    assert position.pieces["ge-916"].printed.af == 5
    assert position.pieces["ge-726"].status == "spent"
    assert position.board.spaces["omaha-beach"]["tem"] == 2
    assert position.board.spaces["omaha-beach"].sources.of("tem") == "owner"
    assert position.board.edges["isigny/st-lo"].boundary == "flooded"
    assert position.flag("advantage-used")


@pytest.mark.parametrize(
    "fact",
    ["crossings", "moon=1", "unit:916=strong", "area:omaha=wet", "side:isigny/st-lo=wall", "advantage=french",
     "advantage-used=maybe", "impulse=x"],
)  # fmt: skip
def test_a_bad_given_is_refused(fact: str) -> None:
    with pytest.raises(MalformedAction):
        with_given(D_DAY, GAME, [fact])


def test_options() -> None:
    assert with_options(D_DAY, GAME, []) is D_DAY
    assert with_options(D_DAY, GAME, ["disrupted-df-floor=b"]).option("disrupted-df-floor") == "B"
    with pytest.raises(MalformedAction, match="no interpretation"):
        with_options(D_DAY, GAME, ["house"])
    with pytest.raises(MalformedAction, match="has no option 'Z'"):
        with_options(D_DAY, GAME, ["disrupted-df-floor=z"])


def test_an_empty_board_has_no_spaces() -> None:
    with pytest.raises(MalformedAction, match="there is no space"):
        find_space(Board([], []), "A")


@pytest.mark.parametrize("line", [": us |", "-: open", "A-: open", "/B: open", "..: us |", " : german"])
def test_what_a_line_is_about_has_a_name(line: str) -> None:
    with pytest.raises(MalformedAction, match=r"line 3 .*: expected 'SPACE: \.\.\.' or 'A-B: \.\.\.'"):
        read_text(f"breakout-normandy, 8 june, clear\nA: us |\n{line}")


def typed_for(unit: Unit) -> list[str]:
    """What players may type for a unit, and parts of it."""
    name, division, title = unit.name, unit.division, unit.title
    words = title.split()
    whole = [unit.id, name, f"{name}/{division}", f"{division}/{name}", f"arty/{division}", title]
    return [
        *whole,
        title.replace(" ", ""),
        " ".join(words[:2]),
        words[-1][:3],
        f"{name}/",
        f"arty./{division}",
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_the_index_of_units_finds_what_each_name_says_of_each_unit(slug: str) -> None:
    position = load(slug).scenario(next(iter(load(slug).scenarios)))
    pieces = list(position.pieces.values())
    some = [piece.printed for piece in pieces[:: max(1, len(pieces) // 12)]]
    for text in sorted({t for unit in some for t in typed_for(unit) if t.strip()}):
        scores = [fits_unit(piece.printed, text) for piece in pieces]
        best = [p for p, score in zip(pieces, scores, strict=True) if score and score == max(scores)]
        inside = [p for p in best if position.board.spaces[p.space].kind != "box"]
        meant = inside if len(inside) == 1 else best
        if len(meant) == 1:
            assert find_unit(position, text) is meant[0], text
            continue
        with pytest.raises(AmbiguousAction if meant else MalformedAction) as fault:
            find_unit(position, text)
        assert all(piece.printed.title in str(fault.value) for piece in meant[:3]), text


@pytest.mark.parametrize("slug", GAMES)
def test_a_changed_board_knows_the_same_names_and_a_new_one_at_once(
    slug: str,
) -> None:
    board = load(slug).scenario(next(iter(load(slug).scenarios))).board
    space = next(s for s in board.spaces.values() if s.features and len(s.name.split()) == 1)
    other = board.changed(replace(space, features={}))
    assert find_space(other, space.name) is other.spaces[space.id]
    renamed = other.changed(replace(space, name="Zzyzx"))
    assert find_space(renamed, "zzyz").id == space.id
    assert find_space(renamed.changed(replace(space, name="Zzyzx", features={})), "zzyz").id == space.id
    with pytest.raises(MalformedAction):
        find_space(other, "zzyz")
