"""Positions: immutable, exact about what they do not say, equal after a round trip."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy import GAME
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.errors import PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Decision, Piece, Position
from adjudicator.schema import Item
from adjudicator.subjects import Ground
from adjudicator.vocabulary import load_vocabulary
from counters.catalog import Unit

D_DAY = GAME.scenario("d-day")
UNITS = {uid: piece.printed for uid, piece in D_DAY.pieces.items()}
ITEMS = [item for item in GAME.schema.items.values() if item.of != "feature"]


def read(data: dict[str, object]) -> Position:
    return position_from_json(data, GAME, D_DAY.board, UNITS)


def test_a_draft_leaves_its_position_alone() -> None:
    draft = D_DAY.draft()
    draft.place("ge-916", "trevieres")
    draft.set_status("ge-916", "d1")
    draft.set("control", "us", "omaha-beach")
    draft.ask("german", "forward-unit", "9.1", area="omaha-beach")
    after = draft.finish()
    assert D_DAY.pieces["ge-916"].space == "omaha-beach"
    assert D_DAY.text("control", "omaha-beach") == "german"
    assert not D_DAY.pending
    assert [p.uid for p in after.units_in("trevieres")].count("ge-916") == 1
    assert "ge-916" not in {p.uid for p in after.units_in("omaha-beach")}
    assert after != D_DAY
    assert after.decision == Decision("german", "forward-unit", "9.1", {"area": "omaha-beach"})


def test_diff_names_what_changed() -> None:
    draft = D_DAY.draft()
    draft.place("ge-916", "trevieres")
    draft.set_status("ge-726", "spent")
    draft.set("advantage", "german")
    changes = {(c.what, c.subject): (c.before, c.after) for c in D_DAY.diff(draft.finish())}
    assert changes == {
        ("space", "ge-916"): ("omaha-beach", "trevieres"),
        ("status", "ge-726"): ("fresh", "spent"),
        ("advantage", ""): ("allied", "german"),
    }
    assert D_DAY.diff(D_DAY) == ()


def test_an_empty_space_forgets_its_last_unit() -> None:
    draft = D_DAY.draft()
    draft.place("ge-1-919", "montebourg")
    assert draft.units_in("utah-beach") == ()
    assert "utah-beach" not in set(draft.occupied())


def test_a_default_is_not_stored_twice() -> None:
    draft = D_DAY.draft()
    draft.set("advantage", "german")
    draft.set("advantage", "allied")
    assert ("advantage", "") not in draft.facts
    assert draft.finish() == D_DAY
    assert hash(draft.finish()) == hash(D_DAY)


def test_unknown_is_neither_zero_nor_no() -> None:
    position = Position(GAME.slug, D_DAY.board, GAME.schema, {}, {}, unknown=["crossings", "control"])
    assert position.raw("crossings", "isigny/st-lo") is UNKNOWN
    assert position.raw("crossings", "isigny/st-lo") != 0
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(UNKNOWN)
    assert repr(UNKNOWN) == "UNKNOWN"
    inquiry = Inquiry(position)
    assert inquiry.number("crossings", "isigny/st-lo") == 0
    said = inquiry.ruling("q", "v").assumptions
    assert said == ("assumed: no unit has crossed Isigny / St. Lo this impulse (8.371)",)
    with pytest.raises(PositionError, match=r"does not say the control of St\. Lo"):
        inquiry.text("control", "st-lo")
    with pytest.raises(PositionError, match="crossings"):
        Inquiry(position, strict=True).fact("crossings", "isigny/st-lo")


def test_stating_an_unknown_default_keeps_it() -> None:
    position = Position(GAME.slug, D_DAY.board, GAME.schema, {}, {}, unknown=["crossings"])
    draft = position.draft()
    draft.set("crossings", 0, "isigny/st-lo")
    assert draft.finish().raw("crossings", "isigny/st-lo") == 0


def test_derived_layers_are_computed_once() -> None:
    calls: list[int] = []

    def count(position: Position) -> int:
        calls.append(1)
        return len(position.pieces)

    position = D_DAY.draft().finish()
    for _ in range(3):
        assert position.derived("count", count) == len(D_DAY.pieces)
    assert calls == [1]


def test_clearing_facts() -> None:
    draft = D_DAY.draft()
    draft.set("mf-used", 2, "ge-916")
    draft.set("mf-used", 3, "ge-726")
    assert draft.subjects("mf-used") == ("ge-726", "ge-916")
    draft.clear("mf-used", "ge-916")
    assert draft.subjects("mf-used") == ("ge-726",)
    draft.clear("mf-used")
    assert draft.subjects("mf-used") == ()


def values(item: Item) -> st.SearchStrategy[str | int | bool]:
    if isinstance(item.default, bool):
        return st.booleans()
    if isinstance(item.default, int):
        return st.integers(-30, 30)
    if item.values:
        return st.sampled_from(item.values)
    kind = load_vocabulary(GAME.slug).values[item.name][0]
    return st.sampled_from({"digits": ["12"], "unit": ["", "ge-916"]}.get(kind, ["", "omaha-beach"]))


def subjects(item: Item) -> st.SearchStrategy[str]:
    """Of whom or what an item can be said."""
    ground = Ground(GAME.slug, D_DAY.board, D_DAY.pieces)
    pools = {"unit": D_DAY.pieces, "area": D_DAY.board.spaces, "boundary": D_DAY.board.edges, "": [""]}
    words = [word for word in ground.words_for(item.name, item.of) if word != "number"] if item.of else []
    return st.sampled_from(sorted(words or pools.get(item.of, ["3"])))


facts = st.dictionaries(
    st.sampled_from(ITEMS), st.dictionaries(st.sampled_from(["", "st-lo", "isigny/st-lo"]), st.integers(0, 9))
)


@given(st.data())
def test_any_state_survives_json(data: st.DataObject) -> None:
    draft = D_DAY.draft()
    for item in data.draw(st.lists(st.sampled_from(ITEMS), max_size=6)):
        draft.set(item.name, data.draw(values(item)), data.draw(subjects(item)))
    for uid in data.draw(st.lists(st.sampled_from(sorted(UNITS)), max_size=4)):
        draft.place(uid, data.draw(st.sampled_from(sorted(D_DAY.board.spaces))))
        draft.set_status(uid, data.draw(st.sampled_from(GAME.statuses)))
    position = draft.finish()
    assert read(json.loads(json.dumps(position_to_json(position)))) == position


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"units": "all"}, "'units'"),
        ({"schema": 2}, "schema 2"),
        ({"facts": []}, "'facts'"),
        ({"pending": [{"player": "dice"}]}, "pending decision needs"),
        ({"units": [{"id": "ge-999", "space": "caen", "status": "fresh"}]}, "no unit 'ge-999'"),
        ({"units": [{"id": "ge-916", "space": "paris", "status": "fresh"}]}, "no space 'paris'"),
        ({"units": [{"id": "ge-916", "space": "caen", "status": "tired"}]}, "status is one of fresh"),
        ({"units": [{"id": "ge-916", "space": "caen", "status": "fresh"}] * 2}, "two copies of 916"),
        ({"units": ["ge-916"]}, "no unit 'None'"),
        ({"facts": {"moon": 1}}, "no item of state 'moon'"),
        ({"facts": {"advantage": "french"}}, "expected 'german', 'allied'"),
        ({"facts": {"impulse": True}}, "expected int"),
        ({"options": {"house-rule": "A"}}, "no option 'house-rule'"),
    ],
)
def test_every_defect_is_named(change: dict[str, object], words: str) -> None:
    data = position_to_json(D_DAY) | change
    with pytest.raises(PositionError, match=words):
        read(data)


def test_defects_are_listed_together() -> None:
    with pytest.raises(PositionError) as caught:
        read({"units": [{"id": "x", "space": "y", "status": "z"}], "facts": {"moon": 1}})
    assert len(caught.value.defects) == 2


class Counted(str):
    """An id that counts how often ids are compared."""

    compared = 0
    __slots__ = ()

    def __lt__(self, other: str) -> bool:
        Counted.compared += 1
        return str.__lt__(self, other)


def crowd(many: int) -> Position:
    """A position of many units in one Area."""
    uids = [Counted(f"us-{n:03}") for n in range(many)]
    pieces: dict[str, Piece] = {
        uid: Piece(Unit(uid, uid, uid, "allied", "us"), "omaha-beach", "fresh") for uid in uids
    }
    return Position(GAME.slug, D_DAY.board, GAME.schema, pieces, {})


def test_many_units_are_placed_in_one_space_without_sorting_them_each_time() -> None:
    at, many = crowd(400), 400
    draft, Counted.compared = at.draft(), 0
    for uid in random.Random(1).sample(list(at.pieces), many):
        draft.place(uid, "utah-beach")
    after = draft.finish()
    assert [p.uid for p in after.units_in("utah-beach")] == list(at.pieces)
    assert set(after.occupied()) == {"utah-beach"}
    assert Counted.compared < 20 * many  # sorted each time: 400 * 400 / 2


@given(st.lists(st.tuples(st.sampled_from(sorted(UNITS)), st.sampled_from(["valognes", "utah-beach"]))))
def test_who_stands_where_does_not_depend_on_when_it_is_read(moves: list[tuple[str, str]]) -> None:
    quiet, read = D_DAY.draft(), D_DAY.draft()
    for uid, space in moves:
        quiet.place(uid, space)
        read.place(uid, space)
        assert uid in {p.uid for p in read.units_in(space)}
    for draft in (quiet, read):
        expected: dict[str, list[str]] = {}
        for uid in sorted(draft.pieces):
            expected.setdefault(draft.pieces[uid].space, []).append(uid)
        after = draft.finish()
        assert {s: [p.uid for p in after.units_in(s)] for s in after.occupied()} == expected
        assert {s: [p.uid for p in draft.units_in(s)] for s in draft.occupied()} == expected
    assert list(quiet.finish().occupied()) == list(read.finish().occupied())


def test_a_position_stays_as_it_was_while_its_draft_goes_on() -> None:
    draft = D_DAY.draft()
    before = draft.finish()
    draft.place("ge-916", "trevieres")
    draft.set("advantage", "german")
    assert before == D_DAY
    assert [p.uid for p in before.units_in("trevieres")] == [p.uid for p in D_DAY.units_in("trevieres")]
    assert "ge-916" in {p.uid for p in draft.finish().units_in("trevieres")}
