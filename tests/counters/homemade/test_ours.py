"""Our own games drawn by template: pixel by pixel what the pen drew when each was drawn by code."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counters.battalion_looks import BattalionLook, battalion_look
from counters.battalions import battalion_faces, battalion_shown
from counters.catalog import load_markers, load_units
from counters.faces import content_key
from counters.homemade.looks import draw_look
from counters.icons import ICONS
from counters.layouts import WORDS, Shown, box_of
from counters.markers import draw_face, face_texts
from counters.overlays import Cut, Finish
from counters.palette import Face, load_palette
from counters.rated import rated_faces, rated_shown
from counters.ratings import RatedLook, rated_look
from counters.render import Side, draw_unit, entry_mark, marker_faces, unit_faces
from counters.stepped import step_layout
from counters.striped import draw_striped_unit, setup_code
from counters.units import Unit
from maps.breakout_normandy.board import load_board as breakout_board
from maps.errors import DataError
from maps.games import OUR_GAMES
from maps.storm_over_normandy.board import load_board
from tests.counters import drawn_battalions, drawn_by_hand, drawn_fresh, drawn_rated
from tests.every import quick_one

BREAKOUT, STORM, SUMMER = "breakout-normandy", "storm-over-normandy", "dark-summer"
JUNE, BATTLE = "june-six", "battle-for-normandy"
UNITS, PALETTE = load_units(STORM), load_palette(STORM)
NUMBERS = {s.id: int(s["number"] or 0) for s in load_board().spaces.values() if s.kind == "area"}
CUT = Cut.around(15.875, bleed=1.5, safe=0.8)
SEEN: tuple[tuple[int, Finish], ...] = ((53, "screen"), (66, "screen"), (132, "print"), (300, CUT))


@pytest.mark.parametrize("side", quick_one(("fresh", "spent"), "spent"))
def test_every_unit_under_a_stripe(side: str) -> None:
    for unit in UNITS.values():
        code = setup_code(unit, NUMBERS)
        front, back = unit_faces(unit, numbers=NUMBERS, palette=PALETTE)
        for px, finish in SEEN:
            by_hand = drawn_by_hand.striped(unit, side=side, px=px, palette=PALETTE, code=code, finish=finish)
            own = draw_striped_unit(unit, side=side, px=px, palette=PALETTE, code=code, finish=finish)
            printed = (front if side == "fresh" else back).draw(px=px, finish=finish)
            assert own.tobytes() == by_hand.tobytes() == printed.tobytes(), (unit.id, px)


def test_a_striped_unit_that_says_less() -> None:
    bare = dataclasses.replace(UNITS["us-1-16"], af=None, df=None, mf=None, spent_df=None, division="")
    for unit in (
        bare,
        dataclasses.replace(bare, division="no such"),
        dataclasses.replace(bare, airborne=True),
    ):
        for side in ("fresh", "spent"):
            own = draw_striped_unit(unit, side=side, px=66, palette=PALETTE, code="O/U")
            by_hand = drawn_by_hand.striped(unit, side=side, px=66, palette=PALETTE, code="O/U")
            assert own.tobytes() == by_hand.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("side", quick_one(("fresh", "spent"), "spent"))
def test_every_unit_that_is_fresh_or_spent(side: Side) -> None:
    palette = load_palette(BREAKOUT)
    numbers = {s.id: int(s["number"] or 0) for s in breakout_board().spaces.values() if s.kind == "area"}
    for unit in load_units(BREAKOUT).values():
        mark, shape = entry_mark(unit, numbers)
        front, back = unit_faces(unit, numbers=numbers, palette=palette)
        for px, finish in SEEN:
            by_hand = drawn_fresh.fresh_or_spent(
                unit, side=side, px=px, palette=palette, mark=mark, shape=shape, finish=finish
            )
            printed = (front if side == "fresh" else back).draw(px=px, finish=finish)
            assert printed.tobytes() == by_hand.tobytes(), (unit.id, px)


@given(
    st.sampled_from(["infantry", "field-artillery", "flak", "pak", "coastal-artillery"]),
    st.sampled_from(["", "352", "LXXXIV", "II Para"]),
    st.sampled_from(["", "1", "12SS", "Longues"]),
    st.sampled_from(["", "7", "B/C", "12/13"]),
    st.sampled_from(["", "circle", "box"]),
    st.sampled_from(["fresh", "spent"]),
    st.sampled_from([None, 6, 12]),
)
def test_any_unit_that_is_fresh_or_spent(
    type_: str, corps: str, name: str, mark: str, shape: str, side: Side, number: int | None
) -> None:
    palette = load_palette(BREAKOUT)
    unit = Unit(
        *("x", name, "x", "german", "german", "wehrmacht", type_, "infantry", "regiment", "21Pz"),
        corps=corps, af=number, df=number, mf=number, spent_df=number, arrival=number,
    )  # fmt: skip
    own = draw_unit(unit, side=side, px=66, palette=palette, entry_label=mark, entry_shape=shape)
    by_hand = drawn_fresh.fresh_or_spent(unit, side=side, px=66, palette=palette, mark=mark, shape=shape)
    assert own.tobytes() == by_hand.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("side", quick_one(("fresh", "spent"), "spent"))
def test_every_unit_with_steps(side: str) -> None:
    palette = load_palette(SUMMER)
    for unit in load_units(SUMMER).values():
        front, back = unit_faces(unit, numbers={}, palette=palette)
        for px, finish in SEEN:
            by_hand = drawn_by_hand.stepped(unit, side=side, px=px, palette=palette, finish=finish)
            printed = (front if side == "fresh" else back).draw(px=px, finish=finish)
            assert printed.tobytes() == by_hand.tobytes(), (unit.id, px)
        assert step_layout(unit, side=side) == drawn_by_hand.stepped_layout(unit, side=side)


@pytest.mark.slow
@pytest.mark.parametrize("side", quick_one(("fresh", "spent"), "spent"))
def test_every_unit_with_ratings(side: str) -> None:
    palette = load_palette(JUNE)
    for unit in load_units(JUNE).values():
        look = rated_look(unit, side=side, palette=palette)
        front, back = rated_faces(unit, palette=palette)
        printed = front if side == "fresh" else back
        for px, finish in SEEN:
            by_hand = drawn_rated.rated(look, px=px, finish=finish)
            assert printed.draw(px=px, finish=finish).tobytes() == by_hand.tobytes(), (unit.id, px)
        assert printed.key == content_key(("draw_look", (look,), {})), "picture files keep their names"
        assert set(printed.grounds) == drawn_rated.rated_grounds(look), unit.id


RATED = [
    rated_look(unit, side=side, palette=load_palette(JUNE))
    for unit in load_units(JUNE).values()
    for side in ("fresh", "spent")
]
NUMBER = st.sampled_from(["", "1", "12"])


@given(
    st.sampled_from([look for look in RATED if not look.reverse]),
    NUMBER,
    NUMBER,
    NUMBER,
    st.lists(st.sampled_from(["2", "[3]", "10*", "?"]), max_size=3),
    st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
def test_any_unit_with_ratings(
    look: RatedLook, armor: str, at: str, guns: str, ratings: list[str], flags: tuple[bool, bool, bool]
) -> None:
    armored, support, motorized = flags
    points = {"armor": armor, "at": at} if look.back != "fired" else {}
    first = [number for number in ratings[:1] if number.isdigit() or number[0] == "["]
    bare = [number for number in ratings[1:] if number[0] != "["]
    other = dataclasses.replace(
        *(look,), armored=armored, support=support, motorized=motorized, artillery=guns,
        ratings=(*first, *bare), **points,
    )  # fmt: skip
    for px in (66, 150):
        own = draw_look(rated_shown(other).look, px=px)
        assert own.tobytes() == drawn_rated.rated(other, px=px).tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("side", quick_one(("fresh", "spent"), "spent"))
def test_every_battalion(side: str) -> None:
    palette, seen = load_palette(BATTLE), set[str]()
    for i, unit in enumerate(load_units(BATTLE).values()):
        look = battalion_look(unit, side=side, palette=palette)
        front, back = battalion_faces(unit, palette=palette)
        printed = front if side == "fresh" else back
        assert printed.key == content_key(("draw_battalion_look", (look,), {})), "files keep their names"
        assert set(printed.grounds) == drawn_battalions.battalion_grounds(look), unit.id
        if printed.key not in seen:
            px, finish = SEEN[i % len(SEEN)]
            by_hand = drawn_battalions.battalion(look, px=px, finish=finish)
            assert printed.draw(px=px, finish=finish).tobytes() == by_hand.tobytes(), (unit.id, px)
            seen.add(printed.key)


BATTALIONS = [
    look
    for unit in [*load_units(BATTLE).values()][::5]
    for side in ("fresh", "spent")
    if not (look := battalion_look(unit, side=side, palette=load_palette(BATTLE))).reverse
]


@given(
    st.sampled_from([look for look in BATTALIONS if look.back != "hidden"]),
    st.sampled_from(["", "mech", "recon"]),
    st.booleans(),
    st.sampled_from(["", "12 SS", "A/1/505", "231/50", "Guards", "KG 3/21Pz"]),
    st.lists(st.integers(0, 22).map(str), min_size=1, max_size=3),
    st.sampled_from(["{}", "[{}]", "({})"]),
    st.sampled_from([*range(5)]),
)
def test_any_battalion(
    look: BattalionLook, move: str, flak: bool, formation: str, ratings: list[str], first: str, dots: int
) -> None:
    line = first.format(ratings[0]), *ratings[1:]
    other = dataclasses.replace(look, move=move, flak=flak, formation=formation, ratings=line)
    if not look.ship:
        other = dataclasses.replace(other, dots=dots)
    if look.task != "scattered":
        own = draw_look(battalion_shown(other).look, px=66)
        assert own.tobytes() == drawn_battalions.battalion(other, px=66).tobytes()


@pytest.mark.parametrize("game", OUR_GAMES)
def test_every_marker(game: str) -> None:
    palette = load_palette(game)
    for marker in load_markers(game).values():
        faces = zip(palette.faces[marker.id], marker_faces(marker, palette=palette), strict=True)
        for face, printed in faces:
            for px, finish in SEEN:
                by_hand = drawn_by_hand.marker(face, px=px, attack_factor=marker.attack_factor, finish=finish)
                assert printed.draw(px=px, finish=finish).tobytes() == by_hand.tobytes(), (marker.id, px)


TEXT = st.text("ABCabc123 +-{}()", max_size=8).map(str.strip)
TITLE = st.sampled_from(["", "Used", "Out of\nSupply", "Western Task Force"])


@settings(max_examples=60)
@given(
    st.sampled_from(["", *sorted(ICONS)]),
    TITLE,
    st.sampled_from(["", "8", "{attack}", "USED", "+1", "V Corps"]),
    TEXT,
    st.sampled_from(["", "#ff8800"]),
    st.sampled_from([24, 66, 260]),
    st.none() | st.integers(0, 12),
)
def test_any_face(
    icon: str, title: str, value: str, corner: str, accent: str, px: int, factor: int | None
) -> None:
    face = Face("#808080", "#111111", icon, title, value, accent, corner)
    by_hand = drawn_by_hand.marker(face, px=px, attack_factor=factor)
    assert draw_face(face, px=px, attack_factor=factor).tobytes() == by_hand.tobytes()
    own, texts = (
        [(text.lines, text.size, text.em(2.64)) for text in found]
        for found in (
            face_texts(face, attack_factor=factor),
            drawn_by_hand.marker_texts(face, attack_factor=factor),
        )
    )
    assert own == texts


def test_an_icon_that_is_none() -> None:
    for draw in (lambda face: draw_face(face, px=20), face_texts):
        with pytest.raises(DataError, match=r"^sheet\.toml, icon: expected one of .*, not 'zeppelin'$"):
            draw(Face("#ffffff", "#000000", icon="zeppelin"))


def test_what_is_shown_has_the_names_of_the_template() -> None:
    shown = Shown(
        "striped", "front", {"name": "1/16", "setup": "O"}, dict.fromkeys([*WORDS, "ink"], "#111111")
    )
    assert list(shown.marks) == ["ring", "setup", "name"]
    with pytest.raises(KeyError):
        box_of("striped", "no such item")
